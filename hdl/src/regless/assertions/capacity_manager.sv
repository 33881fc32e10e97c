  logic [15:0] active_q;
  logic [15:0] ended_q;
  logic [15:0] issue_ends;
  always_comb begin
    issue_ends = 16'd0;
    if (issue0_valid && issue0_ends) issue_ends[issue0_warp] = 1'b1;
    if (issue1_valid && issue1_ends) issue_ends[issue1_warp] = 1'b1;
  end

  // Of each warp: operations that left the queues and are not done, and whether its region was read
  // whole since it was active last.
  logic [7:0] left_q[16];
  logic [15:0] queued_q;
  logic [7:0] done_now[16];
  logic [7:0] left_now[16];
  logic [15:0] in_queue;
  always_comb begin
    in_queue = 16'd0;
    for (int unsigned w = 0; w < 16; w++) begin
      done_now[w] = 8'(fill_done && fill_done_warp == 4'(w));
      left_now[w] = 8'd0;
      for (int unsigned b = 0; b < 8; b++) begin
        done_now[w] += 8'(done_banks[b] && done_warps[4*b+:4] == 4'(w));
        left_now[w] += 8'(queue_valid[b] && queue_ready[b] && queue_warps[4*b+:4] == 4'(w));
      end
    end
    for (int unsigned b = 0; b < 8; b++) if (queue_valid[b]) in_queue[queue_warps[4*b+:4]] = 1'b1;
  end

  logic [7:0] held_q;
  logic [15:0] kinds_q;
  logic [31:0] warps_q;
  logic [47:0] registers_q;
  logic error_q;
  logic [3:0] error_warp_q;
  logic read_q;
  logic [3:0] read_warp_q;

  // Whether a region that is checked needs more lines of a bank than there are.
  logic too_big;
  logic reports_q;
  logic [3:0] checked_q;
  always_comb begin
    too_big = 1'b0;
    for (int unsigned b = 0; b < 8; b++) begin
      if (8'(region_usage[3*b+:3]) > 8'dLINES) too_big = 1'b1;
    end
  end
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      active_q <= 16'd0;
      ended_q <= 16'd0;
      queued_q <= 16'd0;
      held_q <= 8'd0;
      error_q <= 1'b0;
      reports_q <= 1'b0;
      for (int unsigned w = 0; w < 16; w++) left_q[w] <= 8'd0;
    end else begin
      active_q <= active;
      ended_q <= issue_ends;
      held_q <= queue_valid & ~queue_ready;
      error_q <= error;
      reports_q <= read_q && too_big && eligible[read_warp_q];
      for (int unsigned w = 0; w < 16; w++) left_q[w] <= left_q[w] + left_now[w] - done_now[w];
      queued_q <= queued_q & ~active;
      if (region_taken) queued_q[taken_warp] <= 1'b1;
    end
  end
  always_ff @(posedge clock) begin
    kinds_q <= queue_kinds;
    warps_q <= queue_warps;
    registers_q <= queue_registers;
    error_warp_q <= error_warp;
    checked_q <= read_warp_q;
  end

  // Of each warp and bank, warp at the top: lines that the warp's region was promised, which are those that the
  // store gave when it was read last, for a region is checked in the cycle after its first row is read, and
  // starts there or not at all; and writes that were issued and have not landed.
  logic [2:0] promised_q[128];
  logic [2:0] pending_q[128];
  logic writes0;
  logic writes1;
  logic [6:0] issued0;
  logic [6:0] issued1;
  logic [6:0] landing0;
  logic [6:0] landing1;
  assign writes0 = issue0_valid && issue0_writes;
  assign writes1 = issue1_valid && issue1_writes;
  assign issued0 = {issue0_warp, issue0_warp[2:0] + issue0_destination[2:0]};
  assign issued1 = {issue1_warp, issue1_warp[2:0] + issue1_destination[2:0]};
  assign landing0 = {landed0_warp, landed0_warp[2:0] + landed0_register[2:0]};
  assign landing1 = {landed1_warp, landed1_warp[2:0] + landed1_register[2:0]};
  // Eight banks: of a register only what tells them apart.
  (* unused *) logic unused_ok;
  assign unused_ok = &{1'b0, issue0_destination[5:3], issue1_destination[5:3],
    landed0_register[5:3], landed1_register[5:3]};
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      read_q <= 1'b0;
      for (int unsigned i = 0; i < 128; i++) pending_q[i] <= 3'd0;
    end else begin
      read_q <= region_read && region_row == 3'd0;
      for (int unsigned i = 0; i < 128; i++) begin
        pending_q[i] <= pending_q[i] + 3'(writes0 && issued0 == 7'(i))
            + 3'(writes1 && issued1 == 7'(i)) - 3'(landed0_valid && landing0 == 7'(i))
            - 3'(landed1_valid && landing1 == 7'(i));
      end
    end
  end
  // Of each warp: the row that was read last, and how many rows follow the first.
  logic [2:0] last_row_q[16];
  logic [2:0] more_q[16];
  always_ff @(posedge clock) begin
    read_warp_q <= region_warp;
    if (region_read) last_row_q[region_warp] <= region_row;
    if (read_q) more_q[read_warp_q] <= region_more;
    for (int unsigned i = 0; i < 128; i++) begin
      if (read_q && read_warp_q == 4'(i / 8)) promised_q[i] <= region_usage[3*(i%8)+:3];
    end
  end

  IssueIsOfActiveWarp_M: assume property (@(posedge clock) disable iff (in_reset)
    (!issue0_valid || active[issue0_warp]) && (!issue1_valid || (active[issue1_warp]
      && !(issue0_valid && issue0_ends && issue1_warp == issue0_warp))));

  WriteHasLine_M: assume property (@(posedge clock) disable iff (in_reset)
    (!writes0 || 4'(pending_q[issued0])
      < 4'(promised_q[issued0]) + 4'(landed0_valid && landing0 == issued0)
        + 4'(landed1_valid && landing1 == issued0))
    && (!writes1 || 4'(pending_q[issued1]) + 4'(writes0 && issued0 == issued1)
      < 4'(promised_q[issued1]) + 4'(landed0_valid && landing0 == issued1)
        + 4'(landed1_valid && landing1 == issued1)));

  LandingWasIssued_M: assume property (@(posedge clock) disable iff (in_reset)
    (!landed0_valid || pending_q[landing0] != 3'd0)
    && (!landed1_valid || pending_q[landing1] > 3'(landed0_valid && landing0 == landing1)));

  RegionHasFewRows_M: assume property (@(posedge clock) disable iff (in_reset)
    !read_q || region_more <= 3'dMORE_ROWS);

  for (genvar w = 0; w < 16; w++) begin : gen_done
    DoneWasTaken_M: assume property (@(posedge clock) disable iff (in_reset)
      done_now[w] <= left_q[w]);
  end

  TopmostEligibleStarts_A: assert property (@(posedge clock) disable iff (in_reset)
    region_taken -> (!active[taken_warp] && !queued_q[taken_warp]));

  // Rows behind the first are read one after another, and with the last the region is taken.
  if (1) begin : gen_rows
    logic [2:0] first_more;
    logic is_first;
    assign is_first = read_q && read_warp_q == taken_warp;
    assign first_more = is_first ? region_more : more_q[taken_warp];
    OperationsAreQueuedOnce_A: assert property (@(posedge clock) disable iff (in_reset)
      (!region_read || region_row == 3'd0
        || (region_row == last_row_q[region_warp] + 3'd1 && region_row <= more_q[region_warp]))
      && (!region_taken
        || (first_more == last_row_q[taken_warp] && is_first == (first_more == 3'd0))));
  end

  for (genvar b = 0; b < 8; b++) begin : gen_bank
    logic [2:0] bank;
    assign bank = queue_warps[4*b+:3] + queue_registers[6*b+:3];
    OperationsAreQueuedOnce_A: assert property (@(posedge clock) disable iff (in_reset)
      (queue_valid[b] ? queue_kinds[2*b+:2] != 2'd0 && bank == 3'(unsigned'(b))
                      : {queue_kinds[2*b+:2], queue_warps[4*b+:4], queue_registers[6*b+:6]}
                        == 12'd0)
      && (!held_q[b] || (queue_valid[b] && queue_kinds[2*b+:2] == kinds_q[2*b+:2]
        && queue_warps[4*b+:4] == warps_q[4*b+:4]
        && queue_registers[6*b+:6] == registers_q[6*b+:6])));
  end

  for (genvar w = 0; w < 16; w++) begin : gen_warp
    ActiveWhenAllIsDone_A: assert property (@(posedge clock) disable iff (in_reset)
      (active[w] && !active_q[w]) -> (queued_q[w] && left_q[w] == 8'd0 && !in_queue[w]));

    OnlyActiveMayIssue_A: assert property (@(posedge clock) disable iff (in_reset)
      !(ended_q[w] && active[w]) && (!active_q[w] || ended_q[w] || active[w]));
  end

  TooBigIsReported_A: assert property (@(posedge clock) disable iff (in_reset)
    error == (error_q || reports_q)
    && (!error || error_warp == (error_q ? error_warp_q : checked_q)));

  ResetMakesAllInactive_A: assert property (@(posedge clock) disable iff (in_reset)
    fresh_q -> (active == 16'd0 && queue_valid == 8'd0 && !error && !region_taken));
