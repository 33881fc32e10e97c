../rtl/compressor_match.v
../rtl/compressor_expand.v
../rtl/compressor_bits.v
../rtl/compressor_lines_c16.v
../rtl/compressor_ram_16x1005.v
../rtl/compressor_storage_c16.v
../rtl/pattern_compressor_c16_e4.v
