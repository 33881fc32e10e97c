  localparam int unsigned Tags = 1;
  // Nothing drives it: it is any tag, chosen in reset.
  logic [7:0] some_tag;
  logic [7:0] tag_q;
  always_ff @(posedge clock) if (reset) tag_q <= some_tag;
  logic [7:0] in0_place, in1_place, out0_place, out1_place;
  logic in0_watched, in1_watched, out0_watched, out1_watched;
  assign {in0_place, in1_place, out0_place, out1_place} = '0;
  assign in0_watched = in0_tag == tag_q;
  assign in1_watched = in1_tag == tag_q;
  assign out0_watched = out0_tag == tag_q;
  assign out1_watched = out1_tag == tag_q;

