//! The end of a run: what its buffers hold against what they must hold.

use super::buffers::file;
use super::checks::check;
use super::error::Inconsistency;
use super::run::Run;
use super::session::Outcome;
use crate::references::{self, Answers, Problem};
use std::collections::BTreeMap;

impl Run<'_> {
    /// Checks, and gives what came out.
    pub fn finish(mut self) -> Result<Outcome, Inconsistency> {
        let mut answers: BTreeMap<&str, Answers> = BTreeMap::new();
        for expectation in &self.session.descriptor().checks {
            let place = self.place(&expectation.buffer)?;
            let expected = match (&expectation.file, &expectation.reference) {
                (Some(path), _) => {
                    let size = place.bytes / place.element.bytes() as u64;
                    file(place.element, size, &self.session.folder().join(path))?
                }
                (None, Some(name)) => {
                    if !answers.contains_key(name.as_str()) {
                        answers.insert(name, self.answers(name)?);
                    }
                    let known = answers.get(name.as_str());
                    let known = known.and_then(|a| a.buffers.get(&expectation.buffer));
                    known.cloned().ok_or_else(|| {
                        let buffer = &expectation.buffer;
                        Inconsistency(format!("reference {name:?} does not answer for {buffer:?}"))
                    })?
                }
                (None, None) => Vec::new(),
            };
            let got = self.read(place);
            if got.len() != expected.len() {
                let (buffer, got, wanted) = (&expectation.buffer, got.len(), expected.len());
                let message = format!("check of {buffer:?}: {got} bytes, {wanted} are expected");
                return Err(Inconsistency(message));
            }
            let result = check(expectation, place.element, got, &expected);
            self.outcome.checks.push(result);
        }
        let places: Vec<_> = self
            .places
            .iter()
            .map(|(name, place)| (name.clone(), *place))
            .collect();
        for (name, place) in places {
            let bytes = self.read(place).to_vec();
            self.outcome.buffers.insert(name, bytes);
        }
        Ok(self.outcome)
    }

    fn answers(&self, name: &str) -> Result<Answers, Inconsistency> {
        let reference = references::find(name);
        let reference = reference.ok_or_else(|| format!("there is no reference {name:?}"))?;
        Ok(reference(&self.problem())?)
    }

    /// What references see: the buffers as they were before the first launch.
    pub fn problem(&self) -> Problem {
        let buffers = self.session.descriptor().buffers.iter().map(|buffer| {
            let initial = self.initial.get(&buffer.name).cloned().unwrap_or_default();
            (buffer.name.clone(), (buffer.element, initial))
        });
        let constants = self
            .constants
            .iter()
            .map(|(name, value)| (name.clone(), value.real()));
        Problem {
            buffers: buffers.collect(),
            constants: constants.collect(),
        }
    }
}
