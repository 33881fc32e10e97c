../rtl/osu_lines_l64.v
../rtl/osu_request_e6.v
../rtl/osu_data_64x1024.v
../rtl/osu_bank_l64.v
