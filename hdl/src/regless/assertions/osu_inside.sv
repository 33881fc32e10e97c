
  // Instructions wait in a queue: those that are taken begin at its head and end at its tail.
  logic [2:0] waiting;
  logic in_order;
  assign waiting = 3'(unsigned'($countones(unit_taken)));
  always_comb begin
    in_order = unit_tail == unit_head + waiting[1:0];
    for (int unsigned i = 0; i < 4; i++) begin
      if (unit_taken[2'(unit_head+2'(i))] != (3'(i) < waiting)) in_order = 1'b0;
    end
  end
  WaitingIsAQueue_A: assert property (@(posedge clock) disable iff (in_reset) in_order);

  // Where an instruction may be: it waits, is in a unit, or left it within three cycles.
  // BusyUntilGranted rests on its InstructionsOfWarpAreCounted.
  for (genvar w = 0; w < 16; w++) begin : gen_places_of_warp
    logic [11:0] here;
    for (genvar p = 0; p < 12; p++) begin : gen_place
      assign here[p] = unit_places[p] && unit_warps[4*p+:4] == 4'(w);
    end

    // InstructionsOfWarpAreCounted rests on WaitingIsAQueue.
    InstructionsOfWarpAreCounted_A: assert property (@(posedge clock) disable iff (in_reset)
      of_warp_q[w] == 8'(unsigned'($countones(here))));
  end
  logic [11:0] of_the_tag;
  for (genvar p = 0; p < 12; p++) begin : gen_place_of_tag
    assign of_the_tag[p] = unit_places[p] && unit_tags[8*p+:8] == tag_q;
  end

  // InstructionIsOfferedOnce rests on InstructionsOfTagAreCounted.
  // InstructionsOfTagAreCounted rests on WaitingIsAQueue.
  InstructionsOfTagAreCounted_A: assert property (@(posedge clock) disable iff (in_reset)
    of_tag_q[0] == 8'(unsigned'($countones(of_the_tag))));

  // Of two instructions that enter units together that of unit 0 is older, as it waited longer.
  logic second_is_older_q;
  always_ff @(posedge clock) begin
    if (unit_loads[1]) second_is_older_q <= 1'b0;
    else if (unit_loads[0]) second_is_older_q <= 1'b1;
  end

  for (genvar u = 0; u < 2; u++) begin : gen_unit
    NobodyAsksNothing_A: assert property (@(posedge clock) disable iff (in_reset)
      unit_places[4+4*u] || unit_waits[4*u+:4] == 4'd0);
  end

  // OlderIsTheUnits rests on NobodyAsksNothing.
  OlderIsTheUnits_A: assert property (@(posedge clock) disable iff (in_reset)
    (unit_waits[3:0] != 4'd0 && unit_waits[7:4] != 4'd0) -> unit_older == second_is_older_q);

  for (genvar b = 0; b < 8; b++) begin : gen_access
    logic [3:0] asks0, asks1, granted0, granted1;
    assign asks0 = unit_asks0[4*b+:4];
    assign asks1 = unit_asks1[4*b+:4];
    assign granted0 = unit_granted0[4*b+:4];
    assign granted1 = unit_granted1[4*b+:4];

    // OlderFirstInBank rests on OlderIsTheUnits.
    OlderFirstInBank_A: assert property (@(posedge clock) disable iff (in_reset)
      (granted0 & ~(asks0 & (~asks0 + 4'd1))) == 4'd0
      && (granted1 & ~(asks1 & (~asks1 + 4'd1))) == 4'd0
      && (granted0 == 4'd0 || granted1 == 4'd0)
      && (granted0 == 4'd0 || asks1 == 4'd0 || !second_is_older_q)
      && (granted1 == 4'd0 || asks0 == 4'd0 || second_is_older_q));
  end

  TurnIsTheUnits_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_turn == turn_q);

  // An operation that is not done has a request, is fetched, is in the fill register or was filled.
  logic [7:0] fetches;
  for (genvar b = 0; b < 8; b++) begin : gen_fetches
    assign fetches[b] = unit_requests[b]
        && (unit_kinds[2*b+:2] == 2'd1 || unit_kinds[2*b+:2] == 2'd2);
  end

  OneBankIsFilled_A: assert property (@(posedge clock) disable iff (in_reset)
    (unit_filled & (unit_filled - 8'd1)) == 8'd0);

  // OperationIsDoneOnce rests on UndoneAreCounted and OneBankIsFilled.
  // UndoneAreCounted rests on OneBankIsFilled.
  UndoneAreCounted_A: assert property (@(posedge clock) disable iff (in_reset)
    lawful_q -> owed_q == 12'(unsigned'($countones(done_banks)))
        + 12'(unsigned'($countones(fetches))) + asked_q + 12'(unit_fill_full) + 12'(fill_done));
