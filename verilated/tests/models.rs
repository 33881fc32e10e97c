//! What a model does, cycle by cycle.

use crate::common;

use common::{cache, counter, pipeline, spec, toolchain};
use verilated::{BuildError, Model, ModelError, ModelSpec};

fn model(spec: &ModelSpec, seed: u64) -> Model {
    let library = cache().build(&toolchain(), spec).unwrap();
    library.instantiate(seed).unwrap()
}

/// Runs the frames one by one.
fn singly(model: &mut Model, frames: &[u32]) -> Vec<u32> {
    let mut outputs = vec![0; frames.len() / model.input_words() * model.output_words()];
    let (input_words, output_words) = (model.input_words(), model.output_words());
    for (input, output) in frames
        .chunks(input_words)
        .zip(outputs.chunks_mut(output_words))
    {
        model.cycle(input, output).unwrap();
    }
    outputs
}

#[test]
fn a_register_shows_in_the_next_cycle_and_a_wire_in_the_same() {
    let mut model = model(&counter(), 1);
    let outputs = singly(&mut model, &[1, 0, 0, 1, 0, 1, 0, 0, 0, 0]);
    let counts: Vec<(u32, u32)> = outputs.chunks(4).map(|f| (f[0], f[2])).collect();
    assert_eq!(counts[1..], [(0, 1), (1, 2), (2, 2), (2, 2)]);
}

#[test]
fn a_reset_in_mid_run_takes_effect_at_its_edge() {
    let mut model = model(&counter(), 1);
    let outputs = singly(&mut model, &[1, 0, 0, 1, 0, 1, 1, 1, 0, 0]);
    let counts: Vec<u32> = outputs.chunks(4).map(|frame| frame[0]).collect();
    assert_eq!(counts[1..], [0, 1, 2, 0]);
}

#[test]
fn what_verilator_stumbles_over_is_tried_more_cautiously() {
    let text = "module odd (input wire clock, input wire c, output reg q);\n  \
                always @(posedge clock) q <= ^(~{64'd0, c});\nendmodule\n";
    let spec = spec("odd", text, &[("c", 1)], &[("q", 1)], Some("clock"));
    let mut model = model(&spec, 1);
    assert_eq!(singly(&mut model, &[1, 0, 1, 1])[1..], [0, 1, 0]);
}

#[test]
fn registers_without_reset_power_up_by_their_seed() {
    let library = cache().build(&toolchain(), &counter()).unwrap();
    let power_up = |seed| {
        let mut outputs = [0; 4];
        library
            .instantiate(seed)
            .unwrap()
            .cycle(&[0, 0], &mut outputs)
            .unwrap();
        outputs
    };
    assert_eq!(power_up(7), power_up(7));
    assert_ne!(power_up(7), power_up(8));
    assert_ne!(power_up(0), power_up(1 << 40));
    assert_eq!(power_up(9)[1] >> 8, 0, "bits above the width are 0");
}

#[test]
fn an_asynchronous_reset_that_is_active_from_the_start_resets() {
    let text = "module holder (input wire clock, input wire reset_n, output wire [31:0] held);\n\
                reg [31:0] held_q;\nassign held = held_q;\n\
                always @(posedge clock or negedge reset_n)\n\
                if (!reset_n) held_q <= 32'd5; else held_q <= held_q + 32'd1;\nendmodule\n";
    let spec = spec(
        "holder",
        text,
        &[("reset_n", 1)],
        &[("held", 32)],
        Some("clock"),
    );
    let outputs = singly(&mut model(&spec, 3), &[0, 1, 1, 0, 1]);
    assert_eq!(outputs, [5, 5, 6, 5, 5]);
}

#[test]
fn wide_words_keep_their_order() {
    let mut model = model(&pipeline(), 1);
    let mut frames = vec![0; 4 * 34];
    for (lane, word) in frames[34 + 2..34 + 34].iter_mut().enumerate() {
        *word = 1000 + lane as u32;
    }
    (frames[0], frames[34 + 1]) = (1, 1);
    let outputs = singly(&mut model, &frames);
    let last = &outputs[3 * 33..];
    assert_eq!(last[0], 1);
    for (lane, &word) in last[1..].iter().enumerate() {
        assert_eq!(word, 2000 + lane as u32);
    }
}

