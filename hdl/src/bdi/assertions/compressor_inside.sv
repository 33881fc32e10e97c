
  // Between the stages is the register that came in the cycle before, each lane measured.
  MeasuredIsThatRegister_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_valid == valid_q[0]
    && (!unit_valid || (unit_bypass == bypass_q[0] && unit_data == data_q[0])));

  for (genvar i = 0; i < 31; i++) begin : gen_measured
    logic [15:0] delta;
    logic [15:0] measured;
    assign delta = data_q[0][32*i+32+:16] - data_q[0][15:0];
    assign measured = {unit_high[8*i+:8], unit_low[8*i+:8]};
    LaneIsMeasured_A: assert property (@(posedge clock) disable iff (in_reset)
      unit_valid -> (unit_fits[i] == fits_two_q[0][i]
        && (!unit_fits[i] || measured == delta)
        && fits_one_q[0][i] == (unit_fits[i] && measured[15:7] == {9{measured[15]}})
        && fits_zero_q[0][i] == (unit_fits[i] && measured == 16'd0)));
  end
