  localparam int Watched = 1;
  // Nothing drives it: it is any register, chosen in reset.
  logic [9:0] some_register;
  logic [9:0] watched_q;
  logic [9:0] watched[Watched];
  assign watched[0] = watched_q;
  always_ff @(posedge clock) begin
    if (RESET) watched_q <= 11'(some_register) < 11'(unsigned'(Registers)) ? some_register : 10'd0;
  end

