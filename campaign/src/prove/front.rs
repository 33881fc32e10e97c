//! From Verilog and its checker to what engines take.

use super::checks::property_of;
use super::found::{Folders, Found};
use super::induction::{Kept, Told};
use super::machine::{Check, Kind, Machine};
use super::process::{self, Said};
use super::reasons::Reasons;
use super::words::Words;
use super::Solvers;
use crate::error::write;
use crate::Error;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tempfile::TempDir;
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
    /// Word by word.
    pub words: Words,
    /// Whether its ports are the unit's.
    pub is_unit: bool,
    /// Steps of the longest induction that is tried.
    pub depth: usize,
    /// Properties with a premise, by the text.
    pub premises: BTreeSet<String>,
    /// The module.
    top: String,
    /// Where Yosys' files are.
    folder: TempDir,
    /// Bit by bit, once it was asked.
    bits: Mutex<Option<Bits>>,
    /// What holds by induction over so many steps, once it was asked.
    kept: Mutex<BTreeMap<usize, Kept>>,
    /// Steps of inductions, where they are kept from run to run.
    folders: Folders,
    found: Mutex<Found>,
}

/// Front ends by digest, that of last use at the end: each is made once, and of those that cannot be made it is
/// known why.
#[derive(Default)]
pub struct Fronts {
    known: Mutex<Vec<(String, Place)>>,
    folders: Folders,
}

/// Where a front end is made, or has been.
type Place = Arc<Mutex<Option<Made>>>;

/// So many are kept though nobody is at them: one unit's properties stand together, and several units at once.
const KEPT: usize = 4;

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

/// A subject bit by bit.
#[derive(Clone)]
pub enum Bits {
    /// It is there.
    Ready(Arc<Machine>),
    /// It is not made, and why.
    None(String),
    /// The campaign was stopped.
    Stopped,
}

/// Registers, inputs and free bits of what is taken bit by bit: what is wider takes Yosys minutes and a gigabyte
/// (`power_array` of 13,571 four, beside other work).
const WIDEST: usize = 8_192;

/// From Verilog to words. Undriven bits and unknown constants become free in every cycle, before anything
/// is made simpler by them; registers that start with anything are not made one (`-keepdc`), nor constant;
/// an assertion is of every cycle, so that its clock says nothing more.
const WORDS: [&str; 16] = [
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
    "write_rtlil words.il",
];

/// Cells that are one are made one, but no two checks: each has a name that is asked for.
const MERGE: &str = "opt_merge -keepdc t:$assert t:$assume %u t:$cover %u %n";

/// From words to bits; what is read beside a word becomes free.
const BITS: [&str; 11] = [
    "read_rtlil words.il",
    "techmap",
    "setundef -anyseq",
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
    /// None yet; steps of inductions are kept there.
    pub fn new(folders: Folders) -> Self {
        Self {
            folders,
            ..Self::default()
        }
    }

    /// The front end of a subject.
    pub fn of(
        &self,
        key: &str,
        subject: &dyn Fn() -> Result<Subject, Error>,
        solvers: &Solvers,
        stop: &AtomicBool,
    ) -> Result<Made, Error> {
        let place = self.place(key)?;
        // Held while it is made: another thread that needs it has nothing better to do.
        let mut place = { place.lock() }.map_err(|_| Error::new("another thread has failed"))?;
        if let Some(known) = &*place {
            return Ok(known.clone());
        }
        let made = Front::made(&subject()?, &self.folders, solvers, stop)?;
        if !matches!(made, Made::Stopped) {
            *place = Some(made.clone());
        }
        Ok(made)
    }

    /// Its place. What came long before and nobody is at is not needed again.
    fn place(&self, key: &str) -> Result<Place, Error> {
        let fronts = self.known.lock();
        let mut fronts = fronts.map_err(|_| Error::new("another thread has failed"))?;
        let known = { fronts.iter() }.position(|(known, _)| known == key);
        let own = known.map_or_else(
            || (key.to_owned(), Place::default()),
            |at| fronts.remove(at),
        );
        let place = own.1.clone();
        fronts.push(own);
        let mut old = fronts.len().saturating_sub(KEPT);
        fronts.retain(|(_, place)| {
            let is_old = old > 0;
            old = old.saturating_sub(1);
            !is_old || is_needed(place)
        });
        Ok(place)
    }
}

/// Whether somebody is at it, or it is told in a word.
fn is_needed(place: &Place) -> bool {
    let made = place.try_lock();
    match made.as_deref() {
        Ok(Some(Made::Ready(front))) => Arc::strong_count(front) > 1,
        Ok(Some(Made::Late(_))) | Err(_) => true,
        Ok(Some(Made::Stopped) | None) => Arc::strong_count(place) > 1,
    }
}

impl Front {
    fn made(
        subject: &Subject,
        folders: &Folders,
        solvers: &Solvers,
        stop: &AtomicBool,
    ) -> Result<Made, Error> {
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
        script.extend(WORDS.iter().map(|&line| line.to_owned()));
        match yosys(&script, top, folder.path(), solvers, stop)? {
            Said::Text { .. } => {}
            Said::Late => {
                let seconds = LIMIT.as_secs();
                return Ok(Made::Late(format!("yosys has not read it in {seconds} s")));
            }
            Said::Stopped => return Ok(Made::Stopped),
        }
        let text = read(folder.path(), "words.smt2", top)?;
        let mut words = Words::new(&String::from_utf8_lossy(&text), top)?;
        let texts = subject.files.iter().map(|file| file.text.as_str());
        let reasons = Reasons::new(texts, &words.assertions);
        words.reasons = reasons.map_err(|error| Error::new(format!("{top}: {error}")))?;
        Ok(Made::Ready(Arc::new(Self {
            words,
            is_unit: subject.is_unit,
            depth: subject.depth,
            premises: premises(subject),
            top: top.clone(),
            folder,
            bits: Mutex::default(),
            kept: Mutex::default(),
            found: Mutex::new(folders.of(top)?),
            folders: folders.clone(),
        })))
    }

