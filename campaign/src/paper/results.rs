//! What runs have counted, by the names of `warploom run --json`.

use super::kernel::{Kernel, FACTS};
use super::work::{Look, PaperWork};
use crate::record::Verdict;
use crate::report::Report;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

/// Why a figure cannot be made: the input that is missing, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing(pub String);

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Missing {}

/// All runs of a campaign that came to their end.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// In the order in which figures show them.
    kernels: Vec<Kernel>,
    documents: BTreeMap<(String, Look), Value>,
    /// Why runs have no document.
    failed: BTreeMap<(String, Look), String>,
}

impl Results {
    /// Of kernels of which nothing is known yet.
    pub fn of_kernels(kernels: Vec<Kernel>) -> Self {
        Self {
            kernels,
            ..Self::default()
        }
    }

    /// Of a campaign.
    pub fn of(kernels: Vec<Kernel>, report: &Report<PaperWork>) -> Self {
        let mut results = Self::of_kernels(kernels);
        for entry in &report.entries {
            let work = &entry.job.work;
            let key = (work.kernel(), work.look.clone());
            match &entry.result {
                Some((record, _)) if record.verdict == Verdict::Pass => {
                    results.documents.insert(key, record.found.document.clone());
                }
                Some((record, _)) => {
                    let wrong = record.wrong.as_ref().map_or("", |wrong| &wrong.message);
                    let why = format!("{}: {wrong}", record.verdict.name());
                    results.failed.insert(key, why);
                }
                None => drop(results.failed.insert(key, "it has not run".into())),
            }
        }
        results
    }

    /// The same with another run.
    #[must_use]
    pub fn with(mut self, kernel: &str, look: Look, document: Value) -> Self {
        self.documents.insert((kernel.to_owned(), look), document);
        self
    }

    /// The kernels.
    pub fn kernels(&self) -> &[Kernel] {
        &self.kernels
    }

    /// What is no kernel's.
    pub fn facts(&self) -> Result<Run<'_>, Missing> {
        let kernel = self.kernels.iter().find(|kernel| kernel.name == FACTS);
        let kernel = kernel.ok_or_else(|| Missing(format!("{FACTS} is not among the kernels")))?;
        self.run(kernel, &Look::Facts)
    }

    /// What was counted of a kernel.
    pub fn run(&self, kernel: &Kernel, look: &Look) -> Result<Run<'_>, Missing> {
        let key = (kernel.name.clone(), look.clone());
        let who = format!("{} {look}", kernel.name);
        match self.documents.get(&key) {
            Some(document) => Ok(Run { who, document }),
            None => {
                let why = self.failed.get(&key).map_or("no such run", String::as_str);
                Err(Missing(format!("the run of {who} is missing ({why})")))
            }
        }
    }
}

/// A field of an object, or an element of a list by its number.
fn step<'v>(value: &'v Value, name: &str) -> Option<&'v Value> {
    match name.parse::<usize>() {
        Ok(index) => value.get(index),
        Err(_) => value.get(name),
    }
}

/// One run.
#[derive(Clone, Debug)]
pub struct Run<'r> {
    who: String,
    document: &'r Value,
}

impl Run<'_> {
    /// What stands at a path such as `timing.registers.stored.2`.
    pub fn at(&self, path: &str) -> Result<&Value, Missing> {
        let mut value = self.document;
        for name in path.split('.') {
            value = step(value, name)
                .ok_or_else(|| Missing(format!("the run of {} does not count {path}", self.who)))?;
        }
        Ok(value)
    }

    /// The number at a path.
    pub fn number(&self, path: &str) -> Result<f64, Missing> {
        let value = self.at(path)?;
        value.as_f64().ok_or_else(|| {
            let who = &self.who;
            Missing(format!("{path} of the run of {who} is {value}, no number"))
        })
    }

    /// The numbers of a list at a path.
    pub fn numbers(&self, path: &str) -> Result<Vec<f64>, Missing> {
        let list = self.at(path)?.as_array().map_or(0, Vec::len);
        (0..list)
            .map(|index| self.number(&format!("{path}.{index}")))
            .collect()
    }

    /// The sum of the numbers at some paths.
    pub fn sum<S: AsRef<str>>(&self, paths: &[S]) -> Result<f64, Missing> {
        paths.iter().map(|path| self.number(path.as_ref())).sum()
    }

    /// Cycles.
    pub fn cycles(&self) -> Result<f64, Missing> {
        self.number("timing.cycles")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::work::Setting;
    use serde_json::json;

    fn kernel(name: &str) -> Kernel {
        Kernel {
            name: name.to_owned(),
            descriptor: format!("{name}/{name}.toml").into(),
            sha256: String::new(),
            default: 8,
            base: 8,
            least: 4,
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        let look = Look::Timed(Setting::new("baseline", "fermi", "gto"));
        let document = json!({"timing": {"cycles": 7, "stored": [1, 2.5], "energy": null}});
        let results = Results::of_kernels(vec![kernel("lud")]).with("lud", look.clone(), document);
        let run = results.run(&kernel("lud"), &look).unwrap();
        assert_eq!(run.cycles(), Ok(7.0));
        assert_eq!(run.number("timing.stored.1"), Ok(2.5));
        assert_eq!(run.numbers("timing.stored"), Ok(vec![1.0, 2.5]));
        let said = |error: Missing| error.to_string();
        assert_eq!(
            run.number("timing.gated").map_err(said),
            Err("the run of lud baseline fermi gto does not count timing.gated".into())
        );
        assert_eq!(
            run.number("timing.energy").map_err(said),
            Err("timing.energy of the run of lud baseline fermi gto is null, no number".into())
        );
        let other = results.run(&kernel("lud"), &Look::Values).map_err(said);
        assert_eq!(
            other.err().as_deref(),
            Some("the run of lud values of registers is missing (no such run)")
        );
    }
}
