
  // Requests of the shards at the arbiter before the L1, and which is taken.
  logic [3:0] valid;
  logic [3:0] taken;
  assign valid = unit_asks;
  assign taken = unit_taken;
TURNS
  for (genvar s = 0; s < 4; s++) begin : gen_fair
    // ShardsShareL1Fairly rests on WaitComesNearer.
    ShardsShareL1Fairly_A: assert property (@(posedge clock) disable iff (in_reset)
      others_q[s] <= 3'd3);
  end
