//! Tests of models as Rust values, on designs in `designs/`.

mod builds;
mod common;
mod coverage;
mod models;
mod speed;
mod waves;
