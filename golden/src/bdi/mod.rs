//! BDI compressor and decompressor (Warped-Compression, sections 4 and 5).
//!
//! - [`compress`] and [`decompress`] are the algorithm, without a clock.
//! - [`BdiCompressor`] and [`BdiDecompressor`] are the units: the algorithm behind a pipeline.
//! - [`form`] says how large a stored form is and which banks it takes.
//! - [`design_space`] is Table 1 of the paper: also the forms that it weighs and does not build.
//!
//! Contract: `docs/units/bdi.md`. What the paper leaves open: `docs/rationale/bdi.md`.

mod compressor;
mod decompressor;
pub mod design_space;
pub mod form;

pub use compressor::{compress, BdiCompressor, Compressed};
pub use decompressor::{decompress, BdiDecompressor};
