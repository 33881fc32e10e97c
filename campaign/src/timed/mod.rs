//! Kernels cycle by cycle: what `warploom run --scheme` does, and the jobs of regressions and of the papers.
//!
//! - [`Run`]: what is asked for, and what of it makes no sense together.
//! - [`Timed`]: how it ended; [`Difference`]: what was found out about a unit that is not what the
//!   multiprocessor takes it for.
//! - [`document`]: what is written of it.

mod difference;
pub mod document;
mod running;

pub use difference::Difference;
pub use running::Timed;

use crate::Error;
use cosim::window::Wanted;
use sm::energy::Constants;
use sm::timing::{Parameters, Policy, Preset, Settings};
use spec::{EngineKind, Scheme};
use std::path::PathBuf;

/// The constants of energy that are taken where nothing else is said.
pub const CONSTANTS: &str = "paper";
/// The seed of what registers of RTL hold at power-up.
pub const SEED: u64 = 1;
/// Where seeded bugs of kernels' runs are described.
pub const BUG_FOLDER: &str = "tests/bugs/kernels";
/// Where replay file and waveform of a mismatch go.
pub const OUT: &str = "out/failures";

/// A run of a kernel cycle by cycle.
#[derive(Clone, Debug)]
pub struct Run {
    /// How registers are stored.
    pub scheme: Scheme,
    /// The multiprocessor.
    pub preset: Preset,
    /// Its parameters, with what was changed of them.
    pub parameters: Parameters,
    /// What stands for the scheme's hardware.
    pub engine: EngineKind,
    /// The warp schedulers.
    pub policy: Policy,
    /// Cycles of each launch under timing.
    pub max_cycles: Option<u64>,
    /// Whether issue slots are counted by cause.
    pub stalls: bool,
    /// Whether registers are watched in time.
    pub profile: bool,
    /// What an access costs.
    pub constants: Constants,
    /// The seed of power-up.
    pub seed: u64,
    /// Verilog in the place of what would be emitted.
    pub rtl: Option<PathBuf>,
    /// A seeded bug.
    pub bug: Option<String>,
    /// Where it is described.
    pub bug_folder: PathBuf,
    /// Whether memories of the unit forget what has no power.
    pub power_aware: bool,
    /// Threads of a run in lockstep: with two RTL follows the golden model on its own.
    pub threads: usize,
    /// What is to be shown of the unit.
    pub waves: Option<Wanted>,
    /// Whether a mismatch gets a waveform.
    pub waves_of_mismatch: bool,
    /// Where its files go.
    pub out: PathBuf,
}

impl Run {
    /// A scheme as it comes, with golden models and the scheduler of its paper.
    pub fn new(scheme: Scheme, preset: Preset) -> Result<Self, Error> {
        Ok(Self {
            scheme,
            preset,
            parameters: preset.parameters(),
            engine: EngineKind::Golden,
            policy: scheduler(scheme),
            max_cycles: None,
            stalls: false,
            profile: false,
            constants: Constants::named(CONSTANTS)?,
            seed: SEED,
            rtl: None,
            bug: None,
            bug_folder: BUG_FOLDER.into(),
            power_aware: false,
            threads: 1,
            waves: None,
            waves_of_mismatch: true,
            out: OUT.into(),
        })
    }

    fn settings(&self) -> Settings {
        Settings {
            policy: self.policy,
            max_cycles: self.max_cycles,
            stalls: self.stalls,
            profile: self.profile,
            ..Settings::new(self.parameters.clone())
        }
    }

    /// Refuses what makes no sense together.
    pub fn check(&self) -> Result<(), Error> {
        let golden = self.engine == EngineKind::Golden;
        let refused = if self.power_aware && (golden || self.scheme != Scheme::WarpedCompression) {
            "--power-aware is for memories in RTL that are switched off; take --scheme warped-compression with \
             --engine rtl or lockstep (scheme slumber always checks that what is read was retained)"
        } else if golden && self.bug.is_some() {
            "--bug is put into RTL, and the engine golden has none; take --engine rtl or lockstep"
        } else if self.stalls && self.engine == EngineKind::Rtl {
            "--stalls looks into the golden model, and the engine rtl has none; take --engine golden or lockstep"
        } else if golden && self.waves.is_some() {
            "--waves shows signals of RTL, and the engine golden has none; take --engine rtl or lockstep"
        } else if golden && self.rtl.is_some() {
            "--rtl replaces RTL, and the engine golden has none; take --engine rtl or lockstep"
        } else {
            return self.waves.as_ref().map_or(Ok(()), check_waves);
        };
        Err(Error::new(refused))
    }
}

/// The scheduler of a scheme's paper.
fn scheduler(scheme: Scheme) -> Policy {
    match scheme {
        Scheme::Slumber
        | Scheme::WarpedRegisterFile
        | Scheme::RegisterFileVirtualization
        | Scheme::RegisterFileHierarchy => Policy::TwoLevel,
        _ => Policy::Gto,
    }
}

fn check_waves(wanted: &Wanted) -> Result<(), Error> {
    if wanted.cycles.is_empty() {
        let from = wanted.cycles.start();
        return Err(Error::new(format!("--to is before --from {from}")));
    }
    let file = &wanted.file;
    if file.extension().is_none_or(|extension| extension != "fst") {
        return Err(Error::new(format!(
            "--waves {}: the format is FST; take a name that ends in .fst",
            file.display()
        )));
    }
    Ok(())
}
