//! The codec of section 5.2 as pure functions.

use spec::avc::StrideCode;
use spec::warp::{WarpRegister, LANES};

/// The low lane of every pair (2i, 2i+1).
const PAIRS: u32 = 0x5555_5555;

/// A restricted affine vector in its compact form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Affine {
    /// Lane 0.
    pub base: u32,
    /// What every lane adds to the one before.
    pub stride: StrideCode,
}

/// The compact form of `data` under `mask`, or `None` when it is generic.
///
/// The stride is estimated from the first pair of active lanes, 0 without one; the base follows
/// from the first active lane; then the decoded candidate is compared with every active lane.
#[inline]
pub fn encode(data: &WarpRegister, mask: u32) -> Option<Affine> {
    let stride = estimate(data, mask)?;
    let base = match mask {
        0 => 0,
        _ => {
            let first = mask.trailing_zeros();
            data[first as usize].wrapping_sub(first.wrapping_mul(stride.stride()))
        }
    };
    // Section 2.3: "require the base to be a multiple of stride".
    let is_aligned = base & stride.stride().saturating_sub(1) == 0;
    let candidate = Affine { base, stride };
    (is_aligned && agree(&decode(candidate), data, mask)).then_some(candidate)
}

/// The stride that the first active pair suggests: the lowest set bit of the two lanes' xor. For
/// lanes `beta * 2^sigma` and `(beta + 1) * 2^sigma` that is `2^sigma` whether beta is even or odd,
/// while the xor itself, which the paper names, is `2^sigma` for even beta only.
fn estimate(data: &WarpRegister, mask: u32) -> Option<StrideCode> {
    let pairs = mask & mask >> 1 & PAIRS;
    if pairs == 0 {
        return Some(StrideCode::Zero);
    }
    let low = pairs.trailing_zeros() as usize;
    match data[low] ^ data[low + 1] {
        0 => Some(StrideCode::Zero),
        difference => StrideCode::of_shift(difference.trailing_zeros()),
    }
}

/// All lanes of a vector: `base + i * stride` modulo 2^32, whether the base is aligned or not.
#[inline]
pub fn decode(vector: Affine) -> WarpRegister {
    let stride = vector.stride.stride();
    std::array::from_fn(|i| vector.base.wrapping_add(stride.wrapping_mul(i as u32)))
}

/// Whether two vectors have the same lanes under `mask`; without a branch inside, which the
/// compiler can turn into vector code.
fn agree(a: &WarpRegister, b: &WarpRegister, mask: u32) -> bool {
    let differences = (0..LANES).fold(0, |differences, i| {
        let active = (mask >> i & 1).wrapping_neg();
        differences | (a[i] ^ b[i]) & active
    });
    differences == 0
}
