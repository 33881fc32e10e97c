//! Algorithms 1 and 2 as printed, to show what `docs/rationale/avc.md` says of them: four short
//! sequences after which they return stale data. There is no clock and no capacity.

use golden::avc::{decode, encode, Affine, FlatMemory, Looked, Transaction};
use std::collections::HashMap;

use crate::avc::lanes::strided;
use crate::avc::play::{read, write};

#[derive(Default)]
struct Letter {
    avc: HashMap<u32, (Affine, u32)>,
    l1: HashMap<u32, Looked>,
    memory: FlatMemory,
}

impl Letter {
    /// Algorithm 1, and its replay.
    fn read(&mut self, a: u32, m: u32) -> [u32; 32] {
        let mut data = [0; 32];
        if let Some(&(affine, valid)) = self.avc.get(&a).filter(|entry| entry.1 & m != 0) {
            take(&mut data, m & valid, &decode(affine));
            if m & !valid != 0 {
                let rest = self.read(a, m & !valid);
                take(&mut data, m & !valid, &rest);
            }
        } else if let Some(looked) = self.l1.get(&a) {
            take(&mut data, m, &looked.data);
        } else {
            let d = self.memory.read(a);
            take(&mut data, m, &d);
            match encode(&d, m) {
                Some(affine) => drop(self.avc.insert(a, (affine, m))),
                None => drop(self.l1.insert(
                    a,
                    Looked {
                        held: !0,
                        modified: 0,
                        data: d,
                    },
                )),
            }
        }
        data
    }

    /// Algorithm 2; "writeback dirty data" merges both parts on the memory side (4.3).
    fn write(&mut self, a: u32, m: u32, d: &[u32; 32]) {
        let Some(affine) = encode(d, m) else {
            let looked = self.l1.entry(a).or_default();
            take(&mut looked.data, m, d);
            looked.held |= m;
            looked.modified |= m;
            return;
        };
        let entry = self.avc.get(&a).copied();
        if entry.is_some_and(|(old, valid)| valid & !m != 0 && old != affine) {
            self.evict(a);
        }
        let entry = self.avc.entry(a).or_insert((affine, 0));
        *entry = (affine, entry.1 | m);
    }

    fn evict(&mut self, a: u32) {
        if let Some(looked) = self.l1.remove(&a) {
            self.memory.write(a, looked.modified, &looked.data);
        }
        if let Some((affine, valid)) = self.avc.remove(&a) {
            self.memory.write(a, valid, &decode(affine));
        }
    }
}

fn take(data: &mut [u32; 32], mask: u32, from: &[u32; 32]) {
    for lane in (0..32).filter(|lane| mask >> lane & 1 == 1) {
        data[lane] = from[lane];
    }
}

/// Whether the letter and a flat memory differ in what the last read gives.
fn is_stale(transactions: &[Transaction], evict_before_last: bool) -> bool {
    let mut letter = Letter::default();
    let mut flat = FlatMemory::new();
    let mut is_stale = false;
    for (n, transaction) in transactions.iter().enumerate() {
        if evict_before_last && n + 1 == transactions.len() {
            if let Some(address) = transaction.address() {
                // Line replacement: the AVC's part goes to memory.
                if let Some((affine, valid)) = letter.avc.remove(&address) {
                    letter.memory.write(address, valid, &decode(affine));
                }
            }
        }
        match transaction {
            Transaction::Write {
                address,
                mask,
                data,
            } => {
                letter.write(*address, *mask, data);
                flat.write(*address, *mask, data);
            }
            Transaction::Read { address, mask } => {
                let mut expected = [0; 32];
                take(&mut expected, *mask, &flat.read(*address));
                is_stale = letter.read(*address, *mask) != expected;
            }
            Transaction::Flush => {}
        }
    }
    is_stale
}

fn generic(seed: u32) -> [u32; 32] {
    std::array::from_fn(|i| (i as u32 + seed).wrapping_mul(0x9e37_79b1))
}

#[test]
fn a_generic_write_is_hidden_by_the_older_affine_one() {
    let transactions = [
        write(0, !0, strided((0, 4))),
        write(0, !0, generic(1)),
        read(0, !0),
    ];
    assert!(is_stale(&transactions, false));
}

#[test]
fn the_l1s_older_copy_comes_back_when_the_avc_evicts() {
    let transactions = [
        write(0, !0, generic(1)),
        write(0, !0, strided((0, 4))),
        read(0, !0),
    ];
    assert!(!is_stale(&transactions, false));
    assert!(is_stale(&transactions, true));
}

#[test]
fn a_fill_of_the_l1_takes_lanes_that_the_avc_holds() {
    let low = 0x0000_ffff;
    let transactions = [write(0, low, strided((0, 4))), read(0, !0), read(0, !0)];
    // The replay of lanes 16 to 31 fills the whole L1 line from memory, which lacks lanes 0 to 15.
    assert!(!is_stale(&transactions, false));
    assert!(is_stale(&transactions, true));
}

#[test]
fn a_line_hit_in_the_l1_is_taken_for_a_hit_of_every_lane() {
    let transactions = [write(0, 3 << 8, generic(1)), read(0, !0)];
    assert!(is_stale(&transactions, false));
}
