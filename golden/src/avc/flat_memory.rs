//! A plain array of words: the oracle of everything that the caches do.

use super::codec::{decode, Affine};
use spec::avc::{StrideCode, ADDRESS_BITS};
use spec::warp::{WarpRegister, LANES};
use std::collections::HashMap;

/// Memory as threads see it: no caches, no time. It is sparse; a vector that was never written has
/// contents that follow from its address alone: affine for two addresses of three, else generic.
#[derive(Clone, Debug, Default)]
pub struct FlatMemory {
    written: HashMap<u32, Box<WarpRegister>>,
}

impl FlatMemory {
    /// Memory in which nothing was written yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The words of a vector.
    pub fn read(&self, address: u32) -> WarpRegister {
        let address = on_port(address);
        match self.written.get(&address) {
            Some(vector) => **vector,
            None => initial(address),
        }
    }

    /// Replaces the words under `mask`.
    pub fn write(&mut self, address: u32, mask: u32, data: &WarpRegister) {
        let address = on_port(address);
        let vector = self
            .written
            .entry(address)
            .or_insert_with(|| Box::new(initial(address)));
        merge(vector, mask, data);
    }

    /// The addresses that were written, in no order.
    pub fn addresses(&self) -> impl Iterator<Item = u32> + '_ {
        self.written.keys().copied()
    }
}

/// Replaces the words of `vector` under `mask` by those of `data`.
pub fn merge(vector: &mut WarpRegister, mask: u32, data: &WarpRegister) {
    for (lane, (word, new)) in vector.iter_mut().zip(data).enumerate() {
        if mask >> lane & 1 == 1 {
            *word = *new;
        }
    }
}

/// The bits of an address that its port has.
pub(super) const fn on_port(address: u32) -> u32 {
    address & ((1 << ADDRESS_BITS) - 1)
}

fn initial(address: u32) -> WarpRegister {
    let mixed = (address ^ 0x5bd1_e995).wrapping_mul(0x9e37_79b1);
    match mixed >> 16 & 0xf {
        0..=4 => [mixed; LANES],
        5..=9 => {
            let stride = StrideCode::from_bits(mixed >> 8);
            let base = mixed & !(stride.stride().saturating_sub(1));
            decode(Affine { base, stride })
        }
        _ => std::array::from_fn(|lane| {
            (mixed ^ lane as u32)
                .wrapping_mul(0x85eb_ca6b)
                .rotate_left(lane as u32)
        }),
    }
}
