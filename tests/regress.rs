//! `warploom regress` from end to end: killed, stopped, shared out, and with a mistake in the Verilog.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant, SystemTime};
use tempfile::TempDir;

/// A folder with a copy of a decompressor that was written by hand, in `rtl/`.
fn scene() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let design = Path::new(env!("CARGO_MANIFEST_DIR")).join("cosim/tests/designs/decompressor");
    let rtl = folder.path().join("rtl");
    fs::create_dir(&rtl).unwrap();
    for entry in fs::read_dir(design).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), rtl.join(entry.file_name())).unwrap();
    }
    folder
}

fn command(scene: &TempDir, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_warploom"));
    command.args(arguments.split_whitespace());
    command.current_dir(scene.path());
    command
}

fn run(scene: &TempDir, arguments: &str) -> (Option<i32>, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = command(scene, arguments).output().unwrap();
    assert!(
        status.code() != Some(101),
        "{}",
        String::from_utf8_lossy(&stderr)
    );
    (status.code(), String::from_utf8(stdout).unwrap())
}

/// Starts a regression and waits until some job has left its result.
fn begun(scene: &TempDir, arguments: &str) -> Child {
    let mut child = command(scene, arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(120);
    while results(&scene.path().join("run")).is_empty() {
        assert!(Instant::now() < deadline, "nothing finished");
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::sleep(Duration::from_millis(10));
    }
    child
}

fn results(folder: &Path) -> BTreeMap<PathBuf, SystemTime> {
    let entries = fs::read_dir(folder.join("jobs")).into_iter().flatten();
    let files = entries.map(|entry| entry.unwrap().path());
    files
        .filter(|path| path.extension().is_some_and(|e| e == "json"))
        .map(|path| {
            let written = fs::metadata(&path).unwrap().modified().unwrap();
            (path, written)
        })
        .collect()
}

fn signal(child: &Child, name: &str) {
    let kill = Command::new("sh")
        .args(["-c", &format!("kill -{name} {}", child.id())])
        .status();
    assert!(kill.unwrap().success());
}

/// Four jobs of a second each, one after the other.
const SLOW: &str = "regress --suite full --rtl rtl --jobs 1 --cycles 1500000 --resume run";

#[test]
fn a_killed_run_resumes_and_loses_nothing() {
    let scene = scene();
    let mut child = begun(&scene, SLOW);
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = results(&scene.path().join("run"));
    assert!((1..4).contains(&kept.len()), "{kept:?}");
    let (code, text) = run(&scene, SLOW);
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains(&format!("{} of them there already", kept.len())),
        "{text}"
    );
    assert!(text.ends_with("together   4 jobs: 4 pass\n"), "{text}");
    let all = results(&scene.path().join("run"));
    assert_eq!(all.len(), 4);
    for (file, written) in &kept {
        assert_eq!(all.get(file), Some(written), "a finished job was run again");
    }
    // A file that is cut off is as good as none, and nothing else is run again.
    let (cut, _) = all.first_key_value().unwrap();
    let whole = fs::read(cut).unwrap();
    fs::write(cut, &whole[..whole.len() / 2]).unwrap();
    let (code, text) = run(&scene, SLOW);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("1 damaged result run again\n"), "{text}");
    assert!(text.contains("3 of them there already"), "{text}");
    let again = results(&scene.path().join("run"));
    assert_eq!(
        again
            .iter()
            .filter(|(file, at)| all.get(*file) != Some(at))
            .count(),
        1
    );
}

#[test]
fn ctrl_c_leaves_a_folder_that_goes_on() {
    let scene = scene();
    let mut child = begun(&scene, SLOW);
    signal(&child, "INT");
    let mut text = String::new();
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{text}");
    assert!(text.contains(" without a result\n"), "{text}");
    assert!(text.ends_with("with --resume run\n"), "{text}");
    let kept = results(&scene.path().join("run")).len();
    assert!((1..4).contains(&kept), "{kept}");
    let (code, text) = run(&scene, SLOW);
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains(&format!("{kept} of them there already")),
        "{text}"
    );
}

