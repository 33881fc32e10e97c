
  // One lane of one vector, which may be any: nothing drives what it is, chosen in reset.
  logic [24:0] some_vector;
  logic [4:0] some_lane;
  logic [24:0] watched_q;
  logic [4:0] lane_q;
  always_ff @(posedge clock) if (reset) {watched_q, lane_q} <= {some_vector, some_lane};

  // What the L1 holds of it: what commands have stored, until it drops it when it likes.
  logic dropped;
  logic held_now_q;
  logic [2:0] held_before_q;
  logic commanded;
  assign commanded = l1_command_valid && l1_command_address == watched_q
      && l1_command_mask[lane_q];
  always_ff @(posedge clock) begin
    if (reset) held_now_q <= 1'b0;
    else if (commanded && l1_command_ready) held_now_q <= l1_command_store;
    else if (dropped) held_now_q <= 1'b0;
    held_before_q <= reset ? 3'd0 : {held_before_q[1:0], held_now_q};
  end

  // Whether it has kept its promise of what it tells of a vector three cycles after its lookup.
  logic [2:0] looked_up_q;
  logic true_now;
  logic honest_q;
  assign true_now = l1_held[lane_q] ? held_now_q || held_before_q != 3'd0
                                    : !held_now_q || held_before_q != 3'd7;
  always_ff @(posedge clock) begin
    if (reset) begin
      looked_up_q <= 3'd0;
      honest_q <= 1'b1;
    end else begin
      looked_up_q <= {looked_up_q[1:0], l1_lookup_valid && l1_lookup_address == watched_q};
      if (looked_up_q[2] && !true_now) honest_q <= 1'b0;
    end
  end

  // What the AVC holds of it. After a spill Commit writes the entry whatever there was.
  logic in_entry;
  logic is_spilt;
  logic in_avc;
  assign is_spilt = unit_state == 4'd10 && !unit_flush && unit_address == watched_q
      && unit_has_others && !unit_is_same && !unit_mask[lane_q];
  always_comb begin
    logic [67:0] entry;
    in_entry = 1'b0;
    for (int unsigned w = 0; w < WAYS; w++) begin
      entry = unit_entries[68*(16*SETS*w+32'(watched_q[4:0]))+:68];
      if (unit_lines_valid[SETS*w+32'(watched_q[4])]
          && unit_tags[20*(SETS*w+32'(watched_q[4]))+:20] == watched_q[24:5]) begin
        in_entry |= entry[32'd35+32'(lane_q)];
      end
    end
  end
  assign in_avc = in_entry && !is_spilt;

  NoLaneIsHeldTwice_A: assert property (@(posedge clock) disable iff (in_reset)
    honest_q -> !(in_avc && held_now_q));

  // What was last written of it as affine is the AVC's, until the L1 or memory takes it as newer than memory is.
  logic written_now;
  logic given_now;
  logic is_ours;
  logic ours_q;
  logic still_ours;
  assign written_now = first && head.write && head.code.affine && head.address == watched_q
      && head.mask[lane_q];
  assign given_now = (commanded && l1_command_ready && l1_command_store && l1_command_modified)
      || (mem_valid && mem_ready && mem_write && mem_address == watched_q && mem_mask[lane_q]);
  assign is_ours = ours_q || written_now;
  always_ff @(posedge clock) ours_q <= !reset && is_ours && !given_now;
  always_comb begin
    logic [67:0] entry;
    still_ours = 1'b0;
    for (int unsigned w = 0; w < WAYS; w++) begin
      entry = unit_entries[68*(16*SETS*w+32'(watched_q[4:0]))+:68];
      if (unit_lines_valid[SETS*w+32'(watched_q[4])]
          && unit_tags[20*(SETS*w+32'(watched_q[4]))+:20] == watched_q[24:5]) begin
        still_ours |= entry[67] && entry[32'd35+32'(lane_q)] && !is_spilt;
      end
    end
    if (victim == watched_q) begin
      if (unit_state == 4'd7) still_ours |= found[67] && found[32'd35+32'(lane_q)];
      if (unit_state == 4'd8) still_ours |= unit_memory_left && unit_write_back[lane_q];
    end
  end

  // NoWriteIsLost rests on AnsweredIsDone, ComparedIsEntry, ConflictIsInLine and CountIsQueueAndAnswer.
  // NoWriteIsLost rests on FillIsInOnePlace, FillIsItsRegisters, FillIsOfItsRegister, FlushIsOnOneLine.
  // NoWriteIsLost rests on FlushIsRead, GivenUpIsKnown, GivenUpIsRead, HeadHasItsCode and HeadIsInX.
  // NoWriteIsLost rests on LineIsEmptied, LineIsInOneWay, LineIsKnownInX and NoEntryWithoutLine.
  // NoWriteIsLost rests on NoReadWaitsForWritten, NothingIsLookedUpBesidesWork and OneAsksAtATime.
  // NoWriteIsLost rests on NoWriteIsLost, PlaceIsRecord, QueueIsLookedUpInOrder and QueueIsOneRing.
  // NoWriteIsLost rests on RegisterIsAtOnePoint, WorkEntryIsKept, WorkIsOfItsKind and WorkIsOnOneLine.
  // NoWriteIsLost rests on AbsentIsNowhere, AskedIsAbsent, FlushedIsEmptied and WrittenIsSomewhere.
  if (1) begin : gen_lane_written
    NoWriteIsLost_A: assert property (@(posedge clock) disable iff (in_reset)
      (honest_q && is_ours) -> still_ours);
  end

  // FillLeavesOutHeldLanes rests on AbsentIsNowhere, ComparedIsEntry and ConflictIsInLine.
  // FillLeavesOutHeldLanes rests on FillIsInOnePlace, FillIsItsRegisters and FillIsOfItsRegister.
  // FillLeavesOutHeldLanes rests on HeadIsInX, LineIsInOneWay, LineIsKnownInX and NoEntryWithoutLine.
  // FillLeavesOutHeldLanes rests on NoLaneIsHeldTwice, NothingIsLookedUpBesidesWork and OneAsksAtATime.
  // FillLeavesOutHeldLanes rests on RegisterIsAtOnePoint, WorkEntryIsKept and WorkIsOfItsKind.
  FillLeavesOutHeldLanes_A: assert property (@(posedge clock) disable iff (in_reset)
    (honest_q && commanded && l1_command_store && !l1_command_modified)
    -> !held_now_q && (unit_state == 4'd3 || !in_avc));

  // What is looked up is not stored meanwhile.
  LookupsAreWatched_A: assert property (@(posedge clock) disable iff (in_reset)
    (!unit_in_l || looked_up_q[0] == (unit_address_l == watched_q))
    && (!unit_in_d || looked_up_q[1] == (unit_address_d == watched_q))
    && (!unit_in_x || looked_up_q[2] == (unit_address == watched_q)));

  LookedUpIsNotStored_A: assert property (@(posedge clock) disable iff (in_reset)
    (!(unit_in_l && unit_address_l == watched_q) || !held_now_q || held_before_q[0])
    && (!(unit_in_d && unit_address_d == watched_q)
        || !held_now_q || held_before_q[1:0] == 2'd3)
    && (!(unit_in_x && unit_address == watched_q)
        || !held_now_q || held_before_q == 3'd7));

  // What is to be placed is not in the L1.
  PlacedIsNotHeld_A: assert property (@(posedge clock) disable iff (in_reset)
    (honest_q && stays && !unit_flush && unit_address == watched_q && unit_mask[lane_q]
     && unit_state >= 4'd3)
    -> !held_now_q);

  // What a read waits for is in neither.
  for (genvar i = 0; i < MISSES; i++) begin : gen_absent
    // AbsentIsNowhere rests on ConflictIsInLine, FillIsInOnePlace and FillIsItsRegisters.
    // AbsentIsNowhere rests on FillIsOfItsRegister, HeadIsInX, JoinedHasNothingAbsent and LineIsEmptied.
    // AbsentIsNowhere rests on LineIsInOneWay, LineIsKnownInX, LookedUpIsNotStored and LookupsAreWatched.
    // AbsentIsNowhere rests on MatchIsKnownInX, NothingIsLookedUpBesidesWork and OneAsksAtATime.
    // AbsentIsNowhere rests on RegisterIsAtOnePoint, VectorIsAskedForOnce and WorkEntryIsKept.
    // AbsentIsNowhere rests on WorkIsOfItsKind, WorkIsOnOneLine and WriteWaitsForReads.
    AbsentIsNowhere_A: assert property (@(posedge clock) disable iff (in_reset)
      (honest_q && unit_busy[i] && unit_miss_addresses[25*i+:25] == watched_q
       && unit_miss_absents[32'(32*i)+32'(lane_q)])
      -> !held_now_q && !in_entry);

    AskedIsAbsent_A: assert property (@(posedge clock) disable iff (in_reset)
      (unit_wants[i] || at_port[i] || unit_awaits[i] || (filling[i] && !unit_placed))
      -> (unit_miss_masks[32*i+:32] & ~unit_miss_absents[32*i+:32]) == 32'd0);

    JoinedHasNothingAbsent_A: assert property (@(posedge clock) disable iff (in_reset)
      (unit_busy[i] && (!asker[i] || (filling[i] && unit_placed)))
      -> unit_miss_absents[32*i+:32] == 32'd0);
  end
