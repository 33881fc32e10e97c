//! `warploom run --scheme` as a user sees it: figures, engines in the loop, a mismatch and its replay.

use crate::selection;

use std::process::{Command, Output};

fn warploom(arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_warploom"))
        .args(arguments.split_whitespace())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("warploom runs")
}

fn text(output: &Output) -> String {
    let both = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8_lossy(&both).into_owned()
}

fn json(arguments: &str) -> serde_json::Value {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("run.json");
    let output = warploom(&format!("{arguments} --json {}", file.display()));
    assert!(output.status.success(), "{}", text(&output));
    let text = std::fs::read_to_string(&file).expect("the file is written");
    serde_json::from_str(&text).expect("it is JSON")
}

#[test]
fn a_timed_run_says_what_the_formats_page_says() {
    let run = "run kernels/histogram/histogram.toml --scheme baseline --scheduler lrr";
    let document = json(run);
    assert_eq!(document["scheme"], "baseline");
    assert_eq!(document["scheduler"], "lrr");
    assert_eq!(document["preset"], "fermi");
    assert_eq!(document["passed"], true);
    let timing = &document["timing"];
    let instructions = &document["statistics"]["instructions"];
    assert_eq!(&timing["issued"], instructions);
    assert_eq!(timing["retired"], timing["issued"]);
    assert!(timing["cycles"].as_u64() > timing["issued"].as_u64().map(|n| n / 2));
    assert!(document["energy"]["leakage"].as_f64() > Some(0.0));
    let capped = json(&format!("{run} --max-cycles 1000"));
    assert_eq!(capped["max_cycles"], 1000);
    assert_eq!(capped["timing"]["cut_short"], 1);
    assert_eq!(capped["passed"], true);
    assert!(capped["timing"]["untimed"].as_u64() > Some(0));
}

#[test]
fn compression_saves_energy_of_the_register_file() {
    let total = |scheme: &str| {
        let run = "run kernels/hotspot/hotspot.toml --max-cycles 20000 --scheme";
        let document = json(&format!("{run} {scheme}"));
        let total = document["energy"]["total"].as_f64().expect("a number");
        let ratio = document["compression"]["all"]["banks"].as_f64();
        (total, ratio)
    };
    let (baseline, one) = total("baseline");
    let (compressed, ratio) = total("warped-compression");
    assert_eq!(one, None);
    assert!(ratio > Some(1.2), "{ratio:?}");
    assert!(
        compressed < 0.95 * baseline,
        "{compressed} against {baseline} pJ"
    );
}

#[test]
fn an_instruction_of_five_sources_is_checked_part_by_part() {
    // Its stores of four registers and an address are two parts, both inside at once.
    let run = "run kernels/texture_lookup/texture_lookup.toml --scheme warped-compression";
    for scheduler in ["gto", "lrr", "two-level"] {
        let document = json(&format!("{run} --scheduler {scheduler}"));
        assert_eq!(document["passed"], true);
    }
}

#[test]
fn rtl_stands_in_the_place_of_the_model() {
    let run =
        "run kernels/vector_add/vector_add.toml --scheme warped-compression --max-cycles 4000";
    let golden = json(&format!("{run} --engine golden"));
    for engine in ["rtl", "lockstep --threads 1", "lockstep --threads 2"] {
        let other = json(&format!("{run} --engine {engine}"));
        assert_eq!(other["timing"], golden["timing"], "{engine}");
    }
}

#[test]
fn a_scheme_takes_the_scheduler_of_its_paper_unless_another_is_named() {
    let run = "run kernels/vector_add/vector_add.toml --max-cycles 200 --scheme";
    for (scheme, scheduler) in [
        ("slumber", "two-level"),
        ("warped-register-file", "two-level"),
        ("warped-compression", "gto"),
        ("slumber --scheduler lrr", "lrr"),
    ] {
        assert_eq!(json(&format!("{run} {scheme}"))["scheduler"], scheduler);
        let said = text(&warploom(&format!("{run} {scheme}")));
        assert!(said.contains(scheduler), "{said}");
    }
}

#[test]
fn schemes_say_what_they_save() {
    let run = "run kernels/hotspot/hotspot.toml --max-cycles 4000 --scheduler two-level --scheme";
    let slumber = json(&format!("{run} slumber"));
    let saved = slumber["leakage_saving_per_cycle"].as_f64();
    assert!(saved > Some(0.2) && saved < Some(1.0), "{saved:?}");
    let states = slumber["timing"]["registers"]["sleep"]["states"].as_array();
    assert_eq!(states.map(Vec::len), Some(6));
    let said = text(&warploom(&format!("{run} slumber")));
    assert!(
        said.contains("of the leakage of always ON is saved in the same cycles"),
        "{said}"
    );
    let capped = json(&format!("{run} avc --max-registers 10"));
    let traffic = &capped["timing"]["traffic"];
    assert!(traffic["private_loads"].as_u64() > Some(0), "{traffic}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("registers.toml");
    std::fs::write(&file, "registers = 768").expect("it is written");
    let refused = warploom(&format!("{run} slumber --parameters {}", file.display()));
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused));
    assert!(
        text(&refused).contains("256, 512 or 1024"),
        "{}",
        text(&refused)
    );
}

