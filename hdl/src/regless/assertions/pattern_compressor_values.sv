
  // The value of the watched register: a slot of a line, or of the L1's line.
  logic [63:0] slot;
  logic changing;
  logic [WAITERS-1:0] comes;
  logic [WAITERS-1:0] waits;
  logic [LINES-1:0] holds;
  logic needed;
  logic given_up;
  assign slot = {pattern_q[2] ? value_q[0][512+:32] : 32'd0, value_q[0][31:0]};
  assign changing = (evicts_next && unit_entering_name == {warp_q, number_q})
      || (acts_evict && unit_name == {warp_q, number_q});
  // The line at the hand is written, if that was needed, and not yet replaced.
  assign given_up = unit_step == Keep || (unit_step == Ask && hit == '0);
  assign needed = waits != '0 || (!changing
      && (patterns[warp_q] || (acts && unit_name == {warp_q, number_q} && acts_compressed_q)));

  for (genvar i = 0; i < 32; i++) begin : gen_value
    logic [31:0] first;
    logic [31:0] stride;
    assign first = pattern_q[2] && i > 15 ? value_q[0][512+:32] : value_q[0][31:0];
    always_comb begin
      case (pattern_q)
        3'd2: stride = 32'(i);
        3'd3: stride = 32'(4 * i);
        3'd4: stride = 32'(i % 16);
        3'd5: stride = 32'(4 * (i % 16));
        default: stride = 32'd0;
      endcase
    end

    ValueFollowsPattern_A: assert property (@(posedge clock) disable iff (in_reset)
      (pattern_q != 3'd0) -> value_q[0][32*i+:32] == first + stride);
  end

  PatternIsKnown_A: assert property (@(posedge clock) disable iff (in_reset) pattern_q <= 3'd5);

  EvictedIsData_A: assert property (@(posedge clock) disable iff (in_reset)
    changing -> (unit_data == value_q[0] && pattern_q == last_pattern_q));

  PatternIsState_A: assert property (@(posedge clock) disable iff (in_reset)
    (!patterns[warp_q] || (evicts_next && changing)
      || (pattern_q != 3'd0 && states[3*warp_q+:3] == pattern_q))
    && (!(acts_fetch && unit_name == {warp_q, number_q} && acts_compressed_q)
      || (pattern_q != 3'd0 && unit_pattern == pattern_q)));

  for (genvar k = 0; k < LINES; k++) begin : gen_slot
    logic [1023:0] word;
    logic is_number;
    assign word = unit_words[1024*k+:1024];
    assign is_number = unit_valid[k] && unit_held[6*k+:6] == number_q;
    assign holds[k] = is_number && unit_here[16*k+32'(warp_q)] && unit_changed[k]
        && !(at_hand[k] && given_up);

    SlotIsValue_A: assert property (@(posedge clock) disable iff (in_reset)
      (is_number && unit_here[16*k+32'(warp_q)] && !changing && trusted)
      -> word[64*warp_q+:64] == slot);

    SpillIsRead_A: assert property (@(posedge clock) disable iff (in_reset)
      (unit_step == Spill && at_hand[k])
      -> (!unit_reading && unit_given[64*warp_q+:64] == word[64*warp_q+:64]));
  end

  // MemoryHasSlot rests on ActHits, ActKnowsCopies, HandHasRoom, HandIsLine and LineIsCopies.
  // MemoryHasSlot rests on LineIsHeldOnce, OwedIsSomewhere, PatternIsState, SlotIsValue and SpillIsRead.
  // MemoryHasSlot rests on StepIsOfKind, ValueFollowsPattern, WaiterHasLine and WaiterIsOfPattern.
  MemoryHasSlot_A: assert property (@(posedge clock) disable iff (in_reset)
    (needed && holds == '0 && trusted) -> slot_q == slot);

  // Where a fetch wants its register goes with it.
  logic fetch_enters;
  logic fetch_acts;
  assign fetch_enters = unit_entering && unit_entering_name == {warp_q, number_q}
      && (unit_entering_kind == 2'd1 || unit_entering_kind == 2'd2);
  assign fetch_acts = acts_fetch && unit_name == {warp_q, number_q};

  // ActHasEntry rests on OwedIsSomewhere and StepIsOfKind.
  ActHasEntry_A: assert property (@(posedge clock) disable iff (in_reset)
    (!fetch_enters || unit_entering_entry == entry_q[0])
    && (!fetch_acts || unit_entry == entry_q[0]));

  for (genvar f = 0; f < WAITERS; f++) begin : gen_wait
    logic [3:0] line;
    logic [1023:0] word;
    logic is_watched;
    assign line = unit_lines[4*f+:4];
    assign word = unit_words[1024*line+:1024];
    assign is_watched = unit_taken[f] && !unit_nobody[f]
        && unit_names[10*f+:10] == {warp_q, number_q};
    assign comes[f] = is_watched && unit_come[f];
    assign waits[f] = is_watched && !unit_come[f];

    WaiterIsOfPattern_A: assert property (@(posedge clock) disable iff (in_reset)
      is_watched -> (pattern_q != 3'd0 && unit_patterns[3*f+:3] == pattern_q
        && (unit_come[f] || !unit_here[16*line+32'(warp_q)])));

    // WaiterHasEntry rests on ActHasEntry and OwedIsSomewhere.
    WaiterHasEntry_A: assert property (@(posedge clock) disable iff (in_reset)
      is_watched -> unit_entries[ENTRY_BITS*f+:ENTRY_BITS] == entry_q[0]);

    // ComeIsValue rests on ActHits, FillIsWaiter, HandHasRoom, HandIsLine and LineIsHeldOnce.
    // ComeIsValue rests on MemoryHasSlot, OwedIsSomewhere, ReadIsAsWritten and StepIsOfKind.
    // ComeIsValue rests on ValueFollowsPattern, WaiterHasLine and WaiterIsOfPattern.
    ComeIsValue_A: assert property (@(posedge clock) disable iff (in_reset)
      (comes[f] && trusted) -> word[64*warp_q+:64] == slot);
  end

  // ReadIsValue rests on ActKnowsCopies, ReadIsSlot, ComeIsValue, CopiesAreRecorded and FillIsWaiter.
  // ReadIsValue rests on LineIsCopies, LineIsHeldOnce, OwedIsKnown, OwedIsSomewhere and PatternIsKnown.
  // ReadIsValue rests on PatternIsState, SlotIsValue, StepIsOfKind and ValueFollowsPattern.
  // ReadIsValue rests on ActHasEntry, WaiterHasEntry, WaiterHasLine and WaiterIsOfPattern.
  ReadIsValue_A: assert property (@(posedge clock) disable iff (in_reset)
    (unit_reading && unit_read_name == {warp_q, number_q})
    -> (unit_read_entry == entry_q[0] && (!(owed_compressed_q[0][warp_q] && trusted)
      || (pattern_q != 3'd0 && unit_read_pattern == pattern_q
        && unit_given[64*warp_q+:64] == slot))));

  // AnswerIsValue rests on ReadIsSlot, ReadIsValue, OwedIsKnown and OwedIsSomewhere.
  AnswerIsValue_A: assert property (@(posedge clock) disable iff (in_reset)
    (answer_valid && answer_valued)
    -> (answer_entry == entry_q[0] && (!(has_value && trusted)
      || (pattern_q != 3'd0 && unit_answer_pattern == pattern_q && unit_answer_slot == slot))));

  // DeadLineIsNotWritten rests on ActHits, BeforeIsLast, CopiesAreRecorded, HandHasRoom and HandIsLine.
  // DeadLineIsNotWritten rests on LineIsCopies.
  // DecompressionReturnsRegister rests on AnswerIsValue, AnswerIsSlot and PatternIsKnown.
  // DecompressionReturnsRegister rests on its ValueFollowsPattern.
  // FetchIsLastEviction rests on AnswerIsSlot, AnswerIsValue, AskingIsMatchAndAct and EvictedIsData.
  // FetchIsLastEviction rests on EvictedPatternIsKnown, FillIsWaiter, OwedIsKnown and OwedIsSomewhere.
  // FetchIsLastEviction rests on StepIsOfKind and WaiterHasLine.
  // LineIsReadOnlyWhenNeeded rests on ActHits, ActKnowsCopies, BeforeIsLast and CopiesAreRecorded.
  // LineIsReadOnlyWhenNeeded rests on FillIsWaiter, HandHasRoom, HandIsLine, LineIsCopies and OwedIsKnown.
  // LineIsReadOnlyWhenNeeded rests on OwedIsSomewhere, StepIsOfKind and WaiterHasLine.
  // NothingBehindAsksNothing rests on AskingIsMatchAndAct, EvictedPatternIsKnown and RowIsRead.
  // OneCycleForUncompressed rests on AloneIsFirst, EvictedPatternIsKnown and RowIsRead.
