
  // The line that a lookup is about, looked up anew.
  logic [9:0] looked_tag;
  logic [LINES-1:0] looked_up;
  logic hit;
  assign looked_tag = access_valid ? access_tag : preload_tag;
  for (genvar l = 0; l < LINES; l++) begin : gen_looked_up
    assign looked_up[l] = unit_valid[l] && unit_tags[10*l+:10] == looked_tag;
  end
  assign hit = looked_up != '0;

  // What the contract allows, from the unit's own lines: each is judged as the cycle begins. A line is owed
  // a fill from its fetch's acceptance, which may come when the request was taken, or a result from its
  // reserve's, which may come two cycles later.
  logic [LINES-1:0] owes_fill_q;
  logic [LINES-1:0] fill_may_q;
  logic [LINES-1:0] owes_result_q;
  logic [LINES-1:0] result_may_q;
  logic full;
  logic fetches;
  logic takes;
  assign full = unit_valid == '1 && unit_used == '1;
  assign fetches = preload_ready && !hit && preload_kind != 2'd3;
  assign takes = request_valid && !request_evict && request_ready && request_kind != 2'd3;
  always_ff @(posedge clock) begin
    if (reset) begin
      owes_fill_q <= '0;
      fill_may_q <= '0;
      owes_result_q <= '0;
      result_may_q <= '0;
    end else begin
      for (int unsigned l = 0; l < LINES; l++) begin
        if (fetches && unit_line == l) {owes_fill_q[l], fill_may_q[l]} <= 2'b10;
        else if (fills && fill_entry == l) {owes_fill_q[l], fill_may_q[l]} <= 2'b00;
        else if (takes && request_entry == l) fill_may_q[l] <= 1'b1;
        if (reserves && unit_line == l) {owes_result_q[l], result_may_q[l]} <= 2'b10;
        else if (writes && write_entry == l) {owes_result_q[l], result_may_q[l]} <= 2'b00;
        else if (reserve_q[0] && unit_line_q == l) result_may_q[l] <= 1'b1;
      end
    end
  end

  logic owed;
  logic in_use;
  logic fresh;
  assign owed = (looked_up & (owes_fill_q | owes_result_q)) != '0;
  assign in_use = (looked_up & unit_used) != '0;
  assign fresh = (looked_up & unit_fresh) != '0;

  AccessIsOfRegion_M: assume property (@(posedge clock) disable iff (in_reset)
    !access_valid || (hit ? !owed && (access_reserve || (in_use && !fresh))
                          : access_reserve && !full));

  OperationIsOfOthers_M: assume property (@(posedge clock) disable iff (in_reset)
    access_valid || !preload_valid
    || (preload_kind != 2'd0 && (hit ? !in_use : preload_kind == 2'd3 || !full)));

  FillIsOwed_M: assume property (@(posedge clock) disable iff (in_reset)
    !fill_valid || (owes_fill_q[fill_entry] && fill_may_q[fill_entry]));

  ResultIsOwed_M: assume property (@(posedge clock) disable iff (in_reset)
    !write_valid || (owes_result_q[write_entry] && result_may_q[write_entry]));

  // The watched register's line, and where an eviction is: its value is read, is at the port.
  logic [LINES-1:0] holds;
  logic [LINES-1:0] modified;
  logic [1:0] evicting;
  for (genvar l = 0; l < LINES; l++) begin : gen_line
    assign holds[l] = unit_valid[l] && unit_tags[10*l+:10] == watched_q;
    assign modified[l] = holds[l] && unit_modified[l];

    OwedIsInUse_A: assert property (@(posedge clock) disable iff (in_reset)
      (owes_fill_q[l] || owes_result_q[l])
      -> (unit_valid[l] && unit_used[l] && !(owes_fill_q[l] && owes_result_q[l])));

    OwedTagIsKnown_A: assert property (@(posedge clock) disable iff (in_reset)
      ((owes_fill_q[l] && fill_may_q[l])
       || (owes_result_q[l] && result_may_q[l] && !(reserve_q[1] && answer_entry == l)))
      -> (tag_q[l] == unit_tags[10*l+:10]));

    FreshIsUnknown_A: assert property (@(posedge clock) disable iff (in_reset)
      (unit_valid[l] && unit_fresh[l])
      -> (owes_result_q[l] && !unit_modified[l] && (!holds[l] || !known_q[0])));

    // What memory has of it.
    logic [1023:0] word;
    logic [31:0] value;
    assign word = unit_words[1024*l+:1024];
    assign value = word[32*lane_q+:32];

    KnownIsHeld_A: assert property (@(posedge clock) disable iff (in_reset)
      (holds[l] && !owes_fill_q[l] && known_q[0]) -> (value == value_q[0]));

    ReadComes_A: assert property (@(posedge clock) disable iff (in_reset)
      (read_q[0] && unit_line_q == l && expected_known_q[0]) -> (value == expected_q[0]));

    EvictedComes_A: assert property (@(posedge clock) disable iff (in_reset)
      (evicting[0] && unit_line_q == l && known_q[0]) -> (value == value_q[0]));
  end
  assign evicting[0] = unit_request == 2'd1 && unit_tags[10*unit_line_q+:10] == watched_q;
  assign evicting[1] = request_evict && !held_q && request_watched;

  // While the memory's output is a value that waits, nothing is read.
  ValueIsHeld_A: assert property (@(posedge clock) disable iff (in_reset)
    (unit_request == 2'd1 || request_evict) -> !read_q[0]);

  // No register is in two lines; one that is evicted is back in a line that waits for a result at most.
  logic in_two;
  always_comb begin
    in_two = 1'b0;
    for (int unsigned l = 0; l < LINES; l++) begin
      for (int unsigned k = 0; k < l; k++) begin
        if (unit_valid[l] && unit_valid[k] && unit_tags[10*l+:10] == unit_tags[10*k+:10]) begin
          in_two = 1'b1;
        end
      end
    end
  end

  HeldInOneLine_A: assert property (@(posedge clock) disable iff (in_reset) !in_two);

  EvictedIsAway_A: assert property (@(posedge clock) disable iff (in_reset)
    (!evicting[0] || holds == '0)
    && (!evicting[1] || (holds & ~(owes_result_q & ~result_may_q & unit_fresh)) == '0));

  ReservedTagIsKnown_A: assert property (@(posedge clock) disable iff (in_reset)
    (!reserve_q[0] || (reserved_tag_q[0] == unit_tags[10*unit_line_q+:10]
                       && owes_result_q[unit_line_q] && !result_may_q[unit_line_q]))
    && (!reserve_q[1] || (reserved_tag_q[1] == unit_tags[10*answer_entry+:10]
                          && owes_result_q[answer_entry] && result_may_q[answer_entry])));

  FetchIsOwed_A: assert property (@(posedge clock) disable iff (in_reset)
    (request_valid && !request_evict && request_kind != 2'd3)
    -> (owes_fill_q[request_entry] && !fill_may_q[request_entry]
        && request_tag == unit_tags[10*request_entry+:10]));

  StagesAreUnits_A: assert property (@(posedge clock) disable iff (in_reset)
    read_q[0] == unit_reading && reserve_q[0] == unit_reserving
    && request_valid == (unit_request == 2'd2) && (!held_q || request_valid)
    && unit_request != 2'd3);

  WrittenIsSomewhere_A: assert property (@(posedge clock) disable iff (in_reset)
    written_q[0] == (modified != '0 || evicting != 2'd0));

  EvictionWasRefused_A: assert property (@(posedge clock) disable iff (in_reset)
    (unit_request != 2'd1 || refused_q[0]) && (!request_evict || held_q || refused_q[1]));

  // Who is accepted, by the contract's lines: what was refused in the cycle before is remembered.
  logic room;
  logic reads_now;
  logic gives_way;
  logic waited_q;
  logic found_q;
  logic empty;
  logic holds_value;
  assign room = (~unit_valid | (~unit_used & ~unit_modified)) != '0;
  assign reads_now = read_q[0] || unit_request == 2'd1;
  assign gives_way = waited_q && reads_now;
  assign empty = unit_request == 2'd0;
  assign holds_value = unit_request == 2'd1 || request_evict;
  logic refused_operation_q;
  logic [11:0] of_refused_q;
  always_ff @(posedge clock) begin
    waited_q <= (fill_valid && !fill_ready) || (write_valid && !write_ready);
    found_q <= preload_valid && !access_valid && !preload_ready && hit;
    refused_operation_q <= !reset && preload_valid && !preload_ready;
    of_refused_q <= {preload_kind, preload_tag};
  end

  OperationIsHeld_M: assume property (@(posedge clock) disable iff (in_reset)
    !(refused_operation_q && preload_valid) || of_refused_q == {preload_kind, preload_tag});

  FoundIsThere_A: assert property (@(posedge clock) disable iff (in_reset)
    (found_q && preload_valid && !access_valid) -> (hit || fresh_q));

  RefusedIsTheUnits_A: assert property (@(posedge clock) disable iff (in_reset)
    waited_q == unit_waited && found_q == unit_found);

  ReadyIsAsAllowed_A: assert property (@(posedge clock) disable iff (in_reset)
    read_ready == (!gives_way && !holds_value) && reserve_ready == room
    && access_ready == (access_valid && (access_reserve ? hit || room : read_ready))
    && preload_ready == (preload_valid && !access_valid
      && (preload_kind == 2'd3 ? empty
          : preload_kind == 2'd1 ? found_q || (room && empty) : empty && (found_q || room)))
    && fill_ready == !reads_now && write_ready == (!reads_now && !fill_valid));

  // Each line against the diagram of the contract: the list that it is on by what was accepted in the cycle
  // before. An eviction shows at the request, and of a dirty line alone.
  localparam bit [1:0] Free = 2'd0;
  localparam bit [1:0] Clean = 2'd1;
  localparam bit [1:0] Dirty = 2'd2;
  localparam bit [1:0] InUse = 2'd3;
  for (genvar l = 0; l < LINES; l++) begin : gen_list
    logic [1:0] list;
    logic [1:0] list_q;
    logic [1:0] moved_q;
    logic chosen;
    logic line_evicted;
    always_comb begin
      if (!unit_valid[l]) list = Free;
      else if (unit_used[l]) list = InUse;
      else list = unit_modified[l] ? Dirty : Clean;
    end
    assign chosen = unit_line == l;
    assign line_evicted = unit_request == 2'd1 && unit_line_q == l;
    always_ff @(posedge clock) begin
      list_q <= list;
      moved_q <= list;
      if (writes && write_last && write_entry == l) moved_q <= Dirty;
      if (chosen) begin
        if (reads && access_last && access_erase) moved_q <= Free;
        else if (reads && access_last) moved_q <= unit_modified[l] ? Dirty : Clean;
        if (reserves || (preload_ready && preload_kind != 2'd3)) moved_q <= InUse;
        else if (preload_ready && hit) moved_q <= Free;
      end
      if (reset) moved_q <= Free;
    end

    LineIsOnOneList_A: assert property (@(posedge clock) disable iff (in_reset)
      line_evicted ? list == Free && list_q == Dirty : list == moved_q);
  end
