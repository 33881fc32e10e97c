  // The last value evicted of each register, warp and number as one, and whether it is compressed.
  logic [1023:0] value_q[1024];
  logic [1023:0] evicted_q;
  logic [1023:0] compressed_q;

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

  // Whether a line has a compressed register besides one.
  function automatic logic has_others(logic [3:0] warp, logic [5:0] group, logic [6:0] besides);
    logic some = 1'b0;
    for (int unsigned r = 0; r < 64; r++)
      if (6'(r / 15) == group && 7'(r) != besides) some |= compressed_q[{warp, 6'(r)}];
    return some;
  endfunction

  logic accepted;
  logic [9:0] entering;
  assign accepted = request_valid && request_ready;
  assign entering = {request_warp, request_register};

  // The request that is worked on, and the cycles since its acceptance.
  logic any_q;
  logic [1:0] kind_q;
  logic [9:0] tag_q;
  logic was_compressed_q;
  logic read_line_q;
  logic [31:0] since_q;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      any_q <= 1'b0;
      evicted_q <= 1024'd0;
      compressed_q <= 1024'd0;
      read_line_q <= 1'b0;
      since_q <= 32'd0;
    end else begin
      since_q <= since_q + 32'd1;
      if (l1_valid && l1_kind == 3'd4) read_line_q <= 1'b1;
      if (accepted) begin
        any_q <= 1'b1;
        kind_q <= request_kind;
        tag_q <= entering;
        was_compressed_q <= compressed_q[entering];
        since_q <= 32'd1;
        read_line_q <= 1'b0;
        evicted_q[entering] <= request_kind == 2'd0;
        if (request_kind == 2'd0) value_q[entering] <= request_data;
        if (request_kind != 2'd1)
          compressed_q[entering] <= request_kind == 2'd0 && compressible(request_data);
        if (request_kind == 2'd1) evicted_q[entering] <= evicted_q[entering];
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
    l1_name_q <= {l1_warp, l1_index};
    l1_data_q <= l1_data;
    answer_name_q <= {answer_warp, answer_register};
    answer_data_q <= answer_data;
  end

  logic sends_register;
  assign sends_register = l1_valid && l1_kind <= 3'd3;

  DecompressionReturnsRegister_A: assert property (@(posedge clock) disable iff (in_reset)
    (answer_valid && was_compressed_q)
    |-> (answer_data == value_q[tag_q] && {answer_warp, answer_register} == tag_q));

  FetchIsLastEviction_A: assert property (@(posedge clock) disable iff (in_reset)
    (!answer_valid || (was_compressed_q && (kind_q == 2'd1 || kind_q == 2'd2)))
    && (!sends_register || ({l1_warp, l1_index} == tag_q
      && l1_kind == (kind_q == 2'd0 ? 3'd2 : kind_q == 2'd3 ? 3'd3 : 3'(kind_q) - 3'd1)
      && (l1_write == (kind_q == 2'd0)) && (!l1_write || l1_data == value_q[tag_q])
      && (kind_q == 2'd3 || !was_compressed_q || kind_q == 2'd0))));

  OneCycleForUncompressed_A: assert property (@(posedge clock) disable iff (in_reset)
    (any_q && since_q == 32'd2 && (kind_q == 2'd1 || kind_q == 2'd2) && !was_compressed_q)
    |-> (l1_valid && l1_kind <= 3'd1));

  // A fetch that needs no line of the L1 hits, or waits for the L1 before.
  TwoMoreForCompressed_A: assert property (@(posedge clock) disable iff (in_reset)
    (answer_valid && !answer_held_q && !read_line_q) |-> since_q == 32'd3);

  DeadLineIsNotWritten_A: assert property (@(posedge clock) disable iff (in_reset)
    (l1_valid && l1_kind == 3'd5) |-> has_others(l1_warp, l1_index, 7'd127));

  LineIsReadOnlyWhenNeeded_A: assert property (@(posedge clock) disable iff (in_reset)
    (l1_valid && l1_kind == 3'd4)
    |-> (l1_warp == tag_q[9:6] && l1_index == tag_q[5:0] / 6'd15
      && (kind_q == 2'd0 ? has_others(l1_warp, l1_index, {1'b0, tag_q[5:0]})
                         : was_compressed_q)));

  RequestsAreHeld_A: assert property (@(posedge clock) disable iff (in_reset)
    (!l1_held_q || (l1_valid && l1_write == l1_write_q && l1_kind == l1_kind_q
      && {l1_warp, l1_index} == l1_name_q && (!l1_write || l1_data == l1_data_q)))
    && (!answer_held_q || (answer_valid && answer_data == answer_data_q
      && {answer_warp, answer_register} == answer_name_q)));

  ResetForgets_A: assert property (@(posedge clock) disable iff (in_reset)
    (fresh_q |-> (request_ready && !answer_valid && !l1_valid && !l1_write))
    and ((answer_valid && any_q) |-> was_compressed_q));
