
  RangeIsBuilt_M: assume property (@(posedge clock) disable iff (in_reset)
    in_valid -> (in_range inside {RANGES}));