#[test]
fn a_mistake_shows_in_results_junit_and_page() {
    let scene = scene();
    let lane = scene.path().join("rtl/bdi_decompressor_lane.v");
    let text = fs::read_to_string(&lane).unwrap();
    let spoilt = text.replace("{16{high[7]}}", "{16{high[6]}}");
    assert_ne!(text, spoilt);
    fs::write(&lane, spoilt).unwrap();
    let all = "regress --suite full --rtl rtl --cycles 20000 --coverage";
    for shard in 1..=2 {
        let (code, _) = run(
            &scene,
            &format!("{all} --shard {shard}/2 --resume s{shard}"),
        );
        assert!(code == Some(1) || code == Some(0));
    }
    let merge = |order: &str| {
        let files = "--junit ci/junit.xml --html page";
        let (code, text) = run(&scene, &format!("regress --merge {order} {files}"));
        assert_eq!(code, Some(1), "{text}");
        let file = |name: &str| fs::read_to_string(scene.path().join(name)).unwrap();
        (text, file("ci/junit.xml"), file("page/index.html"))
    };
    let (text, junit, page) = merge("s1 s2");
    assert_eq!(
        merge("s2 s1 s2"),
        (text.clone(), junit.clone(), page.clone())
    );
    assert!(
        text.contains("bdi_decompressor: out_data differs: 4 jobs\n"),
        "{text}"
    );

    let mut records = results(&scene.path().join("s1"));
    records.extend(results(&scene.path().join("s2")));
    assert_eq!(records.len(), 4);
    let record = fs::read_to_string(records.keys().next().unwrap()).unwrap();
    let record: serde_json::Value = serde_json::from_str(&record).unwrap();
    assert_eq!(record["verdict"], "mismatch");
    assert_eq!(
        record["wrong"]["signature"],
        "bdi_decompressor: out_data differs"
    );

    let coverage = &record["coverage"];
    let points = |kind: &str| coverage[kind]["points"].as_u64().unwrap();
    // A port of 1,024 bits in and one out, both edges of each bit.
    assert!(
        points("wide") >= 4096 && points("toggle") > points("wide"),
        "{coverage}"
    );
    assert!(points("branch") > 0, "{coverage}");

    let document = roxmltree::Document::parse(&junit).expect("JUnit XML is XML");
    let count = |name: &str| {
        document
            .descendants()
            .filter(|n| n.has_tag_name(name))
            .count()
    };
    assert_eq!((count("testcase"), count("failure")), (4, 4));
    let failure = document
        .descendants()
        .find(|n| n.has_tag_name("failure"))
        .unwrap();
    assert!(failure.text().unwrap().contains("golden"), "{junit}");

    for outside in ["src=", "http:", "https:", "@import", "url("] {
        assert!(!page.contains(outside), "the page needs {outside}");
    }
    let linked: Vec<&str> = page
        .split("href=\"failures/")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    assert_eq!(linked.len(), 8, "a replay file and a waveform of each");
    for file in linked {
        let file = scene.path().join("page/failures").join(file);
        assert!(file.is_file(), "{} is not there", file.display());
    }
    let (_, replay) = page.split_once("<code>warploom replay ").unwrap();
    let file = replay.split('<').next().unwrap();
    let (code, text) = run(&scene, &format!("replay {file}"));
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("as it was saved"), "{text}");
}

#[test]
fn a_kernel_runs_under_each_scheduler_and_with_64_bit_addresses() {
    let scene = scene();
    let run_of = "regress --kernel vector_add --scheme baseline --max-cycles 2000 --resume run";
    let (code, text) = run(&scene, run_of);
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.ends_with("kernels    4 jobs: 4 pass\ntogether   4 jobs: 4 pass\n"),
        "{text}"
    );
}
