//! Regressions over faulty engines: order, exit codes, files, reports, Ctrl-C.

use crate::common;

use common::{expect_text, faulty, fermi, Fault};
use cosim::regression::{exit_code, run, JobResult, Length, Monitor, Outcome, Plan, Workshop};
use cosim::replay::Replay;
use cosim::report::{junit, results, table};
use cosim::shrink::Limits;
use cosim::target::Target;
use spec::{Configuration, UnitId, PRESETS};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;
use std::time::Duration;
use surroundings::engine::{Bench, EngineError, FnBench};
use surroundings::interface::Interface;
use surroundings::kit::kit;

fn plan(targets: Vec<Target>, out: &Path) -> Plan {
    Plan {
        targets,
        seeds: vec![1, 2, 3],
        length: Length::Cycles(3_000),
        jobs: 4,
        out: out.to_owned(),
        limits: Limits::default(),
        waves: true,
    }
}

/// The golden model itself.
fn sound(target: &Target) -> Arc<dyn Bench> {
    kit(&target.configuration.parameters).golden().into()
}

/// The golden model with a fault at its first output.
fn broken(target: &Target) -> Arc<dyn Bench> {
    let parameters = &target.configuration.parameters;
    let fault: fn() -> Fault = || {
        Box::new(|cycle| {
            if cycle.outputs[0] == 1 && cycle.outputs[1] > 1000 {
                cycle.outputs[1] ^= 2;
            }
        })
    };
    faulty(&Interface::of(parameters), &*kit(parameters), fault)
}

/// Times differ from run to run.
fn timeless(mut results: Vec<JobResult>) -> Vec<JobResult> {
    for result in &mut results {
        result.began = Duration::from_secs(1);
        result.building = Duration::from_millis(250);
        result.time = Duration::from_millis(500);
    }
    results
}

fn all_targets() -> Vec<Target> {
    let configurations = PRESETS.iter().map(Configuration::of_preset);
    configurations.map(Target::new).collect()
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let mut plan = plan(all_targets(), folder.path());
    plan.waves = false;
    let workshop = |target: &Target| {
        let fails = target.configuration.preset == "latency-4";
        Ok(if fails { broken(target) } else { sound(target) })
    };
    let many = timeless(run(&plan, &workshop, &Monitor::default()));
    plan.jobs = 1;
    let one = timeless(run(&plan, &workshop, &Monitor::default()));
    assert_eq!(many, one);
    assert_eq!(many.len(), PRESETS.len() * 3);
    assert_eq!(many[4].target, plan.targets[1]);
    assert_eq!(many[4].seed, 2);
    assert_eq!(exit_code(&many), 1);
}

#[test]
fn a_failure_leaves_a_replay_file_and_a_waveform() {
    let folder = tempfile::tempdir().unwrap();
    let target = Target::new(fermi(UnitId::BdiCompressor));
    let plan = plan(vec![target.clone()], folder.path());
    let workshop = |target: &Target| Ok(broken(target));
    let results = run(&plan, &workshop, &Monitor::default());
    for (seed, result) in [1, 2, 3].into_iter().zip(&results) {
        let Outcome::Mismatch(found) = &result.outcome else {
            panic!("{result:?}");
        };
        assert_eq!(found.shrunk_to, Some(4));
        let stem = format!("bdi_compressor-fermi-seed{seed}");
        let path = folder.path().join(format!("{stem}.json"));
        assert_eq!(found.replay.as_deref(), Some(path.as_path()));
        let replay = Replay::load(&path).unwrap();
        assert_eq!(replay.target, target);
        assert_eq!(replay.seed, seed);
        let waves = folder.path().join(format!("{stem}.fst"));
        assert_eq!(found.waves.as_deref(), Some(waves.as_path()));
        waveform_marks_the_difference(&waves);
    }
    // Nothing half-written stays behind.
    let files = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(files, 6);
}

fn waveform_marks_the_difference(path: &Path) {
    let mut wave = wellen::simple::read(path).unwrap();
    let signal = |wave: &mut wellen::simple::Waveform, scope: &str, name: &str| {
        let var = wave.hierarchy().lookup_var(&[scope], name).unwrap();
        let signal = wave.hierarchy()[var].signal_ref();
        wave.load_signals(&[signal]);
        let changes = wave.get_signal(signal).unwrap().iter_changes();
        let times = wave.time_table();
        changes
            .map(|(index, value)| (times[index as usize], value.to_string()))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        signal(&mut wave, "differs", "out_tag"),
        [(0, "0".to_owned()), (3000, "1".to_owned())]
    );
    let golden = signal(&mut wave, "golden", "out_tag");
    let dut = signal(&mut wave, "dut", "out_tag");
    assert_ne!(golden, dut);
    assert_eq!(
        signal(&mut wave, "stimulus", "reset"),
        [(0, "1".to_owned()), (1000, "0".to_owned())]
    );
}

