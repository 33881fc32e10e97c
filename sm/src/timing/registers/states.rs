//! Where registers spend their time, by what is seen at the ports of Slumber's unit.

use crate::timing::stalls::Cause;
use golden::slumber::energy::{Ledger, Residency};
use spec::slumber::{Delays, Mode, RegisterPlane, TopOutputs, Voltage};

/// The states of all registers. What a plane does not show is worked out: a register that is lifted
/// has 0.9 V selected from the first cycle on, and takes the time of its delay.
#[derive(Clone, Debug)]
pub(super) struct States {
    delays: Delays,
    seen: [RegisterPlane; 3],
    modes: Vec<Mode>,
    /// The state that each register has last begun to leave for ON.
    left: Vec<Mode>,
    /// For each register that is lifted, when it is there.
    arrival: Vec<u64>,
    /// When each register is ON, if it is on its way there or is.
    on: Vec<Option<u64>>,
    ledger: Ledger,
}

impl States {
    /// Registers that are OFF.
    pub fn new(registers: usize, delays: Delays) -> Self {
        let off = TopOutputs::default();
        let mut states = Self {
            delays,
            seen: [off.voltage_high, off.voltage_low, off.ready],
            modes: vec![Mode::Off; registers],
            left: vec![Mode::Off; registers],
            arrival: vec![0; registers],
            on: vec![None; registers],
            ledger: Ledger::new(registers),
        };
        for register in 0..registers {
            states.seen[0][register / 32] |= 1 << (register % 32);
            states.seen[1][register / 32] |= 1 << (register % 32);
        }
        states
    }

    /// What the ports show in a cycle.
    pub fn observe(&mut self, now: u64, outputs: &TopOutputs) {
        let planes = [&outputs.voltage_high, &outputs.voltage_low, &outputs.ready];
        for word in 0..outputs.ready.len() {
            let shown = planes.map(|plane| plane[word]);
            let differs = |plane: usize| shown[plane] ^ self.seen[plane][word];
            let mut changed = differs(0) | differs(1) | differs(2);
            if changed == 0 {
                continue;
            }
            while changed != 0 {
                let bit = changed.trailing_zeros();
                changed &= changed - 1;
                let [high, low, ready] = shown.map(|plane| plane >> bit & 1);
                let voltage = Voltage::from_bits(high << 1 | low);
                self.enter(32 * word + bit as usize, voltage, ready == 1, now);
            }
            for (seen, shown) in self.seen.iter_mut().zip(shown) {
                seen[word] = shown;
            }
        }
    }

    fn enter(&mut self, register: usize, voltage: Voltage, ready: bool, now: u64) {
        let Some(before) = self.modes.get(register).copied() else {
            return;
        };
        if before == Mode::Lifting && self.arrival[register] < now {
            self.ledger
                .enter(register, Mode::ShallowSleep, self.arrival[register]);
        }
        let lift = match before {
            Mode::DeepSleep => self.delays.deep_lift,
            Mode::Off => self.delays.off_lift,
            _ => 0,
        };
        let mode = match voltage {
            Voltage::Supply if !ready => Mode::Waking,
            Voltage::Shallow if lift > 0 => Mode::Lifting,
            other => other.resting(),
        };
        let arrived = before == Mode::Lifting && self.arrival[register] < now;
        self.on[register] = match (mode, before) {
            (Mode::On, _) => Some(now),
            (Mode::Waking, Mode::Lifting) if !arrived => {
                Some(self.arrival[register] + self.wake_from(Mode::ShallowSleep))
            }
            (Mode::Waking, Mode::Lifting) => Some(now + self.wake_from(Mode::ShallowSleep)),
            (Mode::Waking, resting) => Some(now + self.wake_from(resting)),
            _ => None,
        };
        self.left[register] = match before {
            Mode::Lifting if arrived => Mode::ShallowSleep,
            Mode::Lifting | Mode::Waking | Mode::On => self.left[register],
            resting => resting,
        };
        self.arrival[register] = now + u64::from(lift);
        self.modes[register] = mode;
        self.ledger.enter(register, mode, now);
    }

    fn wake_from(&self, mode: Mode) -> u64 {
        let delay = match mode {
            Mode::ShallowSleep => self.delays.shallow_wake,
            Mode::DeepSleep => self.delays.deep_wake,
            _ => self.delays.off_wake,
        };
        delay.into()
    }

    /// When a register is ON, if it is on its way there or is.
    pub fn on(&self, register: u16) -> Option<u64> {
        self.on[usize::from(register)]
    }

    /// What a register wakes from that has not been granted.
    pub fn why_asleep(&self, register: u16) -> Cause {
        let register = usize::from(register);
        let from = match self.modes[register] {
            Mode::On => return Cause::WakingOn,
            Mode::Waking | Mode::Lifting => self.left[register],
            resting => resting,
        };
        match from {
            Mode::ShallowSleep => Cause::WakingShallow,
            Mode::DeepSleep => Cause::WakingDeep,
            _ => Cause::WakingOff,
        }
    }

    /// Of a register, up to and without a cycle.
    pub fn of_register(&self, register: usize, now: u64) -> Residency {
        let lifted = self.modes[register] == Mode::Lifting && self.arrival[register] < now;
        let ledger = if lifted {
            let mut ledger = self.ledger.clone();
            ledger.enter(register, Mode::ShallowSleep, self.arrival[register]);
            ledger.residency(register, now)
        } else {
            self.ledger.residency(register, now)
        };
        ledger.unwrap_or_default()
    }

    /// Up to and without a cycle.
    pub fn residency(&self, now: u64) -> Residency {
        let mut ledger = self.ledger.clone();
        for (register, &mode) in self.modes.iter().enumerate() {
            if mode == Mode::Lifting && self.arrival[register] < now {
                ledger.enter(register, Mode::ShallowSleep, self.arrival[register]);
            }
        }
        ledger.total(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use golden::slumber::SlumberTop;
    use spec::{AnyParameters, UnitId, UnitModel};
    use surroundings::slumber::environment::stream;

    #[test]
    fn the_ports_tell_what_the_model_counts() {
        let preset = UnitId::SlumberTop.preset("fermi-256").expect("it exists");
        let AnyParameters::SlumberTop(parameters) = preset.parameters else {
            panic!("{:?}", preset.parameters);
        };
        for seed in 0..3 {
            let mut model = SlumberTop::new(parameters);
            let mut states = States::new(256, parameters.array().delays());
            let events = stream(parameters, seed, 4000).expect("in contract");
            let mut before = model.clone();
            for (now, inputs) in events.iter().enumerate() {
                if now + 1 == events.len() {
                    before.clone_from(&model);
                }
                let outputs = model.cycle(inputs).expect("in contract");
                states.observe(now as u64, &outputs);
            }
            let told = states.residency(4000);
            assert_eq!(told.total(), 256 * 4000);
            let counted = model.total_residency();
            for mode in Mode::ALL {
                assert!(told.cycles(mode) > 100, "{mode:?} hardly ever");
                assert_eq!(told.cycles(mode), counted.cycles(mode), "{mode:?}");
                // What the last cycle brings about shows at the ports a cycle later.
                let entered = before.total_residency().entries(mode);
                assert_eq!(told.entries(mode), entered, "{mode:?}");
            }
        }
    }
}
