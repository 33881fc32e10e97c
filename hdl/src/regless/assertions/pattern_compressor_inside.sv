  localparam bit [2:0] Empty = 3'd0;
  localparam bit [2:0] Look = 3'd1;
  localparam bit [2:0] Room = 3'd2;
  localparam bit [2:0] Spill = 3'd3;
  localparam bit [2:0] Merge = 3'd4;
  localparam bit [2:0] Ask = 3'd5;
  localparam bit [2:0] Keep = 3'd6;

  // Match and Act, and what they have of the watched number.
  logic [3:0] entering_warp;
  logic [3:0] acting_warp;
  logic [5:0] acting_number;
  logic evicts_next;
  logic fetches_next;
  logic acts;
  logic acts_evict;
  logic acts_fetch;
  logic enters_here;
  logic acts_here;
  logic [15:0] entering_one;
  logic [15:0] acting_one;
  assign entering_warp = unit_entering_name[9:6];
  assign {acting_warp, acting_number} = unit_name;
  assign evicts_next = unit_entering && unit_entering_kind == 2'd0;
  assign fetches_next = unit_entering
      && (unit_entering_kind == 2'd1 || unit_entering_kind == 2'd2);
  assign acts = unit_step != Empty;
  assign acts_evict = acts && unit_kind == 2'd0;
  assign acts_fetch = acts && (unit_kind == 2'd1 || unit_kind == 2'd2);
  assign enters_here = unit_entering && unit_entering_name[5:0] == number_q;
  assign acts_here = acts && acting_number == number_q;
  assign entering_one = enters_here ? 16'd1 << entering_warp : 16'd0;
  assign acting_one = acts_here ? 16'd1 << acting_warp : 16'd0;

  // What the unit knows to lie behind the staging unit of the watched number: as Match finds it.
  logic [47:0] states;
  logic [15:0] known;
  logic [15:0] patterns;
  logic [15:0] memories;
  assign states = unit_states[48*number_q+:48];
  always_comb begin
    for (int unsigned w = 0; w < 16; w++) begin
      known[w] = unit_rows[64*w+32'(number_q)];
      memories[w] = known[w] && states[3*w+1] && states[3*w+2];
    end
  end
  assign patterns = known & ~memories;

  // The pattern of the last value evicted, and of the last one of the watched register; whether Act found its
  // register compressed.
  logic [2:0] last_pattern_q;
  logic [2:0] pattern_q;
  logic acts_compressed_q;
  always_ff @(posedge clock) begin
    if (accepted && request_kind == 2'd0) begin
      last_pattern_q <= pattern_of(request_data);
      if (request_valued) pattern_q <= pattern_of(request_data);
    end
    if (reset) pattern_q <= 3'd0;
    if (unit_moves) acts_compressed_q <= (patterns & entering_one) != 16'd0;
  end

  EvictedPatternIsKnown_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_matched == pattern_of(unit_data));

  // Of data that were taken in the last cycle, and of those that wait in Match.
  logic just_taken_q;
  logic waited_q;
  always_ff @(posedge clock) begin
    just_taken_q <= !reset && accepted && request_kind == 2'd0;
    waited_q <= !reset && unit_entering;
  end
  EnteringIsTakenOrWaits_A: assert property (@(posedge clock) disable iff (in_reset)
    !evicts_next || just_taken_q != waited_q);

  if (1) begin : gen_taken
    EvictedPatternIsKnown_A: assert property (@(posedge clock) disable iff (in_reset)
      !just_taken_q || last_pattern_q == pattern_of(unit_data));
  end

  if (1) begin : gen_match
    EvictedPatternIsKnown_A: assert property (@(posedge clock) disable iff (in_reset)
      !(waited_q && evicts_next) || last_pattern_q == pattern_of(unit_data));
  end

  if (1) begin : gen_act
    EvictedPatternIsKnown_A: assert property (@(posedge clock) disable iff (in_reset)
      !acts_evict || (unit_pattern == last_pattern_q && !unit_entering));
  end

  StepIsOfKind_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_step <= Keep && (!acts || unit_own == 16'd1 << acting_warp)
    && (unit_step < Room || (!unit_in_memory
      && (unit_kind == 2'd0 ? unit_pattern != 3'd0 : unit_kind != 2'd3 && unit_known)))
    && (unit_step != Keep || unit_kind == 2'd0) && (unit_step != Ask || unit_kind != 2'd0)
    && (!acts || !unit_in_memory || unit_known));

  RowIsRead_A: assert property (@(posedge clock) disable iff (in_reset)
    enters_here -> unit_state_row == states);

  // CopiesAreRecorded rests on EnteringIsRecorded and EvictedPatternIsKnown.
  CopiesAreRecorded_A: assert property (@(posedge clock) disable iff (in_reset)
    ((patterns ^ compressed_q[0]) & ~entering_one) == 16'd0
    && ((memories ^ memory_q[0]) & ~entering_one) == 16'd0);

  // EnteringIsRecorded rests on CopiesAreRecorded, HandHasRoom, OwingIsCounted and StepIsOfKind.
  EnteringIsRecorded_A: assert property (@(posedge clock) disable iff (in_reset)
    enters_here -> (unit_entering_kind == 2'd0
      ? compressed_q[0][entering_warp] == (last_pattern_q != 3'd0)
        && memory_q[0][entering_warp] == (last_pattern_q == 3'd0)
      : unit_entering_kind == 2'd1 ? compressed_q[0] == patterns && memory_q[0] == memories
      : !compressed_q[0][entering_warp] && !memory_q[0][entering_warp]));

  // ActKnowsCopies rests on HandIsLine, LineIsCopies, LineIsHeldOnce and RowIsRead.
  ActKnowsCopies_A: assert property (@(posedge clock) disable iff (in_reset)
    acts_here -> (unit_others == (patterns & ~acting_one)
      && (unit_kind == 2'd0
        ? (unit_pattern != 3'd0 ? (patterns & acting_one) != 16'd0
                                : (memories & acting_one) != 16'd0)
        : acts_compressed_q == (unit_known && !unit_in_memory)
          && ((patterns & acting_one) != 16'd0) == (acts_compressed_q && unit_kind == 2'd1)
          && ((memories & acting_one) != 16'd0) == (unit_in_memory && unit_kind == 2'd1))));

  // Requests that ask the L1 for the watched number.
  logic enters_asking;
  logic acts_asking;
  logic [2:0] entering_kind;
  logic [2:0] acting_kind;
  assign enters_asking = (memories & entering_one) != 16'd0
      || (enters_here && evicts_next && last_pattern_q == 3'd0);
  assign acts_asking = acts_here
      && (unit_in_memory || (unit_kind == 2'd0 && unit_pattern == 3'd0));
  always_comb begin
    entering_kind = 3'd3;
    if (unit_entering_kind == 2'd0) entering_kind = last_pattern_q != 3'd0 ? 3'd3 : 3'd2;
    else if (unit_entering_kind != 2'd3) entering_kind = 3'(unit_entering_kind) - 3'd1;
    acting_kind = 3'd3;
    if (unit_kind == 2'd0) acting_kind = unit_pattern != 3'd0 ? 3'd3 : 3'd2;
    else if (unit_kind != 2'd3) acting_kind = 3'(unit_kind) - 3'd1;
  end

  // AskingIsMatchAndAct rests on CopiesAreRecorded, EnteringIsRecorded and EvictedPatternIsKnown.
  // AskingIsMatchAndAct rests on RowIsRead and StepIsOfKind.
  AskingIsMatchAndAct_A: assert property (@(posedge clock) disable iff (in_reset)
    asking_q == {acts_asking && enters_asking, acts_asking || enters_asking}
    && (!acts_asking || (ask_tag_q[0] == unit_name && ask_kind_q[0] == acting_kind))
    && (!enters_asking || (ask_tag_q[acts_asking] == unit_entering_name
                           && ask_kind_q[acts_asking] == entering_kind)));

  // Each fetch is in one place, and nothing else of its register is behind it.
  for (genvar w = 0; w < 16; w++) begin : gen_warp
    logic [WAITERS+1:0] places;
    logic enters;
    logic acting;
    logic [WAITERS+2:0] with_act;
    logic [WAITERS+3:0] with_match;
    for (genvar f = 0; f < WAITERS; f++) begin : gen_place
      assign places[f] = unit_taken[f] && !unit_nobody[f]
          && unit_names[10*f+:10] == {4'(w), number_q};
    end
    assign places[WAITERS] = unit_reading && unit_read_name == {4'(w), number_q};
    assign places[WAITERS+1] = answer_valid && answer_name == {4'(w), number_q};
    assign enters = fetches_next && entering_one[w];
    assign acting = acts_fetch && acting_one[w];
    assign with_act = {places, acting_one[w]};
    assign with_match = {places, acting, entering_one[w]};

    OwedIsSomewhere_A: assert property (@(posedge clock) disable iff (in_reset)
      (with_act & (with_act - 1'b1)) == '0 && (with_match & (with_match - 1'b1)) == '0
      && owed_q[0][w] == (places != '0 || (enters && !memories[w]) || (acting && !unit_in_memory)));

    OwedIsKnown_A: assert property (@(posedge clock) disable iff (in_reset)
      !owed_q[0][w] || owed_compressed_q[0][w]
        == (places[WAITERS-1:0] != '0 || (places[WAITERS] && unit_read_slot != 16'd0)
          || (places[WAITERS+1] && unit_answer_pattern != 3'd0)
          || (enters && patterns[w]) || (acting && unit_known)));
  end

  logic [3:0] waiting;
  always_comb begin
    waiting = 4'd0;
    for (int unsigned f = 0; f < WAITERS; f++) waiting += 4'(unit_taken[f] && !unit_nobody[f]);
  end

  OwingIsCounted_A: assert property (@(posedge clock) disable iff (in_reset)
    owing_q == waiting + 4'(fetches_next) + 4'(acts_fetch) + 4'(unit_reading) + 4'(answer_valid));

  // ReadIsSlot rests on FillIsWaiter, HandIsLine, LineIsHeldOnce and StepIsOfKind.
  ReadIsSlot_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_reading -> (unit_read_slot == 16'd0 ? unit_read_pattern == 3'd0
                                             : unit_read_slot == 16'd1 << unit_read_name[9:6]));

  // AnswerIsSlot rests on ReadIsSlot.
  AnswerIsSlot_A: assert property (@(posedge clock) disable iff (in_reset)
    (answer_valid && unit_answer_pattern == 3'd0) -> unit_answer_slot == 64'd0);

  // BeforeIsLast rests on CopiesAreRecorded.
  BeforeIsLast_A: assert property (@(posedge clock) disable iff (in_reset)
    (patterns & entering_one & ~compressed_q[0]) != 16'd0
    -> (before_q && before_register_q == number_q));

  // A request that came alone.
  // AloneIsFirst rests on CopiesAreRecorded, EvictedPatternIsKnown, OwingIsCounted and RowIsRead.
  // AloneIsFirst rests on StepIsOfKind and WaiterHasLine.
  AloneIsFirst_A: assert property (@(posedge clock) disable iff (in_reset)
    (!alone_q || since_q != 3'd0)
    && (!(alone_q && since_q == 3'd1) || (unit_entering && !acts && unit_taken == '0
      && !unit_reading && !answer_valid && (!alone_asks_q || enters_asking)))
    && (!(alone_q && since_q == 3'd2) || (!unit_entering && unit_step == Look
      && unit_taken == '0 && !unit_reading && !answer_valid && (!alone_asks_q || acts_asking))));

  // AloneHits rests on AloneIsFirst, FillIsWaiter and StepIsOfKind.
  AloneHits_A: assert property (@(posedge clock) disable iff (in_reset)
    (alone_q && since_q >= 3'd3 && !read_line_q)
    -> (!unit_entering && unit_taken == '0
      && !(unit_step == Look && acts_fetch && !unit_in_memory)
      && (!unit_reading || since_q == 3'd3) && (!answer_valid || since_q == 3'd4 || answer_held_q)));

  // Lines. The one at the hand is not waited for once Act makes room there.
  logic [LINES-1:0] waited;
  logic [LINES-1:0] filled;
  logic [LINES-1:0] hit;
  logic [LINES-1:0] acting_here;
  logic [LINES-1:0] acting_rest;
  logic [LINES-1:0] at_hand;
  always_comb begin
    waited = '0;
    filled = '0;
    for (int unsigned f = 0; f < WAITERS; f++) begin
      if (unit_taken[f]) waited[unit_lines[4*f+:4]] = 1'b1;
      if (fills_q[f]) filled[unit_lines[4*f+:4]] = 1'b1;
    end
  end

  HandIsLine_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_hand < 4'(LINES) && unit_turn < 3'(WAITERS));

  for (genvar k = 0; k < LINES; k++) begin : gen_line
    logic [15:0] here;
    logic [15:0] rest;
    logic [5:0] held;
    logic is_number;
    assign here = unit_here[16*k+:16];
    assign rest = unit_rest[16*k+:16];
    assign held = unit_held[6*k+:6];
    assign is_number = unit_valid[k] && held == number_q;
    assign hit[k] = unit_valid[k] && held == acting_number;
    assign acting_here[k] = hit[k] && here[acting_warp];
    assign acting_rest[k] = hit[k] && rest[acting_warp];
    assign at_hand[k] = unit_hand == 4'(k);

    SameIsHit_A: assert property (@(posedge clock) disable iff (in_reset)
      unit_step == Empty || unit_same[k] == (unit_valid[k] && held == unit_name[5:0]));

    LineIsCopies_A: assert property (@(posedge clock) disable iff (in_reset)
      is_number -> ((here & rest) == 16'd0
        && (here | rest) == ((patterns & ~acting_one) | (acts_compressed_q ? acting_one : 16'd0))));

    HandHasRoom_A: assert property (@(posedge clock) disable iff (in_reset)
      (at_hand[k] && (unit_step == Spill || unit_step == Merge || unit_step == Keep
                      || (unit_step == Ask && hit == '0)))
      -> (!waited[k] && (unit_step == Ask || unit_step == Keep
        || (unit_valid[k] && unit_changed[k] && here != 16'd0
          && (rest != 16'd0) == (unit_step == Merge)))));
  end

  // ActHits rests on ActKnowsCopies, FillIsWaiter, LineIsCopies, LineIsHeldOnce and StepIsOfKind.
  // ActHits rests on SameIsHit and WaiterHasLine.
  ActHits_A: assert property (@(posedge clock) disable iff (in_reset)
    (unit_step < Room || unit_step == Ask || hit == '0)
    && (unit_step != Ask || ((hit & waited) == '0 && acting_here == '0
                             && (!acts_here || acting_rest == hit))));

  for (genvar f = 0; f < 8; f++) begin : gen_fill
    if (f >= WAITERS) begin : gen_none
      FillIsWaiter_A: assert property (@(posedge clock) disable iff (in_reset) !fills_q[f]);
    end else begin : gen_waiter
      logic [3:0] line;
      logic [9:0] name;
      logic doubled;
      assign line = unit_lines[4*f+:4];
      assign name = unit_names[10*f+:10];
      always_comb begin
        doubled = 1'b0;
        for (int unsigned g = 0; g < WAITERS; g++) begin
          if (g != f && fills_q[g] && unit_lines[4*g+:4] == line) doubled = 1'b1;
        end
      end

      FillIsWaiter_A: assert property (@(posedge clock) disable iff (in_reset)
        !fills_q[f] || (unit_taken[f] && !unit_come[f] && !doubled
          && read_number_q[f] == unit_held[6*line+:6]));

      WaiterHasLine_A: assert property (@(posedge clock) disable iff (in_reset)
        !unit_taken[f] || (line < 4'(LINES) && unit_valid[line]
          && (!unit_come[f] || unit_rest[16*line+:16] == 16'd0)
          && (unit_held[6*line+:6] != number_q || filled[line] == !unit_come[f])
          && (unit_nobody[f] ? fills_q[f] : unit_held[6*line+:6] == name[5:0])));

      ReadIsAsWritten_A: assert property (@(posedge clock) disable iff (in_reset)
        (fills_q[f] && read_number_q[f] == number_q) -> read_slot_q[f] == slot_q);
    end
  end
