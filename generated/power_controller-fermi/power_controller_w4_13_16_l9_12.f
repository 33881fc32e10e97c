../rtl/power_slice_r1_w4_13_16_l9_12.v
../rtl/power_controller_w4_13_16_l9_12.v
