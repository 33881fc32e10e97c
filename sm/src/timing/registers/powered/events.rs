//! What the unit is told in a cycle.

use super::super::notice::Accessed;
use super::*;

/// Cycles from the one in which a register is named to the one in which it shows: control, the controller, its state.
const SHOWS: u64 = 3;

impl Powered {
    /// What is asked of the unit for the operations and results of a cycle.
    pub(super) fn wake(&mut self, demand: &Demand) {
        for port in 0..PORTS {
            if demand.presented[port] {
                for (place, source) in demand.operations[port].sources.iter().enumerate() {
                    // A register that belongs to nobody would never be sent to sleep.
                    let given = |register: &u16| self.is_given(*register);
                    if let Some(register) = source.filter(given) {
                        let lane = SOURCES * port + place;
                        self.inputs.wake_enable |= 1 << lane;
                        self.inputs.wake_registers.0[lane] = register;
                    }
                }
            }
            let inputs = &mut self.inputs;
            if demand.written[port] {
                let lane = READ_LANES + port;
                inputs.wake_enable |= 1 << lane;
                inputs.wake_registers.0[lane] = demand.results[port].register;
            }
        }
    }

    /// Tells what has happened. Accesses that are over look at the wakes of their cycle.
    pub(super) fn events(&mut self, demand: &Demand) {
        self.inputs = TopInputs::default();
        while let Some(&(due, register)) = self.settled.front() {
            if due > self.now {
                break;
            }
            self.holds[usize::from(register)] = true;
            self.settled.pop_front();
        }
        if std::mem::take(&mut self.told.start) {
            // All other events of this cycle would be lost.
            self.inputs.kernel_start = true;
            return;
        }
        self.wake(demand);
        let told = &mut self.told;
        let inputs = &mut self.inputs;
        for (slot, fetched) in { told.fetches.pop_front() }.iter().flatten().enumerate() {
            let Some(fetched) = fetched else { continue };
            inputs.fetch_pcs.0[slot] = fetched.pc;
            for (place, register) in fetched.registers.iter().enumerate() {
                if let Some(register) = register {
                    let lane = (SOURCES + 1) * slot + place;
                    inputs.fetch_enable |= 1 << lane;
                    inputs.fetch_registers.0[lane] = *register;
                }
            }
        }
        for warp in 0..3 {
            let Some(named) = told.futures.pop_front() else {
                break;
            };
            for (place, register) in named.iter().enumerate() {
                if let Some(register) = register {
                    let lane = (SOURCES + 1) * warp + place;
                    inputs.future_enable |= 1 << lane;
                    inputs.future_registers.0[lane] = *register;
                    // Of a file that shows no more it is all of its way.
                    let wakes = self
                        .account
                        .as_ref()
                        .map_or(0, |_| self.parameters.array().delays().deep_wake);
                    self.named_until[usize::from(*register)] = self.now + SHOWS + u64::from(wakes);
                }
            }
        }
        if let Some((filled, evicted)) = told.lines.pop_front() {
            (inputs.fill_valid, inputs.fill_pc) = (true, filled);
            if let Some(pc) = evicted {
                (inputs.evict_valid, inputs.evict_pc) = (true, pc);
            }
        }
        self.dispatches();
        self.accesses();
        self.outcome();
        // Last: a warp's last write is told together with its end, and holds nothing after it.
        self.ranges();
    }

