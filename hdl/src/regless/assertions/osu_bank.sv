  // What is known of a register, warp and number as one: lanes that were written or filled since its
  // last reserve, and whether it was written and is neither dead nor evicted.
  logic [1023:0] value_q[1024];
  logic [31:0] known_q[1024];
  logic [1023:0] written_q;
  // The register of each line, from what was reserved and fetched.
  logic [9:0] tag_q[1 << ENTRY_BITS];

  logic [9:0] access_tag;
  logic [9:0] preload_tag;
  logic [9:0] request_tag;
  assign access_tag = {access_warp, access_register};
  assign preload_tag = {preload_warp, preload_register};
  assign request_tag = {request_warp, request_register};

  logic reads;
  logic reserves;
  logic fills;
  logic writes;
  assign reads = access_ready && !access_reserve;
  assign reserves = access_ready && access_reserve;
  assign fills = fill_valid && fill_ready;
  assign writes = write_valid && write_ready;

  logic [9:0] reserved_tag_q[2];
  logic [9:0] write_tag;
  assign write_tag = answer_reserve && answer_entry == write_entry ? reserved_tag_q[1]
      : tag_q[write_entry];

  // Two cycles of a lookup.
  logic [1:0] read_q;
  logic [1:0] reserve_q;
  logic [1023:0] expected_q[2];
  logic [31:0] expected_known_q[2];
  logic refused_q[3];
  logic fill_waits_q;
  logic fill_q;
  logic operation_q;
  logic held_q;
  logic held_evict_q;
  logic [ENTRY_BITS+11:0] held_request_q;
  logic [1023:0] held_data_q;

  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      for (int unsigned i = 0; i < 1024; i++) known_q[i] <= 32'd0;
      written_q <= 1024'd0;
      read_q <= 2'b00;
      reserve_q <= 2'b00;
      for (int unsigned i = 0; i < 3; i++) refused_q[i] <= 1'b0;
      fill_waits_q <= 1'b0;
      fill_q <= 1'b0;
      operation_q <= 1'b0;
      held_q <= 1'b0;
    end else begin
      if (reads && access_last && access_erase) begin
        known_q[access_tag] <= 32'd0;
        written_q[access_tag] <= 1'b0;
      end
      if (reserves) known_q[access_tag] <= 32'd0;
      if (preload_ready && preload_kind == 2'd3) begin
        known_q[preload_tag] <= 32'd0;
        written_q[preload_tag] <= 1'b0;
      end
      if (request_valid && request_evict && !held_q) begin
        known_q[request_tag] <= 32'd0;
        written_q[request_tag] <= 1'b0;
      end
      if (request_valid && !request_evict && request_ready && request_kind != 2'd3)
        tag_q[request_entry] <= request_tag;
      if (answer_reserve) tag_q[answer_entry] <= reserved_tag_q[1];
      if (fills) begin
        value_q[tag_q[fill_entry]] <= fill_data;
        known_q[tag_q[fill_entry]] <= 32'hffffffff;
      end
      if (writes) begin
        for (int unsigned i = 0; i < 32; i++)
          if (write_mask[i]) value_q[write_tag][32*i+:32] <= write_data[32*i+:32];
        known_q[write_tag] <= known_q[write_tag] | write_mask;
        written_q[write_tag] <= 1'b1;
      end
      read_q <= {read_q[0], reads};
      reserve_q <= {reserve_q[0], reserves};
      refused_q[0] <= (access_valid && !access_ready) || (preload_valid && !preload_ready);
      refused_q[1] <= refused_q[0];
      refused_q[2] <= refused_q[1];
      fill_waits_q <= fill_valid && !fill_ready;
      fill_q <= fills;
      operation_q <= preload_ready;
      held_q <= request_valid && !request_ready;
    end
  end
  always_ff @(posedge clock) begin
    reserved_tag_q[0] <= access_tag;
    reserved_tag_q[1] <= reserved_tag_q[0];
    expected_q[0] <= value_q[access_tag];
    expected_q[1] <= expected_q[0];
    expected_known_q[0] <= known_q[access_tag];
    expected_known_q[1] <= expected_known_q[0];
    held_evict_q <= request_evict;
    held_request_q <= {request_kind, request_tag, request_entry};
    held_data_q <= request_data;
  end

  for (genvar i = 0; i < 32; i++) begin : gen_lane
    ReadIsLastWrite_A: assert property (@(posedge clock) disable iff (in_reset)
      (answer_read && read_q[1] && expected_known_q[1][i])
      -> answer_data[32*i+:32] == expected_q[1][32*i+:32]);
  end

  // What is evicted was asked for three cycles before by something that found no line.
  FreeThenCleanThenDirty_A: assert property (@(posedge clock) disable iff (in_reset)
    (request_evict && !held_q) -> refused_q[2]);

  OneLookupPerCycle_A: assert property (@(posedge clock) disable iff (in_reset)
    !(access_ready && !access_valid) && !(preload_ready && (access_valid || !preload_valid)));

  OneDataAccessPerCycle_A: assert property (@(posedge clock) disable iff (in_reset)
    !(read_q[0] && (fill_ready || write_ready)) && !(fill_valid && write_ready)
    && answer_read == read_q[1] && answer_reserve == reserve_q[1]);

  PreloadIsAnsweredOnce_A: assert property (@(posedge clock) disable iff (in_reset)
    (!preload_done || operation_q) && fill_done == fill_q);

  DeadIsNotEvicted_A: assert property (@(posedge clock) disable iff (in_reset)
    (request_evict && !held_q) -> written_q[request_tag]);

  LiveIsNotDropped_A: assert property (@(posedge clock) disable iff (in_reset)
    (request_valid && !held_q && (request_kind == 2'd1 || request_kind == 2'd2))
    -> !written_q[request_tag]);

  RequestsAreHeld_A: assert property (@(posedge clock) disable iff (in_reset)
    held_q -> (request_valid && request_evict == held_evict_q
      && {request_kind, request_tag, request_entry} == held_request_q
      && (!request_evict || request_data == held_data_q)));

  WaitsAreBounded_A: assert property (@(posedge clock) disable iff (in_reset)
    fill_waits_q -> fill_ready);

  ResetEmptiesBank_A: assert property (@(posedge clock) disable iff (in_reset)
    fresh_q -> (!answer_read && !answer_reserve && !preload_done && !fill_done && !request_valid
      && fill_ready));
