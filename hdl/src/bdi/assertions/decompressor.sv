
  logic [1:0] range_q[Latency];
  logic [1023:0] form_q[Latency];
  always_ff @(posedge clock) begin
    range_q[0] <= in_range;
    form_q[0] <= in_banks;
    for (int i = 1; i < Latency; i++) begin
      range_q[i] <= range_q[i-1];
      form_q[i] <= form_q[i-1];
    end
  end
