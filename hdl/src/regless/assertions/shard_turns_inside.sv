
  TurnsAgree_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_behind_q == (behind_q == 2'd0 ? 4'd0 : 4'hf << behind_q));

  // Who waits comes nearer with each that is taken before.
  for (genvar s = 0; s < 4; s++) begin : gen_waiting
    logic [1:0] ahead;
    assign ahead = 2'(s) - behind_q;

    WaitComesNearer_A: assert property (@(posedge clock) disable iff (in_reset)
      others_q[s] + 3'(ahead) <= 3'd3);
  end
