//! Kernels under timing: their checks pass, memory is that of functional execution, nothing is
//! lost on the way, and skipping changes no count. A smoke selection; all with WARPLOOM_TESTS=full.

use crate::support;

use sm::host::{Options, Session, TimedOutcome};
use sm::timing::{Multiprocessor, Policy, Preset, Settings};
use std::path::Path;
use support::descriptors;

/// Short ones that between them diverge, meet barriers, conflict, spill, fetch textures, use
/// atomics, and launch many times.
const SMOKE: [&str; 6] = [
    "bfs",
    "histogram",
    "lud",
    "spmv",
    "texture_lookup",
    "vector_add",
];

fn is_full() -> bool {
    std::env::var("WARPLOOM_TESTS").is_ok_and(|value| value == "full")
}

fn chosen() -> Vec<(String, Session)> {
    let name = |path: &Path| {
        path.file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    let all = descriptors();
    assert!(all.len() >= 33, "only {} kernels", all.len());
    let chosen = all
        .into_iter()
        .filter(|path| is_full() || SMOKE.contains(&name(path).as_str()));
    let open = |path: &Path| Session::open(path).unwrap_or_else(|error| panic!("{error}"));
    let sessions: Vec<_> = chosen.map(|path| (name(&path), open(&path))).collect();
    println!("{} kernels", sessions.len());
    sessions
}

fn run(session: &Session, settings: Settings, max: Option<u32>, what: &str) -> TimedOutcome {
    let mut multiprocessor = Multiprocessor::baseline(settings);
    let options = Options {
        physical: true,
        max_registers: max,
    };
    let run = session
        .run_timed(options, &mut multiprocessor)
        .unwrap_or_else(|error| panic!("{what}: {error}"));
    for check in &run.outcome.checks {
        assert!(check.passed(), "{what}: {check}");
    }
    assert!(run.outcome.passed(), "{what}");
    let c = &run.counts;
    assert_eq!(c.issued, c.retired + c.abandoned, "{what}: {c:?}");
    assert_eq!(c.issued + c.untimed, run.statistics.instructions, "{what}");
    assert!(c.issued > 0 && c.cycles > 0, "{what}: {c:?}");
    run
}

fn settings(preset: Preset, policy: Policy) -> Settings {
    Settings {
        policy,
        ..Settings::new(preset.parameters())
    }
}

#[test]
fn all_pass_under_every_scheduler() {
    for (name, session) in chosen() {
        for preset in Preset::ALL {
            for policy in Policy::ALL {
                let what = format!("{name}, {}, {}", preset.name(), policy.name());
                let outcome = run(&session, settings(preset, policy), None, &what);
                assert_eq!(
                    outcome.counts.abandoned + outcome.counts.untimed,
                    0,
                    "{what}"
                );
                // Only the sums of floats that kmeans makes by atomics depend on an order.
                assert!(outcome.order_shows.is_none() || name == "kmeans", "{what}");
                let most = 2.0 * preset.parameters().schedulers as f64;
                assert!(outcome.counts.per_cycle() <= most, "{what}");
            }
        }
    }
}

#[test]
fn skipping_changes_no_count() {
    for (name, session) in chosen() {
        for (preset, policy) in [
            (Preset::Fermi, Policy::Gto),
            (Preset::Fermi, Policy::TwoLevel),
            (Preset::Maxwell, Policy::Lrr),
        ] {
            let settings = settings(preset, policy);
            let what = format!("{name}, {}, {}", preset.name(), policy.name());
            let with = run(&session, settings.clone(), None, &what);
            let stepped = Settings {
                skip: false,
                ..settings
            };
            let mut without = run(&session, stepped, None, &what);
            assert_eq!(without.counts.skipped, 0, "{what}");
            assert!(with.counts.skipped > 0, "{what}: nothing was skipped");
            without.counts.skipped = with.counts.skipped;
            assert_eq!(with.counts, without.counts, "{what}");
            assert_eq!(with.outcome.buffers, without.outcome.buffers, "{what}");
        }
    }
}

#[test]
fn a_launch_that_is_cut_short_is_finished_without_timing() {
    for (name, session) in chosen() {
        for cycles in [0, 700, 3000] {
            let settings = Settings {
                max_cycles: Some(cycles),
                ..settings(Preset::Fermi, Policy::Lrr)
            };
            let what = format!("{name}, {cycles} cycles");
            let mut multiprocessor = Multiprocessor::baseline(settings);
            let run = session.run_timed(Options::default(), &mut multiprocessor);
            let run = run.unwrap_or_else(|error| panic!("{what}: {error}"));
            assert!(run.outcome.passed(), "{what}");
            let c = &run.counts;
            assert!(c.cycles <= cycles * run.outcome.launches, "{what}: {c:?}");
            assert_eq!(c.issued, c.retired + c.abandoned, "{what}: {c:?}");
            assert_eq!(c.issued + c.untimed, run.statistics.instructions, "{what}");
        }
    }
}

#[test]
fn spilled_registers_go_through_memory() {
    let sessions = chosen();
    let (name, session) = { sessions.iter() }
        .find(|s| s.0 == "lud")
        .expect("it is chosen");
    let settings = settings(Preset::Fermi, Policy::Gto);
    let free = run(session, settings.clone(), None, name);
    let capped = run(session, settings, Some(8), name);
    assert_eq!(free.counts.traffic.local_lines, 0);
    assert!(capped.counts.traffic.local_lines > 0);
    assert!(capped.counts.issued > free.counts.issued);
}
