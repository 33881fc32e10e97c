
  // What came in, one and two cycles ago.
  logic came_valid[2];
  logic [31:0] came_mask[2];
  logic [1023:0] came_data[2];
  for (genvar k = 0; k < 2; k++) begin : gen_came
    assign {came_valid[k], came_mask[k], came_data[k]} = {valid_q[k], mask_q[k], data_q[k]};
  end

  StagesHoldWhatCame_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_chosen_valid == valid_q[0] && unit_estimated_valid == valid_q[1]
    && (!unit_estimated_candidate || valid_q[1])
    && (!valid_q[0] || {unit_chosen_mask, unit_chosen_data} == {mask_q[0], data_q[0]}));

  PipelineFillsFromEmpty_A: assert property (@(posedge clock) disable iff (in_reset)
    (age_q > 3'd0 || !valid_q[0]) && (age_q > 3'd1 || !valid_q[1])
    && (age_q > 3'd2 || !valid_q[2]));

  // ResetEmptiesPipeline rests on PipelineFillsFromEmpty and LatencyIsExact.
  // DecodingReturnsActiveLanes rests on its LaneAgrees and EstimateIsOfTheFirstLane.
  // DecodingReturnsActiveLanes rests on StagesHoldWhatCame.
  // InactiveLanesAreIgnored rests on its VerdictIsOfTheCode and StagesHoldWhatCame.
  // RestrictedFormIsRecognised rests on its VerdictIsOfTheCode and StagesHoldWhatCame.
