//! Cycles worked by hand from `docs/units/avc.md`.

use crate::avc::lanes::strided;
use crate::avc::play::{read, small, write, Play};
use golden::avc::Transaction;
use spec::avc::{CacheInputs, CacheOutputs};
use surroundings::avc::environment::{Ordering, Timing};

/// What happens at the ports in a cycle, as text.
pub fn events(inputs: &CacheInputs, outputs: &CacheOutputs) -> String {
    let mut events = Vec::new();
    if inputs.req_valid && outputs.req_ready {
        events.push(match (inputs.req_flush, inputs.req_write) {
            (true, _) => "accept flush".to_owned(),
            (false, is_write) => format!(
                "accept {} {:x} {:08x}",
                if is_write { "write" } else { "read" },
                inputs.req_address,
                inputs.req_mask
            ),
        });
    }
    if !outputs.req_ready {
        events.push("not ready".to_owned());
    }
    if outputs.l1_lookup_valid {
        events.push(format!("look up {:x}", outputs.l1_lookup_address));
    }
    if outputs.ans_valid {
        let from_l1 = if outputs.l1_use_valid { " from L1" } else { "" };
        events.push(if outputs.ans_missed && !outputs.ans_data_valid {
            format!("waits in {}", outputs.ans_miss)
        } else {
            let from = if outputs.ans_missed {
                " from memory"
            } else {
                from_l1
            };
            format!(
                "answer {:08x} replay {:08x}{from}",
                outputs.ans_lanes, outputs.ans_replay
            )
        });
    }
    if outputs.l1_command_valid {
        let command = match (outputs.l1_command_store, outputs.l1_command_modified) {
            (false, _) => "invalidate",
            (true, true) => "write",
            (true, false) => "fill",
        };
        let refused = if inputs.l1_command_ready {
            ""
        } else {
            ", refused"
        };
        events.push(format!(
            "L1 {command} {:x} {:08x}{refused}",
            outputs.l1_command_address, outputs.l1_command_mask
        ));
    }
    if outputs.mem_valid {
        let refused = if inputs.mem_ready { "" } else { ", refused" };
        events.push(if outputs.mem_write {
            format!(
                "write back {:x} {:08x}{refused}",
                outputs.mem_address, outputs.mem_mask
            )
        } else {
            format!("read memory {:x}{refused}", outputs.mem_address)
        });
    }
    if inputs.mem_response_valid {
        events.push("memory answers".to_owned());
    }
    events.join("; ")
}

/// Plays to the end; cycles without an event are left out.
fn trace(play: &mut Play) -> String {
    let mut text = String::new();
    while !play.around.is_idle() {
        let cycle = play.around.cycle();
        let (inputs, outputs) = play.cycle();
        let events = events(&inputs, &outputs);
        if !events.is_empty() {
            text.push_str(&format!("{cycle}: {events}\n"));
        }
    }
    text
}

fn immediate() -> Play {
    Play::new(0, small(), Timing::IMMEDIATE)
}

/// A vector that memory holds generic contents of.
pub fn generic_vector(play: &Play) -> u32 {
    let is_generic = |&address: &u32| {
        let vector = play.around.oracle().read(address);
        golden::avc::encode(&vector, 0xffff_0000).is_none()
    };
    (0..).find(is_generic).expect("one in three is generic")
}

/// The worked example of the page: half a vector is in the AVC, the rest in memory, then in the L1.
#[test]
fn partial_hit() {
    let mut play = immediate();
    assert_eq!(generic_vector(&play), 0);
    play.ask(write(0, 0x0000_ffff, strided((32, 4))));
    play.ask(read(0, !0));
    assert_eq!(
        trace(&mut play),
        "\
0: accept write 0 0000ffff
1: accept read 0 ffffffff; look up 0
2: look up 0
22: look up 0; answer 0000ffff replay 00000000
26: answer 0000ffff replay ffff0000
27: accept read 0 ffff0000
28: look up 0
32: waits in 0
33: read memory 0
34: memory answers
35: not ready
37: look up 0
40: L1 fill 0 ffff0000
41: answer ffff0000 replay 00000000 from memory
"
    );
    play.ask(read(0, !0));
    assert_eq!(
        trace(&mut play),
        "\
42: accept read 0 ffffffff
43: look up 0
47: answer 0000ffff replay ffff0000
48: accept read 0 ffff0000
49: look up 0
53: answer ffff0000 replay 00000000 from L1
"
    );
}

