//! What the addresses of a warp come to: lines of memory, passes over the banks of shared memory.

use super::super::parameters::LINE_BYTES;
use crate::exec::LANES;

/// The 128-byte lines that the lanes of a mask touch, each once, in order of the lanes.
pub fn lines(addresses: &[u64; LANES], mask: u32, into: &mut Vec<u64>) {
    into.clear();
    for (lane, address) in addresses.iter().enumerate() {
        let line = address / LINE_BYTES;
        if mask >> lane & 1 == 1 && !into.iter().rev().any(|&known| known == line) {
            into.push(line);
        }
    }
}

/// What lanes at one address mean to shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// A word is read once and goes to all.
    Broadcast,
    /// Each lane has its own turn: atomics.
    Serial,
}

/// Passes that an access to shared memory takes: for each 4 bytes of a lane's access, the most
/// words that one bank must give.
pub fn bank_passes(
    addresses: &[u64; LANES],
    mask: u32,
    bytes: u32,
    banks: u32,
    passes: Passes,
) -> u32 {
    let mut total = 0;
    for piece in 0..bytes.div_ceil(4) {
        let mut words = [u64::MAX; LANES];
        let mut count = 0;
        for (lane, address) in addresses.iter().enumerate() {
            if mask >> lane & 1 == 1 {
                words[count] = address / 4 + u64::from(piece);
                count += 1;
            }
        }
        let words = &mut words[..count];
        words.sort_unstable();
        let mut of_bank = [0u8; 128];
        let mut most = 0;
        for (index, &word) in words.iter().enumerate() {
            if passes == Passes::Broadcast && index > 0 && words[index - 1] == word {
                continue;
            }
            let bank = &mut of_bank[(word % u64::from(banks.min(128))) as usize];
            *bank += 1;
            most = most.max(*bank);
        }
        total += u32::from(most);
    }
    total.max(1)
}

/// The most lanes that access one address: what an atomic does one after the other.
pub fn same_address(addresses: &[u64; LANES], mask: u32) -> u32 {
    let mut most = 1;
    for lane in 0..LANES {
        let same = |&other: &usize| mask >> other & 1 == 1 && addresses[other] == addresses[lane];
        if mask >> lane & 1 == 1 {
            most = most.max((lane..LANES).filter(same).count());
        }
    }
    most as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::array::from_fn;

    #[test]
    fn lines_are_counted_once() {
        let mut found = Vec::new();
        lines(&from_fn(|lane| 4 * lane as u64), u32::MAX, &mut found);
        assert_eq!(found, [0]);
        lines(&from_fn(|lane| 4 * lane as u64 + 64), u32::MAX, &mut found);
        assert_eq!(found, [0, 1]);
        lines(
            &from_fn(|lane| 128 * (lane as u64 % 4)),
            u32::MAX,
            &mut found,
        );
        assert_eq!(found, [0, 1, 2, 3]);
        lines(&from_fn(|lane| 128 * lane as u64), 0b1010, &mut found);
        assert_eq!(found, [1, 3]);
    }

    #[test]
    fn conflicts_are_words_of_a_bank() {
        let passes = |stride: u64, bytes| {
            let addresses = from_fn(|lane| stride * lane as u64);
            bank_passes(&addresses, u32::MAX, bytes, 32, Passes::Broadcast)
        };
        assert_eq!(passes(4, 4), 1);
        assert_eq!(passes(8, 4), 2);
        assert_eq!(passes(128, 4), 32);
        assert_eq!(passes(132, 4), 1);
        assert_eq!(passes(0, 4), 1, "one word goes to all");
        assert_eq!(passes(8, 8), 4, "two pieces of two passes each");
        let serial = bank_passes(&[0; LANES], 0xff, 4, 32, Passes::Serial);
        assert_eq!(serial, 8);
    }

    #[test]
    fn atomics_of_one_address_take_turns() {
        assert_eq!(same_address(&[4; LANES], u32::MAX), 32);
        assert_eq!(same_address(&from_fn(|lane| lane as u64 / 2), u32::MAX), 2);
        assert_eq!(
            same_address(&from_fn(|lane| lane as u64 / 2), 0x5555_5555),
            1
        );
    }
}
