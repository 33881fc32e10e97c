// What a compressor gives goes into a decompressor with the same modes: the register comes back.
module TOP (
  input logic clock,
  input logic reset,
  input logic in_valid,
  input logic [9:0] in_tag,
  input logic in_bypass,
  input logic [1023:0] in_data
);

  localparam int Latency = LATENCY;

  logic form_valid;
  logic [9:0] form_tag;
  logic [1:0] form_range;
  logic [7:0] form_bank_enable;
  logic [1023:0] form_banks;
  logic out_valid;
  logic [9:0] out_tag;
  logic [1023:0] out_data;

  FIRST u_compressor (
    .clock(clock),
    .reset(reset),
    .in_valid(in_valid),
    .in_tag(in_tag),
    .in_bypass(in_bypass),
    .in_data(in_data),
    .out_valid(form_valid),
    .out_tag(form_tag),
    .out_range(form_range),
    .out_bank_enable(form_bank_enable),
    .out_banks(form_banks)
  );

  SECOND u_decompressor (
    .clock(clock),
    .reset(reset),
    .in_valid(form_valid),
    .in_tag(form_tag),
    .in_range(form_range),
    .in_banks(form_banks),
    .out_valid(out_valid),
    .out_tag(out_tag),
    .out_data(out_data)
  );

  logic [9:0] tag_q[Latency];
  logic [1023:0] data_q[Latency];
  always_ff @(posedge clock) begin
    tag_q[0] <= in_tag;
    data_q[0] <= in_data;
    for (int i = 1; i < Latency; i++) begin
      tag_q[i] <= tag_q[i-1];
      data_q[i] <= data_q[i-1];
    end
  end

IN_RESET
  // Lane by lane: solvers answer many small questions sooner than a large one.
  for (genvar i = 0; i < 32; i++) begin : gen_lane
    RoundTripIsIdentity_A: assert property (@(posedge clock) disable iff (in_reset)
      out_valid -> (out_tag == tag_q[Latency-1]
        && out_data[32*i+:32] == data_q[Latency-1][32*i+:32]));
  end

endmodule
