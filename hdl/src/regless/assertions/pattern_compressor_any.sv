  localparam int Numbers = 1;
  localparam int Values = 1;
  // Nothing drives them: it is any number of a register, of all warps, and the value of any of them.
  logic [5:0] some_number;
  logic [3:0] some_warp;
  logic [5:0] number_q;
  logic [3:0] warp_q;
  always_ff @(posedge clock) if (reset) {number_q, warp_q} <= {some_number, some_warp};
  logic request_row, answer_row, l1_row;
  logic request_place, answer_place, l1_place;
  logic request_watched, answer_watched, l1_watched;
  logic request_valued, answer_valued, l1_valued;
  assign {request_row, answer_row, l1_row} = '0;
  assign {request_place, answer_place, l1_place} = '0;
  assign request_watched = request_register == number_q;
  assign answer_watched = answer_register == number_q;
  assign l1_watched = l1_index == number_q;
  assign request_valued = request_watched && request_warp == warp_q;
  assign answer_valued = answer_watched && answer_warp == warp_q;
  assign l1_valued = l1_watched && l1_warp == warp_q;

  // What the L1's line has in the register's slot, and had when it was read: the register is answered as long
  // as the L1 gives what it was given.
  logic trusted;
  logic lied_q;
  logic [63:0] slot_q;
  logic [5:0] read_number_q[8];
  logic [63:0] read_slot_q[8];
  assign trusted = !lied_q;
  always_ff @(posedge clock) begin
    if (l1_valid && l1_ready && l1_kind == 3'd5 && l1_watched) slot_q <= l1_data[64*warp_q+:64];
    if (l1_valid && l1_ready && l1_kind == 3'd4) begin
      read_number_q[l1_warp[2:0]] <= l1_index;
      read_slot_q[l1_warp[2:0]] <= slot_q;
    end
    if (reset) lied_q <= 1'b0;
    else if (response_valid && read_number_q[response_fill] == number_q
        && response_data[64*warp_q+:64] != read_slot_q[response_fill]) lied_q <= 1'b1;
  end

