
  // The modes that each lane fits: its delta in 32 bits, 0 or a sign and what the mode stores of it.
  logic [31:0] lane_delta;
  logic [30:0] fits_zero;
  logic [30:0] fits_one;
  logic [30:0] fits_two;
  always_comb begin
    for (int i = 0; i < 31; i++) begin
      lane_delta = in_data[32*i+32+:32] - in_data[31:0];
      fits_zero[i] = lane_delta == 32'd0;
      fits_one[i] = lane_delta[31:7] == {25{lane_delta[7]}};
      fits_two[i] = lane_delta[31:15] == {17{lane_delta[15]}};
    end
  end

  logic bypass_q[Latency];
  logic equal_q[Latency];
  logic [30:0] fits_zero_q[Latency];
  logic [30:0] fits_one_q[Latency];
  logic [30:0] fits_two_q[Latency];
  logic [1023:0] data_q[Latency];
  always_ff @(posedge clock) begin
    bypass_q[0] <= in_bypass;
    equal_q[0] <= in_data == {32{in_data[31:0]}};
    fits_zero_q[0] <= fits_zero;
    fits_one_q[0] <= fits_one;
    fits_two_q[0] <= fits_two;
    data_q[0] <= in_data;
    for (int i = 1; i < Latency; i++) begin
      bypass_q[i] <= bypass_q[i-1];
      equal_q[i] <= equal_q[i-1];
      fits_zero_q[i] <= fits_zero_q[i-1];
      fits_one_q[i] <= fits_one_q[i-1];
      fits_two_q[i] <= fits_two_q[i-1];
      data_q[i] <= data_q[i-1];
    end
  end
