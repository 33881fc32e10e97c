osu_first.v
osu_lines_l6.v
osu_request_e3.v
osu_data_6x1024.v
osu_bank_l6.v
