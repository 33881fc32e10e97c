//! The integers of one lane: what Rust's types must do for PTX's operations.

use super::lanes::Lane;

/// What the operations need of Rust's integers.
pub(super) trait Integer: Lane + Ord {
    fn to_i128(self) -> i128;
    const BITS: u32;
    fn add(self, b: Self) -> Self;
    fn sub(self, b: Self) -> Self;
    fn mul(self, b: Self) -> Self;
    fn mul_high(self, b: Self) -> Self;
    fn div(self, b: Self) -> Self;
    fn rem(self, b: Self) -> Self;
    fn and(self, b: Self) -> Self;
    fn or(self, b: Self) -> Self;
    fn xor(self, b: Self) -> Self;
    fn not(self) -> Self;
    fn neg(self) -> Self;
    fn magnitude(self) -> Self;
    fn reverse(self) -> Self;
    fn shift_left(self, b: u32) -> Self;
    fn shift_right(self, b: u32) -> Self;
    fn saturating_add(self, b: Self) -> Self;
    fn saturating_sub(self, b: Self) -> Self;
    /// The bits, zero-extended.
    fn bits(self) -> u64;
    fn of_bits(bits: u64) -> Self;
    fn is_negative(self) -> bool;
}

macro_rules! integer {
    ($($ty:ident $unsigned:ident $wide:ident $magnitude:expr, $negative:expr;)+) => { $(
        impl Integer for $ty {
            #[inline(always)]
            fn to_i128(self) -> i128 { self as i128 }
            const BITS: u32 = $ty::BITS;
            #[inline(always)]
            fn add(self, b: Self) -> Self { self.wrapping_add(b) }
            #[inline(always)]
            fn sub(self, b: Self) -> Self { self.wrapping_sub(b) }
            #[inline(always)]
            fn mul(self, b: Self) -> Self { self.wrapping_mul(b) }
            #[inline(always)]
            fn mul_high(self, b: Self) -> Self {
                ((self as $wide).wrapping_mul(b as $wide) >> $ty::BITS) as $ty
            }
            // Division by zero is unspecified in PTX: all ones, as NVIDIA's code gives it.
            #[inline(always)]
            fn div(self, b: Self) -> Self { if b == 0 { !0 } else { self.wrapping_div(b) } }
            #[inline(always)]
            fn rem(self, b: Self) -> Self { if b == 0 { self } else { self.wrapping_rem(b) } }
            #[inline(always)]
            fn and(self, b: Self) -> Self { self & b }
            #[inline(always)]
            fn or(self, b: Self) -> Self { self | b }
            #[inline(always)]
            fn xor(self, b: Self) -> Self { self ^ b }
            #[inline(always)]
            fn not(self) -> Self { !self }
            #[inline(always)]
            fn neg(self) -> Self { (0 as $ty).wrapping_sub(self) }
            #[inline(always)]
            fn magnitude(self) -> Self { ($magnitude)(self) }
            #[inline(always)]
            fn reverse(self) -> Self { self.reverse_bits() }
            // PTX shifts clamp: by the width or more, nothing (or the sign) is left.
            #[inline(always)]
            fn shift_left(self, b: u32) -> Self {
                if b < $ty::BITS { self.wrapping_shl(b) } else { 0 }
            }
            #[inline(always)]
            fn shift_right(self, b: u32) -> Self {
                let last = self.wrapping_shr($ty::BITS - 1);
                if b < $ty::BITS { self.wrapping_shr(b) } else if $negative { last } else { 0 }
            }
            #[inline(always)]
            fn saturating_add(self, b: Self) -> Self { self.saturating_add(b) }
            #[inline(always)]
            fn saturating_sub(self, b: Self) -> Self { self.saturating_sub(b) }
            #[inline(always)]
            fn bits(self) -> u64 { u64::from(self as $unsigned) }
            #[inline(always)]
            fn of_bits(bits: u64) -> Self { bits as $ty }
            #[inline(always)]
            fn is_negative(self) -> bool { $negative && self.bits() >> ($ty::BITS - 1) == 1 }
        }
    )+ };
}

integer! {
    u16 u16 u32 |x| x, false;
    i16 u16 i32 i16::wrapping_abs, true;
    u32 u32 u64 |x| x, false;
    i32 u32 i64 i32::wrapping_abs, true;
    u64 u64 u128 |x| x, false;
    i64 u64 i128 i64::wrapping_abs, true;
}

/// Runs a body with a type alias for the Rust type of an [`Int`].
macro_rules! with_int {
    ($int:expr, $ty:ident => $body:expr) => {
        match ($int.width, $int.signed) {
            (Width::W8 | Width::W16, false) => {
                type $ty = u16;
                $body
            }
            (Width::W8 | Width::W16, true) => {
                type $ty = i16;
                $body
            }
            (Width::W32, false) => {
                type $ty = u32;
                $body
            }
            (Width::W32, true) => {
                type $ty = i32;
                $body
            }
            (Width::W64, false) => {
                type $ty = u64;
                $body
            }
            (Width::W64, true) => {
                type $ty = i64;
                $body
            }
        }
    };
}
pub(super) use with_int;
