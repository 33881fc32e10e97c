//! The Affine Vector Cache: its codec, and the cache beside the L1 (Affine Vector Cache, section 4).
//!
//! The cycle-level contract in prose, with timing diagrams, is `docs/units/avc.md`; what the paper
//! leaves open, and where the algorithms of the paper return stale data, is
//! `docs/rationale/avc.md`.

mod bounds;
mod cache;
mod decoder;
mod encoder;
mod encoding;
mod parameters;
mod plru;

pub use bounds::Waits;
pub use cache::{AvcCache, CacheInputs, CacheOutputs};
pub use decoder::{AvcDecoder, DecoderInputs, DecoderOutputs};
pub use encoder::{AvcEncoder, EncoderInputs, EncoderOutputs};
pub use encoding::{
    StrideCode, VectorAddress, ADDRESS_BITS, COUNTED_VECTOR_BYTES, LINE_BYTES, OFFSET_BITS,
    VECTORS_PER_LINE,
};
pub use parameters::{
    AvcCacheParameters, AvcDecoderParameters, AvcEncoderParameters, CACHE_ENCODER_LATENCY,
    DECODER_LATENCY, DEFAULT_MISSES, ENCODER_LATENCIES, L1_LOOKUP_CYCLES, MISSES, MISS_BITS,
    QUEUE_ENTRIES, SETS, WAYS,
};
pub use plru::{plru_tree, PlruNode};
