//! Conversions between all numeric types.

use super::lanes::Lane;
use super::observe::Observer;
use super::real::{flush, saturate};
use super::step::Step;
use super::LANES;
use crate::ir::{Convert, Instruction, Rounding};
use crate::ptx::types::Width;
use crate::ptx::Type;
use crate::softfloat::{self, Format, BF16, F16, F32, F64};

fn format(ty: Type) -> Option<Format> {
    match ty {
        Type::Float(Width::W16 | Width::W8) => Some(F16),
        Type::Float(Width::W32) => Some(F32),
        Type::Float(Width::W64) => Some(F64),
        Type::Brain => Some(BF16),
        _ => None,
    }
}

/// Extends the lower bits of a value to 64, by sign if the type has one.
pub(super) fn extend(bits: u64, ty: Type) -> u64 {
    let unused = 64 - ty.width().map_or(64, Width::bits);
    if ty.is_signed() {
        ((bits << unused) as i64 >> unused) as u64
    } else {
        bits << unused >> unused
    }
}

/// Cuts a value to the width of a register.
pub(super) fn cut(bits: u64, width: Width) -> u64 {
    bits & (u64::MAX >> (64 - width.bits()))
}

/// The least and greatest value of an integer type.
fn range(ty: Type) -> (i128, i128) {
    let bits = ty.width().map_or(64, Width::bits);
    if ty.is_signed() {
        (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
    } else {
        (0, (1 << bits) - 1)
    }
}

/// One conversion: the bits of `from` to the bits of `to`.
fn convert(c: Convert, bits: u64) -> u64 {
    let bits = match (c.ftz, c.from) {
        (true, Type::Float(Width::W32)) => {
            flush(f32::from_bits(bits as u32), true).to_bits().into()
        }
        _ => bits,
    };
    match (format(c.from), format(c.to)) {
        (None, None) => {
            let value = extend(bits, c.from);
            if !c.sat {
                return value;
            }
            let value = if c.from.is_signed() {
                i128::from(value as i64)
            } else {
                i128::from(value)
            };
            let (low, high) = range(c.to);
            value.clamp(low, high) as u64
        }
        (None, Some(to)) => {
            let value = extend(bits, c.from);
            let value = if c.from.is_signed() {
                i128::from(value as i64)
            } else {
                i128::from(value)
            };
            finish(c, to, softfloat::from_integer(to, value, c.rounding))
        }
        (Some(from), None) => {
            let (low, high) = range(c.to);
            match softfloat::to_integer(from, bits, c.rounding, low, high) {
                Some(value) => value as u64,
                None if from != F64 && c.to.bytes() < 8 => 0,
                None => 1 << (c.to.bytes() * 8 - 1),
            }
        }
        (Some(from), Some(to)) if c.integral => {
            finish(c, to, softfloat::to_integral(from, bits, c.rounding))
        }
        // A copy keeps a NaN as it is, unless a modifier makes it an operation.
        (Some(from), Some(to)) if from == to && !c.sat && !c.relu => bits,
        (Some(from), Some(to)) => finish(c, to, softfloat::convert(from, bits, to, c.rounding)),
    }
}

/// `.ftz` and `.sat` of a floating-point result.
fn finish(c: Convert, to: Format, bits: u64) -> u64 {
    let bits = match (c.ftz, c.to) {
        (true, Type::Float(Width::W32)) => {
            flush(f32::from_bits(bits as u32), true).to_bits().into()
        }
        _ => bits,
    };
    if c.relu {
        let sign = 1 << (8 * c.to.bytes() - 1);
        let magnitude = bits & (sign - 1);
        // A NaN's sign says nothing.
        let negative = bits & sign != 0 && magnitude <= to.infinity();
        return if negative { 0 } else { bits };
    }
    if !c.sat {
        return bits;
    }
    let value = f64::from_bits(softfloat::convert(to, bits, F64, Rounding::Nearest));
    softfloat::convert(F64, saturate(value).to_bits(), to, Rounding::Nearest)
}

impl<O: Observer> Step<'_, O> {
    pub(super) fn cvt(&mut self, c: Convert, i: &Instruction, mask: u32) {
        const S32: Type = Type::Signed(Width::W32);
        const U32: Type = Type::Unsigned(Width::W32);
        const SINGLE: Type = Type::Float(Width::W32);
        const DOUBLE: Type = Type::Float(Width::W64);
        let plain = !c.ftz && !c.sat && c.register.bytes() == c.to.bytes();
        // What kernels convert all the time, as loops that vectorise; all else one by one.
        match (c.from, c.to, c.rounding) {
            (S32, SINGLE, Rounding::Nearest) if plain => self.map1(i, mask, |a: i32| a as f32),
            (U32, SINGLE, Rounding::Nearest) if plain => self.map1(i, mask, |a: u32| a as f32),
            (SINGLE, S32, Rounding::Zero) if plain => self.map1(i, mask, |a: f32| a as i32),
            (SINGLE, U32, Rounding::Zero) if plain => self.map1(i, mask, |a: f32| a as u32),
            (S32, DOUBLE, Rounding::Nearest) if plain => self.map1(i, mask, |a: i32| f64::from(a)),
            _ => self.cvt_any(c, i, mask),
        }
    }

    fn cvt_any(&mut self, c: Convert, i: &Instruction, mask: u32) {
        let width = c.from.width().unwrap_or(Width::W64);
        let source: [u64; LANES] = if width == Width::W64 {
            self.operand(i, 0)
        } else {
            self.operand::<u32>(i, 0).map(u64::from)
        };
        let one = |bits: u64| {
            let result = convert(c, cut(bits, width));
            cut(extend(result, c.to), c.register)
        };
        self.write_bits(i.result(0), c.register, source.map(one), mask);
    }

    /// Writes values of at most 64 bits to a register of the given width.
    pub(super) fn write_bits(
        &mut self,
        result: Option<crate::ir::Reg>,
        width: Width,
        values: [u64; LANES],
        mask: u32,
    ) {
        if width == Width::W64 {
            self.write::<u64>(result, values, mask);
        } else {
            self.write::<u32>(result, values.map(|value| u32::get(value as u32, 0)), mask);
        }
    }
}
