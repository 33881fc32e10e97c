//! The front end: which region a warp stands before, its words, and the marks that come back.

use super::Staging;
use crate::timing::error::Disagreement;
use golden::osu::metadata::{shown_marks, Word};
use spec::osu::{ReglessOutputs, ALL_WARPS, COMPACT_INSTRUCTIONS, MARKED_INSTRUCTIONS};

/// What the front end knows of a warp.
#[derive(Clone, Debug, Default)]
pub(super) struct Front {
    /// The region that it is in or stands before.
    pub region: Option<usize>,
    /// Words of it that have been fetched.
    pub fetched: usize,
    /// Words of it that have been accepted.
    pub fed: usize,
    /// Operations of it whose marks have come.
    pub marked: usize,
    /// It has been active in it.
    pub began: bool,
    /// Since when.
    pub since: u64,
}

impl Staging {
    /// Of warps that stand at instructions, those that may issue them.
    pub(super) fn may_issue(&self, standing: impl Iterator<Item = (usize, u32)>) -> u64 {
        let Some(compiled) = &self.compiled else {
            return 0;
        };
        let mut may = 0;
        for (warp, pc) in standing {
            let front = &self.fronts[warp];
            let number = compiled.region_of[pc as usize];
            if self.active >> warp & 1 == 1 && front.region == Some(number) {
                let steps = compiled.regions[number].steps_of(pc as usize);
                may |= u64::from(front.marked >= steps.end) << warp;
            }
        }
        may
    }

    /// A warp stands before an instruction; so many of the words before it have come.
    pub(super) fn arrive(
        &mut self,
        warp: usize,
        pc: u32,
        fetched: usize,
    ) -> Result<(), Disagreement> {
        let (Some(compiled), None) = (&self.compiled, self.fronts[warp].region) else {
            let front = &mut self.fronts[warp];
            front.fetched = front.fetched.max(fetched);
            return Ok(());
        };
        let number = compiled.region_of[pc as usize];
        if compiled.regions[number].code.start != pc as usize {
            let reason = format!("warp {warp} enters region {number} in its middle, at {pc}");
            return Err(Disagreement::Unit(reason));
        }
        self.fronts[warp] = Front {
            region: Some(number),
            fetched,
            ..Front::default()
        };
        Ok(())
    }

    /// The word that is decoded in this cycle: that of the next warp that has one.
    pub(super) fn word(&self) -> Option<(usize, &Word)> {
        let compiled = self.compiled.as_ref()?;
        let order = (0..ALL_WARPS).map(|n| (self.turn + n) % ALL_WARPS);
        let mut words = order.filter_map(|warp| {
            let front = &self.fronts[warp];
            let words = &compiled.regions[front.region?].words;
            let word = words[..words.len().min(front.fetched)].get(front.fed)?;
            Some((warp, word))
        });
        words.next()
    }

    /// Warps that have become active begin their regions.
    pub(super) fn begin_regions(&mut self, active: u64, now: u64) {
        self.active = active;
        let Some(compiled) = &self.compiled else {
            return;
        };
        for (warp, front) in self.fronts.iter_mut().enumerate() {
            if let (Some(number), false) = (front.region, front.began) {
                if active >> warp & 1 == 1 {
                    (front.began, front.since) = (true, now);
                    self.counts.regions += 1;
                    self.counts.preloads += compiled.regions[number].preloads() as u64;
                }
            }
        }
    }

    /// A word was accepted.
    pub(super) fn accept(&mut self, warp: usize) {
        self.counts.words += 1;
        self.turn = (warp + 1) % ALL_WARPS;
        let front = &mut self.fronts[warp];
        let compiled = self.compiled.as_ref();
        let region = front
            .region
            .and_then(|number| Some(&compiled?.regions[number]));
        let marks = region.and_then(|region| match region.words.get(front.fed)? {
            Word::LastUses(_) => Some(MARKED_INSTRUCTIONS),
            Word::Compact { .. } => Some(COMPACT_INSTRUCTIONS),
            _ => None,
        });
        front.fed += 1;
        self.decoded = marks.map(|marks| (warp, marks));
    }

    /// Marks that were decoded must be the compiler's.
    pub(super) fn uses(&mut self, o: &ReglessOutputs) -> Result<(), Disagreement> {
        let decoded = self.decoded.take();
        let wrong = |reason: String| Disagreement::Port {
            port: "uses".to_owned(),
            tag: None,
            register: None,
            reason,
        };
        let Some((warp, most)) = decoded else {
            return match o.uses_valid {
                true => Err(wrong("marks that nobody has decoded".into())),
                false => Ok(()),
            };
        };
        let front = &mut self.fronts[warp];
        let compiled = self.compiled.as_ref();
        let region = front
            .region
            .and_then(|number| Some(&compiled?.regions[number]));
        let Some(region) = region else {
            return Ok(());
        };
        let end = region.steps.len().min(front.marked + most);
        let marks: Vec<_> = { region.steps[front.marked..end].iter() }
            .map(|step| step.marks)
            .collect();
        let expected = shown_marks(&marks);
        if !o.uses_valid || usize::from(o.uses_warp) != warp || o.uses != expected {
            return Err(wrong(format!(
                "the compiler marked {expected:#x} for warp {warp}, the unit shows {:#x} for warp {}",
                o.uses, o.uses_warp
            )));
        }
        front.marked = end;
        Ok(())
    }
}
