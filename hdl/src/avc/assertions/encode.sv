
  // An affine vector, or not: what the lanes that are active say, code by code.
  typedef struct packed {
    logic affine;
    logic [2:0] stride;
    logic [31:0] base;
  } code_t;

  function automatic logic has_pair(input logic [31:0] mask);
    has_pair = |(mask & (mask >> 1) & 32'h55555555);
  endfunction

  function automatic logic [31:0] step(input logic [2:0] stride);
    step = (32'd1 << stride) >> 1;
  endfunction

  // With an active pair at most one code fits; without, stride 0 alone counts.
  function automatic code_t encode(input logic [31:0] mask, input logic [1023:0] data);
    logic [31:0] base;
    logic [31:0] low;
    logic fits;
    encode = '0;
    for (int code = 7; code >= 0; code--) begin
      base = 32'd0;
      for (int lane = 31; lane >= 0; lane--) begin
        if (mask[lane]) base = data[32*lane+:32] - 32'(lane) * step(3'(code));
      end
      low = step(3'(code)) == 32'd0 ? 32'd0 : step(3'(code)) - 32'd1;
      fits = (base & low) == 32'd0;
      for (int lane = 0; lane < 32; lane++) begin
        if (mask[lane] && data[32*lane+:32] != base + 32'(lane) * step(3'(code))) fits = 1'b0;
      end
      if (fits && (code == 0 || has_pair(mask))) encode = {1'b1, 3'(code), base};
    end
  endfunction
