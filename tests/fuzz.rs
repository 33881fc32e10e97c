//! `warploom fuzz` from the command line: deep bugs, corpus, statistics, promotion, Ctrl-C.

use std::collections::HashSet;
use std::fmt::Write;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use crate::selection;

/// Units whose models are built in no time, and deep bugs of each that the smoke selection takes.
const SMOKE: &[(&str, usize)] = &[("power_controller", 3)];

fn warploom(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_warploom"));
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command
        .arg("fuzz")
        .args(args)
        .arg("--out")
        .arg(folder.join("out"));
    command
}

fn run(folder: &Path, args: &[&str]) -> Output {
    warploom(folder, args).output().expect("warploom runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The last bugs of a unit's file, which are the deepest.
fn sample(folder: &Path) {
    let bugs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bugs/deep");
    for (unit, count) in SMOKE {
        let name = format!("{unit}.toml");
        let all = std::fs::read_to_string(bugs.join(&name)).expect("deep bugs");
        let all: Vec<&str> = all.split("[[bug]]").skip(1).collect();
        let mut some = String::new();
        for bug in &all[all.len() - count..] {
            let _ = write!(some, "[[bug]]{bug}");
        }
        std::fs::write(folder.join(name), some).expect("a file");
    }
}

#[test]
fn deep_bugs_are_found_from_nothing() {
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let folder = scratch.path().join("bugs");
    let given = folder.display().to_string();
    // Twice what a search needs that has the cores to itself: in this suite it runs beside others.
    let mut args = vec!["--bugs", "--time", "240s"];
    if !selection::full() {
        std::fs::create_dir(&folder).expect("a folder");
        sample(&folder);
        args.extend(["--bug-folder", &given]);
        for (unit, _) in SMOKE {
            args.extend(["--unit", unit]);
        }
    }
    let output = run(scratch.path(), &args);
    let stdout = text(&output.stdout);
    selection::say(&format!(
        "fuzz: {}",
        stdout.lines().last().unwrap_or_default()
    ));
    assert!(
        output.status.success(),
        "{stdout}\n{}",
        text(&output.stderr)
    );
}

#[test]
fn a_search_leaves_corpus_statistics_and_a_plot_and_touches_nothing_else() {
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let corpus = scratch.path().join("corpus");
    let stats = scratch.path().join("stats.json");
    std::fs::create_dir(&corpus).expect("a folder");
    std::fs::write(corpus.join("notes.txt"), "mine").expect("a file");
    let cut = "warploom-sequence 1 power_controller\ngo 0000";
    std::fs::write(corpus.join("cut.seq"), cut).expect("a file");
    let paths = [corpus.display().to_string(), stats.display().to_string()];
    let args = [
        "--unit",
        "power_controller",
        "--runs",
        "3000",
        "--corpus",
        &paths[0],
        "--stats",
        &paths[1],
        "--coverage",
    ];
    let output = run(scratch.path(), &args);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let stdout = text(&output.stdout);
    assert!(
        stdout.contains(": lines 7/7, branches 6/6, toggles "),
        "{stdout}"
    );
    let stderr = text(&output.stderr);
    assert!(stderr.contains("cut.seq is truncated; skipped"), "{stderr}");
    assert!(stderr.contains("notes.txt is no sequence of this tool; skipped"));
    let kept = std::fs::read_dir(&corpus).expect("a folder").count();
    assert!(kept > 12, "{kept} files");
    let json: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&stats).expect("statistics")).expect("JSON");
    assert_eq!(json["format"], "warploom-fuzz");
    assert_eq!(json["runs"], 3000);
    assert!(json["covered"].as_u64() > Some(50));
    let plot = scratch
        .path()
        .join("out/power_controller-fermi-coverage.svg");
    assert!(std::fs::read_to_string(plot)
        .expect("a plot")
        .starts_with("<svg"));

    let output = run(
        scratch.path(),
        &[
            "--unit",
            "power_controller",
            "--corpus",
            &paths[0],
            "--merge",
        ],
    );
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let merged = std::fs::read_dir(&corpus).expect("a folder").count();
    assert!(merged < kept, "{merged} of {kept} files");
    for (file, what) in [("notes.txt", "mine"), ("cut.seq", cut)] {
        assert_eq!(
            std::fs::read_to_string(corpus.join(file)).ok().as_deref(),
            Some(what)
        );
    }
}

