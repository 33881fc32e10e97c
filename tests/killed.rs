//! `kill -9` in the middle of a model's build, of a run, of an emission: the next one is right.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

fn warploom(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_warploom"));
    command.args(arguments.split_whitespace());
    command.env("WARPLOOM_CACHE", folder.join("cache"));
    command.current_dir(folder).stdin(Stdio::null());
    command
}

fn start(folder: &Path, arguments: &str) -> Child {
    let mut command = warploom(folder, arguments);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("warploom starts")
}

/// Kills it as soon as `is_time`, which has to be before it ends by itself.
fn kill(mut child: Child, is_time: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_time() {
        let ended = child.try_wait().expect("it can be asked");
        assert_eq!(ended, None, "it ended before it could be killed");
        assert!(
            start.elapsed() < Duration::from_secs(120),
            "nothing to kill"
        );
        sleep(Duration::from_millis(1));
    }
    child.kill().expect("it runs");
    child.wait().expect("it is over");
}

/// Files in a folder and below, with what is in them.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let place = path.strip_prefix(folder).expect("it is below").to_owned();
                found.insert(place, fs::read(path).unwrap_or_default());
            }
        }
    }
    found
}

fn has(folder: &Path, name: &str) -> bool {
    files(folder).keys().any(|path| path.ends_with(name))
}

const RUN: &str = "cosim --unit bank_gate --preset fermi --json out.json --cycles";

fn matches(folder: &Path, more: &str) {
    let output = warploom(folder, &format!("{RUN} 10000 {more}")).output();
    let output = output.expect("warploom runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{errors}");
    assert!(text.ends_with("1 run, 10,000 cycles: 1 match\n"), "{text}");
}

#[test]
fn after_a_build_that_was_killed_the_model_is_built() {
    let scene = tempfile::tempdir().expect("a temporary folder");
    let cache = scene.path().join("cache/models");
    let moments: [&dyn Fn() -> bool; 3] = [
        &|| has(&cache.join("tmp"), "verilated.o"),
        &|| has(&cache.join("tmp"), "Vmodel.cpp"),
        &|| has(&cache.join("tmp"), "unit0.o"),
    ];
    for (moment, is_time) in moments.iter().enumerate() {
        // Another model each time; what all share is there from the second on.
        let more = format!("--set wake_delay={}", 3 + moment);
        let temporary = cache.join("tmp");
        let _ = fs::remove_dir_all(&temporary);
        kill(start(scene.path(), &format!("{RUN} 10000 {more}")), is_time);
        assert!(fs::read_dir(&temporary).is_ok_and(|mut left| left.next().is_some()));
        matches(scene.path(), &more);
    }
}

#[test]
fn a_run_that_was_killed_leaves_no_result() {
    let scene = tempfile::tempdir().expect("a temporary folder");
    matches(scene.path(), "");
    let results = scene.path().join("out.json");
    fs::remove_file(&results).expect("there are results");
    let began = Instant::now();
    let run = start(scene.path(), &format!("{RUN} 400000000"));
    kill(run, || began.elapsed() > Duration::from_secs(3));
    assert!(!results.exists());
    matches(scene.path(), "");
    assert!(results.exists());
}

#[test]
fn after_an_emission_that_was_killed_all_files_are_whole() {
    let scene = tempfile::tempdir().expect("a temporary folder");
    for layout in ["", "--shared"] {
        let emit = format!("emit --unit osu --unit osu_bank --sva {layout} --out");
        let (whole, torn) = (format!("whole{layout}"), format!("torn{layout}"));
        let output = warploom(scene.path(), &format!("{emit} {whole}")).output();
        assert!(output.expect("warploom runs").status.success());
        let whole = files(&scene.path().join(whole));
        let folder = scene.path().join(&torn);
        for least in [1, whole.len() / 3, whole.len() - 2] {
            let _ = fs::remove_dir_all(&folder);
            let emission = start(scene.path(), &format!("{emit} {torn}"));
            kill(emission, || files(&folder).len() >= least);
            let output = warploom(scene.path(), &format!("{emit} {torn}")).output();
            assert!(output.expect("warploom runs").status.success());
            let count = whole.len();
            assert!(files(&folder) == whole, "after {least} of {count} files");
        }
    }
}
