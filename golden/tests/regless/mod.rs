//! Tests of RegLess's units: worked by hand from the contracts, and their properties.

mod bad_input;
mod by_hand;
mod compressor_by_hand;
mod full_speed;
mod metadata_properties;
mod regless_properties;
mod support;
mod two_regions;
mod unit_properties;
