  // The registers that the events of this cycle name, in planes.
  logic [1023:0] all;
  logic [1023:0] allocate;
  logic [1023:0] freed;
  logic [1023:0] written;
  logic [1023:0] full;
  logic [1023:0] read_done;
  logic [1023:0] write_done;
  logic [1023:0] done_told;
  logic [1023:0] done_reads;
  logic [1023:0] corrected;
  logic [1023:0] corrected_reads;
  logic [7:0] diverged;
  logic [7:0] silent;
  assign all = '1;
  assign diverged = {in_slot_diverged[3:2], {3{in_slot_diverged[1]}}, {3{in_slot_diverged[0]}}};
  // Who is about to issue stays ON, and says nothing of what comes.
  assign silent = {in_slot_ready[3:2], {3{in_slot_ready[1]}}, {3{in_slot_ready[0]}}};
  always_comb begin
    allocate = '0;
    freed = {1024{in_kernel_start}};
    if (in_allocate_valid) begin
      allocate = (all << in_allocate_first) & ~((all << 1) << in_allocate_last);
    end
    if (in_finish_valid) freed |= (all << in_finish_first) & ~((all << 1) << in_finish_last);
    {written, full, read_done, write_done, done_told, done_reads} = '0;
    {corrected, corrected_reads} = '0;
    for (int k = 0; k < 2; k++) begin
      if (in_write_enable[k]) written[in_write_registers[10*k+:10]] = 1'b1;
      if (in_write_enable[k] && !in_write_partial[k]) full[in_write_registers[10*k+:10]] = 1'b1;
      if (in_next_enable[k]) begin
        corrected[in_next_registers[10*k+:10]] = 1'b1;
        if (!in_next_write[k]) corrected_reads[in_next_registers[10*k+:10]] = 1'b1;
      end
    end
    for (int k = 0; k < 8; k++) begin
      if (in_done_enable[k]) begin
        if (k < 6) read_done[in_done_registers[10*k+:10]] = 1'b1;
        else write_done[in_done_registers[10*k+:10]] = 1'b1;
        if (!silent[k]) begin
          done_told[in_done_registers[10*k+:10]] = 1'b1;
          if (!in_done_next_write[k] || diverged[k]) begin
            done_reads[in_done_registers[10*k+:10]] = 1'b1;
          end
        end
      end
    end
  end

  // The event stage, and behind it a record of whose a register is, what it waits for, and what
  // its contents are good for.
  logic [1023:0] allocate_q;
  logic [1023:0] freed_q;
  logic [1023:0] written_q;
  logic [1023:0] full_q;
  logic [1023:0] read_done_q;
  logic [1023:0] write_done_q;
  logic [1023:0] done_told_q;
  logic [1023:0] done_reads_q;
  logic [1023:0] corrected_q;
  logic [1023:0] corrected_reads_q;
  logic [1023:0] allocated_q;
  logic [1023:0] pending_q;
  logic [1023:0] full_next_q;
  logic [1023:0] dispatched;
  logic [1023:0] pending;
  logic [1023:0] done;
  logic [1023:0] told;
  logic [1023:0] reads;
  logic [1023:0] full_next;
  logic all_off_q;
  always_comb begin
    dispatched = written_q & allocated_q;
    pending = dispatched | (pending_q & ~(write_done_q & allocated_q));
    done = ~pending & (read_done_q | (write_done_q & allocated_q));
    told = allocated_q & ~(voltage_high & voltage_low) & (done | (corrected_q & ~pending));
    reads = (done & (done_reads_q | ~done_told_q)) | (corrected_reads_q & ~pending);
    full_next = (dispatched & full_q) | (told & ~reads) | (full_next_q & ~(dispatched | told));
  end
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      {allocate_q, freed_q, written_q, full_q, read_done_q, write_done_q} <= '0;
      {done_told_q, done_reads_q, corrected_q, corrected_reads_q, allocated_q, pending_q} <= '0;
      full_next_q <= '1;
      all_off_q <= 1'b1;
    end else begin
      allocate_q <= allocate;
      freed_q <= freed;
      written_q <= written;
      full_q <= full;
      read_done_q <= read_done;
      write_done_q <= write_done;
      done_told_q <= done_told;
      done_reads_q <= done_reads;
      corrected_q <= corrected;
      corrected_reads_q <= corrected_reads;
      allocated_q <= (allocated_q | (allocate_q & Existing)) & ~freed_q;
      pending_q <= pending & ~freed_q;
      full_next_q <= full_next | freed_q;
      all_off_q <= &freed_q;
    end
  end

  for (genvar r = 0; r < Registers / 32; r++) begin : gen_live
    LiveValueIsNeverLost_A: assert property (@(posedge clock) disable iff (in_reset)
      (~full_next_q[32*r+:32] & voltage_high[32*r+:32] & voltage_low[32*r+:32]) == 32'd0);
  end

  // A start of a kernel passes control and array, and nothing that comes with it does.
  if (1) begin : gen_start
    TopIsItsParts_A: assert property (@(posedge clock) disable iff (in_reset)
      all_off_q -> ((voltage_high & voltage_low) == Existing));
  end

  // What else names the registers of the writes and of the load, as they come and while they are waited for.
  logic [9:0] write_registers_q[2];
  logic [9:0] load_register_q;
  logic [9:0] its_register[6];
  logic [5:0] is_named;
  logic [5:0] is_written;
  logic [5:0] is_loaded;
  assign its_register[0] = in_write_registers[9:0];
  assign its_register[1] = in_write_registers[19:10];
  assign its_register[2] = in_load_register;
  assign its_register[3] = write_registers_q[0];
  assign its_register[4] = write_registers_q[1];
  assign its_register[5] = load_register_q;
  always_comb begin
    for (int i = 0; i < 6; i++) begin
      is_named[i] = in_kernel_start
          || (in_allocate_valid && in_allocate_first <= its_register[i]
              && its_register[i] <= in_allocate_last)
          || (in_finish_valid && in_finish_first <= its_register[i]
              && its_register[i] <= in_finish_last);
      is_written[i] = 1'b0;
      is_loaded[i] = in_load_valid && in_load_register == its_register[i];
      for (int k = 0; k < 8; k++) begin
        is_named[i] |= (in_fetch_enable[k] && in_fetch_registers[10*k+:10] == its_register[i])
            || (in_wake_enable[k] && in_wake_registers[10*k+:10] == its_register[i])
            || (in_done_enable[k] && in_done_registers[10*k+:10] == its_register[i]);
      end
      for (int k = 0; k < 12; k++) begin
        is_named[i] |= in_future_enable[k] && in_future_registers[10*k+:10] == its_register[i];
      end
      for (int k = 0; k < 2; k++) begin
        is_named[i] |= in_next_enable[k] && in_next_registers[10*k+:10] == its_register[i];
        is_written[i] |= in_write_enable[k] && in_write_registers[10*k+:10] == its_register[i];
      end
    end
  end

  // Each lane: a write of a known latency to an ON register, alone: cycles until it is ON again.
  for (genvar k = 0; k < 2; k++) begin : gen_write
    logic [9:0] write_left_q;
    logic write_new_q;
    logic write_starts;
    // A row tells one wait.
    logic [4:0] row;
    logic shared;
    assign row = in_write_registers[10*k+5+:5];
    assign shared = (in_write_enable[1-k] && in_write_registers[10*(1-k)+5+:5] == row) ||
        (in_load_valid && in_load_register[9:5] == row);
    assign write_starts = in_write_enable[k] && !in_write_load[k] && !shared &&
        in_write_latencies[10*k+:10] > 10'dSHALLOW_BREAK_EVEN + 10'd1 &&
        !is_named[k] && !is_loaded[k];
    always_ff @(posedge clockRESET_EDGE) begin
      if (RESET) begin
        write_left_q <= 10'd0;
        write_new_q <= 1'b0;
      end else begin
        write_new_q <= 1'b0;
        if (write_left_q == 10'd0) begin
          write_new_q <= write_starts;
          if (write_starts) write_left_q <= in_write_latencies[10*k+:10];
        end else if (is_named[k+3] || is_loaded[k+3] || is_written[k+3] ||
                     (write_new_q && !(ready[write_registers_q[k]] &&
                                       allocated_q[write_registers_q[k]]))) begin
          write_left_q <= 10'd0;
        end else begin
          write_left_q <= write_left_q - 10'd1;
        end
      end
    end
    always_ff @(posedge clock) begin
      if (write_left_q == 10'd0) write_registers_q[k] <= in_write_registers[10*k+:10];
    end
    // Of a wait in ticks the first and the last may be short, the wake too; and 31 are the most.
    logic write_may_q;
    logic write_ticks_q;
    always_ff @(posedge clock) begin
      if (write_left_q == 10'd0) begin
        write_may_q <= in_write_latencies[10*k+:10] > 10'd512;
      end else begin
        write_may_q <= write_may_q || (write_ticks_q && write_left_q < 10'd49);
      end
      if (write_left_q == 10'd0) begin
        write_ticks_q <= in_write_latencies[10*k+:10] > 10'd32;
      end
    end
    logic write_ends_q;
    always_ff @(posedge clock) begin
      write_ends_q <= !in_reset && write_left_q == 10'd1 && !is_named[k+3] && !is_loaded[k+3] &&
          !is_written[k+3];
    end

    DeterministicWriteFindsOn_A: assert property (@(posedge clock) disable iff (in_reset)
      (!write_ends_q || ready[write_registers_q[k]]) &&
      (write_left_q == 10'd0 || write_new_q || write_may_q || !ready[write_registers_q[k]]));
  end

  // A full load that misses, alone: cycles until its register is ON again.
  logic [1:0] outcomes_q[64];
  logic [1:0] outcome;
  logic [9:0] load_left_q;
  logic load_new_q;
  logic load_starts;
  assign outcome = in_report_valid && in_report_warp == in_load_warp ? in_report_outcome
      : outcomes_q[in_load_warp];
  logic [1:0] beside;
  for (genvar k = 0; k < 2; k++) begin : gen_beside
    assign beside[k] = in_write_enable[k] && in_write_registers[10*k+5+:5] == in_load_register[9:5];
  end
  assign load_starts = is_loaded[2] && outcome != 2'd0 && beside == 2'd0 &&
      !is_named[2] && !is_written[2];
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      for (int i = 0; i < 64; i++) outcomes_q[i] <= 2'd0;
      load_left_q <= 10'd0;
      load_new_q <= 1'b0;
    end else begin
      if (in_report_valid) outcomes_q[in_report_warp] <= in_report_outcome;
      if (in_kernel_start) begin
        for (int i = 0; i < 64; i++) outcomes_q[i] <= 2'd0;
      end
      load_new_q <= 1'b0;
      if (load_left_q == 10'd0) begin
        load_new_q <= load_starts;
        if (load_starts) load_left_q <= outcome == 2'd1 ? 10'dL2_LATENCY : 10'dDRAM_LATENCY;
      end else if (is_named[5] || is_loaded[5] || is_written[5] ||
                   (load_new_q && !(pending_q[load_register_q] && full_next_q[load_register_q] &&
                                    !written_q[load_register_q]))) begin
        load_left_q <= 10'd0;
      end else begin
        load_left_q <= load_left_q - 10'd1;
      end
    end
  end
  // What the counter does not hold ends early.
  logic load_late_q;
  always_ff @(posedge clock) begin
    if (load_left_q == 10'd0) begin
      load_late_q <= (outcome == 2'd1 ? 10'dL2_LATENCY : 10'dDRAM_LATENCY) > 10'd512;
    end
  end
  logic load_ends_q;
  always_ff @(posedge clock) begin
    if (load_left_q == 10'd0) load_register_q <= in_load_register;
    load_ends_q <= !in_reset && load_left_q == 10'd1 && !is_named[5] && !is_loaded[5] &&
        !is_written[5];
  end

  MissIsOffUntilLeastLatency_A: assert property (@(posedge clock) disable iff (in_reset)
    (!load_ends_q || ready[load_register_q]) &&
    (load_left_q == 10'd0 || load_new_q || load_left_q < 10'd49 || load_late_q ||
     !ready[load_register_q]));
