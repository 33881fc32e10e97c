
  // The record of entries is the unit's.
  RecordIsValid_A: assert property (@(posedge clock) disable iff (in_reset)
    holds_q == unit_valid_q);

  // And so is that of cycles to wait.
  CountIsRecorded_A: assert property (@(posedge clock) disable iff (in_reset)
    !out_waking || left_q == unit_remaining_q);

  WaitIsCounted_A: assert property (@(posedge clock) disable iff (in_reset)
    since_q == 11'd0 || (!out_gated && since_q + 11'(left_q) == 11'dWAKE_DELAY + 11'd1));
