
  // Lines of each bank: free ones, and of each warp those that its region was promised, or that wait for a
  // write while it drains.
  logic [15:0] holds;
  logic [15:0] drains;
  logic [7:0] unclaimed[8];
  logic [7:0] comes_back[8];
  always_comb begin
    for (int unsigned w = 0; w < 16; w++) begin
      holds[w] = state[w] == Preloading || state[w] == Active;
      drains[w] = state[w] == Draining;
    end
    for (int unsigned b = 0; b < 8; b++) begin
      unclaimed[b] = 8'(unit_free[COUNT_BITS*b+:COUNT_BITS]);
      comes_back[b] = 8'(unit_given_back[3*b+:3]) + 8'(unit_freed0[b]) + 8'(unit_freed1[b]);
    end
  end

  for (genvar w = 0; w < 16; w++) begin : gen_held
    logic [7:0] is_held;
    always_comb begin
      for (int unsigned b = 0; b < 8; b++) begin
        is_held[b] = holds[w]
          ? pending_q[8*w+b] <= promised_q[8*w+b] && unit_promised[48*b+3*w+:3] == promised_q[8*w+b]
          : drains[w] || pending_q[8*w+b] == 3'd0;
      end
    end

    // HeldIsPromised rests on its HeldIsPromised, its PendingIsRecorded and LookedAtIsInactive.
    HeldIsPromised_A: assert property (@(posedge clock) disable iff (in_reset)
      is_held == 8'hff);
  end

  for (genvar b = 0; b < 8; b++) begin : gen_lines
    logic [7:0] claimed;
    always_comb begin
      claimed = 8'd0;
      for (int unsigned w = 0; w < 16; w++) begin
        claimed += holds[w] ? 8'(promised_q[8*w+b]) : drains[w] ? 8'(pending_q[8*w+b]) : 8'd0;
      end
    end

    // ComesBackOfDraining rests on its ComesBackOfDraining and PendingIsRecorded.
    ComesBackOfDraining_A: assert property (@(posedge clock) disable iff (in_reset)
      comes_back[b] == 8'd0 || drains != 16'd0);

    // LinesNeverExceedBank rests on its LinesNeverExceedBank and HeldIsPromised.
    // LinesNeverExceedBank rests on PendingIsRecorded and LookedAtIsInactive.
    LinesNeverExceedBank_A: assert property (@(posedge clock) disable iff (in_reset)
      unclaimed[b] + comes_back[b] + claimed == 8'dLINES);

    // What starts fits, and what is too big never does, so that no warp starts and fails.
    // FreeIsOfBank rests on its LinesNeverExceedBank.
    FreeIsOfBank_A: assert property (@(posedge clock) disable iff (in_reset)
      unclaimed[b] + comes_back[b] <= 8'dLINES);
  end

  // While no warp has lines, eligible ones stay so, and one of them has not failed: cycles in which no region
  // starts, and none is too big. As many more as regions are too big may pass.
  logic [15:0] eligible_q;
  logic [1:0] waited_q;
  logic quiet;
  logic waits;
  logic goes_on;
  logic [15:0] checked;
  always_comb begin
    quiet = (holds | drains) == 16'd0;
    waits = quiet && (eligible & inactive) != 16'd0;
    goes_on = waits && waited_q != 2'd0 && eligible == eligible_q;
    checked = unit_check_one & eligible;
  end
  always_ff @(posedge clock) begin
    eligible_q <= eligible;
    waited_q <= in_reset || !waits || unit_start ? 2'd0
      : (goes_on ? waited_q : 2'd0) + 2'(!(too_big && checked != 16'd0));
  end

  // QuietIsDone rests on WalkIsPreloading, KeptIsCounted, UndoneIsSomewhere, QueuesAddUp.
  // QuietIsDone rests on OnlyPreloadingIsUndone, UndoneAreFew and QueuesAreFew.
  QuietIsDone_A: assert property (@(posedge clock) disable iff (in_reset)
    quiet -> (unit_rows == 3'd0 && unit_left == 6'd0));

  // WaitingIsPicked rests on WaitingIsPicked, LookedAtIsInactive and QuietIsDone.
  // WaitingIsPicked rests on LinesNeverExceedBank and ComesBackOfDraining.
  WaitingIsPicked_A: assert property (@(posedge clock) disable iff (in_reset)
    goes_on -> (waited_q == 2'd1
      ? ((unit_look_one | unit_check_one) & eligible) != 16'd0
      : checked != 16'd0
        && ((unit_look_one & eligible) != 16'd0 || (eligible & inactive & ~checked) == 16'd0)));

  // SomeWarpStartsInTime rests on SomeWarpStartsInTime, WaitingIsPicked and QuietIsDone.
  // SomeWarpStartsInTime rests on LookedAtIsInactive, LinesNeverExceedBank and ComesBackOfDraining.
  SomeWarpStartsInTime_A: assert property (@(posedge clock) disable iff (in_reset)
    waited_q <= 2'd2);
