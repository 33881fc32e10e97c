
  // The code of what was accepted one, two and three cycles ago.
  code_t coding_q[3];
  always_ff @(posedge clock) begin
    coding_q[0] <= entering.code;
    coding_q[1] <= coding_q[0];
    coding_q[2] <= coding_q[1];
  end
  function automatic logic same_code(input code_t one, input code_t other);
    same_code = one.affine == other.affine && (!one.affine || one == other);
  endfunction
  logic [35:0] coded[5];
  code_t due[5];
  code_t now_coded;
  assign now_coded = {unit_code_affine, unit_code_stride, unit_code_base};
  always_comb begin
    for (int unsigned k = 0; k < 5; k++) begin
      coded[k] = 36'd0;
      for (int unsigned n = 0; n < 5; n++) begin
        if (unit_head[n]) begin
          coded[k] |= {unit_affines[(n+k)%5], unit_strides[3*((n+k)%5)+:3],
                       unit_bases[32*((n+k)%5)+:32]};
        end
      end
      due[k] = first ? waiting_q[k+1].code : waiting_q[k].code;
    end
  end

  // In the encoder: what it has chosen, and what it had in the cycle before.
  logic came_valid[2];
  logic [31:0] came_mask[2];
  logic [1023:0] came_data[2];
  assign came_valid[0] = accepted_q[0];
  assign came_valid[1] = accepted_q[1];
  assign came_mask[0] = unit_chosen_mask;
  assign came_data[0] = unit_chosen_data;
  always_ff @(posedge clock) begin
    came_mask[1] <= came_mask[0];
    came_data[1] <= came_data[0];
  end
STAGES
  IntakeIsOfFill_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_encodes || unit_intake == 32'd0);

  ChosenIsAccepted_A: assert property (@(posedge clock) disable iff (in_reset)
    accepted_q[0] -> coding_q[0] == encode(unit_chosen_mask, unit_chosen_data));

  code_t first_fit;
  always_comb begin
    first_fit = '0;
    for (int unsigned below = 0; below < 8; below++) begin
      if (estimated_fits[3'd7-3'(below)].affine) first_fit = estimated_fits[3'd7-3'(below)];
    end
  end
  // FirstFitIsCode rests on ChosenIsAccepted.
  FirstFitIsCode_A: assert property (@(posedge clock) disable iff (in_reset)
    accepted_q[1] -> coding_q[1] == first_fit);

  // EncoderGivesTheCode rests on FirstFitIsCode, VerdictIsOfTheCode and EncoderHasTheYoungest.
  EncoderGivesTheCode_A: assert property (@(posedge clock) disable iff (in_reset)
    accepted_q[2] -> same_code(now_coded, coding_q[2]));

  for (genvar k = 0; k < 5; k++) begin : gen_code
    PlaceIsCoded_A: assert property (@(posedge clock) disable iff (in_reset)
      4'(unsigned'(k)) + uncoded < 4'(unit_used) -> same_code(coded[k], due[k]));

    YoungHaveTheirCode_A: assert property (@(posedge clock) disable iff (in_reset)
      ((accepted_q[0] && 3'(unsigned'(k)) + 3'd1 == unit_used) -> due[k] == coding_q[0])
      && ((accepted_q[1] && 3'(unsigned'(k)) + 3'd1 + 3'(accepted_q[0]) == unit_used)
          -> due[k] == coding_q[1])
      && ((accepted_q[2] && 3'(unsigned'(k)) + 3'd1 + 3'(accepted_q[0]) + 3'(accepted_q[1])
           == unit_used) -> due[k] == coding_q[2]));
  end

  HeadIsCoded_A: assert property (@(posedge clock) disable iff (in_reset)
    head_x -> {unit_affine, unit_stride, unit_base} == coded[0]);

  HeadHasItsCode_A: assert property (@(posedge clock) disable iff (in_reset)
    head_x -> same_code({unit_affine, unit_stride, unit_base}, due[0]));
