  localparam int Watched = 4;
  logic [9:0] watched[Watched];
  for (genvar g = 0; g < Watched; g++) begin : gen_watched
    assign watched[g] = 10'(unsigned'((g + 1) * (Registers / 4) - 2));
  end

