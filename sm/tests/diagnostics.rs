//! Golden diagnostics: what is said about modules that are wrong, and about entries that cannot be run.
//!
//! `diagnostics/*.txt` hold a module, a line of dashes, and the message. `WARPLOOM_BLESS=1 cargo test -p sm
//! --test main diagnostics::` writes the messages anew.

use sm::lower::Module;
use std::path::Path;

const RULE: &str = "----------------\n";

#[test]
fn messages_are_as_blessed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics");
    let entries = std::fs::read_dir(&folder).expect("the folder is readable");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let mut wrong = Vec::new();
    for path in &paths {
        let text = std::fs::read_to_string(path).expect("readable");
        let (module, expected) = text.split_once(RULE).unwrap_or((&text, ""));
        let got = match Module::load("module.ptx", module) {
            Ok(module) if module.refused.is_empty() => "accepted\n".to_owned(),
            Ok(module) => {
                let ran = module
                    .kernels
                    .iter()
                    .map(|k| format!("{}: accepted\n", k.name));
                let refused = module.refused.iter().map(|r| format!("{}\n", r.diagnostic));
                ran.chain(refused).collect()
            }
            Err(diagnostic) => format!("{diagnostic}\n"),
        };
        if got == expected {
            continue;
        }
        if std::env::var_os("WARPLOOM_BLESS").is_some() {
            std::fs::write(path, format!("{module}{RULE}{got}")).expect("writable");
        } else {
            wrong.push(format!(
                "{}:\ngot\n{got}expected\n{expected}",
                path.display()
            ));
        }
    }
    assert!(paths.len() > 20, "the goldens are there");
    assert!(
        wrong.is_empty(),
        "{}\n(WARPLOOM_BLESS=1 blesses)",
        wrong.join("\n")
    );
}
