../rtl/slumber_control_b4_13_16.v
