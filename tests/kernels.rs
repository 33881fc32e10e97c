//! `warploom run`, `ptx` and `kernels` on the kernels that we ship, as a user sees them.

use std::path::Path;
use std::process::{Command, Output};

fn warploom(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_warploom"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("warploom runs")
}

fn text(output: &Output) -> String {
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn every_kernel_folder_is_complete_and_listed() {
    let listed = text(&warploom(&["kernels"]));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels");
    let mut kernels = 0;
    for entry in std::fs::read_dir(&folder).expect("kernels/ is readable") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if !path.is_dir() || name == "include" {
            continue;
        }
        kernels += 1;
        let has = |extension: &str| path.join(format!("{name}.{extension}")).is_file();
        assert!(has("ptx") && has("toml"), "{name} lacks PTX or descriptor");
        let wide = format!("{name}-64.ptx");
        assert!(path.join(&wide).is_file(), "{name} lacks {wide}");
        // Texture kernels are written by hand.
        assert!(
            has("cu") || name.starts_with("texture_"),
            "{name} lacks CUDA C"
        );
        let descriptor = format!("kernels/{name}/{name}.toml ");
        assert!(
            listed.lines().any(|line| line.starts_with(&descriptor)),
            "{descriptor} is not in\n{listed}"
        );
    }
    assert!(kernels >= 24, "{kernels} kernels");
}

#[test]
fn a_run_as_json_is_what_the_formats_page_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("run.json");
    let shown = text(&warploom(&[
        "run",
        "kernels/bfs/bfs.toml",
        "--max-registers",
        "6",
        "--json",
        &file.display().to_string(),
    ]));
    assert!(shown.starts_with("bfs: passed\n"), "{shown}");
    let json = std::fs::read_to_string(&file).expect("the file is written");
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(json["format"], 2);
    assert_eq!(json["kernel"], "bfs");
    assert_eq!(json["address_size"], 32);
    assert_eq!(json["passed"], true);
    assert_eq!(json["unfinished"], serde_json::Value::Null);
    let check = &json["checks"][0];
    assert_eq!(check["buffer"], "cost");
    assert_eq!(
        (&check["elements"], &check["wrong"]),
        (&8000.into(), &0.into())
    );
    assert_eq!(check["first"], serde_json::json!([]));
    let registers = &json["registers"]["bfs_expand"];
    let number = |value: &serde_json::Value| value.as_u64().expect("a number");
    assert!(number(&registers["words"]) <= 6, "{registers}");
    assert!(number(&registers["most_live"]) > 6, "{registers}");
    assert!(number(&registers["spilled"]) > 0, "{registers}");
    assert!(number(&registers["spill_bytes"]) > 0, "{registers}");
    let statistics = &json["statistics"];
    let instructions = number(&statistics["instructions"]);
    assert!(number(&statistics["divergent"]) < instructions);
    assert!(number(&statistics["thread_instructions"]) < 32 * instructions);
    let bins = |which: &str| -> u64 {
        ["zero", "within_128", "within_32k", "random"]
            .iter()
            .map(|bin| number(&statistics[which][bin]))
            .sum()
    };
    // Each written register has 31 pairs of neighbouring lanes.
    let pairs = bins("uniform_bins") + bins("divergent_bins");
    assert_eq!(pairs, 31 * number(&statistics["registers_written"]));
    assert!(bins("divergent_bins") > 0);
}

#[test]
fn a_run_takes_the_module_with_the_addresses_that_are_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("run.json");
    for size in ["32", "64"] {
        let kernel = "kernels/saxpy/saxpy.toml";
        let json = file.display().to_string();
        text(&warploom(&[
            "run",
            kernel,
            "--address-size",
            size,
            "--json",
            &json,
        ]));
        let json = std::fs::read_to_string(&file).expect("the file is written");
        let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
        assert_eq!(json["address_size"].to_string(), size);
    }
}

#[test]
fn ptx_reports_mix_registers_and_flow() {
    let shown = text(&warploom(&[
        "ptx",
        "kernels/bfs/bfs.ptx",
        "--entry",
        "bfs_expand",
        "--registers",
    ]));
    for part in [
        "32-bit addresses",
        "bfs_expand",
        "physical registers:",
        "parameter bfs_expand_param_7 at 28: 4 bytes",
        "FAMILY",
        "POST-DOMINATOR",
    ] {
        assert!(shown.contains(part), "no {part:?} in\n{shown}");
    }
    assert!(!shown.contains("bfs_advance"), "{shown}");
}
