../rtl/avc_eight.v
../rtl/avc_encoder_l3.v
