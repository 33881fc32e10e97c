avc_eight.v
avc_encoder_l1.v
