../rtl/osu_lines_l12.v
../rtl/osu_request_e4.v
../rtl/osu_data_12x1024.v
../rtl/osu_bank_l12.v
