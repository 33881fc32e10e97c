//! The L1 alone, with miss registers of its own: the paper's baseline.

use super::{line, Private};
use crate::timing::memory::Hierarchy;
use golden::avc::encode;
use spec::warp::WarpRegister;

/// A load that waits for a vector.
pub(super) struct Coming {
    vector: u32,
    at: u64,
    /// What the L1 takes of it; nothing if another load has asked for it.
    absent: u32,
    data: WarpRegister,
}

impl Private {
    /// A vector a cycle, in order: what cannot go on keeps those behind it waiting. A load that misses
    /// wants a miss register, a store to a vector that is on its way waits for it.
    pub(super) fn alone(&mut self, now: u64, memory: &mut Hierarchy, done: &mut Vec<(u8, u64)>) {
        self.arrive(now, memory);
        let Some(request) = self.queue.front() else {
            return;
        };
        let mut coming = self.coming.iter();
        let comes = coming.find(|one| one.vector == request.vector);
        let comes = comes.map(|one| one.at);
        let Some(load) = request.load else {
            if comes.is_none() {
                let (vector, mask, data) = (request.vector, request.mask, request.data);
                self.queue.pop_front();
                let leaving = self.l1.write(vector, mask, &data);
                self.write_back(leaving, now, memory);
            }
            return;
        };
        let held = self.l1.lookup(request.vector).held;
        let at = if held & request.mask == request.mask {
            self.l1.use_vector(request.vector);
            now + self.latency
        } else {
            if self.coming.len() == self.misses || (comes.is_none() && !memory.has_room(now)) {
                return;
            }
            let (vector, data) = (request.vector, request.data);
            let (at, absent) = match comes {
                Some(at) => (at.max(now + self.latency), 0),
                None => {
                    let is_affine = encode(&data, request.mask).is_some();
                    let at = memory.private_read(line(vector), is_affine, now);
                    (at, !held)
                }
            };
            self.coming.push(Coming {
                vector,
                at,
                absent,
                data,
            });
            at
        };
        self.queue.pop_front();
        self.complete(load, at, done);
    }

    /// What has come by now enters the L1, in the order of its coming.
    pub(super) fn arrive(&mut self, now: u64, memory: &mut Hierarchy) {
        while let Some(first) = self.first_by(now) {
            let one = self.coming.remove(first);
            if one.absent != 0 {
                let leaving = self.l1.fill(one.vector, one.absent, &one.data);
                self.write_back(leaving, one.at, memory);
            }
        }
    }

    fn first_by(&self, now: u64) -> Option<usize> {
        let all = self.coming.iter().enumerate();
        let come = all.filter(|(_, one)| one.at <= now);
        come.min_by_key(|(_, one)| one.at).map(|(first, _)| first)
    }
}
