//! Proof by Yosys that two texts of one design are equal, register by register.
//!
//! The two dialects of a unit come from one emitter and name their registers alike, so the
//! proof goes by matching names: cells whose inputs are already matched are merged by
//! structure, which settles wide datapaths at once, and what is left is proven by SAT, then
//! by induction. A memory is matched as one cell and never taken apart into flip-flops. A
//! proof that does not close counts as a difference: nothing is passed over in silence.

use crate::error::Error;
use crate::tools::discovery::{Tool, Tools};
use crate::tools::run::run;
use hdl::emit::Dialect;
use std::fs;
use std::path::PathBuf;

/// How many lines of Yosys' reasons a difference carries.
const REASON_LINES: usize = 20;

/// What the proof came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    Equivalent,
    /// Not equal, or not provably so, with what Yosys could not match.
    Different(String),
}

/// Compares the module `top` of the files `a` with that of the files `b`.
pub fn check(
    tools: &Tools,
    a: &[PathBuf],
    dialect_a: Dialect,
    b: &[PathBuf],
    dialect_b: Dialect,
    top: &str,
) -> Result<Verdict, Error> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if top.is_empty() || !top.chars().all(plain) {
        return Err(Error::new(format!("`{top}` is no module name")));
    }
    let yosys = tools.find(Tool::Yosys)?;
    let folder = tempfile::tempdir()
        .map_err(|error| Error::new(format!("cannot create a temporary folder: {error}")))?;
    // The texts are read under names of our own: a path may hold what Yosys would not take.
    let read = |side: &str, files: &[PathBuf], dialect: Dialect| {
        let mut command = match dialect {
            Dialect::Verilog2005 => String::from("read_verilog"),
            Dialect::SystemVerilog => String::from("read_verilog -sv"),
        };
        for (index, file) in files.iter().enumerate() {
            let name = format!("{side}{index}.{}", dialect.extension());
            fs::copy(file, folder.path().join(&name))
                .map_err(|error| Error::new(format!("cannot read {}: {error}", file.display())))?;
            command.push_str(&format!(" {name}"));
        }
        Ok::<_, Error>(command)
    };
    let mut script = Vec::new();
    for (side, command) in [
        ("gold", read("gold", a, dialect_a)?),
        ("gate", read("gate", b, dialect_b)?),
    ] {
        script.push(command);
        script.push(format!("hierarchy -check -top {top}"));
        script.extend(["proc", "flatten", "memory -nomap", "opt_clean"].map(String::from));
        script.push(format!("rename {top} {side}"));
        script.push(format!("design -stash {side}"));
    }
    script.extend(PROOF.iter().map(ToString::to_string));
    let arguments = script
        .into_iter()
        .flat_map(|command| ["-p".to_owned(), command]);
    let answer = run(&yosys, folder.path(), arguments)?;
    if answer.success && answer.text.contains("Equivalence successfully proven!") {
        return Ok(Verdict::Equivalent);
    }
    let reasons: Vec<&str> = answer
        .text
        .lines()
        .filter(|line| line.contains("ERROR:") || line.contains("Unproven $equiv"))
        .take(REASON_LINES)
        .collect();
    let compared = answer.text.contains("Executing EQUIV_MAKE pass")
        || answer.text.contains("Executing MITER pass");
    if compared {
        Ok(Verdict::Different(reasons.join("\n")))
    } else {
        Err(Error::new(format!(
            "yosys cannot read the designs:\n{}",
            reasons.join("\n")
        )))
    }
}

/// From the two designs to the verdict.
const PROOF: &[&str] = &[
    "design -copy-from gold gold",
    "design -copy-from gate gate",
    // Fails when the ports differ, which matching by name would not notice.
    "miter -equiv gold gate ports",
    "delete ports",
    "equiv_make gold gate equiv",
    "hierarchy -top equiv",
    // Merges what is the same text on both sides and hangs on the inputs alone.
    "opt_merge",
    "opt_clean",
    "equiv_struct",
    "opt_merge",
    "equiv_simple",
    "equiv_induct",
    "equiv_status -assert",
];
