//! Properties of the units inside a shard: random traffic, watched from the ports and inside.

use golden::regless::{
    CapacityManager, MetadataDecoder, Osu, OsuBank, PatternCompressor, ReglessL1Arbiter, Status,
    WarpState,
};
use spec::regless::{
    MetadataDecoderParameters, OsuBankInputs, OsuBankOutputs, OsuBankParameters,
    PatternCompressorParameters, ReglessParameters,
};
use spec::{Unit, UnitModel};
use std::cell::RefCell;
use surroundings::regless::play::{
    ArbiterAround, ArbiterWatch, Around, BankAround, BankWatch, CompressorAround, CompressorWatch,
    DecoderAround, DecoderWatch, ManagerAround, ManagerWatch, OsuAround, OsuWatch, Violation,
};

/// A watcher: `None` is a cycle of reset.
type Watch<'a, U> =
    dyn FnMut(Option<(&<U as Unit>::Inputs, &<U as Unit>::Outputs)>) -> Result<(), Violation> + 'a;

/// Plays random traffic with resets and changes of manner; gives how many cycles were in contract.
fn play<U: Unit, M: UnitModel<U>>(
    model: &mut M,
    around: &mut impl Around<U>,
    watch: &mut Watch<U>,
    cycles: usize,
    each: &mut dyn FnMut(&M),
) -> usize {
    let mut legal = 0;
    for cycle in 0..cycles {
        if cycle % 700 == 699 {
            around.change();
        }
        if cycle % 2_500 == 2_499 {
            model.reset();
            around.reset();
            watch(None).expect("a reset is nothing to complain of");
            continue;
        }
        let inputs = around.inputs();
        match model.cycle(&inputs) {
            Ok(outputs) => {
                legal += 1;
                let at_ports = watch(Some((&inputs, &outputs)));
                assert_eq!(at_ports, Ok(()), "cycle {cycle}: {inputs:x?}\n{outputs:x?}");
                assert_eq!(around.observe(&inputs, &outputs), Ok(()), "cycle {cycle}");
            }
            Err(fault) => panic!("cycle {cycle}: {fault}"),
        }
        each(model);
    }
    legal
}

macro_rules! watched {
    ($watch:ident) => {
        &mut |cycle| match cycle {
            None => {
                $watch.reset();
                Ok(())
            }
            Some((inputs, outputs)) => $watch.observe(inputs, outputs),
        }
    };
}

fn bank(lines: usize) -> OsuBankParameters {
    OsuBankParameters::new(lines).expect("legal")
}

fn compressor(cache_lines: usize, fills: usize) -> PatternCompressorParameters {
    let shard = ReglessParameters::new(16, cache_lines, fills).expect("legal");
    PatternCompressorParameters::of_shard(shard).expect("it has lines")
}

#[test]
fn bank_holds_its_properties() {
    for lines in [64, 32, 16, 12, 8, 6, 4, 3, 2] {
        for seed in 0..4 {
            let p = bank(lines);
            let mut watch = BankWatch::new(p);
            let mut around = BankAround::new(p, seed);
            let mut model = OsuBank::new(p);
            let mut evicted = 0;
            let mut seen = Seen::default();
            let before = RefCell::new(model.clone());
            play::<spec::regless::OsuBank, _>(
                &mut model,
                &mut around,
                &mut |cycle| match cycle {
                    None => {
                        before.replace(OsuBank::new(p));
                        seen = Seen::default();
                        watch.reset();
                        Ok(())
                    }
                    Some((inputs, outputs)) => {
                        ready_is_as_allowed(&before.borrow(), inputs, outputs, &mut seen);
                        watch.observe(inputs, outputs)
                    }
                },
                12_000,
                &mut |model| {
                    evicted += usize::from(model.request().is_some_and(|r| r.kind == 0));
                    register_is_in_one_line(model);
                    before.replace(model.clone());
                },
            );
            assert!(
                evicted > 50,
                "{lines} lines, seed {seed}: {evicted} evictions"
            );
        }
    }
}

/// What a bank remembers of the cycle before.
#[derive(Default)]
struct Seen {
    /// A fill or a result was refused.
    waited: bool,
    /// The operation was refused, and found.
    found: bool,
}

/// Who is accepted, from the lines as the cycle begins.
fn ready_is_as_allowed(model: &OsuBank, i: &OsuBankInputs, o: &OsuBankOutputs, seen: &mut Seen) {
    let lines = model.lines();
    let looked_up = match i.access_valid {
        true => (i.access_warp, i.access_register),
        false => (i.preload_warp, i.preload_register),
    };
    let hit = { lines.iter() }.any(|line| line.status != Status::Free && line.tag == looked_up);
    let room = { lines.iter() }.any(|line| matches!(line.status, Status::Free | Status::Clean));
    let (reads, empty) = (model.reads_memory(), model.has_no_request());
    let access = if i.access_reserve {
        hit || room
    } else {
        o.read_ready
    };
    let gives_way = seen.waited && reads;
    assert_eq!(o.read_ready, !gives_way && !model.holds_value(), "{i:x?}");
    assert_eq!(o.reserve_ready, room, "{i:x?}");
    assert_eq!(o.access_ready, i.access_valid && access, "{i:x?}");
    let operation = match i.preload_kind {
        3 => empty,
        1 => seen.found || room && empty,
        _ => empty && (seen.found || room),
    };
    let alone = i.preload_valid && !i.access_valid;
    assert_eq!(o.preload_ready, alone && operation, "{i:x?}");
    seen.waited = i.fill_valid && !o.fill_ready || i.write_valid && !o.write_ready;
    seen.found = alone && !o.preload_ready && hit;
    assert_eq!(o.fill_ready, !reads, "{i:x?}");
    assert_eq!(o.write_ready, !reads && !i.fill_valid, "{i:x?}");
}

