//! Integer arithmetic, logic and bits, as PTX defines them.

use super::observe::Observer;
use super::scalar::{with_int, Integer};
use super::step::Step;
use super::LANES;
use crate::ir::{
    Bool, Carry, Compare, Count, Instruction, Int, Int1, Int2, Int3, Operand, Permute,
};
use crate::ptx::types::Width;

/// The lower 24 bits, extended by sign or zero.
fn cut24(value: i128, signed: bool) -> i64 {
    let low = (value & 0xff_ffff) as i64;
    if signed {
        low << 40 >> 40
    } else {
        low
    }
}

fn mul24(a: i128, b: i128, signed: bool) -> i64 {
    cut24(a, signed).wrapping_mul(cut24(b, signed))
}

impl<O: Observer> Step<'_, O> {
    pub(super) fn int1(&mut self, f: Int1, int: Int, i: &Instruction, mask: u32) {
        with_int!(int, T => match f {
            Int1::Neg => self.map1(i, mask, |a: T| Integer::neg(a)),
            Int1::Abs => self.map1(i, mask, |a: T| a.magnitude()),
            Int1::Not => self.map1(i, mask, |a: T| Integer::not(a)),
            Int1::Cnot => self.map1(i, mask, |a: T| <T as Integer>::of_bits(u64::from(a == 0))),
            Int1::Brev => self.map1(i, mask, |a: T| a.reverse()),
        });
    }

    pub(super) fn count(&mut self, f: Count, int: Int, i: &Instruction, mask: u32) {
        with_int!(int, T => {
            // The highest bit that differs from the sign; none is all ones.
            let find = |a: T| {
                let a = if a.is_negative() { Integer::not(a) } else { a };
                63u32.wrapping_sub(Integer::bits(a).leading_zeros())
            };
            let width = <T as Integer>::BITS;
            match f {
                Count::Popc => self.map1(i, mask, |a: T| a.count_ones()),
                Count::Clz => self.map1(i, mask, |a: T| a.leading_zeros()),
                Count::Bfind => self.map1(i, mask, find),
                Count::BfindShift => self.map1(i, mask, |a: T| match find(a) {
                    u32::MAX => u32::MAX,
                    at => width - 1 - at,
                }),
            }
        });
    }

    #[inline(always)]
    pub(super) fn int2(&mut self, f: Int2, int: Int, i: &Instruction, mask: u32) {
        with_int!(int, T => match f {
            Int2::Add => self.map2(i, mask, |a: T, b: T| Integer::add(a, b)),
            Int2::AddSat => self.map2(i, mask, |a: T, b: T| Integer::saturating_add(a, b)),
            Int2::Sub => self.map2(i, mask, |a: T, b: T| Integer::sub(a, b)),
            Int2::SubSat => self.map2(i, mask, |a: T, b: T| Integer::saturating_sub(a, b)),
            Int2::MulLo => self.map2(i, mask, |a: T, b: T| Integer::mul(a, b)),
            Int2::MulHi => self.map2(i, mask, |a: T, b: T| a.mul_high(b)),
            Int2::Mul24Lo => self.map2(i, mask, |a: T, b: T| {
                mul24(a.to_i128(), b.to_i128(), int.signed) as T
            }),
            Int2::Mul24Hi => self.map2(i, mask, |a: T, b: T| {
                (mul24(a.to_i128(), b.to_i128(), int.signed) >> 16) as T
            }),
            Int2::Div => self.map2(i, mask, |a: T, b: T| Integer::div(a, b)),
            Int2::Rem => self.map2(i, mask, |a: T, b: T| Integer::rem(a, b)),
            Int2::Min => self.map2(i, mask, |a: T, b: T| a.min(b)),
            Int2::Max => self.map2(i, mask, |a: T, b: T| a.max(b)),
            Int2::And => self.map2(i, mask, |a: T, b: T| Integer::and(a, b)),
            Int2::Or => self.map2(i, mask, |a: T, b: T| Integer::or(a, b)),
            Int2::Xor => self.map2(i, mask, |a: T, b: T| Integer::xor(a, b)),
        });
    }

    pub(super) fn shl(&mut self, width: Width, i: &Instruction, mask: u32) {
        let int = Int {
            width,
            signed: false,
        };
        with_int!(int, T => self.map2(i, mask, |a: T, b: u32| a.shift_left(b)));
    }

    pub(super) fn shr(&mut self, int: Int, i: &Instruction, mask: u32) {
        with_int!(int, T => self.map2(i, mask, |a: T, b: u32| a.shift_right(b)));
    }

    pub(super) fn mul_wide(&mut self, int: Int, i: &Instruction, mask: u32) {
        match (int.width, int.signed) {
            (Width::W32 | Width::W64, true) => {
                self.map2(i, mask, |a: i32, b: i32| i64::from(a) * i64::from(b));
            }
            (Width::W32 | Width::W64, false) => {
                self.map2(i, mask, |a: u32, b: u32| u64::from(a) * u64::from(b));
            }
            (_, true) => self.map2(i, mask, |a: i16, b: i16| i32::from(a) * i32::from(b)),
            (_, false) => self.map2(i, mask, |a: u16, b: u16| u32::from(a) * u32::from(b)),
        }
    }

    pub(super) fn mad_wide(&mut self, int: Int, i: &Instruction, mask: u32) {
        match (int.width, int.signed) {
            (Width::W32 | Width::W64, true) => self.map3(i, mask, |a: i32, b: i32, c: i64| {
                (i64::from(a) * i64::from(b)).wrapping_add(c)
            }),
            (Width::W32 | Width::W64, false) => self.map3(i, mask, |a: u32, b: u32, c: u64| {
                (u64::from(a) * u64::from(b)).wrapping_add(c)
            }),
            (_, true) => self.map3(i, mask, |a: i16, b: i16, c: i32| {
                (i32::from(a) * i32::from(b)).wrapping_add(c)
            }),
            (_, false) => self.map3(i, mask, |a: u16, b: u16, c: u32| {
                (u32::from(a) * u32::from(b)).wrapping_add(c)
            }),
        }
    }

    #[inline(always)]
    pub(super) fn int3(&mut self, f: Int3, int: Int, i: &Instruction, mask: u32) {
        let signed = int.signed;
        with_int!(int, T => match f {
            Int3::MadLo => self.map3(i, mask, |a: T, b: T, c: T| {
                Integer::add(Integer::mul(a, b), c)
            }),
            Int3::MadHi => self.map3(i, mask, |a: T, b: T, c: T| Integer::add(a.mul_high(b), c)),
            Int3::MadHiSat => self.map3(i, mask, |a: T, b: T, c: T| {
                Integer::saturating_add(a.mul_high(b), c)
            }),
            Int3::Mad24Lo => self.map3(i, mask, |a: T, b: T, c: T| {
                Integer::add(mul24(a.to_i128(), b.to_i128(), signed) as T, c)
            }),
            Int3::Mad24Hi => self.map3(i, mask, |a: T, b: T, c: T| {
                Integer::add((mul24(a.to_i128(), b.to_i128(), signed) >> 16) as T, c)
            }),
            Int3::Mad24HiSat => self.map3(i, mask, |a: T, b: T, c: T| {
                Integer::saturating_add((mul24(a.to_i128(), b.to_i128(), signed) >> 16) as T, c)
            }),
            Int3::Sad => self.map3(i, mask, |a: T, b: T, c: T| {
                Integer::add(c, if a < b { Integer::sub(b, a) } else { Integer::sub(a, b) })
            }),
        });
    }

    /// Additions, subtractions and multiply-adds with the condition code.
    pub(super) fn carry(
        &mut self,
        (carry, int, cin, cout): (Carry, Int, bool, bool),
        i: &Instruction,
        mask: u32,
    ) {
        let operands = i.operands().len();
        let flags = if cin {
            self.predicate(i.operand(operands - 1))
        } else {
            0
        };
        let mut out = 0;
        with_int!(int, T => {
            let a = self.operand::<T>(i, 0);
            let b = self.operand::<T>(i, 1);
            let three = matches!(carry, Carry::MadLo | Carry::MadHi);
            let c = if three { self.operand::<T>(i, 2) } else { [0; LANES] };
            let mut d = [0; LANES];
            for lane in 0..LANES {
                let flag = u128::from(flags >> lane & 1);
                let bits = <T as Integer>::BITS;
                let wide = |value: T| u128::from(Integer::bits(value));
                let (a, b, c) = (a[lane], b[lane], c[lane]);
                let sum = match carry {
                    Carry::Add => wide(a) + wide(b) + flag,
                    // The bit above the result is the borrow.
                    Carry::Sub => wide(a).wrapping_sub(wide(b)).wrapping_sub(flag),
                    Carry::MadLo => wide(Integer::mul(a, b)) + wide(c) + flag,
                    Carry::MadHi => wide(a.mul_high(b)) + wide(c) + flag,
                };
                d[lane] = sum as T;
                out |= u32::from(sum >> bits & 1 == 1) << lane;
            }
            self.write(i.result(0), d, mask);
        });
        if cout {
            self.write_predicate(i.result(1), out, mask);
        }
    }

    pub(super) fn bfe(&mut self, int: Int, i: &Instruction, mask: u32) {
        with_int!(int, T => self.map3(i, mask, |a: T, b: u32, c: u32| {
            let bits = <T as Integer>::BITS;
            let (position, length) = (b & 0xff, c & 0xff);
            let top = bits - 1;
            let sign_at = (position + length).wrapping_sub(1).min(top);
            let source = Integer::bits(a);
            let sign = int.signed && length != 0 && source >> sign_at & 1 == 1;
            let mut field = if position > top { 0 } else { source >> position };
            let kept = length.min(bits.saturating_sub(position));
            let ones = if kept >= 64 { u64::MAX } else { (1 << kept) - 1 };
            field &= ones;
            <T as Integer>::of_bits(if sign { field | !ones } else { field })
        }));
    }

    pub(super) fn bfi(&mut self, width: Width, i: &Instruction, mask: u32) {
        let f = |a: u64, b: u64, position: u32, length: u32, bits: u32| {
            let (position, length) = (position & 0xff, length & 0xff);
            if position >= bits {
                return b;
            }
            let kept = length.min(bits - position);
            let ones = if kept >= 64 {
                u64::MAX
            } else {
                (1 << kept) - 1
            };
            b & !(ones << position) | (a & ones) << position
        };
        let position = self.operand::<u32>(i, 2);
        let length = self.operand::<u32>(i, 3);
        if width == Width::W64 {
            let (a, b) = (self.operand::<u64>(i, 0), self.operand::<u64>(i, 1));
            let d = std::array::from_fn(|l| f(a[l], b[l], position[l], length[l], 64));
            self.write::<u64>(i.result(0), d, mask);
        } else {
            let (a, b) = (self.operand::<u32>(i, 0), self.operand::<u32>(i, 1));
            let d = std::array::from_fn(|l| {
                f(a[l].into(), b[l].into(), position[l], length[l], 32) as u32
            });
            self.write::<u32>(i.result(0), d, mask);
        }
    }

    pub(super) fn prmt(&mut self, mode: Permute, i: &Instruction, mask: u32) {
        self.map3(i, mask, |a: u32, b: u32, c: u32| {
            let bytes = (u64::from(b) << 32 | u64::from(a)).to_le_bytes();
            let n = (c & 3) as usize;
            let pick: [usize; 4] = match mode {
                Permute::Default => {
                    return u32::from_le_bytes(std::array::from_fn(|k| {
                        let selector = (c >> (4 * k)) as usize;
                        let byte = bytes[selector & 7];
                        if selector & 8 == 0 {
                            byte
                        } else {
                            (byte as i8 >> 7) as u8
                        }
                    }));
                }
                Permute::Forward4 => std::array::from_fn(|k| n + k),
                Permute::Backward4 => std::array::from_fn(|k| (n + 8 - k) % 8),
                Permute::Replicate8 => [n; 4],
                Permute::EdgeLeft => std::array::from_fn(|k| k.max(n)),
                Permute::EdgeRight => std::array::from_fn(|k| k.min(n)),
                Permute::Replicate16 => std::array::from_fn(|k| (n & 1) * 2 + (k & 1)),
            };
            u32::from_le_bytes(pick.map(|k| bytes[k]))
        });
    }

    pub(super) fn shf(&mut self, left: bool, wrap: bool, i: &Instruction, mask: u32) {
        self.map3(i, mask, |a: u32, b: u32, c: u32| {
            let n = if wrap { c & 31 } else { c.min(32) };
            let both = u64::from(b) << 32 | u64::from(a);
            if left {
                (both << n >> 32) as u32
            } else {
                (both >> n) as u32
            }
        });
    }

    pub(super) fn lop3(&mut self, table: u8, i: &Instruction, mask: u32) {
        self.map3(i, mask, |a: u32, b: u32, c: u32| {
            (0..8).fold(0, |bits, row| {
                if table >> row & 1 == 0 {
                    return bits;
                }
                let side = |value: u32, bit: u32| if row >> bit & 1 == 1 { value } else { !value };
                bits | side(a, 2) & side(b, 1) & side(c, 0)
            })
        });
    }

    pub(super) fn dp4a(&mut self, signs: (bool, bool), i: &Instruction, mask: u32) {
        let part = |byte: u8, signed| {
            if signed {
                i32::from(byte as i8)
            } else {
                i32::from(byte)
            }
        };
        self.map3(i, mask, |a: u32, b: u32, c: u32| {
            let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
            (0..4).fold(c, |sum, k| {
                let product = part(a[k], signs.0) * part(b[k], signs.1);
                sum.wrapping_add(product as u32)
            })
        });
    }

    pub(super) fn dp2a(&mut self, signs: (bool, bool), high: bool, i: &Instruction, mask: u32) {
        let half = |half: u32, signed| {
            if signed {
                half as u16 as i16 as i32
            } else {
                (half & 0xffff) as i32
            }
        };
        let byte = |byte: u8, signed| {
            if signed {
                i32::from(byte as i8)
            } else {
                i32::from(byte)
            }
        };
        self.map3(i, mask, |a: u32, b: u32, c: u32| {
            let bytes = b.to_le_bytes();
            (0..2).fold(c, |sum, k| {
                let bytes = byte(bytes[k + 2 * usize::from(high)], signs.1);
                let product = half(a >> (16 * k), signs.0).wrapping_mul(bytes);
                sum.wrapping_add(product as u32)
            })
        });
    }

    /// A bit for each lane: the comparison of two integers.
    pub(super) fn compare_int(&self, compare: Compare, int: Int, i: &Instruction) -> u32 {
        with_int!(int, T => match compare {
            Compare::Eq | Compare::Equ => self.test2(i, |a: T, b: T| a == b),
            Compare::Ne | Compare::Neu => self.test2(i, |a: T, b: T| a != b),
            Compare::Lt | Compare::Ltu => self.test2(i, |a: T, b: T| a < b),
            Compare::Le | Compare::Leu => self.test2(i, |a: T, b: T| a <= b),
            Compare::Gt | Compare::Gtu => self.test2(i, |a: T, b: T| a > b),
            Compare::Ge | Compare::Geu => self.test2(i, |a: T, b: T| a >= b),
            Compare::Num => super::FULL,
            Compare::Nan => 0,
        })
    }

    /// The results of `setp` and `set`: the comparison and its opposite, both combined.
    pub(super) fn combine(&self, bits: u32, combine: Option<Bool>, c: Operand) -> (u32, u32) {
        let Some(combine) = combine else {
            return (bits, !bits);
        };
        let c = self.predicate(c);
        match combine {
            Bool::And => (bits & c, !bits & c),
            Bool::Or => (bits | c, !bits | c),
            Bool::Xor => (bits ^ c, !bits ^ c),
        }
    }
}
