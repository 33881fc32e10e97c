//! Yosys: from Verilog to generic cells, or to the cells of a library.

use super::library::Library;
use super::recipes::Recipe;
use super::statistics::{is_flip_flop, Count, Share, Statistics};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;
use tools::discovery::{Tool, Tools};
use tools::error::Error;
use tools::hardware::Hardware;
use tools::run::run;

/// How much of a design the mapper sees at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pieces {
    /// All of it, with modules dissolved.
    One,
    /// Each large module by itself, with what is small in it dissolved, and once for all its instances.
    Modules,
}

/// A design on generic gates.
#[derive(Debug, Clone)]
pub struct Generic {
    pub count: Count,
    /// Gates on the longest path between registers or ports.
    pub depth: u64,
    pub shares: Vec<Share>,
}

/// Generic cells of the largest design that is counted in one piece; beyond, its modules are counted one by one.
const ONE_PIECE: u64 = 400_000;

/// Synthesizes `hardware` and counts generic gates. `folder` is for files in between.
pub fn generic(tools: &Tools, hardware: &Hardware, folder: &Path) -> Result<Generic, Error> {
    let top = &hardware.top;
    let mut script = front_end(hardware, folder)?;
    script.extend([synth(top, false), "tee -q -o shares.json stat -json".into()]);
    yosys(tools, folder, &script)?;
    let shares = statistics(folder, "shares.json")?.shares(top);
    let size: u64 = shares.iter().map(|share| share.cells).sum();
    let pieces = if size <= ONE_PIECE {
        Pieces::One
    } else {
        Pieces::Modules
    };
    let mut script = front_end(hardware, folder)?;
    script.extend([
        synth(top, pieces == Pieces::One),
        "abc -g simple".into(),
        "opt_clean -purge".into(),
        "tee -q -o count.json stat -json".into(),
        "flatten".into(),
        "tee -q -o path.txt ltp -noff".into(),
    ]);
    yosys(tools, folder, &script)?;
    let count = statistics(folder, "count.json")?.count(&is_flip_flop);
    let path = read(folder, "path.txt")?;
    let depth = path
        .split_once("(length=")
        .and_then(|(_, rest)| rest.split_once(')'))
        .and_then(|(number, _)| number.parse().ok())
        .unwrap_or(0);
    Ok(Generic {
        count,
        depth,
        shares,
    })
}

/// One attempt at mapping.
#[derive(Debug, Clone)]
pub struct Attempt {
    pub recipe: Recipe,
    /// What the mapper was asked to reach between registers.
    pub picoseconds: u32,
    pub count: Count,
    /// The mapper's own longest path, without flip-flops, in picoseconds.
    pub delay: f64,
    /// The netlist's file in the folder.
    pub netlist: String,
    /// The same as Yosys' JSON.
    pub json: String,
    /// The same as Yosys' RTLIL, with the names of the source.
    pub rtlil: String,
}

/// The library's file in the folder.
pub const LIBRARY: &str = "library.lib";

/// Maps `hardware` to a library in each of the ways, with these modules apart; the front end runs once.
pub fn mapped(
    tools: &Tools,
    hardware: &Hardware,
    apart: &[String],
    library: &Library,
    ways: &[(Recipe, u32)],
    folder: &Path,
) -> Result<Vec<Attempt>, Error> {
    let lib = LIBRARY;
    fs::copy(&library.path, folder.join(lib))
        .map_err(|error| Error::new(format!("cannot read {}: {error}", library.path.display())))?;
    let dont_use = library.dont_use();
    let drive = match library.driver() {
        Some(cell) => format!("set_driving_cell {cell}\nset_load 3.0 [all_outputs]\n"),
        None => "set_load 3.0 [all_outputs]\n".to_owned(),
    };
    write(folder, "drive.constr", &drive)?;
    let mut script = front_end(hardware, folder)?;
    if !apart.is_empty() {
        script.push(format!(
            "setattr -mod -set keep_hierarchy 1 {}",
            apart.join(" ")
        ));
    }
    script.extend([synth(&hardware.top, true), "opt_clean -purge".into()]);
    script.extend(library.clock_gating());
    script.extend([
        format!("dfflibmap -liberty {lib}{dont_use}"),
        "opt".into(),
        "design -save gates".into(),
    ]);
    for (index, (recipe, picoseconds)) in ways.iter().enumerate() {
        write(
            folder,
            &format!("{index}.abc"),
            &recipe.script(*picoseconds),
        )?;
        script.extend([
            "design -load gates".into(),
            format!(
                "tee -q -o {index}.log abc -liberty {lib} -D {picoseconds} -constr drive.constr \
                 -script {index}.abc{dont_use}"
            ),
            "opt_clean -purge".into(),
            // Plain names, which mean the same to every tool that reads the netlist.
            "rename -hide c:*".into(),
            "rename -enumerate -pattern u% c:*".into(),
            format!("write_rtlil {}", rtlil(index)),
            "splitnets".into(),
            "opt_clean -purge".into(),
            "rename -hide w:*".into(),
            "rename -enumerate -pattern n% w:*".into(),
            format!("write_json {}", json(index)),
            format!("tee -q -o {index}.json stat -json -liberty {lib}"),
            format!(
                "write_verilog -noattr -noexpr -nohex -nodec -simple-lhs {}",
                netlist(index)
            ),
        ]);
    }
    yosys(tools, folder, &script)?;
    let attempt = |(index, (recipe, picoseconds)): (usize, &(Recipe, u32))| {
        let log = read(folder, &format!("{index}.log"))?;
        Ok(Attempt {
            recipe: *recipe,
            picoseconds: *picoseconds,
            count: statistics(folder, &format!("{index}.json"))?
                .count(&|name| library.is_flip_flop(name)),
            delay: last_delay(&log),
            netlist: netlist(index),
            json: json(index),
            rtlil: rtlil(index),
        })
    };
    ways.iter().enumerate().map(attempt).collect()
}

