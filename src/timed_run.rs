//! The options of `warploom run --scheme`, and what is shown of such a run.

pub mod shown;

use crate::failure::Failure;
use campaign::timed::{self, Run};
use cosim::window::Wanted;
use sm::energy::Constants;
use sm::timing::{Parameters, Policy, Preset};
use spec::{EngineKind, Scheme};
use std::path::{Path, PathBuf};

/// Options of a run cycle by cycle.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Run cycle by cycle with this scheme of register storage: baseline, warped-compression,
    /// slumber, warped-register-file, avc, regless, register-file-virtualization, register-file-hierarchy
    #[arg(long, value_name = "SCHEME")]
    scheme: Option<Scheme>,
    /// The multiprocessor: fermi, maxwell, barra
    #[arg(long, default_value_t = Preset::Fermi, requires = "scheme")]
    preset: Preset,
    /// A TOML file with parameters to change (docs/sm/parameters.md)
    #[arg(long, value_name = "FILE", requires = "scheme")]
    parameters: Option<PathBuf>,
    /// What stands for the scheme's hardware: golden, rtl (the Verilated unit alone) or lockstep
    /// (both, compared in every cycle)
    #[arg(long, default_value_t = EngineKind::Golden, requires = "scheme")]
    engine: EngineKind,
    /// Warp scheduler: gto, lrr, two-level [default: two-level for slumber and all rivals, as their papers
    /// have it, gto for the others]
    #[arg(long, requires = "scheme")]
    scheduler: Option<Policy>,
    /// Cycles of each launch under timing; the rest of it is executed without
    #[arg(long, value_name = "N", requires = "scheme")]
    max_cycles: Option<u64>,
    /// Say what each issue slot was used for, or what kept it from being used (docs/sm/pipeline.md)
    #[arg(long, requires = "scheme")]
    stalls: bool,
    /// Watch registers in time: accesses, idle periods, windows, what would be compressed (docs/formats.md)
    #[arg(long, requires = "scheme")]
    profile: bool,
    /// Constants of energy: paper, netlist, or a TOML file (docs/sm/schemes.md)
    #[arg(
        long,
        value_name = "NAME",
        default_value = timed::CONSTANTS,
        requires = "scheme"
    )]
    energy: String,
    /// Seed of what the registers of RTL hold at power-up
    #[arg(long, value_name = "S", default_value_t = timed::SEED, requires = "scheme")]
    seed: u64,
    /// Simulate the Verilog in this folder in place of what would be emitted for the unit
    #[arg(long, value_name = "DIR", requires = "scheme")]
    rtl: Option<PathBuf>,
    /// Put a seeded bug into the unit
    #[arg(long, value_name = "NAME", requires = "scheme", conflicts_with = "rtl")]
    bug: Option<String>,
    /// Folder of the seeded bugs, UNIT.toml
    #[arg(
        long,
        value_name = "DIR",
        default_value = timed::BUG_FOLDER,
        requires = "bug"
    )]
    bug_folder: PathBuf,
    /// Memories of the unit forget what has no power (scheme warped-compression)
    #[arg(long, requires = "scheme")]
    power_aware: bool,
    /// Threads of --engine lockstep: with 2 the Verilated unit follows the golden model on one of its own,
    /// which changes nothing of what is printed or written [default: 2, if there are as many processors]
    #[arg(
        long,
        value_name = "N",
        requires = "scheme",
        value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=2)
    )]
    threads: Option<usize>,
    /// Write what is inside the unit in some cycles to this file, as FST
    #[arg(long, value_name = "FILE", requires = "scheme")]
    waves: Option<PathBuf>,
    /// First cycle of --waves, of the unit's clock, from the beginning of the run
    #[arg(long, value_name = "C", default_value_t = 0, requires = "waves")]
    from: u64,
    /// Last cycle of --waves [default: 999 after the first]
    #[arg(long, value_name = "C", requires = "waves")]
    to: Option<u64>,
    /// Do not write a waveform of a mismatch
    #[arg(long, requires = "scheme")]
    no_waves: bool,
    /// Where replay file and waveform of a mismatch go
    #[arg(long, value_name = "DIR", default_value = timed::OUT)]
    out: PathBuf,
}

