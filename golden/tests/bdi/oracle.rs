//! The contract once more, as naively as possible, to compare the models with.
//!
//! Nothing here is shared with the models: forms are byte strings that grow, sizes follow from
//! their length, and arithmetic goes byte by byte with borrow and carry.

use spec::bdi::{CompressionRange, Mode, Modes};
use spec::warp::WarpRegister;

/// `a - b` modulo 256^4, byte by byte.
fn subtract(a: [u8; 4], b: [u8; 4]) -> [u8; 4] {
    let mut difference = [0; 4];
    let mut borrow = 0;
    for n in 0..4 {
        let d = i16::from(a[n]) - i16::from(b[n]) - borrow;
        borrow = i16::from(d < 0);
        difference[n] = d.rem_euclid(256) as u8;
    }
    difference
}

/// `a + b` modulo 256^4, byte by byte.
fn add(a: [u8; 4], b: [u8; 4]) -> [u8; 4] {
    let mut sum = [0; 4];
    let mut carry = 0;
    for n in 0..4 {
        let s = u16::from(a[n]) + u16::from(b[n]) + carry;
        carry = s / 256;
        sum[n] = (s % 256) as u8;
    }
    sum
}

/// Whether the bytes from `kept` on only repeat the sign of the bytes before; of no bytes the
/// sign is plus.
fn is_sign_extension(bytes: [u8; 4], kept: usize) -> bool {
    let negative = kept > 0 && bytes[kept - 1] >= 0x80;
    let filler = if negative { 0xff } else { 0x00 };
    bytes[kept..].iter().all(|&byte| byte == filler)
}

fn sign_extended(kept: &[u8]) -> [u8; 4] {
    let negative = kept.last().is_some_and(|&byte| byte >= 0x80);
    let mut bytes = if negative { [0xff; 4] } else { [0; 4] };
    bytes[..kept.len()].copy_from_slice(kept);
    bytes
}

fn lanes(register: &WarpRegister) -> Vec<[u8; 4]> {
    register.iter().map(|lane| lane.to_le_bytes()).collect()
}

/// A register from at most 128 bytes, the rest 0.
pub fn register(bytes: &[u8]) -> WarpRegister {
    std::array::from_fn(|lane| {
        let byte = |n| u32::from(bytes.get(4 * lane + n).copied().unwrap_or(0));
        byte(0) + 256 * (byte(1) + 256 * (byte(2) + 256 * byte(3)))
    })
}

/// Range, bank enable and banks.
pub fn compress(modes: Modes, bypass: bool, data: &WarpRegister) -> (u32, u8, WarpRegister) {
    let lanes = lanes(data);
    let deltas: Vec<_> = lanes[1..].iter().map(|&l| subtract(l, lanes[0])).collect();
    let choices = [
        (1, Mode::FourZero, 0),
        (2, Mode::FourOne, 1),
        (3, Mode::FourTwo, 2),
    ];
    for (range, mode, kept) in choices {
        let fits = deltas.iter().all(|&delta| is_sign_extension(delta, kept));
        if !bypass && fits && modes.contains(mode) {
            let mut form = lanes[0].to_vec();
            for n in 0..kept {
                form.extend(deltas.iter().map(|delta| delta[n]));
            }
            return (range, mask(form.len()), register(&form));
        }
    }
    (0, mask(128), *data)
}

/// One bit for every 16 bytes begun.
fn mask(bytes: usize) -> u8 {
    (0..8)
        .filter(|bank| 16 * bank < bytes)
        .map(|bank| 1 << bank)
        .sum()
}

/// The register that a form stands for.
pub fn decompress(range: CompressionRange, banks: &WarpRegister) -> WarpRegister {
    let form: Vec<u8> = lanes(banks).concat();
    let base = [form[0], form[1], form[2], form[3]];
    let mut bytes = base.to_vec();
    for lane in 1..32 {
        bytes.extend(match range {
            CompressionRange::Uncompressed => lanes(banks)[lane],
            CompressionRange::FourZero => base,
            CompressionRange::FourOne => add(base, sign_extended(&[form[3 + lane]])),
            CompressionRange::FourTwo => {
                add(base, sign_extended(&[form[3 + lane], form[34 + lane]]))
            }
        });
    }
    register(&bytes)
}
