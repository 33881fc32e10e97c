osu_first.v
osu_lines_l16.v
osu_request_e4.v
osu_data_16x1024.v
osu_bank_l16.v
