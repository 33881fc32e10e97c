//! The fuzzer's ground: runs that know nothing of each other, sequences that are legal, bugs that
//! are found.

use crate::common;

use common::{cache, file, toolchain};
use cosim::bugs::design::with_bugs;
use cosim::bugs::load;
use cosim::engines::verilator::CoveredBench;
use cosim::fuzz::engine::{search, Follower};
use cosim::fuzz::mutate::fresh;
use cosim::fuzz::runner::Runner;
use cosim::fuzz::sequence::Sequence;
use cosim::fuzz::session::{Budget, Session};
use cosim::lockstep::{Verdict, Watch};
use hdl::emit::{Dialect, Reset};
use libafl::events::SimpleEventManager;
use libafl::monitors::NopMonitor;
use spec::{Configuration, UnitId};
use surroundings::engine::EngineError;
use surroundings::generate::steer::{Change, Touch};
use surroundings::interface::Interface;
use surroundings::kit::kit;
use surroundings::prng::{Prng, Wish};

/// A unit with some of its deep bugs in it.
struct Bench {
    interface: Interface,
    configuration: Configuration,
    bench: CoveredBench,
}

fn bench(unit: UnitId, preset: &str, bugs: &[&str]) -> Bench {
    let configuration = Configuration::new(unit, preset, &[]).unwrap();
    let interface = Interface::of(&configuration.parameters);
    let path = file(&format!("../../tests/bugs/deep/{unit}.toml"));
    let mut all = load(&path, unit).unwrap();
    all.retain(|bug| bugs.contains(&bug.name.as_str()));
    assert_eq!(all.len(), bugs.len());
    let form = (Dialect::default(), Reset::default());
    let hardware = with_bugs(&configuration, form, &all).unwrap();
    let bench =
        CoveredBench::build(&toolchain(), &cache(), &interface, &hardware, Some(0)).unwrap();
    Bench {
        interface,
        configuration,
        bench,
    }
}

fn controller() -> Bench {
    let bugs = [
        "early_wake_from_deep_after_four_off",
        "fetch_lost_as_wake_is_due",
        "stay_ignored_after_lift",
    ];
    bench(UnitId::PowerController, "fermi", &bugs)
}

fn cache_unit() -> Bench {
    let bugs = [
        "line_lost_by_fill_that_evicts",
        "second_entry_while_restarting",
    ];
    bench(UnitId::AvcCache, "small", &bugs)
}

/// Sequences of chance, changed wherever they can be.
fn sequences(count: usize) -> Vec<Sequence> {
    let mut prng = Prng::new(7);
    let mut sequences: Vec<Sequence> = (0..count).map(|_| fresh(&mut prng)).collect();
    for step in sequences.iter_mut().flat_map(|s| &mut s.steps) {
        if prng.percent(2) {
            step.wishes.push(Wish {
                draw: prng.below(40) as u16,
                value: prng.pick(&[0, u32::MAX, 1 << 31]),
            });
        }
        if prng.percent(2) {
            step.touches.push(Touch {
                word: prng.below(100) as u16,
                change: prng.pick(&[Change::Flip(1), Change::Set(u32::MAX), Change::Add(129)]),
            });
        }
        if prng.percent(2) {
            step.times = prng.between(1, 30) as u16;
        }
    }
    sequences
}

/// Verdict and coverage of each.
fn outcomes(
    runner: &mut Runner<'_>,
    sequences: &[Sequence],
    order: &[usize],
) -> Vec<(Verdict, Vec<u8>)> {
    let nothing = (Verdict::Match { cycles: 0 }, Vec::new());
    let mut outcomes = vec![nothing; sequences.len()];
    for &index in order {
        let verdict = runner.run(&sequences[index]).unwrap();
        outcomes[index] = (verdict, runner.map().to_vec());
    }
    outcomes
}

