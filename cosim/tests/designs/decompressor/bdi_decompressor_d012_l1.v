// The decompressor, written by hand for the tests of the harness.
module bdi_decompressor_d012_l1 (
    input wire clock,
    input wire reset,
    input wire in_valid,
    input wire [9:0] in_tag,
    input wire [1:0] in_range,
    input wire [1023:0] in_banks,
    output wire out_valid,
    output wire [9:0] out_tag,
    output wire [1023:0] out_data
);
  reg valid_q;
  reg [9:0] tag_q;
  reg [1023:0] data_q;
  wire [1023:0] data_d;
  assign data_d[31:0] = in_banks[31:0];
  genvar i;
  generate
    for (i = 1; i < 32; i = i + 1) begin : gen_lane
      bdi_decompressor_lane lane (
          .base(in_banks[31:0]),
          .range(in_range),
          .low(in_banks[8*(i+3)+:8]),
          .high(in_banks[8*(i+34)+:8]),
          .raw(in_banks[32*i+:32]),
          .lane(data_d[32*i+:32])
      );
    end
  endgenerate
  always @(posedge clock) begin
    if (reset) begin
      valid_q <= 1'b0;
    end else begin
      valid_q <= in_valid;
    end
    tag_q <= in_tag;
    data_q <= data_d;
  end
  assign out_valid = valid_q;
  assign out_tag = tag_q;
  assign out_data = data_q;
endmodule
