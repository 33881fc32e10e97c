avc_eight.v
avc_encoder_l4.v
