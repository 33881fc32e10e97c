  // What goes to each shard.
  logic [3:0] issue_ready;
  logic [3:0] issue_valid;
  logic [1:0] issue_shard[4];
  logic [3:0] wb_ready;
  logic [3:0] wb_valid;
  logic [1:0] wb_shard[4];
  assign issue_ready = {issue3_ready, issue2_ready, issue1_ready, issue0_ready};
  assign issue_valid = {issue3_valid, issue2_valid, issue1_valid, issue0_valid};
  assign issue_shard = '{issue0_warp[1:0], issue1_warp[1:0], issue2_warp[1:0], issue3_warp[1:0]};
  assign wb_ready = {wb3_ready, wb2_ready, wb1_ready, wb0_ready};
  assign wb_valid = {wb3_valid, wb2_valid, wb1_valid, wb0_valid};
  assign wb_shard = '{wb0_warp[1:0], wb1_warp[1:0], wb2_warp[1:0], wb3_warp[1:0]};

  logic [2:0] issued[4];
  logic [2:0] written[4];
  always_comb begin
    for (int unsigned s = 0; s < 4; s++) begin
      issued[s] = 3'd0;
      written[s] = 3'd0;
      for (int unsigned e = 0; e < 4; e++) begin
        issued[s] += 3'(issue_ready[e] && issue_shard[e] == 2'(s));
        written[s] += 3'(wb_ready[e] && wb_shard[e] == 2'(s));
      end
    end
  end

  // An offer is one of its warp's shard.
  logic offers_fit;
  assign offers_fit = (!out0_valid || out0_warp[1:0] == 2'd0)
      && (!out1_valid || out1_warp[1:0] == 2'd0) && (!out2_valid || out2_warp[1:0] == 2'd1)
      && (!out3_valid || out3_warp[1:0] == 2'd1) && (!out4_valid || out4_warp[1:0] == 2'd2)
      && (!out5_valid || out5_warp[1:0] == 2'd2) && (!out6_valid || out6_warp[1:0] == 2'd3)
      && (!out7_valid || out7_warp[1:0] == 2'd3);

  for (genvar s = 0; s < 4; s++) begin : gen_shard
    ResultGoesToItsShard_A: assert property (@(posedge clock) disable iff (in_reset)
      written[s] <= 3'd2 && (wb_ready & ~wb_valid) == 4'd0);

    InstructionGoesToItsShard_A: assert property (@(posedge clock) disable iff (in_reset)
      offers_fit && issued[s] <= 3'd2 && (issue_ready & ~issue_valid) == 4'd0);
  end

  ResetForgetsAll_A: assert property (@(posedge clock) disable iff (in_reset)
    fresh_q |-> (active == 64'd0 && !out0_valid && !out1_valid && !out2_valid && !out3_valid
      && !out4_valid && !out5_valid && !out6_valid && !out7_valid && !l1_valid && !l1_write
      && region_errors == 4'd0 && metadata_errors == 4'd0 && !uses_valid));
