
  // Operations of each warp, counted where they are: kept of a row, in a queue, taken and not done.
  // Sums are registers that change as their parts do, so that no proof compares trees of adders.
  // A row has six operations.
  localparam bit [7:0] MostOperations = 8'(6 * (1 + MORE_ROWS));

  // Operations that enter queues, those of banks 0 to b.
  logic [7:0] entering[8];
  always_comb begin
    entering[0] = 8'(unit_enter[0]);
    for (int unsigned b = 1; b < 8; b++) entering[b] = entering[b-1] + 8'(unit_enter[b]);
  end

  // What is left of the row; of its first j operations, the banks and how many enter queues.
  logic [7:0] kept_q;
  logic [7:0] kept;
  logic [7:0] banks[7];
  logic [7:0] entered[7];
  logic [15:0] its;
  logic [15:0] starting;
  assign its = 16'd1 << unit_its;
  assign starting = unit_keeps ? 16'd1 << (unit_start ? unit_check : unit_its) : 16'd0;
  always_comb begin
    kept = 8'd0;
    banks[0] = 8'd0;
    for (int unsigned j = 0; j < 6; j++) begin
      kept += 8'(unit_left[j]);
      banks[j+1] = banks[j] | (unit_left[j] ? unit_kept_banks[8*j+:8] : 8'd0);
    end
    for (int unsigned j = 0; j < 7; j++) begin
      entered[j] = 8'd0;
      for (int unsigned b = 0; b < 8; b++) entered[j] += 8'(banks[j][b] && !queue_full[b]);
    end
  end
  always_ff @(posedge clock) begin
    if (in_reset) kept_q <= 8'd0;
    else kept_q <= unit_keeps ? 8'(unit_count_next) : kept_q - entering[7];
  end

  KeptIsCounted_A: assert property (@(posedge clock) disable iff (in_reset) kept == kept_q);

  WalkIsOne_A: assert property (@(posedge clock) disable iff (in_reset)
    (unit_kept_now || unit_left != 6'd0) -> unit_its_one == its);

  for (genvar j = 0; j < 6; j++) begin : gen_row
    EnteringIsOfRow_A: assert property (@(posedge clock) disable iff (in_reset)
      entered[j+1] == entered[j] + 8'(unit_enters[j]));

    KeptIsOfWalk_A: assert property (@(posedge clock) disable iff (in_reset)
      unit_left[j] -> unit_kept_banks[8*j+:8] == 8'd1 << (unit_its[2:0] + unit_kept_low[3*j+:3]));
  end

  // Of each warp: operations that are not done; of these what has not left the queues; those in queues of banks 0
  // to b, and in that of b.
  logic [7:0] undone_q[16];
  logic [7:0] waiting_q[16];
  logic [7:0] in_queues_q[128];
  logic [7:0] in_queue_q[128];
  for (genvar w = 0; w < 16; w++) begin : gen_count
    logic [7:0] leaving[8];
    logic [7:0] its_leaves;
    logic [7:0] its_row;
    logic [4:0] not_done;
    logic [7:0] adds_up;
    logic [7:0] are_few;
    always_comb begin
      for (int unsigned b = 0; b < 8; b++) begin
        its_leaves[b] = queue_valid[b] && queue_ready[b] && queue_warps[4*b+:4] == 4'(w);
        are_few[b] = in_queue_q[8*w+b] <= MostOperations;
      end
      leaving[0] = 8'(its_leaves[0]);
      adds_up[0] = in_queues_q[8*w] == in_queue_q[8*w];
      for (int unsigned b = 1; b < 8; b++) begin
        leaving[b] = leaving[b-1] + 8'(its_leaves[b]);
        adds_up[b] = in_queues_q[8*w+b] == in_queues_q[8*w+b-1] + in_queue_q[8*w+b];
      end
      its_row = its[w] ? kept_q : 8'd0;
      not_done = unit_operations[5*w+:5] - 5'(unit_just_done[4*w+:4])
        + (unit_kept_now && unit_its_one[w] ? 5'(unit_count) : 5'd0);
    end
    always_ff @(posedge clock) begin
      if (in_reset) begin
        undone_q[w] <= 8'd0;
        waiting_q[w] <= 8'd0;
        for (int unsigned b = 0; b < 8; b++) begin
          in_queue_q[8*w+b] <= 8'd0;
          in_queues_q[8*w+b] <= 8'd0;
        end
      end else begin
        undone_q[w] <= undone_q[w] + (starting[w] ? 8'(unit_count_next) : 8'd0) - done_now[w];
        waiting_q[w] <= waiting_q[w] + (starting[w] ? 8'(unit_count_next) : 8'd0) - left_now[w];
        for (int unsigned b = 0; b < 8; b++) begin
          in_queue_q[8*w+b] <= in_queue_q[8*w+b] + 8'(its[w] && unit_enter[b])
            - 8'(its_leaves[b]);
          in_queues_q[8*w+b] <= in_queues_q[8*w+b] + (its[w] ? entering[b] : 8'd0) - leaving[b];
        end
      end
    end

    UndoneIsCounted_A: assert property (@(posedge clock) disable iff (in_reset)
      not_done == undone_q[w][4:0]);

    QueuesAddUp_A: assert property (@(posedge clock) disable iff (in_reset) adds_up == 8'hff);

    // UndoneHasLeftOrWaits rests on its UndoneHasLeftOrWaits.
    UndoneHasLeftOrWaits_A: assert property (@(posedge clock) disable iff (in_reset)
      left_q[w] + waiting_q[w] == undone_q[w]);

    WaitingIsSomewhere_A: assert property (@(posedge clock) disable iff (in_reset)
      in_queues_q[8*w+7] + its_row == waiting_q[w]);

    // UndoneIsSomewhere rests on its UndoneHasLeftOrWaits and its WaitingIsSomewhere.
    UndoneIsSomewhere_A: assert property (@(posedge clock) disable iff (in_reset)
      left_q[w] + in_queues_q[8*w+7] + its_row == undone_q[w]);

    // Long queues could else hold so much that their sum is 0 again.
    QueuesAreFew_A: assert property (@(posedge clock) disable iff (in_reset) are_few == 8'hff);

    UndoneAreFew_A: assert property (@(posedge clock) disable iff (in_reset)
      undone_q[w] <= MostOperations && left_q[w] <= undone_q[w]
      && (!its[w] || unit_rows == 3'd0 || undone_q[w] + 8'd6 * 8'(unit_rows) <= MostOperations));

    OnlyPreloadingIsUndone_A: assert property (@(posedge clock) disable iff (in_reset)
      (state[w] != Preloading) -> undone_q[w] == 8'd0);
  end

  for (genvar b = 0; b < 8; b++) begin : gen_queue_count
    logic [7:0] taken[16];
    logic [15:0] is_counted;
    always_comb begin
      for (int unsigned w = 0; w < 16; w++) begin
        taken[w] = 8'd0;
        for (int unsigned e = 0; e < ENTRIES; e++) begin
          taken[w] += 8'(unit_taken[ENTRIES*b+e]
            && unit_entry_warps[4*(ENTRIES*b+e)+:4] == 4'(w));
        end
        is_counted[w] = taken[w] == in_queue_q[8*w+b];
      end
    end

    QueueIsCounted_A: assert property (@(posedge clock) disable iff (in_reset)
      is_counted == 16'hffff);
  end
