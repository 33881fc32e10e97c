../rtl/bdi_origin_16.v
../rtl/bdi_sum_lane_16.v
../rtl/bdi_decompressor_d012_l4.v
