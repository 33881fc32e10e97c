bdi_origin_8.v
bdi_sum_lane_8.v
bdi_decompressor_d1_l1.v
