// Of one register, any: no two lines hold it.
module TOP (
  input logic clock,
  input logic reset,
  input logic [LINES-1:0] valid_q,
  input logic [9:0] tag_q[LINES]
);

  // Nothing drives it: it is any register, chosen in reset.
  logic [9:0] some_register;
  logic [9:0] register_q;
  always_ff @(posedge clock) if (reset) register_q <= some_register;

  logic [LINES-1:0] holds;
  for (genvar i = 0; i < LINES; i++) begin : gen_line
    assign holds[i] = valid_q[i] && tag_q[i] == register_q;
  end

IN_RESET
  RegisterIsInOneLine_A: assert property (@(posedge clock) disable iff (in_reset)
    (holds & (holds - LINES'(1))) == '0);

endmodule

bind UNIT TOP u_properties (.*);
