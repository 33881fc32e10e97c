../rtl/osu_lines_l2.v
../rtl/osu_request_e1.v
../rtl/osu_data_2x1024.v
../rtl/osu_bank_l2.v
