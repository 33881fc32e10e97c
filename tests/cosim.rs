//! `warploom cosim` and `warploom replay` from end to end, on Verilog that was written by hand.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A folder with a copy of the decompressor in `rtl/`.
fn scene() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let designs = Path::new(env!("CARGO_MANIFEST_DIR")).join("cosim/tests/designs");
    let copy = |from: PathBuf, to: PathBuf| {
        fs::create_dir_all(&to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    };
    copy(designs.join("decompressor"), folder.path().join("rtl"));
    copy(designs.join("bugs"), folder.path().join("bugs"));
    folder
}

fn command(scene: &TempDir, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_warploom"));
    command.args(arguments.split_whitespace());
    command.current_dir(scene.path());
    command
}

fn run(scene: &TempDir, arguments: &str) -> (Option<i32>, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = command(scene, arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

/// Puts a mistake into the lane: the sign of a half-word delta.
fn spoil(scene: &TempDir) {
    let path = scene.path().join("rtl/bdi_decompressor_lane.v");
    let text = fs::read_to_string(&path).unwrap();
    let spoilt = text.replace("{16{high[7]}}", "{16{high[6]}}");
    assert_ne!(text, spoilt);
    fs::write(path, spoilt).unwrap();
}

fn files(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn verilog_that_matches_passes_and_leaves_no_file() {
    let scene = scene();
    let (code, stdout, stderr) = run(&scene, "cosim --rtl rtl --cycles 20000 --seeds 3");
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    assert!(stdout.starts_with(
        "cosim: 3 runs of 20,000 cycles, verilator, verilog2005, sync-high, seeds 1 to 3\n"
    ));
    assert!(stdout.ends_with("3 runs, 60,000 cycles: 3 match\n"));
    assert_eq!(files(scene.path()), ["bugs", "rtl"]);
}

#[test]
fn a_mismatch_is_reported_saved_and_replayed_until_it_is_mended() {
    let scene = scene();
    spoil(&scene);
    let arguments = "cosim --rtl rtl --out bad --junit ci/junit.xml --json ci/results.json";
    let (code, stdout, _) = run(&scene, arguments);
    assert_eq!(code, Some(1), "{stdout}");
    assert!(stdout.contains("MISMATCH: out_data differs in cycle "));
    assert!(stdout.contains("shrunk to 3 cycles"));
    let file = "bad/bdi_decompressor-fermi-seed1.json";
    let waves = "bad/bdi_decompressor-fermi-seed1.fst";
    assert!(stdout.contains(&format!(
        "replay: warploom replay {file}\nwaves:  {waves}\n"
    )));
    assert_eq!(
        files(&scene.path().join("bad")),
        [
            "bdi_decompressor-fermi-seed1.fst",
            "bdi_decompressor-fermi-seed1.json"
        ]
    );
    assert_eq!(
        files(&scene.path().join("ci")),
        ["junit.xml", "results.json"]
    );
    let results = fs::read_to_string(scene.path().join("ci/results.json")).unwrap();
    let results: serde_json::Value = serde_json::from_str(&results).unwrap();
    assert_eq!(results["exit_code"], 1);
    assert_eq!(results["jobs"][0]["mismatch"]["shrunk_to"], 3);

    let (code, stdout, _) = run(&scene, &format!("replay {file} --waves again.fst"));
    assert_eq!(code, Some(1), "{stdout}");
    assert!(stdout.contains("fails, as it was saved: out_data differs in cycle 2"));
    let waves = fs::read(scene.path().join(waves)).unwrap();
    assert_eq!(fs::read(scene.path().join("again.fst")).unwrap(), waves);

    // Mended: in a copy first, then in place.
    let mended = self::scene();
    let copy = mended.path().join("rtl");
    let (code, stdout, _) = run(&scene, &format!("replay {file} --rtl {}", copy.display()));
    assert_eq!(code, Some(0), "{stdout}");
    assert!(stdout.contains("the Verilog is not the one that failed\n"));
    assert!(stdout.ends_with("passes: 3 cycles match\n"));
    fs::remove_dir_all(scene.path().join("rtl")).unwrap();
    fs::rename(copy, scene.path().join("rtl")).unwrap();
    let (code, ..) = run(&scene, &format!("replay {file}"));
    assert_eq!(code, Some(0));
}

#[test]
fn seeded_bugs_are_caught_and_survivors_fail() {
    let scene = scene();
    let arguments = "cosim --unit bdi_decompressor --bugs --bug-folder bugs --cycles";
    let (code, stdout, stderr) = run(&scene, &format!("{arguments} 20000"));
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    assert!(stdout.ends_with("5 of 5 seeded bugs caught\n"));
    let (code, stdout, _) = run(&scene, &format!("{arguments} 20"));
    assert_eq!(code, Some(1), "{stdout}");
    assert!(stdout.contains("SURVIVED"));
}

#[test]
fn the_engine_of_the_source_needs_no_tool() {
    let scene = scene();
    let mut command = command(
        &scene,
        "cosim --engine rust-hdl --unit bdi_compressor --preset static-4-0 --cycles 60",
    );
    let output = command
        .env("WARPLOOM_TOOLS", scene.path().join("none"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn ctrl_c_prints_the_table_of_what_finished() {
    let scene = scene();
    // The first seed is done in a moment; the time of all of them would be days.
    let mut child = command(
        &scene,
        "cosim --rtl rtl --cycles 2000000 --seeds 1000000 --jobs 1",
    )
    .stdout(Stdio::piped())
    .stderr(Stdio::piped())
    .spawn()
    .unwrap();
    let mut stderr = child.stderr.take().unwrap();
    let deadline = Instant::now() + Duration::from_secs(120);
    let mut seen = Vec::new();
    let mut byte = [0];
    while !seen.ends_with(b"match, 2,000,000 cycles") {
        assert!(Instant::now() < deadline, "nothing finished");
        assert_eq!(stderr.read(&mut byte).unwrap(), 1);
        seen.push(byte[0]);
    }
    let killed = Command::new("sh")
        .args(["-c", &format!("kill -INT {}", child.id())])
        .status();
    assert!(killed.unwrap().success());
    // A reader keeps the pipe from filling.
    let drain = std::thread::spawn(move || std::io::copy(&mut stderr, &mut std::io::sink()));
    let output = child.wait_with_output().unwrap();
    drain.join().unwrap().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "{stdout}");
    assert!(stdout.contains("2,000,000"), "{stdout}");
    assert!(stdout.contains(" interrupted\n"), "{stdout}");
}
