//! What the stimulus of RegLess's units reaches, and that their watchers see what lockstep cannot.

use crate::common;

use common::{faulty, run, Fault};
use cosim::lockstep::{Lockstep, Subject, Verdict, Watch};
use spec::regless::{
    CapacityManagerInputs, CapacityManagerOutputs, MetadataDecoderInputs, MetadataDecoderOutputs,
    OsuBankInputs, OsuBankOutputs, OsuInputs, OsuOutputs, PatternCompressorInputs,
    PatternCompressorOutputs, ReglessL1ArbiterInputs, ReglessL1ArbiterOutputs, ReglessShardInputs,
    ReglessShardOutputs,
};
use spec::{Ports, Preset, UnitId, PRESETS};
use std::collections::BTreeMap;
use surroundings::interface::Interface;
use surroundings::kit::kit;

fn presets(unit: UnitId) -> impl Iterator<Item = &'static Preset> {
    PRESETS.iter().filter(move |p| p.unit == unit)
}

/// How often a run shows each kind of event, by name.
type Counts = BTreeMap<&'static str, u32>;

fn reached<I: Ports, O: Ports>(
    preset: &Preset,
    cycles: usize,
    events: impl Fn(&I, &O) -> Vec<(&'static str, bool)>,
) -> Counts {
    // Large banks have hardly run full when the next reset comes.
    let seeds = match preset.name {
        "maxwell-2048" | "maxwell-1024" => 12,
        // One seed's manners may bring hardly two answers at once.
        _ => 4,
    };
    let mut counts = Counts::new();
    for seed in 1..=seeds {
        for (reset, inputs, outputs) in run(preset, seed, cycles) {
            if reset {
                continue;
            }
            for (what, happens) in events(&I::unpack(&inputs), &O::unpack(&outputs)) {
                *counts.entry(what).or_default() += u32::from(happens);
            }
        }
    }
    println!("{} {}: {counts:#?}", preset.unit, preset.name);
    counts
}

/// How often each event has to come, in all seeds together.
const LEAST: u32 = 12;

/// Each event comes more than once in every preset, but for those that cannot.
fn all_reached<I: Ports, O: Ports>(
    unit: UnitId,
    impossible: &[(&str, &str)],
    events: impl Fn(&I, &O) -> Vec<(&'static str, bool)>,
) {
    for preset in presets(unit) {
        for (what, count) in reached(preset, 60_000, &events) {
            if impossible.contains(&(preset.name, what)) {
                assert_eq!(count, 0, "{}: {what}", preset.name);
            } else {
                assert!(count >= LEAST, "{}: {what}: {count}", preset.name);
            }
        }
    }
}

#[test]
fn stimulus_of_the_bank_reaches_every_kind_of_event() {
    // Two lines cannot be filled, written and read at once.
    let impossible = [("small", "read beside fill and result")];
    all_reached(
        UnitId::OsuBank,
        &impossible,
        |i: &OsuBankInputs, o: &OsuBankOutputs| {
            let read = i.access_valid && !i.access_reserve;
            let preload = i.preload_valid && o.preload_ready;
            vec![
                ("read", read && o.access_ready),
                ("read waits", read && !o.access_ready),
                ("reserve", i.access_reserve && o.access_ready),
                (
                    "reserve waits",
                    i.access_valid && i.access_reserve && !o.access_ready,
                ),
                ("preload", preload && i.preload_kind == 1),
                ("invalidating read", preload && i.preload_kind == 2),
                ("invalidation", preload && i.preload_kind == 3),
                ("hit", o.preload_done),
                ("operation beside access", i.access_valid && i.preload_valid),
                ("fill waits", i.fill_valid && !o.fill_ready),
                ("result waits", i.write_valid && !o.write_ready),
                (
                    "result behind fill",
                    i.fill_valid && i.write_valid && o.fill_ready,
                ),
                (
                    "read beside fill and result",
                    read && i.fill_valid && i.write_valid && o.fill_ready,
                ),
                ("eviction", o.request_evict),
                ("request waits", o.request_valid && !i.request_ready),
                (
                    "empty mask",
                    i.write_valid && o.write_ready && i.write_mask == 0,
                ),
                (
                    "erased",
                    read && o.access_ready && i.access_last && i.access_erase,
                ),
            ]
        },
    );
}

#[test]
fn stimulus_of_the_manager_reaches_every_kind_of_event() {
    // A region asks for 7 lines of a bank at most.
    let impossible = [
        "maxwell",
        "maxwell-2048",
        "maxwell-1024",
        "maxwell-384",
        "maxwell-256",
    ];
    let impossible = impossible.map(|preset| (preset, "too big"));
    all_reached(
        UnitId::CapacityManager,
        &impossible,
        |i: &CapacityManagerInputs, o: &CapacityManagerOutputs| {
            vec![
                ("region taken", o.region_taken),
                ("more than one active", o.active.count_ones() > 1),
                ("at most one eligible", i.eligible.count_ones() < 2),
                (
                    "two end at once",
                    i.issue[0].valid && i.issue[0].ends && i.issue[1].valid && i.issue[1].ends,
                ),
                ("two results land", i.landed[0].valid && i.landed[1].valid),
                (
                    "one lands for both",
                    i.landed[0].valid && i.landed[1].valid && i.landed[0].warp == i.landed[1].warp,
                ),
                ("a queue waits", o.queue_valid & !i.queue_ready != 0),
                ("three queues", o.queue_valid.count_ones() > 2),
                ("done and filled", i.done_banks != 0 && i.fill_done),
                ("several done", i.done_banks.count_ones() > 2),
                ("too big", o.error),
            ]
        },
    );
}

#[test]
fn stimulus_of_the_compressor_reaches_every_kind_of_event() {
    all_reached(
        UnitId::PatternCompressor,
        &[],
        |i: &PatternCompressorInputs, o: &PatternCompressorOutputs| {
            let taken = i.request_valid && o.request_ready;
            let last = i.request_data[31] != i.request_data[30];
            let constant = i.request_data[..31].windows(2).all(|w| w[0] == w[1]);
            vec![
                ("eviction", taken && i.request_evict),
                ("preload", taken && i.request_kind == 1),
                ("invalidating read", taken && i.request_kind == 2),
                ("invalidation", taken && i.request_kind == 3),
                ("request waits", i.request_valid && !o.request_ready),
                ("answer", o.answer_valid),
                ("answer waits", o.answer_valid && !i.answer_ready),
                ("line from the L1", i.response_valid),
                ("L1 waits", o.l1.valid && !i.l1_ready),
                ("write to the L1", o.l1.write),
                (
                    "constant but for the last lane",
                    taken && i.request_evict && constant && last,
                ),
            ]
        },
    );
}

#[test]
fn stimulus_of_the_staging_unit_reaches_every_kind_of_event() {
    all_reached(UnitId::Osu, &[], |i: &OsuInputs, o: &OsuOutputs| {
        vec![
            (
                "two accepted",
                o.issue[0].ready && o.issue[1].ready && i.issue[1].valid,
            ),
            ("in0 waits", i.issue[0].valid && !o.issue[0].ready),
            ("two offered", o.out[0].valid && o.out[1].valid),
            (
                "three sources",
                o.out[0].a_valid && o.out[0].b_valid && o.out[0].c_valid,
            ),
            ("result waits", i.wb[0].valid && !o.wb[0].ready),
            (
                "two results",
                i.wb[0].valid && o.wb[0].ready && i.wb[1].valid && o.wb[1].ready,
            ),
            ("fill from both sides", i.answer_valid && i.response_valid),
            ("response waits", i.response_valid && !o.response_ready),
            ("several done", o.done_banks.count_ones() > 1),
            ("eviction", o.request_evict),
            ("request waits", o.request_valid && !i.request_ready),
        ]
    });
}

#[test]
fn stimulus_of_the_shard_reaches_every_kind_of_event() {
    all_reached(
        UnitId::ReglessShard,
        &[("maxwell-no-compressor", "line comes")],
        |i: &ReglessShardInputs, o: &ReglessShardOutputs| {
            vec![
                ("metadata wait", i.meta.valid && !o.meta_ready),
                ("last uses", o.uses.valid),
                ("two issue", o.issue[0].ready && o.issue[1].ready),
                (
                    "issue waits",
                    i.issue[0].instruction.valid && !o.issue[0].ready,
                ),
                ("held", i.hold != 0),
                ("three active", o.active.count_ones() > 2),
                ("two offered", o.out[0].valid && o.out[1].valid),
                ("result waits", i.wb[1].valid && !o.wb[1].ready),
                ("line comes", i.response_valid && i.response_line),
                ("register comes", i.response_valid && !i.response_line),
                ("L1 waits", o.l1.valid && !i.l1_ready),
                ("write to the L1", o.l1.write),
                ("bad metadata", o.metadata_error),
            ]
        },
    );
}

/// Both engines wrong alike: only the watcher can tell.
fn property_found(unit: UnitId, fault: fn() -> Fault) -> &'static str {
    let preset = presets(unit).last().expect("a preset");
    let interface = Interface::of(&preset.parameters);
    let kit = kit(&preset.parameters);
    let bench = faulty(&interface, &*kit, fault);
    let verdict = Lockstep::start(&interface, &*bench, &*bench, 1)
        .unwrap()
        .with_oracle(kit.oracle())
        .run(
            &mut *kit.generator(&interface, 1),
            60_000,
            &Watch::default(),
        )
        .unwrap();
    match verdict {
        Verdict::Mismatch(mismatch) => match mismatch.subject {
            Subject::Property(violation) => violation.property,
            Subject::Output(name) => panic!("{name} differs"),
        },
        other => panic!("{other:?}"),
    }
}

macro_rules! spoil {
    ($ports:ident: $inputs:ty, $outputs:ty: |$i:ident, $o:ident| $body:block) => {
        (UnitId::$ports, || {
            Box::new(|cycle| {
                if cycle.reset {
                    return;
                }
                let $i = <$inputs>::unpack(cycle.inputs);
                let mut $o = <$outputs>::unpack(cycle.outputs);
                let _ = &$i;
                $body
                $o.pack(cycle.outputs);
            })
        })
    };
}

/// A property, and a unit with a fault that breaks it.
type Named = (&'static str, (UnitId, fn() -> Fault));

#[test]
fn the_watchers_name_what_is_broken() {
    let faults: [Named; 16] = [
        (
            "ReadIsLastWrite",
            spoil!(OsuBank: OsuBankInputs, OsuBankOutputs: |_i, o| {
                o.answer_data[31] ^= u32::from(o.answer_data[0] != 0) << 7;
            }),
        ),
        (
            "PreloadIsAnsweredOnce",
            spoil!(OsuBank: OsuBankInputs, OsuBankOutputs: |_i, o| { o.fill_done = false }),
        ),
        (
            "OneLookupPerCycle",
            spoil!(OsuBank: OsuBankInputs, OsuBankOutputs: |i, o| {
                o.preload_ready |= i.preload_valid && i.access_valid;
            }),
        ),
        (
            "EvictionIsLastWrite",
            spoil!(OsuBank: OsuBankInputs, OsuBankOutputs: |_i, o| {
                o.request_data[7] ^= u32::from(o.request_evict);
            }),
        ),
        (
            "WaitsAreBounded",
            spoil!(OsuBank: OsuBankInputs, OsuBankOutputs: |i, o| {
                let allowed = i.fill_valid || i.write_valid;
                o.read_ready &= allowed;
                o.access_ready &= i.access_reserve || allowed;
            }),
        ),
        (
            "ReadyIsAsAllowed",
            spoil!(OsuBank: OsuBankInputs, OsuBankOutputs: |i, o| {
                o.read_ready ^= i.access_valid && !i.access_reserve;
            }),
        ),
        (
            "FetchIsLastEviction",
            spoil!(PatternCompressor: PatternCompressorInputs, PatternCompressorOutputs: |_i, o| {
                o.answer_data[16] ^= u32::from(o.answer_valid);
            }),
        ),
        (
            "RequestsAreHeld",
            spoil!(PatternCompressor: PatternCompressorInputs, PatternCompressorOutputs: |i, o| {
                o.l1.data[0] ^= u32::from(o.l1.kind == 5 && !i.l1_ready);
            }),
        ),
        (
            "ActiveWhenAllIsDone",
            spoil!(CapacityManager: CapacityManagerInputs, CapacityManagerOutputs: |i, o| {
                let ended = i.issue[0].valid && i.issue[0].ends;
                o.active |= u16::from(!ended && o.region_taken) << o.region_warp;
            }),
        ),
        (
            "OperationsAreQueuedOnce",
            spoil!(CapacityManager: CapacityManagerInputs, CapacityManagerOutputs: |_i, o| {
                o.queue_registers ^= u64::from(o.queue_valid & 1);
            }),
        ),
        (
            "DecodingReturnsAnnotations",
            spoil!(MetadataDecoder: MetadataDecoderInputs, MetadataDecoderOutputs: |_i, o| {
                o.usage ^= 1 << 23;
            }),
        ),
        (
            "OperandsAreLastWritten",
            spoil!(Osu: OsuInputs, OsuOutputs: |_i, o| { o.out[1].c[3] ^= 1 << 30 }),
        ),
        (
            "AddressIsMapping",
            spoil!(ReglessL1Arbiter: ReglessL1ArbiterInputs, ReglessL1ArbiterOutputs: |_i, o| {
                o.l1.line ^= 1;
            }),
        ),
        (
            "ResponseFindsItsShard",
            spoil!(ReglessL1Arbiter: ReglessL1ArbiterInputs, ReglessL1ArbiterOutputs: |_i, o| {
                o.shards_response = o.shards_response.rotate_left(1);
            }),
        ),
        (
            "ShardReadIsLastWrite",
            spoil!(ReglessShard: ReglessShardInputs, ReglessShardOutputs: |_i, o| {
                o.out[0].a[0] ^= u32::from(o.out[0].a_valid);
            }),
        ),
        (
            "BadMetadataIsReported",
            spoil!(ReglessShard: ReglessShardInputs, ReglessShardOutputs: |_i, o| {
                o.metadata_error_warp ^= u8::from(o.metadata_error);
            }),
        ),
    ];
    for (n, (property, (unit, fault))) in faults.into_iter().enumerate() {
        println!("fault {n}: {property} of {unit}");
        assert_eq!(property_found(unit, fault), property, "fault {n}");
    }
}
