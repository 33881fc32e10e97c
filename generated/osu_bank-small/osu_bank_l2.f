osu_first.v
osu_lines_l2.v
osu_request_e1.v
osu_data_2x1024.v
osu_bank_l2.v
