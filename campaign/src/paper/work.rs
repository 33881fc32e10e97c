//! A job of the papers' campaign: a kernel, and how it is looked at.

use crate::job::quoted;
use crate::work::{Case, Order, Work};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use std::path::PathBuf;

/// A multiprocessor with a scheme, in the words of `warploom run`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Setting {
    /// `--scheme`.
    pub scheme: String,
    /// `--preset`.
    pub preset: String,
    /// `--scheduler`.
    pub scheduler: String,
    /// `--max-registers`.
    pub registers: Option<u32>,
    /// What `--parameters` names, as TOML.
    pub parameters: String,
    /// `--energy`; the papers' constants where it is left out.
    #[serde(default)]
    pub energy: Option<String>,
    /// `--profile`: registers watched in time, which takes a while.
    #[serde(default)]
    pub profile: bool,
}

impl Setting {
    /// A scheme as it comes.
    pub fn new(scheme: &str, preset: &str, scheduler: &str) -> Self {
        Self {
            scheme: scheme.to_owned(),
            preset: preset.to_owned(),
            scheduler: scheduler.to_owned(),
            registers: None,
            parameters: String::new(),
            energy: None,
            profile: false,
        }
    }

    /// The same with registers watched in time.
    #[must_use]
    pub fn watched(mut self) -> Self {
        self.profile = true;
        self
    }

    /// The same with other constants of energy.
    #[must_use]
    pub fn by(mut self, energy: &str) -> Self {
        self.energy = Some(energy.to_owned());
        self
    }

    /// The same with a parameter, `key = value`, that comes after those that it has.
    #[must_use]
    pub fn with(mut self, parameter: &str) -> Self {
        if !self.parameters.is_empty() {
            self.parameters.push('\n');
        }
        self.parameters.push_str(parameter);
        self
    }

    /// The same with at most so many registers a thread; the rest is spilled.
    #[must_use]
    pub fn capped(mut self, registers: u32) -> Self {
        self.registers = Some(registers);
        self
    }

    /// Options of `warploom run`, without `--parameters`. Issue slots are counted in every run, so that no
    /// run is made twice for them.
    fn options(&self) -> Vec<String> {
        let mut options = Vec::new();
        let mut option = |name: &str, value: &str| options.extend([name.into(), value.into()]);
        option("--scheme", &self.scheme);
        option("--preset", &self.preset);
        option("--scheduler", &self.scheduler);
        if let Some(registers) = self.registers {
            option("--max-registers", &registers.to_string());
        }
        if let Some(energy) = &self.energy {
            option("--energy", energy);
        }
        options.push("--stalls".to_owned());
        if self.profile {
            options.push("--profile".to_owned());
        }
        options
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.scheme, self.preset, self.scheduler)?;
        if let Some(registers) = self.registers {
            write!(f, " {registers} registers")?;
        }
        for parameter in self.parameters.lines() {
            write!(f, " {parameter}")?;
        }
        if let Some(energy) = &self.energy {
            write!(f, " energy {energy}")?;
        }
        if self.profile {
            f.write_str(" watched")?;
        }
        Ok(())
    }
}

/// How a kernel is looked at.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(tag = "look", rename_all = "kebab-case")]
pub enum Look {
    /// Cycle by cycle.
    Timed(Setting),
    /// What its registers hold when they are written, executed without timing.
    Values,
    /// What RegLess's compiler makes of it.
    Compiled,
    /// Not the kernel: what the multiprocessors and the units are, and what our netlists take. Asked of one
    /// kernel, [`FACTS`](super::kernel::FACTS).
    Facts,
}

impl fmt::Display for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Look::Timed(setting) => setting.fmt(f),
            Look::Values => f.write_str("values of registers"),
            Look::Compiled => f.write_str("compiled"),
            Look::Facts => f.write_str("facts"),
        }
    }
}

/// A kernel that is looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaperWork {
    /// The descriptor, from the folder of kernels on.
    pub descriptor: PathBuf,
    /// The digest of the files beside it.
    pub sha256: String,
    /// How it is looked at.
    #[serde(flatten)]
    pub look: Look,
    /// Cycles of each launch under timing.
    pub max_cycles: Option<u64>,
}

/// What was counted: the document of `warploom run --json`, or that of the other looks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// The document.
    #[serde(default)]
    pub document: Value,
}

impl PaperWork {
    /// The kernel's name.
    pub fn kernel(&self) -> String {
        let stem = self.descriptor.file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    }

