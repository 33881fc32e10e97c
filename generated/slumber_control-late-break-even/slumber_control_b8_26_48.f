../rtl/slumber_control_b8_26_48.v
