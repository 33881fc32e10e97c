avc_encoder_l3.v
