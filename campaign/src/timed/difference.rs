//! A unit that is not what the multiprocessor takes it for: the run's mismatch as a failure of the unit alone.

use super::Run;
use crate::Error;
use cosim::failure::Pair;
use cosim::in_the_loop::Found;
use cosim::lockstep::Verdict;
use cosim::regression::Workshop;
use cosim::replay::Recipe;
use cosim::shrink::Limits;
use std::path::PathBuf;
use surroundings::engine::{Bench, EngineError};
use surroundings::interface::Interface;

/// What was found out about it.
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
    pub(super) fn of_golden(message: String) -> Self {
        Self {
            message,
            signature: None,
            text: "the golden models do not do what the multiprocessor expects of them".to_owned(),
            replay: None,
            bug_folder: None,
            waves: None,
        }
    }
}

impl Run {
    /// The mismatch as a failure of the unit alone: shrunk, saved, with a waveform.
    pub(super) fn explain(
        &self,
        workshop: &dyn Workshop,
        found: &Found,
        message: String,
    ) -> Result<Difference, Error> {
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
            seed: self.seed,
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
        let text = failure.text(&interface, target, self.seed);
        difference.text = format!("\n{}", text.trim_end());
        let stem = format!("run-{}", target.file_stem(self.seed));
        let stem = self.out.join(stem);
        let replay = failure.replay(&interface, target, target.rtl_digest(), self.seed);
        let file = stem.with_extension("json");
        replay.save(&file)?;
        difference.replay = Some(file);
        difference.bug_folder = self.bug.is_some().then(|| self.bug_folder.clone());
        let recipe = self.waves_of_mismatch.then_some(&failure.recipe);
        if let Some(Recipe::Cycles(stimulus)) = recipe {
            let file = stem.with_extension("fst");
            cosim::waves::write(&pair, stimulus, &file)?;
            difference.waves = Some(file);
        }
        Ok(difference)
    }
}
