//! The L1 beside the unit.

use super::{line, Private, Request};
use crate::timing::error::Disagreement;
use crate::timing::memory::Hierarchy;
use golden::avc::encode;
use spec::avc::{AvcCache, CacheInputs, CacheOutputs, L1_LOOKUP_CYCLES};
use spec::warp::WarpRegister;
use spec::{UnitFault, UnitModel};

/// Cycles from acceptance to the answer of a hit (docs/units/avc.md), part of the L1's latency.
const HIT: u64 = 5;
/// Cycles from acceptance of a load that misses to memory's port.
const TO_MEMORY: u64 = 6;
/// Cycles from memory's answer to the unit's.
const FROM_MEMORY: u64 = 7;

/// What memory owes a miss register, and when the unit is given it.
pub(super) struct Response {
    at: u64,
    miss: u32,
    data: WarpRegister,
}

impl Private {
    /// A cycle of the unit.
    pub(super) fn beside(
        &mut self,
        unit: &mut dyn UnitModel<AvcCache>,
        now: u64,
        memory: &mut Hierarchy,
        done: &mut Vec<(u8, u64)>,
    ) -> Result<(), Disagreement> {
        let mut inputs = CacheInputs {
            l1_command_ready: true,
            mem_ready: memory.has_room(now),
            ..CacheInputs::default()
        };
        // A store waits until all lanes of older loads of its vector have been served.
        let may = |next: &&Request| {
            let older = self.inside.iter().chain(self.missed.iter().flatten());
            let mut loads = older.filter(|older| older.load.is_some());
            next.load.is_some() || loads.all(|older| older.vector != next.vector)
        };
        if let Some(next) = self.queue.front().filter(may) {
            inputs.req_valid = true;
            inputs.req_write = next.load.is_none();
            inputs.req_address = next.vector;
            inputs.req_mask = next.mask;
            if inputs.req_write {
                inputs.req_data = next.data;
            }
        }
        let place = self.clock as usize % L1_LOOKUP_CYCLES;
        if let Some(vector) = self.lookups[place].take() {
            let looked = self.l1.lookup(vector);
            inputs.l1_held = looked.held;
            inputs.l1_modified = looked.modified;
            inputs.l1_data = looked.data;
        }
        let given = self.given(now);
        if let Some(first) = given {
            let response = &self.responses[first];
            inputs.mem_response_valid = true;
            inputs.mem_response_miss = response.miss;
            inputs.mem_response_data = response.data;
        }
        let outputs = unit.cycle(&inputs).map_err(|fault| match fault {
            UnitFault::Differs(difference) => Disagreement::Port {
                port: difference.port,
                tag: self.queue.front().and_then(|request| request.load),
                register: None,
                reason: difference.reason,
            },
            other => other.into(),
        })?;
        if inputs.req_valid && outputs.req_ready {
            if let Some(next) = self.queue.pop_front() {
                if next.load.is_none() {
                    *self.stored.entry(next.vector).or_default() |= next.mask;
                    *self.newer.entry(next.vector).or_default() |= next.mask;
                }
                self.inside.push_back(next);
            }
        }
        if let Some(first) = given.filter(|_| outputs.mem_response_ready) {
            self.responses.remove(first);
        }
        self.lookups[place] = outputs.l1_lookup_valid.then_some(outputs.l1_lookup_address);
        if outputs.ans_valid {
            self.answered(&outputs, now, memory, done)?;
        }
        self.neighbours(&inputs, &outputs, now, memory);
        self.clock += 1;
        let seen = [
            inputs.req_valid,
            inputs.mem_response_valid,
            outputs.ans_valid,
            outputs.l1_lookup_valid,
            outputs.l1_command_valid,
            outputs.mem_valid,
        ];
        if seen.contains(&true) {
            self.active = self.clock;
        }
        Ok(())
    }

