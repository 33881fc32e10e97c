//! The register file of `baseline` against the golden model of `regfile` in its preset
//! `uncompressed`: two models that share nothing, the same cycles. And the real unit in its place.

use crate::support;

use sm::host::{Options, Session, TimedOutcome};
use sm::scheme::Golden;
use sm::timing::registers::{Flat, OfUnit, RegisterPath};
use sm::timing::{Multiprocessor, Parameters, Policy, Settings};
use spec::regfile::RegfileParameters;
use spec::{AnyParameters, Hardware, Scheme, UnitId};
use support::descriptors;

const KERNELS: [&str; 5] = ["vector_add", "lud", "histogram", "bfs", "reduction"];

fn sessions() -> impl Iterator<Item = (String, Session)> {
    descriptors().into_iter().filter_map(|path| {
        let name = path.file_stem()?.to_str()?.to_owned();
        KERNELS.contains(&name.as_str()).then(|| {
            let session = Session::open(&path).unwrap_or_else(|error| panic!("{error}"));
            (name, session)
        })
    })
}

fn uncompressed() -> RegfileParameters {
    let preset = UnitId::Regfile.preset("uncompressed").expect("a preset");
    match preset.parameters {
        AnyParameters::Regfile(parameters) => parameters,
        other => panic!("{other:?}"),
    }
}

fn settings(policy: Policy) -> Settings {
    Settings {
        policy,
        max_cycles: Some(20_000),
        ..Settings::new(Parameters::FERMI)
    }
}

fn run(session: &Session, mut multiprocessor: Multiprocessor, what: &str) -> TimedOutcome {
    let run = session.run_timed(Options::default(), &mut multiprocessor);
    let run = run.unwrap_or_else(|error| panic!("{what}: {error}"));
    assert!(run.outcome.passed(), "{what}");
    run
}

#[test]
fn the_flat_file_is_exact_to_the_cycle() {
    for (name, session) in sessions() {
        for policy in Policy::ALL {
            let what = format!("{name}, {}", policy.name());
            let flat: Box<dyn RegisterPath> = Box::new(Flat::new(1024, 4, 16).with_releases());
            let flat = Multiprocessor::with_paths(settings(policy), vec![flat]);
            let flat = run(&session, flat, &what);
            let unit = Golden.regfile(uncompressed()).expect("a golden model");
            let unit: Box<dyn RegisterPath> = Box::new(OfUnit::new(unit, uncompressed()));
            let unit = Multiprocessor::with_paths(settings(policy), vec![unit]);
            let mut unit = run(&session, unit, &what);
            // A register that holds nothing is read without banks; the flat file knows no such.
            let mut counts = flat.counts;
            assert!(counts.registers.bank_reads >= unit.counts.registers.bank_reads);
            assert!(counts.registers.bank_writes <= unit.counts.registers.bank_writes);
            counts.registers = Default::default();
            unit.counts.registers = Default::default();
            counts.skipped = unit.counts.skipped;
            assert_eq!(counts, unit.counts, "{what}");
        }
    }
}

#[test]
fn the_unit_of_warped_compression_reads_what_was_written() {
    let (mut movs, mut issued) = (0, 0);
    for (name, session) in sessions() {
        for policy in [Policy::Gto, Policy::Lrr] {
            let what = format!("{name}, {}", policy.name());
            let build = |skip| {
                let settings = Settings {
                    skip,
                    ..settings(policy)
                };
                sm::scheme::build(Scheme::WarpedCompression, settings, &mut Golden).expect("fermi")
            };
            let skipped = run(&session, build(true), &what);
            let mut stepped = run(&session, build(false), &what);
            stepped.counts.skipped = skipped.counts.skipped;
            assert_eq!(skipped.counts, stepped.counts, "{what}");
            let registers = &skipped.counts.registers;
            let ratio = registers.compression().expect("results are written");
            assert!(
                ratio.banks > 1.0 && ratio.bytes > ratio.banks,
                "{what}: {ratio:?}"
            );
            assert!(registers.gated_bank_cycles > 0, "{what}");
            let of_banks = registers.gated_cycles.iter().sum::<u64>();
            assert_eq!(of_banks, registers.gated_bank_cycles, "{what}");
            // A register begins at the lowest bank of its cluster: the higher, the more often without power
            // (Figure 10).
            for cluster in registers.gated_cycles.chunks(8) {
                assert!(cluster.is_sorted(), "{what}: {cluster:?}");
            }
            // Figure 11: MOVs are a small share, also of what diverges most.
            assert!(
                registers.movs * 10 < skipped.counts.issued,
                "{what}: {registers:?}"
            );
            movs += registers.movs;
            issued += skipped.counts.issued;
        }
    }
    println!("{movs} MOVs, {issued} instructions");
    assert!(movs > 0, "nothing diverged");
    // Figure 11 has less than 2 % over all its benchmarks; these are kernels that diverge.
    assert!(movs * 20 < issued, "{movs} MOVs of {issued} instructions");
}

