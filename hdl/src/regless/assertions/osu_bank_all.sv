  localparam int Shadows = 1024;
  localparam int Lanes = 32;
  logic [9:0] access_place, preload_place, request_place, fill_place, write_place;
  logic access_watched, preload_watched, request_watched, fill_watched, write_watched;
  assign {access_watched, preload_watched, request_watched, fill_watched, write_watched} = '1;
  assign access_place = access_tag;
  assign preload_place = preload_tag;
  assign request_place = request_tag;
  assign fill_place = fill_tag;
  assign write_place = write_tag;

  logic [1023:0] written, answered, evicted;
  logic [31:0] write_lanes;
  assign written = write_data;
  assign answered = answer_data;
  assign evicted = request_data;
  assign write_lanes = write_mask;

