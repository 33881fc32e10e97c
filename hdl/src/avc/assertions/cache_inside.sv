
  // What is in X in its first cycle or in a later one, in D and in L: a transaction, or the fill.
  logic stays;
  logic head_x;
  logic head_d;
  logic head_l;
  logic fill_x;
  logic fill_d;
  logic fill_l;
  assign stays = unit_state != 4'd0;
  assign head_x = (unit_in_x || stays) && !unit_fill_x;
  assign head_d = unit_in_d && !unit_fill_d;
  assign head_l = unit_in_l && !unit_fill_l;
  assign fill_x = (unit_in_x || stays) && unit_fill_x;
  assign fill_d = unit_in_d && unit_fill_d;
  assign fill_l = unit_in_l && unit_fill_l;

  // So many places further around the ring.
  function automatic logic [4:0] around(input logic [4:0] from, input logic [3:0] steps);
    around = from << steps | from >> (4'd5 - steps);
  endfunction
  logic [3:0] looked;
  logic [3:0] uncoded;
  assign looked = 4'(head_x) + 4'(head_d) + 4'(head_l);
  assign uncoded = 4'(unsigned'($countones(accepted_q[2:0])));

  StateIsOneOfThese_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_state <= 4'd12);

  NothingIsLookedUpBesidesWork_A: assert property (@(posedge clock) disable iff (in_reset)
    stays -> !(unit_in_l || unit_in_d || unit_in_x));

  AnsweredIsDone_A: assert property (@(posedge clock) disable iff (in_reset)
    first -> !stays);

  // Of some states it is known what is in X.
  WorkIsOfItsKind_A: assert property (@(posedge clock) disable iff (in_reset)
    stays
    -> (unit_some || unit_flush)
       && (unit_state != 4'd1 || !unit_affine)
       && (unit_state == 4'd1 || unit_flush || unit_affine)
       && (unit_state != 4'd2 || unit_write)
       && (!(unit_state inside {4'd1, 4'd2, 4'd3, 4'd9}) || !unit_flush)
       && (!(unit_state inside {4'd11, 4'd12}) || unit_flush)
       && (unit_flush || unit_write || unit_fill_x)
       && !(unit_fill_x && unit_placed));

  QueueIsOneRing_A: assert property (@(posedge clock) disable iff (in_reset)
    $onehot(unit_head) && unit_used <= 3'd5
    && unit_tail == around(unit_head, 4'(unit_used))
    && unit_lookup == around(unit_head, looked)
    && unit_coded == around(unit_head, 4'(unit_used) - uncoded));

  QueueIsLookedUpInOrder_A: assert property (@(posedge clock) disable iff (in_reset)
    4'(unit_used) == 4'(unit_pending) + looked);

  EncoderHasTheYoungest_A: assert property (@(posedge clock) disable iff (in_reset)
    accepted_q[2:0] == (unit_coding & ~unit_coding_fill) && (unit_second -> unit_coding[0]));

  // A transaction is coded before it is in X.
  YoungAreNotLookedUpYet_A: assert property (@(posedge clock) disable iff (in_reset)
    (3'(accepted_q[0]) <= unit_pending)
    && (4'(unsigned'($countones(accepted_q[1:0]))) <= 4'(unit_pending) + 4'(head_l))
    && (uncoded <= 4'(unit_pending) + 4'(head_l) + 4'(head_d))
    && ((stays && head_x)
        -> (4'(unsigned'($countones(accepted_q[3:0]))) <= 4'(unit_pending))));

  // CountIsQueueAndAnswer rests on QueueIsLookedUpInOrder and QueueIsOneRing.
  CountIsQueueAndAnswer_A: assert property (@(posedge clock) disable iff (in_reset)
    count_q == 4'(unit_used) + 4'(first));

  // The queue from its head on, and what the checker has for it.
  logic [58:0] place[5];
  logic [58:0] queued[5];
  logic [58:0] awaited[5];
  always_comb begin
    for (int unsigned k = 0; k < 5; k++) begin
      place[k] = {unit_writes[k], unit_flushes[k], unit_addresses[25*k+:25],
                  unit_masks[32*k+:32]};
    end
    for (int unsigned k = 0; k < 5; k++) begin
      queued[k] = 59'd0;
      for (int unsigned n = 0; n < 5; n++) begin
        if (unit_head[n]) queued[k] |= place[(n + k) % 5];
      end
      awaited[k] = first
        ? {waiting_q[k+1].write, waiting_q[k+1].flush, waiting_q[k+1].address, waiting_q[k+1].mask}
        : {waiting_q[k].write, waiting_q[k].flush, waiting_q[k].address, waiting_q[k].mask};
    end
  end
  for (genvar k = 0; k < 5; k++) begin : gen_place
    PlaceIsRecord_A: assert property (@(posedge clock) disable iff (in_reset)
      3'(unsigned'(k)) < unit_used
      -> queued[k] == awaited[k] && !(queued[k][58] && queued[k][57])
         && (!queued[k][57] || queued[k][31:0] == 32'd0));
  end

  // Where the transaction in D, and that in L, stands behind the head.
  logic [1:0] behind_l;
  assign behind_l = 2'(head_x) + 2'(head_d);
  HeadIsInX_A: assert property (@(posedge clock) disable iff (in_reset)
    head_x -> {unit_write, unit_flush, unit_address, unit_mask} == queued[0]
              && unit_some == (unit_mask != 32'd0) && !(unit_write && unit_flush)
              && (!unit_flush || unit_mask == 32'd0));

  LookupsAreOfTheQueue_A: assert property (@(posedge clock) disable iff (in_reset)
    (head_d -> unit_address_d == queued[head_x][56:32])
    && (head_l -> unit_address_l == queued[behind_l][56:32]));

  PlacesAreKnown_A: assert property (@(posedge clock) disable iff (in_reset)
    (head_d -> unit_place_d == around(unit_head, 4'(head_x)))
    && (head_l -> unit_place_l == around(unit_head, 4'(behind_l))));

  // What has the vector of X was compared with that of D.
  logic [4:0] of_x;
  always_comb begin
    for (int unsigned k = 0; k < 5; k++) of_x[k] = unit_addresses[25*k+:25] == unit_address;
  end
  // FollowersAreCompared rests on FillIsInOnePlace, FillIsItsRegisters, FillIsOfItsRegister and MatchIsKnownInX.
  // FollowersAreCompared rests on QueueIsOneRing.
  FollowersAreCompared_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_in_x
    -> unit_were_d == of_x
       && (!unit_in_l || unit_l_same == (unit_address_l == unit_address))
       && (!unit_in_d || unit_d_same == (unit_address_d == unit_address))
       && (!unit_wants_look || unit_fill_same == (unit_its_address == unit_address)));

  // The fill is in one place.
  FillIsInOnePlace_A: assert property (@(posedge clock) disable iff (in_reset)
    4'(unit_encodes) + 4'(unit_second) + 4'(unit_wants_look) + 4'(fill_l) + 4'(fill_d)
    + 4'(fill_x) == 4'(unit_fill_busy));

  FillIsItsRegisters_A: assert property (@(posedge clock) disable iff (in_reset)
    (!fill_l || unit_address_l == unit_its_address)
    && (!fill_d || unit_address_d == unit_its_address)
    && (!fill_x || (unit_address == unit_its_address && unit_mask == unit_its_mask
                    && !unit_write && !unit_flush && unit_some)));

  // Miss registers: of those that are busy, which asks or has asked for its vector.
  logic [MISSES-1:0] at_port;
  logic [MISSES-1:0] filling;
  logic [MISSES-1:0] asker;
  logic [MISSES-1:0] of_head;
  logic [MISSES-1:0] joinable;
  assign at_port = unit_port_taken ? unit_asking : '0;
  assign filling = unit_fill_busy ? unit_filling : '0;
  assign asker = unit_wants | at_port | unit_awaits | filling;
  always_comb begin
    for (int unsigned i = 0; i < MISSES; i++) begin
      of_head[i] = unit_busy[i] && unit_miss_addresses[25*i+:25] == unit_address;
      joinable[i] = of_head[i] && (unit_mask & ~unit_miss_absents[32*i+:32]) == 32'd0;
    end
  end

  MatchIsKnownInX_A: assert property (@(posedge clock) disable iff (in_reset)
    (unit_in_x && head_x -> unit_x_waits == (of_head != '0) && unit_x_joins == (joinable != '0))
    && (fill_x -> unit_matched == of_head));

  OneAsksAtATime_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_port_taken == (at_port != '0) && $onehot0(at_port) && $onehot0(filling)
    && unit_fill_busy == (filling != '0));

  logic [MISSES-1:0] begun;
  logic [MISSES-1:0] answered_late;
  assign begun = waits ? MISSES'(1) << ans_miss : '0;
  assign answered_late = late ? MISSES'(1) << ans_miss : '0;
  AnswerNamesARegister_A: assert property (@(posedge clock) disable iff (in_reset)
    (waits || late) -> ans_miss < 4'dMISSES);

  NoOtherRegisterIsUsed_A: assert property (@(posedge clock) disable iff (in_reset)
    16'(missed_q >> MISSES) == 16'd0 && 16'(asked_q >> MISSES) == 16'd0);

  for (genvar i = 0; i < MISSES; i++) begin : gen_miss
    RegisterIsAtOnePoint_A: assert property (@(posedge clock) disable iff (in_reset)
      3'(unit_wants[i]) + 3'(at_port[i]) + 3'(unit_awaits[i]) + 3'(filling[i])
      <= 3'(unit_busy[i]));

    AskedAreAwaited_A: assert property (@(posedge clock) disable iff (in_reset)
      asked_q[i] == unit_awaits[i]
      && (asked_q[i] -> asked_address_q[i] == unit_miss_addresses[25*i+:25]));

    MissedAreBusy_A: assert property (@(posedge clock) disable iff (in_reset)
      missed_q[i] == ((unit_busy[i] && !(stays && fill_x && filling[i]) && !begun[i])
                      || answered_late[i]));

    AnsweredIsExecuted_A: assert property (@(posedge clock) disable iff (in_reset)
      (begun[i] -> unit_busy[i] && !(fill_x && filling[i]))
      && ((answered_late[i] && unit_busy[i]) -> (stays && fill_x && filling[i])));

    // What a read that waits was: in its answer it is the checker's head.
    MissedIsRegister_A: assert property (@(posedge clock) disable iff (in_reset)
      unit_busy[i]
      -> (begun[i] ? {unit_miss_addresses[25*i+:25], unit_miss_masks[32*i+:32]}
                     == {head.address, head.mask}
          : !missed_q[i] || {unit_miss_addresses[25*i+:25], unit_miss_masks[32*i+:32]}
                            == {missed_address_q[i], missed_mask_q[i]}));

    FillIsOfItsRegister_A: assert property (@(posedge clock) disable iff (in_reset)
      filling[i] -> unit_its_address == unit_miss_addresses[25*i+:25]
                    && unit_its_mask == unit_miss_masks[32*i+:32]
                    && unit_its_absent == unit_miss_absents[32*i+:32]);

    for (genvar j = 0; j < i; j++) begin : gen_other
      VectorIsAskedForOnce_A: assert property (@(posedge clock) disable iff (in_reset)
        (unit_busy[i] && unit_busy[j]
         && unit_miss_addresses[25*i+:25] == unit_miss_addresses[25*j+:25])
        -> !(asker[i] && asker[j]));
    end
  end

  // From its second cycle in X on an entry is decoded.
  for (genvar i = 0; i < 32; i++) begin : gen_decoded
    WorkIsDecoded_A: assert property (@(posedge clock) disable iff (in_reset)
      unit_state inside {4'd2, 4'd3} -> unit_decoded[32*i+:32] == unit_expanded[32*i+:32]);
  end

  // After reset and before a write or a fill.
  ResetLeavesNothing_A: assert property (@(posedge clock) disable iff (in_reset)
    any_accepted_q || (unit_used == 3'd0 && !stays && !unit_in_l && !unit_in_d && !unit_in_x
                       && !unit_fill_busy && unit_busy == '0 && !unit_blocked));

  logic [4:0] placing;
  logic [4:0] flushing;
  always_comb begin
    for (int unsigned k = 0; k < 5; k++) begin
      placing[k] = 3'(k) < unit_used && queued[k][58];
      flushing[k] = 3'(k) < unit_used && queued[k][57];
    end
  end
  NothingIsPlacedYet_A: assert property (@(posedge clock) disable iff (in_reset)
    any_place_q || late
    || (placing == 5'd0 && unit_lines_valid == '0 && !(unit_in_d && unit_d_hit != '0)
        && !(unit_in_d && unit_d_valid != '0)
        && !(unit_in_x && (unit_x_hit != '0 || unit_x_valid != '0 || unit_entry[66:35] != 32'd0))
        && !(stays && fill_x)));
  // FirstFillIsNotPlacedYet rests on ComparedIsEntry, FillIsItsRegisters and NothingIsLookedUpBesidesWork.
  // FirstFillIsNotPlacedYet rests on NothingIsPlacedYet.
  FirstFillIsNotPlacedYet_A: assert property (@(posedge clock) disable iff (in_reset)
    any_place_q || !late
    || (unit_lines_valid == '0 && unit_state inside {4'd0, 4'd1, 4'd9}));

  // The unit is quiet: reads alone come, and each goes through the stages without a stop, until
  // the first begins to wait.
  logic fresh_miss;
  assign fresh_miss = waits || (mem_valid && !mem_write);
  // CalmIsQuiet rests on AnswerNamesARegister, AnsweredIsExecuted, BlockedHasHead and CalmMissIsOne.
  // CalmIsQuiet rests on FillIsInOnePlace, HeadIsInX, IdleEnds, MatchIsKnownInX and OneAsksAtATime.
  // CalmIsQuiet rests on QueueIsLookedUpInOrder, QueueIsOneRing and RegisterIsAtOnePoint.
  // CalmIsQuiet rests on YoungAreNotLookedUpYet.
  CalmIsQuiet_A: assert property (@(posedge clock) disable iff (in_reset)
    (!calm_q || (!stays && (!unit_blocked || mem_valid) && !unit_fill_busy && placing == 5'd0
                 && unit_awaits == '0 && flushing == 5'd0))
    && (!calm_q || fresh_miss
        || (unit_busy == '0 && unit_pending == 3'(accepted_q[0])
            && (!quick_q[0] || accepted_q[0]) && (!quick_q[1] || head_l)
            && (!quick_q[2] || head_d) && (!quick_q[3] || (unit_in_x && head_x))
            && (!quick_now_q || ans_valid)))
    && (calm_q || (quick_q == 4'd0 && !quick_now_q)));
  // CalmMissIsOne rests on AnsweredIsDone, HeadIsInX, IdleEnds, MatchIsKnownInX and MissedAreBusy.
  // CalmMissIsOne rests on NothingIsLookedUpBesidesWork and RegisterIsAtOnePoint.
  CalmMissIsOne_A: assert property (@(posedge clock) disable iff (in_reset)
    (calm_q && !(mem_valid && !mem_write))
    -> $onehot0(unit_busy) && unit_wants == unit_busy && (unit_busy == begun));

  // BlockedHasHead rests on FillIsItsRegisters, MatchIsKnownInX and NothingIsLookedUpBesidesWork.
  // BlockedHasHead rests on QueueIsLookedUpInOrder and QueueIsOneRing.
  BlockedHasHead_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_blocked -> unit_used != 3'd0 && unit_busy != '0 && !head_d && !head_l && !head_x);

  // Idle since so long: a fill may still be placed, a vector of what is evicted in five cycles.
  logic [31:0] rest;
  assign rest = unit_state == 4'd10 ? 32'd85 : unit_state == 4'd9 ? 32'(unit_offset)
      : unit_state inside {[4'd4:4'd8]} ? 32'd5 * 32'(unit_offset) + 32'(unit_state) - 32'd4
      : 32'd0;
  IdleEnds_A: assert property (@(posedge clock) disable iff (in_reset)
    idle_q != 32'd0
    -> unit_used == 3'd0 && !unit_in_x && (!stays || (fill_x && idle_q <= rest))
       && (unit_busy & ~(stays ? filling : '0)) == '0);
