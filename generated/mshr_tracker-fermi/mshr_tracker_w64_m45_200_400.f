../rtl/mshr_tracker_w64_m45_200_400.v
