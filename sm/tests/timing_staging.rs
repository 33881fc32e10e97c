//! Registers that are staged by RegLess: results are right under every scheduler, skipping changes
//! nothing, what the unit loses is noticed, and the L1 has little to do with preloads (RegLess, Figure 17).
//! A smoke selection; all kernels with WARPLOOM_TESTS=full.

use crate::support;

use sm::descriptor::AddressSize;
use sm::host::{HostError, Options, Session, TimedOutcome};
use sm::scheme::{build, Golden};
use sm::timing::{
    Counts, Disagreement, Metadata, Multiprocessor, Policy, Preset, RegisterMemory, Settings,
    Staging, TimingError,
};
use spec::regless::{Regless, ReglessInputs, ReglessOutputs, ReglessParameters};
use spec::{Hardware, Scheme, UnitFault, UnitModel};
use support::descriptors;

/// Kernels that between them diverge, loop, call barriers, read textures and use pairs.
const SMOKE: [&str; 8] = [
    "aes",
    "bfs",
    "hotspot",
    "matrix_multiply",
    "pathfinder",
    "spmv",
    "srad",
    "texture_lookup",
];

fn is_full() -> bool {
    std::env::var("WARPLOOM_TESTS").is_ok_and(|value| value == "full")
}

fn chosen() -> Vec<(String, Session)> {
    let name = |path: &std::path::Path| {
        let stem = path.file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    };
    let all = descriptors().into_iter().map(|path| (name(&path), path));
    let chosen = all.filter(|(name, _)| is_full() || SMOKE.contains(&name.as_str()));
    let open =
        |path: std::path::PathBuf| Session::open(&path).unwrap_or_else(|error| panic!("{error}"));
    chosen.map(|(name, path)| (name, open(path))).collect()
}

fn settings(policy: Policy, max_cycles: u64) -> Settings {
    Settings {
        policy,
        max_cycles: Some(max_cycles),
        ..Settings::new(Preset::Maxwell.parameters())
    }
}

fn run(session: &Session, settings: Settings, what: &str) -> TimedOutcome {
    let multiprocessor = build(Scheme::Regless, settings, &mut Golden);
    let mut multiprocessor = multiprocessor.unwrap_or_else(|error| panic!("{what}: {error}"));
    let run = session
        .run_timed(Options::default(), &mut multiprocessor)
        .unwrap_or_else(|error| panic!("{what}: {error}"));
    assert!(run.outcome.passed(), "{what}");
    let c = &run.counts;
    assert_eq!(c.issued, c.retired + c.abandoned, "{what}: {c:?}");
    assert_eq!(c.issued + c.untimed, run.statistics.instructions, "{what}");
    run
}

#[test]
fn results_are_right_whatever_is_staged() {
    for (name, session) in chosen() {
        for policy in Policy::ALL {
            let what = format!("{name}, {}", policy.name());
            let settings = settings(policy, if is_full() { 20_000 } else { 2000 });
            let outcome = run(&session, settings.clone(), &what);
            let stepped = Settings {
                skip: false,
                ..settings
            };
            let mut slow = run(&session, stepped, &what);
            slow.counts.skipped = outcome.counts.skipped;
            assert_eq!(slow.counts, outcome.counts, "{what}: skipping");
        }
    }
}

/// Figure 17: of the preloads most hit the staging unit or the compressor.
#[test]
fn most_preloads_do_not_need_the_l1() {
    let mut hits = Vec::new();
    for (name, session) in chosen() {
        let most = if is_full() { 1_000_000 } else { 20_000 };
        let run = run(&session, settings(Policy::Gto, most), &name);
        let staged = run.counts.staged.expect("registers are staged");
        let found = staged.hits().expect("golden models are looked into");
        println!("{name}: {found:.3} of {} preloads", staged.preloads);
        assert!(staged.preloads > 100, "{name}: {staged:?}");
        assert!(found > 0.3, "{name}: {staged:?}");
        hits.push(found);
    }
    let mean = hits.iter().sum::<f64>() / hits.len() as f64;
    println!("mean: {mean:.3}");
    assert!(mean > 0.75, "{mean}");
}

