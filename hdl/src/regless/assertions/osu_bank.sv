  logic [9:0] request_tag;
  assign request_tag = {request_warp, request_register};

  logic reads;
  logic reserves;
  logic fills;
  logic writes;
  assign reads = access_ready && !access_reserve;
  assign reserves = access_ready && access_reserve;
  assign fills = fill_valid && fill_ready;
  assign writes = write_valid && write_ready;

  // Two cycles of a lookup.
  logic [1:0] read_q;
  logic [1:0] reserve_q;
  logic [1:0] fill_waits_q;
  logic fill_q;
  logic operation_q;
  logic [9:0] operation_tag_q;
  logic held_q;
  logic held_evict_q;
  logic [ENTRY_BITS+11:0] held_request_q;
  logic [1023:0] held_data_q;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      read_q <= 2'b00;
      reserve_q <= 2'b00;
      fill_waits_q <= 2'b00;
      fill_q <= 1'b0;
      operation_q <= 1'b0;
      held_q <= 1'b0;
    end else begin
      read_q <= {read_q[0], reads};
      reserve_q <= {reserve_q[0], reserves};
      fill_waits_q <= {fill_waits_q[0], fill_valid && !fill_ready};
      fill_q <= fills;
      operation_q <= preload_ready;
      held_q <= request_valid && !request_ready;
    end
  end
  always_ff @(posedge clock) begin
    operation_tag_q <= {preload_warp, preload_register};
    held_evict_q <= request_evict;
    held_request_q <= {request_kind, request_tag, request_entry};
    held_data_q <= request_data;
  end

  OneLookupPerCycle_A: assert property (@(posedge clock) disable iff (in_reset)
    !(access_ready && !access_valid) && !(preload_ready && (access_valid || !preload_valid)));

  OneDataAccessPerCycle_A: assert property (@(posedge clock) disable iff (in_reset)
    !(read_q[0] && (fill_ready || write_ready)) && !(fill_valid && write_ready)
    && answer_read == read_q[1] && answer_reserve == reserve_q[1]);

  // What is not done in the next cycle is fetched from then on.
  logic fetched;
  assign fetched = request_valid && !request_evict && request_kind != 2'd3
      && request_tag == operation_tag_q;

  PreloadIsAnsweredOnce_A: assert property (@(posedge clock) disable iff (in_reset)
    (operation_q ? preload_done || fetched : !preload_done) && fill_done == fill_q);

  RequestsAreHeld_A: assert property (@(posedge clock) disable iff (in_reset)
    held_q -> (request_valid && request_evict == held_evict_q
      && {request_kind, request_tag, request_entry} == held_request_q
      && (!request_evict || request_data == held_data_q)));

  WaitsAreBounded_A: assert property (@(posedge clock) disable iff (in_reset)
    (fill_waits_q == 2'b11) -> fill_ready);

  ResetEmptiesBank_A: assert property (@(posedge clock) disable iff (in_reset)
    fresh_q -> (!answer_read && !answer_reserve && !preload_done && !fill_done && !request_valid
      && fill_ready));
