
  // The unit's registers beside the record. Of what the array's decoders hold a lane each: fetches
  // at the bottom, then future warps, accesses, writes, a load, corrections.
  localparam int Lanes = ALL_LANES;
  localparam int Rows = Registers / 32;
  localparam int Done = DONE_LANES;
  localparam int Writes = WAIT_LANES;
  localparam int Corrected = CORRECTED_LANES;

  ResetIsTold_A: assert property (@(posedge clock) disable iff (in_reset)
    fresh_q -> ({unit_down, unit_keep} == 16'd0 && !unit_kernel_start && unit_allocated == '0
                && unit_pending == '0 && !unit_ranges[41] && !unit_ranges[20]));

  OthersAreNobodys_A: assert property (@(posedge clock) disable iff (in_reset)
    ((allocated_q | pending_q) & ~Existing) == '0);

  for (genvar r = 0; r < Rows; r++) begin : gen_record
    logic [31:0] write;
    logic [31:0] write_full;
    logic [31:0] correction;
    logic [31:0] access;
    logic [31:0] access_write;
    logic [31:0] down;
    logic [31:0] keep;
    always_comb begin
      {write, write_full, correction, access, access_write, down, keep} = '0;
      for (int k = 0; k < 2; k++) begin
        if (unit_rows[Lanes*r+Writes+k]) begin
          write |= unit_columns[32*(Writes+k)+:32];
          if (unit_write_full[k]) write_full |= unit_columns[32*(Writes+k)+:32];
        end
        if (unit_rows[Lanes*r+Corrected+k]) correction |= unit_columns[32*(Corrected+k)+:32];
      end
      for (int k = 0; k < 8; k++) begin
        if (unit_rows[Lanes*r+Done+k]) begin
          access |= unit_columns[32*(Done+k)+:32];
          if (k >= 6) access_write |= unit_columns[32*(Done+k)+:32];
          if (unit_down[k]) down |= unit_columns[32*(Done+k)+:32];
          if (unit_keep[k]) keep |= unit_columns[32*(Done+k)+:32];
        end
      end
    end

    // After reset lanes may be told of that nobody named: registers are free and OFF then.
    WritesAreNamed_A: assert property (@(posedge clock) disable iff (in_reset)
      fresh_q || (write == written_q[32*r+:32] && (write_full & ~full_q[32*r+:32]) == 32'd0
                  && correction == corrected_reads_q[32*r+:32]));

    // What may go OFF is told so by all that tell anything.
    AccessesAreNamed_A: assert property (@(posedge clock) disable iff (in_reset)
      fresh_q || (access == (read_done_q[32*r+:32] | write_done_q[32*r+:32])
                  && access_write == write_done_q[32*r+:32]
                  && (down & ~keep & ~(done_told_q[32*r+:32] & ~done_reads_q[32*r+:32])) == 32'd0));

    RangesAreNamed_A: assert property (@(posedge clock) disable iff (in_reset)
      ({32{unit_kernel_start}} | unit_finish[32*r+:32]) == freed_q[32*r+:32]
      && unit_allocate[32*r+:32] == allocate_q[32*r+:32]);

    // RecordIsKept rests on ResetIsTold and its WritesAreNamed, its AccessesAreNamed.
    // RecordIsKept rests on its RangesAreNamed.
    RecordIsKept_A: assert property (@(posedge clock) disable iff (in_reset)
      allocated_q[32*r+:32] == unit_allocated[32*r+:32]
      && pending_q[32*r+:32] == unit_pending[32*r+:32]
      && (unit_pending[32*r+:32] & unit_full_next[32*r+:32] & ~full_next_q[32*r+:32]) == 32'd0
      && (unit_pending[32*r+:32] & ~unit_full_next[32*r+:32]
          & voltage_high[32*r+:32] & voltage_low[32*r+:32]) == 32'd0
      && (~allocated_q[32*r+:32] & ~full_next_q[32*r+:32]) == 32'd0);

    // LiveValueIsNeverLost rests on ResetIsTold and its RecordIsKept, its WritesAreNamed.
    // LiveValueIsNeverLost rests on its AccessesAreNamed and its RangesAreNamed.
  end

  // What the record of each warp is to the load of it.
  for (genvar i = 0; i < WARPS; i++) begin : gen_warp
    OutcomesAreReports_A: assert property (@(posedge clock) disable iff (in_reset)
      outcomes_q[i] == unit_outcome_q[i]);
  end

  // Waits of the lanes of writes, and the third of the load: a register, cycles that are left, the
  // first of them, and whether it is ON exactly then, or may be early by any time.
  logic [9:0] at[3];
  logic [9:0] left[3];
  logic [2:0] starts;
  logic [2:0] is_exact;
  logic [2:0] is_late;
  for (genvar k = 0; k < 2; k++) begin : gen_lane
    assign at[k] = write_registers_q[k];
    assign left[k] = gen_write[k].write_left_q;
    assign starts[k] = gen_write[k].write_new_q;
    assign is_exact[k] = !gen_write[k].write_ticks_q;
    assign is_late[k] = gen_write[k].write_may_q;

    TimesAreTold_A: assert property (@(posedge clock) disable iff (in_reset)
      left[k] == 10'd0
      || (starts[k]
          ? is_exact[k] == (left[k] <= 10'd32) && is_late[k] == (left[k] > 10'd512)
            && left[k] > 10'dSHALLOW_BREAK_EVEN + 10'd1
          : is_exact[k] || left[k] >= 10'd48 || is_late[k]));
  end
  assign at[2] = load_register_q;
  assign left[2] = load_left_q;
  assign starts[2] = load_new_q;
  assign is_exact[2] = 1'b0;
  assign is_late[2] = load_late_q;
  LoadTimeIsTold_A: assert property (@(posedge clock) disable iff (in_reset)
    (load_left_q == 10'd0 || !load_new_q || load_late_q == (load_left_q > 10'd512))
    && (!load_new_q || load_left_q inside {10'dL2_LATENCY, 10'dDRAM_LATENCY}));

  for (genvar k = 0; k < 3; k++) begin : gen_wait
    logic [4:0] row;
    logic [4:0] column;
    logic [9:0] idle;
    logic [1:0] target;
    logic [4:0] count_told;
    logic [4:0] count;
    logic [159:0] counts;
    logic [4:0] names;
    logic [2:0] in_row;
    logic full;
    logic ends;
    logic high;
    logic low;
    logic moves;
    logic [9:0] to_on;
    logic [10:0] early;
    assign {row, column} = at[k];
    assign idle = left[k] - 10'd1;
    assign target = unit_targets[2*k+:2];
    assign count_told = unit_wait_counts[5*k+:5];
    assign counts = unit_counts[160*row+:160];
    for (genvar j = 0; j < 5; j++) begin : gen_bit
      assign count[j] = counts[32*j+column];
    end
    // Of writes that are done, writes and loads those that name it; and those of its row.
    for (genvar n = 0; n < 5; n++) begin : gen_name
      assign names[n] = unit_rows[Lanes*row+Done+6+n] && unit_columns[32*(Done+6+n)+column];
    end
    for (genvar n = 0; n < 3; n++) begin : gen_row
      assign in_row[n] = unit_rows[Lanes*row+Writes+n];
    end
    assign full = k == 2 || unit_write_full[k % 2];
    assign ends = unit_kernel_start
        || (unit_ranges[41] && unit_ranges[40:31] <= at[k] && at[k] <= unit_ranges[30:21]);
    assign high = voltage_high[at[k]];
    assign low = voltage_low[at[k]];
    assign moves = unit_moving[at[k]];

    // Nothing else is told of it, or it is given up.
    WaitIsAlone_A: assert property (@(posedge clock) disable iff (in_reset)
      left[k] == 10'd0 || 6'(row) >= 6'(unsigned'(Rows))
      || ((names & ~(5'(starts[k]) << (k + 2))) == 5'd0 && !ends
          && (!starts[k] || (names[k+2] && in_row == 3'd1 << k))));

    // WaitIsAlone rests on its WaitIsAlone.
    // WaitIsTold rests on OutcomesAreReports.
    WaitIsTold_A: assert property (@(posedge clock) disable iff (in_reset)
      left[k] == 10'd0 || !starts[k]
      || (target != 2'd0
          && (target == 2'd3) == (idle > 10'dOFF_BREAK_EVEN && idle >= 10'd32 && full)
          && (target[1] ? idle >= 10'd32
                && count_told == (idle[9] ? 5'd31 : 5'(idle[8:4] - 5'd1))
              : idle > 10'dSHALLOW_BREAK_EVEN && (idle < 10'd32 || idle <= 10'dDEEP_BREAK_EVEN)
                && count_told == (idle[9:5] != 5'd0 ? 5'd31 : idle[4:0]))));

    // Cycles until it is ON.
    assign to_on = high
        ? {1'b0, count, 4'd0} - 10'(unit_since_tick) + (low ? 10'dOFF_WAKE : 10'dDEEP_WAKE)
        : 10'(count);
    assign early = 11'(left[k]) - 11'(to_on);

    // WaitIsCounted rests on its WaitIsAlone, its WaitIsTold, its TimesAreTold and RecordIsKept.
    // WaitIsCounted rests on ResetIsTold, OthersAreNobodys and LoadTimeIsTold.
    // DeterministicWriteFindsOn rests on its WaitIsCounted, its WaitIsAlone and its TimesAreTold.
    // MissIsOffUntilLeastLatency rests on WaitIsCounted, WaitIsAlone and LoadTimeIsTold.
    WaitIsCounted_A: assert property (@(posedge clock) disable iff (in_reset)
      left[k] == 10'd0 || starts[k]
      || (11'(at[k]) < 11'(unsigned'(Registers)) && unit_pending[at[k]]
          && (high ? moves && count != 5'd0 : low ? !moves && count > 5'dSHALLOW_WAKE
              : moves == (count != 5'd0))
          && to_on <= left[k] && (!is_exact[k] || early == 11'd0)
          && (is_late[k] || early <= 11'd47)));
  end
