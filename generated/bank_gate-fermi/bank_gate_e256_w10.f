../rtl/bank_gate_e256_w10.v
