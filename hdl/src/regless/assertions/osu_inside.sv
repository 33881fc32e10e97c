
  // Instructions wait in the first places.
  WaitingIsAQueue_A: assert property (@(posedge clock) disable iff (in_reset)
    (unit_taken & (unit_taken + 4'd1)) == 4'd0);

  for (genvar p = 0; p < 4; p++) begin : gen_waiting
    EmptyPlaceAsksNothing_A: assert property (@(posedge clock) disable iff (in_reset)
      unit_taken[p] || unit_waiting_asks[32*p+:32] == 32'd0);
  end

  // Where an instruction may be: it waits, is in a unit, or is on one of the four places behind it.
  // BusyUntilGranted rests on its InstructionsOfWarpAreCounted and AccessIsOfInstruction.
  for (genvar w = 0; w < 16; w++) begin : gen_places_of_warp
    logic [13:0] here;
    for (genvar p = 0; p < 14; p++) begin : gen_place
      assign here[p] = unit_places[p] && unit_warps[4*p+:4] == 4'(w);
    end

    // InstructionsOfWarpAreCounted rests on WaitingIsAQueue and NobodyBeginsBehindUnsure.
    InstructionsOfWarpAreCounted_A: assert property (@(posedge clock) disable iff (in_reset)
      of_warp_q[w] == 8'(unsigned'($countones(here))));
  end
  logic [13:0] of_the_tag;
  for (genvar p = 0; p < 14; p++) begin : gen_place_of_tag
    assign of_the_tag[p] = unit_places[p] && unit_tags[8*p+:8] == tag_q;
  end

  // InstructionIsOfferedOnce rests on InstructionsOfTagAreCounted.
  // InstructionsOfTagAreCounted rests on WaitingIsAQueue and NobodyBeginsBehindUnsure.
  InstructionsOfTagAreCounted_A: assert property (@(posedge clock) disable iff (in_reset)
    of_tag_q[0] == 8'(unsigned'($countones(of_the_tag))));

  // Of two instructions that enter units together that of unit 0 is older, as it waited longer.
  logic second_is_older_q;
  logic second_is_older;
  assign second_is_older = !unit_enters[1] && (unit_enters[0] || second_is_older_q);
  always_ff @(posedge clock) second_is_older_q <= second_is_older;

  for (genvar u = 0; u < 2; u++) begin : gen_unit
    // NobodyAsksNothing rests on EmptyPlaceAsksNothing.
    NobodyAsksNothing_A: assert property (@(posedge clock) disable iff (in_reset)
      unit_places[4+5*u] || unit_waits[32*u+:32] == 32'd0);

    LeftIsEmpty_A: assert property (@(posedge clock) disable iff (in_reset)
      !(unit_places[5+5*u] && unit_places[4+5*u]));

    // What was not sure holds its instruction, and no other has begun: none comes behind it.
    // NobodyBeginsBehindUnsure rests on LeftIsEmpty.
    NobodyBeginsBehindUnsure_A: assert property (@(posedge clock) disable iff (in_reset)
      (unit_places[6+5*u] && unit_unsure[u])
      -> (!unit_places[5+5*u] && !(unit_places[4+5*u] && unit_begun[u])));
  end

  // OlderIsTheUnits rests on NobodyAsksNothing and EmptyPlaceAsksNothing.
  OlderIsTheUnits_A: assert property (@(posedge clock) disable iff (in_reset)
    (unit_asks0 != 32'd0 && unit_asks1 != 32'd0) -> unit_older == second_is_older);

  for (genvar b = 0; b < 8; b++) begin : gen_access
    logic [3:0] asks0, asks1, chosen0, chosen1;
    assign asks0 = unit_asks0[4*b+:4];
    assign asks1 = unit_asks1[4*b+:4];
    assign chosen0 = unit_chosen0[4*b+:4];
    assign chosen1 = unit_chosen1[4*b+:4];

    // OlderFirstInBank rests on OlderIsTheUnits.
    OlderFirstInBank_A: assert property (@(posedge clock) disable iff (in_reset)
      (chosen0 & ~(asks0 & (~asks0 + 4'd1))) == 4'd0
      && (chosen1 & ~(asks1 & (~asks1 + 4'd1))) == 4'd0
      && (chosen0 == 4'd0 || chosen1 == 4'd0)
      && (chosen0 == 4'd0 || asks1 == 4'd0 || !second_is_older)
      && (chosen1 == 4'd0 || asks0 == 4'd0 || second_is_older));

    // What is in an access register is of an instruction that began, or left its unit: one cycle ago, or
    // longer if it was not sure to be accepted.
    for (genvar u = 0; u < 2; u++) begin : gen_of_unit
      logic [2:0] its;
      for (genvar p = 0; p < 3; p++) begin : gen_stage
        assign its[p] = unit_places[4+5*u+p]
            && unit_warps[4*(4+5*u+p)+:4] == unit_access_warp[4*b+:4];
      end
      // AccessIsOfInstruction rests on NobodyBeginsBehindUnsure.
      AccessIsOfInstruction_A: assert property (@(posedge clock) disable iff (in_reset)
        !unit_access_of[2*b+u] || (its[0] && unit_begun[u]) || its[1] || (its[2] && unit_unsure[u]));
    end
    AccessIsOfUnit_A: assert property (@(posedge clock) disable iff (in_reset)
      unit_access[b] == (unit_access_of[2*b+:2] != 2'd0));
  end

  TurnIsTheUnits_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_turn == turn_q && unit_turn_of_l1 == turn_of_l1_q);

  // An operation that is not done has a request, is fetched or was filled.
  logic [7:0] fetches;
  for (genvar b = 0; b < 8; b++) begin : gen_fetches
    assign fetches[b] = unit_requests[b]
        && (unit_kinds[2*b+:2] == 2'd1 || unit_kinds[2*b+:2] == 2'd2);
  end

  OneBankIsFilled_A: assert property (@(posedge clock) disable iff (in_reset)
    (unit_filled & (unit_filled - 8'd1)) == 8'd0);

  // What was found in the cycle before is there, unless it is a fresh bank's.
  for (genvar b = 0; b < 8; b++) begin : gen_found
    FoundIsThere_A: assert property (@(posedge clock) disable iff (in_reset)
      (lawful && unit_found[b] && queue_valid[b] && !unit_access[b])
      -> (unit_hit[b] || unit_empty[b]));
  end

  // OperationIsDoneOnce rests on UndoneAreCounted and OneBankIsFilled.
  // UndoneAreCounted rests on OneBankIsFilled and FoundIsThere.
  UndoneAreCounted_A: assert property (@(posedge clock) disable iff (in_reset)
    lawful_q -> owed_q == 12'(unsigned'($countones(done_banks)))
        + 12'(unsigned'($countones(fetches))) + asked_q + 12'(fill_done));