/// Two reads of a vector share a read of memory; a hit between them does not wait, a write of the
/// vector does.
#[test]
fn reads_wait_beside_hits() {
    let mut play = Play::new(
        0,
        small(),
        Timing {
            ordering: Ordering::Acceptance,
            ..Timing::IMMEDIATE
        },
    );
    play.one(write(0x10, !0, strided((0, 4))));
    assert_eq!(play.around.cycle(), 23);
    for transaction in [
        read(0, 0x0000_00ff),
        read(0x10, !0),
        read(0, 0xff00_0000),
        write(0, !0, [7; 32]),
    ] {
        play.ask(transaction);
    }
    assert_eq!(
        trace(&mut play),
        "\
23: accept read 0 000000ff
24: accept read 10 ffffffff; look up 0
25: accept read 0 ff000000; look up 10
26: accept write 0 ffffffff; look up 0
27: look up 0
28: look up 10; waits in 0
29: look up 0; read memory 0
30: look up 0; memory answers
31: not ready
32: answer ffffffff replay 00000000
33: look up 0; waits in 1
34: look up 0
36: L1 fill 0 ffffffff
37: look up 0; answer 000000ff replay 00000000 from memory
38: look up 0
41: look up 0; answer ff000000 replay 00000000 from memory
45: L1 invalidate 0 ffffffff
63: answer ffffffff replay 00000000
"
    );
}

/// A conflict takes 3 cycles: execution, the older lanes' way to the L1, and the commit.
#[test]
fn conflict() {
    let mut play = immediate();
    play.one(write(0x10, 0x0000_ffff, strided((0, 4))));
    play.ask(write(0x10, 0xffff_0000, strided((1, 1))));
    assert_eq!(
        trace(&mut play),
        "\
23: accept write 10 ffff0000
24: look up 10
28: L1 write 10 0000ffff
30: answer ffff0000 replay 00000000
"
    );
    assert_eq!(play.cache.valid_lanes(0x10), 0xffff_0000);
    assert_eq!(play.around.l1().lookup(0x10).modified, 0x0000_ffff);
    // The L1 has lanes of the next one: they go first. Lanes 12 to 15 leave the AVC and the L1 at once.
    play.ask(write(0x10, 0x000f_f000, strided((2, 1))));
    assert_eq!(
        trace(&mut play),
        "\
31: accept write 10 000ff000
32: look up 10
36: L1 invalidate 10 000ff000
37: L1 write 10 fff00000
39: answer 000ff000 replay 00000000
"
    );
    let looked = play.around.l1().lookup(0x10);
    assert_eq!((looked.held, looked.modified), (0xfff0_0fff, 0xfff0_0fff));
}

/// The L1 refuses a generic write twice; lookups behind it begin anew.
#[test]
fn refused_store() {
    let mut cache = golden::avc::AvcCache::new(small()).expect("a tree is stated");
    let mut generic = strided((0, 4));
    generic[5] = 1;
    let mut trace = Vec::new();
    for cycle in 0..14 {
        let mut inputs = match cycle {
            0 => write(3, !0, generic).request(),
            1 => read(4, 0).request(),
            _ => CacheInputs::default(),
        };
        inputs.l1_command_ready = cycle >= 6;
        let outputs = spec::UnitModel::cycle(&mut cache, &inputs).expect("legal");
        trace.push(events(&inputs, &outputs));
    }
    let expected = [
        "accept write 3 ffffffff",
        "accept read 4 00000000; look up 3",
        "look up 4",
        "",
        "L1 write 3 ffffffff, refused",
        "L1 write 3 ffffffff, refused",
        "L1 write 3 ffffffff",
        "look up 4; answer ffffffff replay 00000000",
        "",
        "",
        "",
        "answer 00000000 replay 00000000",
        "",
        "",
    ];
    assert_eq!(trace, expected);
}

/// A flush asks each line once, a valid one for its 16 vectors.
#[test]
fn flush() {
    let mut play = immediate();
    play.one(write(0x2f, !0, [9; 32]));
    play.ask(Transaction::Flush);
    let mut expected = String::from("23: accept flush\n24: look up 0\n");
    // Execution in 27; line 0 (set 0, way 0) is asked in 28, its tag is read in 29.
    for vector in 0..16 {
        expected.push_str(&format!(
            "{}: look up {:x}\n",
            30 + 3 * vector,
            0x20 + vector
        ));
    }
    // Vector 15 is read in 75 and put in 79; lines 1 to 3 are asked in 80 to 82.
    expected.push_str("79: write back 2f ffffffff\n84: answer 00000000 replay 00000000\n");
    assert_eq!(trace(&mut play), expected);
}
