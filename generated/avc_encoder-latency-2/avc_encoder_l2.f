avc_encoder_l2.v
