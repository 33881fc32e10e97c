//! Private memory behind an Affine Vector Cache: kernels whose registers are capped get back what they
//! spilled, and less goes to the L2 than with an L1 alone (Affine Vector Cache, section 5).
//! A smoke selection; all kernels with WARPLOOM_TESTS=full.

use crate::support;

use sm::host::{HostError, Options, Session, TimedOutcome};
use sm::scheme::{build, Golden};
use sm::timing::memory::Private;
use sm::timing::{Avc, Multiprocessor, Parameters, Policy, Settings};
use spec::avc::{AvcCache, CacheInputs, CacheOutputs};
use spec::{AnyParameters, Hardware, Scheme, UnitFault, UnitId, UnitModel};
use support::descriptors;

/// Kernels of the paper's Table 1 with a cap under which what they spill does not fit into 48 KB.
const CAPPED: [(&str, u32); 5] = [
    ("black_scholes", 8),
    ("cfd_step", 16),
    ("heartwall", 8),
    ("hotspot", 10),
    ("srad", 8),
];

fn is_full() -> bool {
    std::env::var("WARPLOOM_TESTS").is_ok_and(|value| value == "full")
}

fn open(name: &str) -> Session {
    let file = format!("{name}.toml");
    let path = descriptors().into_iter().find(|path| path.ends_with(&file));
    let path = path.unwrap_or_else(|| panic!("{name} is missing"));
    Session::open(&path).unwrap_or_else(|error| panic!("{error}"))
}

fn settings(avc: Avc, max_cycles: Option<u64>) -> Settings {
    let parameters = Parameters {
        avc,
        ..Parameters::FERMI
    };
    Settings {
        policy: Policy::Lrr,
        max_cycles,
        ..Settings::new(parameters)
    }
}

fn run(
    session: &Session,
    settings: Settings,
    cap: u32,
    what: &str,
) -> Result<TimedOutcome, HostError> {
    let multiprocessor = build(Scheme::Avc, settings, &mut Golden);
    let mut multiprocessor = multiprocessor.unwrap_or_else(|error| panic!("{what}: {error}"));
    let options = Options {
        physical: true,
        max_registers: Some(cap),
    };
    let run = session.run_timed(options, &mut multiprocessor)?;
    assert!(run.outcome.passed(), "{what}");
    let c = &run.counts;
    assert_eq!(c.issued, c.retired + c.abandoned, "{what}: {c:?}");
    assert_eq!(c.issued + c.untimed, run.statistics.instructions, "{what}");
    Ok(run)
}

#[test]
fn what_was_spilled_comes_back() {
    for path in descriptors() {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let smoke = CAPPED.iter().find(|capped| capped.0 == name);
        if smoke.is_none() && !is_full() {
            continue;
        }
        let session = open(&name);
        for cap in smoke.map_or(vec![8, 16], |capped| vec![capped.1]) {
            for avc in [Avc::TwoWay16K, Avc::None] {
                let what = format!("{name}, {cap} registers, {avc:?}");
                let most = if is_full() { 20_000 } else { 2000 };
                let with = match run(&session, settings(avc, Some(most)), cap, &what) {
                    Ok(run) => run,
                    // Not every kernel can live with so few.
                    Err(HostError::Allocation(_)) if is_full() => continue,
                    Err(error) => panic!("{what}: {error}"),
                };
                let stepped = Settings {
                    skip: false,
                    ..settings(avc, Some(most))
                };
                let mut without = run(&session, stepped, cap, &what).expect("it ran");
                without.counts.skipped = with.counts.skipped;
                assert_eq!(with.counts, without.counts, "{what}: skipping");
            }
        }
    }
}

#[test]
fn an_avc_lowers_private_traffic_when_registers_are_capped() {
    for (name, cap) in CAPPED {
        let session = open(name);
        let most = Some(if is_full() { 100_000 } else { 20_000 });
        let traffic = |avc: Avc| {
            let what = format!("{name}, {cap} registers, {avc:?}");
            let run = run(&session, settings(avc, most), cap, &what);
            let run = run.unwrap_or_else(|error| panic!("{what}: {error}"));
            let t = run.counts.traffic;
            assert!(t.private_loads > 0, "{what}: nothing was spilled");
            // Of the same work: a launch that is cut short has done less of it, and what its caches hold at
            // the end says nothing of the rest.
            let moved = (t.private_fills + t.private_write_backs - t.private_flushed) as f64;
            assert!(t.private_flushed > 0, "{what}: {t:?}");
            let rate = 1000.0 * moved / run.counts.issued as f64;
            println!("{what}: {rate:.2} vectors for 1,000 warp instructions, {t:?}");
            rate
        };
        let alone = traffic(Avc::None);
        for avc in [Avc::Direct8K, Avc::TwoWay16K, Avc::ThreeWay24K] {
            let beside = traffic(avc);
            assert!(
                beside < 0.9 * alone,
                "{name}, {avc:?}: {beside} against {alone}"
            );
        }
    }
}

/// A cache that gives back another word than was stored.
struct Forgetful(Box<dyn UnitModel<AvcCache>>);

impl UnitModel<AvcCache> for Forgetful {
    fn reset(&mut self) {
        self.0.reset();
    }

    fn cycle(&mut self, inputs: &CacheInputs) -> Result<CacheOutputs, UnitFault<CacheOutputs>> {
        let mut outputs = self.0.cycle(inputs)?;
        outputs.ans_data[3] ^= 1;
        Ok(outputs)
    }
}

#[test]
fn a_word_that_is_lost_is_noticed() {
    let preset = UnitId::AvcCache.preset("16k-2-way").expect("it exists");
    let AnyParameters::AvcCache(parameters) = preset.parameters else {
        panic!("{:?}", preset.parameters);
    };
    let unit = Golden.avc_cache(parameters).expect("it is built");
    let private = Private::new(Some((parameters, Box::new(Forgetful(unit)))), 45, 8);
    let settings = settings(Avc::TwoWay16K, Some(20_000));
    let multiprocessor = Multiprocessor::baseline(settings);
    let mut multiprocessor = multiprocessor.with_private(private.expect("Table 3"));
    let options = Options {
        physical: true,
        max_registers: Some(8),
    };
    let error = open("srad").run_timed(options, &mut multiprocessor);
    let error = error.expect_err("lane 3 is wrong").to_string();
    for part in [
        "port ans_data",
        "lane 3",
        "the warp holds",
        "PTX line",
        "warp",
    ] {
        assert!(error.contains(part), "no {part:?} in {error}");
    }
}
