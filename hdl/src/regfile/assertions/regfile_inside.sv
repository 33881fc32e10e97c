
  // Sets of registers and of places.
  typedef logic [REGISTERS-1:0] set_t;
  typedef logic [COLLECTORS-1:0] ring_t;
  function automatic set_t one(logic valid, logic [INDEX_MSB:0] index);
    return set_t'(valid) << index;
  endfunction

  function automatic logic [SLOTS-1:0] slot(logic valid, logic [SLOT_BITS-1:0] index);
    return SLOTS'(valid) << index;
  endfunction

  function automatic ring_t at(logic valid, logic [1:0] kind, logic [1:0] its,
                               logic [PLACE_MSB:0] index);
    return ring_t'(valid && kind == its) << index;
  endfunction

  // The ring: places that are used, and what is still to be written for them.
  ring_t used;
  ring_t has_a, has_b, has_c, has_writes;
  set_t sources_of[COLLECTORS];
  set_t writes_of[COLLECTORS];
  ring_t uneven;
  for (genvar i = 0; i < COLLECTORS; i++) begin : gen_place
    assign used[i] = 8'(PLACE_BITS'(PLACE_BITS'(i) - head_q)) < count_q;
    assign has_a[i] = used[i] && inside_q[i].sources[0];
    assign has_b[i] = used[i] && inside_q[i].sources[1];
    assign has_c[i] = used[i] && inside_q[i].sources[2];
    assign has_writes[i] = used[i] && inside_q[i].writes;
    assign sources_of[i] = one(has_a[i], unit_registers[i][0+:INDEX_MSB+1])
        | one(has_b[i], unit_registers[i][INDEX_MSB+1+:INDEX_MSB+1])
        | one(has_c[i], unit_registers[i][2*(INDEX_MSB+1)+:INDEX_MSB+1]);
    assign writes_of[i] = one(has_writes[i], inside_q[i].destination);
    assign uneven[i] = inside_q[i].mask != inside_q[i].launched;

    // RingIsRecord rests on CountsAreRing.
    RingIsRecord_A: assert property (@(posedge clock) disable iff (in_reset)
      !used[i] || (unit_tags[i] == inside_q[i].tag
        && unit_operands[i] == {inside_q[i].writes, inside_q[i].sources}
        && unit_registers[i][3*(INDEX_MSB+1)+:INDEX_MSB+1] == inside_q[i].destination
        && unit_masks[i] == inside_q[i].mask));

    // LanesAreOfWarp rests on CountsAreRing.
    LanesAreOfWarp_A: assert property (@(posedge clock) disable iff (in_reset)
      !used[i] || !inside_q[i].writes || (inside_q[i].mask & ~inside_q[i].launched) == 32'd0);
  end

  // CountsAreRing rests on CountsAreRing.
  CountsAreRing_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_oldest == head_q && unit_tail == tail_q && count_q == 8'(unit_used)
    && count_q <= 8'dCOLLECTORS && tail_q == head_q + PLACE_BITS'(count_q));

  for (genvar r = 0; r < REGISTERS; r++) begin : gen_owed
    // OwedLanesAreOfWarp rests on CountsAreRing, RingIsRecord and LanesAreOfWarp.
    OwedLanesAreOfWarp_A: assert property (@(posedge clock) disable iff (in_reset)
      !owed_q[r] || (owed_lanes_q[r][31:0] & ~owed_lanes_q[r][63:32]) == 32'd0);
  end

  // Requests wait, or are on their way through the pipeline.
  ring_t at_a, at_b, at_c, at_mov, moving;
  ring_t twice_a, twice_b, twice_c;
  always_comb begin
    logic [1:0] kind[4];
    logic valid[4];
    logic [PLACE_MSB:0] its[4];
    ring_t now;
    valid = '{unit_access_valid, unit_data_valid, unit_fetched_valid, unit_wide_valid};
    kind = '{unit_access_kind, unit_data_kind, unit_fetched_kind, unit_wide_tag[1:0]};
    its = '{unit_access_place, unit_data_place, unit_fetched_place, unit_wide_tag[2+:PLACE_BITS]};
    {at_a, at_b, at_c} = {unit_wait_a, unit_wait_b, unit_wait_c};
    {twice_a, twice_b, twice_c} = '0;
    for (int i = 0; i < 4; i++) begin
      now = at(valid[i], kind[i], 2'd0, its[i]);
      {twice_a, at_a} = {twice_a | (at_a & now), at_a | now};
      now = at(valid[i], kind[i], 2'd1, its[i]);
      {twice_b, at_b} = {twice_b | (at_b & now), at_b | now};
      now = at(valid[i], kind[i], 2'd2, its[i]);
      {twice_c, at_c} = {twice_c | (at_c & now), at_c | now};
    end
  end
  assign at_mov = at(unit_access_valid, unit_access_kind, 2'd3, unit_access_place);

  // OpenIsOnItsWay rests on CountsAreRing and RingIsRecord.
  OpenIsOnItsWay_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_open_a == at_a && unit_open_b == at_b && unit_open_c == at_c
    && (twice_a | twice_b | twice_c) == '0
    && (unit_open_mov & used) == (unit_wait_mov | at_mov) && (unit_wait_mov & at_mov) == '0
    && ((unit_wait_mov | at_mov) & ~used) == '0
    && (unit_open_a & ~has_a) == '0 && (unit_open_b & ~has_b) == '0
    && (unit_open_c & ~has_c) == '0);

  // AccessIsOfItsRegister rests on CountsAreRing and OpenIsOnItsWay.
  AccessIsOfItsRegister_A: assert property (@(posedge clock) disable iff (in_reset)
    !unit_access_valid || unit_access_entry
      == unit_registers[unit_access_place][unit_access_kind*(INDEX_MSB+1)+:INDEX_MSB+1]);

  // The queues.
  logic [SLOTS-1:0] slots[2];
  logic [SLOTS-1:0] full_slots[2];
  logic [SLOTS-1:0] measured_slot[2];
  logic [SLOTS-1:0] result_slot[2];
  for (genvar p = 0; p < 2; p++) begin : gen_port
    assign measured_slot[p] = slot(unit_measured[p], unit_measured_tags[p][SLOT_BITS-1:0]);
    assign result_slot[p] = slot(unit_results[p], unit_result_tags[p][SLOT_BITS-1:0]);
    for (genvar i = 0; i < SLOTS; i++) begin : gen_slot
      assign slots[p][i] = 8'(SLOT_BITS'(SLOT_BITS'(i) - unit_heads[p])) < 8'(unit_insides[p]);
      assign full_slots[p][i] = slots[p][i] && &unit_slot_masks[p*SLOTS+i];

      // DivergentIsNotCompressed rests on QueueIsInOrder and SlotIsFilledOrInCompressor.
      // DivergentIsNotCompressed rests on OwedLanesAreOfWarp.
      DivergentIsNotCompressed_A: assert property (@(posedge clock) disable iff (in_reset)
        !slots[p][i] || full_slots[p][i]
        || (unit_holds[p][i] && unit_slot_ranges[p*SLOTS+i] == 2'd0));
    end

    // QueueIsInOrder rests on its SlotIsFilledOrInCompressor.
    QueueIsInOrder_A: assert property (@(posedge clock) disable iff (in_reset)
      unit_tails[p] == unit_heads[p] + SLOT_BITS'(unit_insides[p])
      && 8'(unit_insides[p]) <= 8'dSLOTS);

    // SlotIsFilledOrInCompressor rests on its QueueIsInOrder.
    SlotIsFilledOrInCompressor_A: assert property (@(posedge clock) disable iff (in_reset)
      slots[p] == (unit_holds[p] | measured_slot[p] | result_slot[p])
      && (unit_holds[p] & measured_slot[p]) == '0 && (unit_holds[p] & result_slot[p]) == '0
      && (measured_slot[p] & result_slot[p]) == '0
      && ((measured_slot[p] | result_slot[p]) & ~full_slots[p]) == '0);
  end

  // Registers by where their writers are; nowhere twice.
  set_t ring_set, ring_uneven, owed_uneven, queued, queued_uneven, measuring, resulting, held_full;
  set_t twice;
  set_t pending_set, coming_set, stage_full_set, stage_uneven_set;
  assign stage_full_set = one(unit_stage_full && !unit_stage_mov && !unit_stage_divergent,
                              unit_stage_entry);
  assign stage_uneven_set = one(unit_stage_full && unit_stage_divergent, unit_stage_entry);
  always_comb begin
    set_t now;
    logic full;
    {ring_set, ring_uneven, owed_uneven, queued, queued_uneven, measuring, resulting} = '0;
    held_full = '0;
    twice = '0;
    for (int i = 0; i < COLLECTORS; i++) begin
      twice |= ring_set & writes_of[i];
      ring_set |= writes_of[i];
      if (uneven[i]) ring_uneven |= writes_of[i];
    end
    for (int r = 0; r < REGISTERS; r++) begin
      owed_uneven[r] = owed_q[r] && owed_lanes_q[r][31:0] != owed_lanes_q[r][63:32];
    end
    for (int p = 0; p < 2; p++) begin
      for (int i = 0; i < SLOTS; i++) begin
        now = one(slots[p][i], unit_slot_registers[p*SLOTS+i]);
        full = &unit_slot_masks[p*SLOTS+i];
        twice |= queued & now;
        queued |= now;
        if (!full) queued_uneven |= now;
        if (measured_slot[p][i]) measuring |= now;
        if (result_slot[p][i]) resulting |= now;
        if (full && unit_holds[p][i]) held_full |= now;
      end
    end
    twice |= queued & (stage_full_set | stage_uneven_set);
    // Behind what comes an instruction may stand in the ring, and none beyond it.
    coming_set = (queued & ~queued_uneven) | stage_full_set;
    twice |= ring_set & (owed_q | queued_uneven | stage_uneven_set);
    twice |= owed_q & (queued | stage_full_set | stage_uneven_set);
    pending_set = ring_set | owed_q | queued_uneven | stage_uneven_set;
  end

  // OneWriterOfRegister rests on CountsAreRing, RingIsRecord and QueueIsInOrder.
  // OneWriterOfRegister rests on SlotIsFilledOrInCompressor and DivergentIsNotCompressed.
  // OneWriterOfRegister rests on OwedLanesAreOfWarp, PendingIsToBeWritten and ComingIsOnItsWay.
  // OneWriterOfRegister rests on OlderIsAwaited, DivergentIsNotBehind and StageKnowsItsBanks.
  OneWriterOfRegister_A: assert property (@(posedge clock) disable iff (in_reset)
    twice == '0);

  // PendingIsToBeWritten rests on CountsAreRing, RingIsRecord and QueueIsInOrder.
  // PendingIsToBeWritten rests on SlotIsFilledOrInCompressor and DivergentIsNotCompressed.
  // PendingIsToBeWritten rests on OwedLanesAreOfWarp, OneWriterOfRegister and ComingIsOnItsWay.
  // PendingIsToBeWritten rests on OlderIsAwaited, DivergentIsNotBehind and StageKnowsItsBanks.
  PendingIsToBeWritten_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_pending == pending_set);

  // ComingIsOnItsWay rests on CountsAreRing, RingIsRecord and QueueIsInOrder.
  // ComingIsOnItsWay rests on SlotIsFilledOrInCompressor and DivergentIsNotCompressed.
  // ComingIsOnItsWay rests on OwedLanesAreOfWarp, OneWriterOfRegister and PendingIsToBeWritten.
  // ComingIsOnItsWay rests on OlderIsAwaited, DivergentIsNotBehind and StageKnowsItsBanks.
  ComingIsOnItsWay_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_coming == coming_set);

  // TurnIsRecord rests on CountsAreRing, CleanIsNotRefused and EarlyIsRefused.
  TurnIsRecord_A: assert property (@(posedge clock) disable iff (in_reset)
    !turn_known_q || turn_q == unit_turn);

  // WaitsIsOwedOrInside rests on CountsAreRing, RingIsRecord and OneWriterOfRegister.
  // WaitsIsOwedOrInside rests on PendingIsToBeWritten and ComingIsOnItsWay.
  WaitsIsOwedOrInside_A: assert property (@(posedge clock) disable iff (in_reset)
    waits_q == (ring_set | owed_q));

  // DivergentIsNotBehind rests on CountsAreRing, RingIsRecord and QueueIsInOrder.
  // DivergentIsNotBehind rests on SlotIsFilledOrInCompressor and DivergentIsNotCompressed.
  // DivergentIsNotBehind rests on OneWriterOfRegister, ComingIsOnItsWay and PendingIsToBeWritten.
  // DivergentIsNotBehind rests on OwedLanesAreOfWarp.
  DivergentIsNotBehind_A: assert property (@(posedge clock) disable iff (in_reset)
    (ring_uneven & coming_set) == '0);

  // StoredIsRecord rests on CountsAreRing, RingIsRecord and QueueIsInOrder.
  // StoredIsRecord rests on SlotIsFilledOrInCompressor and DivergentIsNotCompressed.
  // StoredIsRecord rests on OneWriterOfRegister, PendingIsToBeWritten and ComingIsOnItsWay.
  // StoredIsRecord rests on OwedLanesAreOfWarp, StageKnowsItsBanks and MovIsOfDivergentWriter.
  StoredIsRecord_A: assert property (@(posedge clock) disable iff (in_reset)
    stored_q == (unit_stored | queued | stage_full_set | stage_uneven_set));

  for (genvar i = 0; i < COLLECTORS; i++) begin : gen_writer
    // OlderIsAwaited rests on CountsAreRing, RingIsRecord and QueueIsInOrder.
    // OlderIsAwaited rests on SlotIsFilledOrInCompressor and DivergentIsNotCompressed.
    // OlderIsAwaited rests on OneWriterOfRegister, PendingIsToBeWritten and ComingIsOnItsWay.
    // OlderIsAwaited rests on OwedLanesAreOfWarp.
    OlderIsAwaited_A: assert property (@(posedge clock) disable iff (in_reset)
      !used[i] || unit_open_older[i] == ((writes_of[i] & coming_set) != '0));

    // Who reads is older than who writes.
    for (genvar j = 0; j < COLLECTORS; j++) begin : gen_reader
      // ReaderIsOlder rests on CountsAreRing, RingIsRecord and PendingIsToBeWritten.
      ReaderIsOlder_A: assert property (@(posedge clock) disable iff (in_reset)
        (writes_of[i] & sources_of[j]) == '0
        || PLACE_BITS'(PLACE_BITS'(j) - head_q) <= PLACE_BITS'(PLACE_BITS'(i) - head_q));
    end

    // OwedIsNotRead rests on CountsAreRing, RingIsRecord, PendingIsToBeWritten and ReaderIsOlder.
    // OwedIsNotRead rests on OneWriterOfRegister, QueueIsInOrder and SlotIsFilledOrInCompressor.
    // OwedIsNotRead rests on OlderIsAwaited.
    OwedIsNotRead_A: assert property (@(posedge clock) disable iff (in_reset)
      (sources_of[i] & (owed_q | queued_uneven | stage_uneven_set)) == '0);
  end

  // The MOV: asked for by the writer, in the slot, in the write stage.
  set_t compressed_set, mov_waits, mov_slot, mov_stage, uneven_set;
  assign compressed_set = unit_stored & (unit_range_high | unit_range_low);
  assign mov_slot = one(unit_slot_taken, unit_slot_entry);
  assign mov_stage = one(unit_stage_full && unit_stage_mov, unit_stage_entry);
  assign uneven_set = ring_uneven | owed_uneven | queued_uneven;
  always_comb begin
    mov_waits = '0;
    for (int i = 0; i < COLLECTORS; i++) if (unit_wait_mov[i]) mov_waits |= writes_of[i];
  end
  logic [4:0] mov_at;
  assign mov_at = {
    unit_slot_filled, unit_wide_valid && unit_wide_tag[1:0] == 2'd3,
    unit_fetched_valid && unit_fetched_kind == 2'd3, unit_data_valid && unit_data_kind == 2'd3,
    unit_access_valid && unit_access_kind == 2'd3
  };

  // MovIsInItsSlot rests on MovIsInItsSlot.
  MovIsInItsSlot_A: assert property (@(posedge clock) disable iff (in_reset)
    (mov_at & (mov_at - 5'd1)) == 5'd0 && unit_slot_taken == (mov_at != 5'd0)
    && (!mov_at[0] || unit_slot_entry == unit_access_entry));

  // MovIsOfDivergentWriter rests on CountsAreRing, RingIsRecord and QueueIsInOrder.
  // MovIsOfDivergentWriter rests on SlotIsFilledOrInCompressor and DivergentIsNotCompressed.
  // MovIsOfDivergentWriter rests on OneWriterOfRegister, PendingIsToBeWritten and ComingIsOnItsWay.
  // MovIsOfDivergentWriter rests on OwedLanesAreOfWarp, OpenIsOnItsWay and AccessIsOfItsRegister.
  // MovIsOfDivergentWriter rests on DivergentIsNotBehind and MovIsInItsSlot.
  // MovIsOfDivergentWriter rests on MovIsOfDivergentWriter and DivergentIsUncompressed.
  // MovIsOfDivergentWriter rests on CompressedIsKnown and StageKnowsItsBanks.
  MovIsOfDivergentWriter_A: assert property (@(posedge clock) disable iff (in_reset)
    (mov_waits & mov_slot) == '0 && (mov_waits & mov_stage) == '0
    && (mov_slot & mov_stage) == '0
    && (unit_wait_mov & ~(uneven & has_writes)) == '0
    && ((mov_waits | mov_slot | mov_stage) & ~(uneven_set & compressed_set)) == '0);

  // DivergentIsUncompressed rests on CountsAreRing, RingIsRecord and QueueIsInOrder.
  // DivergentIsUncompressed rests on SlotIsFilledOrInCompressor and DivergentIsNotCompressed.
  // DivergentIsUncompressed rests on OneWriterOfRegister and PendingIsToBeWritten.
  // DivergentIsUncompressed rests on ComingIsOnItsWay, OwedLanesAreOfWarp and OpenIsOnItsWay.
  // DivergentIsUncompressed rests on AccessIsOfItsRegister and DivergentIsNotBehind.
  // DivergentIsUncompressed rests on MovIsInItsSlot and MovIsOfDivergentWriter.
  // DivergentIsUncompressed rests on DivergentIsUncompressed and CompressedIsKnown.
  // DivergentIsUncompressed rests on StageKnowsItsBanks.
  DivergentIsUncompressed_A: assert property (@(posedge clock) disable iff (in_reset)
    (uneven_set & compressed_set & ~(mov_waits | mov_slot | mov_stage)) == '0
    && (stage_uneven_set & compressed_set) == '0);

  // CompressedIsKnown rests on CountsAreRing, RingIsRecord and QueueIsInOrder.
  // CompressedIsKnown rests on SlotIsFilledOrInCompressor and DivergentIsNotCompressed.
  // CompressedIsKnown rests on OneWriterOfRegister, PendingIsToBeWritten and ComingIsOnItsWay.
  // CompressedIsKnown rests on OwedLanesAreOfWarp, DivergentIsNotBehind and MovIsInItsSlot.
  // CompressedIsKnown rests on MovIsOfDivergentWriter and DivergentIsUncompressed.
  // CompressedIsKnown rests on CompressedIsKnown and StageKnowsItsBanks.
  CompressedIsKnown_A: assert property (@(posedge clock) disable iff (in_reset)
    (compressed_set & ~unit_compressed) == '0
    && (unit_compressed & ~compressed_set & ~(uneven_set | stage_uneven_set)) == '0);

  // The write stage and the gates.
  function automatic logic [7:0] banks_of(logic [1:0] range);
    return range == 2'd0 ? 8'hff : range == 2'd1 ? 8'h01 : range == 2'd2 ? 8'h07 : 8'h1f;
  endfunction

  logic [7:0] active;
  for (genvar i = 0; i < 8; i++) begin : gen_active
    assign active[i] = |unit_stage_mask[4*i+:4];
  end

  // StageKnowsItsBanks rests on QueueIsInOrder and SlotIsFilledOrInCompressor.
  // StageKnowsItsBanks rests on DivergentIsNotCompressed and OneWriterOfRegister.
  // StageKnowsItsBanks rests on PendingIsToBeWritten and ComingIsOnItsWay.
  StageKnowsItsBanks_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_stage_full
    ? (unit_stage_mov ? (!unit_stage_divergent && unit_stage_range == 2'd0 && &unit_stage_banks)
      : unit_stage_divergent ? (unit_stage_range == 2'd0 && unit_stage_banks == active
        && (unit_stored[unit_stage_entry] || &unit_stage_mask))
      : unit_stage_banks == banks_of(unit_stage_range))
      && (unit_stage_divergent || &unit_stage_mask)
    : unit_stage_banks == 8'd0);

  for (genvar i = 0; i < BANKS; i++) begin : gen_gate
    set_t bytes;
    assign bytes = unit_stored & (i < 1 ? '1 : i < 3 ? ~unit_range_low | unit_range_high
      : i < 5 ? ~(unit_range_low ^ unit_range_high) : ~(unit_range_low | unit_range_high));

    // HeldBytesAreKnown rests on StageKnowsItsBanks, OneWriterOfRegister and PendingIsToBeWritten.
    // HeldBytesAreKnown rests on ComingIsOnItsWay and DivergentIsUncompressed.
    HeldBytesAreKnown_A: assert property (@(posedge clock) disable iff (in_reset)
      (bytes & ~unit_gate_valid[i]) == '0
      && (unit_gate_valid[i] == '0 || unit_power[i] == 2'd2) && unit_power[i] != 2'd3
      && (unit_power[i] != 2'd1
        || (unit_waking[i] != 10'd0 && unit_waking[i] <= 10'dWAKE_DELAY)));
  end

  // EntryIsNotReadAndWritten rests on EntryIsNotReadAndWritten.
  EntryIsNotReadAndWritten_A: assert property (@(posedge clock) disable iff (in_reset)
    bank_read == '0 || bank_write == '0 || unit_access_entry != unit_stage_entry);
