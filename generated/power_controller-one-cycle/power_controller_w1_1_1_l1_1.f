../rtl/power_slice_r1_w1_1_1_l1_1.v
../rtl/power_controller_w1_1_1_l1_1.v
