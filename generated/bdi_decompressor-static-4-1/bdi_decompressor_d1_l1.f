../rtl/bdi_origin_8.v
../rtl/bdi_sum_lane_8.v
../rtl/bdi_decompressor_d1_l1.v
