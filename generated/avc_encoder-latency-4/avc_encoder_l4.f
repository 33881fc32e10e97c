avc_encoder_l4.v
