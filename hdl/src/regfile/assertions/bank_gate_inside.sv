
  // The record of entries is the unit's.
  RecordIsValid_A: assert property (@(posedge clock) disable iff (in_reset)
    holds_q == unit_valid_q);
