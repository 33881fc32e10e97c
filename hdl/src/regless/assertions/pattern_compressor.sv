  // The last value evicted of each register, warp and number as one; whether it is compressed, or in the L1.
  logic [1023:0] value_q[1024];
  logic [1023:0] compressed_q;
  logic [1023:0] memory_q;

  function automatic logic compressible(logic [1023:0] data);
    logic equal = 1'b1;
    logic one = 1'b1;
    logic four = 1'b1;
    for (int unsigned i = 1; i < 32; i++) begin
      equal &= data[32*i+:32] == data[31:0];
      if (i != 16) begin
        one &= data[32*i+:32] == data[32*i-32+:32] + 32'd1;
        four &= data[32*i+:32] == data[32*i-32+:32] + 32'd4;
      end
    end
    return equal || one || four;
  endfunction

  logic accepted;
  logic [9:0] entering;
  logic stays;
  logic fetches;
  assign accepted = request_valid && request_ready;
  assign entering = {request_warp, request_register};
  assign stays = compressible(request_data);
  assign fetches = request_kind == 2'd1 || request_kind == 2'd2;

  // Fetches that will be answered, and with what. What is behind a register when it comes is behind it still.
  logic [1023:0] owed_q;
  logic [1023:0] owed_compressed_q;

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
    will_ask = memory_q[entering] || (request_kind == 2'd0 && !stays);
  end

  logic sends_register;
  logic asked;
  logic [9:0] l1_name;
  logic [9:0] answer_name;
  assign sends_register = l1_valid && l1_kind <= 3'd3;
  assign asked = sends_register && l1_ready;
  assign l1_name = {l1_warp, l1_index};
  assign answer_name = {answer_warp, answer_register};

  // The register of the last request, if it was compressed before: Act may not have seen the change.
  logic before_q;
  logic [5:0] before_register_q;
  function automatic logic is_live(logic [5:0] register);
    logic some = before_q && before_register_q == register;
    for (int unsigned w = 0; w < 16; w++) some |= compressed_q[{4'(w), register}];
    return some;
  endfunction
  function automatic logic is_fetched(logic [5:0] register);
    logic some = 1'b0;
    for (int unsigned w = 0; w < 16; w++)
      some |= owed_q[{4'(w), register}] && owed_compressed_q[{4'(w), register}];
    return some;
  endfunction

  // A request that was accepted when nothing was busy, and the cycles since.
  logic busy;
  logic alone_q;
  logic [31:0] since_q;
  logic alone_asks_q;
  logic [7:0] fills_q;
  assign busy = asking_q != 2'd0 || owed_q != 1024'd0 || fills_q != 8'd0;
  logic read_line_q;

  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      compressed_q <= 1024'd0;
      memory_q <= 1024'd0;
      owed_q <= 1024'd0;
      asking_q <= 2'd0;
      before_q <= 1'b0;
      alone_q <= 1'b0;
      fills_q <= 8'd0;
      since_q <= 32'd0;
      read_line_q <= 1'b0;
    end else begin
      since_q <= since_q + 32'd1;
      if (l1_valid && l1_kind >= 3'd4) read_line_q <= 1'b1;
      if (response_valid) fills_q[response_fill] <= 1'b0;
      if (l1_valid && l1_ready && l1_kind == 3'd4) fills_q[l1_warp[2:0]] <= 1'b1;
      if (answer_valid && answer_ready) owed_q[answer_name] <= 1'b0;
      if (asked) begin
        asking_q <= {1'b0, asking_q[1]};
        ask_kind_q[0] <= ask_kind_q[1];
        ask_tag_q[0] <= ask_tag_q[1];
      end
      if (accepted) begin
        alone_q <= !busy;
        alone_asks_q <= will_ask;
        since_q <= 32'd1;
        read_line_q <= 1'b0;
        before_q <= compressed_q[entering] && request_kind != 2'd1
            && !(request_kind == 2'd0 && stays);
        before_register_q <= request_register;
        if (request_kind == 2'd0) value_q[entering] <= request_data;
        if (request_kind != 2'd1) begin
          compressed_q[entering] <= request_kind == 2'd0 && stays;
          memory_q[entering] <= request_kind == 2'd0 && !stays;
        end
        if (will_ask) begin
          asking_q[asking_q[0] && !asked] <= 1'b1;
          ask_kind_q[asking_q[0] && !asked] <= ask_kind;
          ask_tag_q[asking_q[0] && !asked] <= entering;
        end else if (fetches) begin
          owed_q[entering] <= 1'b1;
          owed_compressed_q[entering] <= compressed_q[entering];
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

  DecompressionReturnsRegister_A: assert property (@(posedge clock) disable iff (in_reset)
    (answer_valid && owed_compressed_q[answer_name]) -> answer_data == value_q[answer_name]);

  FetchIsLastEviction_A: assert property (@(posedge clock) disable iff (in_reset)
    (!answer_valid || (owed_q[answer_name]
      && (owed_compressed_q[answer_name] || answer_data == 1024'd0)))
    && (!sends_register || !asking_q[0] || (l1_name == ask_tag_q[0] && l1_kind == ask_kind_q[0]
      && (l1_write == (l1_kind == 3'd2)) && (!l1_write || l1_data == value_q[l1_name]))));

  NothingBehindAsksNothing_A: assert property (@(posedge clock) disable iff (in_reset)
    sends_register -> asking_q[0]);

  OneCycleForUncompressed_A: assert property (@(posedge clock) disable iff (in_reset)
    (alone_q && since_q == 32'd2 && alone_asks_q) -> sends_register);

  // A fetch that needs no line of the L1 and no room hits.
  TwoMoreForCompressed_A: assert property (@(posedge clock) disable iff (in_reset)
    (answer_valid && !answer_held_q && alone_q && !read_line_q) -> since_q <= 32'd3);

  DeadLineIsNotWritten_A: assert property (@(posedge clock) disable iff (in_reset)
    (l1_valid && l1_kind == 3'd5) -> is_live(l1_index));

  LineIsReadOnlyWhenNeeded_A: assert property (@(posedge clock) disable iff (in_reset)
    (l1_valid && l1_kind == 3'd4)
    -> ((is_live(l1_index) || is_fetched(l1_index)) && !fills_q[l1_warp[2:0]]));

  RequestsAreHeld_A: assert property (@(posedge clock) disable iff (in_reset)
    (!l1_held_q || (l1_valid && l1_write == l1_write_q && l1_kind == l1_kind_q
      && l1_name == l1_name_q && (!l1_write || l1_data == l1_data_q)))
    && (!answer_held_q || (answer_valid && answer_data == answer_data_q
      && answer_name == answer_name_q)));

  ResetForgets_A: assert property (@(posedge clock) disable iff (in_reset)
    fresh_q -> (request_ready && !answer_valid && !l1_valid && !l1_write));
