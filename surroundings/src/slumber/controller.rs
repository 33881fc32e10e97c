//! Stimulus of `power_controller`.

use crate::generate::closed_loop::Surroundings;
use crate::prng::Prng;
use spec::slumber::{
    ControllerInputs, ControllerOutputs, ControllerParameters, Delays, PowerController, Voltage,
    COUNTER_MAXIMUM,
};

/// How often each event comes in a phase, in 10,000 cycles.
#[derive(Clone, Copy, Debug, Default)]
struct Rates {
    kernel_start: u32,
    finish: u32,
    allocate: u32,
    wake: u32,
    future: u32,
    fetch: u32,
    read_done: u32,
    write_done: u32,
    write: u32,
    load: u32,
    next: u32,
    tick: u32,
}

/// All that drives one controller.
pub struct Around {
    delays: Delays,
    rates: Rates,
    /// A wake is held until granted, in percent of wakes.
    held: u32,
    /// Chances in percent of the flags that come with done, and of full writes.
    next_write: u32,
    stay: u32,
    shallow: u32,
    full: u32,
    /// Chance that a count is near a delay.
    near: u32,
    waking: bool,
}

/// A count on one side or the other of a delay or a break-even time, or any.
pub fn count(prng: &mut Prng, delays: &Delays, near: u32) -> u16 {
    if !prng.percent(near) {
        return match prng.below(8) {
            0 => 0,
            1 => COUNTER_MAXIMUM,
            2 | 3 => prng.below(1 + u32::from(COUNTER_MAXIMUM)) as u16,
            // Ticks.
            _ => prng.below(4) as u16,
        };
    }
    let delay = prng.pick(&[delays.shallow_wake, delays.deep_wake, delays.off_wake, 0]);
    (delay + prng.below(5) as u16)
        .saturating_sub(1)
        .min(COUNTER_MAXIMUM)
}

impl Around {
    /// For a controller with these parameters.
    pub fn new(parameters: ControllerParameters) -> Self {
        Self {
            delays: parameters.delays(),
            rates: Rates::default(),
            held: 0,
            next_write: 50,
            stay: 10,
            shallow: 10,
            full: 50,
            near: 50,
            waking: false,
        }
    }
}

impl Surroundings<PowerController> for Around {
    fn begin_phase(&mut self, prng: &mut Prng) -> u32 {
        // From rests that let the longest wake end to an event of each kind in every other cycle.
        let common: &[u32] = prng.pick(&[
            &[0, 20, 100],
            &[0, 100, 300, 600],
            &[0, 300, 1000, 2500],
            &[0, 1000, 5000],
        ]);
        let mut rate = || prng.pick(common);
        self.rates = Rates {
            wake: rate(),
            future: rate(),
            fetch: rate(),
            read_done: rate(),
            write_done: rate(),
            write: rate(),
            load: rate(),
            next: rate(),
            ..Rates::default()
        };
        self.rates.kernel_start = prng.pick(&[0, 0, 0, 20, 100, 400]);
        self.rates.finish = prng.pick(&[0, 0, 0, 20, 100, 400]);
        self.rates.allocate = prng.pick(&[200, 2000, 5000]);
        self.rates.tick = prng.pick(&[600, 2500, 10_000]);
        self.held = prng.pick(&[0, 50, 100, 100]);
        self.next_write = prng.pick(&[0, 0, 20, 50, 80, 100]);
        self.stay = prng.pick(&[0, 0, 10, 50]);
        self.shallow = prng.pick(&[0, 0, 0, 10, 50, 100]);
        self.full = prng.pick(&[0, 50, 50, 100]);
        self.near = prng.pick(&[50, 90, 100]);
        self.waking = false;
        prng.between(60, 600)
    }

    fn inputs(&mut self, prng: &mut Prng) -> ControllerInputs {
        let rates = self.rates;
        let mut comes = |rate: u32| prng.below(10_000) < rate;
        let mut inputs = ControllerInputs {
            kernel_start: comes(rates.kernel_start),
            finish: comes(rates.finish),
            allocate: comes(rates.allocate),
            wake: self.waking || comes(rates.wake),
            future: comes(rates.future),
            fetch: comes(rates.fetch),
            read_done: comes(rates.read_done),
            write_done: comes(rates.write_done),
            write: comes(rates.write),
            load: comes(rates.load),
            next: comes(rates.next),
            tick: comes(rates.tick),
            ..ControllerInputs::default()
        };
        // What belongs to an event that does not come is ignored, and may be anything.
        inputs.done_next_write = prng.percent(self.next_write);
        inputs.done_stay = prng.percent(self.stay);
        inputs.done_shallow = prng.percent(self.shallow);
        inputs.write_full = prng.percent(self.full);
        inputs.write_target = Voltage::from_bits(prng.below(4));
        inputs.write_count = count(prng, &self.delays, self.near);
        inputs.load_target = Voltage::from_bits(prng.below(4));
        inputs.load_count = count(prng, &self.delays, self.near);
        inputs.next_write = prng.percent(self.next_write);
        inputs.allocate &= !inputs.finish;
        inputs.load &= !inputs.write && !inputs.write_done;
        inputs
    }

    fn quiet(&self) -> ControllerInputs {
        ControllerInputs::default()
    }

    fn observe(&mut self, i: &ControllerInputs, o: &ControllerOutputs, prng: &mut Prng) {
        let freed = i.kernel_start || i.finish;
        let goes_on = self.waking || prng.percent(self.held);
        self.waking = i.wake && !o.ready && !freed && goes_on;
    }

    fn reset(&mut self, _: &mut Prng) {
        self.waking = false;
    }
}
