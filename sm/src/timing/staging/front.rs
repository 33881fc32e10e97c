//! The front end: which region a warp stands before, its words, and the marks that come back.

use super::Staging;
use crate::timing::error::Disagreement;
use golden::osu::metadata::{shown_marks, Word};
use golden::osu::{shard_warp, whole_warp};
use spec::osu::{LastUses, ReglessOutputs, WARPS};

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
            if !compiled.regions[number].is_staged() {
                may |= 1 << warp;
            } else if self.active >> warp & 1 == 1 && front.region == Some(number) {
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
        let region = &compiled.regions[number];
        if !region.is_staged() {
            return Ok(());
        }
        if region.code.start != pc as usize {
            let reason = format!("warp {warp} enters region {number} in its middle, at {pc}");
            return Err(Disagreement::Unit(reason));
        }
        let has_marks = region.words.iter().any(|word| !word.marked().is_empty());
        self.fronts[warp] = Front {
            region: Some(number),
            fetched,
            marked: if has_marks { 0 } else { region.steps.len() },
            ..Front::default()
        };
        Ok(())
    }

    /// The word of a shard that is decoded in this cycle: that of its next warp that has one.
    pub(super) fn word(&self, shard: usize) -> Option<(usize, &Word)> {
        let compiled = self.compiled.as_ref()?;
        let of_shard = (0..WARPS).map(|n| (self.turns[shard] + n) % WARPS);
        let order = of_shard.map(|warp| usize::from(whole_warp(shard, warp as u8)));
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

    /// A word of a shard was accepted.
    pub(super) fn accept(&mut self, shard: usize, warp: usize) {
        self.counts.words += 1;
        self.turns[shard] = (usize::from(shard_warp(warp as u8).1) + 1) % WARPS;
        self.decoded_for[shard] = true;
        let front = &mut self.fronts[warp];
        let compiled = self.compiled.as_ref();
        let region = front
            .region
            .and_then(|number| Some(&compiled?.regions[number]));
        let word = region.and_then(|region| region.words.get(front.fed));
        let marks = word.map_or(0, |word| word.marked().len());
        front.fed += 1;
        self.decoded[shard] = (marks > 0).then_some((warp, marks));
    }

    /// Marks that were decoded must be the compiler's.
    pub(super) fn uses(&mut self, o: &ReglessOutputs) -> Result<(), Disagreement> {
        for (shard, shown) in o.uses.iter().enumerate() {
            self.uses_of(shard, shown)?;
        }
        Ok(())
    }

    fn uses_of(&mut self, shard: usize, shown: &LastUses) -> Result<(), Disagreement> {
        let decoded = self.decoded[shard].take();
        let wrong = |reason: String| Disagreement::Port {
            port: format!("uses{shard}"),
            tag: None,
            register: None,
            reason,
        };
        let Some((warp, most)) = decoded else {
            return match shown.valid {
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
        let shown_warp = usize::from(whole_warp(shard, shown.warp));
        if !shown.valid || shown_warp != warp || shown.marks != expected {
            return Err(wrong(format!(
                "the compiler marked {expected:#x} for warp {warp}, the unit shows {:#x} for warp {shown_warp}",
                shown.marks
            )));
        }
        // Behind the last word there are no marks.
        let is_last = front.fed == region.words.len();
        front.marked = if is_last { region.steps.len() } else { end };
        Ok(())
    }
}
