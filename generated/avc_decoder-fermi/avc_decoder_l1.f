../rtl/avc_decoder_l1.v
