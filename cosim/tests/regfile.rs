//! What the stimulus of `regfile` reaches, and that its watcher sees what lockstep cannot.

use crate::common;

use common::{faulty, Fault};
use cosim::lockstep::{Lockstep, Subject, Verdict, Watch};
use spec::regfile::{Counter, RegfileInputs, RegfileOutputs};
use spec::{AnyParameters, Ports, Preset, UnitId, PRESETS};
use std::collections::BTreeMap;
use surroundings::engine::Bench;
use surroundings::interface::Interface;
use surroundings::kit::kit;

fn files() -> impl Iterator<Item = &'static Preset> {
    PRESETS.iter().filter(|p| p.unit == UnitId::Regfile)
}

fn small() -> &'static Preset {
    UnitId::Regfile.preset("small").expect("a preset")
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

fn stays_in_contract(seeds: std::ops::Range<u64>, cycles: u64) {
    for preset in files() {
        let kit = kit(&preset.parameters);
        for seed in seeds.clone() {
            let start = std::time::Instant::now();
            let verdict = verdict(preset, &*kit.golden(), &*kit.golden(), seed, cycles);
            let rate = cycles as f64 / start.elapsed().as_secs_f64();
            println!("{} seed {seed}: {rate:.0} cycles/s", preset.name);
            let label = format!("{} seed {seed}", preset.name);
            assert_eq!(verdict, Verdict::Match { cycles }, "{label}");
        }
    }
}

#[test]
fn the_golden_file_keeps_its_properties() {
    stays_in_contract(10..16, 30_000);
}

/// The long version of what `lockstep.rs` does for all units.
#[test]
#[ignore = "minutes long"]
fn a_million_cycles_keep_the_properties() {
    stays_in_contract(1..5, 1_000_000);
}

/// What happened at the ports, by name.
#[derive(Default)]
struct Seen {
    counts: BTreeMap<&'static str, u32>,
    last: Option<RegfileOutputs>,
}

impl Seen {
    fn count(&mut self, what: &'static str, happened: bool) {
        *self.counts.entry(what).or_default() += u32::from(happened);
    }

    fn observe(&mut self, reset: bool, i: &RegfileInputs, o: &RegfileOutputs) {
        if reset {
            let last = self.last.take();
            let busy = last.is_some_and(|o| o.bank_write | o.bank_read != 0);
            self.count("reset meets an access", busy);
            return;
        }
        self.count("two accepted", o.issue[0].ready && o.issue[1].ready);
        let refused = |valid: bool, ready: bool| valid && !ready;
        self.count("in0 refused", refused(i.issue[0].valid, o.issue[0].ready));
        self.count("in1 refused", refused(i.issue[1].valid, o.issue[1].ready));
        let only_second = i.issue[0].valid && !o.issue[0].ready && o.issue[1].ready;
        self.count("in1 passes in0", only_second);
        let first = o.out[0].valid && i.out[0].ready;
        self.count("two taken", first && o.out[1].valid && i.out[1].ready);
        self.count("out0 waits", o.out[0].valid && !i.out[0].ready);
        self.count(
            "out1 alone is ready",
            !i.out[0].ready && i.out[1].ready && o.out[1].valid,
        );
        self.count("wb0 refused", refused(i.wb[0].valid, o.wb[0].ready));
        self.count("wb1 refused", refused(i.wb[1].valid, o.wb[1].ready));
        let both = i.wb[0].valid && o.wb[0].ready && i.wb[1].valid && o.wb[1].ready;
        self.count("two results", both);
        self.count("empty mask", i.wb[0].valid && i.wb[0].mask == 0);
        self.count("one lane", i.wb[0].valid && i.wb[0].mask.count_ones() == 1);
        self.count("release", o.release_ready);
        self.count("release refused", refused(i.release_valid, o.release_ready));
        self.count("three sources", i.issue[0].valid && i.issue[0].sources == 7);
        self.count("no source", i.issue[0].valid && i.issue[0].sources == 0);
        self.count("all banks of cluster 0 read", o.bank_read & 0xff == 0xff);
        self.count(
            "all banks of cluster 0 written",
            o.bank_write & 0xff == 0xff,
        );
        let meet = o.bank_read & o.bank_write & 0xff != 0;
        self.count("a bank is read and written", meet);
        for (counter, what) in [
            (Counter::BankReads, "BankReads shown"),
            (Counter::DivergentWrites, "DivergentWrites shown"),
            (Counter::Conflicts, "Conflicts shown"),
            (Counter::SourceReads, "SourceReads shown"),
            (Counter::StoredUncompressed, "StoredUncompressed shown"),
        ] {
            let shown = i.counter_select == counter as u8 && o.counter_value > 2;
            self.count(what, shown);
        }
        self.last = Some(o.clone());
    }

