../rtl/fetch_unit_list_e16_p16.v
