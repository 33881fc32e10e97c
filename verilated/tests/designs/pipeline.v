module pipeline (
    input wire clock,
    input wire reset,
    input wire in_valid,
    input wire [1023:0] in_data,
    output wire out_valid,
    output wire [1023:0] out_data
);
    reg first_valid_q;
    reg second_valid_q;
    reg [1023:0] first_q;
    reg [1023:0] second_q;
    reg [1023:0] second_d;
    integer lane;

    assign out_valid = second_valid_q;
    assign out_data = second_q;

    always @* begin
        second_d = 1024'd0;
        for (lane = 0; lane < 32; lane = lane + 1) begin
            second_d[lane*32 +: 32] = first_q[lane*32 +: 32] + first_q[31:0];
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            first_valid_q <= 1'b0;
            second_valid_q <= 1'b0;
        end else begin
            first_valid_q <= in_valid;
            second_valid_q <= first_valid_q;
        end
    end

    always @(posedge clock) begin
        first_q <= in_data;
        second_q <= second_d;
    end
endmodule
