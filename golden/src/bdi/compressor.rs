//! The BDI compressor (Warped-Compression 5.1, Figure 7): subtraction, then bit comparison.

use super::form::{bank_enable, from_bytes, LANE_BYTES, PLANES};
use crate::pipeline::Pipeline;
use spec::bdi::{
    BdiParameters, CompressionRange, CompressorInputs, CompressorOutputs, Mode, Modes, DELTA_LANES,
};
use spec::warp::{WarpRegister, REGISTER_BYTES, REGISTER_INDEX_BITS};
use spec::{UnitFault, UnitModel};

/// The differences of lanes 1 to 31 to the base.
type Deltas = [i32; DELTA_LANES];

/// A warp register as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compressed {
    /// The compression range indicator.
    pub range: CompressionRange,
    /// The banks that the form takes, one bit each.
    pub bank_enable: u8,
    /// The form, 0 wherever it has no byte.
    pub banks: WarpRegister,
}

/// Stores `data` in the smallest of `modes` that fits; raw if none does or if `bypass` is set.
#[inline]
pub fn compress(modes: Modes, bypass: bool, data: &WarpRegister) -> Compressed {
    let base = data[0];
    let deltas = deltas(base, data);
    let mode = if bypass {
        None
    } else {
        modes.iter().find(|&mode| fits(mode, &deltas))
    };
    let (range, banks) = match mode {
        None => (CompressionRange::Uncompressed, *data),
        Some(mode) => (mode.range(), form(mode, base, &deltas)),
    };
    Compressed {
        range,
        bank_enable: bank_enable(range),
        banks,
    }
}

/// Subtraction. It is modulo 2^32, as a 32-bit subtractor does it: a delta across 2^31 or 2^32
/// is as small as any other, and the decompressor's addition undoes it.
fn deltas(base: u32, data: &WarpRegister) -> Deltas {
    std::array::from_fn(|i| data[i + 1].wrapping_sub(base).cast_signed())
}

/// Bit comparison: whether sign-extending the bytes that `mode` keeps gives every delta back.
fn fits(mode: Mode, deltas: &Deltas) -> bool {
    match mode {
        Mode::FourZero => all(deltas, |delta| delta == 0),
        Mode::FourOne => all(deltas, |delta| delta == i32::from(delta as i8)),
        Mode::FourTwo => all(deltas, |delta| delta == i32::from(delta as i16)),
    }
}

/// Like `Iterator::all`, but without leaving early, which the compiler can turn into vector code.
fn all(deltas: &Deltas, holds: impl Fn(i32) -> bool) -> bool {
    deltas.iter().fold(true, |all, &delta| all & holds(delta))
}

/// The base, then a plane for each byte that the mode keeps of a delta.
fn form(mode: Mode, base: u32, deltas: &Deltas) -> WarpRegister {
    let mut bytes = [0; REGISTER_BYTES];
    bytes[..LANE_BYTES].copy_from_slice(&base.to_le_bytes());
    for (n, &plane) in PLANES.iter().enumerate().take(mode.delta_bytes()) {
        for (byte, delta) in bytes[plane..plane + DELTA_LANES].iter_mut().zip(deltas) {
            *byte = delta.to_le_bytes()[n];
        }
    }
    from_bytes(&bytes)
}

/// The model of `bdi_compressor`. While `valid` is 0 the other outputs, which nobody compares, are 0.
#[derive(Clone, Debug)]
pub struct BdiCompressor {
    modes: Modes,
    pipeline: Pipeline<CompressorOutputs>,
}

impl BdiCompressor {
    /// A compressor as it is after reset.
    pub fn new(parameters: BdiParameters) -> Self {
        Self {
            modes: parameters.modes(),
            pipeline: Pipeline::new(parameters.latency()),
        }
    }
}

impl UnitModel<spec::bdi::BdiCompressor> for BdiCompressor {
    fn reset(&mut self) {
        self.pipeline.clear();
    }

    #[inline]
    fn cycle(
        &mut self,
        inputs: &CompressorInputs,
    ) -> Result<CompressorOutputs, UnitFault<CompressorOutputs>> {
        let entering = inputs.valid.then(|| {
            let stored = compress(self.modes, inputs.bypass, &inputs.data);
            CompressorOutputs {
                valid: true,
                tag: on_port(inputs.tag),
                range: stored.range,
                bank_enable: stored.bank_enable,
                banks: stored.banks,
            }
        });
        Ok(self.pipeline.cycle(entering).unwrap_or_default())
    }
}

/// The bits of a tag that its port has; a `u16` has more.
pub(super) const fn on_port(tag: u16) -> u16 {
    tag & ((1 << REGISTER_INDEX_BITS) - 1)
}
