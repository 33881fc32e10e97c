  logic metadata_error_q;
  logic [3:0] metadata_error_warp_q;
  logic word_q;
  logic [3:0] word_warp_q;

  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      metadata_error_q <= 1'b0;
      word_q <= 1'b0;
    end else begin
      metadata_error_q <= metadata_error;
      word_q <= meta_valid && meta_ready;
    end
  end
  always_ff @(posedge clock) begin
    metadata_error_warp_q <= metadata_error_warp;
    word_warp_q <= meta_warp;
  end

  BadMetadataIsReported_A: assert property (@(posedge clock) disable iff (in_reset)
    (metadata_error_q -> (metadata_error && metadata_error_warp == metadata_error_warp_q))
    && (uses_valid -> (word_q && uses_warp == word_warp_q)));

  ResetForgetsShard_A: assert property (@(posedge clock) disable iff (in_reset)
    fresh_q -> (active == 16'd0 && !uses_valid && !out0_valid && !out1_valid && !l1_valid
      && !l1_write && !region_error && !metadata_error && issue0_ready && issue1_ready));
