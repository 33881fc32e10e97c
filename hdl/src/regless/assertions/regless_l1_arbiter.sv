  logic [3:0] valid;
  logic [3:0] taken;
  logic [12:0] request[4];
  logic [ENTRY_BITS-1:0] entry[4];
  logic [1023:0] data[4];
  assign valid = {shard3_valid, shard2_valid, shard1_valid, shard0_valid};
  assign taken = {shard3_ready, shard2_ready, shard1_ready, shard0_ready};
  assign request = '{
    {shard0_kind, shard0_warp, shard0_index}, {shard1_kind, shard1_warp, shard1_index},
    {shard2_kind, shard2_warp, shard2_index}, {shard3_kind, shard3_warp, shard3_index}
  };
  assign entry = '{shard0_entry, shard1_entry, shard2_entry, shard3_entry};
  assign data = '{shard0_data, shard1_data, shard2_data, shard3_data};

  logic open;
  assign open = !l1_valid || l1_ready;

  // The request that was taken last, and the base pointer in the cycle of its taking.
  logic [24:0] base_q;
  logic any_q;
  logic [1:0] shard_q;
  logic [12:0] request_q;
  logic [ENTRY_BITS-1:0] entry_q;
  logic [1023:0] data_q;
  logic [24:0] taken_base_q;
  logic took_q;
  logic gone_q;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      base_q <= 25'd0;
      any_q <= 1'b0;
      took_q <= 1'b0;
      gone_q <= 1'b0;
    end else begin
      if (base_valid) base_q <= base_line;
      took_q <= taken != 4'd0;
      gone_q <= open && taken == 4'd0;
      for (int unsigned s = 0; s < 4; s++) begin
        if (taken[s]) begin
          any_q <= 1'b1;
          shard_q <= 2'(s);
          request_q <= request[s];
          entry_q <= entry[s];
          data_q <= data[s];
          taken_base_q <= base_q;
        end
      end
    end
  end

TURNS
  // The first that asks.
  logic [1:0] next;
  always_comb begin
    next = behind_q + 2'd3;
    if (valid[behind_q+2'd2]) next = behind_q + 2'd2;
    if (valid[behind_q+2'd1]) next = behind_q + 2'd1;
    if (valid[behind_q]) next = behind_q;
  end

  // What is asked for: a line of all warps' registers (bit 12), or a register of a warp, of a shard; its address.
  function automatic logic [24:0] line_behind(logic [24:0] first, logic [12:0] what);
    line_behind = first + (what[12] ? {12'd0, 5'd16, what[7:0]}
      : {13'd0, what[7:2], what[11:8], what[1:0]});
  endfunction
  logic [2:0] kind;
  logic [12:0] name;
  logic [24:0] line;
  logic [2:0] bank;
  assign kind = request_q[12:10];
  assign name = {kind >= 3'd4, kind >= 3'd4 ? 4'd0 : request_q[9:6], request_q[5:0], shard_q};
  assign line = line_behind(taken_base_q, name);
  assign bank = kind >= 3'd4 ? request_q[8:6] : request_q[2:0] + request_q[8:6];

  logic held_q;
  logic [2:0] held_kind_q;
  logic [ENTRY_BITS+30:0] held_request_q;
  logic [1023:0] held_data_q;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) held_q <= 1'b0;
    else held_q <= l1_valid && !l1_ready;
  end
  always_ff @(posedge clock) begin
    held_kind_q <= {l1_read, l1_write, l1_invalidate};
    held_request_q <= {l1_line, l1_id};
    held_data_q <= l1_data;
  end

  // What the last cycle with a request saw.
  logic before_q;
  logic [12:0] name_before_q;
  logic [24:0] base_before_q;
  logic [24:0] line_before_q;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) before_q <= 1'b0;
    else if (l1_valid) before_q <= 1'b1;
  end
  always_ff @(posedge clock) begin
    if (l1_valid) begin
      name_before_q <= name;
      base_before_q <= taken_base_q;
      line_before_q <= l1_line;
    end
  end

  OneRequestPerCycle_A: assert property (@(posedge clock) disable iff (in_reset)
    $onehot0(taken) && (taken & ~valid) == 4'd0);

  for (genvar s = 0; s < 4; s++) begin : gen_shard
    ArbitrationIsFair_A: assert property (@(posedge clock) disable iff (in_reset)
      others_q[s] <= 3'd3);
  end

  NextThatAsksIsTaken_A: assert property (@(posedge clock) disable iff (in_reset)
    taken != 4'd0 -> taken == 4'd1 << next);

  OrderIsKept_A: assert property (@(posedge clock) disable iff (in_reset)
    (!took_q || l1_valid) && (!gone_q || !l1_valid)
    && (!l1_valid || (any_q && l1_id == {shard_q, kind >= 3'd4, bank, entry_q}
      && l1_read == (kind == 3'd0 || kind == 3'd1 || kind == 3'd4)
      && l1_write == (kind == 3'd2 || kind == 3'd5)
      && l1_invalidate == (kind == 3'd1 || kind == 3'd3) && (!l1_write || l1_data == data_q))));

  RequestsAreHeld_A: assert property (@(posedge clock) disable iff (in_reset)
    held_q -> (l1_valid && {l1_read, l1_write, l1_invalidate} == held_kind_q
      && {l1_line, l1_id} == held_request_q && (!l1_write || l1_data == held_data_q)));

  AddressIsMapping_A: assert property (@(posedge clock) disable iff (in_reset)
    l1_valid -> l1_line == line);

  MappingNeverAliases_A: assert property (@(posedge clock) disable iff (in_reset)
    (l1_valid && before_q && base_before_q == taken_base_q && name_before_q != name)
    -> line_before_q != l1_line);

  FullRate_A: assert property (@(posedge clock) disable iff (in_reset)
    (taken != 4'd0) == (open && valid != 4'd0));

  ResponseFindsItsShard_A: assert property (@(posedge clock) disable iff (in_reset)
    shards_response == (response_valid ? 4'd1 << 2'(response_id >> (ENTRY_BITS+4)) : 4'd0)
    && response_ready == ((shards_response & shards_ready) != 4'd0));

  ResetForgetsRequest_A: assert property (@(posedge clock) disable iff (in_reset)
    fresh_q -> (!l1_valid && !l1_read && !l1_write && !l1_invalidate));
