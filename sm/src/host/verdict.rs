//! The end of a run: what its buffers hold against what they must hold.

use super::buffers::file;
use super::checks::check;
use super::error::Inconsistency;
use super::outcome::Outcome;
use super::place::gather;
use super::run::Run;
use crate::descriptor::{BufferType, ElementType};
use crate::references::{self, Answers, Problem};
use std::collections::BTreeMap;

impl Run<'_> {
    /// Checks, and gives what came out.
    pub fn finish(mut self) -> Result<Outcome, Inconsistency> {
        let mut answers: BTreeMap<&str, Answers> = BTreeMap::new();
        for expectation in &self.session.descriptor().checks {
            let buffer = &expectation.buffer;
            let place = self.place(buffer)?;
            let part = self.part(place, expectation.field.as_deref());
            let (layout, column) =
                part.map_err(|p| Inconsistency(format!("check of {buffer:?}: {}", p.0)))?;
            let got = gather(&layout, &column, self.read(place));
            let expected = match (&expectation.file, &expectation.reference) {
                (Some(path), _) => {
                    let size = (got.len() / column.element.bytes()) as u64;
                    file(column.element, size, &self.session.folder().join(path))?
                }
                (None, Some(name)) => {
                    if !answers.contains_key(name.as_str()) {
                        answers.insert(name, self.answers(name)?);
                    }
                    let known = answers.get(name.as_str());
                    let known = known.and_then(|a| a.buffers.get(buffer)).ok_or_else(|| {
                        Inconsistency(format!("reference {name:?} does not answer for {buffer:?}"))
                    })?;
                    gather(&layout, &column, known)
                }
                (None, None) => Vec::new(),
            };
            if got.len() != expected.len() {
                let (got, wanted) = (got.len(), expected.len());
                let message = format!("check of {buffer:?}: {got} bytes, {wanted} are expected");
                return Err(Inconsistency(message));
            }
            let result = check(expectation, column.element, place.width, &got, &expected);
            self.outcome.checks.push(result);
        }
        let allocations = self.memory().allocations().iter();
        let outside = allocations.filter_map(|a| Some((a.name.clone(), a.outside?)));
        self.outcome.outside = outside.filter(|(_, count)| *count > 0).collect();
        let places: Vec<_> = self
            .places
            .iter()
            .map(|(name, place)| (name.clone(), *place))
            .collect();
        for (name, place) in places {
            let bytes = self.read(place).to_vec();
            self.outcome
                .shapes
                .insert(name.clone(), self.buffer_shape(place));
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
            // References take structs as bytes.
            let element = match buffer.element {
                BufferType::Element(element) => element,
                BufferType::Struct(_) => ElementType::U8,
            };
            (buffer.name.clone(), (element, initial))
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
