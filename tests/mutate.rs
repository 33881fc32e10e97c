//! `warploom mutate` from end to end: what is killed, proven, argued and alive, and how it is shared out.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// Units that are built in a moment.
const SMALL: [&str; 4] = [
    "bdi_compressor",
    "bdi_decompressor",
    "avc_decoder",
    "mshr_tracker",
];

fn mutate(scene: &TempDir, arguments: &str) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_warploom"))
        .arg("mutate")
        .args(arguments.split_whitespace())
        .current_dir(scene.path())
        .output()
        .expect("warploom runs");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).expect("text"))
}

/// The fates of the mutants in a file, by number.
fn fates(file: &Path) -> BTreeMap<u64, String> {
    let text = fs::read_to_string(file).expect("a file");
    let file: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(file["format"], "warploom-mutants");
    let units = file["units"].as_array().expect("units");
    let mutants = units
        .iter()
        .flat_map(|unit| unit["mutants"].as_array().expect("mutants"));
    let fate = |mutant: &Value| {
        let fate = mutant["fate"].as_str().expect("a fate").to_owned();
        (mutant["number"].as_u64().expect("a number"), fate)
    };
    mutants.map(fate).collect()
}

#[test]
fn a_hundred_mutants_of_four_units_are_noticed() {
    let scene = TempDir::new().expect("a folder");
    let units = SMALL.map(|unit| format!("--unit {unit}")).join(" ");
    let reasons = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mutants");
    let arguments = format!("{units} --sample 100 --reasons {}", reasons.display());
    let (code, text) = mutate(&scene, &arguments);
    assert_eq!(code, Some(0), "{text}");
    for unit in SMALL {
        assert!(text.contains(&format!("\n{unit} ")), "{text}");
    }
}

/// In thirty cycles little is noticed. What makes no difference is proven all the same, and a reason
/// takes the place of a proof until the mutant is killed.
#[test]
fn what_lives_is_proven_argued_or_told() {
    let scene = TempDir::new().expect("a folder");
    let (code, text) = mutate(
        &scene,
        "--unit metadata_decoder --cycles 30 --json short.json --html page",
    );
    assert_eq!(code, Some(1), "{text}");
    let short = fates(&scene.path().join("short.json"));
    let count = |wanted: &str| short.values().filter(|fate| *fate == wanted).count();
    assert!(count("killed") > 20 && count("alive") > 20, "{short:?}");
    assert!(count("proven") > 0, "{short:?}");
    let page = fs::read_to_string(scene.path().join("page/index.html")).expect("a page");
    assert!(page.contains("metadata_decoder") && page.contains("class=\"alive\""));

    // What thirty cycles do not show, the regression does: but for what was proven.
    let (code, text) = mutate(&scene, "--unit metadata_decoder --json long.json");
    assert_eq!(code, Some(0), "{text}");
    let long = fates(&scene.path().join("long.json"));
    assert_eq!(
        long.keys().collect::<Vec<_>>(),
        short.keys().collect::<Vec<_>>()
    );
    for (number, fate) in &short {
        match fate.as_str() {
            "alive" => assert_eq!(long[number], "killed", "{number}"),
            fate => assert_eq!(long[number], *fate, "{number}"),
        }
    }

    // A mutant that lives, and one that does not, by their names.
    let living = short
        .iter()
        .find(|(_, fate)| *fate == "alive")
        .expect("one");
    let name = |number: &u64| {
        let line = text_of(&scene, *number);
        let (_, name) = line.split_once(": ").expect("a name");
        name.split(" (not").next().unwrap_or_default().to_owned()
    };
    fs::create_dir(scene.path().join("reasons")).expect("a folder");
    let argue = |name: &str| {
        let reason =
            format!("[[mutant]]\nname = {name:?}\npresets = [\"maxwell\"]\nwhy = \"so\"\n");
        fs::write(scene.path().join("reasons/metadata_decoder.toml"), reason).expect("a file");
    };
    argue(&name(living.0));
    let one = format!(
        "--unit metadata_decoder --reasons reasons --mutants {}",
        living.0
    );
    let (code, text) = mutate(&scene, &format!("{one} --cycles 30 --json argued.json"));
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(fates(&scene.path().join("argued.json"))[living.0], "argued");
    let (code, text) = mutate(&scene, &one);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("argued to be none, and killed"), "{text}");
    argue("metadata_decoder.nothing 0 constant: 1 -> 0");
    let (code, text) = mutate(&scene, &one);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("has no mutant"), "{text}");
}

/// The line that tells of a mutant which lives for thirty cycles.
fn text_of(scene: &TempDir, number: u64) -> String {
    let (_, text) = mutate(
        scene,
        &format!("--unit metadata_decoder --cycles 30 --mutants {number}"),
    );
    let start = format!("metadata_decoder maxwell {number}: ");
    let line = text.lines().find(|line| line.starts_with(&start));
    line.unwrap_or_else(|| panic!("{text}")).to_owned()
}

#[test]
fn shards_together_are_the_whole_and_what_is_finished_stays() {
    let scene = TempDir::new().expect("a folder");
    let all = "--unit bdi_decompressor --unit mshr_tracker --cycles 2000";
    let (_, whole) = mutate(&scene, &format!("{all} --resume whole --json whole.json"));
    for part in [1, 2] {
        mutate(
            &scene,
            &format!("{all} --shard {part}/2 --resume part-{part}"),
        );
    }
    mutate(&scene, "--merge part-1 part-2 --json parts.json");
    let [whole_fates, parts] =
        ["whole.json", "parts.json"].map(|file| fates(&scene.path().join(file)));
    assert_eq!(whole_fates, parts, "{whole}");
    let (_, again) = mutate(&scene, &format!("{all} --resume whole"));
    assert!(again.contains("2 of them there already"), "{again}");
    let (_, other) = mutate(&scene, &format!("{all} --seed 2 --resume whole"));
    assert!(other.contains("0 of them there already"), "{other}");
    let (code, text) = mutate(&scene, &format!("{all} --slurm cluster --shards 3"));
    assert_eq!(code, Some(0), "{text}");
    let script = fs::read_to_string(scene.path().join("cluster/shards.sbatch")).expect("a script");
    assert!(
        script.contains("mutate --unit bdi_decompressor --unit mshr_tracker"),
        "{script}"
    );
}
