//! Mutated PTX: a diagnostic, a refused launch, a fault or a clean run; never a panic, never a hang.

use crate::support;

use sm::alloc::allocate;
use sm::exec::Program;
use sm::lower::Module;
use sm::ptx::Diagnostic;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;
use std::time::{Duration, Instant};
use support::{forms, run, Random};

const MUTATIONS: u64 = 10_000;
const SEED: u64 = 7;
/// Warp instructions of one mutant: enough for every part of a kernel to be reached.
const LIMIT: u64 = 2_000;
/// Longer than any mutant takes on a loaded machine; a hang takes forever.
const PATIENCE: Duration = Duration::from_secs(10);

/// Our PTX: the shipped kernels for both widths of addresses, and a kernel of each instruction form.
fn corpus() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut folders = vec![root.join("tests/modules"), root.join("../kernels")];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).expect("the folder is readable");
        let mut paths: Vec<_> = entries
            .map(|entry| entry.expect("an entry").path())
            .collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "ptx") {
                found.push(std::fs::read_to_string(&path).expect("readable"));
            }
        }
    }
    for table in [
        include_str!("instructions/integer.txt"),
        include_str!("instructions/float.txt"),
        include_str!("instructions/half.txt"),
        include_str!("instructions/conversion.txt"),
        include_str!("instructions/memory.txt"),
    ] {
        found.extend(forms::forms(table).iter().map(forms::kernel));
    }
    found
}

/// Pieces that break assumptions: limits, other types, other structure.
const PIECES: &[&str] = &[
    "0",
    "-1",
    "0xffffffffffffffff",
    "4294967296",
    "0f7FC00000",
    "0d7FF0000000000000",
    "1e400",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    ";",
    ",",
    ":",
    "@",
    "!",
    "|",
    "<",
    ">",
    "+",
    "-",
    ".",
    "\"",
    "/*",
    "*/",
    "//",
    "\n",
    "%",
    "$",
    "_",
    "\u{e9}",
    "\0",
    "\r",
    "\x1b[31m",
    "\u{2028}",
    ".f32",
    ".f64",
    ".s8",
    ".u64",
    ".b16",
    ".pred",
    ".v2",
    ".v4",
    ".f16",
    ".wide",
    ".sat",
    ".ftz",
    ".rz",
    ".global",
    ".shared",
    ".local",
    ".const",
    ".param",
    ".reg",
    ".align",
    ".extern",
    ".func",
    ".entry",
    "bra",
    "call",
    "ret",
    "exit",
    "trap",
    "bar.sync 0",
    "atom",
    "tex",
    "shfl",
    "vote",
    "brx.idx",
    "mov",
    "%r0",
    "%p1",
    "%tid.x",
    "%tid.w",
    "%clock64",
    "WARP_SZ",
    "$L",
    "x:",
    "call (_), %rd1, (_), prototype_0;",
    "x: .callprototype (.param .b32 _) _ ();",
    ".loc 1 2 3, function_name $L, inlined_at 1 4 5",
    ".bf16x2",
    ".texref",
    "a: bra a;",
    "%r<99999999>",
];

fn mutate(text: &str, random: &mut Random) -> String {
    let mut text = text.to_owned();
    for _ in 0..=random.below(5) / 4 {
        let mut boundaries: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        boundaries.push(text.len());
        let at = *random.pick(&boundaries);
        match random.below(8) {
            // A character goes.
            0 => drop((at < text.len()).then(|| text.remove(at))),
            // A character comes.
            1 => text.insert(at, char::from(random.below(95) as u8 + 32)),
            2 => text.insert_str(at, random.pick::<&str>(PIECES)),
            // A word becomes another piece, or another word of the text.
            3 | 4 => {
                let word = |c: char| c.is_alphanumeric() || "%_$.".contains(c);
                let start = text[..at].rfind(|c| !word(c)).map_or(0, |found| found + 1);
                let start = (start..=at)
                    .find(|&s| text.is_char_boundary(s))
                    .unwrap_or(at);
                let end = text[at..]
                    .find(|c| !word(c))
                    .map_or(text.len(), |found| at + found);
                let words: Vec<&str> = text.split(|c| !word(c)).filter(|w| !w.is_empty()).collect();
                let other = if words.is_empty() || random.below(3) == 0 {
                    random.pick::<&str>(PIECES).to_string()
                } else {
                    random.pick::<&str>(&words).to_string()
                };
                text.replace_range(start..end, &other);
            }
            // A line goes, comes twice, or moves.
            kind => {
                let mut lines: Vec<&str> = text.lines().collect();
                if lines.is_empty() {
                    continue;
                }
                let (from, to) = (random.below(lines.len()), random.below(lines.len()));
                match kind {
                    5 => drop(lines.remove(from)),
                    6 => lines.insert(to, lines[from]),
                    _ => lines.swap(from, to),
                }
                text = lines.join("\n") + "\n";
            }
        }
    }
    text
}

/// What became of a mutant.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Refused,
    Ran,
}

/// What a refusal says: where, why, and nothing that a terminal would obey.
fn check_rendering(diagnostic: &Diagnostic) {
    let said = diagnostic.to_string();
    let (line, column) = (diagnostic.line, diagnostic.column);
    assert!(
        said.contains(&format!("[ mutant.ptx:{line}:{column} ]")) && said.contains("here"),
        "{said}"
    );
    assert!(said.contains(&diagnostic.message), "{said}");
    // Tabs are widened in the line, and kept in a quotation.
    let obeyed = said
        .chars()
        .find(|&c| c.is_control() && !"\n\t".contains(c));
    assert_eq!(obeyed, None, "{said:?}");
}

fn try_out(text: &str) -> Fate {
    let module = match Module::load("mutant.ptx", text) {
        Ok(module) => module,
        Err(diagnostic) => {
            check_rendering(&diagnostic);
            return Fate::Refused;
        }
    };
    for refused in &module.refused {
        check_rendering(&refused.diagnostic);
    }
    for kernel in &module.kernels {
        let physical = allocate(kernel, Some(16)).map(|allocated| allocated.kernel);
        for kernel in std::iter::once(kernel.clone()).chain(physical) {
            // Faults and refused launches are answers too.
            let _ = run(&Program::new(kernel), &module, (1, 48), &mut [7; 64], LIMIT);
        }
    }
    if module.kernels.is_empty() {
        Fate::Refused
    } else {
        Fate::Ran
    }
}

#[test]
fn mutants_are_refused_or_run() {
    let corpus = corpus();
    let mut ran = 0;
    println!(
        "seed {SEED}, {MUTATIONS} mutations of {} modules",
        corpus.len()
    );
    for number in 0..MUTATIONS {
        let mut random = Random(SEED ^ number.wrapping_mul(0x2545_f491_4f6c_dd1d));
        let original = random.pick(&corpus).clone();
        let mutant = mutate(&original, &mut random);
        let start = Instant::now();
        let fate = catch_unwind(AssertUnwindSafe(|| try_out(&mutant)));
        let took = start.elapsed();
        assert!(
            took < PATIENCE,
            "mutation {number} took {took:?}:\n{mutant}"
        );
        match fate {
            Ok(fate) => ran += u64::from(fate == Fate::Ran),
            Err(_) => panic!("mutation {number} of seed {SEED} panicked:\n{mutant}"),
        }
    }
    println!("{ran} mutants ran, {} were refused", MUTATIONS - ran);
    // Both kinds must occur in numbers, or the mutations test nothing.
    assert!(
        ran > MUTATIONS / 20 && ran < MUTATIONS * 19 / 20,
        "{ran} ran"
    );
}
