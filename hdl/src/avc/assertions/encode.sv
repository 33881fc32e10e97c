
  // An affine vector, or not: what the lanes that are active say.
  typedef struct packed {
    logic affine;
    logic [2:0] stride;
    logic [31:0] base;
  } code_t;

  function automatic logic has_pair(input logic [31:0] covered);
    has_pair = |(covered & (covered >> 1) & 32'h55555555);
  endfunction

  // How far a lane is from lane 0.
  function automatic logic [31:0] way(input logic [4:0] lane, input logic [2:0] stride);
    way = stride == 3'd0 ? 32'd0 : 32'(lane) << (stride - 3'd1);
  endfunction

  function automatic logic [31:0] below_step(input logic [2:0] stride);
    below_step = way(5'd1, stride) - {31'd0, stride != 3'd0};
  endfunction

  // The base that the first active lane gives when the stride has this code, and whether all fit.
  function automatic code_t fit(input logic [2:0] stride, input logic [31:0] covered,
                                input logic [1023:0] vector);
    logic [31:0] lowest;
    logic [4:0] place;
    lowest = 32'd0;
    place = 5'd0;
    for (int lane = 31; lane >= 0; lane--) begin
      if (covered[lane]) {lowest, place} = {vector[32*lane+:32], 5'(lane)};
    end
    fit.stride = stride;
    fit.base = lowest - way(place, stride);
    // Without an active pair stride 0 alone counts.
    fit.affine = (stride == 3'd0 || has_pair(covered)) && (fit.base & below_step(stride)) == 32'd0;
    for (int unsigned lane = 0; lane < 32; lane++) begin
      if (covered[lane] && vector[32*lane+:32] != fit.base + way(5'(lane), stride)) begin
        fit.affine = 1'b0;
      end
    end
  endfunction
