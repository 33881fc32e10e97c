//! The passes on small programs, before and after: each file in tests/passes/ is a PTX module, then a
//! line `=== after`, then what the passes say of it. `WARPLOOM_BLESS=1 cargo test -p sm --test main passes::`
//! writes the second part.

use crate::support;

use sm::alloc::allocate;
use sm::analysis::Cfg;
use sm::ir::{Kernel, Op, Registers};
use sm::passes::{
    annotate, encode, fullest_banks, levels, next_accesses, next_uses, renumber, verify, Level,
    Nature, NextAccess, RegionLimits, WarpLiveness,
};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use support::load;

const MARK: &str = "=== after\n";

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/passes");
    let entries = std::fs::read_dir(folder).expect("tests/passes is there");
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    files.sort();
    files
}

fn names(words: impl IntoIterator<Item = u32>) -> String {
    let names: Vec<String> = words.into_iter().map(|word| format!("r{word}")).collect();
    if names.is_empty() {
        "-".to_owned()
    } else {
        names.join(" ")
    }
}

/// What the passes say, beside the lines of the PTX.
fn after(ptx: &str, kernel: &Kernel) -> String {
    let Registers::Physical { words, .. } = kernel.registers else {
        panic!("registers are allocated");
    };
    let cfg = Cfg::new(kernel);
    let live = WarpLiveness::new(kernel, &cfg, words as usize);
    let flags = next_accesses(kernel);
    let uses = next_uses(kernel);
    let lines: Vec<&str> = ptx.lines().collect();
    let mut text = String::new();
    let annotated = annotate(kernel, RegionLimits::default());
    let encoded = encode(kernel, &annotated).expect("words have room");
    for (number, note) in annotated.iter().enumerate() {
        let region = &note.region;
        let _ = writeln!(
            text,
            "region {number}: inputs {}; interior {}; outputs {}; {} staged",
            names(region.inputs.iter().copied()),
            names(region.interior.iter().copied()),
            names(region.outputs.iter().copied()),
            region.most
        );
        let preloads = |last| {
            let of = note
                .preloads
                .iter()
                .filter(move |preload| preload.last == last);
            names(of.map(|preload| preload.word))
        };
        let _ = writeln!(
            text,
            "  preload {}; the last time {}; invalidate {}",
            preloads(false),
            preloads(true),
            names(note.invalidates.iter().copied())
        );
        let code = &encoded.regions[number];
        let _ = write!(text, "  lines of banks {:?};", code.usage);
        for word in &code.words {
            let (format, bits) = word.encode().expect("it has room");
            let _ = write!(text, " {format:?} {bits:#016x}");
        }
        text.push('\n');
        for index in region.code.clone() {
            let instruction = &kernel.code[index];
            let mut registers: Vec<String> = Vec::new();
            for &(word, next) in flags.of(index) {
                let next = match next {
                    NextAccess::Read => "read",
                    NextAccess::Write => "write",
                };
                let written = instruction.results().any(|reg| reg.words().contains(&word));
                let kind = match (written, live.soft().contains(index, word)) {
                    (true, true) => "soft ",
                    (true, false) => "def ",
                    _ => "",
                };
                let next_use = uses[index].iter().find(|next| next.word == word);
                let on = match next_use {
                    Some(next) => format!(" in {}", next.distance),
                    None => String::new(),
                };
                registers.push(format!("{kind}r{word}: next {next}{on}"));
            }
            for (kind, words) in [("erase", &note.erases), ("evict", &note.evicts)] {
                if let Some(words) = words.get(&index) {
                    registers.push(format!("{kind} {}", names(words.iter().copied())));
                }
            }
            let line = lines[instruction.line as usize - 1].trim();
            let _ = writeln!(text, "  {line:<44} {}", registers.join(", "));
        }
    }
    let o = encoded.overhead;
    let _ = writeln!(
        text,
        "{} words beside {} instructions",
        o.words, o.instructions
    );
    text += &numbering(kernel);
    text += &hierarchy(kernel, &lines);
    text.lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
}

/// Where values live with two operand entries; loads are slow, and all memory is shared.
fn hierarchy(kernel: &Kernel, lines: &[&str]) -> String {
    let natures: Vec<Nature> = { kernel.code.iter() }
        .map(|instruction| Nature {
            is_slow: matches!(instruction.op, Op::Ld(_)),
            is_shared: matches!(instruction.op, Op::Ld(_) | Op::St(_)),
        })
        .collect();
    let placed = levels(kernel, &natures, 2);
    verify::placed(kernel, &placed).expect("what is read is there");
    let named = |what: &str, places: &[(u32, Level)]| {
        let place = |&(word, level): &(u32, Level)| match level {
            Level::Main => format!("{what} r{word} main"),
            Level::Operand(entry) => format!("{what} r{word} operand {entry}"),
            Level::Last => format!("{what} r{word} last"),
        };
        places.iter().map(place).collect::<Vec<_>>()
    };
    let mut text = "places in a hierarchy\n".to_owned();
    for (instruction, placed) in kernel.code.iter().zip(&placed) {
        let line = lines[instruction.line as usize - 1].trim();
        let strand = if placed.begins_strand { '*' } else { ' ' };
        let mut places = named("read", &placed.reads);
        places.extend(named("copy", &placed.copies));
        places.extend(named("write", &placed.writes));
        let _ = writeln!(text, "{strand} {line:<44} {}", places.join(", "));
    }
    text
}

/// Where registers go that are spread over banks, and what the regions are promised then.
fn numbering(kernel: &Kernel) -> String {
    let limits = RegionLimits::default();
    let renumbered = renumber(kernel, limits);
    let named = |kernel: &Kernel| -> Vec<u32> {
        let code = kernel.code.iter();
        let registers = code.flat_map(|i| i.reads().chain(i.results()).collect::<Vec<_>>());
        registers.flat_map(|register| register.words()).collect()
    };
    let mut places: Vec<(u32, u32)> = named(kernel).into_iter().zip(named(&renumbered)).collect();
    places.sort_unstable();
    places.dedup();
    let moved: Vec<String> = { places.iter() }
        .filter(|(from, to)| from != to)
        .map(|(from, to)| format!("r{from} to r{to}"))
        .collect();
    let moved = if moved.is_empty() {
        "-".to_owned()
    } else {
        moved.join(", ")
    };
    let [before, after] = [kernel, &renumbered].map(|kernel| fullest_banks(kernel, limits));
    format!("spread over banks: {moved}; fullest banks {before} lines, then {after}\n")
}

#[test]
fn programs_before_and_after() {
    let bless = std::env::var("WARPLOOM_BLESS").is_ok();
    let files = files();
    assert!(files.len() >= 4, "{} files", files.len());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("it is readable");
        let (ptx, expected) = text.split_once(MARK).unwrap_or((&text, ""));
        let module = load(ptx);
        let kernel = allocate(&module.kernels[0], None).expect("it fits").kernel;
        let got = after(ptx, &kernel);
        if bless {
            std::fs::write(&file, format!("{ptx}{MARK}{got}")).expect("it can be written");
        } else {
            let name = file.display();
            assert_eq!(
                got, expected,
                "{name}: WARPLOOM_BLESS=1 writes what the passes say now"
            );
        }
    }
}