    /// How many times the baseline's time it takes: measured, one thread, whole runs of all kernels.
    fn weight(&self) -> f64 {
        let Look::Timed(setting) = &self.look else {
            return 0.5;
        };
        let scheme = match setting.scheme.as_str() {
            "warped-compression" => 2.0,
            "avc" => 2.7,
            "slumber" => 2.5,
            "warped-register-file" => 3.0,
            "regless" => 6.5,
            "register-file-virtualization" => 3.3,
            "register-file-hierarchy" => 1.3,
            _ => 1.0,
        };
        if setting.profile {
            1.2 * scheme
        } else {
            scheme
        }
    }
}

/// Seconds of kernels under the baseline, `fermi`, with slots counted: medians of whole runs of `make papers`,
/// 2026-11-25, AMD EPYC. What is not here takes as long as the median.
const SECONDS: &[(&str, f64)] = &[
    ("lavamd", 0.86),
    ("libor", 0.76),
    ("spmv", 0.70),
    ("bfs", 0.60),
    ("cfd_step", 0.53),
    ("needleman_wunsch", 0.53),
    ("gaussian", 0.43),
    ("scan", 0.32),
    ("kmeans", 0.30),
    ("wavelet_2d", 0.30),
    ("hotspot", 0.29),
    ("aes", 0.12),
    ("reduction", 0.11),
    ("btree_lookup", 0.10),
    ("particle_filter", 0.10),
    ("nearest_neighbour", 0.08),
    ("black_scholes", 0.07),
    ("saxpy", 0.07),
    ("fast_walsh", 0.06),
    ("histogram", 0.05),
    ("texture_lookup", 0.02),
    ("texture_blur", 0.02),
    ("vector_add", 0.01),
];
const MEDIAN: f64 = 0.24;

impl Work for PaperWork {
    type Found = Document;
    const NAME: &'static str = "measurement of papers";
    const FORMAT: &'static str = "warploom-paper";

    fn deciding(&self) -> Self {
        self.clone()
    }

    fn order(&self) -> Order {
        (0, self.kernel(), 0, 0, self.max_cycles.unwrap_or(0))
    }

    fn group(&self) -> Option<String> {
        None
    }

    fn part(&self) -> &'static str {
        "runs"
    }

    fn case(&self) -> Case {
        Case {
            suite: self.kernel(),
            class: self.kernel(),
            name: self.look.to_string(),
        }
    }

    fn expected(&self, _: bool) -> Option<f64> {
        let kernel = self.kernel();
        let known = SECONDS.iter().find(|(name, _)| *name == kernel);
        let seconds = known.map_or(MEDIAN, |(_, seconds)| *seconds);
        // Of what is cut short the rest is executed, and all of it once more for comparison.
        let part = if self.max_cycles.is_some() { 0.1 } else { 1.0 };
        Some(seconds * self.weight() * part)
    }

    fn command(&self) -> String {
        let file = self.descriptor.display();
        let Look::Timed(setting) = &self.look else {
            return format!(
                "warploom paper, which looks at kernels/{file}: {}",
                self.look
            );
        };
        let mut text = format!(
            "warploom run kernels/{file} {}",
            setting.options().join(" ")
        );
        if let Some(cycles) = self.max_cycles {
            text.push_str(&format!(" --max-cycles {cycles}"));
        }
        if !setting.parameters.is_empty() {
            let lines = setting.parameters.lines();
            let lines: Vec<String> = lines.map(|line| quoted(line.as_ref())).collect();
            let lines = lines.join(" ");
            text.push_str(&format!(" --parameters <(printf '%s\\n' {lines})"));
        }
        text
    }
}

impl fmt::Display for PaperWork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kernel(), self.look)?;
        match self.max_cycles {
            Some(cycles) => write!(f, " cut at {cycles}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_of_a_job_is_one_that_a_shell_takes() {
        let setting = Setting::new("avc", "fermi", "lrr").capped(8);
        let work = PaperWork {
            descriptor: "lud/lud.toml".into(),
            sha256: String::new(),
            look: Look::Timed(setting.with("avc = \"none\"").with("warps = 32")),
            max_cycles: Some(9),
        };
        assert_eq!(
            work.command(),
            "warploom run kernels/lud/lud.toml --scheme avc --preset fermi --scheduler lrr \
             --max-registers 8 --stalls --max-cycles 9 --parameters <(printf '%s\\n' 'avc = \"none\"' \
             'warps = 32')"
        );
        assert_eq!(
            work.to_string(),
            "lud avc fermi lrr 8 registers avc = \"none\" warps = 32 cut at 9"
        );
    }
}
