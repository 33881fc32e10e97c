../rtl/osu_lines_l8.v
../rtl/osu_request_e3.v
../rtl/osu_data_8x1024.v
../rtl/osu_bank_l8.v
