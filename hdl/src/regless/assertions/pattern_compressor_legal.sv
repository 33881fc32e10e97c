
  // What the contract allows, from the unit's own registers: a fetch is in Match, Act, a waiter, Read or Answer.
  logic [9:0] request_name;
  logic fetched;
  assign request_name = {request_warp, request_register};
  always_comb begin
    fetched = (unit_entering && (unit_entering_kind == 2'd1 || unit_entering_kind == 2'd2)
               && unit_entering_name == request_name)
        || (unit_step != 3'd0 && (unit_kind == 2'd1 || unit_kind == 2'd2)
            && unit_name == request_name)
        || (unit_reading && unit_read_name == request_name)
        || (answer_valid && answer_name == request_name);
    for (int unsigned f = 0; f < WAITERS; f++) begin
      if (unit_taken[f] && !unit_nobody[f] && unit_names[10*f+:10] == request_name) fetched = 1'b1;
    end
  end

  KindIsOfRequest_M: assume property (@(posedge clock) disable iff (in_reset)
    !request_valid || request_evict == (request_kind == 2'd0));

  RegisterIsNotFetched_M: assume property (@(posedge clock) disable iff (in_reset)
    !request_valid || !fetched);

  LineIsOwed_M: assume property (@(posedge clock) disable iff (in_reset)
    !response_valid || fills_q[response_fill]);

