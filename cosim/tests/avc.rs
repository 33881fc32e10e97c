//! What the stimulus of `avc_cache` reaches, and that its oracle sees what lockstep cannot.

use crate::common;

use common::{faulty, Fault};
use cosim::lockstep::{Lockstep, Subject, Verdict, Watch};
use spec::avc::{CacheInputs, CacheOutputs};
use spec::{Ports, Preset, UnitId, PRESETS};
use std::collections::BTreeMap;
use surroundings::engine::Bench;
use surroundings::interface::Interface;
use surroundings::kit::kit;

fn caches() -> impl Iterator<Item = &'static Preset> {
    PRESETS.iter().filter(|p| p.unit == UnitId::AvcCache)
}

/// What happened at the ports, by name.
#[derive(Default)]
struct Seen {
    counts: BTreeMap<&'static str, u32>,
    last: CacheOutputs,
    idle: u32,
    waiting: u32,
}

impl Seen {
    fn count(&mut self, what: &'static str, happened: bool) {
        *self.counts.entry(what).or_default() += u32::from(happened);
    }

    fn observe(&mut self, reset: bool, i: &CacheInputs, o: &CacheOutputs) {
        if reset {
            let busy = |o: &CacheOutputs| o.l1_command_valid || o.mem_valid;
            self.count("reset meets a request", busy(&self.last));
            self.count("reset meets a wait", self.idle > 3 && !busy(&self.last));
            self.last = CacheOutputs::default();
            self.waiting = 0;
            return;
        }
        let late = o.ans_valid && o.ans_missed && o.ans_data_valid;
        let read = o.ans_valid && o.ans_data_valid && !late;
        self.count("hit in the AVC", read && !o.l1_use_valid);
        let waits = o.ans_valid && o.ans_missed && !late;
        self.count("read begins to wait", waits);
        self.count("read has waited", late);
        self.waiting = (self.waiting + u32::from(waits)).saturating_sub(late.into());
        self.count("two reads wait", waits && self.waiting > 1);
        self.count("hit while a read waits", read && self.waiting > 0);
        self.count(
            "write while a read waits",
            !o.ans_missed && o.ans_lanes != 0 && !read && self.waiting > 0,
        );
        self.count("hit in the L1", read && o.l1_use_valid);
        self.count("partial hit", read && o.ans_replay != 0);
        self.count("partial hit in the L1", o.l1_use_valid && o.ans_replay != 0);
        self.count(
            "answer to an empty mask or a flush",
            o.ans_valid && o.ans_lanes == 0 && !o.ans_missed,
        );
        self.count("two answers in a row", o.ans_valid && self.last.ans_valid);
        self.count(
            "write answered",
            o.ans_valid && o.ans_lanes != 0 && !read && !late,
        );
        let command = o.l1_command_valid && i.l1_command_ready;
        let fill = command && o.l1_command_store && !o.l1_command_modified;
        self.count(
            "generic write",
            command && o.l1_command_modified && o.l1_command_store,
        );
        self.count("fill", fill);
        self.count("fill of a part", fill && o.l1_command_mask != u32::MAX);
        let invalidate = command && !o.l1_command_store;
        self.count(
            "invalidate for a write",
            invalidate && o.l1_command_mask != u32::MAX,
        );
        self.count(
            "invalidate for an eviction",
            invalidate && o.l1_command_mask == u32::MAX,
        );
        self.count("command refused", o.l1_command_valid && !i.l1_command_ready);
        let request = o.mem_valid && i.mem_ready;
        self.count("miss", request && !o.mem_write);
        self.count(
            "response refused",
            i.mem_response_valid && !o.mem_response_ready,
        );
        self.count("write-back", request && o.mem_write);
        let merged = o.mem_write && o.l1_command_valid;
        self.count("write-back that merges", merged);
        self.count("memory first", merged && i.mem_ready && !i.l1_command_ready);
        self.count("L1 first", merged && !i.mem_ready && i.l1_command_ready);
        self.count("memory refuses", o.mem_valid && !i.mem_ready);
        self.count(
            "response unasked for",
            i.mem_response_valid && !self.last.mem_valid,
        );
        self.count("flush accepted", i.req_valid && i.req_flush && o.req_ready);
        self.count("request refused", i.req_valid && !o.req_ready);
        self.idle = if o.ans_valid { 0 } else { self.idle + 1 };
        self.last = o.clone();
    }
}

/// Every kind of event comes often in a short run, in every preset.
#[test]
fn stimulus_of_the_cache_reaches_every_kind_of_event() {
    const CYCLES: usize = 60_000;
    for preset in caches() {
        let interface = Interface::of(&preset.parameters);
        let kit = kit(&preset.parameters);
        let mut seen = Seen::default();
        let mut rows = vec![0; CYCLES * interface.row_words()];
        kit.generator(&interface, 1).fill(&mut rows);
        let mut outputs = vec![0; CYCLES * interface.output_words()];
        let mut golden = kit.golden().start(1).unwrap();
        golden.run(&rows, &mut outputs).unwrap();
        let frames = outputs.chunks_exact(interface.output_words());
        for (row, frame) in rows.chunks_exact(interface.row_words()).zip(frames) {
            let inputs = CacheInputs::unpack(&row[1..]);
            seen.observe(row[0] == 1, &inputs, &CacheOutputs::unpack(frame));
        }
        println!("{}: {:#?}", preset.name, seen.counts);
        for (what, &count) in &seen.counts {
            assert!(count >= 8, "{}: {what}: {count}", preset.name);
        }
    }
}

