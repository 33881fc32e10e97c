//! The encoder once more, from the definition instead of the procedure of section 5.2.
//!
//! Nothing is estimated: every stride is tried on every active lane, in 64-bit arithmetic.

use crate::avc::lanes::has_pair;
use spec::warp::WarpRegister;

/// Base and stride code when the vector is affine under the mask.
pub fn encode(data: &WarpRegister, mask: u32) -> Option<(u32, u32)> {
    let active: Vec<u64> = (0..32).filter(|lane| mask >> lane & 1 == 1).collect();
    let codes = if has_pair(mask) { 0..8 } else { 0..1 };
    let fitting: Vec<(u32, u32)> = codes
        .filter_map(|code| Some((base(data, &active, code)?, code)))
        .collect();
    // With a pair the difference of its lanes leaves one stride; without, only 0 is tried.
    assert!(fitting.len() <= 1);
    fitting.first().copied()
}

/// The base with which all active lanes are `base + lane * stride`, if it is aligned.
fn base(data: &WarpRegister, active: &[u64], code: u32) -> Option<u32> {
    let stride = if code == 0 { 0 } else { 2_u64.pow(code - 1) };
    let modulus = 1_u64 << 32;
    let mut bases = active
        .iter()
        .map(|&lane| (u64::from(data[lane as usize]) + 32 * modulus - lane * stride) % modulus);
    let base = bases.next().unwrap_or(0);
    let is_same = bases.all(|other| other == base);
    (is_same && (stride == 0 || base % stride == 0)).then_some(base as u32)
}

/// Lane `lane` of the vector that base and stride code stand for.
pub fn lane(base: u32, code: u32, lane: u32) -> u32 {
    let mut value = u64::from(base);
    for _ in 0..lane {
        value += if code == 0 { 0 } else { 2_u64.pow(code - 1) };
    }
    (value % (1 << 32)) as u32
}
