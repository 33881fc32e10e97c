//! A kernel cycle by cycle: what `warploom run --scheme` writes with `--json`.

use crate::kernels;
use crate::paper::work::Setting;
use crate::timed::document::Document;
use crate::timed::{Run, Timed};
use crate::Error;
use serde_json::Value;
use sm::energy::Constants;
use sm::host::{Options, Session};
use std::path::Path;

impl Setting {
    /// The run of it, by golden models: what [`command`](crate::Work::command) names.
    pub fn run(&self, max_cycles: Option<u64>) -> Result<Run, Error> {
        let mut run = Run {
            policy: self.scheduler.parse()?,
            max_cycles,
            stalls: true,
            profile: self.profile,
            ..Run::new(self.scheme.parse()?, self.preset.parse()?)?
        };
        run.parameters = run.parameters.overridden(&self.parameters)?;
        if let Some(energy) = &self.energy {
            run.constants = Constants::named(energy)?;
        }
        Ok(run)
    }
}

/// Runs it; a kernel whose results are wrong gives its document too, which says so.
pub fn run(descriptor: &Path, setting: &Setting, max_cycles: Option<u64>) -> Result<Value, Error> {
    let timed = setting.run(max_cycles)?;
    let session = Session::open_for(&kernels::folder().join(descriptor), None)?;
    let options = Options {
        physical: true,
        max_registers: setting.registers,
    };
    // Golden models have no signals to show, so there is nothing to say.
    match timed.run(&session, options, &|_| {})? {
        Timed::Ran(ran) => {
            let added = Some(timed.document(&ran));
            let (outcome, statistics) = (&ran.outcome, &ran.statistics);
            let written = Document::new(descriptor, &session, outcome, statistics, added);
            Ok(serde_json::to_value(written)?)
        }
        Timed::Differs(difference) => Err(Error::new(difference.message)),
    }
}