fn verdict(
    preset: &Preset,
    golden: &dyn Bench,
    dut: &dyn Bench,
    seed: u64,
    cycles: u64,
) -> Verdict {
    let interface = Interface::of(&preset.parameters);
    let kit = kit(&preset.parameters);
    Lockstep::start(&interface, golden, dut, seed)
        .unwrap()
        .with_oracle(kit.oracle())
        .run(
            &mut *kit.generator(&interface, seed),
            cycles,
            &Watch::default(),
        )
        .unwrap()
}

/// The long version of what `lockstep.rs` does for all units.
#[test]
#[ignore = "a minute long"]
fn a_million_cycles_stay_coherent() {
    for preset in PRESETS.iter().filter(|p| p.unit.stem() == "avc") {
        let kit = kit(&preset.parameters);
        for seed in 1..=4 {
            let verdict = verdict(preset, &*kit.golden(), &*kit.golden(), seed, 1_000_000);
            assert_eq!(
                verdict,
                Verdict::Match { cycles: 1_000_000 },
                "{} seed {seed}",
                preset.name
            );
        }
    }
}

/// Both engines wrong alike: only the oracle can tell.
fn property_found(fault: fn() -> Fault) -> &'static str {
    let preset = caches().last().expect("the cache has presets");
    let interface = Interface::of(&preset.parameters);
    let kit = kit(&preset.parameters);
    let bench = faulty(&interface, &*kit, fault);
    match verdict(preset, &*bench, &*bench, 1, 100_000) {
        Verdict::Mismatch(mismatch) => match mismatch.subject {
            Subject::Property(violation) => violation.property,
            Subject::Output(name) => panic!("{name} differs"),
        },
        other => panic!("{other:?}"),
    }
}

/// A property, and a fault that breaks it.
type Named = (&'static str, fn() -> Fault);

macro_rules! spoil {
    (|$outputs:ident| $body:block) => {
        || {
            Box::new(|cycle| {
                let mut $outputs = CacheOutputs::unpack(cycle.outputs);
                $body
                $outputs.pack(cycle.outputs);
            })
        }
    };
}

#[test]
fn the_oracle_names_what_is_broken() {
    let faults: [Named; 10] = [
        (
            "LanesAreThoseOfFlatMemory",
            spoil!(|o| {
                if o.ans_lanes == 1 << 7 {
                    o.ans_data[7] ^= 4;
                }
            }),
        ),
        (
            "ServedAndReplayedMakeTheMask",
            spoil!(|o| { o.ans_replay &= !(1 << 31) }),
        ),
        (
            "NonEmptyMaskIsServed",
            spoil!(|o| {
                if o.ans_lanes == u32::MAX && o.ans_data_valid && !o.ans_missed {
                    (o.ans_lanes, o.ans_replay) = (0, u32::MAX);
                }
            }),
        ),
        (
            "EmptyMaskAnswersEmpty",
            spoil!(|o| { o.ans_replay |= u32::from(o.ans_lanes == 0 && !o.ans_missed) }),
        ),
        (
            "EveryTransactionIsAnsweredInTime",
            spoil!(|o| {
                o.ans_valid = false;
                o.mem_valid = false;
                o.mem_write = false;
                o.l1_command_valid = false;
                o.l1_command_store = false;
            }),
        ),
        ("NoWriteIsLost", spoil!(|o| { o.mem_data[5] ^= 1 })),
        (
            "FillLeavesOutHeldLanes",
            // What a conflict gives to the L1 is affine; the lanes written are none of its.
            spoil!(|o| {
                let is_fill = o.l1_command_store && !o.l1_command_modified;
                if is_fill && golden::avc::encode(&o.l1_command_data, u32::MAX).is_none() {
                    o.l1_command_mask = u32::MAX;
                }
            }),
        ),
        ("OneReadForAVector", spoil!(|o| { o.mem_miss = 0 })),
        (
            "ResetEmptiesCache",
            spoil!(|o| { o.mem_valid |= !o.l1_lookup_valid }),
        ),
        (
            "AffineWriteInvalidatesL1",
            spoil!(|o| {
                if !o.l1_command_store && o.l1_command_mask != u32::MAX {
                    o.l1_command_mask &= o.l1_command_mask - u32::from(o.l1_command_mask != 0);
                }
            }),
        ),
    ];
    for (property, fault) in faults {
        assert_eq!(property_found(fault), property);
    }
}
