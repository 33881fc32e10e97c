//! The properties of the AVC units as SystemVerilog assertions: bodies of checker modules.
//!
//! Each assertion has the name of its `spec` property with `_A` behind it. What they say of the
//! cache does not depend on its neighbours keeping their promises. So `NoLaneIsHeldTwice`, which
//! needs what both caches hold, is a proof's alone (`cache_lane.sv`) and golden's tests', and of
//! `LanesAreThoseOfFlatMemory` and
//! `NoWriteIsLost` there is what can be said without memory: the words of an answer are those that
//! came from below or were written last, and a write-back has all words that the L1 had modified.

mod inside;
mod stages;

pub use inside::cache_inside;
use spec::avc::{AvcCacheParameters, AvcEncoderParameters, Waits, DECODER_LATENCY};
pub use stages::encoder_inside;

const PIPELINE: &str = include_str!("pipeline.sv");
const ENCODE: &str = include_str!("encode.sv");

/// Body of the checker of `avc_encoder`. `RESET` stands for "reset is asserted".
pub fn encoder(parameters: &AvcEncoderParameters) -> String {
    let text = [PIPELINE, ENCODE, include_str!("encoder.sv")].concat();
    text.replace("LATENCY", &parameters.latency().to_string())
}

/// Body of the checker of `avc_decoder`.
pub fn decoder() -> String {
    let text = [PIPELINE, include_str!("decoder.sv")].concat();
    text.replace("LATENCY", &DECODER_LATENCY.to_string())
}

/// Body of the checker of `avc_cache`. It counts cycles in which no neighbour lets the cache wait.
pub fn cache(parameters: &AvcCacheParameters) -> String {
    let lanes = format!("{LANES_BEGIN}{}  end\n\n", lanes("32*i", "i"));
    cache_body(parameters, include_str!("cache_fills.sv"), &lanes)
}

/// The same where proofs see the inside of a small cache: what a fill leaves out, and the words of an answer, are
/// asserted there of a lane of a vector, which may be any, the first as long as the L1 keeps its promises.
pub fn cache_any(parameters: &AvcCacheParameters) -> String {
    match cache_inside(parameters) {
        Some(_) => cache_body(parameters, "", ""),
        None => cache(parameters),
    }
}

const LANES_BEGIN: &str = "  for (genvar i = 0; i < 32; i++) begin : gen_lane\n";

/// What is said of the words of an answer, of a lane that is called so and whose word is there.
fn lanes(at: &str, lane: &str) -> String {
    include_str!("cache_lanes.sv")
        .replace("AT", at)
        .replace("LANE", lane)
}

fn cache_body(parameters: &AvcCacheParameters, fills: &str, lanes: &str) -> String {
    bounded(&[include_str!("cache.sv")], parameters)
        .replace("ENCODE\n", ENCODE)
        .replace("FILLS\n", fills)
        .replace("LANES\n", lanes)
}

/// Texts that name the bounds of cycles in which no neighbour lets the cache wait.
fn bounded(parts: &[&str], parameters: &AvcCacheParameters) -> String {
    let waits = Waits {
        refused: 0,
        response: 1,
    };
    let (execution, flush) = (
        parameters.execution_bound(waits),
        parameters.flush_bound(waits),
    );
    { parts.concat() }
        .replace("EXECUTION_BOUND", &execution.to_string())
        .replace("FLUSH_BOUND", &flush.to_string())
}