    /// What only files with codecs, modes or gates do.
    fn observe_codecs(&mut self, preset: &Preset, i: &RegfileInputs, o: &RegfileOutputs) {
        let AnyParameters::Regfile(p) = preset.parameters else {
            return;
        };
        for mode in p.modes().iter().flat_map(|modes| modes.iter()) {
            let (counter, banks, what) = match mode.delta_bytes() {
                0 => (Counter::StoredFourZero, 0x01, "<4,0> read"),
                1 => (Counter::StoredFourOne, 0x07, "<4,1> read"),
                _ => (Counter::StoredFourTwo, 0x1f, "<4,2> read"),
            };
            self.count(what, o.bank_read & 0xff == banks);
            let shown = i.counter_select == counter as u8 && o.counter_value > 2;
            self.count("a mode is counted", shown);
        }
        if p.modes().is_some() {
            let movs = i.counter_select == Counter::Movs as u8;
            self.count("Movs shown", movs && o.counter_value > 2);
        }
        if p.injects_movs() {
            self.count("a MOV enters at in0", o.injected[0].mov);
            self.count("a MOV enters at in1", o.injected[1].mov);
            self.count("two MOVs enter", o.injected[0].mov && o.injected[1].mov);
            let moved = |wb: &spec::regfile::Writeback| wb.valid && wb.launched == 0;
            self.count("a MOV's result", i.wb.iter().any(moved));
        }
        if p.forwards() {
            self.count("a result is forwarded", o.bank_forward != 0);
            let all = o.bank_forward & 0xff == 0xff;
            self.count("all banks of cluster 0 forwarded", all);
            let forwards = i.counter_select == Counter::BankForwards as u8;
            self.count("BankForwards shown", forwards && o.counter_value > 2);
        }
        let narrow = |wb: &spec::regfile::Writeback| wb.valid && wb.launched != u32::MAX;
        self.count("a warp of fewer lanes", i.wb.iter().any(narrow));
        if p.gates() {
            self.count(
                "all banks gated",
                o.bank_gated.count_ones() as usize == p.banks(),
            );
            self.count("all banks awake", o.bank_isolate == 0);
            let waking = o.bank_isolate & !o.bank_gated;
            self.count("upper banks wake", waking & 0xe0 != 0);
            self.count("the first bank wakes", waking & 1 != 0);
            self.count(
                "upper banks are gated alone",
                matches!(o.bank_gated & 0xff, 0xe0 | 0xf8 | 0xfe),
            );
        }
    }
}

/// Every kind of event comes often in a short run, in every preset.
#[test]
fn stimulus_of_the_file_reaches_every_kind_of_event() {
    const CYCLES: usize = 60_000;
    for preset in files() {
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
            let (i, o) = (
                RegfileInputs::unpack(&row[1..]),
                RegfileOutputs::unpack(frame),
            );
            seen.observe(row[0] == 1, &i, &o);
            if row[0] == 0 {
                seen.observe_codecs(preset, &i, &o);
            }
        }
        println!("{}: {:#?}", preset.name, seen.counts);
        for (what, &count) in &seen.counts {
            assert!(count >= 8, "{}: {what}: {count}", preset.name);
        }
    }
}

/// Both engines wrong alike: only the watcher can tell.
fn property_found(preset: &Preset, fault: fn() -> Fault) -> &'static str {
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
    (|$inputs:ident, $outputs:ident, $age:ident| $body:block) => {
        || {
            // Cycles since reset.
            let mut age = 0_u32;
            Box::new(move |cycle| {
                let $inputs = RegfileInputs::unpack(cycle.inputs);
                let mut $outputs = RegfileOutputs::unpack(cycle.outputs);
                age = if cycle.reset { 0 } else { age + 1 };
                let $age = age;
                let _ = (&$inputs, $age);
                $body
                $outputs.pack(cycle.outputs);
            })
        }
    };
}

