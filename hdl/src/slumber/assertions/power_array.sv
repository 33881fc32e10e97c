  // Events are told of in the cycle after they come.
  logic kernel_start, allocate_valid, finish_valid, load_valid;
  logic [9:0] allocate_first, allocate_last, finish_first, finish_last, load_register;
  logic [7:0] done_enable;
  logic [11:0] future_enable;
  logic [1:0] write_enable, next_enable, next_write;
  logic [79:0] fetch_registers, done_registers;
  logic [119:0] future_registers;
  logic [19:0] write_registers, next_registers;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      {kernel_start, allocate_valid, finish_valid, load_valid} <= '0;
      {done_enable, future_enable, write_enable, next_enable} <= '0;
    end else begin
      {kernel_start, load_valid} <= {in_kernel_start, in_load_valid};
      {allocate_valid, finish_valid} <= {in_allocate_valid, in_finish_valid};
      {done_enable, future_enable} <= {in_done_enable, in_future_enable};
      {write_enable, next_enable} <= {in_write_enable, in_next_enable};
    end
  end
  always_ff @(posedge clock) begin
    {allocate_first, allocate_last} <= {in_allocate_first, in_allocate_last};
    {finish_first, finish_last} <= {in_finish_first, in_finish_last};
    {fetch_registers, done_registers} <= {in_fetch_registers, in_done_registers};
    {future_registers, load_register} <= {in_future_registers, in_load_register};
    {write_registers, next_registers} <= {in_write_registers, in_next_registers};
    next_write <= in_next_write;
  end

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

  OnlyNamedRegistersMove_A: assert property (@(posedge clock) disable iff (in_reset)
    alive_q -> ((((high_q ^ voltage_high) | (low_q ^ voltage_low) |
                   (ready_q ^ ready)) & ~moves_q) == '0));

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

  // Every sixteenth cycle ticks.
  logic [3:0] since_tick_q;
  logic tick;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) since_tick_q <= 4'd0;
    else since_tick_q <= since_tick_q + 4'd1;
  end
  assign tick = since_tick_q == 4'd15;

  // Some registers by the rules of power_controller, written once more.
  localparam bit [4:0] ShallowLift = 5'dSHALLOW_WAKE;
  for (genvar g = 0; g < 4; g++) begin : gen_controller
    localparam bit [9:0] I = 10'(unsigned'((g + 1) * (Registers / 4) - 2));
    logic [2:0] state_q, state_d;
    logic [4:0] count_q, count_d, delay, asked_count;
    logic [1:0] waits;
    logic [1:0] target;
    logic allocated_q, pending_q, full_next_q, retained_q;
    logic allocate, write_done, down, keep, fetch, future, reads;
    logic write, full, load, dispatched, written, pending, done, lift, outcome, full_next;
    logic nearby, writes, reachable, rises;
    always_comb begin
      {write_done, down, keep, fetch, future, reads} = '0;
      {write, full, target, asked_count} = '0;
      allocate = allocate_valid && allocate_first <= I && allocate_last >= I;
      for (int k = 0; k < 8; k++) begin
        if (done_enable[k] && done_registers[10*k+:10] == I) begin
          write_done |= k >= 6;
          down |= in_done_down[k];
          keep |= in_done_keep[k];
        end
        fetch |= in_fetch_enable[k] && fetch_registers[10*k+:10] == I;
      end
      for (int k = 0; k < 12; k++) begin
        future |= future_enable[k] && future_registers[10*k+:10] == I;
      end
      load = load_valid && load_register == I;
      waits = 2'(load_valid && load_register[9:5] == I[9:5]);
      if (load) {target, asked_count} = {in_load_target, in_load_count};
      for (int k = 0; k < 2; k++) begin
        if (write_enable[k] && write_registers[10*k+:10] == I) begin
          {write, full} = {1'b1, in_write_full[k]};
          {target, asked_count} = {in_write_targets[2*k+:2], in_write_counts[5*k+:5]};
        end
        waits += 2'(write_enable[k] && write_registers[10*k+5+:5] == I[9:5]);
        if (next_enable[k] && next_registers[10*k+:10] == I) begin
          reads |= !next_write[k];
        end
      end

      // A row tells one wait.
      if (waits != 2'd1) {full, target, asked_count} = '0;

      dispatched = write && allocated_q;
      written = write_done && allocated_q;
      pending = dispatched || (pending_q && !written);
      done = !pending && (down || keep);
      lift = !pending && allocated_q && fetch;
      outcome = load && pending_q && !written && !dispatched;
      full_next = full_next_q;
      if (dispatched) full_next = full;
      if (target == 2'd3 && !full_next) target = 2'd2;
      // The next access is kept for what is pending; else it is told with the access that is done.
      writes = !allocated_q || !(keep || reads);
      nearby = !down || lift;
      case (state_q)
        3'd1: delay = 5'dSHALLOW_WAKE;
        3'd2: delay = 5'dDEEP_WAKE;
        default: delay = 5'dOFF_WAKE;
      endcase
      case (target)
        2'd0: reachable = 1'b0;
        2'd1: reachable = state_q inside {3'd0, 3'd1, 3'd4};
        2'd2: reachable = state_q != 3'd3;
        default: reachable = 1'b1;
      endcase
      rises = woken[I] || (!pending && allocated_q && future) ||
          ((dispatched || outcome) && !reachable);

      state_d = state_q;
      count_d = count_q;
      if (count_q != 5'd0 && (tick || !(state_q inside {3'd2, 3'd3}))) count_d -= 5'd1;
      if (freed[I]) begin
        {state_d, count_d} = {3'd3, 5'd0};
      end else if (!rises && (dispatched || outcome)) begin
        {state_d, count_d} = {1'b0, target, asked_count};
      end else if (!rises && done && (state_q == 3'd0 || (state_q == 3'd1 && !nearby) ||
                                     (state_q == 3'd2 && !nearby && writes))) begin
        {state_d, count_d} = {nearby ? 3'd1 : writes ? 3'd3 : 3'd2, 5'd0};
      end else if (!rises && lift && state_q == 3'd3) begin
        {state_d, count_d} = {3'd5, 5'dOFF_LIFT + ShallowLift};
      end else if (!rises && lift && state_q == 3'd2) begin
        {state_d, count_d} = {3'd5, 5'dDEEP_LIFT + ShallowLift};
      end else if (state_q == 3'd4 && count_q == 5'd1) begin
        state_d = 3'd0;
      end else if (state_q == 3'd5 && rises) begin
        state_d = 3'd4;
      end else if (state_q == 3'd5 && count_q == ShallowLift + 5'd1) begin
        {state_d, count_d} = {3'd1, 5'd0};
      end else if (state_q inside {3'd1, 3'd2, 3'd3} &&
                   (rises || (state_q == 3'd1 ? count_q == delay + 5'd1 :
                              tick && count_q == 5'd1))) begin
        {state_d, count_d} = {3'd4, delay};
      end
    end
    always_ff @(posedge clockRESET_EDGE) begin
      if (RESET) begin
        {state_q, count_q} <= {3'd3, 5'd0};
        {allocated_q, pending_q, full_next_q, retained_q} <= 4'b0010;
      end else begin
        {state_q, count_q} <= {state_d, count_d};
        allocated_q <= !freed[I] && (allocated_q || allocate);
        pending_q <= !freed[I] && pending;
        full_next_q <= freed[I] || full_next;
        retained_q <= state_d != 3'd3 && (retained_q || (written && state_q == 3'd0));
      end
    end

    ArrayIsControllers_A: assert property (@(posedge clock) disable iff (in_reset)
      {voltage_high[I], voltage_low[I]} == state_q[1:0] &&
      ready[I] == (state_q == 3'd0) && retained[I] == retained_q);
  end