#[test]
fn a_finding_is_small_and_replays() {
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let bugs = scratch.path().join("bugs");
    std::fs::create_dir(&bugs).expect("a folder");
    sample(&bugs);
    let given = bugs.display().to_string();
    let args = [
        "--unit",
        "power_controller",
        "--bug",
        "stay_ignored_after_lift",
        "--bug-folder",
        &given,
        "--jobs",
        "2",
        "--time",
        "120s",
    ];
    let output = run(scratch.path(), &args);
    let stdout = text(&output.stdout);
    assert_eq!(
        output.status.code(),
        Some(1),
        "{stdout}{}",
        text(&output.stderr)
    );
    let last = stdout.lines().last().unwrap_or_default();
    let file = last.trim().strip_prefix("warploom replay ").expect(last);
    let replay = Command::new(env!("CARGO_BIN_EXE_warploom"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["replay", file, "--bug-folder", &given])
        .output()
        .expect("warploom runs");
    let said = text(&replay.stdout);
    assert_eq!(replay.status.code(), Some(1), "{said}");
    assert!(said.contains("fails, as it was saved"), "{said}");
    let saved = std::fs::read_to_string(file).expect("a replay file");
    assert!(saved.matches("\"in_").count() < 60, "{saved}");
}

/// Two ports of this machine that nobody listens at.
fn free_ports() -> [String; 2] {
    let listen = || TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    let listeners = [listen(), listen()];
    listeners.map(|listener| {
        listener
            .local_addr()
            .expect("an address")
            .port()
            .to_string()
    })
}

#[test]
fn a_search_that_joins_another_shares_what_both_keep() {
    // It takes a unit in which there is much to keep, and half a minute.
    if !selection::full() {
        return;
    }
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let [first, second] = free_ports();
    let peer = format!("127.0.0.1:{first}");
    let search = |name: &str, more: &[&str]| {
        let corpus = scratch.path().join(name);
        let mut command = warploom(&scratch.path().join(format!("{name}-out")), more);
        command.args(["--unit", "avc_encoder", "--from-nothing", "--corpus"]);
        command.arg(corpus).spawn().expect("it runs")
    };
    let mut a = search("a", &["--time", "30s", "--port", &first]);
    std::thread::sleep(Duration::from_secs(1));
    let args = [
        "--time", "20s", "--seed", "9", "--port", &second, "--peer", &peer,
    ];
    let mut b = search("b", &args);
    for child in [&mut a, &mut b] {
        assert_eq!(child.wait().expect("it ends").code(), Some(0));
    }
    let files = |name: &str| -> HashSet<_> {
        let files = std::fs::read_dir(scratch.path().join(name)).expect("a folder");
        files
            .map(|file| file.expect("a file").file_name())
            .collect()
    };
    let (a, b) = (files("a"), files("b"));
    let shared = a.intersection(&b).count();
    assert!(
        shared > 20,
        "{shared} shared of {} and {}",
        a.len(),
        b.len()
    );
}

#[test]
fn an_interrupt_keeps_what_there_is() {
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let corpus = scratch.path().join("corpus");
    let stats = scratch.path().join("stats.json");
    let paths = [corpus.display().to_string(), stats.display().to_string()];
    let args = [
        "--unit",
        "power_controller",
        "--time",
        "10m",
        "--corpus",
        &paths[0],
        "--stats",
        &paths[1],
    ];
    let mut child = warploom(scratch.path(), &args).spawn().expect("it runs");
    let files = || std::fs::read_dir(&corpus).map_or(0, Iterator::count);
    for _ in 0..600 {
        if files() > 5 {
            break;
        }
        std::thread::sleep(Duration::from_millis(200));
    }
    let process = child.id().to_string();
    let killed = Command::new("kill").args(["-INT", &process]).status();
    assert!(killed.expect("kill runs").success());
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(130));
    assert!(files() > 5);
    assert!(std::fs::read_to_string(stats)
        .expect("statistics")
        .contains("samples"));
}
