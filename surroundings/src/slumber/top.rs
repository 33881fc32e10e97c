//! Stimulus and oracle of `slumber_top`.
//!
//! Half of the phases are played by the pipeline of `surroundings::slumber::environment`, which keeps
//! what pipelines owe; the others tell a crowd of registers anything that is in contract.

use super::array::{HeldWakes, Planes};
use super::control::latency;
use super::crowd::Crowd;
use super::memory::lines;
use crate::closed::Watcher;
use crate::generate::closed_loop::Surroundings;
use crate::oracle::{check, Violation};
use crate::prng::Prng;
use crate::slumber::environment::Environment;
use spec::slumber::{
    ArrayInputs, Lanes, PcLanes, SlumberTop, TopInputs, TopOutputs, TopParameters, DONE_SLOTS,
    FETCH_SLOTS, WRITE_LANES,
};

/// All that drives a top.
pub struct Around {
    parameters: TopParameters,
    crowd: Crowd,
    pipeline: Option<Environment>,
    /// Lines of code in use.
    lines: Vec<u64>,
    warps: Vec<u8>,
    /// In 10,000.
    fill: u32,
    evict: u32,
    report: u32,
    /// In percent.
    ready: u32,
    diverged: u32,
    loads: u32,
}

impl Around {
    /// For a top with these parameters.
    pub fn new(parameters: TopParameters) -> Self {
        let array = parameters.array();
        Self {
            parameters,
            crowd: Crowd::new(array.registers(), array.delays()),
            pipeline: None,
            lines: vec![0],
            warps: vec![0],
            fill: 0,
            evict: 0,
            report: 0,
            ready: 0,
            diverged: 0,
            loads: 0,
        }
    }

    fn pc(&self, prng: &mut Prng) -> u64 {
        let bits = self.parameters.list().offset_bits();
        prng.pick(&self.lines) << bits | prng.next_u64() & ((1 << bits) - 1)
    }

    fn slots(&self, prng: &mut Prng, percent: u32) -> u8 {
        (0..DONE_SLOTS).fold(0, |slots, slot| {
            slots | u8::from(prng.percent(percent)) << slot
        })
    }

    fn anything(&mut self, prng: &mut Prng) -> TopInputs {
        let events = self.crowd.events(prng);
        let break_evens = self.parameters.control().break_evens();
        let mut inputs = told(&events);
        inputs.done_next_write = self.crowd.next_writes(prng);
        inputs.fetch_pcs = PcLanes([(); FETCH_SLOTS].map(|()| self.pc(prng)));
        inputs.slot_pcs = PcLanes([(); DONE_SLOTS].map(|()| self.pc(prng)));
        inputs.slot_ready = self.slots(prng, self.ready);
        inputs.slot_buffered = self.slots(prng, self.ready);
        inputs.slot_diverged = self.slots(prng, self.diverged);
        inputs.write_load = (self.slots(prng, self.loads)) & 3;
        inputs.write_latencies = Lanes([(); WRITE_LANES].map(|()| latency(prng, &break_evens)));
        inputs.report_valid = prng.below(10_000) < self.report;
        inputs.report_warp = prng.pick(&self.warps);
        inputs.report_outcome = prng.below(if inputs.report_valid { 3 } else { 4 }) as u8;
        inputs.load_warp = prng.pick(&self.warps);
        inputs.fill_valid = prng.below(10_000) < self.fill;
        inputs.fill_pc = self.pc(prng);
        inputs.evict_valid = prng.below(10_000) < self.evict;
        inputs.evict_pc = self.pc(prng);
        let bits = self.parameters.list().offset_bits();
        inputs.evict_valid &=
            !inputs.fill_valid || inputs.fill_pc >> bits != inputs.evict_pc >> bits;
        inputs
    }
}

/// What array and top are told alike.
fn told(events: &ArrayInputs) -> TopInputs {
    TopInputs {
        kernel_start: events.kernel_start,
        allocate_valid: events.allocate_valid,
        allocate_first: events.allocate_first,
        allocate_last: events.allocate_last,
        finish_valid: events.finish_valid,
        finish_first: events.finish_first,
        finish_last: events.finish_last,
        fetch_enable: events.fetch_enable,
        fetch_registers: events.fetch_registers,
        future_enable: events.future_enable,
        future_registers: events.future_registers,
        wake_enable: events.wake_enable,
        wake_registers: events.wake_registers,
        done_enable: events.done_enable,
        done_registers: events.done_registers,
        write_enable: events.write_enable,
        write_registers: events.write_registers,
        write_partial: !events.write_full & 3,
        load_valid: events.load_valid,
        load_register: events.load_register,
        next_enable: events.next_enable,
        next_registers: events.next_registers,
        next_write: events.next_write,
        ..TopInputs::default()
    }
}

