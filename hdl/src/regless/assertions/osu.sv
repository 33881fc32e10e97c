  // Instructions accepted and not offered, in all and of each warp, and of each tag.
  logic [7:0] inside_q;
  logic [7:0] of_warp_q[16];
  logic [7:0] of_tag_q[256];
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

  logic [7:0] taken;
  logic [7:0] owed_q;
  assign taken = queue_valid & queue_ready;

  // Requests of others that passed while one waits are not seen at the ports; what is seen is that
  // the request at the port stays there or gives way to another.
  logic waiting_q;
  logic filled_q;
  logic fills;
  assign fills = (response_valid && response_ready) || (answer_valid && answer_ready);

  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      inside_q <= 8'd0;
      owed_q <= 8'd0;
      turn_q <= 1'b0;
      waiting_q <= 1'b0;
      filled_q <= 1'b0;
      for (int unsigned w = 0; w < 16; w++) of_warp_q[w] <= 8'd0;
      for (int unsigned t = 0; t < 256; t++) of_tag_q[t] <= 8'd0;
    end else begin
      inside_q <= inside_q + 8'(enters0) + 8'(enters1) - 8'(out0_valid) - 8'(out1_valid);
      for (int unsigned w = 0; w < 16; w++) begin
        of_warp_q[w] <= of_warp_q[w] + 8'(enters0 && in0_warp == 4'(w))
            + 8'(enters1 && in1_warp == 4'(w)) - 8'(out0_valid && out0_warp == 4'(w))
            - 8'(out1_valid && out1_warp == 4'(w));
      end
      for (int unsigned t = 0; t < 256; t++) begin
        of_tag_q[t] <= of_tag_q[t] + 8'(enters0 && in0_tag == 8'(t))
            + 8'(enters1 && in1_tag == 8'(t)) - 8'(out0_valid && out0_tag == 8'(t))
            - 8'(out1_valid && out1_tag == 8'(t));
      end
      owed_q <= owed_q + 8'(unsigned'($countones(taken)))
          - 8'(unsigned'($countones(done_banks))) - 8'(fill_done);
      if (clash && (wb0_ready || wb1_ready)) turn_q <= !turn_q;
      waiting_q <= request_valid && !request_ready;
      filled_q <= fills;
    end
  end

  InstructionIsOfferedOnce_A: assert property (@(posedge clock) disable iff (in_reset)
    (!out0_valid || of_tag_q[out0_tag] > 8'(out1_valid && out1_tag == out0_tag))
    && (!out1_valid || of_tag_q[out1_tag] > 8'd0)
    && (out0_valid || !(out0_a_valid || out0_b_valid || out0_c_valid || out0_writes))
    && (out1_valid || !(out1_a_valid || out1_b_valid || out1_c_valid || out1_writes)));

  OneFillPerCycle_A: assert property (@(posedge clock) disable iff (in_reset)
    !(response_valid && answer_ready) && (!filled_q || (!response_ready && !answer_ready))
    && (answer_ready == (response_ready && !response_valid)));

  WriteBackUnitsAlternate_A: assert property (@(posedge clock) disable iff (in_reset)
    !(wb0_ready && !wb0_valid) && !(wb1_ready && !wb1_valid)
    && (!clash || !(turn_q ? wb0_ready : wb1_ready)));

  RequestsAreFair_A: assert property (@(posedge clock) disable iff (in_reset)
    (waiting_q -> request_valid) && (!request_valid -> !request_evict));

  OperationIsDoneOnce_A: assert property (@(posedge clock) disable iff (in_reset)
    owed_q >= 8'(unsigned'($countones(done_banks))) + 8'(fill_done));

  for (genvar w = 0; w < 16; w++) begin : gen_warp
    BusyUntilGranted_A: assert property (@(posedge clock) disable iff (in_reset)
      busy[w] -> of_warp_q[w] != 8'd0);
  end

  ResetEmptiesUnit_A: assert property (@(posedge clock) disable iff (in_reset)
    fresh_q -> (in0_ready && in1_ready && !out0_valid && !out1_valid && busy == 16'd0
      && done_banks == 8'd0 && !fill_done && response_ready && !request_valid));
