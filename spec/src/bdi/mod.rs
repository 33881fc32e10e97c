//! BDI compressor and decompressor (Warped-Compression, sections 4 and 5).
//!
//! The cycle-level contract in prose, with timing diagrams, is `docs/units/bdi.md`.

mod compressor;
mod decompressor;
mod encoding;
mod parameters;

pub use compressor::{BdiCompressor, CompressorInputs, CompressorOutputs};
pub use decompressor::{BdiDecompressor, DecompressorInputs, DecompressorOutputs};
pub use encoding::{CompressionRange, Mode, DELTA_LANES, HIGH_PLANE_BYTE, LOW_PLANE_BYTE};
pub use parameters::{BdiParameters, Modes, LATENCIES};
