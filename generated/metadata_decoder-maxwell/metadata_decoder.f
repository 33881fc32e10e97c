metadata_marks.v
metadata_decoder.v
