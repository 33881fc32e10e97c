//! `warploom paper` from end to end, and docs/papers.

use campaign::paper::kept::Kept;
use campaign::paper::{markdown, statement, Paper};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Exit code, standard output, standard error.
fn warploom(scene: &TempDir, arguments: &str) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_warploom"))
        .arg("paper")
        .args(arguments.split_whitespace())
        .current_dir(scene.path())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (out, errors) = (text(output.stdout), text(output.stderr));
    (output.status.code(), out, errors)
}

/// All files of a folder and of those in it.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_owned();
                found.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    found
}

#[test]
fn every_figure_of_every_paper_is_made() {
    let scene = tempfile::tempdir().unwrap();
    let (code, out, errors) = warploom(&scene, "--quick --resume run --out papers");
    assert_eq!(code, Some(0), "{out}\n{errors}");
    let made = files(&scene.path().join("papers"));
    let page = String::from_utf8(made[Path::new("index.html")].clone()).unwrap();
    for paper in Paper::ALL {
        for figure in statement::of(paper).unwrap().figure {
            let (name, title) = (&figure.name, &figure.title);
            assert!(
                page.contains(&format!("id=\"{paper}-{name}\"")),
                "no {name}"
            );
            if figure.input.is_some() {
                continue;
            }
            let file = |ending: &str| Path::new(paper.name()).join(format!("{name}.{ending}"));
            let json: serde_json::Value = serde_json::from_slice(&made[&file("json")]).unwrap();
            let stated = json["statements"].as_array().unwrap();
            assert_eq!(stated.len(), figure.row.len());
            for row in stated {
                assert!(row["here"].is_number(), "{paper} {name}: {row}");
            }
            let rows = json["table"]["rows"].as_array().unwrap().len();
            let csv = String::from_utf8(made[&file("csv")].clone()).unwrap();
            assert_eq!(csv.lines().count(), rows + 1, "{paper} {name}");
            let Some(svg) = made.get(&file("svg")) else {
                assert!(name.starts_with("table"), "{paper} {name} is not drawn");
                continue;
            };
            // It can be read without its caption.
            let svg = std::str::from_utf8(svg).unwrap();
            let document = roxmltree::Document::parse(svg).unwrap();
            let text = document.descendants().filter_map(|node| node.text());
            assert!(text.collect::<String>().contains(title), "{paper} {name}");
        }
    }
    // What has run is not run again, and the same results make the same bytes.
    let (code, out, _) = warploom(&scene, "--quick --resume run --out again");
    assert_eq!(code, Some(0));
    let all = out.lines().next().unwrap().split(' ').nth(3).unwrap();
    assert!(
        out.contains(&format!("{all} of them there already")),
        "{out}"
    );
    assert_eq!(made, files(&scene.path().join("again")));
}

#[test]
fn shards_merge_to_what_one_run_makes() {
    let scene = tempfile::tempdir().unwrap();
    let one = "slumber --quick --figure 9 --figure run-time";
    let (code, ..) = warploom(
        &scene,
        &format!("{one} --resume whole --out whole-out --jobs 1"),
    );
    assert_eq!(code, Some(0));
    for shard in 1..=2 {
        let rest = format!("--shard {shard}/2 --resume shard-{shard} --out none");
        let (code, ..) = warploom(&scene, &format!("{one} {rest}"));
        assert_eq!(code, Some(0));
    }
    let (code, ..) = warploom(&scene, "--merge shard-1 shard-2 --out merged");
    assert_eq!(code, Some(0));
    let whole = files(&scene.path().join("whole-out"));
    assert!(whole.contains_key(Path::new("slumber/figure-9.svg")));
    assert_eq!(whole, files(&scene.path().join("merged")));
    // One of two is not enough, and what lacks its input says so.
    let (code, _, errors) = warploom(&scene, "--merge shard-2 --out half");
    assert_eq!(code, Some(2));
    assert!(
        errors.contains("slumber figure-9 cannot be made: the run of "),
        "{errors}"
    );
}

#[test]
fn pages_are_what_was_measured_and_every_difference_has_a_cause() {
    let folder = root().join("docs/papers");
    let kept = Kept::read(&folder).unwrap();
    for paper in Paper::ALL {
        let page = markdown::page(paper, &kept).unwrap();
        let file = folder.join(format!("{paper}.md"));
        let there = fs::read_to_string(&file).unwrap_or_default();
        assert!(
            there == page,
            "{}: `warploom paper --pages docs/papers` writes it",
            file.display()
        );
        for chart in fs::read_dir(folder.join(paper.name())).unwrap() {
            let chart = chart.unwrap().file_name().into_string().unwrap();
            let linked = page.contains(&format!("({paper}/{chart})"));
            assert!(linked, "{paper}/{chart} is of no figure: remove it");
        }
        let figures = kept.papers.get(paper.name());
        assert!(figures.is_some(), "nothing of {paper} is measured");
        for figure in statement::of(paper).unwrap().figure {
            let measured = figures.is_some_and(|all| all.contains_key(&figure.name));
            for row in &figure.row {
                let place = format!("{paper} {} {}", figure.name, row.key);
                let ours = kept.value(paper.name(), &figure.name, &row.key);
                assert!(
                    ours.is_some() == measured,
                    "{place}: a figure is measured with all of its numbers, or not at all"
                );
                assert!(
                    measured || !row.headline,
                    "{place} is a headline: `make papers`"
                );
                let differs = ours.is_some_and(|ours| row.differs(ours));
                assert!(
                    !differs || row.cause.is_some(),
                    "{place} is {ours:?}, not {:?}, and no cause is given",
                    row.paper
                );
            }
            let chart = folder.join(format!("{paper}/{}.svg", figure.name));
            let linked = page.contains(&format!("({paper}/{}.svg)", figure.name));
            assert!(!linked || chart.is_file(), "no {}", chart.display());
        }
    }
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let table = markdown::headlines(&kept).unwrap();
    assert_eq!(table.lines().count(), 2 + 5, "five headline numbers");
    let deviations = fs::read_to_string(folder.join("deviations.md")).unwrap();
    let kernels = markdown::kernels(&kept);
    assert!(kept.kernels.len() >= 33, "{kernels}");
    for (page, marks, table) in [
        (&readme, markdown::HEADLINES, &table),
        (&deviations, markdown::KERNELS, &kernels),
    ] {
        let with = marks
            .with(page, table)
            .expect("the page has its table's marks");
        assert!(
            *page == with,
            "`warploom paper --pages docs/papers` writes its table:\n{table}"
        );
    }
}
