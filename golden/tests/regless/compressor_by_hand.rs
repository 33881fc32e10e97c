//! The worked example of the pattern compressor's page, cycle by cycle, and what its page says beside.

use golden::regless::PatternCompressor;
use spec::regless::{PatternCompressorInputs, PatternCompressorParameters, ReglessParameters};
use spec::UnitModel;

fn request(kind: u8, register: u8, data: [u32; 32]) -> PatternCompressorInputs {
    PatternCompressorInputs {
        request_valid: true,
        request_evict: kind == 0,
        request_kind: kind,
        request_warp: 3,
        request_register: register,
        request_data: data,
        answer_ready: true,
        l1_ready: true,
        ..Default::default()
    }
}

fn compressor() -> PatternCompressorParameters {
    let shard = ReglessParameters::new(2, 2, 2).expect("legal");
    PatternCompressorParameters::of_shard(shard).expect("it has lines")
}

/// The example of the compressor's page.
#[test]
fn one_register_cycle_by_cycle() {
    let mut model = PatternCompressor::new(compressor());
    let counting: [u32; 32] = std::array::from_fn(|lane| 100 + lane as u32);
    let mut spilled = None;
    for cycle in 0..=31 {
        let mut inputs = match cycle {
            0 => request(0, 4, counting),
            5 => PatternCompressorInputs {
                request_entry: 1,
                ..request(1, 4, [0; 32])
            },
            8 => request(0, 16, [7; 32]),
            13 => request(0, 31, [8; 32]),
            19 => request(2, 4, [0; 32]),
            24 => request(1, 31, [0; 32]),
            _ => PatternCompressorInputs {
                answer_ready: true,
                l1_ready: true,
                ..Default::default()
            },
        };
        if cycle == 26 {
            inputs.response_valid = true;
            inputs.response_data = spilled.expect("spilled in cycle 17");
        }
        let o = model.cycle(&inputs).unwrap();
        assert!(!inputs.request_valid || o.request_ready, "cycle {cycle}");
        let answered = match cycle {
            9 | 29 => Some((4, u8::from(cycle == 9), counting)),
            30 => Some((31, 0, [8; 32])),
            _ => None,
        };
        assert_eq!(o.answer_valid, answered.is_some(), "cycle {cycle}");
        if let Some(answered) = answered {
            let answer = (o.answer_register, o.answer_entry, o.answer_data);
            assert_eq!(answer, answered, "cycle {cycle}");
        }
        assert_eq!(o.l1.valid, [17, 23, 24].contains(&cycle), "cycle {cycle}");
        match cycle {
            17 => {
                assert_eq!((o.l1.kind, o.l1.warp, o.l1.index), (5, 0, 4));
                assert_eq!(o.l1.data[6], 100, "slot 3 holds the first lane");
                assert_eq!(o.l1.data.iter().filter(|word| **word != 0).count(), 1);
                spilled = Some(o.l1.data);
            }
            23 => assert_eq!((o.l1.kind, o.l1.index), (5, 16)),
            24 => assert_eq!((o.l1.kind, o.l1.warp, o.l1.index), (4, 0, 4)),
            _ => {}
        }
    }
}

#[test]
fn what_is_not_compressed_is_at_the_l1_after_two_cycles() {
    let mut model = PatternCompressor::new(compressor());
    let mut incompressible = [0; 32];
    incompressible[5] = 1;
    let wait = PatternCompressorInputs {
        l1_ready: true,
        ..Default::default()
    };
    for (kind, asked) in [(0, 2), (1, 0), (2, 1)] {
        let o = model.cycle(&request(kind, 4, incompressible)).unwrap();
        assert!(o.request_ready);
        let o = model.cycle(&wait).unwrap();
        assert!(!o.l1.valid && !o.request_ready);
        let o = model.cycle(&wait).unwrap();
        assert!(o.l1.valid && o.l1.kind == asked);
        assert_eq!(o.request_ready, kind != 0, "an eviction keeps its value");
        assert!(model.cycle(&wait).unwrap().request_ready);
    }
}

/// What was never evicted, or is dead, is 0, and the L1 hears nothing of it.
#[test]
fn nothing_behind_asks_nothing() {
    let mut model = PatternCompressor::new(compressor());
    for (kind, answers) in [(1, true), (3, false), (2, true)] {
        model.cycle(&request(kind, 9, [0; 32])).unwrap();
        for cycle in 1..6 {
            let inputs = PatternCompressorInputs {
                answer_ready: true,
                l1_ready: true,
                ..Default::default()
            };
            let o = model.cycle(&inputs).unwrap();
            assert!(!o.l1.valid);
            assert_eq!(o.answer_valid, answers && cycle == 4, "cycle {cycle}");
            assert!(!o.answer_valid || o.answer_data == [0; 32]);
        }
    }
}

/// While as many fetches wait as can, one that hits is answered in its time.
#[test]
fn hits_pass_misses() {
    let shard = ReglessParameters::new(2, 3, 2).expect("legal");
    let parameters = PatternCompressorParameters::of_shard(shard).expect("it has lines");
    let mut model = PatternCompressor::new(parameters);
    let wait = PatternCompressorInputs {
        answer_ready: true,
        l1_ready: true,
        ..Default::default()
    };
    let mut step = |inputs: &PatternCompressorInputs, idle: usize| {
        let outputs = model.cycle(inputs).unwrap();
        assert!(outputs.request_ready);
        let mut seen = Vec::new();
        for cycle in 1..=idle {
            let o = model.cycle(&wait).unwrap();
            assert!(!o.l1.valid || o.l1.kind >= 4);
            if o.answer_valid {
                seen.push((o.answer_register, cycle));
            }
        }
        seen
    };
    // Five lines for a cache of three: R0 and R1 are in memory.
    for register in 0..5 {
        step(&request(0, register, [u32::from(register); 32]), 8);
    }
    for register in [0, 1] {
        let seen = step(&request(1, register, [0; 32]), 8);
        assert_eq!(seen, [], "R{register} waits for the L1");
    }
    assert_eq!(step(&request(1, 4, [0; 32]), 8), [(4, 4)]);
    // The line of the second comes, and that of the first never does.
    let comes = PatternCompressorInputs {
        response_valid: true,
        response_fill: 1,
        ..wait.clone()
    };
    assert_eq!(step(&comes, 8), [(1, 3)]);
}
