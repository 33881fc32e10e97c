
  // Planes of the registers that events name: all of them, those that start a counter, wakes, and
  // those that free.
  logic [1023:0] named;
  logic [1023:0] timed;
  logic [1023:0] woken;
  logic [1023:0] freed;
  logic [1023:0] all;
  assign all = '1;
  always_comb begin
    freed = {1024{kernel_start}};
    if (finish_valid) freed |= (all << finish_first) & ~((all << 1) << finish_last);
    timed = '0;
    woken = '0;
    for (int k = 0; k < 8; k++) begin
      if (in_fetch_enable[k]) timed[fetch_registers[10*k+:10]] = 1'b1;
      if (in_wake_enable[k]) woken[in_wake_registers[10*k+:10]] = 1'b1;
    end
    for (int k = 0; k < 12; k++) begin
      if (future_enable[k]) timed[future_registers[10*k+:10]] = 1'b1;
    end
    for (int k = 0; k < 2; k++) begin
      if (write_enable[k]) timed[write_registers[10*k+:10]] = 1'b1;
    end
    if (load_valid) timed[load_register] = 1'b1;
    timed |= woken;
    named = timed | freed;
    for (int k = 0; k < 8; k++) begin
      if (done_enable[k]) named[done_registers[10*k+:10]] = 1'b1;
    end
  end

  // A counter may run from the event that starts it until its register is ON and left alone.
  logic [1023:0] running_q;
  logic [1023:0] moves_q;
  logic [1023:0] high_q;
  logic [1023:0] low_q;
  logic [1023:0] ready_q;
  logic [1023:0] freed_woken_q;
  logic [1023:0] lifted_q;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      running_q <= '0;
      lifted_q <= '0;
    end else begin
      running_q <= (running_q | timed) & ~(freed | (ready & ~timed));
      lifted_q <= (lifted_q | (high_q & ~voltage_high & voltage_low)) & voltage_low
          & ~voltage_high;
    end
  end
  always_ff @(posedge clock) begin
    moves_q <= named | running_q;
    high_q <= voltage_high;
    low_q <= voltage_low;
    ready_q <= ready;
    freed_woken_q <= freed & woken & Existing;
  end

  for (genvar r = 0; r < 32; r++) begin : gen_row
    OnlyNamedRegistersMove_A: assert property (@(posedge clock) disable iff (in_reset)
      alive_q -> ((((high_q[32*r+:32] ^ voltage_high[32*r+:32])
                    | (low_q[32*r+:32] ^ voltage_low[32*r+:32])
                    | (ready_q[32*r+:32] ^ ready[32*r+:32])) & ~moves_q[32*r+:32]) == 32'd0));
  end

  FinishBeatsWake_A: assert property (@(posedge clock) disable iff (in_reset)
    alive_q -> ((freed_woken_q & ~(voltage_high & voltage_low)) == '0));

  // Each lane: cycles since its wake found a register at rest and is held for it. A register that
  // may be on its way up to SS is left out; its voltage is that of SS.
  for (genvar k = 0; k < 8; k++) begin : gen_delay
    logic [9:0] register_q;
    logic [9:0] since_q;
    logic [9:0] delay_q;
    logic [9:0] target;
    logic held;
    logic rests;
    assign target = in_wake_registers[10*k+:10];
    assign held = in_wake_enable[k] && target == register_q;
    assign rests = voltage_high[target] || (voltage_low[target] && !lifted_q[target] &&
                                                !high_q[target]);
    always_ff @(posedge clockRESET_EDGE) begin
      if (RESET) begin
        since_q <= 10'd0;
      end else if (!in_wake_enable[k] || freed[target] || out_grant[k]) begin
        since_q <= 10'd0;
      end else if (since_q != 10'd0 && held) begin
        since_q <= since_q + 10'd1;
      end else begin
        since_q <= alive_q && rests ? 10'd1 : 10'd0;
      end
    end
    always_ff @(posedge clock) begin
      register_q <= target;
      if (!(since_q != 10'd0 && held)) begin
        delay_q <= !voltage_high[target] ? 10'dSHALLOW_WAKE :
                   !voltage_low[target] ? 10'dDEEP_WAKE : 10'dOFF_WAKE;
      end
    end

    GrantDelayIsExact_A: assert property (@(posedge clock) disable iff (in_reset)
      (since_q != 10'd0 && held) -> (out_grant[k] == (since_q == delay_q + 10'd1)));
  end
