osu_first.v
osu_lines_l8.v
osu_request_e3.v
osu_data_8x1024.v
osu_bank_l8.v
