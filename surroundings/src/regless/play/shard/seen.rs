//! What a cycle has shown is held against what was planned.

use super::*;

impl ShardPlay {
    /// The cycle has passed.
    pub fn saw(&mut self, saw: &Saw) -> Result<(), Violation> {
        let wants = self.wants.take().unwrap_or_default();
        self.now += 1;
        self.see_marks(&wants, saw)?;
        for offer in &saw.offers {
            self.see_offer(offer)?;
        }
        let mut progress = saw.meta_ready || !saw.offers.is_empty() || saw.active != self.active;
        for (result, _) in wants
            .results
            .iter()
            .zip(saw.results)
            .filter(|(_, accepted)| *accepted)
        {
            let Some(landing) = result else { continue };
            let (warp, register) = landing.tag;
            self.flat.write(warp, register, landing.mask, &landing.data);
            self.outstanding.remove(&landing.tag);
            self.landings.retain(|l| l.tag != landing.tag);
            progress = true;
        }
        self.see_active(saw.active)?;
        for (issue, _) in wants
            .issued
            .iter()
            .zip(saw.issued)
            .filter(|(_, accepted)| *accepted)
        {
            if let Some((instruction, ends)) = issue {
                self.issued(instruction, *ends);
                progress = true;
            }
        }
        if progress {
            self.last_progress = self.now;
        }
        let stuck = self.now - self.last_progress > PATIENCE;
        if stuck && self.hold == 0 && self.manner.issue > 0 {
            return Err(Violation::new(
                "SomeWarpActivatesInTime",
                format!("nothing has happened for {PATIENCE} cycles"),
            ));
        }
        Ok(())
    }

    fn see_marks(&mut self, wants: &Wants, saw: &Saw) -> Result<(), Violation> {
        if saw.uses != self.marked {
            return Err(Violation::new(
                "DecodingReturnsAnnotations",
                format!("marks {:x?} instead of {:x?}", saw.uses, self.marked),
            ));
        }
        self.marked = None;
        let Some((warp, ..)) = wants.meta.filter(|_| saw.meta_ready) else {
            return Ok(());
        };
        if wants.stray {
            return Ok(());
        }
        let word = self.threads[usize::from(warp)].unsent.pop_front();
        let marks = word.as_ref().map_or(&[][..], Word::marked);
        self.marked = (!marks.is_empty()).then(|| (warp, shown_marks(marks)));
        Ok(())
    }

    fn see_offer(&mut self, offer: &Offered) -> Result<(), Violation> {
        let got = &offer.instruction;
        let Some((expected, sources)) = self.in_flight.remove(&got.tag) else {
            return Err(Violation::new(
                "InstructionIsOfferedOnce",
                format!("tag {} is offered and was not issued", got.tag),
            ));
        };
        let same = (got.warp, got.sources, got.writes)
            == (expected.warp, expected.sources, expected.writes)
            && (!got.writes
                || (got.destination, got.mask, got.write_last)
                    == (expected.destination, expected.mask, expected.write_last));
        if !same {
            return Err(Violation::new(
                "InstructionIsOfferedOnce",
                format!("{got:?} instead of {expected:?}"),
            ));
        }
        for source in (0..SOURCES).filter(|s| expected.sources >> s & 1 == 1) {
            if let Some((lane, value)) = sources[source].differs(&offer.operands[source]) {
                return Err(Violation::new(
                    "ShardReadIsLastWrite",
                    format!(
                        "lane {lane} of R{} of warp {} is {:08x} instead of {value:08x}",
                        expected.registers[source], got.warp, offer.operands[source][lane]
                    ),
                ));
            }
        }
        self.offered += 1;
        if expected.writes {
            let longer = if self.random.chance(self.manner.loads) {
                10
            } else {
                1
            };
            let latency = longer * self.random.below(self.manner.latency.max(1));
            self.landings.push(Landing {
                tag: (expected.warp, expected.destination),
                entry: offer.entry,
                mask: expected.mask,
                data: value(&mut self.random),
                last: expected.write_last,
                // Two cycles after the reserve at the earliest: the offer is three after it.
                ready_at: self.now + latency as u64,
            });
        }
        Ok(())
    }

    fn see_active(&mut self, active: u16) -> Result<(), Violation> {
        for (warp, thread) in self.threads.iter_mut().enumerate() {
            let shown = active >> warp & 1 == 1;
            if !shown {
                if thread.current.is_some() {
                    return Err(Violation::new(
                        "OnlyActiveMayIssue",
                        format!("warp {warp} is stopped in its region"),
                    ));
                }
                thread.leaving = false;
            } else if thread.current.is_none() && !thread.leaving {
                let sent = thread.compiled.len() > 1
                    || thread.unsent.iter().all(|w| matches!(w, Word::LastUses(_)));
                let Some(region) = thread.compiled.pop_front().filter(|_| sent) else {
                    return Err(Violation::new(
                        "InputsArePresent",
                        format!("warp {warp} is active without a region"),
                    ));
                };
                for &(operation, register) in &region.operations {
                    if operation == Operation::Invalidation {
                        self.flat.erase(warp as u8, register);
                    }
                }
                thread.current = Some((region, 0));
            }
        }
        self.active = active;
        Ok(())
    }

    fn issued(&mut self, instruction: &Instruction, ends: bool) {
        let warp = instruction.warp;
        let expected = instruction.registers.map(|r| self.flat.expect(warp, r));
        for source in 0..SOURCES {
            let marked = instruction.last & instruction.erase & instruction.sources;
            if marked >> source & 1 == 1 {
                self.flat.erase(warp, instruction.registers[source]);
            }
        }
        if instruction.writes {
            self.outstanding.insert((warp, instruction.destination));
        }
        self.in_flight
            .insert(instruction.tag, (*instruction, expected));
        self.tag = instruction.tag.wrapping_add(1);
        let thread = &mut self.threads[usize::from(warp)];
        if let Some((_, at)) = &mut thread.current {
            *at += 1;
        }
        if ends {
            thread.current = None;
            thread.leaving = true;
        }
    }
}
