//! Accesses by hand.

use super::*;

const CONSTANT: WarpRegister = [7; 32];

fn watch() -> Watch {
    Watch::new(1, 16, 4, Modes::ALL)
}

#[test]
fn periods_between_accesses_are_idle() {
    let mut watch = watch();
    watch.begin(0);
    watch.give(0, 0, 0..2, 0);
    watch.access(0, 0, 0, Access::Write, 20);
    watch.access(0, 0, 0, Access::Read, 21);
    watch.access(0, 0, 0, Access::Read, 26);
    watch.give_back(0, 0, 0..2, 40);
    watch.end(50);
    let seen = watch.profile();
    assert_eq!((seen.reuses, seen.reuse_cycles), (2, 6));
    let of = |from| seen.idle.iter().find(|idle| idle.from == from).copied();
    // 20 cycles before the write, 4 before the second read, 13 at the end; the other register 40.
    let idle = |from, before_read, before_write, before_end, cycles| {
        Some(Idle {
            from,
            before_read,
            before_write,
            before_end,
            cycles,
        })
    };
    assert_eq!(of(16), idle(16, 0, 1, 0, 20));
    assert_eq!(of(4), idle(4, 1, 0, 0, 4));
    assert_eq!(of(13), idle(13, 0, 0, 1, 13));
    assert_eq!(of(32), idle(32, 0, 0, 1, 40));
    let used = |accessed, cycles| Utilisation { accessed, cycles };
    assert_eq!(seen.registers, used(3, 80));
    assert_eq!((seen.file, seen.banks), (used(3, 50), used(3, 200)));
    assert_eq!(seen.warps, used(3, 40));
    // Every cycle that a register belongs to a warp is an access or idle.
    let all: u64 = seen.idle.iter().map(|idle| idle.cycles).sum();
    assert_eq!(all + seen.registers.accessed, seen.registers.cycles);
}

#[test]
fn a_period_saves_what_its_best_state_saves() {
    // SS saves 6 a cycle beyond 4, DS 58 beyond 13, OFF 100 beyond 16.
    for (cycles, kept, lost) in [
        (4, 0, 0),
        (5, 6, 6),
        (14, 60, 60),
        (15, 116, 116),
        (19, 348, 348),
        (24, 638, 800),
        (113, 5800, 9700),
    ] {
        assert_eq!(saveable(cycles, true), kept, "{cycles}");
        assert_eq!(saveable(cycles, false), lost, "{cycles}");
    }
    let mut watch = watch();
    watch.begin(0);
    watch.give(0, 0, 0..2, 0);
    watch.access(0, 0, 0, Access::Overwrite, 24);
    watch.access(0, 0, 0, Access::Read, 40);
    watch.access(0, 0, 0, Access::Write, 65);
    watch.give_back(0, 0, 0..2, 100);
    watch.end(100);
    // 24 cycles OFF, 15 and 24 in DS, 34 to the end, and 100 of the other register.
    let saved = 800 + 116 + 638 + 3400 + 10_000;
    assert_eq!(watch.profile().saveable, saved);
}

#[test]
fn windows_count_registers_once() {
    let mut watch = watch();
    watch.begin(0);
    watch.give(0, 0, 0..4, 0);
    for (register, now) in [(0, 10), (0, 11), (1, 99), (0, 100), (3, 350)] {
        watch.access(0, 0, register, Access::Read, now);
    }
    watch.requested(360, 1);
    watch.end(500);
    let windows = watch.profile().windows;
    assert_eq!((windows.count, windows.registers), (5, 4));
    assert_eq!(windows.accesses, [3, 1, 0, 1, 0]);
    assert_eq!(windows.behind, [0, 0, 0, 1, 0]);
}

#[test]
fn what_is_written_in_part_is_not_compressed() {
    let mut watch = watch();
    watch.begin(0);
    watch.give(0, 0, 0..4, 0);
    watch.holds(0, 2, &CONSTANT, true);
    watch.issued(false);
    watch.holds(0, 2, &CONSTANT, false);
    watch.issued(true);
    let seen = watch.profile();
    let phase = |compressed| Phase {
        instructions: 1,
        allocated: 4,
        compressed,
    };
    assert_eq!((seen.not_divergent, seen.divergent), (phase(1), phase(0)));
}
