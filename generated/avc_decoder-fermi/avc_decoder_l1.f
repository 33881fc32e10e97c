../rtl/avc_expand.v
../rtl/avc_decoder_l1.v
