  // A MOV takes from what its writer asked for, and from what a full result compressed.
  logic [32:0] asked;
  assign asked = 33'($countones(unit_open_mov & used)) + 33'(unit_mov_event) + 33'(unit_movs);

  // MovsAreAskedFor rests on CountsAreRing and OpenIsOnItsWay.
  MovsAreAskedFor_A: assert property (@(posedge clock) disable iff (in_reset)
    over_q[0] || asked <= 33'(divergent_q));

  // Full results on their way, and what stands compressed and has not been read by its MOV.
  set_t stock;
  assign stock = compressed_set & ~(mov_at[4:1] != 4'd0 ? mov_slot : '0) & ~mov_stage;

  // How many of both the registers below a number have, counted by what comes and what goes: a sum of all bits would
  // be another for each of them.
  typedef logic [INDEX_MSB+2:0] count_t;
  count_t [REGISTERS:0] stock_q;
  logic stage_goes;
  logic whole0;
  logic whole1;
  logic moves;
  count_t stage_takes;
  assign stage_goes = unit_stage_full && !unit_stage_mov && !unit_stage_divergent
      && (unit_stage_banks & bank_isolate) == 8'd0;
  assign stage_takes = count_t'(stock[unit_stage_entry]) + count_t'(unit_stage_range == 2'd0);
  assign whole0 = wb0_valid && wb0_ready && !divergent(wb0_mask, wb0_launched);
  assign whole1 = wb1_valid && wb1_ready && !divergent(wb1_mask, wb1_launched);
  assign moves = unit_access_valid && unit_access_kind == 2'd3 && stock[unit_access_entry];

  function automatic count_t below(logic valid, logic [INDEX_MSB:0] index, int limit);
    return count_t'(valid && 32'(index) < unsigned'(limit));
  endfunction

  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) stock_q <= '0;
    else begin
      for (int r = 0; r <= REGISTERS; r++) begin
        stock_q[r] <= stock_q[r] + below(whole0, wb0_register, r) + below(whole1, wb1_register, r)
            - (below(stage_goes, unit_stage_entry, r) != '0 ? stage_takes : '0)
            - below(moves, unit_access_entry, r)
            - below(release_ready && stock[release_register], release_register, r);
      end
    end
  end

  logic stock_fits, stock_is_few;
  always_comb begin
    stock_fits = stock_q[0] == '0;
    stock_is_few = 1'b1;
    for (int r = 0; r < REGISTERS; r++) begin
      stock_fits &= stock_q[r+1] == stock_q[r] + count_t'(coming_set[r]) + count_t'(stock[r]);
      stock_is_few &= stock_q[r+1] <= count_t'(2 * r + 2);
    end
  end

  // StockIsCounted rests on CountsAreRing, RingIsRecord and QueueIsInOrder.
  // StockIsCounted rests on SlotIsFilledOrInCompressor and DivergentIsNotCompressed.
  // StockIsCounted rests on OneWriterOfRegister, PendingIsToBeWritten and ComingIsOnItsWay.
  // StockIsCounted rests on OwedLanesAreOfWarp, DivergentIsNotBehind and MovIsInItsSlot.
  // StockIsCounted rests on MovIsOfDivergentWriter, DivergentIsUncompressed and StageKnowsItsBanks.
  StockIsCounted_A: assert property (@(posedge clock) disable iff (in_reset) stock_fits);

  // StockIsFew rests on StockIsCounted.
  StockIsFew_A: assert property (@(posedge clock) disable iff (in_reset) stock_is_few);

  // MovsAreStocked rests on StockIsFew, MovIsInItsSlot and MovIsOfDivergentWriter.
  // MovsAreStocked rests on StageKnowsItsBanks.
  MovsAreStocked_A: assert property (@(posedge clock) disable iff (in_reset)
    over_q[1] || 33'(stock_q[REGISTERS]) + 33'(unit_mov_event) + 33'(unit_movs) <= 33'(full_q));