#[test]
fn each_model_is_built_once_and_an_error_of_one_does_not_stop_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(all_targets(), folder.path());
    let built = AtomicU32::new(0);
    let unlucky = PRESETS.iter().filter(|p| p.name == "static-4-1").count();
    let workshop = |target: &Target| {
        built.fetch_add(1, Ordering::Relaxed);
        if target.configuration.preset == "static-4-1" {
            return Err(EngineError::new("no such luck\nin two lines"));
        }
        Ok(sound(target))
    };
    let results = run(&plan, &workshop, &Monitor::default());
    assert_eq!(built.into_inner(), PRESETS.len() as u32);
    assert_eq!(exit_code(&results), 2);
    let matches = results
        .iter()
        .filter(|r| r.outcome == Outcome::Match)
        .count();
    assert_eq!(matches, (PRESETS.len() - unlucky) * 3);
    let text = table::regression(&results);
    assert!(text.contains("ERROR: no such luck ...\n"), "{text}");
    assert!(text.contains("no such luck\nin two lines\n"), "{text}");
    let (runs, cycles) = (PRESETS.len() * 3, matches * 3);
    assert!(
        text.ends_with(&format!(
            "{runs} runs, {cycles},000 cycles: {matches} match, {} not runnable\n",
            unlucky * 3
        )),
        "{text}"
    );
}

#[test]
fn an_interrupt_keeps_what_has_finished() {
    let folder = tempfile::tempdir().unwrap();
    let mut plan = plan(
        vec![Target::new(fermi(UnitId::BdiCompressor))],
        folder.path(),
    );
    plan.jobs = 1;
    let monitor = Arc::new(Monitor::default());
    // The second engine that is started sets the flag that Ctrl-C sets.
    let started = AtomicU32::new(0);
    let flag = Arc::clone(&monitor);
    let golden = sound(&plan.targets[0]);
    let bench: Arc<dyn Bench> = Arc::new(FnBench(move |power_up| {
        if started.fetch_add(1, Ordering::Relaxed) == 1 {
            flag.watch.stop.store(true, Ordering::Relaxed);
        }
        golden.start(power_up)
    }));
    let workshop = |_: &Target| Ok(Arc::clone(&bench));
    let results = run(&plan, &workshop, &monitor);
    let outcomes: Vec<_> = results.iter().map(|r| r.outcome.clone()).collect();
    assert_eq!(
        outcomes,
        [Outcome::Match, Outcome::Interrupted, Outcome::Interrupted]
    );
    assert_eq!(results[0].cycles, 3_000);
    assert_eq!(exit_code(&results), 130);
    let text = table::regression(&results);
    assert!(text.contains("1 match, 2 interrupted"), "{text}");
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error_that_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let plan = plan(vec![Target::new(fermi(UnitId::BdiCompressor))], &file);
    let results = run(&plan, &|t: &Target| Ok(broken(t)), &Monitor::default());
    let Outcome::Error(message) = &results[0].outcome else {
        panic!("{:?}", results[0]);
    };
    assert!(
        message.contains("file/bdi_compressor-fermi-seed1.json"),
        "{message}"
    );
    assert_eq!(exit_code(&results), 2);
}

/// One result of each kind, with everything in it that XML and terminals could stumble on.
fn one_of_each() -> Vec<JobResult> {
    let folder = tempfile::tempdir().unwrap();
    let mut plan = plan(
        vec![
            Target::new(fermi(UnitId::BdiCompressor)),
            Target::new(fermi(UnitId::BdiDecompressor)),
        ],
        folder.path(),
    );
    plan.waves = false;
    let workshop = |target: &Target| match target.configuration.unit() {
        UnitId::BdiCompressor => Ok(broken(target)),
        _ => Ok(sound(target)),
    };
    let workshop: &dyn Workshop = &workshop;
    let mut results = timeless(run(&plan, workshop, &Monitor::default()));
    for result in &mut results {
        if let Outcome::Mismatch(found) = &mut result.outcome {
            found.replay = Some(format!("out/a \"b\" & <c>-{}.json", result.seed).into());
            found.waves = Some("out/a.fst".into());
        }
    }
    results[1].outcome =
        Outcome::Error(EngineError::new("tool said:\n\u{1b}[31m<no> & \"never\"\0").message);
    results[2].outcome = Outcome::Interrupted;
    results[4].outcome = Outcome::OutOfContract {
        cycle: 12,
        reason: "valid with range 3, which <4,2> lacks".to_owned(),
    };
    results
}

#[test]
fn junit_is_well_formed_and_counts_right() {
    let text = junit::document(&one_of_each());
    let document = roxmltree::Document::parse(&text).unwrap();
    let suites: Vec<_> = document
        .descendants()
        .filter(|n| n.has_tag_name("testsuite"))
        .collect();
    let counts = |index: usize| {
        ["name", "tests", "failures", "errors", "skipped"].map(|a| suites[index].attribute(a))
    };
    assert_eq!(counts(0), ["bdi_compressor", "3", "1", "1", "1"].map(Some));
    assert_eq!(
        counts(1),
        ["bdi_decompressor", "3", "0", "1", "0"].map(Some)
    );
    let error = document
        .descendants()
        .find(|n| n.has_tag_name("error"))
        .unwrap();
    assert_eq!(error.text(), Some("tool said:\n?[31m<no> & \"never\"?"));
    expect_text("golden/junit.xml", &text);
}

#[test]
fn results_and_table_are_as_documented() {
    let results = one_of_each();
    let json = results::document(&results, exit_code(&results));
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["format"], "warploom-results");
    assert_eq!(value["version"], 1);
    assert_eq!(value["jobs"].as_array().unwrap().len(), 6);
    expect_text("golden/results.json", &json);
    expect_text("golden/table.txt", &table::regression(&results));
}
