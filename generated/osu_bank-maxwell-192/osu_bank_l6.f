../rtl/osu_lines_l6.v
../rtl/osu_request_e3.v
../rtl/osu_data_6x1024.v
../rtl/osu_bank_l6.v
