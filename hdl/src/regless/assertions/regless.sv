  // What goes to each shard.
  logic [3:0] issue_ready;
  logic [3:0] issue_valid;
  logic [5:0] issue_warp[4];
  logic [3:0] wb_ready;
  logic [3:0] wb_valid;
  logic [5:0] wb_warp[4];
  assign issue_ready = {issue3_ready, issue2_ready, issue1_ready, issue0_ready};
  assign issue_valid = {issue3_valid, issue2_valid, issue1_valid, issue0_valid};
  assign issue_warp = '{issue0_warp, issue1_warp, issue2_warp, issue3_warp};
  assign wb_ready = {wb3_ready, wb2_ready, wb1_ready, wb0_ready};
  assign wb_valid = {wb3_valid, wb2_valid, wb1_valid, wb0_valid};
  assign wb_warp = '{wb0_warp, wb1_warp, wb2_warp, wb3_warp};

  logic [2:0] issued[4];
  logic [2:0] written[4];
  always_comb begin
    for (int unsigned s = 0; s < 4; s++) begin
      issued[s] = 3'd0;
      written[s] = 3'd0;
      for (int unsigned e = 0; e < 4; e++) begin
        issued[s] += 3'(issue_ready[e] && issue_warp[e][1:0] == 2'(s));
        written[s] += 3'(wb_ready[e] && wb_warp[e][1:0] == 2'(s));
      end
    end
  end

  // An offer is one of its warp's shard: two of each.
  logic [7:0] out_valid;
  logic [5:0] out_warp[8];
  assign out_valid = {
    out7_valid, out6_valid, out5_valid, out4_valid, out3_valid, out2_valid, out1_valid, out0_valid
  };
  assign out_warp = '{
    out0_warp, out1_warp, out2_warp, out3_warp, out4_warp, out5_warp, out6_warp, out7_warp
  };
  logic offers_fit;
  always_comb begin
    offers_fit = 1'b1;
    for (int unsigned o = 0; o < 8; o++)
      if (out_valid[o] && out_warp[o][1:0] != 2'(o / 2)) offers_fit = 1'b0;
  end

  for (genvar s = 0; s < 4; s++) begin : gen_shard
    ResultGoesToItsShard_A: assert property (@(posedge clock) disable iff (in_reset)
      written[s] <= 3'd2 && (wb_ready & ~wb_valid) == 4'd0);

    InstructionGoesToItsShard_A: assert property (@(posedge clock) disable iff (in_reset)
      offers_fit && issued[s] <= 3'd2 && (issue_ready & ~issue_valid) == 4'd0);
  end

  ResetForgetsAll_A: assert property (@(posedge clock) disable iff (in_reset)
    fresh_q -> (active == 64'd0 && out_valid == 8'd0 && !l1_valid && !l1_write
      && region_errors == 4'd0 && metadata_errors == 4'd0 && !uses0_valid && !uses1_valid
      && !uses2_valid && !uses3_valid));
