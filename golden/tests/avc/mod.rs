//! Tests of the AVC models: worked by hand from the paper, the contract's properties, and vectors.

mod cache_by_hand;
mod cache_corrections;
mod cache_properties;
mod cache_timing;
mod codec_by_hand;
mod decoder_properties;
mod encoder_properties;
mod environment;
mod lanes;
mod oracle;
mod play;
mod to_the_letter;
