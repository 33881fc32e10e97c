//! Figures of small inputs whose means can be worked out by hand.

use super::kernel::Kernel;
use super::outcome::{self, PaperOutcome, State};
use super::results::Results;
use super::work::{Look, Setting};
use super::{catalogue, statement, Paper};
use serde_json::{json, Value};

fn kernel(name: &str) -> Kernel {
    Kernel {
        name: name.to_owned(),
        descriptor: format!("{name}/{name}.toml").into(),
        sha256: String::new(),
        default: 9,
        base: 8,
        least: 6,
    }
}

/// Two kernels, of which the second is in the AVC's paper.
fn kernels() -> Vec<Kernel> {
    vec![kernel("aes"), kernel("lud")]
}

fn timed(scheme: &str, preset: &str, scheduler: &str) -> Look {
    Look::Timed(Setting::new(scheme, preset, scheduler))
}

fn energy(cycles: u64, parts: [f64; 5]) -> Value {
    let [banks, wires, compression, decompression, leakage] = parts;
    json!({
        "timing": {"cycles": cycles},
        "energy": {
            "banks": banks, "wires": wires, "compression": compression,
            "decompression": decompression, "leakage": leakage,
        },
    })
}

fn made(paper: Paper, figure: &str, results: &Results) -> PaperOutcome {
    let stated = statement::of(paper).unwrap();
    outcome::of(paper, stated, &|name| name == figure, results)
}

