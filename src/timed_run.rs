//! Kernels cycle by cycle: what `warploom run --scheme` adds to a run.

mod shown;

pub use shown::TimedDocument;

use crate::dut;
use crate::failure::Failure;
use crate::say;
use cosim::failure::Pair;
use cosim::in_the_loop::{Found, InTheLoop};
use cosim::lockstep::Verdict;
use cosim::regression::{Length, Workshop};
use cosim::replay::Recipe;
use cosim::shrink::Limits;
use cosim::target::{EngineKind as DutKind, Target};
use cosim::window::Wanted;
use sm::energy::{self, Constants, Energy};
use sm::host::{HostError, Options, Session, TimedOutcome};
use sm::scheme::build;
use sm::timing::{Parameters, Policy, Preset, Settings, TimingError};
use spec::{EngineKind, Hardware, Scheme};
use std::path::PathBuf;
use surroundings::engine::{Bench, EngineError};
use surroundings::interface::Interface;

/// Options of a run cycle by cycle.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Run cycle by cycle with this scheme of register storage: baseline, warped-compression,
    /// slumber, warped-register-file, avc, regless
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
    /// Warp scheduler: gto, lrr, two-level [default: two-level for slumber and warped-register-file, whose
    /// paper takes it, gto for the others]
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
        default_value = "paper",
        requires = "scheme"
    )]
    energy: String,
    /// Seed of what the registers of RTL hold at power-up
    #[arg(long, value_name = "S", default_value_t = 1, requires = "scheme")]
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
        default_value = "tests/bugs/kernels",
        requires = "bug"
    )]
    bug_folder: PathBuf,
    /// Memories of the unit forget what has no power (scheme warped-compression)
    #[arg(long, requires = "scheme")]
    power_aware: bool,
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
    #[arg(long, value_name = "DIR", default_value = "out/failures")]
    out: PathBuf,
}

/// How a run ended.
pub enum Timed {
    /// To its end.
    Ran(Box<TimedOutcome>),
    /// The unit is not what the multiprocessor takes it for.
    Differs(Box<Difference>),
}

/// What was found out about a unit that is not what the multiprocessor takes it for.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Where in the run.
    pub message: String,
    /// The unit and what of it differs, if it differs from its golden model.
    pub signature: Option<String>,
    /// What is said of the unit alone.
    pub text: String,
    /// The replay file of the unit alone.
    pub replay: Option<PathBuf>,
    /// Where its seeded bug is described, if it has one.
    pub bug_folder: Option<PathBuf>,
    /// The waveform.
    pub waves: Option<PathBuf>,
}

impl Difference {
    fn of_golden(message: String) -> Self {
        Self {
            message,
            signature: None,
            text: "the golden models do not do what the multiprocessor expects of them".to_owned(),
            replay: None,
            bug_folder: None,
            waves: None,
        }
    }

    /// For a person.
    pub fn print(&self) {
        say!("{}", self.message);
        say!("{}", self.text);
        if let Some(replay) = &self.replay {
            let folder = self.bug_folder.iter();
            let folder: String = folder
                .map(|folder| format!(" --bug-folder {}", folder.display()))
                .collect();
            say!("\nreplay: warploom replay {}{folder}", replay.display());
        }
        if let Some(waves) = &self.waves {
            say!("waves:  {}", waves.display());
        }
    }
}

impl Args {
    /// The scheduler that was asked for, or the one of the scheme's paper.
    fn scheduler(&self) -> Policy {
        self.scheduler.unwrap_or(match self.scheme {
            Some(Scheme::Slumber | Scheme::WarpedRegisterFile) => Policy::TwoLevel,
            _ => Policy::Gto,
        })
    }

    /// How to run; `None` without a scheme.
    pub fn settings(&self) -> Result<Option<Settings>, Failure> {
        if self.scheme.is_none() {
            return Ok(None);
        }
        self.check()?;
        let mut parameters = self.preset.parameters();
        if let Some(path) = &self.parameters {
            let bad = |why: &dyn std::fmt::Display| {
                Failure::bad_input(format!("{}: {why}", path.display()))
            };
            let text = std::fs::read_to_string(path);
            let text = text.map_err(|error| bad(&format!("cannot be read: {error}")))?;
            parameters = parameters.overridden(&text).map_err(|error| bad(&error))?;
        }
        Ok(Some(Settings {
            policy: self.scheduler(),
            max_cycles: self.max_cycles,
            stalls: self.stalls,
            profile: self.profile,
            ..Settings::new(parameters)
        }))
    }

