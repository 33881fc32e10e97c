
  // What stands from here on holds of legal stimulus alone.

  // The register of each line, from what was reserved and fetched.
  logic [9:0] tag_q[1 << ENTRY_BITS];

  logic [9:0] access_tag;
  logic [9:0] preload_tag;
  logic [9:0] fill_tag;
  logic [9:0] write_tag;
  logic [9:0] reserved_tag_q[2];
  assign access_tag = {access_warp, access_register};
  assign preload_tag = {preload_warp, preload_register};
  assign fill_tag = tag_q[fill_entry];
  assign write_tag = answer_reserve && answer_entry == write_entry ? reserved_tag_q[1]
      : tag_q[write_entry];

SHADOWS
  // What is known of a register, warp and number as one: lanes that were written or filled since
  // its last reserve, and whether it was written and is neither dead nor evicted.
  logic [32*Lanes-1:0] value_q[Shadows];
  logic [Lanes-1:0] known_q[Shadows];
  logic [Shadows-1:0] written_q;

  logic [32*Lanes-1:0] write_bits;
  for (genvar i = 0; i < Lanes; i++) begin : gen_write
    assign write_bits[32*i+:32] = {32{write_lanes[i]}};
  end

  // Two cycles of a lookup and of an eviction.
  logic [32*Lanes-1:0] expected_q[2];
  logic [Lanes-1:0] expected_known_q[2];
  logic refused_q[2];

  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      for (int i = 0; i < Shadows; i++) known_q[i] <= '0;
      written_q <= '0;
      for (int unsigned i = 0; i < 2; i++) refused_q[i] <= 1'b0;
    end else begin
      if (reads && access_last && access_erase && access_watched) begin
        known_q[access_place] <= '0;
        written_q[access_place] <= 1'b0;
      end
      if (reserves && access_watched) known_q[access_place] <= '0;
      if (preload_ready && preload_kind == 2'd3 && preload_watched) begin
        known_q[preload_place] <= '0;
        written_q[preload_place] <= 1'b0;
      end
      if (request_valid && request_evict && !held_q && request_watched) begin
        known_q[request_place] <= '0;
        written_q[request_place] <= 1'b0;
      end
      if (request_valid && !request_evict && request_ready && request_kind != 2'd3)
        tag_q[request_entry] <= request_tag;
      if (answer_reserve) tag_q[answer_entry] <= reserved_tag_q[1];
      if (fills && fill_watched) begin
        value_q[fill_place] <= written;
        known_q[fill_place] <= '1;
      end
      if (writes && write_watched) begin
        // At once: each write into a chosen word costs a proof all its bits.
        value_q[write_place] <= (value_q[write_place] & ~write_bits) | (written & write_bits);
        known_q[write_place] <= known_q[write_place] | write_lanes;
        written_q[write_place] <= 1'b1;
      end
      refused_q[0] <= (access_valid && !access_ready) || (preload_valid && !preload_ready);
      refused_q[1] <= refused_q[0];
    end
  end
  always_ff @(posedge clock) begin
    reserved_tag_q[0] <= access_tag;
    reserved_tag_q[1] <= reserved_tag_q[0];
    expected_q[0] <= value_q[access_place];
    expected_q[1] <= expected_q[0];
    expected_known_q[0] <= access_watched ? known_q[access_place] : '0;
    expected_known_q[1] <= expected_known_q[0];
  end

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    ReadIsLastWrite_A: assert property (@(posedge clock) disable iff (in_reset)
      (answer_read && read_q[1] && expected_known_q[1][i])
      -> answered[32*i+:32] == expected_q[1][32*i+:32]);

    // A register that is reserved anew while its eviction is on the way is known no more.
    EvictionIsLastWrite_A: assert property (@(posedge clock) disable iff (in_reset)
      (request_evict && !held_q && request_watched && known_q[request_place][i])
      -> evicted[32*i+:32] == value_q[request_place][32*i+:32]);
  end

  // What is evicted was asked for two cycles before by something that found no line.
  FreeThenCleanThenDirty_A: assert property (@(posedge clock) disable iff (in_reset)
    (request_evict && !held_q) -> refused_q[1]);

  DeadIsNotEvicted_A: assert property (@(posedge clock) disable iff (in_reset)
    (request_evict && !held_q && request_watched) -> written_q[request_place]);

  LiveIsNotDropped_A: assert property (@(posedge clock) disable iff (in_reset)
    (request_valid && !held_q && request_watched
      && (request_kind == 2'd1 || request_kind == 2'd2))
    -> !written_q[request_place]);
