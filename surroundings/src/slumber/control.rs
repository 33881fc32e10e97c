//! Stimulus and oracle of `slumber_control`.

use crate::closed::Watcher;
use crate::generate::closed_loop::Surroundings;
use crate::oracle::{check, Violation};
use crate::prng::Prng;
use spec::slumber::{
    BreakEvens, ControlInputs, ControlOutputs, ControlParameters, SlumberControl, Voltage,
    COUNTER_MAXIMUM, FETCH_SLOTS, LATENCY_MAXIMUM, READ_LANES, TICK, WRITE_LANES,
};
use spec::Ports;

/// All that drives a control.
pub struct Around {
    parameters: ControlParameters,
    /// Bits that are 1, in percent of the phase's.
    ones: u32,
}

impl Around {
    /// For a control with these parameters.
    pub fn new(parameters: ControlParameters) -> Self {
        Self {
            parameters,
            ones: 50,
        }
    }
}

/// A latency on one side or the other of a break-even time, or any.
pub fn latency(prng: &mut Prng, break_evens: &BreakEvens) -> u16 {
    match prng.below(8) {
        0 => prng.pick(&[0, 1, 2, 512, LATENCY_MAXIMUM, LATENCY_MAXIMUM - 1]),
        1 => prng.below(u32::from(LATENCY_MAXIMUM) + 1) as u16,
        2 => prng.below(64) as u16,
        _ => {
            let BreakEvens { shallow, deep, off } = *break_evens;
            let edge = prng.pick(&[shallow, deep, off, 2 * TICK - 1]);
            (edge + prng.below(4) as u16).min(LATENCY_MAXIMUM)
        }
    }
}

impl Surroundings<SlumberControl> for Around {
    fn begin_phase(&mut self, prng: &mut Prng) -> u32 {
        self.ones = prng.pick(&[5, 50, 50, 95]);
        prng.between(40, 400)
    }

    fn inputs(&mut self, prng: &mut Prng) -> ControlInputs {
        // Any bits make a frame; sparse and dense ones let single lanes show.
        let ports = ControlInputs::ports(&self.parameters);
        let mut frame = vec![0; spec::ports::frame_words(&ports)];
        let mut rest: &mut [u32] = &mut frame;
        for port in &ports {
            let (words, behind) = rest.split_at_mut(port.words);
            rest = behind;
            for word in words.iter_mut() {
                *word = match self.ones {
                    5 => prng.next_u32() & prng.next_u32() & prng.next_u32() & prng.next_u32(),
                    95 => prng.next_u32() | prng.next_u32() | prng.next_u32() | prng.next_u32(),
                    _ => prng.next_u32(),
                };
            }
            if let (Some(last), bits @ 1..) = (words.last_mut(), port.width % 32) {
                *last &= (1 << bits) - 1;
            }
        }
        let mut inputs = ControlInputs::unpack(&frame);
        let break_evens = self.parameters.break_evens();
        for lane in 0..WRITE_LANES {
            inputs.write_latencies.0[lane] = latency(prng, &break_evens);
        }
        inputs.load_latency = latency(prng, &break_evens);
        inputs
    }

    fn quiet(&self) -> ControlInputs {
        ControlInputs::default()
    }

    fn observe(&mut self, _: &ControlInputs, _: &ControlOutputs, _: &mut Prng) {}

    fn reset(&mut self, _: &mut Prng) {}
}

/// The count that ends in time in the state of that target.
fn in_time(target: u16, latency: u16) -> u16 {
    let idle = latency.saturating_sub(1);
    let count = if target < 2 { idle } else { idle / TICK - 1 };
    count.min(COUNTER_MAXIMUM)
}

/// Checks the properties of `slumber_control`.
pub struct Watch {
    break_evens: BreakEvens,
    /// Words of an output frame.
    words: usize,
    last: Option<ControlInputs>,
}