fn register_is_in_one_line(model: &OsuBank) {
    let held: Vec<_> = model
        .lines()
        .iter()
        .filter(|l| l.status != Status::Free)
        .map(|l| l.tag)
        .collect();
    for (index, tag) in held.iter().enumerate() {
        assert!(!held[index + 1..].contains(tag), "{tag:?} is in two lines");
    }
}

#[test]
fn compressor_holds_its_properties() {
    for (lines, fills) in [(16, 4), (12, 8), (3, 1), (2, 2), (2, 8)] {
        for seed in 0..4 {
            let p = compressor(lines, fills);
            let mut watch = CompressorWatch::new(p);
            let mut around = CompressorAround::new(p, seed);
            let mut model = PatternCompressor::new(p);
            play::<spec::regless::PatternCompressor, _>(
                &mut model,
                &mut around,
                watched!(watch),
                12_000,
                &mut |model| {
                    let held: Vec<_> = model.cache().iter().filter(|l| l.valid).collect();
                    for (index, line) in held.iter().enumerate() {
                        let twice = held[index + 1..]
                            .iter()
                            .any(|l| l.register == line.register);
                        assert!(!twice, "the line of R{} is held twice", line.register);
                    }
                    if model.is_idle() {
                        for line in held {
                            let compressed = model.compressed(line.register);
                            assert_eq!(line.have | line.rest, compressed, "R{}", line.register);
                            assert_eq!(line.have & line.rest, 0, "R{}", line.register);
                        }
                    }
                },
            );
            let counts = model.counts();
            assert!(counts.answered > 400, "{counts:?}");
            let waited = if matches!(lines, 2 | 3) { 10 } else { 0 };
            assert!(counts.waited >= waited, "{counts:?}");
        }
    }
}

#[test]
fn manager_holds_its_properties() {
    for lines in [64, 32, 16, 12, 8, 6, 4, 2] {
        for seed in 0..4 {
            let p = bank(lines);
            let mut watch = ManagerWatch::new(p);
            let mut around = ManagerAround::new(p, seed);
            let mut model = CapacityManager::new(p);
            let mut active = 0u32;
            play::<spec::regless::CapacityManager, _>(
                &mut model,
                &mut around,
                watched!(watch),
                12_000,
                &mut |model| {
                    active += model.shown().active.count_ones();
                    stack_is_permutation_of_inactive(model);
                    lines_never_exceed_bank(model, lines as u8);
                },
            );
            assert!(
                active > 2_000,
                "{lines} lines, seed {seed}: {active} active cycles"
            );
        }
    }
}

fn stack_is_permutation_of_inactive(model: &CapacityManager) {
    let mut stack = model.stack().to_vec();
    stack.sort_unstable();
    let inactive: Vec<u8> = (0u8..16)
        .filter(|w| model.warps()[usize::from(*w)].state == WarpState::Inactive)
        .collect();
    assert_eq!(stack, inactive);
}

fn lines_never_exceed_bank(model: &CapacityManager, lines: u8) {
    for bank in 0..8 {
        let promised: u8 = model
            .warps()
            .iter()
            .map(|warp| match warp.state {
                WarpState::Preloading | WarpState::Active => warp.promised[bank],
                WarpState::Draining => warp.pending[bank],
                WarpState::Inactive | WarpState::Failed => 0,
            })
            .sum();
        assert_eq!(promised + model.free()[bank], lines, "bank {bank}");
    }
}

#[test]
fn staging_unit_holds_its_properties() {
    for lines in [64, 16, 8, 6, 4, 2] {
        for seed in 0..3 {
            let p = bank(lines);
            let mut watch = OsuWatch::new(p);
            let mut around = OsuAround::new(p, seed);
            let mut model = Osu::new(p);
            play::<spec::regless::Osu, _>(
                &mut model,
                &mut around,
                watched!(watch),
                8_000,
                &mut |_| {},
            );
        }
    }
}

#[test]
fn arbiter_holds_its_properties() {
    for lines in [16, 2] {
        for seed in 0..4 {
            let p = bank(lines);
            let mut watch = ArbiterWatch::new(p);
            let mut around = ArbiterAround::new(p, seed);
            let mut model = ReglessL1Arbiter::new(p);
            play::<spec::regless::ReglessL1Arbiter, _>(
                &mut model,
                &mut around,
                watched!(watch),
                8_000,
                &mut |_| {},
            );
        }
    }
}

#[test]
fn decoder_holds_its_properties() {
    for seed in 0..4 {
        let mut watch = DecoderWatch::new(MetadataDecoderParameters);
        let mut around = DecoderAround::new(MetadataDecoderParameters, seed);
        let mut model = MetadataDecoder::new(MetadataDecoderParameters);
        let (mut good, mut bad) = (0, 0);
        play::<spec::regless::MetadataDecoder, _>(
            &mut model,
            &mut around,
            watched!(watch),
            8_000,
            &mut |model| {
                good += usize::from(model.shown().valid);
                bad += usize::from(model.shown().bad);
            },
        );
        assert!(good > 2_000 && bad > 500, "{good} good, {bad} bad");
    }
}
