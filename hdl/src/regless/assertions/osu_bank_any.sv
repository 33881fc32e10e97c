  localparam int Shadows = 1;
  localparam int Lanes = 1;
  // Nothing drives them: it is any register and any lane of it, chosen in reset.
  logic [9:0] some_register;
  logic [9:0] watched_q;
  logic [4:0] some_lane;
  logic [4:0] lane_q;
  always_ff @(posedge clock) if (reset) {watched_q, lane_q} <= {some_register, some_lane};
  logic access_place, preload_place, request_place, fill_place, write_place;
  logic access_watched, preload_watched, request_watched, fill_watched, write_watched;
  assign {access_place, preload_place, request_place, fill_place, write_place} = '0;
  assign access_watched = access_tag == watched_q;
  assign preload_watched = preload_tag == watched_q;
  assign request_watched = request_tag == watched_q;
  assign fill_watched = fill_tag == watched_q;
  assign write_watched = write_tag == watched_q;

  logic [31:0] written, answered, evicted;
  logic [0:0] write_lanes;
  assign written = write_data[32*lane_q+:32];
  assign answered = answer_data[32*lane_q+:32];
  assign evicted = request_data[32*lane_q+:32];
  assign write_lanes = write_mask[lane_q];