#[test]
fn the_watcher_names_what_is_broken() {
    let faults: [Named; 18] = [
        (
            "ReadIsLastWrite",
            spoil!(|_i, o, _age| { o.out[0].a[31] ^= u32::from(o.out[0].a[0] != 0) << 7 }),
        ),
        (
            "ReleaseForgets",
            spoil!(|_i, o, _age| { o.out[0].b[9] |= u32::from(o.out[0].b == [0; 32]) }),
        ),
        (
            "OrderIsAcceptance",
            spoil!(|_i, o, _age| { o.out[0].tag ^= u8::from(o.out[0].valid) << 7 }),
        ),
        (
            "OrderIsAcceptance",
            spoil!(|_i, o, _age| { o.out[0].mask |= u32::from(o.out[0].writes) << 31 }),
        ),
        (
            "OrderIsAcceptance",
            spoil!(|_i, o, age| { o.out[1].valid |= age > 100 && !o.out[0].valid }),
        ),
        (
            "OffersAreHeld",
            spoil!(|i, o, age| {
                if !i.out[0].ready && age.is_multiple_of(5) {
                    (o.out[0].valid, o.out[1].valid) = (false, false);
                }
            }),
        ),
        (
            "HazardsAreRefused",
            spoil!(|i, o, age| {
                o.issue[0].ready |= i.issue[0].valid && age % 64 == 63 && o.issue[1].ready
            }),
        ),
        (
            "TwoInstructionsPerCycle",
            spoil!(|_i, o, _age| { o.issue[1].ready &= !o.issue[0].ready }),
        ),
        (
            "BanksMatchRange",
            spoil!(|_i, o, _age| {
                if o.bank_read == 0x07 {
                    o.bank_read = 0x0f;
                }
            }),
        ),
        (
            "BanksMatchRange",
            spoil!(|_i, o, _age| {
                if o.bank_read == 0x01 {
                    o.bank_read = 0x07;
                }
            }),
        ),
        (
            "BanksMatchRange",
            spoil!(|_i, o, _age| {
                if o.bank_write == 0x1f {
                    o.bank_write = 0x0f;
                }
            }),
        ),
        (
            "GatedBankIsNotAccessed",
            spoil!(|_i, o, _age| { o.bank_isolate |= o.bank_write & 0x80 }),
        ),
        (
            "EmptyBankIsGated",
            spoil!(|_i, o, age| {
                if age > 300 {
                    (o.bank_gated, o.bank_isolate) = (o.bank_gated & 0x7f, o.bank_isolate & 0x7f);
                }
            }),
        ),
        (
            "EmptyBankIsGated",
            spoil!(|_i, o, _age| {
                if o.bank_read | o.bank_write == 0 && o.bank_isolate == 0 {
                    (o.bank_gated, o.bank_isolate) = (1, 1);
                }
            }),
        ),
        (
            "MovOnlyWhenNeeded",
            spoil!(|i, o, age| {
                let movs = i.counter_select == Counter::Movs as u8;
                o.counter_value += u32::from(movs && age > 1000);
            }),
        ),
        (
            "CountersAddUp",
            spoil!(|i, o, age| {
                let reads = i.counter_select == Counter::BankReads as u8;
                o.counter_value -= u32::from(reads && age > 100 && o.counter_value > 0);
            }),
        ),
        (
            "CountersAddUp",
            spoil!(|i, o, age| {
                let last = i.counter_select == 39;
                o.counter_value += u32::from(last && age > 1000);
            }),
        ),
        (
            "ResetEmptiesFile",
            spoil!(|_i, o, age| { o.bank_read |= u32::from(age == 1) }),
        ),
    ];
    for (n, (property, fault)) in faults.into_iter().enumerate() {
        assert_eq!(property_found(small(), fault), property, "fault {n}");
    }
}

/// In a file of one cluster it is often not known whether a write stood in the way.
#[test]
fn the_watcher_knows_whose_turn_it_is() {
    let fault: fn() -> Fault = spoil!(|i, o, _age| {
        // Both name one register: what is a hazard to one is a hazard to the other.
        let clash = i.issue[0].valid && i.issue[0].writes && i.issue[1].valid && i.issue[1].writes;
        let clash = clash && i.issue[0].destination == i.issue[1].destination;
        let clash = clash && i.issue[0].sources | i.issue[1].sources == 0;
        if clash && o.issue[1].ready {
            (o.issue[0].ready, o.issue[1].ready) = (true, false);
        }
    });
    let fermi = UnitId::Regfile.preset("fermi").expect("a preset");
    assert_eq!(property_found(fermi, fault), "ContentionAlternates");
}

#[test]
fn the_watcher_knows_who_needs_a_mov() {
    let faults: [fn() -> Fault; 2] = [
        spoil!(|_i, o, _age| { o.injected[1].mov = false }),
        spoil!(|i, o, _age| { o.injected[0].mov |= o.issue[0].ready && i.issue[0].writes }),
    ];
    let preset = UnitId::Regfile.preset("mov-instruction").expect("a preset");
    for fault in faults {
        assert_eq!(property_found(preset, fault), "MovOnlyWhenNeeded");
    }
}
