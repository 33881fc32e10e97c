
  BaseIsTheUnits_A: assert property (@(posedge clock) disable iff (in_reset)
    base_q == unit_base_q);

  LineBeforeIsItsMapping_A: assert property (@(posedge clock) disable iff (in_reset)
    before_q -> (line_before_q == line_behind(base_before_q, name_before_q)
      && (!name_before_q[12] || name_before_q[11:8] == 4'd0)));
