
  // The watched lane as a form stores it; of a one-byte delta the byte is 0 that a second one would take.
  logic [31:0] delta_at;
  assign delta_at = 32'(5'(lane_q - 5'd1));

  function automatic logic [31:0] taken(logic [1023:0] form, logic [1:0] range);
    logic [15:0] delta;
    delta[7:0] = form[8*delta_at+32+:8];
    delta[15:8] = range == 2'd3 ? form[8*delta_at+280+:8] : {8{delta[7]}};
    if (range == 2'd0) return its_lane(form);
    if (range == 2'd1 || lane_q == 5'd0) return form[31:0];
    return form[31:0] + {{16{delta[15]}}, delta};
  endfunction

  function automatic logic is_plain(logic [1023:0] form, logic [1:0] range);
    return range != 2'd2 || lane_q == 5'd0 || lane_q > 5'd13 || form[8*delta_at+280+:8] == 8'd0;
  endfunction

  function automatic logic is_taken(logic [1023:0] form, logic [1:0] range, logic [31:0] value);
    return taken(form, range) == value && is_plain(form, range);
  endfunction

  // What it held before the last result; that stands in the banks while a divergent one is on its way.
  logic [31:0] holds_now;
  logic [31:0] old_q;
  logic [31:0] stands;
  assign holds_now = stored_q[watched_q] ? value_q : 32'd0;
  assign stands = unit_pending[watched_q] && !waits_q[watched_q] ? old_q : value_q;

  // Its words in the banks, written as they are.
  logic [1023:0] copy_q;
  logic [1:0] stands_as;
  assign stands_as = {unit_range_high[watched_q], unit_range_low[watched_q]};
  always_ff @(posedge clock) begin
    if (wb0_valid && wb0_ready && wb0_register == watched_q) old_q <= holds_now;
    if (wb1_valid && wb1_ready && wb1_register == watched_q) old_q <= holds_now;
    for (int i = 0; i < 32; i++) begin
      if (bank_write[i/4] && unit_stage_entry == watched_q && unit_stage_mask[i])
        copy_q[32*i+:32] <= unit_stage_data[32*i+:32];
    end
  end

  for (genvar i = 0; i < BANKS; i++) begin : gen_copy
    // CopyIsInBanks rests on StageKnowsItsBanks and DivergentIsUncompressed.
    CopyIsInBanks_A: assert property (@(posedge clock) disable iff (in_reset)
      !unit_stored[watched_q] || (banks_of(stands_as) >> i & 8'd1) == 8'd0
      || copy_q[128*i+:128] == unit_words[i*REGISTERS+32'(watched_q)]);
  end

  // What a request of the pipeline is to find: a source what its instruction has recorded.
  function automatic value_t sought(logic [1:0] kind, logic [PLACE_MSB:0] its);
    case (kind)
      2'd0: return inside_q[its].a;
      2'd1: return inside_q[its].b;
      2'd2: return inside_q[its].c;
      default: return {unit_slot_entry == watched_q, stands};
    endcase
  endfunction

  for (genvar p = 0; p < 2; p++) begin : gen_value
    logic [31:0] measured;
    logic [15:0] delta;
    logic fits;
    assign fits = unit_measured_fits[p][delta_at[4:0]];
    assign delta = {unit_measured_high[p][8*delta_at+:8], unit_measured_low[p][8*delta_at+:8]};
    assign measured = unit_measured_data[p][31:0] + {{16{delta[15]}}, delta};

    // MeasuredIsValue rests on QueueIsInOrder, SlotIsFilledOrInCompressor and OneWriterOfRegister.
    // MeasuredIsValue rests on OwedLanesAreOfWarp, PendingIsToBeWritten and ComingIsOnItsWay.
    MeasuredIsValue_A: assert property (@(posedge clock) disable iff (in_reset)
      !unit_measured[p]
      || unit_slot_registers[p*SLOTS+32'(unit_measured_tags[p][SLOT_BITS-1:0])] != watched_q
      || (its_lane(unit_measured_data[p]) == value_q
        && (lane_q == 5'd0 || !fits || measured == value_q)));

    // ResultIsValue rests on its MeasuredIsValue, QueueIsInOrder and SlotIsFilledOrInCompressor.
    // ResultIsValue rests on OneWriterOfRegister, PendingIsToBeWritten and ComingIsOnItsWay.
    ResultIsValue_A: assert property (@(posedge clock) disable iff (in_reset)
      !unit_results[p]
      || unit_slot_registers[p*SLOTS+32'(unit_result_tags[p][SLOT_BITS-1:0])] != watched_q
      || is_taken(unit_result_data[p], unit_result_ranges[p], value_q));

    for (genvar i = 0; i < SLOTS; i++) begin : gen_slot
      // WholeSlotIsValue rests on ResultIsValue, QueueIsInOrder and SlotIsFilledOrInCompressor.
      // WholeSlotIsValue rests on OneWriterOfRegister, PendingIsToBeWritten and ComingIsOnItsWay.
      WholeSlotIsValue_A: assert property (@(posedge clock) disable iff (in_reset)
        !full_slots[p][i] || !unit_holds[p][i] || unit_slot_registers[p*SLOTS+i] != watched_q
        || is_taken(unit_slot_data[p*SLOTS+i], unit_slot_ranges[p*SLOTS+i], value_q));

      // DivergentSlotIsValue rests on DivergentIsNotCompressed and QueueIsInOrder.
      // DivergentSlotIsValue rests on SlotIsFilledOrInCompressor and OneWriterOfRegister.
      // DivergentSlotIsValue rests on OwedLanesAreOfWarp and PendingIsToBeWritten.
      // DivergentSlotIsValue rests on ComingIsOnItsWay, CountsAreRing and RingIsRecord.
      // DivergentSlotIsValue rests on StoredIsRecord and StageKnowsItsBanks.
      // DivergentSlotIsValue rests on MovIsOfDivergentWriter.
      DivergentSlotIsValue_A: assert property (@(posedge clock) disable iff (in_reset)
        !slots[p][i] || full_slots[p][i] || unit_slot_registers[p*SLOTS+i] != watched_q
        || ((unit_stored[watched_q] || old_q == 32'd0) && (unit_slot_masks[p*SLOTS+i][lane_q]
          ? its_lane(unit_slot_data[p*SLOTS+i]) == value_q : old_q == value_q)));
    end
  end

  logic in_stage;
  assign in_stage = unit_stage_full && unit_stage_entry == watched_q;

  // StagedMovIsValue rests on CountsAreRing, RingIsRecord and QueueIsInOrder.
  // StagedMovIsValue rests on SlotIsFilledOrInCompressor and OneWriterOfRegister.
  // StagedMovIsValue rests on PendingIsToBeWritten, ComingIsOnItsWay and WaitsIsOwedOrInside.
  // StagedMovIsValue rests on DivergentIsNotBehind, MovIsOfDivergentWriter and MovIsValue.
  // StagedMovIsValue rests on MovIsInItsSlot, StageKnowsItsBanks and StoredIsRecord.
  // StagedMovIsValue rests on OpenIsOnItsWay.
  StagedMovIsValue_A: assert property (@(posedge clock) disable iff (in_reset)
    !in_stage || !unit_stage_mov || its_lane(unit_stage_data) == stands);

  // StagedWholeIsValue rests on WholeSlotIsValue, QueueIsInOrder and SlotIsFilledOrInCompressor.
  // StagedWholeIsValue rests on DivergentIsNotCompressed and OneWriterOfRegister.
  // StagedWholeIsValue rests on PendingIsToBeWritten, ComingIsOnItsWay and StageKnowsItsBanks.
  StagedWholeIsValue_A: assert property (@(posedge clock) disable iff (in_reset)
    !in_stage || unit_stage_mov || unit_stage_divergent
    || is_taken(unit_stage_data, unit_stage_range, value_q));

  // StagedDivergentIsValue rests on DivergentSlotIsValue and QueueIsInOrder.
  // StagedDivergentIsValue rests on SlotIsFilledOrInCompressor and DivergentIsNotCompressed.
  // StagedDivergentIsValue rests on OneWriterOfRegister, PendingIsToBeWritten and ComingIsOnItsWay.
  // StagedDivergentIsValue rests on StageKnowsItsBanks, StoredIsRecord and MovIsOfDivergentWriter.
  // StagedDivergentIsValue rests on CountsAreRing and RingIsRecord.
  StagedDivergentIsValue_A: assert property (@(posedge clock) disable iff (in_reset)
    !in_stage || !unit_stage_divergent
    || (unit_stage_mask[lane_q] ? its_lane(unit_stage_data) == value_q : old_q == value_q));

  // BanksAreValue rests on StagedMovIsValue, StagedWholeIsValue and StagedDivergentIsValue.
  // BanksAreValue rests on StageKnowsItsBanks, CountsAreRing, RingIsRecord and QueueIsInOrder.
  // BanksAreValue rests on SlotIsFilledOrInCompressor and OneWriterOfRegister.
  // BanksAreValue rests on PendingIsToBeWritten, ComingIsOnItsWay and WaitsIsOwedOrInside.
  // BanksAreValue rests on DivergentIsNotBehind and MovIsOfDivergentWriter.
  // BanksAreValue rests on DivergentIsUncompressed and StoredIsRecord.
  BanksAreValue_A: assert property (@(posedge clock) disable iff (in_reset)
    !unit_stored[watched_q] || (is_plain(copy_q, stands_as)
      && (unit_coming[watched_q] || taken(copy_q, stands_as) == stands)));

  for (genvar i = 0; i < COLLECTORS; i++) begin : gen_read
    logic [INDEX_MSB:0] a, b, c;
    assign {c, b, a} = unit_registers[i][0+:3*(INDEX_MSB+1)];

    // WatchedIsRecord rests on CountsAreRing.
    WatchedIsRecord_A: assert property (@(posedge clock) disable iff (in_reset)
      !used[i] || (inside_q[i].a[32] == (a == watched_q) && inside_q[i].b[32] == (b == watched_q)
        && inside_q[i].c[32] == (c == watched_q)));

    // WaitingIsValue rests on WatchedIsRecord, CountsAreRing, RingIsRecord and OpenIsOnItsWay.
    // WaitingIsValue rests on OwedIsNotRead, PendingIsToBeWritten and OneWriterOfRegister.
    // WaitingIsValue rests on ComingIsOnItsWay and SlotIsFilledOrInCompressor.
    WaitingIsValue_A: assert property (@(posedge clock) disable iff (in_reset)
      (!unit_wait_a[i] || !inside_q[i].a[32] || inside_q[i].a[31:0] == holds_now)
      && (!unit_wait_b[i] || !inside_q[i].b[32] || inside_q[i].b[31:0] == holds_now)
      && (!unit_wait_c[i] || !inside_q[i].c[32] || inside_q[i].c[31:0] == holds_now));

    // CollectedIsValue rests on FetchedIsValue, WideIsValue, CountsAreRing and RingIsRecord.
    // CollectedIsValue rests on OpenIsOnItsWay.
    CollectedIsValue_A: assert property (@(posedge clock) disable iff (in_reset)
      (!has_a[i] || unit_open_a[i] || is_value(unit_data_a[i], inside_q[i].a))
      && (!has_b[i] || unit_open_b[i] || is_value(unit_data_b[i], inside_q[i].b))
      && (!has_c[i] || unit_open_c[i] || is_value(unit_data_c[i], inside_q[i].c)));
  end

  // AccessedMovIsOfWriter rests on MovIsOfDivergentWriter, CountsAreRing and RingIsRecord.
  // AccessedMovIsOfWriter rests on OpenIsOnItsWay.
  AccessedMovIsOfWriter_A: assert property (@(posedge clock) disable iff (in_reset)
    (at_mov & ~(uneven & has_writes)) == '0);

  value_t of_access, of_data, of_fetched, of_wide;
  assign of_access = sought(unit_access_kind, unit_access_place);
  assign of_data = sought(unit_data_kind, unit_data_place);
  assign of_fetched = sought(unit_fetched_kind, unit_fetched_place);
  assign of_wide = sought(unit_wide_tag[1:0], unit_wide_tag[2+:PLACE_BITS]);

  // AccessIsValue rests on WatchedIsRecord, WaitingIsValue, CountsAreRing and RingIsRecord.
  // AccessIsValue rests on OpenIsOnItsWay, AccessIsOfItsRegister and OwedIsNotRead.
  AccessIsValue_A: assert property (@(posedge clock) disable iff (in_reset)
    !unit_access_valid || unit_access_kind == 2'd3
    || (of_access[32] == (unit_access_entry == watched_q)
      && (!of_access[32] || of_access[31:0] == holds_now)));

  // What the queues find for an access, and what was read of the banks as they stood.
  for (genvar p = 0; p < 2; p++) begin : gen_found
    // QueueFindsValue rests on WholeSlotIsValue, SlotIsFilledOrInCompressor and ComingIsOnItsWay.
    // QueueFindsValue rests on OneWriterOfRegister and DivergentIsNotCompressed.
    QueueFindsValue_A: assert property (@(posedge clock) disable iff (in_reset)
      !unit_found[p] || unit_access_entry != watched_q || !unit_coming[watched_q]
      || is_taken(unit_found_data[p], unit_found_ranges[p], value_q));
  end

  logic read_it_q;
  logic [1023:0] copied_q;
  always_ff @(posedge clock) begin
    read_it_q <= unit_access_valid && unit_access_entry == watched_q;
    copied_q <= copy_q;
  end

  // DataIsOfItsRegister rests on AccessIsValue, OpenIsOnItsWay, CountsAreRing and MovIsInItsSlot.
  DataIsOfItsRegister_A: assert property (@(posedge clock) disable iff (in_reset)
    !unit_data_valid || of_data[32] == read_it_q);

  // It came on its way, was read, or there is nothing.
  logic came, stood;
  assign came = unit_data_valid && read_it_q && unit_data_stored && unit_forwarded;
  assign stood = unit_data_valid && read_it_q && unit_data_stored && !unit_forwarded;

  // ForwardedIsValue rests on QueueFindsValue, StagedWholeIsValue and StagedMovIsValue.
  // ForwardedIsValue rests on DataIsOfItsRegister, AccessIsValue and AccessFindsWhatIsStored.
  // ForwardedIsValue rests on AccessedMovIsOfWriter, AccessIsOfItsRegister and StoredIsRecord.
  // ForwardedIsValue rests on OpenIsOnItsWay, OwedIsNotRead, StageKnowsItsBanks and MovIsInItsSlot.
  // ForwardedIsValue rests on DivergentIsNotCompressed, CountsAreRing and RingIsRecord.
  // ForwardedIsValue rests on QueueIsInOrder, SlotIsFilledOrInCompressor and OneWriterOfRegister.
  // ForwardedIsValue rests on PendingIsToBeWritten, ComingIsOnItsWay and WaitsIsOwedOrInside.
  // ForwardedIsValue rests on DivergentIsNotBehind and MovIsOfDivergentWriter.
  ForwardedIsValue_A: assert property (@(posedge clock) disable iff (in_reset)
    !came || is_taken(unit_forwarded_data, unit_data_range, of_data[31:0]));

  for (genvar i = 0; i < BANKS; i++) begin : gen_copied
    // ReadIsCopied rests on its CopyIsInBanks and DataIsOfItsRegister.
    ReadIsCopied_A: assert property (@(posedge clock) disable iff (in_reset)
      !stood || (banks_of(unit_data_range) >> i & 8'd1) == 8'd0
      || unit_bank_data[128*i+:128] == copied_q[128*i+:128]);
  end

  // CopiedIsValue rests on BanksAreValue, DataIsOfItsRegister and AccessIsValue.
  // CopiedIsValue rests on AccessFindsWhatIsStored and AccessedMovIsOfWriter.
  // CopiedIsValue rests on AccessIsOfItsRegister, StoredIsRecord, OpenIsOnItsWay and OwedIsNotRead.
  // CopiedIsValue rests on StageKnowsItsBanks, MovIsInItsSlot and DivergentIsNotCompressed.
  // CopiedIsValue rests on CountsAreRing, RingIsRecord and QueueIsInOrder.
  // CopiedIsValue rests on SlotIsFilledOrInCompressor and OneWriterOfRegister.
  // CopiedIsValue rests on PendingIsToBeWritten, ComingIsOnItsWay and WaitsIsOwedOrInside.
  // CopiedIsValue rests on DivergentIsNotBehind and MovIsOfDivergentWriter.
  CopiedIsValue_A: assert property (@(posedge clock) disable iff (in_reset)
    !stood || is_taken(copied_q, unit_data_range, of_data[31:0]));

  // NothingIsValue rests on DataIsOfItsRegister, AccessIsValue and AccessFindsWhatIsStored.
  // NothingIsValue rests on AccessedMovIsOfWriter, AccessIsOfItsRegister and StoredIsRecord.
  // NothingIsValue rests on OpenIsOnItsWay, OwedIsNotRead, StageKnowsItsBanks and MovIsInItsSlot.
  // NothingIsValue rests on DivergentIsNotCompressed, CountsAreRing and RingIsRecord.
  // NothingIsValue rests on QueueIsInOrder, SlotIsFilledOrInCompressor and OneWriterOfRegister.
  // NothingIsValue rests on PendingIsToBeWritten, ComingIsOnItsWay and WaitsIsOwedOrInside.
  // NothingIsValue rests on DivergentIsNotBehind and MovIsOfDivergentWriter.
  NothingIsValue_A: assert property (@(posedge clock) disable iff (in_reset)
    !unit_data_valid || !read_it_q || unit_data_stored
    || (of_data[31:0] == 32'd0 && unit_data_range == 2'd0));

  // Behind it all deltas have two bytes.
  // FetchedIsValue rests on ForwardedIsValue, CopiedIsValue, ReadIsCopied and NothingIsValue.
  // FetchedIsValue rests on DataIsOfItsRegister, OpenIsOnItsWay, MovIsInItsSlot and CountsAreRing.
  // FetchedIsValue rests on RingIsRecord, QueueIsInOrder and SlotIsFilledOrInCompressor.
  // FetchedIsValue rests on OneWriterOfRegister, PendingIsToBeWritten and ComingIsOnItsWay.
  // FetchedIsValue rests on WaitsIsOwedOrInside, DivergentIsNotBehind and MovIsOfDivergentWriter.
  // FetchedIsValue rests on StoredIsRecord and StageKnowsItsBanks.
  FetchedIsValue_A: assert property (@(posedge clock) disable iff (in_reset)
    !unit_fetched_valid || !of_fetched[32]
    || ((unit_fetched_range == 2'd0 || unit_fetched_range[1])
      && unit_fetched_quick == !unit_fetched_range[1]
      && taken(unit_fetched_data, unit_fetched_range[1] ? 2'd3 : 2'd0) == of_fetched[31:0]));

  // WideIsValue rests on FetchedIsValue, OpenIsOnItsWay, MovIsInItsSlot and CountsAreRing.
  // WideIsValue rests on RingIsRecord, QueueIsInOrder and SlotIsFilledOrInCompressor.
  // WideIsValue rests on OneWriterOfRegister, PendingIsToBeWritten and ComingIsOnItsWay.
  // WideIsValue rests on WaitsIsOwedOrInside, DivergentIsNotBehind and MovIsOfDivergentWriter.
  // WideIsValue rests on StoredIsRecord and StageKnowsItsBanks.
  WideIsValue_A: assert property (@(posedge clock) disable iff (in_reset)
    !unit_wide_valid || is_value(unit_wide_data, of_wide));

  // MovIsValue rests on FetchedIsValue, WideIsValue, MovIsInItsSlot and CountsAreRing.
  // MovIsValue rests on RingIsRecord, QueueIsInOrder and SlotIsFilledOrInCompressor.
  // MovIsValue rests on OneWriterOfRegister, PendingIsToBeWritten and ComingIsOnItsWay.
  // MovIsValue rests on WaitsIsOwedOrInside, DivergentIsNotBehind and MovIsOfDivergentWriter.
  // MovIsValue rests on StoredIsRecord, StageKnowsItsBanks and OpenIsOnItsWay.
  MovIsValue_A: assert property (@(posedge clock) disable iff (in_reset)
    !unit_slot_filled || unit_slot_entry != watched_q || its_lane(unit_mov_data) == stands);

  // Properties of the unit.
  // OrderIsAcceptance rests on CountsAreRing and RingIsRecord.
  // OffersAreHeld rests on CountsAreRing, RingIsRecord and OpenIsOnItsWay.
  // CountersAddUp rests on CountersAreRecord, GatedCyclesAreRecord and NoBankIsNeverGated.
  // ResetEmptiesFile rests on CountsAreRing.
  // BanksMatchRange rests on StageKnowsItsBanks.
  // GatedBankIsNotAccessed rests on HeldBytesAreKnown.
  // EmptyBankIsGated rests on HeldBytesAreKnown.
  // MovOnlyWhenNeeded rests on MovsAreAskedFor and MovsAreStocked.
  // ReleaseForgets rests on CountsAreRing, RingIsRecord, OpenIsOnItsWay and NothingIsZero.
  // OldestIsOfferedInTime rests on CountsAreRing, OpenIsOnItsWay and OldestIsServed.
  // OldestIsOfferedInTime rests on OlderIsAwaited and OnItsWayIsRecent.
  // HazardsAreRefused rests on EarlyIsRefused.
  // TwoInstructionsPerCycle rests on CountsAreRing and CleanIsNotRefused.
  // WriteIsDoneInTime rests on CountsAreRing and CleanIsNotRefused.
  // ContentionAlternates rests on CountsAreRing, CleanIsNotRefused and TurnIsRecord.
  // ReadIsLastWrite rests on CollectedIsValue, CountsAreRing, RingIsRecord and OpenIsOnItsWay.
