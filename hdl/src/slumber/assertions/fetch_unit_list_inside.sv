
  // The record is the unit's list, and what the cycle before did shows in it.
  RecordIsList_A: assert property (@(posedge clock) disable iff (in_reset)
    valid_q == unit_valid_q && oldest_q == unit_oldest_q && 7'(oldest_q) < 7'(Entries));

  logic [Entries-1:0] filled_is_held;
  for (genvar i = 0; i < Entries; i++) begin : gen_entry
    assign filled_is_held[i] = valid_q[i] && line_q[i] == last_fill_q;

    RecordedLineIsHeld_A: assert property (@(posedge clock) disable iff (in_reset)
      valid_q[i] -> (line_q[i] == 64'(unit_line_q[i])));

    EvictedIsNotHeld_A: assert property (@(posedge clock) disable iff (in_reset)
      (after_evict_q && valid_q[i]) -> (line_q[i] != last_evict_q));

    AbsentIsNotHeld_A: assert property (@(posedge clock) disable iff (in_reset)
      (absent_q && valid_q[i]) -> (line_q[i] != absent_line_q));

    for (genvar j = 0; j < i; j++) begin : gen_other
      LineIsInOneEntry_A: assert property (@(posedge clock) disable iff (in_reset)
        (valid_q[i] && valid_q[j]) -> (line_q[i] != line_q[j]));
    end
  end

  FilledIsHeld_A: assert property (@(posedge clock) disable iff (in_reset)
    after_fill_q -> (filled_is_held != '0));

  FlushedIsEmpty_A: assert property (@(posedge clock) disable iff (in_reset)
    after_flush_q -> (valid_q == '0));
