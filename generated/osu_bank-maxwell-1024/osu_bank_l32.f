../rtl/osu_lines_l32.v
../rtl/osu_request_e5.v
../rtl/osu_data_32x1024.v
../rtl/osu_bank_l32.v
