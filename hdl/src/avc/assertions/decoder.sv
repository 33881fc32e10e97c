
  logic [31:0] base_q;
  logic [2:0] stride_q;
  always_ff @(posedge clock) begin
    base_q <= in_base;
    stride_q <= in_stride;
  end

  LaneZeroIsBase_A: assert property (@(posedge clock) disable iff (in_reset)
    out_valid -> (out_data[31:0] == base_q));

  for (genvar i = 1; i < 32; i++) begin : gen_lane
    NeighboursDifferByStride_A: assert property (@(posedge clock) disable iff (in_reset)
      out_valid -> (out_data[32*i+:32] == out_data[32*i-32+:32] + ((32'd1 << stride_q) >> 1)));
  end
