  // What each register holds; 0 if it is not stored.
  typedef logic [1023:0] value_t;
  value_t value_q[REGISTERS];

  function automatic value_t held(logic [INDEX_MSB:0] register);
    return stored[register] ? value_q[register] : 1024'd0;
  endfunction

  function automatic logic is_value(logic [1023:0] read, value_t value);
    return read == value;
  endfunction

  function automatic value_t merged(value_t old, logic [31:0] mask, logic [1023:0] data);
    for (int i = 0; i < 32; i++) merged[32*i+:32] = mask[i] ? data[32*i+:32] : old[32*i+:32];
  endfunction

  function automatic value_t filled(logic [31:0] launched, logic [1023:0] data);
    for (int i = 0; i < 32; i++) begin
      filled[32*i+:32] = launched[i] ? data[32*i+:32] : data[31:0];
    end
  endfunction

  function automatic value_t written(value_t old, logic [31:0] mask, logic [31:0] launched,
                                     logic [1023:0] data);
    return Compresses && mask == launched ? filled(launched, data) : merged(old, mask, data);
  endfunction

  always_ff @(posedge clock) begin
    if (wb0_valid && wb0_ready)
      value_q[wb0_register] <= written(held(wb0_register), wb0_mask, wb0_launched, wb0_data);
    if (wb1_valid && wb1_ready)
      value_q[wb1_register] <= written(held(wb1_register), wb1_mask, wb1_launched, wb1_data);
  end

