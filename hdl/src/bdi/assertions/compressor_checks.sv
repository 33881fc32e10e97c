
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
    (out_valid && equal_q[Latency-1] && !bypass_q[Latency-1])
    -> (out_bank_enable == FEWEST));

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
