  localparam int Shadows = 1;
  // Nothing drives it: it is any register, chosen in reset.
  logic [9:0] some_register;
  logic [9:0] watched_q;
  always_ff @(posedge clock) if (reset) watched_q <= some_register;
  logic access_place, preload_place, request_place, fill_place, write_place;
  logic access_watched, preload_watched, request_watched, fill_watched, write_watched;
  assign {access_place, preload_place, request_place, fill_place, write_place} = '0;
  assign access_watched = access_tag == watched_q;
  assign preload_watched = preload_tag == watched_q;
  assign request_watched = request_tag == watched_q;
  assign fill_watched = fill_tag == watched_q;
  assign write_watched = write_tag == watched_q;
