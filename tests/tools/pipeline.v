module pipeline (
    input wire clock,
    input wire reset,
    input wire in_valid,
    input wire [255:0] in_data,
    input wire write_valid,
    input wire [3:0] address,
    input wire [31:0] write_data,
    output wire [31:0] read_data,
    output wire out_valid,
    output wire [255:0] out_data
);
    reg first_valid_q;
    reg second_valid_q;
    reg [255:0] first_q;
    reg [255:0] second_q;
    reg [255:0] second_d;
    reg [31:0] words_q [0:15];
    reg [31:0] read_q;
    integer lane;

    assign read_data = read_q;
    assign out_valid = second_valid_q;
    assign out_data = second_q;

    always @* begin
        second_d = 256'd0;
        for (lane = 0; lane < 8; lane = lane + 1) begin
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

    always @(posedge clock) begin
        if (write_valid && !reset) begin
            words_q[address] <= write_data;
        end
        read_q <= words_q[address];
    end
endmodule
