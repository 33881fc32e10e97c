avc_eight.v
avc_encoder_l3.v