fn value(made: &PaperOutcome, key: &str) -> f64 {
    let figure = &made.figures[0];
    let row = figure.statement.row.iter().find(|row| row.key == key);
    match &figure.state {
        State::Measured(_) => figure.value(row.unwrap()).unwrap(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn energies_are_normalised_kernel_by_kernel_before_their_mean_is_taken() {
    let (without, with) = ("baseline", "warped-compression");
    let of = |scheme| timed(scheme, "fermi", "gto");
    // aes: 100 to 50, of which 60 to 30 are dynamic; lud: 10 to 10, 5 to 4 dynamic.
    let results = Results::of_kernels(kernels())
        .with(
            "aes",
            of(without),
            energy(1000, [40.0, 20.0, 0.0, 0.0, 40.0]),
        )
        .with("aes", of(with), energy(1100, [10.0, 10.0, 6.0, 4.0, 20.0]))
        .with("lud", of(without), energy(500, [4.0, 1.0, 0.0, 0.0, 5.0]))
        .with("lud", of(with), energy(500, [2.0, 1.0, 0.5, 0.5, 6.0]));
    let paper = Paper::WarpedCompression;
    let figure_9 = made(paper, "figure-9", &results);
    let near = |key: &str, want: f64| {
        let got = value(&figure_9, key);
        assert!((got - want).abs() < 1e-9, "{key} is {got}, not {want}");
    };
    near("total_saved", 25.0);
    near("dynamic_saved", 100.0 * (1.0 - (0.5 + 0.8) / 2.0));
    near("leakage_saved", 100.0 * (1.0 - (0.5 + 1.2) / 2.0));
    let slower = value(&made(paper, "figure-13", &results), "slower");
    assert!((slower - 5.0).abs() < 1e-9, "{slower}");
    // 2.5 times the units: aes (40 + 25) / 100, lud (9 + 2.5) / 10.
    let units = value(&made(paper, "figure-17", &results), "saved_at_2_5");
    assert!(
        (units - 100.0 * (1.0 - (0.65 + 1.15) / 2.0)).abs() < 1e-9,
        "{units}"
    );
    // No wires: aes 40 / 80, lud 9 / 9.
    let wires = value(&made(paper, "figure-19", &results), "saved_at_0");
    assert!((wires - 25.0).abs() < 1e-9, "{wires}");
}

#[test]
fn run_times_of_regless_have_a_geometric_mean() {
    let cycles = |cycles: u64| json!({"timing": {"cycles": cycles}});
    let of = |scheme| timed(scheme, "maxwell", "gto");
    let results = Results::of_kernels(kernels())
        .with("aes", of("baseline"), cycles(100))
        .with("aes", of("regless"), cycles(400))
        .with("lud", of("baseline"), cycles(100))
        .with("lud", of("regless"), cycles(100));
    let slower = value(&made(Paper::Regless, "figure-16", &results), "slower");
    assert!((slower - 100.0).abs() < 1e-9, "{slower}");
}

#[test]
fn leakage_is_saved_against_the_time_that_the_baseline_takes() {
    let sleeping = |cycles: u64, leakage: u64| {
        json!({"timing": {"cycles": cycles, "registers": {"sleep": {
            "register_cycles": 10 * cycles, "leakage": leakage, "switching": 0,
        }}}})
    };
    let of = |scheme| timed(scheme, "fermi", "two-level");
    let results = Results::of_kernels(vec![kernel("aes")])
        .with("aes", of("baseline"), json!({"timing": {"cycles": 100}}))
        .with("aes", of("slumber"), sleeping(200, 50_000))
        .with("aes", of("warped-register-file"), sleeping(100, 75_000));
    let figure_9 = made(Paper::Slumber, "figure-9", &results);
    // Of its own time it would be 75 %.
    assert_eq!(value(&figure_9, "slumber"), 50.0);
    assert_eq!(value(&figure_9, "rival"), 25.0);
}

#[test]
fn memory_comes_on_top_of_a_chip_that_keeps_its_registers() {
    let run = |cycles: u64, registers: f64, l1: f64| {
        json!({"timing": {"cycles": cycles}, "energy": {
            "total": registers,
            "memory": {"metadata": 0.0, "l1": l1, "avc": 0.0, "l2": 0.0, "dram": 0.0},
            "gpu": {"register_file_share": 0.25, "leakage_share": 0.5},
        }})
    };
    let look = Look::Values;
    let results = Results::of_kernels(vec![kernel("aes"), kernel("lud")])
        .with("aes", look.clone(), run(100, 10.0, 60.0))
        .with("lud", look.clone(), run(200, 5.0, 10.0));
    let of = |name: &str| results.run(&kernel(name), &look).unwrap();
    // A chip of 40 and 60 of memory; then 5, 10, and a rest of 30 whose half takes twice the time.
    let relative = super::gpu::relative(&of("aes"), &of("lud"));
    assert_eq!(relative, Ok((5.0 + 10.0 + 45.0) / 100.0));
}

#[test]
fn a_cache_tolerates_what_stays_below_one_access_in_ten_thousand() {
    let run = |fills: u64| {
        json!({"timing": {"issued": 10_000, "traffic": {
            "private_fills": fills, "private_write_backs": 3, "private_flushed": 3,
        }}})
    };
    let of = |name: &str, registers| {
        let setting = Setting::new("avc", "barra", "lrr").capped(registers);
        Look::Timed(setting.with(&format!("avc = \"{name}\"")))
    };
    let mut results = Results::of_kernels(kernels());
    // Registers 7 and 6; r_base is 8. What is too much at 7 is not made good at 6.
    let fills = [
        ("none", [1, 0]),
        ("8k-direct", [0, 1]),
        ("16k-2-way", [0, 0]),
        ("24k-3-way", [0, 9]),
    ];
    for (name, [seven, six]) in fills {
        results = results
            .with("lud", of(name, 7), run(seven))
            .with("lud", of(name, 6), run(six));
    }
    let table_4 = made(Paper::AffineVectorCache, "table-4", &results);
    assert_eq!(value(&table_4, "more_8k"), 1.0);
    assert_eq!(value(&table_4, "more_16k"), 2.0);
    assert_eq!(value(&table_4, "more_24k"), 1.0);
}

#[test]
fn a_figure_without_its_input_says_which() {
    let results = Results::of_kernels(kernels());
    for paper in Paper::ALL {
        for figure in catalogue::figures(paper) {
            let needs: usize = kernels().iter().map(|k| (figure.needs)(k).len()).sum();
            let made = made(paper, figure.name, &results);
            match &made.figures[0].state {
                State::Measured(_) => assert_eq!(needs, 0, "{figure:?} needs nothing it asks for"),
                State::Input(what) => panic!("{figure:?}: {what}"),
                State::Missing(what) => {
                    let said = what.to_string();
                    let named = said.contains("is missing") || said.contains("none of the kernels");
                    assert!(named || said.contains("among the kernels"), "{said}");
                }
            }
        }
    }
}