#[test]
fn rtl_sleeps_and_caches_as_the_models_do() {
    if !selection::full() {
        selection::say("engines of slumber and avc: with WARPLOOM_TESTS=full only");
        return;
    }
    for run in [
        "run kernels/spmv/spmv.toml --scheme slumber --scheduler two-level --max-cycles 20000",
        "run kernels/srad/srad.toml --scheme avc --max-registers 8 --max-cycles 20000",
    ] {
        let golden = json(&format!("{run} --engine golden"));
        for engine in ["rtl", "lockstep"] {
            let other = json(&format!("{run} --engine {engine}"));
            assert_eq!(other["timing"], golden["timing"], "{run}, {engine}");
        }
    }
}

#[test]
fn a_waveform_shows_the_cycles_that_were_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("deep/cache.fst");
    let run = format!(
        "run kernels/srad/srad.toml --scheme avc --max-registers 8 --max-cycles 4000 --engine rtl \
         --waves {}",
        file.display()
    );
    let output = warploom(&format!("{run} --from 100 --to 149"));
    let said = text(&output);
    assert!(output.status.success(), "{said}");
    assert!(
        said.contains(&format!("waves:  {}", file.display())),
        "{said}"
    );
    let waves = wellen::simple::read(&file).expect("an FST");
    let times = waves.time_table();
    // A cycle is 1,000 units of time; an FST begins at 0, whatever its first change.
    let (first, last) = (times.iter().find(|time| **time > 0), times.last());
    assert_eq!(first, Some(&100_000));
    assert!(last > Some(&149_000) && last <= Some(&150_000), "{last:?}");
    let scopes = ["TOP", "avc_cache_s64_w2_m8"];
    assert!(waves.hierarchy().lookup_scope(&scopes).is_some());

    let output = warploom(&format!("{run} --from 90000000"));
    assert!(output.status.success(), "{}", text(&output));
    assert!(
        text(&output).contains("and --from is 90000000"),
        "{}",
        text(&output)
    );
}

#[test]
fn a_mistake_in_the_verilog_is_found_by_a_kernel_and_replayed() {
    let folder = tempfile::tempdir().expect("a folder");
    let rtl = folder.path().join("rtl");
    let emitted = warploom(&format!(
        "emit --unit regfile --preset fermi --out {}",
        rtl.display()
    ));
    assert!(emitted.status.success(), "{}", text(&emitted));
    let rtl = rtl.join("regfile-fermi");
    let files = std::fs::read_dir(&rtl).expect("it is readable");
    let mut files = files.map(|file| file.expect("it is readable").path());
    let accepts =
        |path: &std::path::PathBuf| path.to_string_lossy().contains("/regfile_acceptance_");
    let path = files.find(accepts).expect("the module that accepts");
    let sound = std::fs::read_to_string(&path).expect("it is readable");
    let hazard = "(in0_operands_sources[0] && pending_q[in0_operands_a]) ||";
    let spoilt = sound.replacen(hazard, "", 1);
    assert_ne!(spoilt, sound, "the Verilog has another text now");
    std::fs::write(path, spoilt).expect("it can be written");
    if !selection::full() {
        // From here on it builds two models of the whole register file, one of them with tracing.
        selection::say("a mistake in the Verilog of a timed run: with WARPLOOM_TESTS=full only");
        return;
    }
    let run = format!(
        "run kernels/lud/lud.toml --scheme warped-compression --max-cycles 20000 --engine lockstep \
         --rtl {} --out {}",
        rtl.display(),
        folder.path().display()
    );
    let output = warploom(&run);
    let said = text(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    for part in [
        "port in",
        "PTX line",
        "warp",
        "golden",
        "replay: warploom replay",
    ] {
        assert!(said.contains(part), "no {part:?} in\n{said}");
    }
    let replay = folder.path().join("run-regfile-fermi-seed1.json");
    assert!(replay.with_extension("fst").is_file(), "{said}");
    let again = warploom(&format!("replay {}", replay.display()));
    assert_eq!(again.status.code(), Some(1), "{}", text(&again));
    assert!(text(&again).contains("as it was saved"), "{}", text(&again));
}
