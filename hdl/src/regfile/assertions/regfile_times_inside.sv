
  // Counters are the record.
  // CountersAreRecord rests on CountersAreRecord.
  CountersAreRecord_A: assert property (@(posedge clock) disable iff (in_reset)
    reads_q == unit_reads && read_events_q == 32'($countones(unit_read_events))
    && writes_q == unit_writes && write_events_q == 32'($countones(unit_write_events))
    && forwards_q == unit_forwards && forward_events_q == 32'($countones(unit_forward_events))
    && was_gated_q == unit_was_gated);

  for (genvar i = 0; i < 32; i++) begin : gen_cycles
    if (i < BANKS) begin : gen_bank
      // GatedCyclesAreRecord rests on CountersAreRecord.
      GatedCyclesAreRecord_A: assert property (@(posedge clock) disable iff (in_reset)
        gated_cycles_q[i] == unit_gated_cycles[i]);
    end else begin : gen_none
      // NoBankIsNeverGated rests on CountersAreRecord.
      NoBankIsNeverGated_A: assert property (@(posedge clock) disable iff (in_reset)
        gated_cycles_q[i] == 32'd0);
    end
  end

  // The time of a result since it was accepted; its low bits are enough once it is bounded.
  typedef logic [15:0] time_t;
  logic [31:0] long[REGISTERS];
  time_t age[REGISTERS];
  set_t at_1, at_2, at_3, at_4;
  for (genvar r = 0; r < REGISTERS; r++) begin : gen_age
    assign long[r] = now_q - result_at_q[r];
    assign age[r] = now_q[15:0] - result_at_q[r][15:0];
    assign at_1[r] = resulted_q[r] && age[r] == 16'd1;
    assign at_2[r] = resulted_q[r] && age[r] == 16'd2;
    assign at_3[r] = resulted_q[r] && age[r] == 16'd3;
    assign at_4[r] = resulted_q[r] && age[r] == 16'd4;

    // AgeIsBounded rests on AgeIsBounded.
    AgeIsBounded_A: assert property (@(posedge clock) disable iff (in_reset)
      !resulted_q[r] || (long[r] != 32'd0 && long[r] <= LongestWrite + 32'd1
        + 32'((INDEX_MSB+1)'(now_q - 32'(r) - 32'd1))));
  end

  set_t on_its_way;
  assign on_its_way = queued | stage_full_set | stage_uneven_set;

  // Registers of the record that may be, or must be, pending or on their way.
  set_t late, may_be, must_be, must_be_either;
  always_comb begin
    for (int r = 0; r < REGISTERS; r++) begin
      late[r] = !resulted_q[r] || long[r] > LongestWrite;
      may_be[r] = recent((INDEX_MSB+1)'(r), LongestWrite);
      must_be[r] = early((INDEX_MSB+1)'(r));
      must_be_either[r] = recent((INDEX_MSB+1)'(r), shortest((INDEX_MSB+1)'(r)));
    end
  end

  // OnItsWayIsRecent rests on ResultIsRemembered, AgeIsBounded and ResultIsWrittenInTime.
  // OnItsWayIsRecent rests on StageIsWrittenInTime and StageKnowsItsBanks.
  OnItsWayIsRecent_A: assert property (@(posedge clock) disable iff (in_reset)
    (on_its_way & late) == '0);

  // PendingIsRecent rests on PendingIsToBeWritten, ComingIsOnItsWay and WaitsIsOwedOrInside.
  // PendingIsRecent rests on OnItsWayIsRecent.
  PendingIsRecent_A: assert property (@(posedge clock) disable iff (in_reset)
    ((unit_pending | unit_coming) & ~may_be) == '0);

  // EarlyIsPending rests on PendingIsToBeWritten, ComingIsOnItsWay and WaitsIsOwedOrInside.
  // EarlyIsPending rests on AgeIsBounded, WholeIsMeasuredFirst and WholeIsFilledThird.
  // EarlyIsPending rests on DivergentIsFilledAtOnce and SlotIsFilledOrInCompressor.
  EarlyIsPending_A: assert property (@(posedge clock) disable iff (in_reset)
    (must_be & ~unit_pending) == '0
    && (must_be_either & ~(unit_pending | unit_coming)) == '0);

  // What refuses an instruction beside room and turn.
  logic [1:0] clean, early_one, refused;
  assign clean = {clean1, clean0};
  assign early_one = {pending1, pending0};
  assign refused[0] = (in0_sources[0] && unit_pending[in0_a])
      || (in0_sources[1] && unit_pending[in0_b]) || (in0_sources[2] && unit_pending[in0_c])
      || (in0_writes && (unit_pending[in0_destination]
        || (in0_mask != in0_launched && unit_coming[in0_destination])));
  assign refused[1] = (in1_sources[0] && unit_pending[in1_a])
      || (in1_sources[1] && unit_pending[in1_b]) || (in1_sources[2] && unit_pending[in1_c])
      || (in1_writes && (unit_pending[in1_destination]
        || (in1_mask != in1_launched && unit_coming[in1_destination])));
  for (genvar p = 0; p < 2; p++) begin : gen_refused
    // CleanIsNotRefused rests on PendingIsRecent.
    CleanIsNotRefused_A: assert property (@(posedge clock) disable iff (in_reset)
      !(clean[p] && refused[p]));

    // EarlyIsRefused rests on EarlyIsPending.
    EarlyIsRefused_A: assert property (@(posedge clock) disable iff (in_reset)
      !early_one[p] || refused[p]);
  end

  // ResultIsRemembered rests on CountsAreRing, RingIsRecord and QueueIsInOrder.
  // ResultIsRemembered rests on SlotIsFilledOrInCompressor and DivergentIsNotCompressed.
  // ResultIsRemembered rests on OneWriterOfRegister, PendingIsToBeWritten and ComingIsOnItsWay.
  // ResultIsRemembered rests on OwedLanesAreOfWarp, AgeIsBounded and ResultIsWrittenInTime.
  // ResultIsRemembered rests on StageIsWrittenInTime and StageKnowsItsBanks.
  ResultIsRemembered_A: assert property (@(posedge clock) disable iff (in_reset)
    (on_its_way & ~resulted_q) == '0);

  // WholeIsKnown rests on CountsAreRing, RingIsRecord and QueueIsInOrder.
  // WholeIsKnown rests on SlotIsFilledOrInCompressor and DivergentIsNotCompressed.
  // WholeIsKnown rests on OneWriterOfRegister, PendingIsToBeWritten and ComingIsOnItsWay.
  // WholeIsKnown rests on OwedLanesAreOfWarp.
  WholeIsKnown_A: assert property (@(posedge clock) disable iff (in_reset)
    (coming_set & ~whole_q) == '0 && ((queued_uneven | stage_uneven_set) & whole_q) == '0);

  // WholeIsMeasuredFirst rests on CountsAreRing, RingIsRecord and QueueIsInOrder.
  // WholeIsMeasuredFirst rests on SlotIsFilledOrInCompressor and DivergentIsNotCompressed.
  // WholeIsMeasuredFirst rests on OneWriterOfRegister, PendingIsToBeWritten and ComingIsOnItsWay.
  // WholeIsMeasuredFirst rests on OwedLanesAreOfWarp and AgeIsBounded.
  WholeIsMeasuredFirst_A: assert property (@(posedge clock) disable iff (in_reset)
    measuring == (at_1 & whole_q) && resulting == (at_2 & whole_q));

  // WholeIsFilledThird rests on CountsAreRing, RingIsRecord and QueueIsInOrder.
  // WholeIsFilledThird rests on SlotIsFilledOrInCompressor and DivergentIsNotCompressed.
  // WholeIsFilledThird rests on OneWriterOfRegister, PendingIsToBeWritten and ComingIsOnItsWay.
  // WholeIsFilledThird rests on OwedLanesAreOfWarp, AgeIsBounded and WholeIsKnown.
  // WholeIsFilledThird rests on WholeIsMeasuredFirst.
  WholeIsFilledThird_A: assert property (@(posedge clock) disable iff (in_reset)
    (at_3 & whole_q & ~held_full) == '0 && (at_4 & whole_q & ~coming_set) == '0);

  // DivergentIsFilledAtOnce rests on CountsAreRing, RingIsRecord and QueueIsInOrder.
  // DivergentIsFilledAtOnce rests on SlotIsFilledOrInCompressor and DivergentIsNotCompressed.
  // DivergentIsFilledAtOnce rests on OneWriterOfRegister and PendingIsToBeWritten.
  // DivergentIsFilledAtOnce rests on ComingIsOnItsWay, OwedLanesAreOfWarp and AgeIsBounded.
  // DivergentIsFilledAtOnce rests on WholeIsKnown.
  DivergentIsFilledAtOnce_A: assert property (@(posedge clock) disable iff (in_reset)
    (at_1 & ~whole_q & ~queued_uneven) == '0
    && (at_2 & ~whole_q & ~(queued_uneven | stage_uneven_set)) == '0);

  // Cycles until what is in the write stage is written.
  localparam time_t Stay = 16'dWAKE_DELAY + 16'd2;
  time_t stage_left;
  always_comb begin
    stage_left = 16'd1;
    for (int i = 0; i < 8; i++) begin
      if (unit_stage_banks[i] && unit_power[i] == 2'd0) stage_left = Stay;
    end
    for (int i = 0; i < 8; i++) begin
      if (unit_stage_banks[i] && unit_power[i] == 2'd1 && 16'(unit_waking[i]) + 16'd1 > stage_left)
        stage_left = 16'(unit_waking[i]) + 16'd1;
    end
  end

  // TurnsAreCyclic rests on TurnsAreCyclic.
  TurnsAreCyclic_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_behind inside {3'b000, 3'b110, 3'b100});

  // Cycles until the MOV, and until the heads of the queues enter it.
  time_t to_fill, mov_left, order_mov;
  time_t head_left[2];
  time_t order[2];
  assign order_mov = unit_behind[1] ? 16'd2 : unit_behind[2] ? 16'd1 : 16'd0;
  assign order[0] = unit_behind[1] ? 16'd0 : unit_behind[2] ? 16'd2 : 16'd1;
  assign order[1] = unit_behind[1] ? 16'd1 : unit_behind[2] ? 16'd0 : 16'd2;
  assign to_fill = mov_at[0] ? 16'd4 : mov_at[1] ? 16'd3 : mov_at[2] ? 16'd2 : 16'd1;
  assign mov_left = unit_slot_filled ? stage_left + order_mov * Stay : to_fill + 16'd3 * Stay;

  localparam time_t Turn = 16'd5 * Stay + 16'd6;
  for (genvar p = 0; p < 2; p++) begin : gen_left
    logic [INDEX_MSB:0] its;
    assign its = unit_slot_registers[p*SLOTS+unit_heads[p]];
    assign head_left[p] = !unit_holds[p][unit_heads[p]]
      ? 16'd5 * Stay + 16'd4
        + (measured_slot[p][unit_heads[p]] ? 16'd2 : 16'd1)
      : unit_slot_taken && unit_slot_entry == its ? mov_left + 16'd2 * Stay
      : stage_left + order[p] * Stay;

    for (genvar i = 0; i < SLOTS; i++) begin : gen_slot
      // ResultIsWrittenInTime rests on CountsAreRing, RingIsRecord and QueueIsInOrder.
      // ResultIsWrittenInTime rests on SlotIsFilledOrInCompressor and DivergentIsNotCompressed.
      // ResultIsWrittenInTime rests on OneWriterOfRegister and PendingIsToBeWritten.
      // ResultIsWrittenInTime rests on ComingIsOnItsWay, OwedLanesAreOfWarp and TurnsAreCyclic.
      // ResultIsWrittenInTime rests on AgeIsBounded, HeldBytesAreKnown and MovIsInItsSlot.
      // ResultIsWrittenInTime rests on StageKnowsItsBanks and ResultIsRemembered.
      // ResultIsWrittenInTime rests on StageIsWrittenInTime and WholeIsMeasuredFirst.
      // ResultIsWrittenInTime rests on WholeIsFilledThird and DivergentIsFilledAtOnce.
      // ResultIsWrittenInTime rests on MovIsOfDivergentWriter and DivergentIsNotBehind.
      ResultIsWrittenInTime_A: assert property (@(posedge clock) disable iff (in_reset)
        !slots[p][i]
        || age[unit_slot_registers[p*SLOTS+i]] + head_left[p]
          + 16'(SLOT_BITS'(SLOT_BITS'(i) - unit_heads[p])) * Turn + Stay <= 16'(LongestWrite));
    end
  end

  // StageIsWrittenInTime rests on CountsAreRing, RingIsRecord and QueueIsInOrder.
  // StageIsWrittenInTime rests on SlotIsFilledOrInCompressor and DivergentIsNotCompressed.
  // StageIsWrittenInTime rests on OneWriterOfRegister, PendingIsToBeWritten and ComingIsOnItsWay.
  // StageIsWrittenInTime rests on OwedLanesAreOfWarp, TurnsAreCyclic and AgeIsBounded.
  // StageIsWrittenInTime rests on HeldBytesAreKnown, MovIsInItsSlot and StageKnowsItsBanks.
  // StageIsWrittenInTime rests on ResultIsRemembered and ResultIsWrittenInTime.
  StageIsWrittenInTime_A: assert property (@(posedge clock) disable iff (in_reset)
    !unit_stage_full || unit_stage_mov
    || age[unit_stage_entry] + stage_left <= 16'(LongestWrite));

  // The oldest instruction.
  logic waits_a, waits_b, waits_c, waits_mov;
  logic [31:0] waiting;
  assign {waits_a, waits_b, waits_c, waits_mov} = {
    unit_wait_a[head_q], unit_wait_b[head_q], unit_wait_c[head_q], unit_wait_mov[head_q]
  };
  assign waiting = 32'(waits_a) + 32'(waits_b) + 32'(waits_c);
  function automatic logic source(logic valid, logic [1:0] kind, logic [PLACE_MSB:0] its);
    return valid && kind != 2'd3 && its == head_q;
  endfunction

  // OldestIsServed rests on CountsAreRing, RingIsRecord and QueueIsInOrder.
  // OldestIsServed rests on SlotIsFilledOrInCompressor and DivergentIsNotCompressed.
  // OldestIsServed rests on OneWriterOfRegister, PendingIsToBeWritten and ComingIsOnItsWay.
  // OldestIsServed rests on OwedLanesAreOfWarp, OpenIsOnItsWay and MovIsInItsSlot.
  // OldestIsServed rests on HeldBytesAreKnown, StageKnowsItsBanks and TurnsAreCyclic.
  // OldestIsServed rests on OlderIsAwaited, AgeIsBounded and ResultIsRemembered.
  // OldestIsServed rests on ResultIsWrittenInTime, StageIsWrittenInTime and MovIsOfDivergentWriter.
  // OldestIsServed rests on DivergentIsNotBehind and OldestIsOfferedInTime.
  OldestIsServed_A: assert property (@(posedge clock) disable iff (in_reset)
    count_q == 8'd0
    || ((waiting == 32'd0 || late_q + waiting <= 32'd3)
    && (!source(unit_access_valid, unit_access_kind, unit_access_place) || late_q <= 32'd3)
    && (!source(unit_data_valid, unit_data_kind, unit_data_place) || late_q <= 32'd4)
    && (!source(unit_fetched_valid, unit_fetched_kind, unit_fetched_place) || late_q <= 32'd5)
    && (!source(unit_wide_valid, unit_wide_tag[1:0], unit_wide_tag[2+:PLACE_BITS])
      || late_q <= 32'd6)
    && (!waits_mov
      || late_q + waiting + (unit_slot_taken ? 32'(mov_left) : 32'd0) <= 32'd3 * 32'(Stay) + 32'd7)
    && (!at_mov[head_q] || late_q <= 32'd3 * 32'(Stay) + 32'd8)
    && (!unit_open_older[head_q] || late_q < 32'(age[oldest.destination]))));

  // A source is as it was when its instruction was accepted.
  function automatic logic its_stored(logic [1:0] kind, logic [PLACE_MSB:0] its);
    return inside_q[its].stored[kind];
  endfunction

  logic [2:0] holds_nothing;
  assign holds_nothing = {
    unit_data_valid && unit_data_kind != 2'd3 && !its_stored(unit_data_kind, unit_data_place),
    unit_fetched_valid && unit_fetched_kind != 2'd3
      && !its_stored(unit_fetched_kind, unit_fetched_place),
    unit_wide_valid && unit_wide_tag[1:0] != 2'd3
      && !its_stored(unit_wide_tag[1:0], unit_wide_tag[2+:PLACE_BITS])
  };
  // ReadOfNothingIsZero rests on OpenIsOnItsWay, AccessFindsWhatIsStored and StoredIsRecord.
  // ReadOfNothingIsZero rests on CountsAreRing and AccessIsOfItsRegister.
  // ReadOfNothingIsZero rests on SlotIsFilledOrInCompressor and MovIsOfDivergentWriter.
  // ReadOfNothingIsZero rests on RingIsRecord.
  ReadOfNothingIsZero_A: assert property (@(posedge clock) disable iff (in_reset)
    (!holds_nothing[2] || (!unit_data_stored && unit_data_range == 2'd0))
    && (!holds_nothing[1] || (unit_fetched_data == '0 && unit_fetched_range == 2'd0))
    && (!holds_nothing[0] || unit_wide_data == '0));

  logic [PLACE_MSB:0] accessed;
  assign accessed = unit_access_place;
  // AccessFindsWhatIsStored rests on CountsAreRing, RingIsRecord and QueueIsInOrder.
  // AccessFindsWhatIsStored rests on SlotIsFilledOrInCompressor and DivergentIsNotCompressed.
  // AccessFindsWhatIsStored rests on OneWriterOfRegister and PendingIsToBeWritten.
  // AccessFindsWhatIsStored rests on ComingIsOnItsWay, OpenIsOnItsWay and AccessIsOfItsRegister.
  // AccessFindsWhatIsStored rests on WaitingIsAsAccepted and OwedIsNotRead.
  AccessFindsWhatIsStored_A: assert property (@(posedge clock) disable iff (in_reset)
    !unit_access_valid || unit_access_kind == 2'd3
    || (stored_q[unit_access_entry] == its_stored(unit_access_kind, accessed)
      && !(measuring[unit_access_entry] || resulting[unit_access_entry])));

  for (genvar i = 0; i < COLLECTORS; i++) begin : gen_data
    logic [INDEX_MSB:0] a, b, c;
    assign {c, b, a} = unit_registers[i][0+:3*(INDEX_MSB+1)];

    // NothingIsZero rests on CountsAreRing, RingIsRecord, OpenIsOnItsWay and ReadOfNothingIsZero.
    NothingIsZero_A: assert property (@(posedge clock) disable iff (in_reset)
      (!has_a[i] || unit_open_a[i] || inside_q[i].stored[0] || unit_data_a[i] == '0)
      && (!has_b[i] || unit_open_b[i] || inside_q[i].stored[1] || unit_data_b[i] == '0)
      && (!has_c[i] || unit_open_c[i] || inside_q[i].stored[2] || unit_data_c[i] == '0));

    // WaitingIsAsAccepted rests on CountsAreRing, RingIsRecord and QueueIsInOrder.
    // WaitingIsAsAccepted rests on SlotIsFilledOrInCompressor and DivergentIsNotCompressed.
    // WaitingIsAsAccepted rests on OneWriterOfRegister, PendingIsToBeWritten and ComingIsOnItsWay.
    // WaitingIsAsAccepted rests on OpenIsOnItsWay, OwedIsNotRead and OwedLanesAreOfWarp.
    // WaitingIsAsAccepted rests on WholeIsMeasuredFirst.
    WaitingIsAsAccepted_A: assert property (@(posedge clock) disable iff (in_reset)
      (!unit_wait_a[i] || (inside_q[i].stored[0] == stored_q[a] && !measuring[a]))
      && (!unit_wait_b[i] || (inside_q[i].stored[1] == stored_q[b] && !measuring[b]))
      && (!unit_wait_c[i] || (inside_q[i].stored[2] == stored_q[c] && !measuring[c])));
  end
