//! Tests of RegLess's units: worked by hand from the contracts, and their properties.

mod regless_properties;
mod support;
mod unit_properties;
