//! Failures are golden too: each file in tests/errors/ is a command with its exit code and output.
//!
//! A file starts with lines `$ COMMAND` (all but the last one prepare the scene and must succeed);
//! then come the exit code and what the last command wrote. `warploom` in a command is the built
//! binary, and each case runs in an empty folder of its own, printed as `DIR`. The rest of a file is
//! written by `WARPLOOM_BLESS=1 cargo test --release --test main errors::`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
    let entries = fs::read_dir(&folder).expect("tests/errors is there");
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("readable").path()).collect();
    paths.sort();
    paths
}

fn commands(text: &str) -> Vec<&str> {
    text.lines()
        .map_while(|line| line.strip_prefix("$ "))
        .collect()
}

/// Runs the commands in a fresh folder and gives the file as it should be.
fn outcome(text: &str) -> String {
    let scene = tempfile::tempdir().expect("a temporary folder");
    let binary = Path::new(env!("CARGO_BIN_EXE_warploom"));
    let bin = binary.parent().expect("a binary is in a folder");
    let path = format!(
        "{}:{}",
        bin.display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let run = |command: &str| {
        Command::new("sh")
            .args(["-c", command])
            .current_dir(scene.path())
            .env("PATH", &path)
            .env("COLUMNS", "100")
            .output()
            .expect("sh runs")
    };
    let commands = commands(text);
    let (last, setup) = commands.split_last().expect("a case has a command");
    for command in setup {
        let output = run(command);
        assert!(
            output.status.success(),
            "setup `{command}` failed: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    let output = run(last);
    let mut result: String = commands.iter().map(|c| format!("$ {c}\n")).collect();
    let code = output
        .status
        .code()
        .map_or("signal".to_owned(), |c| c.to_string());
    result.push_str(&format!("exit {code}\n"));
    for (name, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
        if !bytes.is_empty() {
            let text = String::from_utf8_lossy(bytes);
            let text = text.replace(&scene.path().display().to_string(), "DIR");
            result.push_str(&format!("--- {name}\n{text}"));
        }
    }
    result
}

#[test]
fn bad_input_gives_the_stated_exit_code_and_text() {
    let bless = std::env::var_os("WARPLOOM_BLESS").is_some();
    let mut wrong = Vec::new();
    for path in cases() {
        let expected = fs::read_to_string(&path).expect("a case is text");
        let actual = outcome(&expected);
        if actual != expected {
            if bless {
                fs::write(&path, &actual).expect("a case can be written");
            } else {
                let name = path
                    .file_name()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned();
                wrong.push(format!("{name}: expected\n{expected}\nbut got\n{actual}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{}\nIf the new text is right: WARPLOOM_BLESS=1 cargo test --release --test main errors::",
        wrong.join("\n")
    );
}

#[test]
fn no_case_ends_in_a_panic() {
    for path in cases() {
        let text = fs::read_to_string(&path).expect("a case is text");
        assert!(
            !text.contains("\nexit 101\n"),
            "{} is a panic",
            path.display()
        );
    }
}
