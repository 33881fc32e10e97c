../rtl/power_array_r1024_w4_13_16_l9_12.v