#[test]
fn a_run_does_not_depend_on_those_before() {
    let mut units = vec![(controller(), 3)];
    if std::env::var("WARPLOOM_TESTS").is_ok_and(|value| value == "full") {
        units.push((cache_unit(), 2));
    }
    for (unit, copies) in units {
        let Bench {
            interface,
            configuration,
            bench,
        } = unit;
        let kit = kit(&configuration.parameters);
        let sequences = sequences(400);
        let last = sequences.len() - 1;
        let forwards: Vec<usize> = (0..sequences.len()).collect();
        let backwards: Vec<usize> = forwards.iter().rev().copied().collect();
        let again: Vec<usize> = forwards.iter().flat_map(|&i| [last - i, i, i]).collect();
        let mut failed = 0;
        // Also of a unit with a bug, which may read what a reset does not clear.
        for copy in 0..=copies {
            let bench = bench.selecting(copy);
            let outcome = |order: &[usize]| {
                let mut runner = Runner::new(&interface, &*kit, &bench, 1, false).unwrap();
                outcomes(&mut runner, &sequences, order)
            };
            let first = outcome(&forwards);
            assert!(first == outcome(&backwards), "{configuration} {copy}");
            assert!(first == outcome(&again), "{configuration} {copy}");
            let different: std::collections::HashSet<_> = first.iter().map(|o| &o.1).collect();
            assert!(different.len() > 30, "coverage tells sequences apart");
            let mismatch = |o: &&(Verdict, Vec<u8>)| matches!(o.0, Verdict::Mismatch(_));
            let found = first.iter().filter(mismatch).count();
            assert!(copy > 0 || found == 0, "{configuration}: the unit differs");
            failed += found;
        }
        assert!(
            failed > 0,
            "{configuration}: no verdict but match was compared"
        );
    }
}

#[test]
fn what_a_sequence_says_is_legal_unless_the_contract_is_left_aside() {
    let Bench {
        interface,
        configuration,
        bench,
    } = controller();
    let kit = kit(&configuration.parameters);
    let sequences = sequences(300);
    let order: Vec<usize> = (0..sequences.len()).collect();
    let outside = |lawless| {
        let mut runner = Runner::new(&interface, &*kit, &bench, 1, lawless).unwrap();
        let outcomes = outcomes(&mut runner, &sequences, &order);
        let outside = |o: &&(Verdict, Vec<u8>)| matches!(o.0, Verdict::OutOfContract { .. });
        outcomes.iter().filter(outside).count()
    };
    assert_eq!(outside(false), 0);
    assert!(outside(true) > 0);
}

struct Quiet(usize);

impl Follower for Quiet {
    fn keep(&mut self, _: &Sequence) -> Result<(), EngineError> {
        self.0 += 1;
        Ok(())
    }

    fn show(&mut self, _: &Session) {}
}

#[test]
fn a_deep_bug_is_found_and_the_unit_without_it_is_not_accused() {
    let Bench {
        interface,
        configuration,
        bench,
    } = controller();
    let kit = kit(&configuration.parameters);
    for (copy, runs) in [(0, 4000), (1, 400_000), (2, 400_000), (3, 400_000)] {
        let bench = bench.selecting(copy);
        let mut runner = Runner::new(&interface, &*kit, &bench, 1, false).unwrap();
        let budget = Budget {
            time: None,
            runs: Some(runs),
            findings: 1,
            seed: 1,
        };
        let session = Session::new(budget, runner.map().len());
        let mut follower = Quiet(0);
        let session = search(
            SimpleEventManager::new(NopMonitor::new()),
            &mut runner,
            session,
            &[],
            &Watch::default(),
            &mut follower,
        )
        .unwrap();
        assert_eq!(session.error, None);
        assert_eq!(session.findings.len(), usize::from(copy > 0), "copy {copy}");
        if copy == 0 {
            assert_eq!(session.runs, runs);
            assert!(session.corpus > 10 && follower.0 == session.corpus);
            assert!(session.covered > 50, "{} points", session.covered);
        } else {
            let sequence = &session.findings[0].sequence;
            let again = runner.run(sequence).unwrap();
            assert!(matches!(again, Verdict::Mismatch(_)));
        }
    }
}
