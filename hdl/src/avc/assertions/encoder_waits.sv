
  // The verdict of the lanes waits for a cycle: it is that of what came three cycles ago.
  logic compared_affine;
  assign compared_affine = unit_compared_candidate && (&unit_compared_lanes);

  ComparedHoldsWhatCame_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_compared_valid == valid_q[2] && (!unit_compared_candidate || valid_q[2]));

  for (genvar i = 0; i < 32; i++) begin : gen_compared
    // LaneIsCompared rests on its LaneAgrees, EstimateIsOfTheFirstLane and StagesHoldWhatCame.
    LaneIsCompared_A: assert property (@(posedge clock) disable iff (in_reset)
      (valid_q[2] && compared_affine && mask_q[2][i])
      -> (unit_compared_base + way(5'(unsigned'(i)), unit_compared_stride)
          == data_q[2][32*i+:32]));
  end

  for (genvar c = 0; c < 8; c++) begin : gen_waiting
    code_t waiting_fit;
    assign waiting_fit = fit(3'(unsigned'(c)), mask_q[2], data_q[2]);

    // ComparedIsOfTheCode rests on its VerdictIsOfTheCode and StagesHoldWhatCame.
    ComparedIsOfTheCode_A: assert property (@(posedge clock) disable iff (in_reset)
      valid_q[2]
      -> ((compared_affine && unit_compared_stride == 3'(unsigned'(c))) == waiting_fit.affine
          && (!waiting_fit.affine || unit_compared_base == waiting_fit.base)));
  end

  // DecodingReturnsActiveLanes rests on its LaneIsCompared and ComparedHoldsWhatCame.
  // InactiveLanesAreIgnored rests on its ComparedIsOfTheCode and ComparedHoldsWhatCame.
  // RestrictedFormIsRecognised rests on its ComparedIsOfTheCode and ComparedHoldsWhatCame.
