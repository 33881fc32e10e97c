//! Seeded bugs: the file, the graft, and the run that catches them.

use crate::common;

use common::{cache, decompressor, file, toolchain};
use cosim::bugs::graft::graft;
use cosim::bugs::{load, parse, Bug};
use cosim::regression::{run, Length, Monitor, Outcome, Plan};
use cosim::report;
use cosim::shrink::Limits;
use cosim::target::Target;
use cosim::workshop::Builder;
use spec::{Sample, UnitId};
use std::path::Path;

const UNIT: UnitId = UnitId::BdiDecompressor;

fn bugs() -> Vec<Bug> {
    load(&file("designs/bugs/bdi_decompressor.toml"), UNIT).unwrap()
}

fn refusal(text: &str) -> String {
    let (_, interface, hardware) = decompressor();
    let bugs = match parse(text, Path::new("bugs.toml"), UNIT) {
        Ok(bugs) => bugs,
        Err(error) => return error.to_string(),
    };
    graft(&interface, &hardware, &bugs)
        .err()
        .map_or_else(String::new, |error| error.to_string())
}

/// One bug with some fields changed.
fn bug(changes: &[(&str, &str)]) -> String {
    let mut fields = vec![
        ("name", "\"a_bug\""),
        ("module", "\"bdi_decompressor_lane\""),
        ("find", "\"base + delta\""),
        ("replace", "\"base\""),
        ("why", "\"\""),
    ];
    for &(key, value) in changes {
        fields.retain(|(k, _)| *k != key);
        fields.push((key, value));
    }
    let lines = fields
        .iter()
        .map(|(key, value)| format!("{key} = {value}\n"));
    format!("[[bug]]\n{}", lines.collect::<String>())
}

#[test]
fn a_bug_that_does_not_apply_is_refused_by_name() {
    assert_eq!(refusal(&bug(&[])), "");
    assert_eq!(
        refusal(&bug(&[("find", "\"base - delta\"")])),
        "bug a_bug no longer applies: its text is in module bdi_decompressor_lane 0 times, not once"
    );
    assert_eq!(
        refusal(&bug(&[("find", "\"2'd\"")])),
        "bug a_bug no longer applies: its text is in module bdi_decompressor_lane 4 times, not once"
    );
    assert_eq!(
        refusal(&bug(&[("find", "\"2'd\""), ("count", "2")])),
        "bug a_bug no longer applies: its text is in module bdi_decompressor_lane 4 times, not 2"
    );
    assert_eq!(
        refusal(&bug(&[("find", "\"2'd\""), ("occurrence", "5")])),
        "bug a_bug no longer applies: its text is in module bdi_decompressor_lane 4 times, not 5 \
         or more"
    );
    assert_eq!(refusal(&bug(&[("find", "\"2'd\""), ("count", "4")])), "");
    assert_eq!(
        refusal(&bug(&[("module", "\"bdi_lane\"")])),
        "bug a_bug: unknown module 'bdi_lane'; allowed: bdi_decompressor_lane, \
         bdi_decompressor_d012_l1"
    );
    assert_eq!(
        refusal(&bug(&[("replace", "\"base + delta\"")])),
        "bug a_bug: find and replace are the same"
    );
    assert_eq!(
        refusal(&bug(&[("name", "\"A bug\"")])),
        "bugs.toml: the name 'A bug' is taken or is not a lower-case identifier"
    );
    assert_eq!(
        refusal(&[bug(&[]), bug(&[])].concat()),
        "bugs.toml: the name 'a_bug' is taken or is not a lower-case identifier"
    );
    let preset = refusal(&bug(&[("presets", "[\"ferni\"]")]));
    assert!(preset.starts_with("bug a_bug: unknown preset 'ferni'; allowed: fermi, "));
    assert!(refusal("[[bug]]\nname = 1").starts_with("bugs.toml: TOML parse error at line 2"));
}

#[test]
fn a_module_may_be_named_without_its_parameters() {
    let text = bug(&[
        ("module", "\"bdi_decompressor\""),
        ("find", "\"if (reset)\""),
    ]);
    assert_eq!(refusal(&text), "");
    // The text decides between modules that begin alike.
    let text = bug(&[
        ("module", "\"bdi_decompressor\""),
        ("find", "\"base + delta\""),
    ]);
    assert_eq!(refusal(&text), "");
}

#[test]
fn only_the_modules_above_a_bug_are_copied() {
    let (_, interface, hardware) = decompressor();
    let grafted = graft(&interface, &hardware, &bugs()).unwrap();
    assert_eq!(grafted.top, "bdi_decompressor_d012_l1_mutants");
    let names = |file: &str| -> Vec<String> {
        let file = grafted.files.iter().find(|f| f.name == file).unwrap();
        let modules = cosim::verilog::modules(&file.text);
        modules.iter().map(|m| m.name.to_owned()).collect()
    };
    assert_eq!(
        names("bug_byte_not_signed.v"),
        [
            "bdi_decompressor_d012_l1_bug_byte_not_signed",
            "bdi_decompressor_lane_bug_byte_not_signed"
        ]
    );
    // The top's own bug shares the lane.
    assert_eq!(
        names("bug_tag_cut.v"),
        ["bdi_decompressor_d012_l1_bug_tag_cut"]
    );
}

#[test]
fn every_bug_is_caught_and_the_unit_beside_them_matches() {
    let (target, ..) = decompressor();
    let mut targets = vec![target.clone()];
    targets.extend(bugs().into_iter().map(|bug| Target {
        bug: Some(bug.name),
        ..target.clone()
    }));
    let builder = Builder::new(Ok((toolchain(), cache())), file("designs/bugs")).with_bugs();
    assert_eq!(builder.bugs_of(&target).unwrap(), bugs());
    let mut plan = Plan {
        targets,
        seeds: vec![1],
        length: Length::Cycles(Sample::LEAST_CYCLES),
        jobs: 2,
        out: "unused".into(),
        limits: Limits::default(),
        waves: false,
    };
    let results = run(&plan, &builder, &Monitor::default());
    for result in &results {
        let caught = matches!(result.outcome, Outcome::Mismatch(_));
        assert_eq!(caught, result.target.bug.is_some(), "{result:?}");
    }
    assert_eq!(report::bugs::exit_code(&results), 0);
    assert!(report::bugs::table(&results).ends_with("5 of 5 seeded bugs caught\n"));

    // With too few cycles a bug survives, and that is a failure.
    plan.length = Length::Cycles(20);
    let results = run(&plan, &builder, &Monitor::default());
    assert_eq!(report::bugs::exit_code(&results), 1);
    assert!(report::bugs::table(&results).contains("SURVIVED"));

    plan.targets[1].bug = Some("tag_cit".to_owned());
    let results = run(&plan, &builder, &Monitor::default());
    assert_eq!(report::bugs::exit_code(&results), 2);
    let Outcome::Error(message) = &results[1].outcome else {
        panic!("{:?}", results[1]);
    };
    assert!(message.starts_with("unknown bug 'tag_cit'; allowed: tag_cut, "));
}
