ENCODE

  // The first code that all active lanes fit.
  function automatic code_t encode(input logic [31:0] covered, input logic [1023:0] vector);
    code_t trial;
    encode = '0;
    for (int unsigned below = 0; below < 8; below++) begin
      trial = fit(3'd7 - 3'(below), covered, vector);
      if (trial.affine) encode = trial;
    end
  endfunction

  // Answers are of two kinds: the first to each transaction, in order, and late ones, with the data
  // of reads that have waited.
  logic late;
  logic waits;
  logic first;
  assign late = ans_valid && ans_missed && ans_data_valid;
  assign waits = ans_valid && ans_missed && !ans_data_valid;
  assign first = ans_valid && !late;

  // Transactions that are accepted and not answered, oldest first: five in the queue, and one whose
  // answer is on its way.
  typedef struct packed {
    logic write;
    logic flush;
    logic [24:0] address;
    logic [31:0] mask;
    code_t code;
  } transaction_t;

  transaction_t waiting_q[8];
  logic [3:0] count_q;
  logic accepted;
  transaction_t entering;
  transaction_t head;
  assign accepted = req_valid && req_ready;
  assign entering = {
    req_write && !req_flush,
    req_flush,
    req_address,
    req_flush ? 32'd0 : req_mask,
    encode(req_mask, req_data)
  };
  assign head = waiting_q[0];

  // The transaction that was answered last, if there is one, and where the answer of now is from.
  logic last_write_q;
  logic [24:0] last_address_q;
  logic [31:0] last_mask_q;
  code_t last_code_q;
  logic any_answer_q;
  logic after_write;
  logic same_vector;
  logic from_entry;
  assign after_write = any_answer_q && last_write_q && last_mask_q != 32'd0;
  assign same_vector = head.address == last_address_q;
  assign from_entry = ans_data_valid && !l1_use_valid && !late;

  // What L1 and memory said in the cycle before; the words that were taken last.
  logic [31:0] held_q;
  logic [31:0] modified_q;
  logic [1023:0] words_q;
  logic [1023:0] fill_q;

  // Miss registers: reads that wait, reads of memory that are taken, what the L1 held at first.
  logic [15:0] missed_q;
  logic [15:0] asked_q;
  logic [24:0] missed_address_q[16];
  logic [24:0] asked_address_q[16];
  logic [31:0] missed_mask_q[16];
  logic [31:0] missed_held_q[16];
  logic read_request;
  logic given;
  logic asked_twice;
  logic fill_overwrites;
  assign read_request = mem_valid && !mem_write;
  assign given = mem_response_valid && mem_response_ready && asked_q[mem_response_miss];
  always_comb begin
    asked_twice = asked_q[mem_miss];
    fill_overwrites = 1'b0;
    for (int i = 0; i < 16; i++) begin
      if (asked_q[i] && asked_address_q[i] == mem_address) asked_twice = 1'b1;
      if (missed_q[i] && missed_address_q[i] == l1_command_address
          && (l1_command_mask & missed_held_q[i]) != 32'd0) begin
        fill_overwrites = 1'b1;
      end
    end
  end

  // What of the vector answered last the L1 has been given since, as newer than memory, or memory
  // itself, when a fill needed the line; whether anything can have been placed.
  logic [31:0] given_up;
  logic [31:0] given_up_q;
  logic any_place_q;
  logic any_accepted_q;
  assign given_up = given_up_q
      | (l1_command_store && l1_command_modified && l1_command_ready
         && l1_command_address == last_address_q ? l1_command_mask : 32'd0)
      | (mem_write && mem_ready && mem_address == last_address_q ? mem_mask : 32'd0);

  // Cycles of the head in which no neighbour lets the cache wait.
  logic [31:0] busy_q;
  logic let_wait;
  assign let_wait = (l1_command_valid && !l1_command_ready) || (mem_valid && !mem_ready)
      || asked_q != 16'd0;

  // Nothing has been asked for since reset, or for longer than any transaction takes; from then on
  // reads alone are accepted and hit.
  logic calm_q;
  logic [31:0] idle_q;
  logic request_seen_q;
  logic [3:0] quick_q;
  logic quick_now_q;
  logic calm;
  assign calm = calm_q && !mem_valid && missed_q == 16'd0
      && !(accepted && (req_write || req_flush));

  // Acceptance in the last five cycles: whether the head was accepted five cycles ago.
  logic [4:0] accepted_q;
  logic answered_at_once;
  assign answered_at_once = accepted_q[4]
      && 4'(unsigned'($countones(accepted_q[3:0]))) + 4'd1 == count_q;

  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      count_q <= 4'd0;
      any_answer_q <= 1'b0;
      missed_q <= 16'd0;
      asked_q <= 16'd0;
      request_seen_q <= 1'b0;
      given_up_q <= 32'd0;
      any_place_q <= 1'b0;
      any_accepted_q <= 1'b0;
      busy_q <= 32'd0;
      calm_q <= 1'b1;
      idle_q <= 32'd0;
      quick_q <= 4'd0;
      quick_now_q <= 1'b0;
      accepted_q <= 5'd0;
    end else begin
      if (first && count_q != 4'd0) begin
        for (int i = 0; i < 7; i++) waiting_q[i] <= waiting_q[i+1];
        if (accepted) waiting_q[3'(count_q-4'd1)] <= entering;
      end else if (accepted) begin
        waiting_q[3'(count_q)] <= entering;
      end
      count_q <= count_q + 4'(accepted) - 4'(first && count_q != 4'd0);
      if (first) begin
        last_write_q <= head.write;
        last_address_q <= head.address;
        last_mask_q <= head.mask;
        last_code_q <= head.code;
        any_answer_q <= 1'b1;
      end
      if (late) missed_q[ans_miss] <= 1'b0;
      if (waits) begin
        missed_q[ans_miss] <= 1'b1;
        missed_address_q[ans_miss] <= head.address;
        missed_mask_q[ans_miss] <= head.mask;
        missed_held_q[ans_miss] <= held_q;
      end
      if (given) asked_q[mem_response_miss] <= 1'b0;
      if (read_request && mem_ready) begin
        asked_q[mem_miss] <= 1'b1;
        asked_address_q[mem_miss] <= mem_address;
      end
      request_seen_q <= mem_valid;
      given_up_q <= first ? 32'd0 : given_up;
      if (late || (accepted && req_write)) any_place_q <= 1'b1;
      if (accepted) any_accepted_q <= 1'b1;
      if (ans_valid || (count_q == 4'd0 && missed_q == 16'd0)) busy_q <= 32'd0;
      else if (!let_wait) busy_q <= busy_q + 32'd1;
      if (count_q != 4'd0 || accepted || l1_command_valid || mem_valid || missed_q != 16'd0) begin
        idle_q <= 32'd0;
      end
      else if (idle_q != 32'dEXECUTION_BOUND) idle_q <= idle_q + 32'd1;
      calm_q <= calm || (idle_q == 32'dEXECUTION_BOUND && !(accepted && (req_write || req_flush)));
      quick_q <= calm ? {quick_q[2:0], accepted} : 4'd0;
      quick_now_q <= calm && quick_q[3];
      accepted_q <= {accepted_q[3:0], accepted};
    end
  end
  always_ff @(posedge clock) begin
    held_q <= l1_held;
    modified_q <= l1_modified;
    words_q <= l1_data;
    if (given) fill_q <= mem_response_data;
  end

  // What was requested and not taken in the cycle before.
  logic command_held_q;
  logic request_held_q;
  logic command_store_q;
  logic command_modified_q;
  logic request_write_q;
  logic [24:0] command_address_q;
  logic [24:0] request_address_q;
  logic [3:0] request_miss_q;
  logic [31:0] command_mask_q;
  logic [31:0] request_mask_q;
  logic [1023:0] command_data_q;
  logic [1023:0] request_data_q;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      command_held_q <= 1'b0;
      request_held_q <= 1'b0;
    end else begin
      command_held_q <= l1_command_valid && !l1_command_ready;
      request_held_q <= mem_valid && !mem_ready;
    end
  end
  always_ff @(posedge clock) begin
    command_store_q <= l1_command_store;
    command_modified_q <= l1_command_modified;
    command_address_q <= l1_command_address;
    command_mask_q <= l1_command_mask;
    command_data_q <= l1_command_data;
    request_write_q <= mem_write;
    request_address_q <= mem_address;
    request_miss_q <= mem_miss;
    request_mask_q <= mem_mask;
    request_data_q <= mem_data;
  end
  logic command_same;
  logic request_same;
  logic [31:0] command_lanes_same;
  logic [31:0] request_lanes_same;
  assign command_same = l1_command_valid
      && {l1_command_store, l1_command_address, l1_command_mask}
         == {command_store_q, command_address_q, command_mask_q}
      && (!l1_command_store || l1_command_modified == command_modified_q);
  assign request_same = mem_valid
      && {mem_write, mem_address, mem_miss}
         == {request_write_q, request_address_q, request_miss_q}
      && (!mem_write || mem_mask == request_mask_q);
  always_comb begin
    for (int i = 0; i < 32; i++) begin
      command_lanes_same[i] = l1_command_data[32*i+:32] == command_data_q[32*i+:32];
      request_lanes_same[i] = mem_data[32*i+:32] == request_data_q[32*i+:32];
    end
  end

  // What is answered may still be placed.
  EveryTransactionIsAnsweredInTime_A: assert property (@(posedge clock) disable iff (in_reset)
    (!first || count_q != 4'd0) && (!late || missed_q[ans_miss])
    && busy_q <= 32'dEXECUTION_BOUND + (head.flush ? 32'dFLUSH_BOUND : 32'dEXECUTION_BOUND)
                 + 32'd8);

LANES
  NoWriteIsLost_A: assert property (@(posedge clock) disable iff (in_reset)
    (mem_write && !request_seen_q) -> ((modified_q & ~mem_mask) == 32'd0));

  ServedAndReplayedMakeTheMask_A: assert property (@(posedge clock) disable iff (in_reset)
    ans_valid
    -> ((ans_lanes & ans_replay) == 32'd0
         && (late ? (ans_lanes == missed_mask_q[ans_miss] && ans_replay == 32'd0)
             : waits ? (ans_lanes | ans_replay) == 32'd0
             : ((ans_lanes | ans_replay) == head.mask && (!head.write || ans_replay == 32'd0)))
         && (!l1_use_valid || (!late && l1_use_address == head.address))));

  NonEmptyMaskIsServed_A: assert property (@(posedge clock) disable iff (in_reset)
    ((ans_valid && !ans_missed && head.mask != 32'd0) -> (ans_lanes != 32'd0))
    && (waits -> (head.mask != 32'd0 && !head.write)));

  EmptyMaskAnswersEmpty_A: assert property (@(posedge clock) disable iff (in_reset)
    (first && head.mask == 32'd0)
    -> (ans_lanes == 32'd0 && ans_replay == 32'd0 && !ans_data_valid && !l1_use_valid));

  // A read that begins to wait has those behind it looked up again.
  OneHitPerCycle_A: assert property (@(posedge clock) disable iff (in_reset)
    (!quick_now_q || mem_valid || ans_valid)
    && (!quick_q[0] || mem_valid || waits
        || (l1_lookup_valid && l1_lookup_address == waiting_q[3'(count_q-4'd1)].address)));

  for (genvar i = 0; i < 32; i++) begin : gen_held
    RequestsAreHeld_A: assert property (@(posedge clock) disable iff (in_reset)
      (!command_held_q || (command_same && (!l1_command_store || command_lanes_same[i])))
      && (!request_held_q || (request_same && (!mem_write || request_lanes_same[i]))));
  end

  OneReadForAVector_A: assert property (@(posedge clock) disable iff (in_reset)
    (!read_request || !asked_twice) && (!waits || !missed_q[ans_miss]));

  // The properties of writes are checked for the transaction that comes next.
  ConflictEvictsOlderVector_A: assert property (@(posedge clock) disable iff (in_reset)
    (first && head.write && head.code.affine && after_write && same_vector
     && last_code_q.affine && last_code_q != head.code && (last_mask_q & ~head.mask) != 32'd0
     && head.mask != 32'd0)
    -> ((last_mask_q & ~head.mask & ~given_up_q) == 32'd0));

  GenericWriteClearsValidBits_A: assert property (@(posedge clock) disable iff (in_reset)
    (ans_valid && from_entry && after_write && same_vector && !last_code_q.affine)
    -> ((ans_lanes & last_mask_q) == 32'd0));

  // An answer after five cycles was decided in the cycle before.
  AffineWriteInvalidatesL1_A: assert property (@(posedge clock) disable iff (in_reset)
    (first && answered_at_once && head.write && head.code.affine)
    -> ((held_q & head.mask) == 32'd0));

FILLS
  ResetEmptiesCache_A: assert property (@(posedge clock) disable iff (in_reset)
    (any_accepted_q || (req_ready && mem_response_ready && !ans_valid && !ans_data_valid
                        && !ans_missed && !l1_lookup_valid
                        && !l1_use_valid && !l1_command_valid && !mem_valid))
    && (any_place_q || !from_entry));
