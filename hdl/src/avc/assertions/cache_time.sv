
  // How many cycles in which nobody else lets the cache wait there are at most until the next
  // answer. A vector that is evicted takes five, and one more where a read is at memory's port.
  localparam bit [31:0] Vector = 32'd6;
  localparam bit [31:0] Line = 32'd16 * Vector + 32'd3;
  localparam bit [31:0] Work = Line + 32'd2;
  logic [31:0] span;
  logic [31:0] vectors;
  logic [31:0] lines;
  logic [31:0] work;
  logic [31:0] place_x;
  logic [31:0] until_fill;
  logic [31:0] left;
  assign span = unit_used != 3'd0 && queued[0][57] ? 32'dFLUSH_BOUND : 32'dEXECUTION_BOUND;
  assign vectors = (32'd15 - 32'(unit_offset)) * Vector + 32'd1;
  assign lines = unit_flush ? (32'd3 - 32'({unit_victim_set, unit_way[1]})) * Line : 32'd0;
  always_comb begin
    case (unit_state)
      4'd2: work = Line + 32'd1;
      4'd3: work = 32'd2;
      4'd4: work = lines + vectors + 32'd6;
      4'd5: work = lines + vectors + 32'd5;
      4'd6: work = lines + vectors + 32'd4;
      4'd7: work = lines + vectors + 32'd3;
      4'd8: work = lines + vectors + 32'd1 + 32'(at_port != '0);
      4'd9: work = 32'd17 - 32'(unit_offset);
      4'd11: work = lines + Line;
      4'd12: work = lines + Line - 32'd1;
      default: work = 32'd1;
    endcase
    if (unit_in_x) place_x = 32'd0;
    else if (unit_in_d) place_x = 32'd1;
    else if (unit_in_l) place_x = 32'd2;
    else place_x = 32'd3;
    if (unit_fill_busy) begin
      until_fill = 32'(fill_x) + 32'(fill_d) * 32'd2 + 32'(fill_l) * 32'd3
          + 32'(unit_wants_look) * 32'd4 + 32'(unit_second) * 32'd5 + 32'(unit_encodes) * 32'd6;
    end
    else if (unit_awaits != '0) until_fill = 32'd7;
    else if (at_port != '0) until_fill = 32'd8;
    else until_fill = 32'd9;
    if (ans_valid) left = 32'd0;
    else if (head_x && stays) left = work;
    else if (stays) left = work + 32'd20 + span + Work;
    else if (unit_blocked) left = until_fill;
    else if (unit_used != 3'd0) left = place_x + span + Work;
    else left = until_fill + 32'd5 + span + Work;
  end

  logic [31:0] bound;
  assign bound = 32'dEXECUTION_BOUND + 32'd8
      + (count_q != 4'd0 && head.flush ? 32'dFLUSH_BOUND : 32'dEXECUTION_BOUND);
  // AnswerComesInTime rests on AskedAreAwaited, BlockedHasHead and CountIsQueueAndAnswer.
  // AnswerComesInTime rests on EveryTransactionIsAnsweredInTime, FillIsInOnePlace and FillIsItsRegisters.
  // AnswerComesInTime rests on FlushIsOnOneLine, HeadIsInX, MissedAreBusy and NoOtherRegisterIsUsed.
  // AnswerComesInTime rests on NothingIsLookedUpBesidesWork, OneAsksAtATime and PlaceIsRecord.
  // AnswerComesInTime rests on QueueIsLookedUpInOrder, QueueIsOneRing, SomeReadAsks and StateIsOneOfThese.
  // AnswerComesInTime rests on WorkIsOfItsKind.
  AnswerComesInTime_A: assert property (@(posedge clock) disable iff (in_reset)
    busy_q <= bound && left <= bound && busy_q + left <= bound);

  // FlushIsOnOneLine rests on NothingIsLookedUpBesidesWork, QueueIsLookedUpInOrder and StateIsOneOfThese.
  // FlushIsOnOneLine rests on WorkIsOfItsKind.
  FlushIsOnOneLine_A: assert property (@(posedge clock) disable iff (in_reset)
    (stays && unit_flush)
    -> $onehot(unit_way) && (!(unit_state inside {4'd11, 4'd12}) || unit_offset == 4'd0));

  // Of reads that wait for a vector one asks for it.
  for (genvar i = 0; i < MISSES; i++) begin : gen_asker
    logic [MISSES-1:0] same;
    for (genvar j = 0; j < MISSES; j++) begin : gen_same
      assign same[j] = unit_miss_addresses[25*i+:25] == unit_miss_addresses[25*j+:25];
    end
    SomeReadAsks_A: assert property (@(posedge clock) disable iff (in_reset)
      unit_busy[i] -> (asker & same) != '0);
  end