    /// What makes no sense together.
    fn check(&self) -> Result<(), Failure> {
        let golden = self.engine == EngineKind::Golden;
        let bad = |text: String| Err(Failure::bad_input(text));
        if self.power_aware && (golden || self.scheme != Some(Scheme::WarpedCompression)) {
            return bad("--power-aware is for memories in RTL that are switched off; take --scheme \
                        warped-compression with --engine rtl or lockstep (scheme slumber always checks \
                        that what is read was retained)"
                .into());
        }
        if golden && self.bug.is_some() {
            return bad(
                "--bug is put into RTL, and the engine golden has none; take --engine rtl or lockstep"
                    .into(),
            );
        }
        if self.stalls && self.engine == EngineKind::Rtl {
            return bad(
                "--stalls looks into the golden model, and the engine rtl has none; take --engine golden or \
                 lockstep"
                    .into(),
            );
        }
        let Some(file) = &self.waves else {
            return Ok(());
        };
        if golden {
            return bad(
                "--waves shows signals of RTL, and the engine golden has none; take --engine \
                        rtl or lockstep"
                    .into(),
            );
        }
        if self.to.is_some_and(|to| to < self.from) {
            return bad(format!("--to is before --from {}", self.from));
        }
        if file.extension().is_none_or(|extension| extension != "fst") {
            return bad(format!(
                "--waves {}: the format is FST; take a name that ends in .fst",
                file.display()
            ));
        }
        Ok(())
    }

    fn wanted_waves(&self) -> Option<Wanted> {
        let to = self.to.unwrap_or(self.from.saturating_add(999));
        self.waves.as_ref().map(|file| Wanted {
            file: file.clone(),
            cycles: self.from..=to,
        })
    }

    /// The constants of energy.
    pub fn constants(&self) -> Result<Constants, Failure> {
        Constants::named(&self.energy).map_err(|error| Failure::bad_input(error.to_string()))
    }

    /// What `--json` adds.
    pub fn document<'a>(
        &'a self,
        ran: &'a TimedOutcome,
        parameters: &Parameters,
        constants: &Constants,
    ) -> TimedDocument<'a> {
        let registers = &ran.counts.registers;
        let energy = Energy::of(
            &energy::Run {
                scheme: self.scheme.unwrap_or(Scheme::Baseline),
                preset: self.preset,
                parameters,
                counts: &ran.counts,
            },
            constants,
        );
        TimedDocument {
            scheme: self.scheme.map_or("", Scheme::name),
            preset: self.preset.name(),
            engine: self.engine.name(),
            scheduler: self.scheduler().name(),
            max_cycles: self.max_cycles,
            timing: &ran.counts,
            compression: self
                .scheme
                .filter(|&s| s == Scheme::WarpedCompression)
                .and_then(|_| {
                    Some(shown::Compression {
                        all: registers.compression()?,
                        not_divergent: registers.compression_not_divergent(),
                    })
                }),
            leakage_saving_per_cycle: registers.sleep.saving_per_cycle(),
            energy,
            order_shows: ran.order_shows.as_deref(),
        }
    }
}

/// A kernel has some launches, each of which may be cut: that is how long a model is to run.
const LAUNCHES: u64 = 10;

/// Runs a kernel.
pub fn run(
    args: &Args,
    settings: Settings,
    session: &Session,
    options: Options,
) -> Result<Timed, Failure> {
    if args.engine == EngineKind::Golden {
        let none = |_: &Target| Err(EngineError::new("golden models are not built"));
        return run_on(args, settings, session, options, &none);
    }
    let mut builder = dut::builder(DutKind::Verilator, args.bug_folder.clone())?;
    if let Some(cycles) = args.max_cycles {
        builder = builder.for_runs(Length::Cycles(LAUNCHES * cycles));
    }
    dut::check_writable(&args.out)?;
    run_on(args, settings, session, options, &builder)
}

