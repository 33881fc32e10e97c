  // The unit's registers beside the record. Of what the decoders hold a lane each: fetches at the
  // bottom, then future warps, accesses, writes, a load, corrections.
  localparam int Lanes = LANES;
  localparam int Rows = Registers / 32;
  logic [Lanes-1:0] named_enable;
  logic [10*Lanes-1:0] named_registers;
  assign named_enable = {
    next_enable & ~next_write, load_valid, write_enable, done_enable, future_enable, 8'hff
  };
  assign named_registers = {
    next_registers,
    load_register,
    write_registers,
    done_registers,
    future_registers,
    fetch_registers
  };

  // After reset lanes may be told of that nobody named: registers are free and OFF then.
  for (genvar lane = 0; lane < Lanes; lane++) begin : gen_lane
    logic [4:0] row;
    logic [4:0] column;
    logic [Rows-1:0] is_told;
    assign {row, column} = named_registers[10*lane+:10];
    for (genvar r = 0; r < Rows; r++) begin : gen_row
      assign is_told[r] = unit_rows[Lanes*r+lane] == (named_enable[lane] && row == 5'(r));
    end

    LanesAreDecoded_A: assert property (@(posedge clock) disable iff (in_reset)
      unit_columns[32*lane+:32] == 32'd1 << column && (fresh_q || is_told == '1));
  end

  RangesAreDecoded_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_ranges == {finish_valid, finish_first, finish_last,
                    allocate_valid, allocate_first, allocate_last});

  TicksAgree_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_since_tick == since_tick_q && unit_kernel_start == kernel_start);

  for (genvar g = 0; g < Watched; g++) begin : gen_record
    logic [9:0] at;
    logic [2:0] state;
    logic [4:0] count;
    logic [159:0] counts;
    logic high, moves;
    assign at = watched[g];
    assign state = gen_controller[g].state_q;
    assign counts = unit_counts[160*at[9:5]+:160];
    assign high = voltage_high[at];
    assign moves = high ? unit_moving[at] || count != 5'd0 : state inside {3'd4, 3'd5};
    for (genvar j = 0; j < 5; j++) begin : gen_bit
      assign count[j] = counts[32*j+at[4:0]];
    end

    // RecordIsController rests on LanesAreDecoded, RangesAreDecoded and TicksAgree.
    // RecordIsController rests on ResetIsFree, CountersRun and LiftingIsKnown.
    // ArrayIsControllers rests on RecordIsController.
    RecordIsController_A: assert property (@(posedge clock) disable iff (in_reset)
      11'(at) < 11'(unsigned'(Registers))
      && state <= 3'd5 && {high, voltage_low[at]} == state[1:0]
      && unit_moving[at] == moves && count == gen_controller[g].count_q
      && unit_allocated[at] == gen_controller[g].allocated_q
      && unit_pending[at] == gen_controller[g].pending_q
      && (!unit_pending[at] || unit_full_next[at] == gen_controller[g].full_next_q)
      && retained[at] == gen_controller[g].retained_q);
  end

  // What counts or moves runs, and what is on its way up to SS is known to be.
  for (genvar r = 0; r < Rows; r++) begin : gen_plane
    logic [31:0] counts;
    logic [31:0] lifting;
    logic [31:0] at_rest;
    always_comb begin
      counts = 32'd0;
      for (int j = 0; j < 5; j++) counts |= unit_counts[160*r+32*j+:32];
      lifting = unit_moving[32*r+:32] & voltage_low[32*r+:32] & ~voltage_high[32*r+:32];
      at_rest = voltage_high[32*r+:32] & voltage_low[32*r+:32] & ~unit_moving[32*r+:32] & ~counts
          & ~unit_allocated[32*r+:32] & ~unit_pending[32*r+:32];
    end

    ResetIsFree_A: assert property (@(posedge clock) disable iff (in_reset)
      fresh_q -> at_rest == '1);

    // CountersRun rests on LanesAreDecoded, RangesAreDecoded, TicksAgree and its ResetIsFree.
    // FinishBeatsWake rests on LanesAreDecoded, RangesAreDecoded, TicksAgree and CountersRun.
    CountersRun_A: assert property (@(posedge clock) disable iff (in_reset)
      ((counts | (unit_moving[32*r+:32] & ~voltage_high[32*r+:32])) & ~running_q[32*r+:32]) == 32'd0
      && (counts & ready[32*r+:32]) == 32'd0);

    LiftingIsKnown_A: assert property (@(posedge clock) disable iff (in_reset)
      (lifting & ~(lifted_q[32*r+:32] | high_q[32*r+:32])) == 32'd0);
  end

  // A wake that is held counts down the register's own counter.
  for (genvar k = 0; k < 8; k++) begin : gen_wake
    logic [9:0] at;
    logic [9:0] count;
    logic [31:0] moving;
    logic [159:0] counts;
    assign at = gen_delay[k].register_q;
    assign counts = unit_counts[160*at[9:5]+:160];
    for (genvar j = 0; j < 10; j++) begin : gen_bit
      if (j < 5) assign count[j] = counts[32*j+at[4:0]];
      else assign count[j] = 1'b0;
    end
    assign moving = unit_moving[32*at[9:5]+:32];

    // WakeIsCounted rests on LanesAreDecoded, RangesAreDecoded, TicksAgree and ResetIsFree.
    // WakeIsCounted rests on CountersRun and LiftingIsKnown.
    // GrantDelayIsExact rests on WakeIsCounted.
    WakeIsCounted_A: assert property (@(posedge clock) disable iff (in_reset)
      gen_delay[k].since_q != 10'd0 -> (!voltage_high[at] && !voltage_low[at]
        && gen_delay[k].since_q <= gen_delay[k].delay_q + 10'd1
        && gen_delay[k].since_q + count == gen_delay[k].delay_q + 10'd1
        && moving[at[4:0]] == (gen_delay[k].since_q <= gen_delay[k].delay_q)));
  end
