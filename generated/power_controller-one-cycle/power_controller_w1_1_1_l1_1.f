../rtl/power_controller_w1_1_1_l1_1.v
