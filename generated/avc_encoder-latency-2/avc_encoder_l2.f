avc_eight.v
avc_encoder_l2.v
