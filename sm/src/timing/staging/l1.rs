//! The L1 that staged registers lie in: who has its port, and what it answers.

use super::Staging;
use crate::exec::LANES;
use crate::timing::memory::{Hierarchy, REGISTER_LINES};
use crate::timing::units::Units;
use golden::regless::id_fields;
use spec::regless::{L1Request, ALL_WARPS};
use spec::warp::WarpRegister;

/// What the L1 will answer.
pub(super) struct Answer {
    pub at: u64,
    pub id: u16,
    pub data: WarpRegister,
    /// The warp whose register it is; of a line nobody's.
    pub warp: Option<usize>,
}

impl Staging {
    /// Whether a request of the unit is taken: the L1's port is free, and no other request waits in it.
    pub(crate) fn door_is_free(&self, units: &Units, now: u64) -> bool {
        self.is_perfect || (self.at_door.is_none() && units.l1_is_free(now, self.favoured))
    }

    /// Whether requests take the L1's port from the memory unit.
    pub(crate) fn shares_l1(&self) -> bool {
        !self.is_perfect
    }

    /// The request that waits in the L1 is tried again.
    pub(crate) fn at_door(&mut self, now: u64, memory: &mut Hierarchy) {
        if let Some(request) = self.at_door.take() {
            self.counts.waits += 1;
            self.request(request, now, memory);
        }
    }

    /// The L1 tries a request of the unit: registers are held modified, and nothing is fetched for a write
    /// (5.2.3). What finds its line is done, whatever else the L1 waits for; what does not waits in the L1
    /// for a free place among misses, or for what lies behind.
    pub(super) fn request(&mut self, request: L1Request, now: u64, memory: &mut Hierarchy) {
        let line = REGISTER_LINES + u64::from(request.line);
        if request.write {
            if !self.is_perfect && memory.store_back(line, now).is_err() {
                self.at_door = Some(request);
                return;
            }
            self.counts.written += 1;
            self.memory.insert(request.line, request.data);
        } else if request.read {
            let before = memory.traffic;
            let done = match self.is_perfect {
                true => Ok(now + 1),
                false => memory.load(line, now),
            };
            let Ok(done) = done else {
                self.at_door = Some(request);
                return;
            };
            let (shard, is_line, fill, _) = id_fields(request.id, self.parameters.entry_bits());
            self.counts.lines_read += u64::from(is_line);
            self.counts.registers_read += u64::from(!is_line);
            if !is_line || self.reads_for_preload(shard, fill) {
                self.read_from.add(memory.traffic.furthest_since(&before));
            } else {
                self.to_merge += 1;
            }
            let held = self.memory.get(&request.line);
            // What nobody has written, or what was dropped, is no register of anybody's.
            let data = held.copied().unwrap_or([0xdead_beef; LANES]);
            self.answers.push_back(Answer {
                at: done,
                id: request.id,
                data,
                // The low bits of a line's number are the warp's (5.2.3).
                warp: (!is_line).then_some(request.line as usize % ALL_WARPS),
            });
        }
        self.counts.requests += 1;
        if request.invalidate {
            self.counts.invalidated += 1;
            self.counts.invalidations += u64::from(!request.read);
            if !self.is_perfect {
                memory.drop_line(line, now);
            }
            self.memory.remove(&request.line);
        }
    }
}
