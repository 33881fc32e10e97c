  // What a lane of a register holds, any of both: nothing drives them, they are chosen in reset.
  logic [INDEX_MSB:0] some_register;
  logic [4:0] some_lane;
  logic [INDEX_MSB:0] watched_q;
  logic [4:0] lane_q;
  always_ff @(posedge clock) begin
    if (RESET) begin
      watched_q <= some_register;
      lane_q <= some_lane;
    end
  end

  function automatic logic [31:0] its_lane(logic [1023:0] data);
    return data[32*lane_q+:32];
  endfunction

  // Whether a register is that one, and what it holds; 0 if it is not stored.
  typedef logic [32:0] value_t;
  logic [31:0] value_q;

  function automatic value_t held(logic [INDEX_MSB:0] register);
    return {register == watched_q, stored[watched_q] ? value_q : 32'd0};
  endfunction

  function automatic logic is_value(logic [1023:0] read, value_t value);
    return !value[32] || its_lane(read) == value[31:0];
  endfunction

  // Lanes that the warp does not have are as lane 0 when all others are written.
  function automatic logic [31:0] written(logic [31:0] mask, logic [31:0] launched,
                                          logic [1023:0] data);
    if (!divergent(mask, launched)) return launched[lane_q] ? its_lane(data) : data[31:0];
    if (mask[lane_q]) return its_lane(data);
    return stored[watched_q] ? value_q : 32'd0;
  endfunction

  always_ff @(posedge clock) begin
    if (wb0_valid && wb0_ready && wb0_register == watched_q)
      value_q <= written(wb0_mask, wb0_launched, wb0_data);
    if (wb1_valid && wb1_ready && wb1_register == watched_q)
      value_q <= written(wb1_mask, wb1_launched, wb1_data);
  end

