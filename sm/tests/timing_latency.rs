//! Tiny kernels whose cycles are counted by hand, from docs/sm/pipeline.md and the parameters.

use crate::support;

use sm::timing::{Counts, Parameters, Settings};
use support::tiny;

/// From fetch that misses everything to the first instruction in the buffer: DRAM and the buffer.
const COLD: u64 = 400 + 2;

fn cycles(body: &str, threads: u32, parameters: Parameters) -> Counts {
    tiny(body, threads, Settings::new(parameters))
}

/// Cycles of one warp.
fn one(body: &str) -> u64 {
    cycles(body, 32, Parameters::FERMI).cycles
}

#[test]
fn an_exit_alone_takes_its_fetch() {
    // Fetched in cycle 0, in the buffer in cycle 402, issued in it; the launch is over after it.
    assert_eq!(one(""), COLD + 1);
}

#[test]
fn a_dependent_addition_waits_for_reading_adding_and_writing() {
    // An operation accepted in t is offered in t + 5 with sources, in t + 1 without, begins in that
    // cycle and has its result 6 cycles later; the register is free 3 cycles after that.
    let first = "mov.u32 %r1, %tid.x;";
    let next = "add.s32 %r1, %r1, %r1;";
    let last = "st.shared.u32 [room], %r1;";
    let base = one(&format!("{first}\n{next}\n{last}"));
    let two = one(&format!("{first}\n{next}\n{next}\n{last}"));
    let three = one(&format!("{first}\n{next}\n{next}\n{next}\n{last}"));
    assert_eq!(two - base, 5 + 6 + 3);
    assert_eq!(three - two, 5 + 6 + 3);
    // mov in 402, free in 402 + 1 + 6 + 3; add; the store is offered 5 later and takes one pass; the
    // exit was issued before it.
    assert_eq!(base, COLD + 10 + 14 + 5 + 1 + 1);
}

#[test]
fn independent_instructions_of_a_warp_issue_in_the_rhythm_of_fetch() {
    // A buffer of two, refilled two cycles after it is empty: two instructions in three cycles.
    let body = |n: u32| "st.shared.u32 [room], 7;\n".repeat(n as usize);
    // Within one line of 16 instructions.
    assert_eq!(one(&body(8)) - one(&body(4)), 2 * 3);
}

#[test]
fn shared_memory_takes_a_pass_for_each_conflict() {
    let body = |stride: u32| {
        format!(
            "mov.u32 %r1, %tid.x;\nmul.lo.s32 %r2, %r1, {stride};\nmov.u32 %r3, room;\n\
             add.s32 %r3, %r3, %r2;\nld.shared.u32 %r4, [%r3];\nst.shared.u32 [room], %r4;"
        )
    };
    let free = cycles(&body(4), 32, Parameters::FERMI);
    let two = cycles(&body(8), 32, Parameters::FERMI);
    let all = cycles(&body(128), 32, Parameters::FERMI);
    assert_eq!(free.bank_conflicts, 0);
    assert_eq!(two.cycles - free.cycles, 1);
    assert_eq!(all.cycles - free.cycles, 31);
    assert_eq!(all.bank_conflicts, 31);
}

#[test]
fn global_memory_takes_a_line_a_cycle_and_the_latency_of_where_it_is() {
    let body = |shift: u32, again: &str| {
        format!(
            "ld.param.u32 %r1, [p];\nmov.u32 %r2, %tid.x;\nshl.b32 %r2, %r2, {shift};\n\
             add.s32 %r3, %r1, %r2;\nld.global.u32 %r4, [%r3];\n{again}\
             st.shared.u32 [room], %r4;"
        )
    };
    let one_line = cycles(&body(2, ""), 32, Parameters::FERMI);
    assert_eq!(one_line.traffic.l1_misses, 1);
    let four = cycles(&body(4, ""), 32, Parameters::FERMI);
    assert_eq!(four.traffic.l1_misses, 4);
    // The last of four lines waits for DRAM: 15 cycles of this share of bandwidth a line.
    let behind = four.cycles - one_line.cycles;
    assert_eq!(behind, 3 * 15);
    // A load of the same line after it: read 5, the L1's 45, written 3.
    let again = "add.s32 %r3, %r3, %r4;\nld.global.u32 %r4, [%r3];\n";
    let twice = cycles(&body(2, again), 32, Parameters::FERMI);
    assert_eq!(twice.cycles - one_line.cycles, (5 + 6 + 3) + (5 + 45 + 3));
    assert_eq!(twice.traffic.l1_misses, 1);
}

#[test]
fn a_long_division_takes_its_latency() {
    let body = |op: &str| {
        format!("mov.u32 %r1, %tid.x;\n{op}.u32 %r2, %r1, 7;\nst.shared.u32 [room], %r2;")
    };
    assert_eq!(one(&body("div")) - one(&body("add")), 153 - 6);
}

#[test]
fn a_barrier_waits_for_all() {
    // The first warp divides before the barrier, the others after it: without a barrier side by side.
    let body = |barrier: &str| {
        format!(
            "mov.u32 %r1, %tid.x;\nsetp.lt.u32 %p1, %r1, 32;\n@!%p1 bra over;\n\
             div.u32 %r2, %r1, 7;\nst.shared.u32 [room], %r2;\nover: {barrier}\n@%p1 bra end;\n\
             div.u32 %r3, %r1, 9;\nst.shared.u32 [room+4], %r3;\nend:"
        )
    };
    let with = cycles(&body("bar.sync 0;"), 256, Parameters::FERMI);
    let without = cycles(&body(""), 256, Parameters::FERMI);
    assert_eq!(with.issued, without.issued + 8);
    assert!(with.cycles > without.cycles + 140, "{with:?}\n{without:?}");
    assert_eq!(with.issued, with.retired);
}

#[test]
fn a_register_file_that_is_too_small_holds_fewer_blocks() {
    let many = Parameters {
        registers: 64,
        ..Parameters::FERMI
    };
    let body = "mov.u32 %r1, %tid.x;\nst.shared.u32 [room], %r1;";
    assert_eq!(cycles(body, 64, many).issued, 2 * 3);
}
