../rtl/bdi_origin_8.v
../rtl/bdi_delta_lane_8.v
../rtl/bdi_compressor_d1_l2.v
