
  // Each way by itself: what it has in its memories is what is in L, D and X.
  for (genvar w = 0; w < WAYS; w++) begin : gen_way
    logic [SETS-1:0] valid;
    logic [20*SETS-1:0] tags;
    logic [68*16*SETS-1:0] entries;
    assign valid = unit_lines_valid[SETS*w+:SETS];
    assign tags = unit_tags[20*SETS*w+:20*SETS];
    assign entries = unit_entries[68*16*SETS*w+:68*16*SETS];
    logic [19:0] tag_l, tag_d, tag_x;
    logic [67:0] entry_l, entry_d, entry_x;
    assign tag_l = tags[20*32'(unit_address_l[4])+:20];
    assign tag_d = tags[20*32'(unit_address_d[4])+:20];
    assign tag_x = tags[20*32'(unit_address[4])+:20];
    assign entry_l = entries[68*32'(unit_address_l[4:0])+:68];
    assign entry_d = entries[68*32'(unit_address_d[4:0])+:68];
    assign entry_x = entries[68*32'(unit_address[4:0])+:68];

    MemoriesAreReadInL_A: assert property (@(posedge clock) disable iff (in_reset)
      unit_in_l
      -> unit_l_tag[20*w+:20] == tag_l
         && (!valid[unit_address_l[4]] || tag_l != unit_address_l[24:5]
             || unit_l_entry[68*w+:68] == entry_l));

    LineIsKnownInD_A: assert property (@(posedge clock) disable iff (in_reset)
      unit_in_d
      -> unit_d_hit[w] == (valid[unit_address_d[4]] && tag_d == unit_address_d[24:5])
         && unit_d_valid[w] == valid[unit_address_d[4]] && unit_d_tag[20*w+:20] == tag_d
         && (!unit_d_hit[w] || unit_d_entry[68*w+:68] == entry_d));

    LineIsKnownInX_A: assert property (@(posedge clock) disable iff (in_reset)
      unit_in_x
      -> unit_x_hit[w] == (valid[unit_address[4]] && tag_x == unit_address[24:5])
         && unit_x_valid[w] == valid[unit_address[4]] && unit_x_tag[20*w+:20] == tag_x
         && (!unit_x_hit[w] || unit_entry == entry_x));
  end

  // A line is in one way, and the head or the fill works on it or on one that is given up for it.
  for (genvar s = 0; s < SETS; s++) begin : gen_set
    for (genvar w = 0; w < WAYS; w++) begin : gen_one
      for (genvar v = 0; v < w; v++) begin : gen_other
        LineIsInOneWay_A: assert property (@(posedge clock) disable iff (in_reset)
          !(unit_lines_valid[SETS*w+s] && unit_lines_valid[SETS*v+s]
            && unit_tags[20*(SETS*w+s)+:20] == unit_tags[20*(SETS*v+s)+:20]));
      end
    end
  end

  // Lines of the head's set that are its own.
  logic [WAYS-1:0] own;
  always_comb begin
    for (int unsigned w = 0; w < WAYS; w++) begin
      own[w] = unit_lines_valid[SETS*w+32'(unit_address[4])]
          && unit_tags[20*(SETS*w+32'(unit_address[4]))+:20] == unit_address[24:5];
    end
  end
  WorkIsOnOneLine_A: assert property (@(posedge clock) disable iff (in_reset)
    (stays && !unit_flush)
    -> $onehot(unit_way) && unit_victim_set == unit_address[4] && (own & ~unit_way) == '0
       && unit_x_hit == own
       && (unit_state inside {4'd1, 4'd2, 4'd3, 4'd10} || own == '0));

  // The vector that was written last, as long as nothing was answered since: no read waits for it,
  // and what the cache has of it is as it was written.
  logic recent;
  logic [24:0] recent_address;
  logic [31:0] recent_mask;
  code_t recent_code;
  assign recent = first ? head.write && head.mask != 32'd0 : after_write;
  assign recent_address = first ? head.address : last_address_q;
  assign recent_mask = first ? head.mask : last_mask_q;
  assign recent_code = first ? head.code : last_code_q;
  for (genvar i = 0; i < MISSES; i++) begin : gen_written
    NoReadWaitsForWritten_A: assert property (@(posedge clock) disable iff (in_reset)
      (recent && unit_busy[i]) -> unit_miss_addresses[25*i+:25] != recent_address);
  end
  for (genvar w = 0; w < WAYS; w++) begin : gen_kept
    logic [68*16*SETS-1:0] entries;
    logic [67:0] kept;
    logic kept_here;
    assign entries = unit_entries[68*16*SETS*w+:68*16*SETS];
    assign kept = entries[68*32'(recent_address[4:0])+:68];
    assign kept_here = unit_lines_valid[SETS*w+32'(recent_address[4])]
        && unit_tags[20*(SETS*w+32'(recent_address[4]))+:20] == recent_address[24:5];
    WrittenIsKept_A: assert property (@(posedge clock) disable iff (in_reset)
      (recent && kept_here)
      -> (recent_code.affine ? kept[66:35] == 32'd0 || kept[34:0] == recent_code[34:0]
          : (kept[66:35] & recent_mask) == 32'd0));
  end

  DecodedIsEntry_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_in_x
    -> unit_decode_base == unit_entry[31:0]
       && 8'({unit_decode_stride, 1'b0}) == (8'd1 << unit_entry[34:32] & 8'hfe));

  // The words of a fill are memory's; an answer's come from where it says.
  for (genvar i = 0; i < 32; i++) begin : gen_word
    // FillIsMemorys rests on AskedAreAwaited and FillIsInOnePlace.
    FillIsMemorys_A: assert property (@(posedge clock) disable iff (in_reset)
      unit_fill_busy -> unit_fill_words[32*i+:32] == fill_q[32*i+:32]);
  end

  WriteWaitsForReads_A: assert property (@(posedge clock) disable iff (in_reset)
    (stays && unit_write) -> of_head == '0);

  // ConflictIsInLine rests on ComparedIsEntry, NoEntryWithoutLine and NothingIsLookedUpBesidesWork.
  // ConflictIsInLine rests on WorkIsOfItsKind.
  ConflictIsInLine_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_state inside {4'd2, 4'd3}
    -> unit_offset == 4'd0 && (!unit_has_others || own != '0)
       && (unit_has_others || unit_state == 4'd2) && (!unit_is_same || unit_state == 4'd2));

  // What is in X is compared with the entry that it has found, and works on it as long as that is
  // there.
  logic compared;
  assign compared = unit_in_x || (stays && !unit_flush);
  ComparedIsEntry_A: assert property (@(posedge clock) disable iff (in_reset)
    compared -> unit_is_hit == ((unit_entry[66:35] & unit_mask) != 32'd0)
                && unit_has_others == ((unit_entry[66:35] & ~unit_mask) != 32'd0)
                && unit_is_same == (unit_entry[34:0] == {unit_stride, unit_base}));

  for (genvar w = 0; w < WAYS; w++) begin : gen_work
    WorkEntryIsKept_A: assert property (@(posedge clock) disable iff (in_reset)
      (stays && compared && own[w])
      -> unit_entry == unit_entries[68*(16*SETS*w+32'(unit_address[4:0]))+:68]);
  end

  NoEntryWithoutLine_A: assert property (@(posedge clock) disable iff (in_reset)
    (compared && own == '0) -> unit_entry == 68'd0);

  // What is given up for a new line, and each of its vectors on its way through L and D.
  logic given_valid;
  logic [19:0] given_tag;
  logic [67:0] given_entry;
  logic [67:0] given_l;
  logic [67:0] found;
  logic [20*WAYS-1:0] tags_there;
  logic [24:0] victim;
  assign victim = {unit_victim_tag, unit_victim_set, unit_offset};
  always_comb begin
    given_valid = 1'b0;
    given_tag = 20'd0;
    given_entry = 68'd0;
    given_l = 68'd0;
    found = 68'd0;
    for (int unsigned w = 0; w < WAYS; w++) begin
      tags_there[20*w+:20] = unit_tags[20*(SETS*w+32'(unit_victim_set))+:20];
      if (unit_way[w]) begin
        given_valid |= unit_lines_valid[SETS*w+32'(unit_victim_set)];
        given_tag |= unit_tags[20*(SETS*w+32'(unit_victim_set))+:20];
        given_entry |= unit_entries[68*(16*SETS*w+32'(victim[4:0]))+:68];
        given_l |= unit_l_entry[68*w+:68];
      end
      if (unit_d_hit[w]) found |= unit_d_entry[68*w+:68];
    end
  end
  // GivenUpIsKnown rests on ComparedIsEntry, ConflictIsInLine, LineIsKnownInX and NoEntryWithoutLine.
  // GivenUpIsKnown rests on NothingIsLookedUpBesidesWork, StateIsOneOfThese and WorkIsOfItsKind.
  // GivenUpIsKnown rests on WorkIsOnOneLine.
  GivenUpIsKnown_A: assert property (@(posedge clock) disable iff (in_reset)
    (stays && !unit_flush && own == '0 && unit_state inside {4'd2, [4'd4:4'd9]})
    -> given_valid == (unit_state == 4'd2 ? unit_x_valid == '1 : unit_state != 4'd9)
       && (!given_valid || unit_victim_tag == given_tag));

  GivenUpIsRead_A: assert property (@(posedge clock) disable iff (in_reset)
    (stays && !unit_flush)
    -> (!(unit_state inside {4'd5, 4'd6}) || (unit_l_tag == tags_there && given_l == given_entry))
       && (!(unit_state inside {4'd6, 4'd7}) || unit_d_hit == unit_way)
       && (unit_state != 4'd6 || found == given_entry));

  // A flush looks one line ahead.
  LineAheadIsKnown_A: assert property (@(posedge clock) disable iff (in_reset)
    (stays && unit_flush) ? unit_set_ahead == (unit_victim_set ^ unit_way[1])
    : unit_set_ahead == 1'b0);

  for (genvar w = 0; w < WAYS; w++) begin : gen_ahead
    // LineIsLookedAt rests on FlushIsOnOneLine, LineAheadIsKnown and NothingIsLookedUpBesidesWork.
    LineIsLookedAt_A: assert property (@(posedge clock) disable iff (in_reset)
      (unit_state == 4'd11 && unit_way[w])
      -> unit_set_valid[w] == unit_lines_valid[SETS*w+32'(unit_victim_set)]);
  end

  // The same of a flush, which goes from line to line.
  // FlushIsRead rests on LineIsLookedAt.
  // FlushIsRead rests on FlushIsRead, FlushIsOnOneLine, LineIsInOneWay, StateIsOneOfThese and WorkIsOfItsKind.
  // FlushIsRead rests on NothingIsLookedUpBesidesWork.
  FlushIsRead_A: assert property (@(posedge clock) disable iff (in_reset)
    (stays && unit_flush)
    -> (!(unit_state inside {4'd12, [4'd4:4'd8]}) || given_valid)
       && (!(unit_state inside {[4'd4:4'd8]}) || unit_victim_tag == given_tag)
       && (!(unit_state inside {4'd5, 4'd6, 4'd12}) || unit_l_tag == tags_there)
       && (!(unit_state inside {4'd5, 4'd6}) || given_l == given_entry)
       && (!(unit_state inside {4'd6, 4'd7}) || unit_d_hit == unit_way)
       && (unit_state != 4'd6 || found == given_entry));

  // A lane that was written last, as long as nothing was answered since, is in its entry, or on its
  // way to memory, or has been given up.
  logic [31:0] left_in_entry;
  logic [31:0] leaving;
  logic [31:0] given_since;
  assign given_since = first ? 32'd0 : given_up_q;
  always_comb begin
    left_in_entry = 32'd0;
    for (int unsigned w = 0; w < WAYS; w++) begin
      if (unit_lines_valid[SETS*w+32'(recent_address[4])]
          && unit_tags[20*(SETS*w+32'(recent_address[4]))+:20] == recent_address[24:5]
          && unit_entries[68*(16*SETS*w+32'(recent_address[4:0]))+67]) begin
        left_in_entry |= unit_entries[68*(16*SETS*w+32'(recent_address[4:0]))+35+:32];
      end
    end
    leaving = 32'd0;
    if (victim == recent_address) begin
      if (unit_state == 4'd7 && found[67]) leaving = found[66:35];
      if (unit_state == 4'd8 && unit_memory_left) leaving = unit_write_back;
    end
  end
  WrittenIsSomewhere_A: assert property (@(posedge clock) disable iff (in_reset)
    (recent && recent_code.affine && !(stays && unit_flush))
    -> ((recent_mask & ~left_in_entry & ~leaving & ~given_since) == 32'd0));

  SpiltIsGivenUp_A: assert property (@(posedge clock) disable iff (in_reset)
    (recent && recent_code.affine && unit_state == 4'd10 && !unit_flush
     && unit_address == recent_address && unit_has_others && !unit_is_same)
    -> ((recent_mask & ~unit_mask & ~given_since) == 32'd0));

  // A line that becomes valid has been emptied.
  for (genvar w = 0; w < WAYS; w++) begin : gen_emptied
    for (genvar i = 0; i < 16; i++) begin : gen_entry
      logic [SETS-1:0] filled;
      for (genvar s = 0; s < SETS; s++) begin : gen_filled
        assign filled[s] = unit_entries[68*(16*(SETS*w+s)+i)+35+:32] != 32'd0;
      end
      LineIsEmptied_A: assert property (@(posedge clock) disable iff (in_reset)
        (stays && !unit_flush && unit_way[w] && unit_state >= 4'd4 && own == '0
         && (unit_state == 4'd10 || 4'(i) < unit_offset
             || (unit_state inside {4'd7, 4'd8} && 4'(i) == unit_offset)))
        -> !filled[unit_victim_set]);

      // FlushedIsEmptied rests on its FlushedIsEmptied, FlushIsOnOneLine, WorkIsOfItsKind and FlushIsRead.
      // FlushedIsEmptied rests on NothingIsLookedUpBesidesWork and StateIsOneOfThese.
      FlushedIsEmptied_A: assert property (@(posedge clock) disable iff (in_reset)
        (stays && unit_flush && unit_way[w] && unit_state inside {[4'd4:4'd8]}
         && (4'(i) < unit_offset
             || (unit_state inside {4'd7, 4'd8} && 4'(i) == unit_offset)))
        -> !filled[unit_victim_set]);
    end
  end

  // AffineWriteInvalidatesL1 rests on AnsweredIsDone, CountIsQueueAndAnswer, HeadHasItsCode and HeadIsInX.
  // AffineWriteInvalidatesL1 rests on NothingIsLookedUpBesidesWork and PlaceIsRecord.
  // AffineWriteInvalidatesL1 rests on QueueIsLookedUpInOrder, QueueIsOneRing and YoungAreNotLookedUpYet.
  // ConflictEvictsOlderVector rests on AnsweredIsDone, ComparedIsEntry and CountIsQueueAndAnswer.
  // ConflictEvictsOlderVector rests on EveryTransactionIsAnsweredInTime, HeadHasItsCode and HeadIsInX.
  // ConflictEvictsOlderVector rests on LineIsInOneWay, LineIsKnownInX and NoEntryWithoutLine.
  // ConflictEvictsOlderVector rests on NothingIsLookedUpBesidesWork and PlaceIsRecord.
  // ConflictEvictsOlderVector rests on QueueIsLookedUpInOrder, SpiltIsGivenUp and WorkEntryIsKept.
  // ConflictEvictsOlderVector rests on WorkIsOfItsKind, WorkIsOnOneLine and WrittenIsKept.
  // ConflictEvictsOlderVector rests on WrittenIsSomewhere.
  // EmptyMaskAnswersEmpty rests on CountIsQueueAndAnswer, EveryTransactionIsAnsweredInTime and HeadIsInX.
  // EmptyMaskAnswersEmpty rests on PlaceIsRecord, QueueIsLookedUpInOrder and QueueIsOneRing.
  // EveryTransactionIsAnsweredInTime rests on AnswerComesInTime, AnsweredIsExecuted and BlockedHasHead.
  // EveryTransactionIsAnsweredInTime rests on CountIsQueueAndAnswer and FillIsInOnePlace.
  // EveryTransactionIsAnsweredInTime rests on FillIsItsRegisters and MissedAreBusy.
  // EveryTransactionIsAnsweredInTime rests on NothingIsLookedUpBesidesWork and OneAsksAtATime.
  // EveryTransactionIsAnsweredInTime rests on PlaceIsRecord and QueueIsLookedUpInOrder.
  // EveryTransactionIsAnsweredInTime rests on RegisterIsAtOnePoint and WorkIsOfItsKind.
  // GenericWriteClearsValidBits rests on CountIsQueueAndAnswer and EveryTransactionIsAnsweredInTime.
  // GenericWriteClearsValidBits rests on HeadIsInX, LineIsKnownInX, NoEntryWithoutLine and PlaceIsRecord.
  // GenericWriteClearsValidBits rests on QueueIsLookedUpInOrder and WrittenIsKept.