#[test]
fn a_line_that_is_only_completed_is_no_preload() {
    let (mut merges, mut below) = (0, 0);
    for (name, session) in chosen() {
        let run = run(&session, settings(Policy::Gto, 20_000), &name);
        let staged = run.counts.staged.expect("registers are staged");
        let from = staged
            .preloaded_from
            .expect("golden models are looked into");
        let to_merge = staged.lines_read_to_merge.expect("the same");
        let all = from.staging + from.compressor + from.asked_of_l1();
        // A launch that is cut short leaves preloads under way.
        assert!(all.abs_diff(staged.preloads) < 200, "{name}: {staged:?}");
        let reads = staged.registers_read + staged.lines_read;
        // Several preloads may wait for one line.
        assert!(from.asked_of_l1() + to_merge >= reads, "{name}: {staged:?}");
        let requests = reads + staged.written + staged.invalidations;
        assert_eq!(staged.requests, requests, "{name}: {staged:?}");
        merges += to_merge;
        below += from.l2 + from.dram;
    }
    assert!(merges > 100, "{merges} lines are completed");
    assert!(below > 0, "everything is in the L1");
}

/// Metadata are part of the instruction stream (6.1). Behind a perfect memory, so that it is not the order in which
/// registers come to the L1 that decides.
#[test]
fn metadata_cost_fetches_and_turns() {
    // Of all kernels together: one may gain, for words are decoded while the rest is fetched, and warps come in another order.
    let mut cycles = [0; 3];
    let mut alike = 0;
    for (name, session) in chosen() {
        let counts = [Metadata::Free, Metadata::Fetch, Metadata::FetchAndIssue].map(|metadata| {
            let mut settings = settings(Policy::Gto, 1_000_000);
            settings.parameters.metadata = metadata;
            settings.parameters.register_memory = RegisterMemory::Perfect;
            run(&session, settings, &format!("{name}, {metadata:?}")).counts
        });
        let [free, fetched, issued] = &counts;
        let words = |counts: &Counts| counts.staged.expect("registers are staged").words;
        // Atomic counters give other warps other shares of the work.
        if free.retired == issued.retired {
            assert_eq!(words(free), words(issued), "{name}: the same work");
            alike += 1;
        }
        // Two come with a fetch, instructions or words.
        assert!(
            free.fetches + words(free) / 4 < fetched.fetches,
            "{name}: {fetched:?}"
        );
        assert!(
            2 * fetched.fetches >= words(fetched) + fetched.issued,
            "{name}: {fetched:?}"
        );
        for (all, counts) in cycles.iter_mut().zip(&counts) {
            *all += counts.cycles;
        }
    }
    assert!(alike > 1, "{alike} kernels did the same work");
    assert!(cycles.is_sorted_by(|a, b| a < b), "{cycles:?}");
}

/// A perfect memory is a bound: nothing of registers goes through the L1, and no kernel waits for it.
#[test]
fn perfect_memory_is_not_the_l1() {
    for (name, session) in chosen() {
        let settings = settings(Policy::Gto, 20_000);
        let mut bound = settings.clone();
        bound.parameters.register_memory = RegisterMemory::Perfect;
        let real = run(&session, settings, &name).counts;
        let bound = run(&session, bound, &format!("{name}, bound")).counts;
        assert_eq!(bound.traffic.registers, Default::default(), "{name}");
        let staged = |counts: &Counts| counts.staged.expect("registers are staged");
        assert_eq!(staged(&bound).waits, 0, "{name}");
        if bound.untimed == 0 && real.untimed == 0 {
            assert!(
                100 * bound.cycles <= 102 * real.cycles,
                "{name}: {} and {} cycles",
                bound.cycles,
                real.cycles
            );
        }
    }
}

/// RegLess that gives one lane of a source as something else.
struct Forgetful(Box<dyn UnitModel<Regless>>);