/// Yosys' command to generic cells, with modules dissolved or not.
fn synth(top: &str, flat: bool) -> String {
    let flatten = if flat { " -flatten" } else { "" };
    format!("synth -top {top}{flatten} -noabc -nofsm")
}

/// Modules of a design that are mapped by themselves; of a large one those too large for a piece, without what is in them, and
/// those of the others that are large enough to be worth it.
pub fn apart(
    tools: &Tools,
    hardware: &Hardware,
    pieces: Pieces,
    folder: &Path,
) -> Result<Vec<String>, Error> {
    if pieces == Pieces::One {
        return Ok(vec![]);
    }
    let mut script = front_end(hardware, folder)?;
    script.extend([
        synth(&hardware.top, false),
        "tee -q -o apart.json stat -json".into(),
    ]);
    yosys(tools, folder, &script)?;
    Ok(statistics(folder, "apart.json")?.apart(&hardware.top))
}

fn netlist(index: usize) -> String {
    format!("netlist_{index}.v")
}

fn json(index: usize) -> String {
    format!("netlist_{index}.json")
}

fn rtlil(index: usize) -> String {
    format!("netlist_{index}.il")
}

/// Reads the design; memory wrappers are black boxes, for macros take their place.
pub(super) fn front_end(hardware: &Hardware, folder: &Path) -> Result<Vec<String>, Error> {
    let mut script = Vec::new();
    for file in &hardware.files {
        write(folder, &file.name, &file.text)?;
        let option = if memory_bits(&file.text).is_some() {
            " -lib"
        } else if file.name.ends_with(".sv") {
            " -sv"
        } else {
            ""
        };
        script.push(format!("read_verilog{option} {}", file.name));
    }
    script.extend([
        format!("hierarchy -check -top {}", hardware.top),
        "proc".into(),
        "select -assert-none t:$dlatch t:$adlatch t:$dlatchsr".into(),
    ]);
    Ok(script)
}

/// The bits of a memory wrapper; `None` for any other module.
pub fn memory_bits(text: &str) -> Option<u64> {
    let (_, rest) = text.split_once("  reg [")?;
    let (high, rest) = rest.split_once(":0] words [0:")?;
    let (last, _) = rest.split_once(']')?;
    let (high, last): (u64, u64) = (high.parse().ok()?, last.parse().ok()?);
    Some((high + 1) * (last + 1))
}

fn yosys(tools: &Tools, folder: &Path, script: &[String]) -> Result<(), Error> {
    let yosys = tools.find(Tool::Yosys)?;
    let arguments = script.iter().flat_map(|c| ["-p".to_owned(), c.clone()]);
    let answer = run(&yosys, folder, arguments)?;
    if answer.success {
        return Ok(());
    }
    let reason = answer.text.lines().find(|line| line.contains("ERROR"));
    let reason = reason.unwrap_or("it ended without a reason").trim();
    Err(
        if reason.contains("select -assert-none") || reason.contains("Assertion failed") {
            Error::new("the design holds a latch").advise("synthesis takes flip-flops only")
        } else {
            Error::new(format!("yosys: {reason}"))
        },
    )
}

pub(super) fn write(folder: &Path, name: &str, text: &str) -> Result<(), Error> {
    fs::write(folder.join(name), text)
        .map_err(|error| Error::new(format!("cannot write {name}: {error}")))
}

pub(super) fn read(folder: &Path, name: &str) -> Result<String, Error> {
    fs::read_to_string(folder.join(name))
        .map_err(|error| Error::new(format!("yosys left no {name}: {error}")))
}

/// The last `Delay = N ps` that ABC printed.
fn last_delay(log: &str) -> f64 {
    let number = |(_, rest): (&str, &str)| rest.split_whitespace().next()?.parse().ok();
    log.rsplit_once("Delay =").and_then(number).unwrap_or(0.0)
}

fn statistics(folder: &Path, name: &str) -> Result<Statistics, Error> {
    serde_json::from_str(&read(folder, name)?)
        .map_err(|error| Error::new(format!("yosys' {name} is no statistics: {error}")))
}
