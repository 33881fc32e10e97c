// One lane of the decompressor, written by hand for the tests of the harness.
module bdi_decompressor_lane (
    input wire [31:0] base,
    input wire [1:0] range,
    input wire [7:0] low,
    input wire [7:0] high,
    input wire [31:0] raw,
    output wire [31:0] lane
);
  wire [31:0] byte_delta = {{24{low[7]}}, low};
  wire [31:0] half_delta = {{16{high[7]}}, high, low};
  wire [31:0] delta = range == 2'd2 ? byte_delta : range == 2'd3 ? half_delta : 32'd0;
  assign lane = range == 2'd0 ? raw : base + delta;
endmodule
