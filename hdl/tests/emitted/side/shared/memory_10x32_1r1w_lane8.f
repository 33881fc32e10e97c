../rtl/memory_10x32_1r1w_lane8.v
