//! Seeded bugs: the file, the design that holds them, and the run that catches them.

use crate::common;

use common::{cache, decompressor, fermi, file, toolchain};
use cosim::bugs::design::{check, with_bugs};
use cosim::bugs::{load, parse, Bug, BugError};
use cosim::regression::{run, Length, Monitor, Outcome, Plan};
use cosim::report;
use cosim::shrink::Limits;
use cosim::target::Target;
use cosim::workshop::Builder;
use hdl::emit::{Dialect, Reset};
use spec::{Sample, UnitId};
use std::path::Path;

const UNIT: UnitId = UnitId::BdiDecompressor;

fn bugs() -> Vec<Bug> {
    load(&file("designs/bugs/bdi_decompressor.toml"), UNIT).unwrap()
}

fn refusal(text: &str) -> String {
    let checked =
        parse(text, Path::new("bugs.toml"), UNIT).and_then(|bugs| check(&fermi(UNIT), &bugs));
    checked
        .err()
        .map_or_else(String::new, |error| error.to_string())
}

/// One bug with some fields changed.
fn bug(changes: &[(&str, &str)]) -> String {
    let mut fields = vec![("name", "\"a_bug\""), ("edits", EDIT), ("why", "\"\"")];
    for &(key, value) in changes {
        fields.retain(|(k, _)| *k != key);
        fields.push((key, value));
    }
    let lines = fields
        .iter()
        .map(|(key, value)| format!("{key} = {value}\n"));
    format!("[[bug]]\n{}", lines.collect::<String>())
}

/// An edit that has a place.
const EDIT: &str = r#"[{ at = "bdi_decompressor.out_valid", becomes = "!it" }]"#;

/// What is said of a bug with this edit.
fn said(edit: &str) -> String {
    refusal(&bug(&[("edits", &format!("[{{ {edit} }}]"))]))
}

#[test]
fn a_bug_that_makes_no_sense_is_refused_by_name() {
    assert_eq!(refusal(&bug(&[])), "");
    assert_eq!(
        said(r#"at = "bdi_decompressor.out_valid", becomes = "it && out_vlid""#)
            .split(';')
            .next(),
        Some("bug a_bug: bdi_decompressor.out_valid: unknown signal 'out_vlid'")
    );
    assert_eq!(
        said(r#"at = "bdi_decompressor.out_valid", becomes = "out_tag""#),
        "bug a_bug: bdi_decompressor.out_valid: 10 bits where 1 are wanted"
    );
    assert_eq!(
        said(r#"at = "bdi_decompressor.out_valid""#),
        "bug a_bug: the edit of bdi_decompressor.out_valid needs one of `becomes` and `reset`"
    );
    assert_eq!(
        said(r#"at = "bdi_lane.delta", becomes = "0""#),
        "bug a_bug: bdi_lane.delta: unknown module 'bdi_lane'; allowed: bdi_sum_lane_16, \
         bdi_origin_16, bdi_decompressor_d012_l1"
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
fn verilog_of_a_folder_takes_no_bugs() {
    let (target, ..) = decompressor();
    let folder = target.rtl.clone().unwrap();
    let target = Target {
        bug: Some("tag_cut".to_owned()),
        ..target
    };
    let builder = Builder::new(Ok((toolchain(), cache())), file("designs/bugs"));
    let refused = cosim::regression::Workshop::build(&builder, &target).err();
    assert_eq!(
        refused.map(|error| error.to_string()),
        Some(BugError::Folder(folder).to_string())
    );
}

#[test]
fn all_bugs_are_in_place_in_one_design() {
    let form = (Dialect::default(), Reset::default());
    let plain = cosim::emitted::plain(&fermi(UNIT), form.0, form.1).unwrap();
    let hardware = with_bugs(&fermi(UNIT), form, &bugs()).unwrap();
    assert_eq!(hardware.top, "bdi_decompressor_d012_l1_mutants");
    // No module is there twice, and around them is one more.
    assert_eq!(hardware.files.len(), plain.files.len() + 1);
    let around = &hardware.files.last().unwrap().text;
    assert!(around.contains("mutant_select"), "{around}");
}

#[test]
fn every_bug_is_caught_and_the_unit_beside_them_matches() {
    let target = Target::new(fermi(UNIT));
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
