//! Formal equivalence of a mapped netlist and the RTL it came from, register by register.
//!
//! Mapping changes logic and keeps registers: with the state encodings of the source they match by
//! name, and what is between them is proven by SAT, then by induction. Large units take too long; for
//! them playing the netlist against the golden model has to do.

use super::flow;
use super::library::Library;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;
use std::time::Duration;
use tools::discovery::{Tool, Tools};
use tools::error::Error;
use tools::hardware::Hardware;
use tools::run::run_within;

/// Generic cells of the largest design that is tried.
const CELLS: u64 = 4000;
/// What a proof may take.
const LIMIT: Duration = Duration::from_secs(60);

/// What the proof came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proof {
    Proven,
    /// Too large, with memories or clock gates, or not done within the limit.
    Open,
}

/// Proves that the netlist kept as `rtlil`, before its names were made plain, is `hardware`.
pub fn prove(
    tools: &Tools,
    hardware: &Hardware,
    library: &Library,
    rtlil: &str,
    cells: u64,
    folder: &Path,
) -> Result<Proof, Error> {
    // A memory is a macro's black box, of which nothing can be said.
    let has_memory = { hardware.files.iter() }.any(|file| flow::memory_bits(&file.text).is_some());
    if cells > CELLS || has_memory {
        return Ok(Proof::Open);
    }
    let models = "cells_of_library.v";
    let used = fs::read_to_string(folder.join(rtlil))
        .map_err(|error| Error::new(format!("yosys left no {rtlil}: {error}")))?;
    let instance = |line: &str| {
        line.trim()
            .strip_prefix("cell \\")?
            .split(' ')
            .next()
            .map(str::to_owned)
    };
    let mut names: Vec<String> = used.lines().filter_map(instance).collect();
    names.sort_unstable();
    names.dedup();
    names.retain(|name| library.cells.contains_key(name));
    // Registers behind a gate have another clock than the RTL's, of which SAT knows nothing.
    if { names.iter() }.any(|name| library.cells[name].clock_gate.is_some()) {
        return Ok(Proof::Open);
    }
    let text = library.verilog(names.iter().map(String::as_str))?;
    fs::write(folder.join(models), text)
        .map_err(|error| Error::new(format!("cannot write {models}: {error}")))?;
    let top = &hardware.top;
    let mut script = vec![
        format!("read_verilog {models}"),
        format!("read_rtlil {rtlil}"),
        format!("hierarchy -check -top {top}"),
        "proc".into(),
        "flatten".into(),
        "opt_clean".into(),
        format!("rename {top} gate"),
        "design -stash gate".into(),
    ];
    script.extend(flow::front_end(hardware, folder)?);
    script.push("flatten".into());
    script.push("opt_clean".into());
    script.push("memory".into());
    script.push("opt_clean".into());
    script.push(format!("rename {top} gold"));
    script.push("design -stash gold".into());
    script.extend(PROOF.map(str::to_owned));
    let yosys = tools.find(Tool::Yosys)?;
    let arguments = script.into_iter().flat_map(|c| ["-p".to_owned(), c]);
    let Some(answer) = run_within(&yosys, folder, arguments, LIMIT)? else {
        return Ok(Proof::Open);
    };
    if answer.success && answer.text.contains("Equivalence successfully proven!") {
        return Ok(Proof::Proven);
    }
    let reason = answer
        .text
        .lines()
        .find(|line| line.contains("Unproven $equiv") || line.contains("ERROR"));
    Err(Error::new(format!(
        "the netlist of {top} is not equivalent to its RTL: {}",
        reason.unwrap_or("no reason given").trim()
    )))
}

const PROOF: [&str; 9] = [
    "design -copy-from gold gold",
    "design -copy-from gate gate",
    "equiv_make gold gate equiv",
    "hierarchy -top equiv",
    "opt_clean",
    "equiv_struct",
    "equiv_simple -undef",
    "equiv_induct -undef",
    "equiv_status -assert",
];
