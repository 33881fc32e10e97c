  localparam int Numbers = 64;
  localparam int Values = 1024;
  logic [5:0] request_row, answer_row, l1_row;
  logic [9:0] request_place, answer_place, l1_place;
  logic request_watched, answer_watched, l1_watched;
  logic request_valued, answer_valued, l1_valued;
  logic trusted;
  assign request_row = request_register;
  assign answer_row = answer_register;
  assign l1_row = l1_index;
  assign request_place = {request_warp, request_register};
  assign answer_place = {answer_warp, answer_register};
  assign l1_place = {l1_warp, l1_index};
  assign {request_watched, answer_watched, l1_watched} = '1;
  assign {request_valued, answer_valued, l1_valued} = '1;
  assign trusted = 1'b1;

