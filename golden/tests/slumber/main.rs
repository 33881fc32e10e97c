//! Tests of the Slumber models: worked by hand from the paper, the contract's properties, vectors.

#[path = "../bdi/properties.rs"]
mod properties;

mod parameters;
mod speed;
