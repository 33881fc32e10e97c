../rtl/compressor_match.v
../rtl/compressor_expand.v
../rtl/compressor_bits.v
../rtl/compressor_lines_c2.v
../rtl/compressor_ram_2x1005.v
../rtl/compressor_storage_c2.v
../rtl/pattern_compressor_c2_e1.v
