../rtl/mshr_tracker_w48_m45_200_400.v
