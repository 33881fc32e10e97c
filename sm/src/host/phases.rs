//! Phases of a run: how often, with which counters and series, and when they are over.

use super::buffers::{count, push};
use super::error::{HostError, Inconsistency};
use super::expression::Value;
use super::machine::Machine;
use super::run::Run;
use crate::descriptor::Phase;

impl Run<'_> {
    /// One phase, as often as it says.
    pub fn phase<M: Machine>(
        &mut self,
        index: usize,
        phase: &Phase,
        machine: &mut M,
    ) -> Result<(), HostError> {
        let session = self.session;
        let problem = |problem| session.inconsistent(problem);
        let times = self.times(phase).map_err(problem)?;
        for time in 0..times {
            self.enter(phase, time).map_err(problem)?;
            for launch in &phase.launches {
                self.launch(launch, machine)?;
            }
            let ended = self.ended(phase).map_err(problem)?;
            for [a, b] in &phase.swap {
                let (first, second) = (
                    self.place(a).map_err(problem)?,
                    self.place(b).map_err(problem)?,
                );
                if (first.shape, first.bytes) != (second.shape, second.bytes) {
                    let message = format!("swap: {a:?} and {b:?} differ in type or size");
                    return Err(problem(Inconsistency(message)));
                }
                self.places.insert(a.clone(), second);
                self.places.insert(b.clone(), first);
            }
            if ended {
                self.locals.clear();
                return Ok(());
            }
        }
        self.locals.clear();
        if phase.until.is_some() {
            let message = format!(
                "phase {}: 'until' did not come true in {times} times",
                index + 1
            );
            self.outcome.unfinished.get_or_insert(message);
        }
        Ok(())
    }

    fn times(&self, phase: &Phase) -> Result<u64, Inconsistency> {
        let mut times = match &phase.repeat {
            Some(repeat) => count(self.value(repeat, false)?, "repeat")?,
            None => 1,
        };
        let mut lengths = phase.series.values().map(|values| values.len() as u64);
        if let Some(length) = lengths.next() {
            if lengths.any(|other| other != length) {
                return Err("the series of a phase have one length".into());
            }
            if phase.repeat.is_some() && times != length {
                return Err(format!("repeat is {times}, the series have {length} values").into());
            }
            times = length;
        }
        Ok(times)
    }

    fn enter(&mut self, phase: &Phase, time: u64) -> Result<(), Inconsistency> {
        self.locals.clear();
        if let Some(counter) = &phase.counter {
            self.locals
                .insert(counter.clone(), Value::Integer(time as i64));
        }
        for (name, values) in &phase.series {
            let value = self.value(&values[time as usize], false)?;
            self.locals.insert(name.clone(), value);
        }
        for name in &phase.reset {
            let place = self.place(name)?;
            let initial = self.initial.get(name).cloned().unwrap_or_default();
            self.write(place, &initial);
        }
        Ok(())
    }

    fn ended(&self, phase: &Phase) -> Result<bool, Inconsistency> {
        let Some(until) = &phase.until else {
            return Ok(false);
        };
        let place = self.place(&until.buffer)?;
        let element = place.element();
        let element = element.map_err(|p| format!("until: {:?}: {}", until.buffer, p.0))?;
        let index = count(self.value(&until.index, false)?, "index")? as usize;
        let mut wanted = Vec::new();
        push(element, self.value(&until.equals, false)?, &mut wanted)?;
        let mut elements = self.read(place).chunks_exact(element.bytes());
        let element = elements.nth(index);
        let element = element.ok_or_else(|| {
            Inconsistency(format!("until: {:?} has no element {index}", until.buffer))
        })?;
        Ok(element == wanted)
    }
}
