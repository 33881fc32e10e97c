//! From Verilog and its checker to what engines take.

use super::induction::{Kept, Words};
use super::machine::Machine;
use super::process::{self, Said};
use super::Solvers;
use crate::error::write;
use crate::Error;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tools::hardware::SourceFile;

/// What is to be shown of: files, and the top module.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Verilog, and checkers bound to it.
    pub files: Vec<SourceFile>,
    /// The module.
    pub top: String,
    /// Whether its ports are the unit's.
    pub is_unit: bool,
    /// Cycles until what goes in has come out, where that is known.
    pub depth: usize,
}

/// A subject as engines take it.
pub struct Front {
    /// Bit by bit.
    pub machine: Machine,
    /// Word by word.
    pub words: Words,
    /// Whether its ports are the unit's.
    pub is_unit: bool,
    /// Steps of the longest induction that is tried.
    pub depth: usize,
    /// Properties with a premise, by the text.
    pub premises: BTreeSet<String>,
    /// What holds by induction over so many steps, once it was asked.
    kept: Mutex<BTreeMap<usize, Kept>>,
}

/// Front ends by digest: each is made once, and of those that cannot be made it is known why.
#[derive(Default)]
pub struct Fronts(Mutex<BTreeMap<String, Made>>);

/// A front end.
#[derive(Clone)]
pub enum Made {
    /// It is there.
    Ready(Arc<Front>),
    /// Yosys does not come to its end.
    Late(String),
    /// The campaign was stopped.
    Stopped,
}

/// From Verilog to words. Undriven bits and unknown constants become free in every cycle, before anything
/// is made simpler by them; registers that start with anything are not made one (`-keepdc`), nor constant;
/// an assertion is of every cycle, so that its clock says nothing more.
const WORDS: [&str; 15] = [
    "proc",
    "flatten",
    "setparam -set TRG_ENABLE 1'0 t:$check",
    "chformal -lower",
    "setundef -undriven -anyseq",
    "opt_expr",
    "opt_clean",
    "memory_collect",
    "memory_map",
    "opt_expr",
    MERGE,
    "dffunmap",
    "opt_clean -purge",
    "check -assert",
    "write_smt2 -stbv words.smt2",
];

/// Cells that are one are made one, but no two checks: each has a name that is asked for.
const MERGE: &str = "opt_merge -keepdc t:$assert t:$assume %u t:$cover %u %n";

/// From words to bits.
const BITS: [&str; 9] = [
    "techmap",
    "opt_expr",
    MERGE,
    "dffunmap",
    "simplemap",
    "opt_expr",
    "aigmap",
    "opt_clean -purge",
    "write_json bits.json",
];

impl Fronts {
    /// The front end of a subject.
    pub fn of(
        &self,
        key: &str,
        subject: &dyn Fn() -> Result<Subject, Error>,
        solvers: &Solvers,
        stop: &AtomicBool,
    ) -> Result<Made, Error> {
        // Held while it is made: another thread that needs it has nothing better to do.
        let mut fronts = self
            .0
            .lock()
            .map_err(|_| Error::new("another thread has failed"))?;
        if let Some(known) = fronts.get(key) {
            return Ok(known.clone());
        }
        let made = Front::made(&subject()?, solvers, stop)?;
        // One unit's properties stand together: what came before is not needed again.
        fronts.retain(|_, made| match made {
            Made::Ready(front) => Arc::strong_count(front) > 1,
            Made::Late(_) => true,
            Made::Stopped => false,
        });
        fronts.insert(key.to_owned(), made.clone());
        Ok(made)
    }
}

impl Front {
    fn made(subject: &Subject, solvers: &Solvers, stop: &AtomicBool) -> Result<Made, Error> {
        let folder = tempfile::tempdir()
            .map_err(|error| Error::new(format!("cannot create a temporary folder: {error}")))?;
        let names: Vec<&str> = subject
            .files
            .iter()
            .map(|file| file.name.as_str())
            .collect();
        for file in &subject.files {
            write(&folder.path().join(&file.name), &file.text)?;
        }
        let (top, names) = (&subject.top, names.join(" "));
        let mut script = vec![
            format!("read_slang --no-implicit-memories {names} --top {top}"),
            format!("hierarchy -check -top {top}"),
        ];
        script.extend(WORDS.iter().chain(&BITS).map(|&line| line.to_owned()));
        let arguments = script.iter().flat_map(|line| ["-p", line]);
        let mut yosys = (solvers.yosys)();
        let yosys = yosys.args(arguments).current_dir(folder.path());
        let text = match process::run("yosys", yosys, LIMIT, stop)? {
            Said::Text { text, success } => {
                let error = text
                    .lines()
                    .find(|line| line.contains("ERROR") || line.contains("error:"));
                if !success || error.is_some() {
                    let why = error.unwrap_or("it says nothing");
                    return Err(Error::new(format!("yosys, of {top}: {why}")));
                }
                text
            }
            Said::Late => {
                let seconds = LIMIT.as_secs();
                return Ok(Made::Late(format!("yosys has not read it in {seconds} s")));
            }
            Said::Stopped => return Ok(Made::Stopped),
        };
        let read = |name: &str| {
            std::fs::read(folder.path().join(name)).map_err(|error| {
                let last = text.lines().last().unwrap_or_default();
                Error::new(format!("yosys left no {name} of {top}: {error}; {last}"))
            })
        };
        let machine = Machine::parse(&read("bits.json")?)
            .map_err(|error| Error::new(format!("yosys, of {top}: {error}")))?;
        let words = String::from_utf8_lossy(&read("words.smt2")?).into_owned();
        Ok(Made::Ready(Arc::new(Self {
            machine,
            words: Words::new(words, top),
            is_unit: subject.is_unit,
            depth: subject.depth,
            premises: premises(subject),
            kept: Mutex::default(),
        })))
    }

    /// The assertions that hold by induction over so many steps, each found once.
    pub fn kept(
        &self,
        steps: usize,
        solvers: &Solvers,
        limit: Duration,
        folder: &Path,
        stop: &AtomicBool,
    ) -> Result<Kept, Error> {
        let mut known = self
            .kept
            .lock()
            .map_err(|_| Error::new("another thread has failed"))?;
        if let Some(kept) = known.get(&steps) {
            return Ok(kept.clone());
        }
        let all: BTreeSet<usize> = (0..self.words.assertions.len()).collect();
        let kept = self.words.kept(all, steps, solvers, limit, folder, stop)?;
        if !kept.stopped {
            known.insert(steps, kept.clone());
        }
        Ok(kept)
    }
}

/// The properties whose premise has a cover.
fn premises(subject: &Subject) -> BTreeSet<String> {
    let lines = subject.files.iter().flat_map(|file| file.text.lines());
    let name = |line: &str| Some(line.trim().split_once("_C: cover ")?.0.to_owned());
    lines.filter_map(name).collect()
}

/// How long Yosys may take.
const LIMIT: Duration = Duration::from_secs(300);
