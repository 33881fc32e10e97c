
  // The register, from those bytes of the form that range says are there.
  logic [1:0] range;
  logic [1023:0] form;
  logic [1023:0] expected;
  logic [7:0] low;
  logic [7:0] high;
  assign range = range_q[Latency-1];
  assign form = form_q[Latency-1];
  always_comb begin
    expected[31:0] = form[31:0];
    for (int i = 1; i < 32; i++) begin
      low = range[1] ? form[8*i+24+:8] : 8'd0;
      high = (range == 2'd3) ? form[8*i+272+:8] : {8{low[7]}};
      expected[32*i+:32] = form[31:0] + {{16{high[7]}}, high, low};
      if (range == 2'd0) expected[32*i+:32] = form[32*i+:32];
    end
  end

  LaneZeroIsBase_A: assert property (@(posedge clock) disable iff (in_reset)
    out_valid -> (out_data[31:0] == form[31:0]));

  // Lane by lane: solvers answer many small questions sooner than a large one.
  for (genvar i = 0; i < 32; i++) begin : gen_lane
    OutsideFormIsIgnored_A: assert property (@(posedge clock) disable iff (in_reset)
      out_valid -> (out_data[32*i+:32] == expected[32*i+:32]));
  end
