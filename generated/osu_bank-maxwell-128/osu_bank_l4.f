../rtl/osu_lines_l4.v
../rtl/osu_request_e2.v
../rtl/osu_data_4x1024.v
../rtl/osu_bank_l4.v
