//! The Affine Vector Cache (Affine Vector Cache, section 4), its codec, and what stands around it.
//!
//! - [`encode`] and [`decode`] are the codec, without a clock.
//! - [`AvcEncoder`], [`AvcDecoder`] and [`AvcCache`] are the units.
//! - [`L1`] is the cache beside it, in the configurations of Table 3; [`TreePlru`] is the
//!   replacement of both.
//! - [`FlatMemory`] is the oracle: a plain array of words.
//! - [`environment`] closes the loop around any `avc_cache`, golden or RTL: an L1, a memory with
//!   random waits, and a driver that plays transactions and replays; [`stimulus`] makes them up.
//!
//! Contract: `docs/units/avc.md`. What the paper leaves open: `docs/rationale/avc.md`.

mod arrays;
mod cache;
mod codec;
mod decoder;
mod encoder;
mod eviction;
mod execution;
mod flat_memory;
mod l1;
mod misses;
mod plru;
mod queue;
mod state;

pub use cache::AvcCache;
pub use codec::{decode, encode, Affine};
pub use decoder::AvcDecoder;
pub use encoder::AvcEncoder;
pub use flat_memory::{merge, FlatMemory};
pub use l1::{L1Configuration, Looked, WriteBack, L1};
pub use plru::TreePlru;
pub use queue::Transaction;