    /// The oldest transaction is answered.
    fn answered(
        &mut self,
        outputs: &CacheOutputs,
        now: u64,
        memory: &mut Hierarchy,
        done: &mut Vec<(u8, u64)>,
    ) -> Result<(), Disagreement> {
        let is_late = outputs.ans_missed && outputs.ans_data_valid;
        let asked = if is_late {
            self.missed[outputs.ans_miss as usize].take()
        } else {
            self.inside.pop_front()
        };
        let Some(mut request) = asked else {
            return Err(Disagreement::Unit("an answer that nobody asked for".into()));
        };
        if outputs.ans_missed && !is_late {
            let register = &mut self.missed[outputs.ans_miss as usize];
            if register.is_some() || request.load.is_none() {
                return Err(self.wrong("ans_miss", &request, "it cannot wait there"));
            }
            *register = Some(request);
            return Ok(());
        }
        if outputs.ans_lanes | outputs.ans_replay != request.mask {
            return Err(self.wrong(
                "ans_lanes",
                &request,
                "lanes are neither served nor replayed",
            ));
        }
        let Some(load) = request.load else {
            return Ok(());
        };
        // What was stored before this load; later stores to the vector wait for it.
        let known = self.stored.get(&request.vector).copied().unwrap_or(0);
        let lanes = outputs.ans_lanes & known;
        for (lane, expected) in request.data.iter().enumerate() {
            let got = outputs.ans_data[lane];
            if lanes >> lane & 1 == 1 && got != *expected {
                let reason = format!("lane {lane} is {got:#010x}, the warp holds {expected:#010x}");
                return Err(self.wrong("ans_data", &request, &reason));
            }
        }
        if outputs.ans_replay != 0 {
            memory.traffic.private_replays += 1;
            request.mask = outputs.ans_replay;
            self.queue.push_front(request);
            return Ok(());
        }
        let at = if is_late {
            now + 1
        } else {
            now + (1 + self.latency).saturating_sub(HIT).max(1)
        };
        self.complete(load, at, done);
        Ok(())
    }

    fn wrong(&self, port: &str, request: &Request, reason: &str) -> Disagreement {
        Disagreement::Port {
            port: port.to_owned(),
            tag: request.load,
            register: None,
            reason: format!("vector {}: {reason}", request.vector),
        }
    }

    /// What the L1 and memory do about a cycle.
    fn neighbours(
        &mut self,
        inputs: &CacheInputs,
        outputs: &CacheOutputs,
        now: u64,
        memory: &mut Hierarchy,
    ) {
        if outputs.l1_use_valid {
            self.l1.use_vector(outputs.l1_use_address);
        }
        if outputs.l1_command_valid {
            let (vector, mask) = (outputs.l1_command_address, outputs.l1_command_mask);
            let data = &outputs.l1_command_data;
            let leaving = match (outputs.l1_command_store, outputs.l1_command_modified) {
                (false, _) => {
                    self.l1.invalidate(vector, mask);
                    None
                }
                (true, true) => self.l1.write(vector, mask, data),
                (true, false) => self.l1.fill(vector, mask, data),
            };
            self.write_back(leaving, now, memory);
        }
        if outputs.mem_valid && inputs.mem_ready {
            let vector = outputs.mem_address;
            if outputs.mem_write {
                self.merge(vector, outputs.mem_mask, &outputs.mem_data);
                let is_affine = encode(&outputs.mem_data, outputs.mem_mask).is_some();
                memory.private_write(line(vector), is_affine, now);
            } else {
                let data = self.memory.get(&vector).copied().unwrap_or([0; 32]);
                let miss = outputs.mem_miss;
                let asked = self.missed[miss as usize].as_ref();
                let mask = asked.map_or(u32::MAX, |older| older.mask);
                let is_affine = encode(&data, mask).is_some();
                let at = memory.private_read(line(vector), is_affine, now);
                // The load is done a cycle later than it would have been without the unit, whose cycles
                // from its acceptance to here, and from memory's answer to its own, are the L1's.
                let at = at.saturating_sub(TO_MEMORY + FROM_MEMORY);
                self.responses.push(Response {
                    at: at.max(now + 1),
                    miss,
                    data,
                });
            }
        }
    }

    /// What memory gives now: what came first.
    fn given(&self, now: u64) -> Option<usize> {
        let all = self.responses.iter().enumerate();
        let come = all.filter(|(_, response)| response.at <= now);
        come.min_by_key(|(_, response)| response.at)
            .map(|(first, _)| first)
    }
}
