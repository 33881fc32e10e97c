
  // The operations of a row on their way to the queues, and through them, as each was in the cycle before.
  logic keeps_q;
  logic [3:0] walk_q;
  logic [5:0] left_before_q;
  logic [5:0] enters_q;
  logic [11:0] kept_kinds_q;
  logic [35:0] kept_registers_q;
  logic [11:0] given_kinds_q;
  logic [35:0] given_registers_q;
  logic [35:0] kept_registers;
  always_comb begin
    for (int unsigned j = 0; j < 6; j++) begin
      kept_registers[6*j+:6] = {unit_kept_upper[3*j+:3], unit_kept_low[3*j+:3]};
    end
  end
  always_ff @(posedge clock) begin
    keeps_q <= !in_reset && unit_keeps;
    walk_q <= unit_start ? read_warp_q : unit_its;
    left_before_q <= in_reset ? 6'd0 : unit_left;
    enters_q <= unit_enters;
    kept_kinds_q <= unit_kept_kinds;
    kept_registers_q <= kept_registers;
    given_kinds_q <= region_kinds;
    given_registers_q <= region_registers;
  end

  for (genvar j = 0; j < 6; j++) begin : gen_kept_row
    logic was_left;
    logic [7:0] was;
    logic [7:0] earlier;
    logic [2:0] its_bank;
    assign was_left = keeps_q ? given_kinds_q[2*j+:2] != 2'd0 : left_before_q[j] && !enters_q[j];
    assign was = keeps_q ? {given_kinds_q[2*j+:2], given_registers_q[6*j+:6]}
      : {kept_kinds_q[2*j+:2], kept_registers_q[6*j+:6]};
    assign its_bank = unit_its[2:0] + unit_kept_low[3*j+:3];
    always_comb begin
      earlier = 8'd0;
      for (int unsigned k = 0; k < j; k++) begin
        if (unit_left[k]) earlier[3'(unit_its[2:0] + unit_kept_low[3*k+:3])] = 1'b1;
      end
    end

    // What the store gave is left until it enters the queue of its bank, the first of each bank if there is room.
    // OperationsAreQueuedOnce rests on KeptIsOfWalk.
    OperationsAreQueuedOnce_A: assert property (@(posedge clock) disable iff (in_reset)
      unit_left[j] == was_left
      && (!was_left || {unit_its, unit_kept_kinds[2*j+:2], kept_registers[6*j+:6]}
        == {walk_q, was})
      && unit_enters[j] == (unit_left[j] && !earlier[its_bank] && !queue_full[its_bank]));
  end

  for (genvar b = 0; b < 8; b++) begin : gen_in_turn
    logic [ENTRIES-1:0] taken;
    logic [ENTRIES-1:0] stayed;
    logic [ENTRIES-1:0] stayed_q;
    logic enter_q;
    logic [11:0] entering_q;
    logic [11:0] entry[ENTRIES];
    logic [11:0] remaining_q[ENTRIES];
    logic [ENTRIES-1:0] is_kept;
    logic enter;
    logic leave;
    logic [11:0] entering;
    assign taken = unit_taken[ENTRIES*b+:ENTRIES];
    assign leave = queue_valid[b] && queue_ready[b];
    always_comb begin
      enter = 1'b0;
      entering = 12'd0;
      stayed = leave ? taken >> 1 : taken;
      for (int unsigned j = 0; j < 6; j++) begin
        if (unit_enters[j] && unit_its[2:0] + unit_kept_low[3*j+:3] == 3'(unsigned'(b))) begin
          enter = 1'b1;
          entering |= {unit_its, unit_kept_kinds[2*j+:2], kept_registers[6*j+:6]};
        end
      end
      for (int unsigned e = 0; e < ENTRIES; e++) begin
        entry[e] = {unit_entry_warps[4*(ENTRIES*b+e)+:4], unit_entry_kinds[2*(ENTRIES*b+e)+:2],
          unit_entry_upper[3*(ENTRIES*b+e)+:3], unit_entry_low[3*(ENTRIES*b+e)+:3]};
        is_kept[e] = !taken[e] || entry[e] == (stayed_q[e] ? remaining_q[e] : entering_q);
      end
    end
    always_ff @(posedge clock) begin
      stayed_q <= in_reset ? ENTRIES'(0) : stayed;
      enter_q <= !in_reset && enter;
      entering_q <= entering;
      for (int unsigned e = 0; e < ENTRIES; e++) begin
        remaining_q[e] <= entry[leave && e + 1 < ENTRIES ? e + 1 : e];
      end
    end

    // OperationsAreQueuedOnce rests on KeptIsOfWalk and WalkIsOne.
    OperationsAreQueuedOnce_A: assert property (@(posedge clock) disable iff (in_reset)
      taken == (enter_q ? {stayed_q[ENTRIES-2:0], 1'b1} : stayed_q) && is_kept == '1
      && queue_valid[b] == taken[0]
      && (!queue_valid[b]
        || {queue_warps[4*b+:4], queue_kinds[2*b+:2], queue_registers[6*b+:6]} == entry[0]));
  end

  ReadIsTheFirstRow_A: assert property (@(posedge clock) disable iff (in_reset)
    read_q -> last_row_q[read_warp_q] == 3'd0);

  // Rows that are to be read are those behind the last that was.
  // RowsAreBehindTheLast rests on RowsAreBehindTheLast, ReadIsTheFirstRow and RowsAreFew.
  // RowsAreBehindTheLast rests on LookedAtIsInactive, WalkIsPreloading and ReadRowIsTheWalks.
  RowsAreBehindTheLast_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_rows == 3'd0
    || (last_row_q[unit_its] + 3'(!unit_row_ready) == unit_row
      && 4'(more_q[unit_its]) + 4'd1 == 4'(unit_rows) + 4'(unit_row)));

  // OperationsAreQueuedOnce rests on RowsAreBehindTheLast, RowsAreFew and LookedAtIsInactive.
  // OperationsAreQueuedOnce rests on WalkIsPreloading, ReadRowIsTheWalks and OperationsAreQueuedOnce.
  // OperationsAreQueuedOnce rests on KeptIsOperation and QueuedIsOperation.

  // Of each warp, whether all that it waits for is done.
  logic [15:0] all_done_q;
  always_ff @(posedge clock) begin
    for (int unsigned w = 0; w < 16; w++) begin
      all_done_q[w] <= !in_reset && state[w] == Preloading && undone_q[w] == 8'd0
        && !(its[w] && unit_rows != 3'd0);
    end
  end

  for (genvar w = 0; w < 16; w++) begin : gen_at_once
    logic [7:0] operations;
    logic [7:0] just_done;
    assign operations = 8'(unit_operations[5*w+:5]);
    assign just_done = 8'(unit_just_done[4*w+:4]);

    // What was done a cycle ago was counted before.
    // DoneIsCounted rests on its DoneIsCounted, its UndoneIsCounted and its UndoneAreFew.
    DoneIsCounted_A: assert property (@(posedge clock) disable iff (in_reset)
      operations >= just_done && operations - just_done <= undone_q[w]);

    // ActiveWhenAllIsDone rests on its DoneIsCounted.
    // ActiveWhenAllIsDone rests on its ActiveWhenAllIsDone, its UndoneIsCounted and its UndoneAreFew.
    // ActiveWhenAllIsDone rests on WalkIsOne, WalkIsPreloading, ReadRowIsTheWalks and KeptIsOfWalk.
    // ActiveWhenAllIsDone rests on KeptIsCounted, EnteringIsOfRow, QueueIsCounted and TakenFromTheBottom.
    // ActiveWhenAllIsDone rests on its OnlyPreloadingIsUndone, its UndoneIsSomewhere and its QueuesAddUp.
    // ActiveWhenAllIsDone rests on its UndoneHasLeftOrWaits, its WaitingIsSomewhere and its QueuesAreFew.
    // ActiveWhenAllIsDone rests on LookedAtIsInactive, its QueuedIsPreloading and its StateIsKnown.
    ActiveWhenAllIsDone_A: assert property (@(posedge clock) disable iff (in_reset)
      all_done_q[w] -> (state[w] == Active && active[w]));
  end
