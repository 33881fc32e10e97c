
  // Value and place of the first active lane, and the low bits in which active pairs differ.
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

  // From choice to estimate: what is chosen of what came in the cycle before.
  FirstLaneIsChosen_A: assert property (@(posedge clock) disable iff (in_reset)
    came_valid[0]
    -> {unit_chosen_value, unit_chosen_position} == first_lane(came_mask[0], came_data[0]));

  DifferencesAreOfPairs_A: assert property (@(posedge clock) disable iff (in_reset)
    came_valid[0] -> unit_chosen_difference == differences(came_mask[0], came_data[0]));

  // From estimate to comparison: the stride is what pairs differ in, the base what lies below the
  // first lane.
  logic [31:0] first_value;
  logic [4:0] first_place;
  logic [6:0] pair_stride;
  logic [11:0] below_first;
  assign {first_value, first_place} = first_lane(came_mask[1], came_data[1]);
  assign pair_stride = lowest_of(differences(came_mask[1], came_data[1]));
  always_comb begin
    below_first = 12'd0;
    for (int unsigned k = 0; k < 7; k++) begin
      if (pair_stride[k]) below_first |= 12'(first_place) << k;
    end
  end

  logic [31:0] estimated_base;
  assign estimated_base = first_value - 32'(below_first);

  EstimateIsOfTheFirstLane_A: assert property (@(posedge clock) disable iff (in_reset)
    came_valid[1]
    -> (unit_estimated_candidate
        == (pair_stride == 7'd0 || (first_value[6:0] & (pair_stride - 7'd1)) == 7'd0)
        && unit_estimated_mask == came_mask[1] && unit_estimated_stride == pair_stride
        && unit_estimated_upper == first_value[31:11]
        && {unit_estimated_borrow, unit_estimated_low_base} == 12'(first_value[10:0]) - below_first
        && unit_next_base == estimated_base));

  for (genvar i = 0; i < 32; i++) begin : gen_estimated
    logic [31:0] lane;
    assign lane = came_data[1][32*i+:32];
    LaneIsEstimated_A: assert property (@(posedge clock) disable iff (in_reset)
      came_valid[1]
      -> (unit_estimated_low_data[11*i+:11] == lane[10:0]
          && unit_estimated_same[i] == (lane[31:11] == first_value[31:11])
          && unit_estimated_above[i] == (lane[31:11] == first_value[31:11] + 21'd1)));

    logic [11:0] offset;
    always_comb begin
      offset = 12'd0;
      for (int unsigned k = 0; k < 7; k++) begin
        if (pair_stride[k]) offset |= 12'(unsigned'(i)) << k;
      end
    end
    // LaneAgrees rests on its LaneIsEstimated and EstimateIsOfTheFirstLane.
    LaneAgrees_A: assert property (@(posedge clock) disable iff (in_reset)
      came_valid[1]
      -> (unit_agrees[i] == (!came_mask[1][i] || lane == estimated_base + 32'(offset))));
  end

  // Of a vector that fits a code, pairs differ by its stride.
  code_t estimated_fits[8];
  for (genvar c = 0; c < 8; c++) begin : gen_stride
    logic [6:0] its_step;
    code_t chosen_fit;
    code_t estimated_fit;
    assign estimated_fits[c] = estimated_fit;
    assign its_step = 7'((8'd1 << c) >> 1);
    assign chosen_fit = fit(3'(unsigned'(c)), came_mask[0], came_data[0]);
    assign estimated_fit = fit(3'(unsigned'(c)), came_mask[1], came_data[1]);

    PairsDifferByTheStride_A: assert property (@(posedge clock) disable iff (in_reset)
      (came_valid[0] && chosen_fit.affine) -> (lowest_of(unit_chosen_difference) == its_step));

    FitHasTheStride_A: assert property (@(posedge clock) disable iff (in_reset)
      (came_valid[1] && estimated_fit.affine) -> (unit_estimated_stride == its_step));

    BaseIsOfTheStride_A: assert property (@(posedge clock) disable iff (in_reset)
      (came_valid[1] && pair_stride == its_step) -> estimated_base == estimated_fit.base);

    logic [31:0] its_agrees;
    always_comb begin
      for (int unsigned i = 0; i < 32; i++) begin
        its_agrees[i] = !came_mask[1][i] || came_data[1][32*i+:32]
          == estimated_fit.base + way(5'(i), 3'(unsigned'(c)));
      end
    end

    // AgreesIsOfTheCode rests on LaneAgrees and its BaseIsOfTheStride.
    AgreesIsOfTheCode_A: assert property (@(posedge clock) disable iff (in_reset)
      (came_valid[1] && pair_stride == its_step) -> unit_agrees == its_agrees);

    // VerdictIsOfTheCode rests on its AgreesIsOfTheCode, its FitHasTheStride and EstimateIsOfTheFirstLane.
    // VerdictIsOfTheCode rests on its BaseIsOfTheStride.
    VerdictIsOfTheCode_A: assert property (@(posedge clock) disable iff (in_reset)
      came_valid[1]
      -> ((unit_next_affine && unit_next_stride == 3'(unsigned'(c))) == estimated_fit.affine
          && (!estimated_fit.affine || unit_next_base == estimated_fit.base)));
  end
