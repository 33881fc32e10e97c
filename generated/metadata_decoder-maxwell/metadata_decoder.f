../rtl/metadata_marks.v
../rtl/metadata_decoder.v
