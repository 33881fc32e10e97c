//! Running a kernel cycle by cycle, with what stands for the scheme's hardware.

use super::{Difference, Run};
use crate::error::check_writable;
use crate::Error;
use cosim::in_the_loop::InTheLoop;
use cosim::regression::{Length, Workshop};
use cosim::target::{EngineKind as DutKind, Target};
use cosim::workshop::Builder;
use sm::host::{HostError, Options, Session, TimedOutcome};
use sm::scheme::build;
use sm::timing::TimingError;
use spec::{EngineKind, Hardware};
use surroundings::engine::EngineError;

/// How a run ended.
pub enum Timed {
    /// To its end.
    Ran(Box<TimedOutcome>),
    /// The unit is not what the multiprocessor takes it for.
    Differs(Box<Difference>),
}

/// A kernel has some launches, each of which may be cut: that is how long a model is to run.
const LAUNCHES: u64 = 10;

/// Why a run stopped: what the hardware did is looked into.
enum Stopped {
    Hardware(TimingError),
    Otherwise(Error),
}

impl Run {
    /// Runs a kernel; `say` is told where waveforms are.
    pub fn run(
        &self,
        session: &Session,
        options: Options,
        say: &dyn Fn(&str),
    ) -> Result<Timed, Error> {
        if self.engine == EngineKind::Golden {
            let none = |_: &Target| Err(EngineError::new("golden models are not built"));
            return self.run_on(session, options, &none, say);
        }
        let mut builder = Builder::discovered(DutKind::Verilator, self.bug_folder.clone())?;
        if let Some(cycles) = self.max_cycles {
            builder = builder.for_runs(Length::Cycles(LAUNCHES * cycles));
        }
        check_writable(&self.out)?;
        self.run_on(session, options, &builder, say)
    }

    /// Runs a kernel with what a workshop builds in the place of golden models.
    pub fn run_on(
        &self,
        session: &Session,
        options: Options,
        workshop: &dyn Workshop,
        say: &dyn Fn(&str),
    ) -> Result<Timed, Error> {
        self.check()?;
        let late = match self.behind(session, options, workshop)? {
            Ok(outcome) => return Ok(Timed::Ran(Box::new(outcome))),
            Err(late) => late,
        };
        let mut hardware = self.hardware(workshop);
        let outcome = self.timed(session, options, &mut hardware);
        for written in hardware.finish_waves() {
            match written {
                Ok(file) => say(&format!("waves:  {}", file.display())),
                Err(error) => say(&error.to_string()),
            }
        }
        match outcome {
            Ok(_) if late.is_some() => Err(Error::new(format!(
                "{}: on a thread of its own {}, and side by side nothing differs",
                session.ptx().display(),
                late.unwrap_or_default()
            ))),
            Ok(outcome) => Ok(Timed::Ran(Box::new(outcome))),
            Err(Stopped::Otherwise(error)) => Err(error),
            Err(Stopped::Hardware(error)) => {
                let message = format!("{}: {error}", session.ptx().display());
                let difference = match hardware.found() {
                    Some(found) => self.explain(workshop, &found, message)?,
                    None => Difference::of_golden(message),
                };
                Ok(Timed::Differs(Box::new(difference)))
            }
        }
    }

    fn hardware<'a>(&self, workshop: &'a dyn Workshop) -> InTheLoop<'a> {
        InTheLoop::new(workshop, self.engine, self.seed)
            .with_rtl(self.rtl.clone())
            .with_bug(self.bug.clone())
            .power_aware(self.power_aware)
            .with_waves(self.waves.clone())
    }

    /// A run with RTL on a thread of its own, where that is wanted and can be. What it finds comes too late
    /// to be looked into: it is found again side by side.
    fn behind(
        &self,
        session: &Session,
        options: Options,
        workshop: &dyn Workshop,
    ) -> Result<std::result::Result<TimedOutcome, Option<String>>, Error> {
        if self.threads < 2 || self.engine != EngineKind::Lockstep || self.waves.is_some() {
            return Ok(Err(None));
        }
        let mut hardware = self.hardware(workshop).behind();
        let outcome = self.timed(session, options, &mut hardware);
        match (hardware.late(), outcome) {
            (None, Ok(outcome)) => Ok(Ok(outcome)),
            (None, Err(Stopped::Otherwise(error))) => Err(error),
            (None, Err(Stopped::Hardware(_))) => Ok(Err(None)),
            (Some(late), _) => Ok(Err(Some(late.to_owned()))),
        }
    }

    fn timed(
        &self,
        session: &Session,
        options: Options,
        hardware: &mut dyn Hardware,
    ) -> Result<TimedOutcome, Stopped> {
        let multiprocessor = build(self.scheme, self.settings(), hardware);
        let mut multiprocessor = multiprocessor.map_err(|e| Stopped::Otherwise(e.into()))?;
        let outcome = session.run_timed(options, &mut multiprocessor);
        outcome.map_err(|error| match error {
            HostError::Timing(error @ TimingError::Hardware(_)) => Stopped::Hardware(error),
            error => Stopped::Otherwise(error.into()),
        })
    }
}
