../rtl/bdi_origin_16.v
../rtl/bdi_delta_lane_16.v
../rtl/bdi_compressor_d012_l2.v
