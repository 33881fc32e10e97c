
  // The value and the place of the first active lane, and the low bits in which active pairs differ.
  function automatic logic [36:0] first_lane(input logic [31:0] covered,
                                             input logic [1023:0] vector);
    first_lane = 37'd0;
    for (int lane = 31; lane >= 0; lane--) begin
      if (covered[lane]) first_lane = {vector[32*lane+:32], 5'(lane)};
    end
  endfunction
  function automatic logic [6:0] differences(input logic [31:0] covered,
                                             input logic [1023:0] vector);
    differences = 7'd0;
    for (int unsigned pair = 0; pair < 16; pair++) begin
      if (covered[2*pair+:2] == 2'b11) begin
        differences |= vector[64*pair+:7] ^ vector[64*pair+32+:7];
      end
    end
  endfunction
  function automatic logic [6:0] lowest_of(input logic [6:0] those);
    lowest_of = those & (~those + 7'd1);
  endfunction

  PipelineFillsFromEmpty_A: assert property (@(posedge clock) disable iff (in_reset)
    (age_q > 3'd0 || !valid_q[0]) && (age_q > 3'd1 || !valid_q[1])
    && (age_q > 3'd2 || !valid_q[2]));
  // ResetEmptiesPipeline rests on PipelineFillsFromEmpty and LatencyIsExact.

  // From choice to estimate: what came in the cycle before, and what is chosen of it.
  ChosenIsWhatCame_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_chosen_valid == valid_q[0]
    && (!valid_q[0] || {unit_chosen_mask, unit_chosen_data} == {mask_q[0], data_q[0]}));

  FirstLaneIsChosen_A: assert property (@(posedge clock) disable iff (in_reset)
    valid_q[0]
    -> {unit_chosen_value, unit_chosen_position} == first_lane(mask_q[0], data_q[0]));

  DifferencesAreOfPairs_A: assert property (@(posedge clock) disable iff (in_reset)
    valid_q[0] -> unit_chosen_difference == differences(mask_q[0], data_q[0]));

  // From estimate to comparison: the stride is what pairs differ in, the base what lies below the first lane.
  logic [31:0] value;
  logic [4:0] place;
  logic [6:0] step;
  logic [11:0] distance;
  assign {value, place} = first_lane(mask_q[1], data_q[1]);
  assign step = lowest_of(differences(mask_q[1], data_q[1]));
  always_comb begin
    distance = 12'd0;
    for (int unsigned k = 0; k < 7; k++) begin
      if (step[k]) distance |= 12'(place) << k;
    end
  end

  logic [31:0] estimate;
  assign estimate = value - 32'(distance);

  EstimateIsOfTheFirstLane_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_valid == valid_q[1]
    && unit_candidate == (valid_q[1] && (step == 7'd0 || (value[6:0] & (step - 7'd1)) == 7'd0))
    && (!valid_q[1]
        || (unit_mask == mask_q[1] && unit_stride == step && unit_upper == value[31:11]
            && {unit_borrow, unit_low_base} == 12'(value[10:0]) - distance
            && unit_base == estimate)));

  for (genvar i = 0; i < 32; i++) begin : gen_estimated
    logic [31:0] lane;
    assign lane = data_q[1][32*i+:32];
    LaneIsEstimated_A: assert property (@(posedge clock) disable iff (in_reset)
      valid_q[1]
      -> (unit_low_data[11*i+:11] == lane[10:0] && unit_same[i] == (lane[31:11] == value[31:11])
          && unit_above[i] == (lane[31:11] == value[31:11] + 21'd1)));

    logic [11:0] offset;
    always_comb begin
      offset = 12'd0;
      for (int unsigned k = 0; k < 7; k++) begin
        if (step[k]) offset |= 12'(unsigned'(i)) << k;
      end
    end
    // LaneAgrees rests on LaneIsEstimated and EstimateIsOfTheFirstLane.
    LaneAgrees_A: assert property (@(posedge clock) disable iff (in_reset)
      valid_q[1]
      -> (unit_agrees[i] == (!mask_q[1][i] || lane == estimate + 32'(offset))));
  end

  // Of a vector that fits a code, pairs differ by its stride.
  for (genvar c = 0; c < 8; c++) begin : gen_stride
    logic [6:0] its_step;
    code_t chosen_fit;
    code_t estimated_fit;
    assign its_step = 7'((8'd1 << c) >> 1);
    assign chosen_fit = fit(3'(unsigned'(c)), mask_q[0], data_q[0]);
    assign estimated_fit = fit(3'(unsigned'(c)), mask_q[1], data_q[1]);

    PairsDifferByTheStride_A: assert property (@(posedge clock) disable iff (in_reset)
      (valid_q[0] && chosen_fit.affine) -> (lowest_of(unit_chosen_difference) == its_step));

    FitHasTheStride_A: assert property (@(posedge clock) disable iff (in_reset)
      (valid_q[1] && estimated_fit.affine) -> (unit_stride == its_step));

    // VerdictIsOfTheCode rests on LaneAgrees, FitHasTheStride and EstimateIsOfTheFirstLane.
    VerdictIsOfTheCode_A: assert property (@(posedge clock) disable iff (in_reset)
      valid_q[1]
      -> ((unit_affine && unit_code == 3'(unsigned'(c))) == estimated_fit.affine
          && (!estimated_fit.affine || unit_base == estimated_fit.base)));
  end

  // DecodingReturnsActiveLanes rests on LaneAgrees and EstimateIsOfTheFirstLane.
  // InactiveLanesAreIgnored rests on VerdictIsOfTheCode and EstimateIsOfTheFirstLane.
  // RestrictedFormIsRecognised rests on VerdictIsOfTheCode and EstimateIsOfTheFirstLane.
