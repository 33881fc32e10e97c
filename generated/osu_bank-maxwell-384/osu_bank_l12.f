osu_first.v
osu_lines_l12.v
osu_request_e4.v
osu_data_12x1024.v
osu_bank_l12.v
