../rtl/mshr_tracker_w64_m45_200_400.v
../rtl/fetch_unit_list_e16_p16.v
../rtl/slumber_top_r1024_w4_13_16_l9_ebf05062.v
