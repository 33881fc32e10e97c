//! What `atom` and `red` make of a value in memory.

use super::convert::{cut, extend};
use super::half;
use super::real::{canonical32, canonical64, flush};
use crate::ir::Atomic;
use crate::ptx::types::Width;
use crate::ptx::Type;

/// What an atomic leaves in memory.
pub(super) fn update(atomic: Atomic, ty: Type, old: u64, b: u64, c: u64, flushes: bool) -> u64 {
    let (signed_old, signed_b) = (extend(old, ty) as i64, extend(b, ty) as i64);
    let new = match atomic {
        Atomic::And => old & b,
        Atomic::Or => old | b,
        Atomic::Xor => old ^ b,
        Atomic::Exch => b,
        Atomic::Cas => {
            if old == b {
                c
            } else {
                old
            }
        }
        Atomic::Add => match ty {
            _ if ty.half().is_some() => half::atomic_add(ty, old, b),
            Type::Float(Width::W32) => {
                let [x, y] = [old, b].map(|bits| flush(f32::from_bits(bits as u32), flushes));
                u64::from(flush(canonical32(x + y), flushes).to_bits())
            }
            Type::Float(_) => canonical64(f64::from_bits(old) + f64::from_bits(b)).to_bits(),
            _ => old.wrapping_add(b),
        },
        Atomic::Inc => {
            if old >= b {
                0
            } else {
                old + 1
            }
        }
        Atomic::Dec => {
            if old == 0 || old > b {
                b
            } else {
                old - 1
            }
        }
        Atomic::Min if ty.is_signed() => signed_old.min(signed_b) as u64,
        Atomic::Max if ty.is_signed() => signed_old.max(signed_b) as u64,
        Atomic::Min => old.min(b),
        Atomic::Max => old.max(b),
    };
    cut(new, ty.width().unwrap_or(Width::W64))
}
