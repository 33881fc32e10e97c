//! Texture fetches from bound linear and 2D arrays (CUDA C Programming Guide, "Texture Fetching").

use super::memory::GlobalMemory;
use crate::descriptor::{AddressMode, ElementType, FilterMode};
use crate::ir::Rounding;
use crate::softfloat::{self, Format, BF16, F16, F32};

/// A texture that is bound to memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Texture {
    /// Address of the first texel.
    pub address: u64,
    /// Type of a channel.
    pub element: ElementType,
    /// Channels of a texel.
    pub channels: u32,
    /// Texels in a row.
    pub width: u32,
    /// Rows; 1 for linear textures.
    pub height: u32,
    /// Coordinates outside.
    pub address_mode: AddressMode,
    /// How real coordinates pick texels.
    pub filter: FilterMode,
    /// Whether real coordinates run from 0 to 1.
    pub normalized: bool,
}

/// A 16-bit number as texture units give it: as an f32.
fn half(format: Format, bytes: [u8; 2]) -> u32 {
    let bits = u16::from_le_bytes(bytes).into();
    softfloat::convert(format, bits, F32, Rounding::Nearest) as u32
}

impl Texture {
    /// The index along one axis, or `None` in the border.
    fn index(&self, at: i64, size: u32) -> Option<u64> {
        let last = i64::from(size) - 1;
        // Without normalized coordinates the hardware knows clamp and border only.
        let mode = match self.address_mode {
            AddressMode::Wrap | AddressMode::Mirror if !self.normalized => AddressMode::Clamp,
            mode => mode,
        };
        let index = match mode {
            AddressMode::Clamp => at.clamp(0, last),
            AddressMode::Border if !(0..=last).contains(&at) => return None,
            AddressMode::Border => at,
            AddressMode::Wrap => at.rem_euclid(last + 1),
            AddressMode::Mirror => {
                let at = at.rem_euclid(2 * (last + 1));
                at.min(2 * last + 1 - at)
            }
        };
        Some(index as u64)
    }

    /// The channels of a texel, as they are stored: floats as bits, integers extended.
    pub(super) fn texel(&self, memory: &GlobalMemory, x: i64, y: i64) -> [u32; 4] {
        // Missing channels are 0, a missing alpha is 1.
        let one = if self.element.is_float() {
            1f32.to_bits()
        } else {
            1
        };
        let mut texel = [0, 0, 0, one];
        let (Some(x), Some(y)) = (self.index(x, self.width), self.index(y, self.height)) else {
            return [0; 4];
        };
        let size = self.element.bytes() as u64;
        let first = (y * u64::from(self.width) + x) * u64::from(self.channels);
        for (channel, value) in texel.iter_mut().take(self.channels as usize).enumerate() {
            let address = self.address + (first + channel as u64) * size;
            let Some(bytes) = memory.slice(address, size) else {
                continue;
            };
            *value = match (self.element, bytes) {
                (ElementType::U8, &[a]) => u32::from(a),
                (ElementType::I8, &[a]) => i32::from(a as i8) as u32,
                (ElementType::U16, &[a, b]) => u32::from(u16::from_le_bytes([a, b])),
                (ElementType::I16, &[a, b]) => i32::from(i16::from_le_bytes([a, b])) as u32,
                (ElementType::F16, &[a, b]) => half(F16, [a, b]),
                (ElementType::Bf16, &[a, b]) => half(BF16, [a, b]),
                (_, &[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
                _ => 0,
            };
        }
        texel
    }

    pub(super) fn fetch_real(&self, memory: &GlobalMemory, x: f32, y: f32) -> [u32; 4] {
        let scale = |at: f32, size: u32| {
            if self.normalized {
                at * size as f32
            } else {
                at
            }
        };
        let (x, y) = (scale(x, self.width), scale(y, self.height));
        if self.filter == FilterMode::Point {
            return self.texel(memory, x.floor() as i64, y.floor() as i64);
        }
        // Texel centres are at halves; weights have 8 bits of fraction.
        let split = |at: f32| {
            let at = at - 0.5;
            let low = at.floor();
            let weight = ((at - low) * 256.0).round_ties_even() / 256.0;
            (low as i64, weight)
        };
        let ((x, a), (y, b)) = (split(x), if self.height > 1 { split(y) } else { (0, 0.0) });
        let corner = |dx, dy| {
            self.texel(memory, x.saturating_add(dx), y + dy)
                .map(f32::from_bits)
        };
        let (low, high) = ([corner(0, 0), corner(1, 0)], [corner(0, 1), corner(1, 1)]);
        std::array::from_fn(|c| {
            let along = |row: [[f32; 4]; 2]| (1.0 - a) * row[0][c] + a * row[1][c];
            ((1.0 - b) * along(low) + if b == 0.0 { 0.0 } else { b * along(high) }).to_bits()
        })
    }
}
