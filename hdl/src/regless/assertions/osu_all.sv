  localparam int unsigned Tags = 256;
  logic [7:0] in0_place, in1_place, out0_place, out1_place;
  logic in0_watched, in1_watched, out0_watched, out1_watched;
  assign {in0_watched, in1_watched, out0_watched, out1_watched} = '1;
  assign in0_place = in0_tag;
  assign in1_place = in1_tag;
  assign out0_place = out0_tag;
  assign out1_place = out1_tag;