impl Surroundings<SlumberTop> for Around {
    fn begin_phase(&mut self, prng: &mut Prng) -> u32 {
        if prng.percent(40) {
            // Its first event is the start of a kernel: whatever was before is forgotten.
            self.pipeline = Some(Environment::new(self.parameters, prng.next_u64()));
            return prng.between(500, 3000);
        }
        self.pipeline = None;
        self.crowd.begin_phase(prng);
        let list = self.parameters.list();
        let count = prng.pick(&[2, 8, list.entries() as u32 + 2]);
        self.lines = lines(prng, count, list.offset_bits());
        let warps = self.parameters.tracker().warps() as u32;
        let size = prng.pick(&[1, 2, 8]);
        self.warps = (0..size).map(|_| prng.below(warps) as u8).collect();
        self.fill = prng.pick(&[0, 100, 1000, 5000]);
        self.evict = prng.pick(&[0, 0, 100, 2000]);
        self.report = prng.pick(&[0, 50, 500, 5000]);
        self.ready = prng.pick(&[0, 0, 10, 50]);
        self.diverged = prng.pick(&[0, 10, 50]);
        self.loads = prng.pick(&[0, 30, 100]);
        prng.between(60, 600)
    }

    fn inputs(&mut self, prng: &mut Prng) -> TopInputs {
        match &mut self.pipeline {
            Some(pipeline) => pipeline.offer(),
            None => self.anything(prng),
        }
    }

    fn quiet(&self) -> TopInputs {
        TopInputs::default()
    }

    fn observe(&mut self, i: &TopInputs, o: &TopOutputs, prng: &mut Prng) {
        if let Some(pipeline) = &mut self.pipeline {
            pipeline.observe(o);
        } else {
            self.crowd
                .granted(prng, (i.wake_enable, &i.wake_registers), &o.ready);
        }
    }

    fn reset(&mut self, prng: &mut Prng) {
        self.crowd.reset();
        if let Some(pipeline) = &mut self.pipeline {
            *pipeline = Environment::new(self.parameters, prng.next_u64());
        }
    }
}

/// Checks the properties of `slumber_top`.
pub struct Watch {
    parameters: TopParameters,
    held: HeldWakes,
    /// The inputs of the last cycle: its events reach the array in this one.
    last: Option<TopInputs>,
}

impl Watch {
    /// Of a top that is at reset.
    pub fn new(parameters: TopParameters) -> Self {
        Self {
            parameters,
            held: HeldWakes::default(),
            last: None,
        }
    }
}

impl Watcher<SlumberTop> for Watch {
    fn reset(&mut self) {
        self.held.reset();
        self.last = None;
    }

    fn observe(&mut self, i: &TopInputs, o: &TopOutputs) -> Result<(), Violation> {
        let planes = Planes {
            sleep: &o.sleep,
            drowsy: &o.drowsy,
            voltage_high: &o.voltage_high,
            voltage_low: &o.voltage_low,
            ready: &o.ready,
            retained: &o.retained,
            grant: o.grant,
        };
        let array = self.parameters.array();
        planes.agree()?;
        planes.granted(i.wake_enable, &i.wake_registers)?;
        let last = self.last.replace(i.clone());
        let Some(last) = last else {
            planes.are_off(array.registers())?;
            self.held = HeldWakes::default();
            return check(o.grant == 0, "ResetIsOff", || {
                "after reset an access is granted".to_owned()
            });
        };
        let freed = |register| {
            let finished = last.finish_first <= register && register <= last.finish_last;
            last.kernel_start || last.finish_valid && finished
        };
        let wakes = (i.wake_enable, &i.wake_registers);
        let delays = array.delays();
        // The top promises the same of its wakes, which it hands to the array at once.
        self.held
            .observe(&delays, &planes, wakes, freed)
            .map_err(|late| Violation::new("TopIsItsParts", late.detail))
    }
}
