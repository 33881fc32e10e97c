
  // What came in of what is chosen, and of what is estimated.
  logic came_valid[2];
  logic [31:0] came_mask[2];
  logic [1023:0] came_data[2];
  assign {came_valid[0], came_mask[0], came_data[0]} = CHOSEN_CAME;
  assign {came_valid[1], came_mask[1], came_data[1]} = ESTIMATED_CAME;

  StagesHoldWhatCame_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_chosen_valid == came_valid[0] && unit_estimated_valid == came_valid[1]
    && (!unit_estimated_candidate || came_valid[1])
    && (!came_valid[0] || {unit_chosen_mask, unit_chosen_data} == {came_mask[0], came_data[0]}));

  PipelineFillsFromEmpty_A: assert property (@(posedge clock) disable iff (in_reset)
    FILLED);

  // ResetEmptiesPipeline rests on PipelineFillsFromEmpty and LatencyIsExact.
