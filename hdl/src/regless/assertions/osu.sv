SHADOWS
  // Instructions accepted and not offered, of each warp, and of each tag that is watched.
  logic [7:0] of_warp_q[16];
  logic [7:0] of_tag_q[Tags];
  logic enters0;
  logic enters1;
  assign enters0 = in0_valid && in0_ready;
  assign enters1 = in1_valid && in1_ready;

  logic [2:0] bank0;
  logic [2:0] bank1;
  logic clash;
  logic turn_q;
  assign bank0 = 3'(6'(wb0_warp) + wb0_register);
  assign bank1 = 3'(6'(wb1_warp) + wb1_register);
  assign clash = wb0_valid && wb1_valid && bank0 == bank1;

  // Operations that are not done, and fetches that are not answered. They are counted for as long as every
  // operation has a kind and stays as it is while it is refused, no answer comes that was not asked for, and
  // no more are out than there are lines.
  logic [7:0] taken;
  logic fills;
  logic [11:0] owed_q;
  logic [11:0] asked_q;
  logic [7:0] of_no_kind;
  logic [7:0] refused_q;
  logic [11:0] offered_q[8];
  logic [7:0] changed;
  logic lawful_q;
  logic lawful;
  assign taken = queue_valid & queue_ready;
  assign fills = (response_valid && response_ready) || (answer_valid && answer_ready);
  for (genvar b = 0; b < 8; b++) begin : gen_kind
    logic [11:0] offered;
    assign offered = {queue_kinds[2*b+:2], queue_warps[4*b+:4], queue_registers[6*b+:6]};
    assign of_no_kind[b] = taken[b] && queue_kinds[2*b+:2] == 2'd0;
    assign changed[b] = refused_q[b] && queue_valid[b] && offered != offered_q[b];
    always_ff @(posedge clock) offered_q[b] <= offered;
  end
  assign lawful = lawful_q && of_no_kind == 8'd0 && changed == 8'd0 && (!fills || asked_q != 12'd0)
      && asked_q <= 12'd8 << ENTRY_BITS;

  // Requests of others that passed while one waits are not seen at the ports; what is seen is that
  // the request at the port stays there or gives way to another.
  logic waiting_q;
  // Of two that fill in one cycle the L1's goes first.
  logic turn_of_l1_q;

  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      owed_q <= 12'd0;
      asked_q <= 12'd0;
      lawful_q <= 1'b1;
      turn_q <= 1'b0;
      refused_q <= 8'd0;
      waiting_q <= 1'b0;
      turn_of_l1_q <= 1'b0;
      for (int unsigned w = 0; w < 16; w++) of_warp_q[w] <= 8'd0;
      for (int unsigned t = 0; t < Tags; t++) of_tag_q[t] <= 8'd0;
    end else begin
      for (int unsigned w = 0; w < 16; w++) begin
        of_warp_q[w] <= of_warp_q[w] + 8'(enters0 && in0_warp == 4'(w))
            + 8'(enters1 && in1_warp == 4'(w)) - 8'(out0_valid && out0_warp == 4'(w))
            - 8'(out1_valid && out1_warp == 4'(w));
      end
      for (int unsigned t = 0; t < Tags; t++) begin
        of_tag_q[t] <= of_tag_q[t] + 8'(enters0 && in0_watched && in0_place == 8'(t))
            + 8'(enters1 && in1_watched && in1_place == 8'(t))
            - 8'(out0_valid && out0_watched && out0_place == 8'(t))
            - 8'(out1_valid && out1_watched && out1_place == 8'(t));
      end
      owed_q <= owed_q + 12'(unsigned'($countones(taken)))
          - 12'(unsigned'($countones(done_banks))) - 12'(fill_done);
      asked_q <= asked_q - 12'(fills)
          + 12'(request_valid && request_ready && (request_kind == 2'd1 || request_kind == 2'd2));
      lawful_q <= lawful;
      if (clash && (wb0_ready || wb1_ready)) turn_q <= !turn_q;
      refused_q <= queue_valid & ~queue_ready;
      waiting_q <= request_valid && !request_ready;
      if (fills) turn_of_l1_q <= response_valid && !response_ready;
    end
  end

  InstructionIsOfferedOnce_A: assert property (@(posedge clock) disable iff (in_reset)
    (!(out0_valid && out0_watched)
      || of_tag_q[out0_place] > 8'(out1_valid && out1_tag == out0_tag))
    && (!(out1_valid && out1_watched) || of_tag_q[out1_place] > 8'd0)
    && (out0_valid || !(out0_a_valid || out0_b_valid || out0_c_valid || out0_writes))
    && (out1_valid || !(out1_a_valid || out1_b_valid || out1_c_valid || out1_writes)));

  OneFillPerCycle_A: assert property (@(posedge clock) disable iff (in_reset)
    !(response_ready && !response_valid) && !(answer_ready && !answer_valid)
    && !(response_ready && answer_ready)
    && (!(response_valid && answer_valid) || !(turn_of_l1_q ? answer_ready : response_ready)));

  WriteBackUnitsAlternate_A: assert property (@(posedge clock) disable iff (in_reset)
    !(wb0_ready && !wb0_valid) && !(wb1_ready && !wb1_valid)
    && (!clash || !(turn_q ? wb0_ready : wb1_ready)));

  RequestsAreFair_A: assert property (@(posedge clock) disable iff (in_reset)
    (waiting_q -> request_valid) && (!request_valid -> !request_evict));

  OperationIsDoneOnce_A: assert property (@(posedge clock) disable iff (in_reset)
    lawful_q -> owed_q >= 12'(unsigned'($countones(done_banks))) + 12'(fill_done));

  for (genvar w = 0; w < 16; w++) begin : gen_warp
    BusyUntilGranted_A: assert property (@(posedge clock) disable iff (in_reset)
      busy[w] -> of_warp_q[w] != 8'd0);
  end

  ResetEmptiesUnit_A: assert property (@(posedge clock) disable iff (in_reset)
    fresh_q -> (in0_ready && in1_ready && !out0_valid && !out1_valid && busy == 16'd0
      && done_banks == 8'd0 && !fill_done && !request_valid));
