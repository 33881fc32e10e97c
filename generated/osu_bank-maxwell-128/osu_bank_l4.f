osu_first.v
osu_lines_l4.v
osu_request_e2.v
osu_data_4x1024.v
osu_bank_l4.v
