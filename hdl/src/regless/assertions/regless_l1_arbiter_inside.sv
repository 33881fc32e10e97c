
  BaseIsTheUnits_A: assert property (@(posedge clock) disable iff (in_reset)
    base_q == unit_base_q);
