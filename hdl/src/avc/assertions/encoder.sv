
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
  logic uniform_fits;
  logic [2:0] uniform_stride;
  logic [31:0] uniform_base;
  assign mask = mask_q[Latency-1];
  assign data = data_q[Latency-1];
  assign {uniform_fits, uniform_stride, uniform_base} = fit(3'd0, mask, data);

  for (genvar i = 0; i < 32; i++) begin : gen_lane
    DecodingReturnsActiveLanes_A: assert property (@(posedge clock) disable iff (in_reset)
      (out_affine && mask[i])
      -> (out_base + way(5'(unsigned'(i)), out_stride) == data[32*i+:32]));
  end

  WithoutPairOnlyUniformIsAffine_A: assert property (@(posedge clock) disable iff (in_reset)
    (out_valid && !has_pair(mask))
    -> (out_affine == uniform_fits
         && (!out_affine || {out_stride, out_base} == {uniform_stride, uniform_base})));

  EmptyMaskIsAffine_A: assert property (@(posedge clock) disable iff (in_reset)
    (out_valid && mask == 32'd0) -> (out_affine && {out_stride, out_base} == 35'd0));

  BaseIsAligned_A: assert property (@(posedge clock) disable iff (in_reset)
    out_affine -> ((out_base & below_step(out_stride)) == 32'd0));

  // Active lanes alone fit one code at most; what they fit is what comes out.
  for (genvar c = 0; c < 8; c++) begin : gen_code
    code_t code;
    assign code = fit(3'(unsigned'(c)), mask, data);

    RestrictedFormIsRecognised_A: assert property (@(posedge clock) disable iff (in_reset)
      (out_valid && has_pair(mask) && code.affine)
      -> (out_affine && {out_stride, out_base} == {code.stride, code.base}));

    InactiveLanesAreIgnored_A: assert property (@(posedge clock) disable iff (in_reset)
      out_valid
      -> ((out_affine && out_stride == code.stride) == code.affine
           && (!code.affine || out_base == code.base)));
  end

  AffineImpliesValid_A: assert property (@(posedge clock) disable iff (in_reset)
    out_affine -> out_valid);
