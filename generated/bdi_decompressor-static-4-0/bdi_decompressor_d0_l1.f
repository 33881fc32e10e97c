../rtl/bdi_decompressor_d0_l1.v
