  localparam bit [4:0] ShallowWake = 5'dSHALLOW_WAKE;
  localparam bit [4:0] DeepWake = 5'dDEEP_WAKE;
  localparam bit [4:0] OffWake = 5'dOFF_WAKE;
  localparam bit [4:0] DeepLift = 5'dDEEP_LIFT + ShallowWake;
  localparam bit [4:0] OffLift = 5'dOFF_LIFT + ShallowWake;
  localparam bit [4:0] Bound = OffLift > OffWake + 5'd1 ? OffLift : OffWake + 5'd1;
  localparam bit [2:0] On = 3'd0;
  localparam bit [2:0] ShallowSleep = 3'd1;
  localparam bit [2:0] DeepSleep = 3'd2;
  localparam bit [2:0] OffState = 3'd3;
  localparam bit [2:0] Waking = 3'd4;
  localparam bit [2:0] Lifting = 3'd5;

  // What the events mean, from a record of whose the register is and what it waits for.
  logic allocated_q;
  logic pending_q;
  logic freed;
  logic dispatched;
  logic written;
  logic outcome;
  logic resting;
  logic [4:0] delay;
  assign freed = in_kernel_start || in_finish;
  assign dispatched = in_write && allocated_q;
  assign written = in_write_done && allocated_q;
  assign outcome = in_load && pending_q && !written && !dispatched;
  assign resting = out_state == ShallowSleep || out_state == DeepSleep || out_state == OffState;
  always_comb begin
    case (out_state)
      ShallowSleep: delay = ShallowWake;
      DeepSleep: delay = DeepWake;
      default: delay = OffWake;
    endcase
  end

  // Where time alone leads.
  logic [2:0] later_state;
  logic [4:0] later_remaining;
  always_comb begin
    later_state = out_state;
    later_remaining = out_remaining == 5'd0 ? 5'd0 : out_remaining - 5'd1;
    if (out_voltage[1] && !in_tick) later_remaining = out_remaining;
    if (out_state == Waking && out_remaining == 5'd1) later_state = On;
    if (out_state == Lifting && out_remaining == ShallowWake + 5'd1) begin
      later_state = ShallowSleep;
      later_remaining = 5'd0;
    end
    if (out_state == ShallowSleep && out_remaining == ShallowWake + 5'd1) begin
      later_state = Waking;
    end
    if (out_voltage[1] && in_tick && out_remaining == 5'd1) begin
      later_state = Waking;
      later_remaining = delay;
    end
  end

  // What the next access is, as last told.
  logic quiet;
  logic done;
  logic corrected;
  logic told_write;
  assign quiet = !dispatched && (!pending_q || written);
  assign done = quiet && (in_read_done || in_write_done);
  assign corrected = quiet && allocated_q && in_next;
  always_comb begin
    told_write = out_next_write;
    if (freed) told_write = 1'b1;
    else if (dispatched) told_write = in_write_full;
    else if (allocated_q && out_state != OffState && (done || corrected)) begin
      told_write = (!done || in_done_next_write) && (!corrected || in_next_write);
    end
  end

  // A register that is lifted is on its way between DS and SS; one that wakes counts as ON.
  function automatic logic [2:0] depth(input logic [2:0] state);
    case (state)
      On, Waking: depth = 3'd0;
      ShallowSleep: depth = 3'd1;
      Lifting: depth = 3'd2;
      DeepSleep: depth = 3'd3;
      default: depth = 3'd4;
    endcase
  endfunction

  // Where events and time lead: the rows of the contract's table, in their order.
  logic waits;
  logic lift;
  logic shallow;
  logic settles;
  logic rises;
  logic [1:0] target;
  logic [2:0] next_state;
  logic [4:0] next_remaining;
  assign waits = dispatched || outcome;
  assign lift = quiet && allocated_q && in_fetch;
  assign shallow = in_done_shallow || lift;
  always_comb begin
    target = dispatched ? in_write_target : in_load_target;
    if (target == 2'd3 && !told_write) target = 2'd2;
    rises = in_wake || (quiet && allocated_q && in_future) ||
        (waits && (target == 2'd0 || depth({1'b0, target}) < depth(out_state)));
    case (out_state)
      On: settles = 1'b1;
      ShallowSleep: settles = !shallow;
      DeepSleep: settles = !shallow && told_write;
      default: settles = 1'b0;
    endcase
    next_state = later_state;
    next_remaining = later_remaining;
    if (freed) begin
      {next_state, next_remaining} = {OffState, 5'd0};
    end else if (rises && resting) begin
      {next_state, next_remaining} = {Waking, delay};
    end else if (rises && out_state == Lifting) begin
      {next_state, next_remaining} = {Waking, out_remaining - 5'd1};
    end else if (!rises && waits) begin
      {next_state, next_remaining} = {1'b0, target, dispatched ? in_write_count : in_load_count};
    end else if (!rises && done && !in_done_stay && settles) begin
      next_state = shallow ? ShallowSleep : told_write ? OffState : DeepSleep;
      next_remaining = 5'd0;
    end else if (!rises && lift && out_state == OffState) begin
      {next_state, next_remaining} = {Lifting, OffLift};
    end else if (!rises && lift && out_state == DeepSleep) begin
      {next_state, next_remaining} = {Lifting, DeepLift};
    end
  end

  // since: cycles since a wake that found the register at rest and is held; held: cycles that a
  // wake is held; left: cycles until ON that a write or load has predicted, in DS and OFF ticks
  // until the wake.
  logic [4:0] since_q;
  logic [4:0] delay_q;
  logic [4:0] held_q;
  logic [4:0] left_q;
  logic sent_q;
  logic ticks_q;
  logic [4:0] sent_count_q;
  logic undisturbed_q;
  logic freed_q;
  logic stored_q;
  logic live_q;
  logic asked_q;
  logic tick_q;
  logic [2:0] state_q;
  logic [4:0] remaining_q;
  logic retained_q;
  logic next_write_q;
  logic [2:0] later_state_q;
  logic [4:0] later_remaining_q;
  logic [2:0] next_state_q;
  logic [4:0] next_remaining_q;
  logic told_write_q;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      allocated_q <= 1'b0;
      pending_q <= 1'b0;
      since_q <= 5'd0;
      held_q <= 5'd0;
      left_q <= 5'd0;
      sent_q <= 1'b0;
      ticks_q <= 1'b0;
      undisturbed_q <= 1'b0;
      live_q <= 1'b0;
    end else begin
      allocated_q <= !freed && (allocated_q || in_allocate);
      pending_q <= !freed && (dispatched || (pending_q && !written));

      if (freed || !in_wake || out_ready) since_q <= 5'd0;
      else if (since_q != 5'd0) since_q <= since_q + 5'd1;
      else if (resting) since_q <= 5'd1;

      if (freed || !in_wake) held_q <= 5'd0;
      else if (held_q != Bound) held_q <= held_q + 5'd1;

      sent_q <= (dispatched || outcome) && !freed && !in_wake;
      if (freed || in_wake || dispatched || outcome || written) left_q <= 5'd0;
      else if (sent_q && out_voltage[1] && sent_count_q != 5'd0) begin
        ticks_q <= !(in_tick && sent_count_q == 5'd1);
        if (!in_tick) left_q <= sent_count_q;
        else left_q <= sent_count_q == 5'd1 ? delay + 5'd1 : sent_count_q - 5'd1;
      end else if (sent_q && resting && sent_count_q > delay) begin
        ticks_q <= 1'b0;
        left_q <= sent_count_q;
      end else if (left_q != 5'd0 && ticks_q) begin
        ticks_q <= !(in_tick && left_q == 5'd1);
        left_q <= !in_tick ? left_q : left_q == 5'd1 ? delay + 5'd1 : left_q - 5'd1;
      end else if (left_q != 5'd0) left_q <= left_q - 5'd1;

      // A value that some access may still read.
      live_q <= !freed && ((written && out_ready) || (live_q && !out_next_write));

      undisturbed_q <= pending_q && !freed && !in_wake && !dispatched && !outcome && !written;
    end
  end
  always_ff @(posedge clock) begin
    if (since_q == 5'd0) delay_q <= delay;
    sent_count_q <= dispatched ? in_write_count : in_load_count;
    freed_q <= freed;
    // What is written counts when the register is ON.
    stored_q <= written && out_ready;
    asked_q <= dispatched || outcome;
    tick_q <= in_tick;
    state_q <= out_state;
    remaining_q <= out_remaining;
    retained_q <= out_retained;
    next_write_q <= out_next_write;
    later_state_q <= later_state;
    later_remaining_q <= later_remaining;
    next_state_q <= next_state;
    next_remaining_q <= next_remaining;
    told_write_q <= told_write;
  end

  ReadyOnlyWhenOn_A: assert property (@(posedge clock) disable iff (in_reset)
    out_ready == (out_state == On));

  WakeDelayIsExact_A: assert property (@(posedge clock) disable iff (in_reset)
    (since_q != 5'd0) -> (out_ready == (since_q == delay_q + 5'd1)));

  WakeEndsInOn_A: assert property (@(posedge clock) disable iff (in_reset)
    (held_q == Bound) -> out_ready);

  TimedWakeIsExact_A: assert property (@(posedge clock) disable iff (in_reset)
    (left_q != 5'd0) -> (ticks_q ? out_voltage[1] : out_ready == (left_q == 5'd1)));

  NextReadIsNeverOff_A: assert property (@(posedge clock) disable iff (in_reset)
    !out_next_write -> (out_state != OffState));

  OffOnlyWhenDead_A: assert property (@(posedge clock) disable iff (in_reset)
    (alive_q && state_q != OffState && out_state == OffState) -> (freed_q || out_next_write));

  RetainedUntilOff_A: assert property (@(posedge clock) disable iff (in_reset)
    alive_q -> (out_retained == (out_state != OffState && (retained_q || stored_q))));

  LiveValueIsRetained_A: assert property (@(posedge clock) disable iff (in_reset)
    (live_q && !out_next_write) -> out_retained);

  PendingWriteIsUndisturbed_A: assert property (@(posedge clock) disable iff (in_reset)
    undisturbed_q -> (out_state == later_state_q && out_remaining == later_remaining_q &&
                       out_next_write == next_write_q));

  StateFollowsTable_A: assert property (@(posedge clock) disable iff (in_reset)
    alive_q -> (out_state == next_state_q && out_remaining == next_remaining_q));

  NextWriteIsAsTold_A: assert property (@(posedge clock) disable iff (in_reset)
    alive_q -> (out_next_write == told_write_q));

  SwitchFollowsState_A: assert property (@(posedge clock) disable iff (in_reset)
    out_voltage == out_state[1:0] && out_sleep == (out_voltage != 2'd0) &&
    out_drowsy == (out_voltage == 2'd1 || out_voltage == 2'd2));

  CounterNeverWraps_A: assert property (@(posedge clock) disable iff (in_reset)
    alive_q -> (asked_q || out_remaining == 5'd0 ||
                 (remaining_q != 5'd0 && out_remaining == remaining_q - 5'd1) ||
                 (state_q inside {DeepSleep, OffState} && !tick_q &&
                  out_remaining == remaining_q) ||
                 out_remaining inside {ShallowWake, DeepWake, OffWake, DeepLift, OffLift}));

  ResetIsOff_A: assert property (@(posedge clock) disable iff (in_reset)
    fresh_q -> (out_state == OffState && out_remaining == 5'd0 && !out_retained &&
                 out_next_write));
