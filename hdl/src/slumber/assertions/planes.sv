  localparam int Registers = REGISTERS;
  localparam bit [1023:0] Existing = {1024{1'b1}} >> (1024 - Registers);

  // A register has an index of ten bits however many there are, so planes here have 1,024.
  logic [1023:0] sleep;
  logic [1023:0] drowsy;
  logic [1023:0] voltage_high;
  logic [1023:0] voltage_low;
  logic [1023:0] ready;
  logic [1023:0] retained;
  always_comb begin
    {sleep, drowsy, voltage_high, voltage_low, ready, retained} = '0;
    sleep[Registers-1:0] = out_sleep;
    drowsy[Registers-1:0] = out_drowsy;
    voltage_high[Registers-1:0] = out_voltage_high;
    voltage_low[Registers-1:0] = out_voltage_low;
    ready[Registers-1:0] = out_ready;
    retained[Registers-1:0] = out_retained;
  end

  for (genvar k = 0; k < 8; k++) begin : gen_grant
    GrantImpliesReady_A: assert property (@(posedge clock) disable iff (in_reset)
      out_grant[k] == (in_wake_enable[k] && ready[in_wake_registers[10*k+:10]]));
  end

  PlanesAgree_A: assert property (@(posedge clock) disable iff (in_reset)
    sleep == (voltage_high | voltage_low) &&
    drowsy == (voltage_high ^ voltage_low) && (ready & sleep) == '0);

  ResetIsOff_A: assert property (@(posedge clock) disable iff (in_reset)
    fresh_q -> (voltage_high == Existing && voltage_low == Existing &&
                 retained == '0 && ready == '0));

