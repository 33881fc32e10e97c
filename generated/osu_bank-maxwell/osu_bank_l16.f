../rtl/osu_lines_l16.v
../rtl/osu_request_e4.v
../rtl/osu_data_16x1024.v
../rtl/osu_bank_l16.v
