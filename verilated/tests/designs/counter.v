module counter (
    input wire clock,
    input wire reset,
    input wire enable,
    output wire [39:0] count,
    output wire [39:0] next_count
);
    reg [39:0] count_q;

    assign count = count_q;
    assign next_count = enable ? count_q + 40'd1 : count_q;

    always @(posedge clock) begin
        if (reset) begin
            count_q <= 40'd0;
        end else begin
            count_q <= next_count;
        end
    end
endmodule
