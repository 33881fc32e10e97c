    // What L1 and memory gave passes unchanged; what was just written is read back.
    LanesAreThoseOfFlatMemory_A: assert property (@(posedge clock) disable iff (in_reset)
      (ans_data_valid && ans_lanes[LANE])
      -> ((!l1_use_valid || ans_data[AT+:32] == words_q[AT+:32])
           && (!late || ans_data[AT+:32] == fill_q[AT+:32])
           && (!from_entry || !after_write || !same_vector || !last_mask_q[LANE]
               || ans_data[AT+:32]
                  == last_code_q.base + way(5'(unsigned'(LANE)), last_code_q.stride))));
