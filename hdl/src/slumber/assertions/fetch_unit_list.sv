  localparam int Entries = LIST_ENTRIES;
  localparam int Shift = OFFSET_BITS;

  // A list of its own, by the rules of the contract.
  logic [63:0] line_q[Entries];
  logic [Entries-1:0] valid_q;
  logic [5:0] oldest_q;
  logic [63:0] fill_line;
  logic [63:0] evict_line;
  logic [Entries-1:0] filled;
  logic [Entries-1:0] evicted;
  logic [6:0] place;
  logic [5:0] hits;
  assign fill_line = in_fill_pc >> Shift;
  assign evict_line = in_evict_pc >> Shift;
  always_comb begin
    hits = 6'd0;
    place = {1'b0, oldest_q};
    for (int i = Entries - 1; i >= 0; i--) begin
      filled[i] = valid_q[i] && line_q[i] == fill_line;
      evicted[i] = in_evict_valid && valid_q[i] && line_q[i] == evict_line;
      if (!valid_q[i]) place = 7'(unsigned'(i));
      for (int k = 0; k < 6; k++) begin
        if (valid_q[i] && line_q[i] == in_lookup_pcs[64*k+:64] >> Shift) hits[k] = 1'b1;
      end
    end
    for (int i = 0; i < Entries; i++) begin
      if (evicted[i]) place = 7'(unsigned'(i));
    end
  end
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      valid_q <= '0;
      oldest_q <= 6'd0;
      for (int i = 0; i < Entries; i++) line_q[i] <= 64'd0;
    end else if (in_flush) begin
      valid_q <= '0;
      oldest_q <= 6'd0;
    end else begin
      for (int i = 0; i < Entries; i++) begin
        if (in_fill_valid && filled == '0 && place == 7'(unsigned'(i))) begin
          valid_q[i] <= 1'b1;
          line_q[i] <= fill_line;
        end else if (evicted[i]) begin
          valid_q[i] <= 1'b0;
        end
      end
      if (in_fill_valid && filled == '0 && evicted == '0 && valid_q == '1) begin
        oldest_q <= oldest_q == 6'(unsigned'(Entries - 1)) ? 6'd0 : oldest_q + 6'd1;
      end
    end
  end

  // What the cycle before did, and a line that lookup 0 missed and nothing has filled since.
  logic after_fill_q;
  logic after_evict_q;
  logic after_flush_q;
  logic [63:0] last_fill_q;
  logic [63:0] last_evict_q;
  logic absent_q;
  logic [63:0] absent_line_q;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      after_fill_q <= 1'b0;
      after_evict_q <= 1'b0;
      after_flush_q <= 1'b1;
      last_fill_q <= 64'd0;
      last_evict_q <= 64'd0;
      absent_q <= 1'b0;
      absent_line_q <= 64'd0;
    end else begin
      after_fill_q <= in_fill_valid && !in_flush;
      after_evict_q <= in_evict_valid;
      after_flush_q <= in_flush;
      last_fill_q <= fill_line;
      last_evict_q <= evict_line;
      if (absent_q) begin
        absent_q <= !(in_fill_valid && fill_line == absent_line_q);
      end else if (!out_hit[0]) begin
        absent_line_q <= in_lookup_pcs[63:0] >> Shift;
        absent_q <= !(in_fill_valid && fill_line == in_lookup_pcs[63:0] >> Shift);
      end
    end
  end

  FillAndEvictAreOfTwoLines_M: assume property (@(posedge clock) disable iff (in_reset)
    !(in_fill_valid && in_evict_valid && fill_line == evict_line));

  for (genvar k = 0; k < 6; k++) begin : gen_lookup
    logic [63:0] line;
    assign line = in_lookup_pcs[64*k+:64] >> Shift;

    FillMakesHit_A: assert property (@(posedge clock) disable iff (in_reset)
      (after_fill_q && line == last_fill_q) -> out_hit[k]);

    EvictEndsHit_A: assert property (@(posedge clock) disable iff (in_reset)
      (after_evict_q && line == last_evict_q) -> !out_hit[k]);

    HitWasFilled_A: assert property (@(posedge clock) disable iff (in_reset)
      (absent_q && line == absent_line_q) -> !out_hit[k]);

    OldestIsReplaced_A: assert property (@(posedge clock) disable iff (in_reset)
      out_hit[k] == hits[k]);
  end

  FlushEmpties_A: assert property (@(posedge clock) disable iff (in_reset)
    after_flush_q -> (out_hit == 6'd0));
