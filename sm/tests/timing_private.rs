//! Private memory behind an Affine Vector Cache: kernels whose registers are capped get back what they
//! spilled, and less goes to the L2 than with an L1 alone (Affine Vector Cache, section 5).
//! A smoke selection; all kernels with WARPLOOM_TESTS=full.

mod support;

use sm::host::{HostError, Options, Session, TimedOutcome};
use sm::scheme::{build, Golden};
use sm::timing::{Avc, Parameters, Policy, Settings};
use spec::Scheme;
use std::path::Path;
use support::descriptors;

/// Kernels of the paper's Table 1 that spill with a cap, and the cap.
const CAPPED: [(&str, u32); 4] = [
    ("lud", 8),
    ("needleman_wunsch", 12),
    ("binomial_options", 12),
    ("hotspot", 12),
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
        let most = if is_full() { None } else { Some(40_000) };
        let traffic = |avc: Avc| {
            let what = format!("{name}, {cap} registers, {avc:?}");
            let run = run(&session, settings(avc, most), cap, &what);
            let run = run.unwrap_or_else(|error| panic!("{what}: {error}"));
            let t = run.counts.traffic;
            assert!(t.private_loads > 0, "{what}: nothing was spilled");
            // Of the same work: a launch that is cut short has done less of it.
            let moved = (t.private_fills + t.private_write_backs) as f64;
            let rate = 1000.0 * moved / run.counts.issued as f64;
            println!("{what}: {rate:.2} vectors for 1,000 warp instructions, {t:?}");
            rate
        };
        let alone = traffic(Avc::None);
        let beside = traffic(Avc::TwoWay16K);
        assert!(
            beside <= 1.05 * alone + 0.1,
            "{name}: {beside} against {alone}"
        );
    }
    let _ = Path::new("");
}
