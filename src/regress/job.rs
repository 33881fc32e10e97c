//! A job of a regression: everything that decides what comes of it, and the key that it gives.

use crate::failure::Failure;
use cosim::target::Target;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sm::descriptor::AddressSize;
use sm::timing::{Policy, Preset};
use spec::{Configuration, Scheme, UnitId};
use std::fmt;
use std::path::{Path, PathBuf};

/// The sources that this binary was built from.
pub const SOURCES: &str = env!("WARPLOOM_SOURCES");

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

/// One job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// Name and version of the tool.
    pub tool: String,
    /// The sources that it was built from.
    pub sources: String,
    /// What is run.
    #[serde(flatten)]
    pub work: Work,
}

/// Digits of a key: 128 bits.
pub const KEY_DIGITS: usize = 32;

impl Job {
    /// A job of this binary.
    pub fn new(work: Work) -> Self {
        Self {
            tool: cosim::TOOL.to_owned(),
            sources: SOURCES.to_owned(),
            work,
        }
    }

    /// The digest of everything that decides what comes of it.
    pub fn key(&self) -> String {
        let mut inputs = self.clone();
        let rtl = match &mut inputs.work {
            Work::Unit(work) => &mut work.rtl,
            Work::Kernel(work) => &mut work.rtl,
        };
        if let Some(rtl) = rtl {
            rtl.folder = PathBuf::new();
        }
        // A structure of strings and numbers serializes always.
        let text = serde_json::to_string(&inputs).unwrap_or_default();
        digits(&Sha256::digest(text))[..KEY_DIGITS].to_owned()
    }

    /// What a report sorts by: units as the registry has them, then kernels by name.
    pub fn order(&self) -> (usize, String, usize, usize, u64, String) {
        let place = |found: Option<usize>| found.unwrap_or(usize::MAX);
        let rest = serde_json::to_string(self).unwrap_or_default();
        match &self.work {
            Work::Unit(work) => {
                let unit = UnitId::ALL.iter().position(|u| u.name() == work.unit);
                let id = unit.and_then(|at| UnitId::ALL.get(at));
                let preset = id.and_then(|u| u.presets().position(|p| p.name == work.preset));
                let unit = place(unit);
                let preset = place(preset);
                let powered = usize::from(work.power_aware);
                (unit, String::new(), preset, powered, work.seed, rest)
            }
            Work::Kernel(work) => {
                let scheme = Scheme::ALL.iter().position(|s| s.name() == work.scheme);
                let preset = Preset::ALL.iter().position(|p| p.name() == work.preset);
                let policy = Policy::ALL.iter().position(|p| p.name() == work.scheduler);
                let (scheme, policy) = (place(scheme), place(policy) as u64);
                (
                    usize::MAX,
                    self.kernel(),
                    scheme,
                    place(preset),
                    policy,
                    rest,
                )
            }
        }
    }

    /// The kernel's name, with the size of addresses if it was asked for; empty for a unit.
    pub fn kernel(&self) -> String {
        match &self.work {
            Work::Unit(_) => String::new(),
            Work::Kernel(work) => kernel_name(&work.descriptor, work.address_size),
        }
    }

    /// The command that runs the same by itself.
    pub fn command(&self) -> String {
        let mut text;
        let rtl = match &self.work {
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
                &work.rtl
            }
            Work::Kernel(work) => {
                let file = work.descriptor.display();
                text = format!("warploom run kernels/{file} {}", work.options().join(" "));
                &work.rtl
            }
        };
        if let Some(rtl) = rtl {
            text.push_str(&format!(" --rtl {}", quoted(&rtl.folder)));
        }
        text
    }
}

impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.work {
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
    pub fn target(&self) -> Result<Target, Failure> {
        let unit: UnitId = self.unit.parse()?;
        let pair = |change: &String| change.split_once('=').map(|(k, v)| (k.into(), v.into()));
        let changes: Vec<(String, String)> = self.changes.iter().filter_map(pair).collect();
        let mut target = Target::new(Configuration::new(unit, &self.preset, &changes)?);
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

    /// Options of `warploom run`, without folders.
    pub fn options(&self) -> Vec<String> {
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

/// A path as a shell takes it.
pub fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=,".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

/// The digest of names and contents of all files of a folder.
pub fn digest(folder: &Path) -> Result<String, Failure> {
    let refuse = |error: std::io::Error| {
        Failure::bad_input(format!("{}: cannot be read: {error}", folder.display()))
    };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(refuse)? {
        let path = entry.map_err(refuse)?.path();
        if path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    let mut hash = Sha256::new();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let bytes = std::fs::read(&file).map_err(refuse)?;
        for part in [name.as_bytes(), &bytes] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
    }
    Ok(digits(&hash.finalize()))
}

fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_of_what_decides_and_of_nothing_else() {
        let unit = |folder: &str, seed| {
            Job::new(Work::Unit(UnitWork {
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
            }))
        };
        let one = unit("here", 1);
        assert_eq!(one.key(), unit("there", 1).key());
        assert_ne!(one.key(), unit("here", 2).key());
        let mut other = one.clone();
        other.sources = "another build".into();
        assert_ne!(one.key(), other.key());
        let text = serde_json::to_string(&one).unwrap();
        let back: Job = serde_json::from_str(&text).unwrap();
        assert_eq!(back, one);
        assert_eq!(one.key().len(), KEY_DIGITS);
    }

    #[test]
    fn commands_survive_a_shell() {
        assert_eq!(quoted(Path::new("out dir/it's")), r"'out dir/it'\''s'");
        assert_eq!(quoted(Path::new("a/b-1.json")), "a/b-1.json");
    }
}