/// With `moves` = instruction a MOV is an instruction of one source that the kernel does not have: it takes its time, and
/// all that is read is what was written.
#[test]
fn movs_can_take_the_way_of_instructions() {
    let parameters = Parameters::FERMI.overridden("moves = 'instruction'");
    let parameters = parameters.expect("legal");
    let mut movs = 0;
    for (name, session) in sessions() {
        let build = |skip| {
            let settings = Settings {
                skip,
                parameters: parameters.clone(),
                ..settings(Policy::Gto)
            };
            sm::scheme::build(Scheme::WarpedCompression, settings, &mut Golden).expect("fermi")
        };
        let skipped = run(&session, build(true), &name).counts;
        let mut stepped = run(&session, build(false), &name).counts;
        stepped.skipped = skipped.skipped;
        assert_eq!(skipped, stepped, "{name}");
        assert_eq!(
            skipped.issued,
            skipped.retired + skipped.abandoned,
            "{name}"
        );
        let registers = &skipped.registers;
        // What a MOV gives back passes by the compressor, what it reads does not by the decompressor.
        assert_eq!(
            registers.compressions,
            registers.stored.iter().sum::<u64>(),
            "{name}"
        );
        assert!(registers.movs <= registers.decompressions, "{name}");
        movs += registers.movs;
    }
    assert!(movs > 0, "nothing diverged");
}

/// needleman_wunsch launches warps of 16 lanes: what all of them write is not divergent.
#[test]
fn divergence_is_counted_by_launched_lanes() {
    let path = descriptors()
        .into_iter()
        .find(|path| path.ends_with("needleman_wunsch.toml"));
    let session = Session::open(&path.expect("it is shipped")).expect("it opens");
    let whole = Settings {
        max_cycles: None,
        ..settings(Policy::Gto)
    };
    for scheme in [Scheme::Baseline, Scheme::WarpedCompression] {
        let built = sm::scheme::build(scheme, whole.clone(), &mut Golden).expect("fermi");
        let run = run(&session, built, scheme.name());
        let registers = &run.counts.registers;
        let results = registers.stored.iter().sum::<u64>() + registers.partial_writes;
        let divergent = registers.divergent_writes as f64 / results as f64;
        match scheme {
            // Most results have fewer than 32 lanes.
            Scheme::Baseline => {
                assert!(registers.partial_writes * 10 > results * 9, "{registers:?}")
            }
            // Those of all lanes that the warp has are compressed (5.2).
            _ => assert_eq!(
                registers.partial_writes, registers.divergent_writes,
                "{registers:?}"
            ),
        }
        assert!(divergent < 0.5, "{scheme}: {divergent}, {registers:?}");
        assert!(divergent > 0.1, "{scheme}: {divergent}, {registers:?}");
    }
}

#[test]
fn a_multiprocessor_of_another_geometry_is_refused() {
    let settings = Settings::new(Parameters::MAXWELL);
    let refused = sm::scheme::build(Scheme::WarpedCompression, settings, &mut Golden);
    let error = refused.err().expect("it does not fit").to_string();
    assert!(error.contains("take --preset fermi"), "{error}");
}
