SHADOWS
  // Of the registers of a number, a bit a warp: those that are compressed, and those in the L1. The last value
  // evicted of a register.
  logic [15:0] compressed_q[Numbers];
  logic [15:0] memory_q[Numbers];
  logic [1023:0] value_q[Values];
  // Where the last fetch of it wants it.
  logic [ENTRY_BITS-1:0] entry_q[Values];

  // The state of the contract's table, 0 for what follows no pattern.
  function automatic logic [2:0] pattern_of(logic [1023:0] lanes);
    logic equal = 1'b1;
    logic one = 1'b1;
    logic four = 1'b1;
    for (int unsigned i = 1; i < 32; i++) begin
      equal &= lanes[32*i+:32] == lanes[32*i-32+:32];
      if (i != 16) begin
        one &= lanes[32*i+:32] == lanes[32*i-32+:32] + 32'd1;
        four &= lanes[32*i+:32] == lanes[32*i-32+:32] + 32'd4;
      end
    end
    if (equal) return 3'd1;
    if (one) return lanes[512+:32] == lanes[480+:32] + 32'd1 ? 3'd2 : 3'd4;
    if (four) return lanes[512+:32] == lanes[480+:32] + 32'd4 ? 3'd3 : 3'd5;
    return 3'd0;
  endfunction

  logic accepted;
  logic stays;
  logic fetches;
  logic in_memory;
  logic is_compressed;
  assign accepted = request_valid && request_ready;
  assign stays = pattern_of(request_data) != 3'd0;
  assign fetches = request_kind == 2'd1 || request_kind == 2'd2;
  assign in_memory = memory_q[request_row][request_warp];
  assign is_compressed = compressed_q[request_row][request_warp];

  // Fetches that will be answered, and with what. What is behind a register when it comes is behind it still.
  logic [15:0] owed_q[Numbers];
  logic [15:0] owed_compressed_q[Numbers];

  // Requests that have still to ask the L1 for their register: Match and Act hold two. The older one is 0.
  logic [1:0] asking_q;
  logic [1:0][2:0] ask_kind_q;
  logic [1:0][9:0] ask_tag_q;
  logic [2:0] ask_kind;
  logic will_ask;
  always_comb begin
    ask_kind = 3'd3;
    if (request_kind == 2'd0) ask_kind = stays ? 3'd3 : 3'd2;
    else if (request_kind != 2'd3) ask_kind = 3'(request_kind) - 3'd1;
    will_ask = request_watched && (in_memory || (request_kind == 2'd0 && !stays));
  end

  logic sends_register;
  logic asked;
  logic [9:0] l1_name;
  logic [9:0] answer_name;
  assign sends_register = l1_valid && l1_kind <= 3'd3;
  assign asked = sends_register && l1_ready && l1_watched;
  assign l1_name = {l1_warp, l1_index};
  assign answer_name = {answer_warp, answer_register};

  // The register of the last request, if it was compressed before: Act may not have seen the change.
  logic before_q;
  logic [5:0] before_register_q;
  logic is_live;
  logic is_fetched;
  assign is_live = compressed_q[l1_row] != 16'd0 || (before_q && before_register_q == l1_index);
  assign is_fetched = (owed_q[l1_row] & owed_compressed_q[l1_row]) != 16'd0;

  // A request that was accepted when nothing was busy, and the cycles since: 7 are all that are more. Fetches
  // owe an answer, or a request to the L1; what else asks the L1 does it in the cycle in which the next one is
  // accepted.
  logic busy;
  logic alone_q;
  logic [2:0] since_q;
  logic alone_asks_q;
  logic [3:0] owing_q;
  logic [7:0] fills_q;
  assign busy = owing_q != 4'd0 || fills_q != 8'd0 || sends_register;
  logic read_line_q;

  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      for (int i = 0; i < Numbers; i++) begin
        compressed_q[i] <= 16'd0;
        memory_q[i] <= 16'd0;
        owed_q[i] <= 16'd0;
      end
      asking_q <= 2'd0;
      before_q <= 1'b0;
      alone_q <= 1'b0;
      owing_q <= 4'd0;
      fills_q <= 8'd0;
      since_q <= 3'd0;
      read_line_q <= 1'b0;
    end else begin
      if (since_q != 3'd7) since_q <= since_q + 3'd1;
      if (l1_valid && l1_kind >= 3'd4) read_line_q <= 1'b1;
      if (response_valid) fills_q[response_fill] <= 1'b0;
      if (l1_valid && l1_ready && l1_kind == 3'd4) fills_q[l1_warp[2:0]] <= 1'b1;
      owing_q <= owing_q + 4'(accepted && fetches) - 4'(answer_valid && answer_ready)
          - 4'(l1_valid && l1_ready && l1_kind <= 3'd1);
      if (answer_valid && answer_ready && answer_watched) owed_q[answer_row][answer_warp] <= 1'b0;
      if (asked) begin
        asking_q <= {1'b0, asking_q[1]};
        ask_kind_q[0] <= ask_kind_q[1];
        ask_tag_q[0] <= ask_tag_q[1];
      end
      if (accepted) begin
        alone_q <= !busy;
        alone_asks_q <= will_ask;
        since_q <= 3'd1;
        read_line_q <= 1'b0;
        before_q <= request_watched && is_compressed && request_kind != 2'd1
            && !(request_kind == 2'd0 && stays);
        before_register_q <= request_register;
        if (request_kind == 2'd0 && request_valued) value_q[request_place] <= request_data;
        if (fetches && request_valued) entry_q[request_place] <= request_entry;
        if (request_kind != 2'd1 && request_watched) begin
          compressed_q[request_row][request_warp] <= request_kind == 2'd0 && stays;
          memory_q[request_row][request_warp] <= request_kind == 2'd0 && !stays;
        end
        if (will_ask) begin
          asking_q[asking_q[0] && !asked] <= 1'b1;
          ask_kind_q[asking_q[0] && !asked] <= ask_kind;
          ask_tag_q[asking_q[0] && !asked] <= {request_warp, request_register};
        end else if (fetches && request_watched) begin
          owed_q[request_row][request_warp] <= 1'b1;
          owed_compressed_q[request_row][request_warp] <= is_compressed;
        end
      end
    end
  end

  logic l1_held_q;
  logic answer_held_q;
  logic l1_write_q;
  logic [2:0] l1_kind_q;
  logic [9:0] l1_name_q;
  logic [1023:0] l1_data_q;
  logic [9:0] answer_name_q;
  logic [1023:0] answer_data_q;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      l1_held_q <= 1'b0;
      answer_held_q <= 1'b0;
    end else begin
      l1_held_q <= l1_valid && !l1_ready;
      answer_held_q <= answer_valid && !answer_ready;
    end
  end
  always_ff @(posedge clock) begin
    l1_write_q <= l1_write;
    l1_kind_q <= l1_kind;
    l1_name_q <= l1_name;
    l1_data_q <= l1_data;
    answer_name_q <= answer_name;
    answer_data_q <= answer_data;
  end

  // What the answer owes, and whether it is the value of a register.
  logic is_owed;
  logic has_value;
  assign is_owed = owed_q[answer_row][answer_warp];
  assign has_value = owed_compressed_q[answer_row][answer_warp];

  for (genvar i = 0; i < 32; i++) begin : gen_lane
    DecompressionReturnsRegister_A: assert property (@(posedge clock) disable iff (in_reset)
      (answer_valid && answer_valued && has_value)
      -> (!trusted || answer_data[32*i+:32] == value_q[answer_place][32*i+:32]));
  end

  FetchIsLastEviction_A: assert property (@(posedge clock) disable iff (in_reset)
    (!(answer_valid && answer_watched) || (is_owed && (has_value || answer_data == 1024'd0)))
    && (!(answer_valid && answer_valued) || answer_entry == entry_q[answer_place])
    && (!(sends_register && l1_watched) || !asking_q[0]
      || (l1_name == ask_tag_q[0] && l1_kind == ask_kind_q[0] && l1_write == (l1_kind == 3'd2)
        && (!l1_write || !l1_valued || l1_data == value_q[l1_place]))));

  NothingBehindAsksNothing_A: assert property (@(posedge clock) disable iff (in_reset)
    (sends_register && l1_watched) -> asking_q[0]);

  OneCycleForUncompressed_A: assert property (@(posedge clock) disable iff (in_reset)
    (alone_q && since_q == 3'd2 && alone_asks_q) -> sends_register);

  // A fetch that needs no line of the L1 and no room hits.
  TwoMoreForCompressed_A: assert property (@(posedge clock) disable iff (in_reset)
    (answer_valid && !answer_held_q && alone_q && !read_line_q) -> since_q <= 3'd4);

  DeadLineIsNotWritten_A: assert property (@(posedge clock) disable iff (in_reset)
    (l1_valid && l1_kind == 3'd5 && l1_watched) -> is_live);

  LineIsReadOnlyWhenNeeded_A: assert property (@(posedge clock) disable iff (in_reset)
    (l1_valid && l1_kind == 3'd4)
    -> ((is_live || is_fetched || !l1_watched) && !fills_q[l1_warp[2:0]]));

  if (1) begin : gen_offers
    RequestsAreHeld_A: assert property (@(posedge clock) disable iff (in_reset)
      (!l1_held_q || (l1_valid && l1_write == l1_write_q && l1_kind == l1_kind_q
        && l1_name == l1_name_q && (!l1_write || l1_data == l1_data_q)))
      && (!answer_held_q || (answer_valid && answer_name == answer_name_q)));
  end

  for (genvar i = 0; i < 32; i++) begin : gen_held
    RequestsAreHeld_A: assert property (@(posedge clock) disable iff (in_reset)
      answer_held_q -> answer_data[32*i+:32] == answer_data_q[32*i+:32]);
  end

  ResetForgets_A: assert property (@(posedge clock) disable iff (in_reset)
    fresh_q -> (request_ready && !answer_valid && !l1_valid && !l1_write));
