  localparam int Registers = REGISTERS;
  localparam bit [1023:0] Existing = {1024{1'b1}} >> (1024 - Registers);

  for (genvar k = 0; k < 8; k++) begin : gen_grant
    GrantImpliesReady_A: assert property (@(posedge clock) disable iff (in_reset)
      out_grant[k] == (in_wake_enable[k] && out_ready[in_wake_registers[10*k+:10]]));
  end

  PlanesAgree_A: assert property (@(posedge clock) disable iff (in_reset)
    out_sleep == (out_voltage_high | out_voltage_low) &&
    out_drowsy == (out_voltage_high ^ out_voltage_low) && (out_ready & out_sleep) == '0);

  ResetIsOff_A: assert property (@(posedge clock) disable iff (in_reset)
    fresh_q |-> (out_voltage_high == Existing && out_voltage_low == Existing &&
                 out_retained == '0 && out_ready == '0));

