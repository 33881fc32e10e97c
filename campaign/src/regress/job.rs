//! The work of a regression: everything that decides what comes of a job.

use crate::job::quoted;
use crate::timed::Run;
use crate::work::{Case, Order};
use crate::Error;
use cosim::coverage::Coverage;
use cosim::target::Target;
use serde::{Deserialize, Serialize};
use sm::descriptor::AddressSize;
use sm::timing::{Policy, Preset};
use spec::{Configuration, Scheme, UnitId};
use std::fmt;
use std::path::{Path, PathBuf};

/// Verilog that stands in for what would be emitted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rtl {
    /// Its folder; the same files in another folder make the same job.
    pub folder: PathBuf,
    /// The digest of its files.
    pub sha256: String,
}

/// A unit in lockstep with its golden model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitWork {
    /// The unit.
    pub unit: String,
    /// Its preset.
    pub preset: String,
    /// What is changed on top of the preset, as `key=value`.
    pub changes: Vec<String>,
    /// Whether its storage forgets.
    pub power_aware: bool,
    /// Other Verilog.
    pub rtl: Option<Rtl>,
    /// The seed of stimulus and power-up.
    pub seed: u64,
    /// How long.
    pub cycles: u64,
    /// Whether coverage is counted.
    pub coverage: bool,
}

/// A kernel under a scheme.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KernelWork {
    /// The descriptor, from the folder of kernels on.
    pub descriptor: PathBuf,
    /// The digest of the files beside it.
    pub sha256: String,
    /// Bits of the module's addresses; null for those of the module that the descriptor names first.
    pub address_size: Option<AddressSize>,
    /// The scheme.
    pub scheme: String,
    /// The multiprocessor.
    pub preset: String,
    /// The scheduler.
    pub scheduler: String,
    /// What stands for the hardware.
    pub engine: String,
    /// Cycles of each launch under timing.
    pub max_cycles: Option<u64>,
    /// The seed of power-up.
    pub seed: u64,
    /// Other Verilog.
    pub rtl: Option<Rtl>,
}

/// What is run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Work {
    /// A unit.
    Unit(UnitWork),
    /// A kernel.
    Kernel(KernelWork),
}

/// A job of a regression.
pub type Job = crate::job::Job<Work>;
/// What came of it.
pub type Record = crate::record::Record<Work>;
/// A job in a report.
pub type Entry = crate::report::Entry<Work>;
/// What came of all.
pub type Report = crate::report::Report<Work>;

/// What a run reached of the Verilog, if that was asked for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reached {
    /// By line, branch and toggle.
    pub coverage: Option<Coverage>,
}

impl Work {
    fn rtl(&self) -> &Option<Rtl> {
        match self {
            Work::Unit(work) => &work.rtl,
            Work::Kernel(work) => &work.rtl,
        }
    }

    /// The kernel's name, with the size of addresses if it was asked for; empty for a unit.
    pub fn kernel(&self) -> String {
        match self {
            Work::Unit(_) => String::new(),
            Work::Kernel(work) => kernel_name(&work.descriptor, work.address_size),
        }
    }
}

impl crate::Work for Work {
    type Found = Reached;
    const NAME: &'static str = "regression";
    const FORMAT: &'static str = "warploom-regress";

    fn deciding(&self) -> Self {
        let mut inputs = self.clone();
        let rtl = match &mut inputs {
            Work::Unit(work) => &mut work.rtl,
            Work::Kernel(work) => &mut work.rtl,
        };
        if let Some(rtl) = rtl {
            rtl.folder = PathBuf::new();
        }
        inputs
    }

    /// Units as the registry has them, then kernels by name.
    fn order(&self) -> Order {
        let place = |found: Option<usize>| found.unwrap_or(usize::MAX);
        match self {
            Work::Unit(work) => {
                let unit = UnitId::ALL.iter().position(|u| u.name() == work.unit);
                let id = unit.and_then(|at| UnitId::ALL.get(at));
                let preset = id.and_then(|u| u.presets().position(|p| p.name == work.preset));
                let powered = usize::from(work.power_aware);
                (
                    place(unit),
                    String::new(),
                    place(preset),
                    powered,
                    work.seed,
                )
            }
            Work::Kernel(work) => {
                let scheme = Scheme::ALL.iter().position(|s| s.name() == work.scheme);
                let preset = Preset::ALL.iter().position(|p| p.name() == work.preset);
                let policy = Policy::ALL.iter().position(|p| p.name() == work.scheduler);
                let policy = place(policy) as u64;
                (
                    usize::MAX,
                    self.kernel(),
                    place(scheme),
                    place(preset),
                    policy,
                )
            }
        }
    }

    fn group(&self) -> Option<String> {
        match self {
            Work::Unit(work) => Some(format!("{} {}", work.unit, work.label())),
            Work::Kernel(_) => None,
        }
    }

