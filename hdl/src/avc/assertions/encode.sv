
  // An affine vector, or not: what the lanes that are active say.
  typedef struct packed {
    logic affine;
    logic [2:0] stride;
    logic [31:0] base;
  } code_t;

  function automatic logic has_pair(input logic [31:0] active);
    has_pair = |(active & (active >> 1) & 32'h55555555);
  endfunction

  function automatic logic [31:0] step(input logic [2:0] stride);
    step = (32'd1 << stride) >> 1;
  endfunction

  function automatic logic [31:0] below_step(input logic [2:0] stride);
    below_step = step(stride) - {31'd0, stride != 3'd0};
  endfunction

  // The first code that all active lanes fit. Without an active pair stride 0 alone counts.
  function automatic code_t encode(input logic [31:0] active, input logic [1023:0] vector);
    code_t trial;
    logic [31:0] offset;
    logic none_yet;
    encode = '0;
    trial = '0;
    for (int code = 0; code < 8; code++) begin
      trial.affine = trial.stride == 3'd0 || has_pair(active);
      trial.base = 32'd0;
      offset = 32'd0;
      none_yet = 1'b1;
      for (int lane = 0; lane < 32; lane++) begin
        if (active[lane]) begin
          if (none_yet) trial.base = vector[32*lane+:32] - offset;
          if (vector[32*lane+:32] != trial.base + offset) trial.affine = 1'b0;
          none_yet = 1'b0;
        end
        offset = offset + step(trial.stride);
      end
      if ((trial.base & below_step(trial.stride)) != 32'd0) trial.affine = 1'b0;
      if (trial.affine && !encode.affine) encode = trial;
      trial.stride = trial.stride + 3'd1;
    end
  endfunction
