//! What the contract does where Algorithms 1 and 2 to the letter return stale data.

use crate::avc::cache_by_hand::generic_vector;
use crate::avc::lanes::strided;
use crate::avc::play::{read, small, write, Play};
use golden::avc::Transaction;
use surroundings::avc::environment::Timing;

const LOW: u32 = 0x0000_ffff;
const HIGH: u32 = 0xffff_0000;

fn play() -> Play {
    Play::new(7, small(), Timing::IMMEDIATE)
}

/// Affine under no mask with two lanes of one half.
fn generic() -> [u32; 32] {
    std::array::from_fn(|i| (i as u32 * i as u32) ^ 0x55)
}

#[test]
pub fn generic_write_clears_valid_bits() {
    let mut play = play();
    play.settled(write(3, !0, strided((0, 4))));
    assert_eq!(play.cache.valid_lanes(3), !0);
    play.settled(write(3, HIGH, generic()));
    assert_eq!(play.cache.valid_lanes(3), LOW);
    assert_eq!(play.around.l1().lookup(3).modified, HIGH);
    let one = play.settled(read(3, !0));
    assert_eq!(one.answers, 2);
    assert_eq!((one.data[15], one.data[16]), (60, generic()[16]));
}

#[test]
pub fn affine_write_invalidates_l1() {
    let mut play = play();
    play.settled(write(3, !0, generic()));
    play.settled(write(3, LOW, strided((0, 4))));
    assert_eq!(play.around.l1().lookup(3).held, HIGH);
    assert_eq!(play.cache.valid_lanes(3), LOW);
    // Out of the AVC again: the L1's copy of the low lanes must not come back.
    play.settled(Transaction::Flush);
    assert_eq!(play.settled(read(3, 1 << 15)).data[15], 60);
}

#[test]
pub fn fill_leaves_out_held_lanes() {
    let mut play = play();
    let address = generic_vector(&play);
    play.settled(write(address, 0x0000_000f, strided((64, 4))));
    play.settled(write(address, 0x0000_00f0, generic()));
    let missed = play.settled(read(address, HIGH));
    assert_eq!(missed.data[20], play.around.oracle().read(address)[20]);
    let looked = play.around.l1().lookup(address);
    assert_eq!((looked.held, looked.modified), (!0x0000_000f, 0x0000_00f0));
    let one = play.settled(read(address, !0));
    assert_eq!((one.data[3], one.data[4]), (76, generic()[4]));
    // AVC, then L1.
    assert_eq!(one.answers, 2);
}

#[test]
pub fn conflict_evicts_older_vector() {
    let mut play = play();
    // Three parts: lanes 0-7 in the AVC, 8-15 modified in the L1, the rest in memory.
    play.settled(write(3, 0x00ff, strided((0, 4))));
    play.settled(write(3, 0xff00, generic()));
    let before = play.around.traffic();
    play.settled(write(3, HIGH, strided((0, 1))));
    let after = play.around.traffic();
    assert_eq!(play.cache.valid_lanes(3), HIGH);
    // The L1 has both older parts, and memory neither.
    let looked = play.around.l1().lookup(3);
    assert_eq!((looked.held, looked.modified), (LOW, LOW));
    assert_eq!(after.write_backs, before.write_backs);
    let one = play.settled(read(3, !0));
    assert_eq!(
        (one.data[7], one.data[8], one.data[16]),
        (28, generic()[8], 16)
    );
}

#[test]
fn conflict_of_a_fill_evicts_the_older_vector_too() {
    let mut play = play();
    let is_affine = |&a: &u32| golden::avc::encode(&play.around.oracle().read(a), HIGH).is_some();
    let address = (0..).find(is_affine).expect("two in three are affine");
    play.settled(write(address, 0x00ff, strided((12, 4))));
    play.settled(read(address, HIGH));
    assert_eq!(play.cache.valid_lanes(address), HIGH);
    assert_eq!(play.around.l1().lookup(address).modified, 0x00ff);
    let one = play.settled(read(address, 0x00ff));
    assert_eq!(one.data[7], 40);
}

/// What the AVC gives up clean is clean in the L1 too.
#[test]
fn a_clean_vector_that_conflicts_is_clean_in_the_l1() {
    let mut play = play();
    let is_affine = |&a: &u32| golden::avc::encode(&play.around.oracle().read(a), !0).is_some();
    let address = (0..).find(is_affine).expect("two in three are affine");
    play.settled(read(address, !0));
    play.settled(write(address, HIGH, strided((0, 1))));
    let looked = play.around.l1().lookup(address);
    assert_eq!((looked.held, looked.modified), (LOW, 0));
}

