../rtl/power_controller_w4_13_16_l9_12.v
