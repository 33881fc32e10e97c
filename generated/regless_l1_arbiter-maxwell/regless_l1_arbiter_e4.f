../rtl/round_robin_arbiter_4.v
../rtl/regless_l1_arbiter_e4.v
