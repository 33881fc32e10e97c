//! Coverage counters.

use crate::common;

use common::{cache, counter, pipeline, toolchain};
use verilated::{Coverage, CoverageKind, Library, Model};

fn library(spec: fn() -> verilated::ModelSpec, coverage: Coverage) -> Library {
    let mut spec = spec();
    spec.options.coverage = coverage;
    cache().build(&toolchain(), &spec).unwrap()
}

fn count(library: &Library, model: &Model, kind: CoverageKind, detail: &str) -> u32 {
    let points = library.coverage_points();
    let at = points
        .iter()
        .position(|point| point.kind == kind && point.detail == detail)
        .unwrap_or_else(|| panic!("no {kind:?} point `{detail}` in {points:#?}"));
    model.coverage()[at]
}

#[test]
fn branches_count_their_cycles() {
    let library = library(counter, Coverage::LineBranch);
    let mut model = library.instantiate(1).unwrap();
    assert_eq!(library.coverage_points().len(), model.coverage().len());
    let mut outputs = [0; 4];
    model.cycle(&[1, 0], &mut outputs).unwrap();
    model.clear_coverage();
    for input in [[1, 0], [0, 1], [0, 1]] {
        model.cycle(&input, &mut outputs).unwrap();
    }
    assert_eq!(count(&library, &model, CoverageKind::Branch, "if"), 1);
    assert_eq!(count(&library, &model, CoverageKind::Branch, "else"), 2);
    let points = library.coverage_points();
    assert!(
        points.iter().all(|point| point.file == "counter.v"),
        "{points:?}"
    );
}

#[test]
fn every_bit_of_a_wide_register_counts_its_toggles() {
    let library = library(pipeline, Coverage::Full { max_width: 2048 });
    let mut model = library.instantiate(1).unwrap();
    let mut outputs = vec![0; 33];
    for data in [0, u32::MAX, 0] {
        let mut frame = vec![data; 34];
        (frame[0], frame[1]) = (0, 1);
        model.cycle(&frame, &mut outputs).unwrap();
    }
    for detail in [
        "in_data[1023]:0->1",
        "in_data[1023]:1->0",
        "in_data[0]:0->1",
    ] {
        assert!(
            count(&library, &model, CoverageKind::Toggle, detail) > 0,
            "{detail}"
        );
    }
}

#[test]
fn a_toggle_counts_for_its_own_bit_only() {
    let library = library(pipeline, Coverage::Full { max_width: 2048 });
    let mut model = library.instantiate(1).unwrap();
    let mut frame = vec![0; 34];
    model.cycle(&frame, &mut [0; 33]).unwrap();
    model.clear_coverage();
    // Bit 35, up and down again.
    for word in [8, 0] {
        frame[2 + 1] = word;
        model.cycle(&frame, &mut [0; 33]).unwrap();
    }
    let toggled: Vec<&str> = library
        .coverage_points()
        .iter()
        .zip(model.coverage())
        .filter(|(point, count)| point.detail.starts_with("in_data[") && **count > 0)
        .map(|(point, _)| point.detail.as_str())
        .collect();
    assert_eq!(toggled, ["in_data[35]:1->0", "in_data[35]:0->1"]);
}

#[test]
fn a_model_without_coverage_has_no_counters() {
    let library = library(counter, Coverage::None);
    assert!(library.coverage_points().is_empty());
    assert!(library.instantiate(1).unwrap().coverage().is_empty());
}

#[test]
fn a_restored_model_does_and_counts_the_same_again() {
    let library = library(counter, Coverage::Control);
    let mut model = library.instantiate(1).unwrap();
    let register = |bit: u32| format!("count_q in 2^{bit}..2^{}", bit + 1);
    let mut seen = Vec::new();
    model.save().unwrap();
    for _ in 0..2 {
        model.restore();
        model.clear_states();
        model.clear_coverage();
        let mut outputs = vec![0; 4 * 10];
        let mut frames = vec![1, 0];
        frames.resize(2 * 10, 0);
        frames[3..].iter_mut().step_by(2).for_each(|word| *word = 1);
        model.run(10, &frames, &mut outputs).unwrap();
        let points = library.state_points();
        assert_eq!(points.len(), model.states().len());
        let count = |detail: String| {
            let at = points.iter().position(|point| point.detail == detail);
            model.states()[at.unwrap_or_else(|| panic!("no {detail} in {points:?}"))]
        };
        // After the reset it counts from 1 to 9.
        assert_eq!((count(register(1)), count(register(2))), (2, 4));
        assert_eq!((count(register(3)), count(register(4))), (2, 0));
        seen.push((outputs, model.states().to_vec(), model.coverage().to_vec()));
    }
    assert_eq!(seen[0], seen[1]);
}

#[test]
fn what_a_model_was_built_without_is_refused() {
    let library = library(counter, Coverage::None);
    let mut model = library.instantiate(1).unwrap();
    assert!(model.states().is_empty());
    assert!(model.save().is_err());
}