    /// The same bit by bit, made once; not where it is too wide for that.
    pub fn bits(&self, solvers: &Solvers, stop: &AtomicBool) -> Result<Bits, Error> {
        let mut known = self
            .bits
            .lock()
            .map_err(|_| Error::new("another thread has failed"))?;
        if let Some(bits) = &*known {
            return Ok(bits.clone());
        }
        let bits = match self.words.bits {
            bits if bits > WIDEST => Bits::None(format!("{bits} bits are too many for yosys-abc")),
            _ => self.bit_by_bit(solvers, stop)?,
        };
        if !matches!(bits, Bits::Stopped) {
            *known = Some(bits.clone());
        }
        Ok(bits)
    }

    fn bit_by_bit(&self, solvers: &Solvers, stop: &AtomicBool) -> Result<Bits, Error> {
        let (top, folder) = (&self.top, self.folder.path());
        let script = BITS.map(str::to_owned);
        Ok(match yosys(&script, top, folder, solvers, stop)? {
            Said::Text { .. } => {
                let machine = Machine::parse(&read(folder, "bits.json", top)?)
                    .map_err(|error| Error::new(format!("yosys, of {top}: {error}")))?;
                Bits::Ready(Arc::new(machine))
            }
            Said::Late => {
                let seconds = LIMIT.as_secs();
                Bits::None(format!(
                    "yosys has not written it bit by bit in {seconds} s"
                ))
            }
            Said::Stopped => Bits::Stopped,
        })
    }

    /// The assertions or premises of a property in its circuit of bits, which must be those that its words have.
    pub fn checks<'m>(
        &self,
        machine: &'m Machine,
        kind: Kind,
        property: &'m str,
    ) -> Result<Vec<&'m Check>, Error> {
        let checks: Vec<&Check> = machine.of(kind, property).collect();
        let paths = match kind {
            Kind::Assert => &self.words.assertions,
            Kind::Assume => &self.words.assumptions,
            Kind::Cover => &self.words.covers,
        };
        let numbers = Words::of(paths, property);
        let wanted: BTreeSet<&str> = numbers.iter().map(|&at| paths[at].as_str()).collect();
        let found: BTreeSet<&str> = checks.iter().map(|check| check.path.as_str()).collect();
        match wanted == found {
            true => Ok(checks),
            false => Err(Error::new(format!(
                "{property}: words and bits have not the same checks of it"
            ))),
        }
    }

    /// What is assumed, by its names.
    pub fn assumed(&self) -> BTreeSet<&str> {
        let paths = self.words.assumptions.iter();
        paths.map(|path| property_of(path)).collect()
    }

    /// The assertions that hold by induction over so many steps, each found once.
    pub fn kept(
        &self,
        steps: usize,
        solvers: &Solvers,
        limit: Duration,
        folder: &Path,
        stop: &AtomicBool,
        told: &Told<'_>,
    ) -> Result<Kept, Error> {
        let mut known = self
            .kept
            .lock()
            .map_err(|_| Error::new("another thread has failed"))?;
        if let Some(kept) = known.get(&steps) {
            return Ok(kept.clone());
        }
        let all: BTreeSet<usize> = (0..self.words.assertions.len()).collect();
        let first = solvers.in_words(limit, folder, stop);
        let mut found =
            { self.found.lock() }.map_err(|_| Error::new("another thread has failed"))?;
        let assertions = &self.words.assertions;
        let before = found.steps(steps, assertions);
        let kept = self
            .words
            .kept(all, (steps, &before), solvers, &first, told)?;
        if !kept.stopped {
            found.take(steps, assertions, &kept.steps);
            self.folders.keep(&self.top, &found)?;
            known.insert(steps, kept.clone());
        }
        Ok(kept)
    }
}

/// Lets Yosys do that in a folder; it has said what is wrong, if anything is.
fn yosys(
    script: &[String],
    top: &str,
    folder: &Path,
    solvers: &Solvers,
    stop: &AtomicBool,
) -> Result<Said, Error> {
    let arguments = script.iter().flat_map(|line| ["-p", line]);
    let mut yosys = (solvers.yosys)();
    let yosys = yosys.args(arguments).current_dir(folder);
    let said = process::run("yosys", yosys, LIMIT, stop)?;
    if let Said::Text { text, success } = &said {
        let mut lines = text.lines();
        let error = lines.find(|line| line.contains("ERROR") || line.contains("error:"));
        if !success || error.is_some() {
            let why = error.unwrap_or("it says nothing");
            return Err(Error::new(format!("yosys, of {top}: {why}")));
        }
    }
    Ok(said)
}

/// What Yosys has left in a file.
fn read(folder: &Path, name: &str, top: &str) -> Result<Vec<u8>, Error> {
    std::fs::read(folder.join(name))
        .map_err(|error| Error::new(format!("yosys left no {name} of {top}: {error}")))
}

/// The properties whose premise has a cover.
fn premises(subject: &Subject) -> BTreeSet<String> {
    let lines = subject.files.iter().flat_map(|file| file.text.lines());
    let name = |line: &str| Some(line.trim().split_once("_C: cover ")?.0.to_owned());
    lines.filter_map(name).collect()
}

/// How long Yosys may take.
const LIMIT: Duration = Duration::from_secs(300);
