  // Registers that hold something, from the results that were accepted.
  logic [REGISTERS-1:0] stored_q;
  logic [REGISTERS-1:0] stored;
  always_comb begin
    stored = stored_q;
    if (release_ready) stored[release_register] = 1'b0;
  end

  // A write of all lanes that the warp has: the others become as lane 0. Without compression, of all lanes.
  localparam logic Compresses = 1'bCOMPRESSES;
  localparam logic Forwards = 1'bFORWARDS;

  function automatic logic divergent(logic [31:0] mask, logic [31:0] launched);
    return Compresses ? mask != launched : mask != 32'hffffffff;
  endfunction