#[test]
fn bits_beyond_a_port_are_ignored() {
    let text = "module adder (input wire [4:0] a, input wire [39:0] b, output wire [40:0] sum);\n\
                assign sum = {1'b0, b} + {36'd0, a};\nendmodule\n";
    let spec = spec("adder", text, &[("a", 5), ("b", 40)], &[("sum", 41)], None);
    let mut sum = [0; 2];
    let mut model = model(&spec, 1);
    model
        .cycle(&[u32::MAX, u32::MAX, u32::MAX], &mut sum)
        .unwrap();
    let expected: u64 = 31 + ((1 << 40) - 1);
    assert_eq!(sum, [expected as u32, (expected >> 32) as u32]);
}

#[test]
fn a_batch_is_its_single_cycles() {
    let mut state = 1u32;
    let frames: Vec<u32> = (0..200 * 34)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state
        })
        .collect();
    let expected = singly(&mut model(&pipeline(), 5), &frames);
    let mut outputs = vec![0; 200 * 33];
    model(&pipeline(), 5)
        .run(200, &frames, &mut outputs)
        .unwrap();
    assert!(outputs == expected);
}

#[test]
fn models_run_side_by_side() {
    let library = cache().build(&toolchain(), &counter()).unwrap();
    std::thread::scope(|scope| {
        for cycles in 1..8_u32 {
            let mut model = library.instantiate(u64::from(cycles)).unwrap();
            scope.spawn(move || {
                let mut outputs = [0; 4];
                model.cycle(&[1, 0], &mut outputs).unwrap();
                for _ in 0..1000 * cycles {
                    model.cycle(&[0, 1], &mut outputs).unwrap();
                }
                assert_eq!(outputs[2], 1000 * cycles);
            });
        }
    });
}

#[test]
fn a_frame_of_the_wrong_length_is_refused() {
    let error = model(&counter(), 1)
        .run(2, &[0; 3], &mut [0; 8])
        .unwrap_err();
    assert!(matches!(
        error,
        ModelError::Frame {
            what: "inputs",
            expected: 4,
            found: 3
        }
    ));
}

#[test]
fn a_design_that_stops_is_an_error_and_not_the_end_of_the_process() {
    let text = "module stopper (input wire clock, input wire go);\n\
                always @(posedge clock) if (go) $stop;\nendmodule\n";
    let mut model = model(&spec("stopper", text, &[("go", 1)], &[], Some("clock")), 1);
    model.cycle(&[0], &mut []).unwrap();
    for input in [1, 0] {
        let error = model.cycle(&[input], &mut []).unwrap_err();
        assert!(
            error.to_string().contains("$stop at stopper.v:2"),
            "{error}"
        );
    }
}

#[test]
fn a_loop_that_does_not_settle_is_an_error() {
    let text = "module ring (input wire go, output wire out);\n\
                assign out = go & ~out;\nendmodule\n";
    let mut model = model(&spec("ring", text, &[("go", 1)], &[("out", 1)], None), 1);
    let error = (0..2).find_map(|_| model.cycle(&[1], &mut [0]).err());
    assert!(
        matches!(error, Some(ModelError::Stopped { .. })),
        "{error:?}"
    );
}

#[test]
fn what_the_tools_refuse_is_shown() {
    let build = |spec: &ModelSpec| cache().build(&toolchain(), spec).unwrap_err();
    let broken = spec(
        "broken",
        "module broken (input wire a;\nendmodule\n",
        &[("a", 1)],
        &[],
        None,
    );
    let error = build(&broken).to_string();
    assert!(error.contains("broken.v:1"), "{error}");
    assert!(error.contains("--top-module broken"), "{error}");

    let mut incomplete = counter();
    incomplete.inputs.pop();
    let error = build(&incomplete);
    assert!(matches!(error, BuildError::Ports { .. }));
    assert!(
        error.to_string().contains("input `enable` is not declared"),
        "{error}"
    );
}
