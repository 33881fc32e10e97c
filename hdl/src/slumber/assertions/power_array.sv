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

  // What the contract allows: events are judged as they come, fetches when it is told which there are.
  function automatic logic names_none(input logic enabled, input logic [9:0] register);
    names_none = enabled && 11'(register) >= 11'(unsigned'(Registers));
  endfunction

  logic names_some;
  logic ranges_fit;
  logic one_event;
  always_comb begin
    names_some = !names_none(in_load_valid, in_load_register);
    for (int k = 0; k < 8; k++) begin
      if (names_none(in_fetch_enable[k] && !fresh_q, fetch_registers[10*k+:10])
          || names_none(in_wake_enable[k], in_wake_registers[10*k+:10])
          || names_none(in_done_enable[k], in_done_registers[10*k+:10])) names_some = 1'b0;
    end
    for (int k = 0; k < 12; k++) begin
      if (names_none(in_future_enable[k], in_future_registers[10*k+:10])) names_some = 1'b0;
    end
    for (int k = 0; k < 2; k++) begin
      if (names_none(in_write_enable[k], in_write_registers[10*k+:10])
          || names_none(in_next_enable[k], in_next_registers[10*k+:10])) names_some = 1'b0;
    end

    ranges_fit = !names_none(in_allocate_valid, in_allocate_last)
        && !names_none(in_finish_valid, in_finish_last)
        && !(in_allocate_valid && in_allocate_first > in_allocate_last)
        && !(in_finish_valid && in_finish_first > in_finish_last)
        && !(in_allocate_valid && in_finish_valid && in_allocate_first <= in_finish_last
             && in_finish_first <= in_allocate_last);

    one_event = !(in_write_enable == 2'd3 && in_write_registers[9:0] == in_write_registers[19:10])
        && !(in_done_enable[7:6] == 2'd3 && in_done_registers[69:60] == in_done_registers[79:70])
        && !(in_next_enable == 2'd3 && in_next_registers[9:0] == in_next_registers[19:10]
             && in_next_write[0] != in_next_write[1]);
    for (int k = 0; k < 2; k++) begin
      if (in_load_valid
          && ((in_write_enable[k] && in_write_registers[10*k+:10] == in_load_register)
              || (in_done_enable[k+6] && in_done_registers[10*k+60+:10] == in_load_register)))
        one_event = 1'b0;
    end
  end

  LanesNameRegisters_M: assume property (@(posedge clock) disable iff (in_reset) names_some);

  RangesAreApart_M: assume property (@(posedge clock) disable iff (in_reset) ranges_fit);

  EventsOfRegisterAgree_M: assume property (@(posedge clock) disable iff (in_reset) one_event);

  // Every sixteenth cycle ticks.
  logic [3:0] since_tick_q;
  logic tick;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) since_tick_q <= 4'd0;
    else since_tick_q <= since_tick_q + 4'd1;
  end
  assign tick = since_tick_q == 4'd15;

  // The watched registers by the rules of power_controller, written once more.
  localparam bit [4:0] ShallowLift = 5'dSHALLOW_WAKE;
  for (genvar g = 0; g < Watched; g++) begin : gen_controller
    logic [9:0] index;
    assign index = watched[g];
    logic [2:0] state_q, state_d;
    logic [4:0] count_q, count_d, delay, asked_count;
    logic [1:0] waits;
    logic [1:0] target;
    logic allocated_q, pending_q, full_next_q, retained_q;
    logic allocate, write_done, down, keep, fetch, future, reads;
    logic write, full, load, dispatched, written, pending, done, lift, outcome, full_next;
    logic nearby, writes, reachable, rises, is_freed, is_woken;
    always_comb begin
      {write_done, down, keep, fetch, future, reads} = '0;
      {write, full, target, asked_count, is_woken} = '0;
      allocate = allocate_valid && allocate_first <= index && allocate_last >= index;
      is_freed = kernel_start || (finish_valid && finish_first <= index && finish_last >= index);
      for (int k = 0; k < 8; k++) begin
        if (done_enable[k] && done_registers[10*k+:10] == index) begin
          write_done |= k >= 6;
          down |= in_done_down[k];
          keep |= in_done_keep[k];
        end
        fetch |= in_fetch_enable[k] && fetch_registers[10*k+:10] == index;
        is_woken |= in_wake_enable[k] && in_wake_registers[10*k+:10] == index;
      end
      for (int k = 0; k < 12; k++) begin
        future |= future_enable[k] && future_registers[10*k+:10] == index;
      end
      load = load_valid && load_register == index;
      waits = 2'(load_valid && load_register[9:5] == index[9:5]);
      if (load) {target, asked_count} = {in_load_target, in_load_count};
      for (int k = 0; k < 2; k++) begin
        if (write_enable[k] && write_registers[10*k+:10] == index) begin
          {write, full} = {1'b1, in_write_full[k]};
          {target, asked_count} = {in_write_targets[2*k+:2], in_write_counts[5*k+:5]};
        end
        waits += 2'(write_enable[k] && write_registers[10*k+5+:5] == index[9:5]);
        if (next_enable[k] && next_registers[10*k+:10] == index) begin
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
      rises = is_woken || (!pending && allocated_q && future) ||
          ((dispatched || outcome) && !reachable);

      state_d = state_q;
      count_d = count_q;
      if (count_q != 5'd0 && (tick || !(state_q inside {3'd2, 3'd3}))) count_d -= 5'd1;
      if (is_freed) begin
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
        allocated_q <= !is_freed && (allocated_q || allocate);
        pending_q <= !is_freed && pending;
        full_next_q <= is_freed || full_next;
        retained_q <= state_d != 3'd3 && (retained_q || (written && state_q == 3'd0));
      end
    end

    ArrayIsControllers_A: assert property (@(posedge clock) disable iff (in_reset)
      {voltage_high[index], voltage_low[index]} == state_q[1:0] &&
      ready[index] == (state_q == 3'd0) && retained[index] == retained_q);
  end
