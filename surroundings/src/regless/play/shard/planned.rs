//! What the play does in a cycle.

use super::*;

impl ShardPlay {
    pub(super) fn plan(&mut self) -> Wants {
        if self.random.chance(self.manner.barriers) {
            self.hold ^= 1 << self.random.below(WARPS);
        } else if self.manner.barriers == 0 {
            self.hold = 0;
        }
        let stray = self.stray();
        Wants {
            meta: stray.or_else(|| self.word()),
            stray: stray.is_some(),
            hold: self.hold,
            issued: self.issue(),
            results: self.results(),
        }
    }

    /// A word that does not decode, or that its warp's region does not await: it must do nothing.
    fn stray(&mut self) -> Option<(u8, u8, u64)> {
        if self.manner.strays == 0 || self.random.below(self.manner.strays) > 0 {
            return None;
        }
        // Few regions need a further word; in the midst of one is where a region may not begin.
        let start = self.random.below(WARPS);
        let awaits =
            |w: &usize| matches!(self.threads[*w].unsent.front(), Some(Word::Operations(_)));
        let mut warps = (0..WARPS).map(|k| (start + k) % WARPS);
        let warp = warps.find(awaits).unwrap_or(start);
        let operations = vec![(Operation::Preload, self.random.below(64) as u8)];
        let word = match self.threads[warp].unsent.front() {
            _ if self.random.chance(30) => {
                return Some((warp as u8, Format::LastUses as u8, 63));
            }
            Some(Word::Operations(_)) => Word::Region {
                usage: [1; BANKS],
                operations,
                more: 0,
            },
            _ => Word::Operations(operations),
        };
        Some(sent(warp, &word))
    }

    fn word(&mut self) -> Option<(u8, u8, u64)> {
        // Words of a region often come one after the other.
        let start = [self.random.below(WARPS), self.fed][self.random.below(2)];
        for warp in (0..WARPS).map(|i| (start + i) % WARPS) {
            if self.manner.warps >> warp & 1 == 0 {
                continue;
            }
            self.compile(warp);
            if let Some(word) = self.threads[warp].unsent.front() {
                if !self.random.chance(self.manner.words) {
                    return None;
                }
                self.fed = warp;
                return Some(sent(warp, word));
            }
        }
        None
    }

    /// The next region of a warp, when the store could have room for it.
    fn compile(&mut self, warp: usize) {
        let thread = &mut self.threads[warp];
        if !thread.unsent.is_empty() || thread.compiled.len() > 1 {
            return;
        }
        let length = 1 + self.random.below(2 * self.manner.length);
        let mut region = thread.compiler.region(&mut self.random, length);
        if let Some((how, one_in)) = self.breaks {
            if self.random.below(one_in) == 0 {
                if let Some(broken) = region.broken(&mut self.random, how) {
                    region = broken;
                    self.broken = true;
                }
            }
        }
        if self.manner.too_big > 0 && !self.too_big && self.lines < 7 {
            // Its warp never runs again; any manner has another.
            self.too_big = self.random.below(self.manner.too_big) == 0;
            if self.too_big {
                region.usage[self.random.below(BANKS)] = self.lines as u8 + 1;
            }
        }
        thread.unsent = region
            .words()
            .expect("the compiler keeps to the layouts")
            .into();
        thread.compiled.push_back(region);
    }

    fn issue(&mut self) -> [Option<(Instruction, bool)>; UNITS] {
        let mut issued = [None; UNITS];
        if !self.random.chance(self.manner.issue) {
            return issued;
        }
        let mut chosen: BTreeMap<u8, usize> = BTreeMap::new();
        let mut blocked = self.outstanding.clone();
        let mut left = BTreeSet::new();
        let start = self.random.below(WARPS);
        let mut tag = self.tag;
        for slot in &mut issued {
            let order = (0..WARPS).map(|i| ((start + i) % WARPS) as u8);
            let ready = order
                .filter(|w| self.active >> w & 1 == 1 && !left.contains(w))
                .find_map(|warp| {
                    let (region, at) = self.threads[usize::from(warp)].current.as_ref()?;
                    let at = at + chosen.get(&warp).copied().unwrap_or(0);
                    let step = region.steps.get(at)?;
                    let free = step
                        .sources
                        .iter()
                        .chain([&step.destination])
                        .flatten()
                        .all(|r| !blocked.contains(&(warp, *r)));
                    free.then_some((warp, *step, at + 1 == region.steps.len()))
                });
            let Some((warp, step, ends)) = ready else {
                break;
            };
            if let Some(register) = step.destination {
                blocked.insert((warp, register));
            }
            if ends {
                left.insert(warp);
            }
            *chosen.entry(warp).or_default() += 1;
            *slot = Some((step.instruction(warp, tag), ends));
            tag = tag.wrapping_add(1);
        }
        // One alone comes at either port.
        if issued[1].is_none() && tag & 1 == 1 {
            issued.swap(0, 1);
        }
        issued
    }

    fn results(&mut self) -> [Option<Landing>; RESULTS] {
        let mut results = [const { None }; RESULTS];
        if !self.random.chance(self.manner.results) {
            return results;
        }
        let now = self.now;
        let mut ready = self.landings.iter().filter(|l| l.ready_at <= now);
        if ready.clone().count() < 2 && now < self.first_result {
            return results;
        }
        self.first_result = 0;
        results.fill_with(|| ready.next().cloned());
        results
    }
}

/// A word as it comes from a warp's code.
fn sent(warp: usize, word: &Word) -> (u8, u8, u64) {
    let (format, code) = word.encode().expect("the compiler keeps to the layouts");
    (warp as u8, format as u8, code)
}
