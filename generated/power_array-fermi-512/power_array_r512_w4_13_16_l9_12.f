../rtl/range_decoder_r512.v
../rtl/register_decoder_l8_r512.v
../rtl/register_decoder_l12_r512.v
../rtl/register_decoder_l6_r512.v
../rtl/register_decoder_l2_r512.v
../rtl/register_decoder_l1_r512.v
../rtl/power_slice_r32_w4_13_16_l9_12.v
../rtl/power_array_r512_w4_13_16_l9_12.v
