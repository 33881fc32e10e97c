
  LatencyIsExact_A: assert property (@(posedge clock) disable iff (in_reset)
    (out_valid == valid_q[Latency-1]) && (!out_valid || out_tag == tag_q[Latency-1]));

  ResetEmptiesPipeline_A: assert property (@(posedge clock) disable iff (in_reset)
    (age_q < 5'dLATENCY) -> !out_valid);
