  logic valid_q;
  logic [3:0] format_q;
  logic [53:0] word_q;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) valid_q <= 1'b0;
    else valid_q <= in_valid;
  end
  always_ff @(posedge clock) begin
    format_q <= in_format;
    word_q <= in_word;
  end

  // The word that encodes what the outputs show.
  logic [47:0] operations;
  logic [53:0] marks;
  logic [53:0] encoded;
  // A source is marked with what no code says.
  logic no_mark;
  // A compact word: how many operations it has, and bits of marks beside them.
  logic is_compact;
  logic [2:0] count;
  logic [5:0] mark_bits;
  always_comb begin
    for (int unsigned i = 0; i < 6; i++) begin
      operations[8*i+:8] = {out_kinds[2*i+:2], out_registers[6*i+:6]};
    end
    for (int unsigned i = 0; i < 9; i++) begin
      marks[6*i+:6] = 6'(out_uses[7*i+:2]) + 6'd3 * 6'(out_uses[7*i+2+:2])
          + 6'd9 * 6'(out_uses[7*i+4+:2]) + 6'd27 * 6'(out_uses[7*i+6]);
    end
    no_mark = 1'b0;
    for (int unsigned i = 0; i < 9; i++) begin
      for (int unsigned k = 0; k < 3; k++) begin
        if (out_uses[7*i+2*k+:2] == 2'd3) no_mark = 1'b1;
      end
    end
    is_compact = format_q >= 4'd3 && format_q <= 4'd8;
    count = 3'(format_q - 4'd3);
    mark_bits = 6'd6 * 6'((8'd46 - 8'd8 * 8'(count)) / 8'd6);
    case (format_q)
      4'd0: encoded = {3'd0, out_more, operations[23:0], out_usage};
      4'd1: encoded = {6'd0, operations};
      4'd2: encoded = marks;
      default: begin
        encoded = {8'd0, operations[7:0], operations[15:8], operations[23:16], operations[31:24],
            operations[39:32], 6'd0} | marks;
        for (int unsigned b = 0; b < 8; b++) encoded[46+b] = out_usage[3*b];
      end
    endcase
  end

  // What a word may not be: operations, six from the bottom, that are none and yet something, or behind none; marks
  // above 53; bits that are not 0; what a format lacks.
  logic [47:0] listed;
  logic [45:0] beside;
  logic no_operation;
  logic bad_list;
  logic bad_compact;
  logic bad_marks;
  logic bad;
  always_comb begin
    listed = format_q == 4'd0 ? {24'd0, word_q[47:24]} : word_q[47:0];
    no_operation = listed[7:6] == 2'd0;
    bad_list = 1'b0;
    for (int unsigned i = 0; i < 6; i++) begin
      if (listed[8*i+6+:2] == 2'd0 && (listed >> (8 * i)) != 48'd0) bad_list = 1'b1;
    end
    // Operations of a compact word stand from the top, marks from the bottom.
    beside = word_q[45:0] & ~(46'h3fffffffffff << (6'd46 - 6'd8 * 6'(count)));
    bad_compact = (beside >> mark_bits) != 46'd0;
    for (int unsigned i = 0; i < 5; i++) begin
      if (3'(i) < count && word_q[44-8*i+:2] == 2'd0) bad_compact = 1'b1;
    end
    bad_marks = 1'b0;
    for (int unsigned i = 0; i < 9; i++) begin
      if ((format_q == 4'd2 || 6'(6 * i) < mark_bits) && word_q[6*i+:6] > 6'd53) bad_marks = 1'b1;
    end
    case (format_q)
      4'd0: bad = bad_list || word_q[53:51] != 3'd0 || word_q[50:48] > 3'd4;
      4'd1: bad = bad_list || word_q[53:48] != 6'd0 || no_operation;
      4'd2: bad = bad_marks;
      default: bad = !is_compact || bad_compact || bad_marks;
    endcase
  end

  DecodingReturnsAnnotations_A: assert property (@(posedge clock) disable iff (in_reset)
    out_valid -> (out_format == format_q && encoded == word_q));

  // What a format cannot say is not shown either.
  WordHasOneMeaning_A: assert property (@(posedge clock) disable iff (in_reset)
    out_valid -> (out_region == (format_q == 4'd0 || is_compact)
      && out_operations == (format_q != 4'd2)
      && out_marks == (format_q == 4'd2 || is_compact) && !(out_marks && no_mark)
      && (format_q != 4'd0 || operations[47:24] == 24'd0)
      && (format_q <= 4'd2 || (is_compact && operations >> {count, 3'd0} == 48'd0
                               && marks >> mark_bits == 54'd0
                               && out_more == 3'd0 && (out_usage & 24'hdb6db6) == 24'd0))));

  BadImpliesNothing_A: assert property (@(posedge clock) disable iff (in_reset)
    out_bad == (valid_q && bad) && (out_valid || (!out_region && !out_operations && !out_marks)));

  LatencyIsExact_A: assert property (@(posedge clock) disable iff (in_reset)
    (out_valid || out_bad) == valid_q && !(out_valid && out_bad));