impl Args {
    /// What is to be run; `None` without a scheme.
    pub fn run(&self) -> Result<Option<Run>, Failure> {
        let Some(scheme) = self.scheme else {
            return Ok(None);
        };
        let mut run = Run {
            engine: self.engine,
            max_cycles: self.max_cycles,
            stalls: self.stalls,
            profile: self.profile,
            seed: self.seed,
            rtl: self.rtl.clone(),
            bug: self.bug.clone(),
            bug_folder: self.bug_folder.clone(),
            power_aware: self.power_aware,
            threads: self
                .threads
                .unwrap_or_else(|| progress::parallel::processors().min(2)),
            waves: self.wanted_waves(),
            waves_of_mismatch: !self.no_waves,
            out: self.out.clone(),
            ..Run::new(scheme, self.preset)?
        };
        run.check()?;
        if let Some(policy) = self.scheduler {
            run.policy = policy;
        }
        if let Some(file) = &self.parameters {
            run.parameters = changed(&run.parameters, file)?;
        }
        run.constants = Constants::named(&self.energy)?;
        Ok(Some(run))
    }

    fn wanted_waves(&self) -> Option<Wanted> {
        let to = self.to.unwrap_or(self.from.saturating_add(999));
        self.waves.as_ref().map(|file| Wanted {
            file: file.clone(),
            cycles: self.from..=to,
        })
    }
}

/// Parameters with what a file changes of them.
fn changed(parameters: &Parameters, file: &Path) -> Result<Parameters, Failure> {
    let bad =
        |why: &dyn std::fmt::Display| Failure::bad_input(format!("{}: {why}", file.display()));
    let text = std::fs::read_to_string(file);
    let text = text.map_err(|error| bad(&format!("cannot be read: {error}")))?;
    parameters.overridden(&text).map_err(|error| bad(&error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use campaign::paper::work::{Look, PaperWork, Setting};
    use campaign::regress::job::{KernelWork, Work};
    use clap::Parser;
    use sm::timing::Policy;

    /// As much of `warploom run` as a job's command says.
    #[derive(Parser)]
    struct CommandLine {
        kernel: PathBuf,
        #[arg(long)]
        address_size: Option<sm::descriptor::AddressSize>,
        #[arg(long)]
        max_registers: Option<u32>,
        #[command(flatten)]
        timed: Args,
    }

    fn parsed(command: &str) -> CommandLine {
        let words = command.strip_prefix("warploom ").unwrap().split(' ');
        CommandLine::try_parse_from(words).unwrap()
    }

    /// Jobs share the processors, a run alone takes two: nothing that comes of it depends on that.
    fn with_threads(run: Result<Option<Run>, Failure>, threads: usize) -> Run {
        let run = run.unwrap().unwrap();
        Run { threads, ..run }
    }

    #[test]
    fn the_command_that_a_report_names_is_the_job() {
        for scheme in Scheme::ALL {
            for engine in EngineKind::ALL {
                let work = KernelWork {
                    descriptor: "bfs/bfs.toml".into(),
                    sha256: String::new(),
                    address_size: Some(sm::descriptor::AddressSize::Wide),
                    scheme: scheme.name().to_owned(),
                    preset: Preset::Maxwell.name().to_owned(),
                    scheduler: Policy::Lrr.name().to_owned(),
                    engine: engine.name().to_owned(),
                    max_cycles: Some(77),
                    seed: 5,
                    rtl: None,
                };
                let line = parsed(&campaign::Work::command(&Work::Kernel(work.clone())));
                let run = work.run(timed::OUT.into()).unwrap();
                assert_eq!(line.kernel, PathBuf::from("kernels/bfs/bfs.toml"));
                assert_eq!(line.address_size, work.address_size);
                let asked = with_threads(line.timed.run(), run.threads);
                assert_eq!(format!("{asked:?}"), format!("{run:?}"));
            }
            let setting = Setting::new(scheme.name(), "fermi", "two-level");
            let setting = setting.watched().by("netlist").capped(9);
            let run = setting.run(Some(8)).unwrap();
            let work = PaperWork {
                descriptor: "lud/lud.toml".into(),
                sha256: String::new(),
                look: Look::Timed(setting),
                max_cycles: Some(8),
            };
            let line = parsed(&campaign::Work::command(&work));
            assert_eq!(line.max_registers, Some(9));
            let asked = with_threads(line.timed.run(), run.threads);
            assert_eq!(format!("{asked:?}"), format!("{run:?}"));
        }
    }
}
