//! Proof by Yosys that two texts of one design are equal, module by module, register by register.
//!
//! The two dialects of a unit come from one emitter and name modules, instances and registers alike.
//! A module stands for itself: what it instantiates is taken out, inputs of the instances become its
//! outputs and outputs its inputs, so that modules whose parts are equal are equal. Within one the
//! proof goes by matching names: cells whose inputs are already matched are merged by structure,
//! which settles wide datapaths at once, and what is left is proven by SAT, then by induction. A
//! memory is matched as one cell and never taken apart into flip-flops. A proof that does not close
//! counts as a difference: nothing is passed over in silence.

use crate::discovery::{Tool, Tools};
use crate::error::Error;
use crate::run::run;
use crate::verilog;
use emitter::{Dialect, Module};
use std::fs;

/// How many lines of Yosys' reasons a difference carries.
const REASON_LINES: usize = 20;

/// What the proof came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    Equivalent,
    /// Not equal, or not provably so: which module, with what Yosys could not match.
    Different(String),
}

/// The two sides of a comparison: names for Yosys, and the dialects.
const SIDES: [(&str, Dialect); 2] = [
    ("gold", Dialect::Verilog2005),
    ("gate", Dialect::SystemVerilog),
];

/// Compares modules of a design in Verilog-2005 and in SystemVerilog; up to the first that differs.
pub fn check<'n>(
    tools: &Tools,
    designs: [&[Module]; 2],
    names: impl IntoIterator<Item = &'n str>,
) -> Result<Verdict, Error> {
    let yosys = tools.find(Tool::Yosys)?;
    let folder = tempfile::tempdir()
        .map_err(|error| Error::new(format!("cannot create a temporary folder: {error}")))?;
    for ((side, _), modules) in SIDES.iter().zip(designs) {
        for module in modules {
            let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
            if module.name.is_empty() || !module.name.chars().all(plain) {
                return Err(Error::new(format!("`{}` is no module name", module.name)));
            }
            // Under names of our own: a path may hold what Yosys would not take.
            let path = folder.path().join(format!("{side}_{}", module.name));
            fs::write(&path, &module.text)
                .map_err(|error| Error::new(format!("cannot write {}: {error}", path.display())))?;
        }
    }
    let mut script = Vec::new();
    for name in names {
        let [gold, gate] = designs.map(|modules| instances(modules, name));
        if gold != gate {
            let text = format!("{name} is made of other modules: {gold:?}, {gate:?}");
            return Ok(Verdict::Different(text));
        }
        script.push(format!("log {MARK}{name}"));
        for (side, dialect) in SIDES {
            let read = match dialect {
                Dialect::Verilog2005 => "read_verilog",
                Dialect::SystemVerilog => "read_verilog -sv",
            };
            script.push("design -reset".to_owned());
            let modules = designs[usize::from(dialect == Dialect::SystemVerilog)];
            let packages = modules.iter().filter(|module| module.is_package());
            script.extend(packages.map(|package| format!("{read} {side}_{}", package.name)));
            let parts = gold.iter().map(|part| format!("{read} -lib {side}_{part}"));
            script.extend(parts);
            script.push(format!("{read} {side}_{name}"));
            script.push(format!("hierarchy -check -top {name}"));
            script.extend(ALONE.map(String::from));
            script.push(format!("rename {name} {side}"));
            script.push(format!("design -stash {side}"));
        }
        script.extend(PROOF.map(String::from));
    }
    let arguments = script
        .into_iter()
        .flat_map(|command| ["-p".to_owned(), command]);
    let answer = run(&yosys, folder.path(), arguments)?;
    if answer.success {
        return Ok(Verdict::Equivalent);
    }
    let reasons: Vec<&str> = (answer.text.lines())
        .filter(|line| line.contains("ERROR:") || line.contains("Unproven $equiv"))
        .take(REASON_LINES)
        .collect();
    let reasons = reasons.join("\n");
    let last = (answer.text.rsplit_once(MARK)).map_or("", |(_, last)| last);
    let module = last.lines().next().unwrap_or_default();
    if last.contains("Executing MITER pass") {
        Ok(Verdict::Different(format!("{module}:\n{reasons}")))
    } else {
        Err(Error::new(format!(
            "yosys cannot read {module}:\n{reasons}"
        )))
    }
}

/// In the log, before the name of the module that is compared next.
const MARK: &str = "comparing module ";

/// The modules of a design that one of them is made of, in order of their names.
fn instances(modules: &[Module], name: &str) -> Vec<String> {
    let used = verilog::instantiated(modules, name).into_iter();
    let used = used.filter(|module| !module.is_package());
    let mut used: Vec<String> = used.map(|module| module.name.clone()).collect();
    used.sort();
    used
}

/// A module without what it is made of.
const ALONE: [&str; 4] = ["proc", "memory_collect", "opt_clean", "expose -evert c:*"];

/// From the two designs to the verdict.
const PROOF: [&str; 14] = [
    "design -reset",
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