#[test]
fn what_is_overwritten_wholly_does_not_conflict() {
    let mut play = play();
    play.settled(write(3, LOW, strided((0, 4))));
    play.settled(write(3, LOW | 1 << 20, strided((0, 1))));
    assert_eq!(play.around.l1().lookup(3).held, 0);
    assert_eq!(play.cache.valid_lanes(3), LOW | 1 << 20);
}

/// Section 4.3, extraneous divergence: the same instruction under two masks without a common lane.
#[test]
fn the_same_vector_gathers_lanes() {
    let mut play = play();
    play.settled(write(3, LOW, strided((0, 4))));
    play.settled(write(3, HIGH, strided((0, 4))));
    assert_eq!(play.cache.valid_lanes(3), !0);
    assert_eq!(play.settled(read(3, !0)).answers, 1);
}

/// Clean vectors are not written back: the paper's metric is traffic (5.1).
#[test]
fn what_memory_has_is_not_written_back() {
    let mut play = play();
    let is_affine = |&a: &u32| golden::avc::encode(&play.around.oracle().read(a), !0).is_some();
    let address = (0..).find(is_affine).expect("two in three are affine");
    play.settled(read(address, !0));
    assert_eq!(play.cache.valid_lanes(address), !0);
    play.settled(Transaction::Flush);
    assert_eq!(play.around.traffic().write_backs, 0);
}

/// A third line in a set of two evicts the one that was not used last.
#[test]
fn a_new_line_evicts_the_pseudo_lru_one() {
    let mut play = play();
    for address in [0x00, 0x20] {
        play.settled(write(address, !0, strided((address, 1))));
    }
    play.settled(read(0x00, !0));
    play.settled(write(0x40, !0, strided((0, 2))));
    assert_eq!(play.cache.valid_lanes(0x00), !0);
    assert_eq!(play.cache.valid_lanes(0x20), 0);
    assert_eq!(play.settled(read(0x20, !0)).data[31], 0x3f);
}

/// A write places as a read uses: the line written last stays.
#[test]
fn placing_counts_as_use() {
    let mut play = play();
    for address in [0x00, 0x20, 0x00] {
        play.settled(write(address, !0, strided((address, 1))));
    }
    play.settled(write(0x40, !0, strided((0, 2))));
    assert_eq!(play.cache.valid_lanes(0x00), !0);
    assert_eq!(play.cache.valid_lanes(0x20), 0);
}

/// The encoder sees the mask in a fill too: one lane of a generic vector is uniform.
#[test]
fn a_fill_is_encoded_under_its_mask() {
    let mut play = play();
    let address = generic_vector(&play);
    play.settled(read(address, 1 << 20));
    assert_eq!(play.cache.valid_lanes(address), 1 << 20);
    assert_eq!(play.around.traffic().l1_stores, 0);
}

/// A flushed line is free: the next flush asks each line once and evicts nothing.
#[test]
fn a_flush_leaves_no_valid_line() {
    let mut play = play();
    for address in 0..64 {
        play.settled(write(address, !0, strided((address, 1))));
    }
    play.settled(Transaction::Flush);
    let asked = play.around.cycle();
    let again = play.one(Transaction::Flush);
    // Acceptance, three of lookup, execution, four lines, the commit, the answer.
    assert_eq!(again.cycle - asked, 1 + 3 + 1 + 4 + 1);
}

/// An entry that a generic write emptied is no longer dirty, whatever comes into it.
#[test]
fn an_emptied_entry_is_clean() {
    let mut play = play();
    let is_affine = |&a: &u32| golden::avc::encode(&play.around.oracle().read(a), !0).is_some();
    let address = (0..).find(is_affine).expect("two in three are affine");
    let lanes = play.around.oracle().read(address);
    // The very vector that memory holds: dirty, emptied, and filled again by another half.
    play.settled(write(address, LOW, lanes));
    play.settled(write(address, LOW, generic()));
    play.settled(read(address, HIGH));
    assert_eq!(play.cache.valid_lanes(address), HIGH);
    play.ask(Transaction::Flush);
    let mut masks = Vec::new();
    while !play.around.is_idle() {
        let (_, outputs) = play.cycle();
        if outputs.mem_write {
            masks.push(outputs.mem_mask);
        }
    }
    // The L1's words only.
    assert_eq!(masks, [LOW]);
}
