
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

  logic [1:0] smallest;
  always_comb begin
    smallest = 2'd0;
    if (!bypass_q[Latency-1]) begin
      if (HAS_TWO && (&fits_two_q[Latency-1])) smallest = 2'd3;
      if (HAS_ONE && (&fits_one_q[Latency-1])) smallest = 2'd2;
      if (HAS_ZERO && (&fits_zero_q[Latency-1])) smallest = 2'd1;
    end
  end

  // Bytes of the form and banks that they take, as range says.
  logic [7:0] size;
  logic [7:0] enable;
  always_comb begin
    case (out_range)
      2'd0: {size, enable} = {8'd128, 8'hff};
      2'd1: {size, enable} = {8'd4, 8'h01};
      2'd2: {size, enable} = {8'd35, 8'h07};
      2'd3: {size, enable} = {8'd66, 8'h1f};
      default: {size, enable} = {8'd0, 8'h00};
    endcase
  end

  BankEnableIsLowMask_A: assert property (@(posedge clock) disable iff (in_reset)
    out_valid -> (out_bank_enable == enable));

  for (genvar i = 0; i < 8; i++) begin : gen_bank
    DisabledBanksAreZero_A: assert property (@(posedge clock) disable iff (in_reset)
      (out_valid && !out_bank_enable[i]) -> (out_banks[128*i+:128] == 128'd0));
  end

  for (genvar i = 0; i < 128; i++) begin : gen_byte
    UnfilledBytesAreZero_A: assert property (@(posedge clock) disable iff (in_reset)
      (out_valid && size <= 8'(unsigned'(i))) -> (out_banks[8*i+:8] == 8'd0));
  end

  BypassIsUncompressed_A: assert property (@(posedge clock) disable iff (in_reset)
    (out_valid && bypass_q[Latency-1]) -> (out_range == 2'd0));

  EqualLanesTakeOneBank_A: assert property (@(posedge clock) disable iff (in_reset)
    (out_valid && equal_q[Latency-1] && !bypass_q[Latency-1] && HAS_ZERO)
    -> (out_bank_enable == 8'h01));

  RangeIsEnabledMode_A: assert property (@(posedge clock) disable iff (in_reset)
    out_valid -> (out_range inside {RANGES}));

  SmallestFormIsTaken_A: assert property (@(posedge clock) disable iff (in_reset)
    out_valid -> (out_range == smallest));

  for (genvar i = 0; i < 31; i++) begin : gen_lane
    logic [31:0] lane;
    logic [15:0] delta;
    logic [7:0] low;
    logic [7:0] high;
    assign lane = data_q[Latency-1][32*i+32+:32];
    assign delta = lane[15:0] - data_q[Latency-1][15:0];
    assign low = out_banks[8*i+32+:8];
    assign high = out_banks[8*i+280+:8];
    FormIsBaseAndDeltas_A: assert property (@(posedge clock) disable iff (in_reset)
      out_valid -> (out_banks[31:0] == data_q[Latency-1][31:0]
        && (out_range != 2'd0 || out_banks[32*i+32+:32] == lane)
        && (!out_range[1] || low == delta[7:0]) && (out_range != 2'd3 || high == delta[15:8])));
  end
