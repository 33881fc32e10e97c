module pipeline (
    input logic clock,
    input logic reset,
    input logic in_valid,
    input logic [255:0] in_data,
    input logic write_valid,
    input logic [3:0] address,
    input logic [31:0] write_data,
    output logic [31:0] read_data,
    output logic out_valid,
    output logic [255:0] out_data
);
  logic first_valid_q;
  logic second_valid_q;
  logic [255:0] first_q;
  logic [255:0] second_q;
  logic [255:0] second_d;
  logic [31:0] words_q[16];
  logic [31:0] read_q;

  assign read_data = read_q;
  assign out_valid = second_valid_q;
  assign out_data = second_q;

  always_comb begin
    second_d = 256'd0;
    for (int lane = 0; lane < 8; lane++) begin
      second_d[lane*32+:32] = first_q[lane*32+:32] + first_q[31:0];
    end
  end

  always_ff @(posedge clock) begin
    if (reset) begin
      first_valid_q <= 1'b0;
      second_valid_q <= 1'b0;
    end else begin
      first_valid_q <= in_valid;
      second_valid_q <= first_valid_q;
    end
  end

  always_ff @(posedge clock) begin
    first_q <= in_data;
    second_q <= second_d;
  end

  always_ff @(posedge clock) begin
    if (write_valid && !reset) begin
      words_q[address] <= write_data;
    end
    read_q <= words_q[address];
  end
endmodule
