
  // The record is the unit's list, and what the cycle before did shows in it.
  RecordIsList_A: assert property (@(posedge clock) disable iff (in_reset)
    valid_q == unit_valid_q && oldest_q == unit_oldest_q && 7'(oldest_q) < 7'(Entries));

  // OldestIsReplaced rests on MatchesAreTheLists.
  // FillMakesHit rests on FilledIsHeld and OldestIsReplaced.
  // EvictEndsHit rests on EvictedIsNotHeld and OldestIsReplaced.
  // HitWasFilled rests on AbsentIsNotHeld and OldestIsReplaced.
  // FlushEmpties rests on FlushedIsEmpty and OldestIsReplaced.

  // OneIsEvicted rests on LineIsInOneEntry.
  OneIsEvicted_A: assert property (@(posedge clock) disable iff (in_reset)
    (evicted & (evicted - 1'b1)) == '0);

  logic [Entries-1:0] filled_is_held;
  for (genvar i = 0; i < Entries; i++) begin : gen_entry
    assign filled_is_held[i] = valid_q[i] && line_q[i] == last_fill_q;

    // What the entry's comparators say of the lines that are asked for, the fill's, the eviction's.
    logic [7:0] alike;
    for (genvar k = 0; k < 6; k++) begin : gen_asked
      assign alike[k] = valid_q[i] && line_q[i] == in_lookup_pcs[64*k+:64] >> Shift;
    end
    assign alike[6] = filled[i];
    assign alike[7] = valid_q[i] && line_q[i] == evict_line;

    // MatchesAreTheLists rests on its RecordedLineIsHeld and RecordIsList.
    MatchesAreTheLists_A: assert property (@(posedge clock) disable iff (in_reset)
      unit_same[8*i+:8] == alike);

    RecordedLineIsHeld_A: assert property (@(posedge clock) disable iff (in_reset)
      valid_q[i] -> (line_q[i] == 64'(unit_line_q[i])));

    // EvictedIsNotHeld rests on its EvictedIsNotHeld.
    EvictedIsNotHeld_A: assert property (@(posedge clock) disable iff (in_reset)
      (after_evict_q && valid_q[i]) -> (line_q[i] != last_evict_q));

    // AbsentIsNotHeld rests on its AbsentIsNotHeld and OldestIsReplaced.
    AbsentIsNotHeld_A: assert property (@(posedge clock) disable iff (in_reset)
      (absent_q && valid_q[i]) -> (line_q[i] != absent_line_q));

    // LineIsInOneEntry rests on its LineIsInOneEntry.
    for (genvar j = 0; j < i; j++) begin : gen_other
      LineIsInOneEntry_A: assert property (@(posedge clock) disable iff (in_reset)
        (valid_q[i] && valid_q[j]) -> (line_q[i] != line_q[j]));
    end
  end

  FilledIsHeld_A: assert property (@(posedge clock) disable iff (in_reset)
    after_fill_q -> (filled_is_held != '0));

  FlushedIsEmpty_A: assert property (@(posedge clock) disable iff (in_reset)
    after_flush_q -> (valid_q == '0));