    /// Registers given and taken: one range of each kind, in order.
    fn ranges(&mut self) {
        let mut begun: Option<(u16, u16)> = None;
        let mut over: Option<(u16, u16)> = None;
        while let Some(&range) = self.told.ranges.front() {
            let apart = |(first, last): (u16, u16), other: Option<(u16, u16)>| {
                other.is_none_or(|other| last < other.0 || other.1 < first)
            };
            match range {
                Range::Begin(first, last) if begun.is_none() && apart((first, last), over) => {
                    begun = Some((first, last));
                }
                Range::Finish(first, last) if over.is_none() && apart((first, last), begun) => {
                    over = Some((first, last));
                }
                _ => break,
            }
            self.told.ranges.pop_front();
        }
        if let Some((first, last)) = begun {
            let inputs = &mut self.inputs;
            inputs.allocate_valid = true;
            (inputs.allocate_first, inputs.allocate_last) = (first, last);
        }
        if let Some((first, last)) = over {
            let inputs = &mut self.inputs;
            inputs.finish_valid = true;
            (inputs.finish_first, inputs.finish_last) = (first, last);
            let range = usize::from(first)..=usize::from(last);
            self.owned[range.clone()].fill(false);
            self.holds[range].fill(false);
            self.settled
                .retain(|written| !(first..=last).contains(&written.1));
        }
    }

    /// Writes of operations that leave in the coming cycle: "dispatch, one cycle before execution".
    fn dispatches(&mut self) {
        let mut lane = 0;
        for (now, write) in self.file.leaving().zip(&mut self.writes) {
            let Some(register) = write.register.filter(|_| !write.told && lane < WRITE_LANES)
            else {
                continue;
            };
            write.told = true;
            let inputs = &mut self.inputs;
            inputs.write_enable |= 1 << lane;
            inputs.write_registers.0[lane] = register;
            inputs.write_partial |= u8::from(write.partial) << lane;
            match write.latency {
                // One without sources is told only when it leaves.
                Some(latency) => {
                    inputs.write_latencies.0[lane] = latency.saturating_sub(u16::from(now))
                }
                None => inputs.write_load |= 1 << lane,
            }
            lane += 1;
        }
    }

    fn access(&mut self, slot: usize, first_lane: usize, accessed: &Accessed) {
        let inputs = &mut self.inputs;
        inputs.slot_ready |= u8::from(accessed.ready) << slot;
        inputs.slot_buffered |= u8::from(accessed.buffered) << slot;
        inputs.slot_diverged |= u8::from(accessed.diverged) << slot;
        // A line that no kernel has.
        inputs.slot_pcs.0[slot] = accessed.pc.unwrap_or(u64::MAX);
        for (place, register) in accessed.registers.iter().enumerate() {
            let Some(register) = *register else { continue };
            let wanted = self.readers[usize::from(register)] > 0 || {
                inputs.wake_registers.enabled(inputs.wake_enable)
            }
            .any(|w| w.1 == register);
            if slot < PORTS && (wanted || accessed.kept[place]) {
                continue;
            }
            let lane = first_lane + place;
            inputs.done_enable |= 1 << lane;
            inputs.done_registers.0[lane] = register;
            inputs.done_next_write |= u8::from(accessed.next_write[place]) << lane;
        }
    }

    /// Accesses that are over.
    fn accesses(&mut self) {
        for port in 0..PORTS {
            if let Some(accessed) = self.told.reads[port].take() {
                self.access(port, SOURCES * port, &accessed);
            }
        }
        for lane in 0..WRITE_LANES {
            if let Some(accessed) = self.told.written.pop_front() {
                // An event of cycle t shows in t + 2.
                let shows = |&register: &u16| (self.now + 2, register);
                self.settled
                    .extend(accessed.registers.iter().flatten().map(shows));
                self.access(PORTS + lane, READ_LANES + lane, &accessed);
            }
        }
    }

    /// How far a load has to go.
    fn outcome(&mut self) {
        let Some(&(warp, register, outcome)) = self.told.outcomes.front() else {
            return;
        };
        let inputs = &mut self.inputs;
        let dispatched = { inputs.write_registers.enabled(inputs.write_enable) }
            .chain(inputs.done_registers.enabled(inputs.done_enable))
            .any(|named| named.1 == register);
        if dispatched {
            return;
        }
        self.told.outcomes.pop_front();
        inputs.report_valid = true;
        (inputs.report_warp, inputs.report_outcome) = (warp, outcome as u8);
        inputs.load_valid = true;
        (inputs.load_warp, inputs.load_register) = (warp, register);
    }
}
