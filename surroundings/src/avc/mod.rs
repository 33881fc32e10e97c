//! Kits of `avc_encoder`, `avc_decoder` and `avc_cache`.

mod cache;
mod cache_oracle;
mod codec;
pub mod environment;
mod held;
mod neighbours;
mod requests;
mod surroundings;
mod vectors;

pub use cache::CacheKit;
pub use codec::{DecoderKit, EncoderKit};
