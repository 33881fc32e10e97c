../rtl/power_array_r256_w4_13_16_l9_12.v
