
  logic [31:0] mask_q[Latency];
  logic [1023:0] data_q[Latency];
  always_ff @(posedge clock) begin
    mask_q[0] <= in_mask;
    data_q[0] <= in_data;
    for (int i = 1; i < Latency; i++) begin
      mask_q[i] <= mask_q[i-1];
      data_q[i] <= data_q[i-1];
    end
  end

  logic [31:0] mask;
  logic [1023:0] data;
  code_t expected;
  assign mask = mask_q[Latency-1];
  assign data = data_q[Latency-1];
  assign expected = encode(mask, data);

  for (genvar i = 0; i < 32; i++) begin : gen_lane
    DecodingReturnsActiveLanes_A: assert property (@(posedge clock) disable iff (in_reset)
      (out_affine && mask[i])
      -> (out_base + unsigned'(i) * step(out_stride) == data[32*i+:32]));
  end

  RestrictedFormIsRecognised_A: assert property (@(posedge clock) disable iff (in_reset)
    (out_valid && has_pair(mask) && expected.affine)
    -> (out_affine && {out_stride, out_base} == {expected.stride, expected.base}));

  WithoutPairOnlyUniformIsAffine_A: assert property (@(posedge clock) disable iff (in_reset)
    (out_valid && !has_pair(mask))
    -> (out_affine == expected.affine
         && (!out_affine || {out_stride, out_base} == {3'd0, expected.base})));

  EmptyMaskIsAffine_A: assert property (@(posedge clock) disable iff (in_reset)
    (out_valid && mask == 32'd0) -> (out_affine && {out_stride, out_base} == 35'd0));

  BaseIsAligned_A: assert property (@(posedge clock) disable iff (in_reset)
    out_affine -> ((out_base & below_step(out_stride)) == 32'd0));

  InactiveLanesAreIgnored_A: assert property (@(posedge clock) disable iff (in_reset)
    out_valid
    -> (out_affine == expected.affine
         && (!out_affine || {out_stride, out_base} == {expected.stride, expected.base})));

  AffineImpliesValid_A: assert property (@(posedge clock) disable iff (in_reset)
    out_affine -> out_valid);
