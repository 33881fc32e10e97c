../rtl/bdi_compressor_d0_l2.v