impl Watch {
    /// Of a control that is at reset.
    pub fn new(parameters: ControlParameters) -> Self {
        Self {
            break_evens: parameters.break_evens(),
            words: spec::ports::frame_words(&ControlOutputs::ports(&parameters)),
            last: None,
        }
    }

    /// What must be true of the latency behind a target.
    fn pays(&self, target: u16, latency: u16, partial: bool) -> bool {
        let BreakEvens { shallow, deep, off } = self.break_evens;
        let pays = |even: u16| latency > even + 1;
        let ticks = latency > 2 * TICK;
        match target {
            3 => pays(off) && ticks && !partial,
            2 => pays(deep) && ticks && (partial || !pays(off)),
            1 => pays(shallow) && !(pays(deep) && ticks),
            _ => !pays(shallow),
        }
    }

    fn writes(&self, i: &ControlInputs, o: &ControlOutputs) -> Result<(), Violation> {
        for lane in 0..WRITE_LANES {
            let (target, latency) = (o.write_targets.0[lane], i.write_latencies.0[lane]);
            let partial = i.write_partial >> lane & 1 == 1;
            let load = i.write_load >> lane & 1 == 1;
            let said = || format!("lane {lane} has target {target} for latency {latency}");
            check(!partial || target != 3, "PartialWriteIsNeverOff", said)?;
            check(!load || target == 0, "LoadWaitsInOn", said)?;
            check(
                load || self.pays(target, latency, partial),
                "SleepIsPastBreakEven",
                said,
            )?;
            check(
                o.write_counts.0[lane] == in_time(target, latency),
                "CountEndsInTime",
                || format!("count {} for latency {latency}", o.write_counts.0[lane]),
            )?;
        }
        let (target, latency) = (o.load_target, i.load_latency);
        let said = || format!("the load has target {target:?} for latency {latency}");
        if i.load_outcome == 0 {
            check(target == Voltage::Supply, "LoadWaitsInOn", said)?;
        } else {
            check(
                self.pays(target as u16, latency, false),
                "SleepIsPastBreakEven",
                said,
            )?;
        }
        check(
            o.load_count == in_time(target as u16, latency),
            "CountEndsInTime",
            || format!("count {} for latency {latency}", o.load_count),
        )
    }

    fn slots(&self, i: &ControlInputs, o: &ControlOutputs) -> Result<(), Violation> {
        for lane in 0..8 {
            let slot = if lane < READ_LANES {
                lane / 3
            } else {
                lane - 4
            };
            let of = |slots: u8| slots >> slot & 1 == 1;
            let (down, keep) = (o.done_down >> lane & 1 == 1, o.done_keep >> lane & 1 == 1);
            check(
                !of(i.slot_diverged) || !down || keep,
                "DivergedNextIsRead",
                || format!("lane {lane} may go OFF, and its slot {slot} is diverged"),
            )?;
            let near = of(i.slot_buffered) || of(i.line_hit >> FETCH_SLOTS);
            check(
                down != (of(i.slot_ready) || near)
                    && (!of(i.slot_ready) || !keep)
                    && (!near || of(i.slot_ready) || keep),
                "EventsTakeOneCycle",
                || format!("what lane {lane} is told is not of the last cycle"),
            )?;
            check(
                i.line_hit >> (lane / 4) & 1 == 1 || o.fetch_enable >> lane & 1 == 0,
                "FetchNeedsLine",
                || format!("fetch lane {lane} is enabled, and its line is missing"),
            )?;
        }
        Ok(())
    }
}

impl Watcher<SlumberControl> for Watch {
    fn reset(&mut self) {
        self.last = None;
    }

    fn observe(&mut self, inputs: &ControlInputs, o: &ControlOutputs) -> Result<(), Violation> {
        let Some(i) = self.last.replace(inputs.clone()) else {
            let mut frame = vec![0; self.words];
            o.pack(&mut frame);
            return check(frame.iter().all(|&word| word == 0), "ResetIsQuiet", || {
                "after reset some output is not 0".to_owned()
            });
        };
        self.writes(&i, o)?;
        self.slots(&i, o)
    }
}
