
  // The unit's registers beside the record: what its warps do, the regions that start, the stack.
  localparam bit [2:0] Inactive = 3'd0;
  localparam bit [2:0] Preloading = 3'd1;
  localparam bit [2:0] Active = 3'd2;
  localparam bit [2:0] Draining = 3'd3;
  localparam bit [2:0] Failed = 3'd4;

  logic [2:0] state[16];
  logic [2:0] state_q[16];
  logic [15:0] inactive;
  logic [15:0] ended_before_q;
  logic [15:0] busy_q;
  logic [15:0] none_pending;
  logic [15:0] none_pending_q;
  always_comb begin
    for (int unsigned w = 0; w < 16; w++) begin
      state[w] = unit_states[3*w+:3];
      inactive[w] = state[w] == Inactive;
      none_pending[w] = 1'b1;
      for (int unsigned b = 0; b < 8; b++) begin
        if (pending_q[8*w+b] != 3'd0) none_pending[w] = 1'b0;
      end
    end
  end
  always_ff @(posedge clock) begin
    for (int unsigned w = 0; w < 16; w++) state_q[w] <= in_reset ? Inactive : state[w];
    ended_before_q <= unit_ended;
    busy_q <= busy;
    none_pending_q <= none_pending;
  end

  // The pipeline that starts regions.
  RowsAreFew_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_rows == 3'd0 || (unit_row != 3'd0 && 4'(unit_rows) + 4'(unit_row) <= 4'd8));

  LookedAtIsInactive_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_look_one == (unit_looks ? 16'd1 << unit_look : 16'd0)
    && unit_check_one == (read_q ? 16'd1 << read_warp_q : 16'd0)
    && (!read_q || unit_check == read_warp_q)
    && (unit_look_one & unit_check_one) == 16'd0
    && ((unit_look_one | unit_check_one) & ~inactive) == 16'd0);

  WalkIsPreloading_A: assert property (@(posedge clock) disable iff (in_reset)
    (unit_rows != 3'd0) -> (unit_its_one == 16'd1 << unit_its && state[unit_its] == Preloading));

  ReadRowIsTheWalks_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_row_ready -> (unit_rows != 3'd0 && !unit_looks && unit_check == unit_its
      && unit_check_one == 16'd0));

  for (genvar w = 0; w < 16; w++) begin : gen_state
    logic [7:0] is_recorded;
    for (genvar b = 0; b < 8; b++) begin : gen_bank
      assign is_recorded[b] = unit_pending[48*b+3*w+:3] == pending_q[8*w+b];
    end

    PendingIsRecorded_A: assert property (@(posedge clock) disable iff (in_reset)
      is_recorded == 8'hff);

    StateIsKnown_A: assert property (@(posedge clock) disable iff (in_reset)
      state[w] <= Failed
      && (state[w] != Active || unit_ended[w] || active_q[w] || queued_q[w]));

    QueuedIsPreloading_A: assert property (@(posedge clock) disable iff (in_reset)
      (state[w] == Preloading && !(unit_rows != 3'd0 && unit_its == 4'(w))) ? queued_q[w]
      : (!queued_q[w] || (state[w] == Active && !unit_ended[w])));

    DrainWaitsForWrites_A: assert property (@(posedge clock) disable iff (in_reset)
      (state_q[w] != Active || state[w] == Active
        || (state[w] == Draining && ended_before_q[w] && !busy_q[w]))
      && (state_q[w] != Draining || state[w] == Draining
        || (state[w] == Inactive && none_pending_q[w])));
  end

  // Of each two warps one is above the other: the inactive ones stand in an order.
  for (genvar i = 0; i < 16; i++) begin : gen_above
    logic [15:0] below;
    logic [15:0] above_those;
    always_comb begin
      above_those = 16'd0;
      for (int unsigned j = 0; j < 16; j++) begin
        below[j] = unit_above[j][i];
        if (unit_above[i][j]) above_those |= unit_above[j];
      end
    end

    StackIsPermutationOfInactive_A: assert property (@(posedge clock) disable iff (in_reset)
      (unit_above[i] ^ below) == ~(16'd1 << i) && !unit_above[i][i]
      && (above_those & ~unit_above[i]) == 16'd0 && (unit_first & (unit_first - 16'd1)) == 16'd0);
  end

  PushedIsOne_A: assert property (@(posedge clock) disable iff (in_reset)
    (unit_pushed & (unit_pushed - 16'd1)) == 16'd0 && (unit_pushed & ~inactive) == 16'd0);

  // What is kept of a row is an operation, and so is what is queued.
  for (genvar j = 0; j < 6; j++) begin : gen_kept
    KeptIsOperation_A: assert property (@(posedge clock) disable iff (in_reset)
      unit_left[j] -> unit_kept_kinds[2*j+:2] != 2'd0);
  end

  logic [7:0] queue_full;
  for (genvar b = 0; b < 8; b++) begin : gen_queue
    assign queue_full[b] = unit_taken[ENTRIES*b+ENTRIES-1];
    for (genvar e = 0; e < ENTRIES; e++) begin : gen_entry
      if (e > 0) begin : gen_above
        TakenFromTheBottom_A: assert property (@(posedge clock) disable iff (in_reset)
          unit_taken[ENTRIES*b+e] -> unit_taken[ENTRIES*b+e-1]);
      end
      QueuedIsOperation_A: assert property (@(posedge clock) disable iff (in_reset)
        unit_taken[ENTRIES*b+e] -> (unit_entry_kinds[2*(ENTRIES*b+e)+:2] != 2'd0
          && 3'(unsigned'(b)) == unit_entry_warps[4*(ENTRIES*b+e)+:3]
            + unit_entry_low[3*(ENTRIES*b+e)+:3]));
    end
  end