/// Runs a kernel with what a workshop builds in the place of golden models.
pub fn run_on(
    args: &Args,
    settings: Settings,
    session: &Session,
    options: Options,
    workshop: &dyn Workshop,
) -> Result<Timed, Failure> {
    let Some(scheme) = args.scheme else {
        return Err(Failure::bad_input("--scheme is missing"));
    };
    if args.engine == EngineKind::Golden && args.rtl.is_some() {
        return Err(Failure::bad_input(
            "--rtl replaces RTL, and the engine golden has none; take --engine rtl or lockstep",
        ));
    }
    let hardware = InTheLoop::new(workshop, args.engine, args.seed);
    let mut hardware = hardware
        .with_rtl(args.rtl.clone())
        .with_bug(args.bug.clone())
        .power_aware(args.power_aware)
        .with_waves(args.wanted_waves());
    let outcome = timed(scheme, settings, session, options, &mut hardware);
    for written in hardware.finish_waves() {
        match written {
            Ok(file) => say!("waves:  {}", file.display()),
            Err(error) => say!("{error}"),
        }
    }
    match outcome {
        Ok(outcome) => Ok(ran(outcome)),
        Err(Stopped::Otherwise(failure)) => Err(failure),
        Err(Stopped::Hardware(error)) => {
            let message = format!("{}: {error}", session.ptx().display());
            let difference = match hardware.found() {
                Some(found) => explain(args, workshop, &found, message)?,
                None => Difference::of_golden(message),
            };
            Ok(Timed::Differs(Box::new(difference)))
        }
    }
}

fn ran(outcome: TimedOutcome) -> Timed {
    Timed::Ran(Box::new(outcome))
}

/// Why a run stopped: what the hardware did is looked into.
enum Stopped {
    Hardware(TimingError),
    Otherwise(Failure),
}

fn timed(
    scheme: Scheme,
    settings: Settings,
    session: &Session,
    options: Options,
    hardware: &mut dyn Hardware,
) -> Result<TimedOutcome, Stopped> {
    let multiprocessor = build(scheme, settings, hardware);
    let mut multiprocessor = multiprocessor.map_err(|e| Stopped::Otherwise(e.into()))?;
    let outcome = session.run_timed(options, &mut multiprocessor);
    outcome.map_err(|error| match error {
        HostError::Timing(error @ TimingError::Hardware(_)) => Stopped::Hardware(error),
        error => Stopped::Otherwise(error.into()),
    })
}

/// The mismatch as a failure of the unit alone: shrunk, saved, with a waveform.
fn explain(
    args: &Args,
    workshop: &dyn Workshop,
    found: &Found,
    message: String,
) -> Result<Difference, Failure> {
    let target = &found.target;
    let interface = Interface::of(&target.configuration.parameters);
    let kit = target.kit();
    let (golden, dut) = (kit.golden(), workshop.build(target)?);
    let dut: &dyn Bench = &*dut;
    let pair = Pair {
        interface: &interface,
        kit: &*kit,
        golden: &*golden,
        dut,
        seed: args.seed,
    };
    let mismatch = match &found.mismatch {
        Some(mismatch) => Some(mismatch.clone()),
        // The unit ran alone: what it got shows whether it or the multiprocessor is wrong.
        None => match pair.replay(&found.stimulus)? {
            Verdict::Mismatch(mismatch) => Some(mismatch),
            _ => None,
        },
    };
    let failure = mismatch.map(|mismatch| {
        let limits = Limits::default();
        pair.investigate_trace(&mismatch, &found.stimulus, limits, &mut |_| {})
    });
    let failure: Result<Option<_>, EngineError> = failure.transpose().map(Option::flatten);
    let mut difference = Difference {
        message,
        signature: None,
        text: "the unit alone does not differ from its golden model on what it got".to_owned(),
        replay: None,
        bug_folder: None,
        waves: None,
    };
    let Some(failure) = failure? else {
        return Ok(difference);
    };
    let unit = target.configuration.unit();
    difference.signature = Some(format!("{unit}: {}", failure.mismatch.subject));
    let text = failure.text(&interface, target, args.seed);
    difference.text = format!("\n{}", text.trim_end());
    let stem = args
        .out
        .join(format!("run-{}", target.file_stem(args.seed)));
    let replay = failure.replay(&interface, target, target.rtl_digest(), args.seed);
    let file = stem.with_extension("json");
    replay.save(&file)?;
    difference.replay = Some(file);
    difference.bug_folder = args.bug.is_some().then(|| args.bug_folder.clone());
    let recipe = (!args.no_waves).then_some(&failure.recipe);
    if let Some(Recipe::Cycles(stimulus)) = recipe {
        let file = stem.with_extension("fst");
        cosim::waves::write(&pair, stimulus, &file)?;
        difference.waves = Some(file);
    }
    Ok(difference)
}
