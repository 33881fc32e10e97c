avc_encoder_l1.v
