//! The front end: which region a warp stands before, its words, and the marks that come back.

use super::Staging;
use crate::timing::error::Disagreement;
use crate::timing::scheduler::{bits, next_bit};
use golden::regless::metadata::shown_marks;
use golden::regless::{shard_warp, whole_warp};
use spec::regless::{LastUses, ReglessOutputs, SHARDS, WARPS};

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
    pub(crate) fn may_issue(&self, standing: impl Iterator<Item = (usize, u32)>) -> u64 {
        let Some(compiled) = &self.compiled else {
            return 0;
        };
        let mut may = 0;
        for (warp, pc) in standing {
            let stand = &compiled.stands[pc as usize];
            let front = &self.fronts[warp];
            let is_staged = self.active >> warp & 1 == 1
                && front.region == Some(stand.region)
                && front.marked >= stand.marks;
            may |= u64::from(!stand.is_staged || is_staged) << warp;
        }
        may
    }

    /// Something has changed of a warp: whether a word of it can be decoded, whether it stands before a region.
    pub(super) fn look(&mut self, warp: usize) {
        let front = &self.fronts[warp];
        let compiled = self.compiled.as_ref();
        let words = { front.region.zip(compiled) }.map_or(0, |(region, c)| c.words[region].len());
        let bit = |set: u64, is: bool| set & !(1 << warp) | u64::from(is) << warp;
        self.feeding = bit(self.feeding, front.fed < words.min(front.fetched));
        self.before = bit(self.before, front.region.is_some() && !front.began);
    }

    /// A warp stands before an instruction; so many of the words before it have come.
    pub(crate) fn arrive(
        &mut self,
        warp: usize,
        pc: u32,
        fetched: usize,
    ) -> Result<(), Disagreement> {
        let (Some(compiled), None) = (&self.compiled, self.fronts[warp].region) else {
            let front = &mut self.fronts[warp];
            front.fetched = front.fetched.max(fetched);
            self.look(warp);
            return Ok(());
        };
        let number = compiled.stands[pc as usize].region;
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
        self.look(warp);
        Ok(())
    }

    /// The word of a shard that is decoded in this cycle, encoded: that of its next warp that has one.
    pub(super) fn word(&self, shard: usize) -> Option<(usize, (u8, u64))> {
        let of_shard = (0..WARPS).fold(0, |warps, n| warps | 1u64 << (SHARDS * n));
        let waiting = self.feeding & of_shard << shard;
        if waiting == 0 {
            return None;
        }
        let warp = next_bit(
            waiting,
            usize::from(whole_warp(shard, self.turns[shard] as u8)),
        );
        let front = &self.fronts[warp];
        let words = &self.compiled.as_ref()?.words[front.region?];
        Some((warp, words[front.fed]))
    }

    /// Warps that have become active begin their regions.
    pub(super) fn begin_regions(&mut self, active: u64, now: u64) {
        self.active = active;
        let Some(compiled) = &self.compiled else {
            return;
        };
        for warp in bits(active & self.before) {
            let front = &mut self.fronts[warp];
            (front.began, front.since) = (true, now);
            self.counts.regions += 1;
            let region = front.region.map(|number| &compiled.regions[number]);
            self.counts.preloads += region.map_or(0, |region| region.preloads() as u64);
        }
        self.before &= !active;
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
        self.look(warp);
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