impl UnitModel<Regless> for Forgetful {
    fn reset(&mut self) {
        self.0.reset();
    }

    fn cycle(
        &mut self,
        inputs: &ReglessInputs,
    ) -> Result<ReglessOutputs, UnitFault<ReglessOutputs>> {
        let mut outputs = self.0.cycle(inputs)?;
        outputs.out[2].b[3] ^= 1;
        Ok(outputs)
    }
}

/// RegLess that lets nobody in.
struct Silent(Box<dyn UnitModel<Regless>>);

impl UnitModel<Regless> for Silent {
    fn reset(&mut self) {
        self.0.reset();
    }

    fn cycle(
        &mut self,
        inputs: &ReglessInputs,
    ) -> Result<ReglessOutputs, UnitFault<ReglessOutputs>> {
        let mut outputs = self.0.cycle(inputs)?;
        outputs.active = 0;
        Ok(outputs)
    }
}

fn with(unit: impl Fn(Box<dyn UnitModel<Regless>>) -> Box<dyn UnitModel<Regless>>) -> HostError {
    let parameters = ReglessParameters::new(16, 16, 4).expect("it is maxwell");
    let golden = Golden.regless(parameters).expect("it is built");
    let staging = Staging::new(unit(golden), parameters, RegisterMemory::L1);
    let settings = Settings::new(Preset::Maxwell.parameters());
    let multiprocessor = Multiprocessor::with_paths(settings, Vec::new());
    let (_, session) = { chosen().into_iter() }
        .find(|(name, _)| name == "pathfinder")
        .expect("it is shipped");
    let run = session.run_timed(
        Options::default(),
        &mut multiprocessor.with_staging(staging),
    );
    run.map(|_| ()).expect_err("the unit lies")
}

#[test]
fn a_register_that_is_stale_is_noticed() {
    let error = with(|golden| Box::new(Forgetful(golden)));
    let HostError::Timing(TimingError::Hardware(what)) = &error else {
        panic!("{error}");
    };
    let (disagreement, place) = &**what;
    assert!(
        matches!(disagreement, Disagreement::Source { .. }),
        "{error}"
    );
    // Unit 2 reads for shard 1.
    assert_eq!(place.warp.map(|warp| warp % 4), Some(1), "{error}");
    assert!(place.line.is_some() && place.register.is_some(), "{error}");
}

#[test]
fn a_unit_that_lets_nobody_in_is_noticed() {
    let error = with(|golden| Box::new(Silent(golden))).to_string();
    assert!(error.contains("waits for its registers"), "{error}");
}

#[test]
fn only_a_multiprocessor_of_table_1_takes_it() {
    let settings = Settings::new(Preset::Fermi.parameters());
    let refused = build(Scheme::Regless, settings, &mut Golden).map(|_| ());
    let refused = refused.expect_err("fermi has one shard").to_string();
    assert!(refused.contains("--preset maxwell"), "{refused}");
}

#[test]
fn pairs_of_64_bit_addresses_stay_whole() {
    // Caps under which the search for places once tore a pair: an address whose upper half was another's.
    let gaussian = descriptors()
        .into_iter()
        .find(|path| path.ends_with("gaussian.toml"));
    let gaussian = gaussian.expect("it is shipped");
    let session = Session::open_for(&gaussian, Some(AddressSize::Wide));
    let session = session.unwrap_or_else(|error| panic!("{error}"));
    for cap in [14, 24] {
        let multiprocessor = build(Scheme::Regless, settings(Policy::Gto, 500), &mut Golden);
        let mut multiprocessor = multiprocessor.unwrap_or_else(|error| panic!("{error}"));
        let options = Options {
            physical: true,
            max_registers: Some(cap),
        };
        let run = session.run_timed(options, &mut multiprocessor);
        let run = run.unwrap_or_else(|error| panic!("cap {cap}: {error}"));
        assert!(run.outcome.passed(), "cap {cap}");
    }
}