    fn part(&self) -> &'static str {
        match self {
            Work::Unit(_) => "units",
            Work::Kernel(_) => "kernels",
        }
    }

    fn case(&self) -> Case {
        match self {
            Work::Unit(work) => Case {
                suite: work.unit.clone(),
                class: format!("{}.{}", work.unit, work.label()),
                name: format!("seed {}", work.seed),
            },
            Work::Kernel(work) => Case {
                suite: self.kernel(),
                class: format!("{}.{}", self.kernel(), work.scheme),
                name: format!("{} {}", work.label(), work.engine),
            },
        }
    }

    fn command(&self) -> String {
        let mut text;
        match self {
            Work::Unit(work) => {
                text = format!(
                    "warploom cosim --unit {} --preset {}",
                    work.unit, work.preset
                );
                for change in &work.changes {
                    text.push_str(&format!(" --set {change}"));
                }
                if work.power_aware {
                    text.push_str(" --power-aware");
                }
                text.push_str(&format!(" --seed {} --cycles {}", work.seed, work.cycles));
            }
            Work::Kernel(work) => {
                let file = work.descriptor.display();
                text = format!("warploom run kernels/{file} {}", work.options().join(" "));
            }
        }
        if let Some(rtl) = self.rtl() {
            text.push_str(&format!(" --rtl {}", quoted(&rtl.folder)));
        }
        text
    }
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Work::Unit(work) => {
                write!(f, "{} {} seed {}", work.unit, work.label(), work.seed)
            }
            Work::Kernel(work) => {
                let (scheme, engine) = (&work.scheme, &work.engine);
                write!(f, "{} {scheme} {} {engine}", self.kernel(), work.label())
            }
        }
    }
}

impl UnitWork {
    /// Preset and changes, and whether its storage forgets.
    pub fn label(&self) -> String {
        let mut label = self.preset.clone();
        for change in &self.changes {
            label.push_str(&format!("+{change}"));
        }
        if self.power_aware {
            label.push_str(" power-aware");
        }
        label
    }

    /// What is under test.
    pub fn target(&self) -> Result<Target, Error> {
        let configuration = Configuration::from_words(&self.unit, &self.preset, &self.changes)?;
        let mut target = Target::new(configuration);
        target.power_aware = self.power_aware;
        target.rtl = self.rtl.as_ref().map(|rtl| rtl.folder.clone());
        Ok(target)
    }
}

impl KernelWork {
    /// The multiprocessor with its scheduler, and where launches are cut.
    pub fn label(&self) -> String {
        let mut label = format!("{} {}", self.preset, self.scheduler);
        if let Some(cycles) = self.max_cycles {
            label.push_str(&format!(" cut at {cycles}"));
        }
        label
    }

    /// The run of it, whose files go to a folder.
    pub fn run(&self, out: PathBuf) -> Result<Run, Error> {
        Ok(Run {
            policy: self.scheduler.parse()?,
            engine: self.engine.parse()?,
            seed: self.seed,
            max_cycles: self.max_cycles,
            rtl: self.rtl.as_ref().map(|rtl| rtl.folder.clone()),
            out,
            ..Run::new(self.scheme.parse()?, self.preset.parse()?)?
        })
    }

    /// Options of `warploom run` that do the same, without folders.
    fn options(&self) -> Vec<String> {
        let mut options = Vec::new();
        let mut option = |name: &str, value: &str| options.extend([name.into(), value.into()]);
        if let Some(size) = self.address_size {
            option("--address-size", size.name());
        }
        option("--scheme", &self.scheme);
        option("--preset", &self.preset);
        option("--scheduler", &self.scheduler);
        option("--engine", &self.engine);
        option("--seed", &self.seed.to_string());
        if let Some(cycles) = self.max_cycles {
            option("--max-cycles", &cycles.to_string());
        }
        options
    }
}

/// What reports call a kernel.
pub fn kernel_name(descriptor: &Path, size: Option<AddressSize>) -> String {
    let stem = descriptor.file_stem().unwrap_or_default().to_string_lossy();
    match size {
        Some(size) => format!("{stem}-{size}"),
        None => stem.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_of_other_verilog_decides_nothing() {
        let unit = |folder: &str, seed| {
            let work = Work::Unit(UnitWork {
                unit: "bank_gate".into(),
                preset: "fermi".into(),
                changes: Vec::new(),
                power_aware: false,
                rtl: Some(Rtl {
                    folder: folder.into(),
                    sha256: "1".into(),
                }),
                seed,
                cycles: 10,
                coverage: false,
            });
            Job::new("", work)
        };
        assert_eq!(unit("here", 1).key(), unit("there", 1).key());
        assert_ne!(unit("here", 1).key(), unit("here", 2).key());
    }
}
