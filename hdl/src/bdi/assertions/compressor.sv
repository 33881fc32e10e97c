
  logic bypass_q[Latency];
  logic equal_q[Latency];
  always_ff @(posedge clock) begin
    bypass_q[0] <= in_bypass;
    equal_q[0] <= in_data == {32{in_data[31:0]}};
    for (int i = 1; i < Latency; i++) begin
      bypass_q[i] <= bypass_q[i-1];
      equal_q[i] <= equal_q[i-1];
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
