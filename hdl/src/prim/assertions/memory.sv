// A word is what was written to it last; what was read stays until the next read.
module TOP (
  input logic clock,
  input logic reset,
  input logic [ADDRESS_BITS-1:0] some_address,
  input logic read_enable,
  input logic [ADDRESS_BITS-1:0] read_address,
  input logic write_enable,
  input logic [ADDRESS_BITS-1:0] write_address,
  input logic [WIDTH-1:0] write_data
);

  logic [WIDTH-1:0] read_data;

  BLOCK u_block (
    .clock(clock),
    .read_enable(read_enable),
    .read_address(read_address),
    .read_data(read_data),
    .write_enable(write_enable),
    .write_address(write_address),
    .write_data(write_data)
  );

  // One address, any; what was written to it, and what the last read has to show.
  logic [ADDRESS_BITS-1:0] address_q;
  logic known_q;
  logic [WIDTH-1:0] word_q;
  logic shown_known_q;
  logic [WIDTH-1:0] shown_q;
  always_ff @(posedge clock) begin
    if (reset) begin
      known_q <= 1'b0;
      shown_known_q <= 1'b0;
    end else begin
      if (write_enable && write_address == address_q) known_q <= 1'b1;
      if (read_enable) shown_known_q <= known_q && read_address == address_q;
    end
  end
  always_ff @(posedge clock) begin
    if (reset) address_q <= some_address;
    if (write_enable && write_address == address_q) word_q <= write_data;
    if (read_enable) shown_q <= word_q;
  end

IN_RESET
  ReadIsLastWrite_A: assert property (@(posedge clock) disable iff (in_reset)
    (shown_known_q && address_q < ADDRESS_BITS'(WORDS)) -> (read_data == shown_q));

endmodule
