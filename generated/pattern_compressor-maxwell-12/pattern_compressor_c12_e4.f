../rtl/compressor_match.v
../rtl/compressor_expand.v
../rtl/compressor_bits.v
../rtl/compressor_lines_c12.v
../rtl/compressor_ram_12x1005.v
../rtl/compressor_storage_c12.v
../rtl/pattern_compressor_c12_e4.v
