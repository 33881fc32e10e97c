  // Instructions that were accepted and not taken, in a ring, and what their sources held.
  typedef struct packed {
    logic [7:0] tag;
    logic [2:0] sources;
    logic [2:0] stored;
    logic writes;
    logic [INDEX_MSB:0] destination;
    logic [31:0] mask;
    logic [31:0] launched;
    value_t a;
    value_t b;
    value_t c;
  } instruction_t;

  instruction_t inside_q[COLLECTORS];
  instruction_t entering0;
  instruction_t entering1;
  instruction_t oldest;
  instruction_t second;
  logic [PLACE_MSB:0] head_q;
  logic [PLACE_MSB:0] tail_q;
  logic [7:0] count_q;
  logic leaves0;
  logic leaves1;
  assign entering0 = MOV0{
    in0_tag, in0_sources,
    stored[in0_c], stored[in0_b], stored[in0_a],
    in0_writes, in0_destination, in0_mask, in0_launched,
    held(in0_a), held(in0_b), held(in0_c)
  };
  assign entering1 = MOV1{
    in1_tag, in1_sources,
    stored[in1_c], stored[in1_b], stored[in1_a],
    in1_writes, in1_destination, in1_mask, in1_launched,
    held(in1_a), held(in1_b), held(in1_c)
  };
  assign oldest = inside_q[head_q];
  assign second = inside_q[head_q+PLACE_BITS'd1];
  assign leaves0 = out0_valid && out0_ready;
  assign leaves1 = leaves0 && out1_valid && out1_ready;

  // What the execution units owe, from the cycle after an instruction was taken to its result.
  logic [REGISTERS-1:0] owed_q;
  logic [63:0] owed_lanes_q[REGISTERS];

  // A register waits for its result; when its last result was accepted, as long as that matters.
  logic [31:0] now_q;
  logic [REGISTERS-1:0] waits_q;
  logic [REGISTERS-1:0] resulted_q;
  logic [31:0] result_at_q[REGISTERS];
  logic [REGISTERS-1:0] whole_q;

  // Cycles after a result in which its register is pending; in which it may be.
  localparam logic [31:0] ShortestWrite = 32'dSHORTEST_WRITE;
  localparam logic [31:0] LongestWrite = 32'dLONGEST_WRITE;
  // Cycles after a full result in which nobody can read it.
  localparam logic [31:0] ShortestWay = 32'dSHORTEST_WAY;

  function automatic logic recent(logic [INDEX_MSB:0] register, logic [31:0] cycles);
    return waits_q[register] || (resulted_q[register]
        && now_q - result_at_q[register] <= cycles);
  endfunction

  // What is not compressed is written two cycles after its result at the earliest.
  function automatic logic [31:0] shortest(logic [INDEX_MSB:0] register);
    return whole_q[register] ? ShortestWrite : 32'd2;
  endfunction

  function automatic logic early(logic [INDEX_MSB:0] register);
    return recent(register, Forwards && whole_q[register] ? ShortestWay : shortest(register));
  endfunction

  // Whether an instruction names a register that is pending, or may be.
  logic pending0;
  logic pending1;
  logic clean0;
  logic clean1;
  assign pending0 = (in0_sources[0] && early(in0_a)) || (in0_sources[1] && early(in0_b))
      || (in0_sources[2] && early(in0_c)) || (in0_writes && early(in0_destination))
      || (Compresses && in0_writes && in0_mask != in0_launched
        && recent(in0_destination, shortest(in0_destination)));
  assign pending1 = (in1_sources[0] && early(in1_a)) || (in1_sources[1] && early(in1_b))
      || (in1_sources[2] && early(in1_c)) || (in1_writes && early(in1_destination))
      || (Compresses && in1_writes && in1_mask != in1_launched
        && recent(in1_destination, shortest(in1_destination)));
  assign clean0 = !(in0_sources[0] && recent(in0_a, LongestWrite))
      && !(in0_sources[1] && recent(in0_b, LongestWrite))
      && !(in0_sources[2] && recent(in0_c, LongestWrite))
      && !(in0_writes && recent(in0_destination, LongestWrite));
  assign clean1 = !(in1_sources[0] && recent(in1_a, LongestWrite))
      && !(in1_sources[1] && recent(in1_b, LongestWrite))
      && !(in1_sources[2] && recent(in1_c, LongestWrite))
      && !(in1_writes && recent(in1_destination, LongestWrite));

  // Contention, as far as it is certain; whether the turn is known.
  logic room;
  logic clash;
  logic either;
  logic contention;
  logic turn_q;
  logic turn_known_q;
  assign room = count_q != 8'dCOLLECTORS;
  assign clash = in0_writes && ((in1_sources[0] && in1_a == in0_destination)
      || (in1_sources[1] && in1_b == in0_destination)
      || (in1_sources[2] && in1_c == in0_destination)
      || (in1_writes && in1_destination == in0_destination));
  assign either = in0_valid && in1_valid && room && (clash || count_q == 8'dCOLLECTORS - 8'd1);
  assign contention = either && clean0 && clean1;

  // Cycles in which the oldest instruction was not offered.
  logic [31:0] late_q;

  // What the counters count, and MOVs at most: divergent instructions, and full results, as long as
  // these have not wrapped.
  logic [31:0] read_events_q;
  logic [31:0] write_events_q;
  logic [31:0] forward_events_q;
  logic [31:0] forwards_q;
  logic [31:0] reads_q;
  logic [31:0] writes_q;
  logic [BANKS-1:0] was_gated_q;
  logic [31:0] gated_cycles_q[32];
  logic [31:0] divergent_q;
  logic [31:0] full_q;
  logic [1:0] over_q;
  logic [32:0] divergent_d;
  logic [32:0] full_d;
  assign divergent_d = 33'(divergent_q)
      + 33'(in0_ready && in0_writes && divergent(in0_mask, in0_launched))
      + 33'(in1_ready && in1_writes && divergent(in1_mask, in1_launched));
  assign full_d = 33'(full_q)
      + 33'(wb0_valid && wb0_ready && !divergent(wb0_mask, wb0_launched))
      + 33'(wb1_valid && wb1_ready && !divergent(wb1_mask, wb1_launched));

  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      stored_q <= '0;
      head_q <= '0;
      tail_q <= '0;
      count_q <= 8'd0;
      now_q <= 32'd0;
      owed_q <= '0;
      waits_q <= '0;
      resulted_q <= '0;
      whole_q <= '0;
      turn_q <= 1'b0;
      turn_known_q <= 1'b1;
      late_q <= 32'd0;
      read_events_q <= 32'd0;
      write_events_q <= 32'd0;
      forward_events_q <= 32'd0;
      forwards_q <= 32'd0;
      reads_q <= 32'd0;
      writes_q <= 32'd0;
      was_gated_q <= '0;
      divergent_q <= 32'd0;
      full_q <= 32'd0;
      over_q <= 2'd0;
      for (int i = 0; i < 32; i++) gated_cycles_q[i] <= 32'd0;
    end else begin
      now_q <= now_q + 32'd1;
      // One register after the other is forgotten, before the time comes round again.
      if (now_q - result_at_q[now_q[INDEX_MSB:0]] > LongestWrite)
        resulted_q[now_q[INDEX_MSB:0]] <= 1'b0;
      stored_q <= stored;
      if (leaves0 && out0_writes) begin
        owed_q[out0_destination] <= 1'b1;
        owed_lanes_q[out0_destination] <= {oldest.launched, oldest.mask};
      end
      if (leaves1 && out1_writes) begin
        owed_q[out1_destination] <= 1'b1;
        owed_lanes_q[out1_destination] <= {second.launched, second.mask};
      end
      if (wb0_valid && wb0_ready) owed_q[wb0_register] <= 1'b0;
      if (wb1_valid && wb1_ready) owed_q[wb1_register] <= 1'b0;
      if (in0_ready) begin
        inside_q[tail_q] <= entering0;
        if (in0_writes) waits_q[in0_destination] <= 1'b1;
      end
      if (in1_ready) begin
        inside_q[tail_q+PLACE_BITS'(in0_ready)] <= entering1;
        if (in1_writes) waits_q[in1_destination] <= 1'b1;
      end
      tail_q <= tail_q + PLACE_BITS'(in0_ready) + PLACE_BITS'(in1_ready);
      head_q <= head_q + PLACE_BITS'(leaves0) + PLACE_BITS'(leaves1);
      count_q <= count_q + 8'(in0_ready) + 8'(in1_ready) - 8'(leaves0) - 8'(leaves1);
      if (wb0_valid && wb0_ready) begin
        whole_q[wb0_register] <= !divergent(wb0_mask, wb0_launched);
        stored_q[wb0_register] <= 1'b1;
        waits_q[wb0_register] <= 1'b0;
        resulted_q[wb0_register] <= 1'b1;
        result_at_q[wb0_register] <= now_q;
      end
      if (wb1_valid && wb1_ready) begin
        whole_q[wb1_register] <= !divergent(wb1_mask, wb1_launched);
        stored_q[wb1_register] <= 1'b1;
        waits_q[wb1_register] <= 1'b0;
        resulted_q[wb1_register] <= 1'b1;
        result_at_q[wb1_register] <= now_q;
      end
      if (contention) begin
        turn_q <= in0_ready;
        turn_known_q <= 1'b1;
      end else if (either && !pending0 && !pending1) begin
        turn_known_q <= 1'b0;
      end
      if (out0_valid || count_q == 8'd0) late_q <= 32'd0;
      else late_q <= late_q + 32'd1;
      read_events_q <= unsigned'($countones(bank_read));
      write_events_q <= unsigned'($countones(bank_write));
      forward_events_q <= unsigned'($countones(bank_forward));
      forwards_q <= forwards_q + forward_events_q;
      reads_q <= reads_q + read_events_q;
      writes_q <= writes_q + write_events_q;
      was_gated_q <= bank_gated;
      for (int i = 0; i < BANKS; i++) begin
        gated_cycles_q[i] <= gated_cycles_q[i] + 32'(was_gated_q[i]);
      end
      divergent_q <= divergent_d[31:0];
      full_q <= full_d[31:0];
      over_q <= over_q | {full_d[32], divergent_d[32]};
    end
  end

  // The banks that a cluster reads.
  logic [CLUSTERS-1:0] reads_legal;
  always_comb begin
    for (int k = 0; k < CLUSTERS; k++) begin
      reads_legal[k] = (bank_read[8*k+:8] inside {LEGAL_READS})
          && (bank_forward[8*k+:8] inside {LEGAL_READS})
          && (bank_read[8*k+:8] == 8'd0 || bank_forward[8*k+:8] == 8'd0)
          && (Forwards || bank_forward[8*k+:8] == 8'd0);
    end
  end

  // What was offered a cycle ago, of which at most the oldest has left; banks that were accessed then.
  logic offered_q;
  logic left_q;
  logic both_q;
  logic [7:0] tag0_q;
  logic [7:0] tag1_q;
  logic [BANKS-1:0] accessed_q;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      offered_q <= 1'b0;
      accessed_q <= BANKS'd0;
    end else begin
      offered_q <= out0_valid && !leaves1;
      accessed_q <= bank_read | bank_write;
    end
  end
  always_ff @(posedge clock) begin
    left_q <= leaves0;
    both_q <= out1_valid;
    tag0_q <= out0_tag;
    tag1_q <= out1_tag;
  end

  // What the contract allows to come in.
  InstructionWritesLanesOfItsWarp_M: assume property (@(posedge clock) disable iff (in_reset)
    !(in0_valid && in0_writes && (in0_mask & ~in0_launched) != 32'd0)
    && !(in1_valid && in1_writes && (in1_mask & ~in1_launched) != 32'd0));

  ResultIsOwed_M: assume property (@(posedge clock) disable iff (in_reset)
    (!wb0_valid || (owed_q[wb0_register]
      && {wb0_launched, wb0_mask} == owed_lanes_q[wb0_register]))
    && (!wb1_valid || (owed_q[wb1_register]
      && {wb1_launched, wb1_mask} == owed_lanes_q[wb1_register])));

  ResultsAreOfTwoRegisters_M: assume property (@(posedge clock) disable iff (in_reset)
    !(wb0_valid && wb1_valid && wb0_register == wb1_register));

  ReadIsLastWrite_A: assert property (@(posedge clock) disable iff (in_reset)
    (!out0_a_valid || is_value(out0_a, oldest.a)) && (!out0_b_valid || is_value(out0_b, oldest.b))
    && (!out0_c_valid || is_value(out0_c, oldest.c))
    && (!out1_a_valid || is_value(out1_a, second.a))
    && (!out1_b_valid || is_value(out1_b, second.b))
    && (!out1_c_valid || is_value(out1_c, second.c)));

  OrderIsAcceptance_A: assert property (@(posedge clock) disable iff (in_reset)
    (!out0_valid || (count_q != 8'd0 && out0_tag == oldest.tag
      && {out0_c_valid, out0_b_valid, out0_a_valid} == oldest.sources
      && out0_writes == oldest.writes && (!out0_writes
        || (out0_destination == oldest.destination && out0_mask == oldest.mask))))
    && (!out1_valid || (count_q > 8'd1 && out1_tag == second.tag
      && {out1_c_valid, out1_b_valid, out1_a_valid} == second.sources
      && out1_writes == second.writes && (!out1_writes
        || (out1_destination == second.destination && out1_mask == second.mask)))));

  OffersAreHeld_A: assert property (@(posedge clock) disable iff (in_reset)
    offered_q
    -> ((left_q || (out0_valid && out0_tag == tag0_q))
        && (!both_q || ((left_q ? out0_valid : out1_valid)
                        && (left_q ? out0_tag : out1_tag) == tag1_q))));

  HazardsAreRefused_A: assert property (@(posedge clock) disable iff (in_reset)
    !(in0_ready && pending0) && !(in1_ready && pending1) && !(in0_ready && in1_ready && clash));

  ContentionAlternates_A: assert property (@(posedge clock) disable iff (in_reset)
    contention -> (in0_ready != in1_ready && (!turn_known_q || in1_ready == turn_q)));

  BanksMatchRange_A: assert property (@(posedge clock) disable iff (in_reset) (&reads_legal));

  GatedBankIsNotAccessed_A: assert property (@(posedge clock) disable iff (in_reset)
    ((bank_read | bank_write) & (bank_isolate | bank_gated)) == BANKS'd0);

  EmptyBankIsGated_A: assert property (@(posedge clock) disable iff (in_reset)
    (bank_gated & accessed_q) == BANKS'd0);

  MovOnlyWhenNeeded_A: assert property (@(posedge clock) disable iff (in_reset)
    MOV_CLAIM);

  OldestIsOfferedInTime_A: assert property (@(posedge clock) disable iff (in_reset)
    late_q <= 32'dOFFER_BOUND);

  WriteIsDoneInTime_A: assert property (@(posedge clock) disable iff (in_reset)
    ((in0_valid && !in1_valid && room && clean0) -> in0_ready)
    && ((in1_valid && !in0_valid && room && clean1) -> in1_ready));

  ReleaseForgets_A: assert property (@(posedge clock) disable iff (in_reset)
    !(out0_a_valid && !oldest.stored[0] && out0_a != 1024'd0)
    && !(out0_b_valid && !oldest.stored[1] && out0_b != 1024'd0)
    && !(out0_c_valid && !oldest.stored[2] && out0_c != 1024'd0)
    && !(out1_a_valid && !second.stored[0] && out1_a != 1024'd0)
    && !(out1_b_valid && !second.stored[1] && out1_b != 1024'd0)
    && !(out1_c_valid && !second.stored[2] && out1_c != 1024'd0));

  CountersAddUp_A: assert property (@(posedge clock) disable iff (in_reset)
    (counter_select != 6'd0 || counter_value == reads_q)
    && (counter_select != 6'd1 || counter_value == writes_q)
    && (counter_select != 6'd11 || counter_value == forwards_q)
    && (counter_select < 6'd12 || counter_select > 6'd31 || counter_value == 32'd0)
    && (counter_select < 6'd32 || counter_value == gated_cycles_q[counter_select[4:0]]));

  TwoInstructionsPerCycle_A: assert property (@(posedge clock) disable iff (in_reset)
    (in0_valid && in1_valid && count_q <= 8'dCOLLECTORS - 8'd2 && clean0 && clean1 && !clash)
    -> (in0_ready && in1_ready));

  ResetEmptiesFile_A: assert property (@(posedge clock) disable iff (in_reset)
    fresh_q -> (!out0_valid && !out1_valid && bank_read == BANKS'd0 && bank_write == BANKS'd0
      && bank_forward == BANKS'd0
      && bank_gated == ALL_GATED && counter_value == 32'd0 && wb0_ready && wb1_ready));
