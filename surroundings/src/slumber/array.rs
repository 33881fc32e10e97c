//! Stimulus and oracle of `power_array`, and what its oracle shares with that of the top.

use super::crowd::Crowd;
use crate::closed::Watcher;
use crate::generate::closed_loop::Surroundings;
use crate::oracle::{check, Violation};
use crate::prng::Prng;
use golden::slumber::with_events_of;
use spec::slumber::{
    ArrayInputs, ArrayOutputs, ArrayParameters, Delays, PowerArray, RegisterLanes, RegisterPlane,
    ACCESS_LANES, MAXIMUM_REGISTERS,
};

/// All that drives an array.
pub struct Around {
    crowd: Crowd,
    /// The events that came, of which is told next.
    coming: ArrayInputs,
    /// Those behind them.
    drawn: ArrayInputs,
}

impl Around {
    /// For an array with these parameters.
    pub fn new(parameters: ArrayParameters) -> Self {
        Self {
            crowd: Crowd::new(parameters.registers(), parameters.delays()),
            coming: ArrayInputs::default(),
            drawn: ArrayInputs::default(),
        }
    }
}

impl Surroundings<PowerArray> for Around {
    fn begin_phase(&mut self, prng: &mut Prng) -> u32 {
        self.crowd.begin_phase(prng);
        prng.between(60, 600)
    }

    fn inputs(&mut self, prng: &mut Prng) -> ArrayInputs {
        self.drawn = self.crowd.events(prng);
        let told = ArrayInputs {
            wake_enable: self.drawn.wake_enable,
            wake_registers: self.drawn.wake_registers,
            ..self.coming.clone()
        };
        with_events_of(&told, &self.drawn)
    }

    fn quiet(&self) -> ArrayInputs {
        ArrayInputs::default()
    }

    fn observe(&mut self, i: &ArrayInputs, o: &ArrayOutputs, prng: &mut Prng) {
        // Of events that did not come after all nothing is told.
        let named = with_events_of(&self.drawn, i) == self.drawn;
        self.coming = if named {
            self.drawn.clone()
        } else {
            ArrayInputs::default()
        };
        self.crowd
            .granted(prng, (i.wake_enable, &i.wake_registers), &o.ready);
    }

    fn reset(&mut self, _: &mut Prng) {
        self.crowd.reset();
        self.coming = ArrayInputs::default();
    }
}

/// What array and top drive.
pub struct Planes<'a> {
    pub sleep: &'a RegisterPlane,
    pub drowsy: &'a RegisterPlane,
    pub voltage_high: &'a RegisterPlane,
    pub voltage_low: &'a RegisterPlane,
    pub ready: &'a RegisterPlane,
    pub retained: &'a RegisterPlane,
    pub grant: u8,
}

/// The bit of a register.
pub fn bit(plane: &RegisterPlane, register: u16) -> bool {
    plane[usize::from(register) / 32] >> (register % 32) & 1 == 1
}

impl Planes<'_> {
    /// The voltage select of a register.
    pub fn voltage(&self, register: u16) -> u8 {
        u8::from(bit(self.voltage_high, register)) << 1 | u8::from(bit(self.voltage_low, register))
    }

    /// `PlanesAgree`.
    pub fn agree(&self) -> Result<(), Violation> {
        for word in 0..MAXIMUM_REGISTERS / 32 {
            let (high, low) = (self.voltage_high[word], self.voltage_low[word]);
            let holds = self.sleep[word] == high | low
                && self.drowsy[word] == high ^ low
                && self.ready[word] & (high | low) == 0;
            check(holds, "PlanesAgree", || {
                let first = 32 * word;
                format!("planes of registers {first} to {} disagree", first + 31)
            })?;
        }
        Ok(())
    }

    /// `GrantImpliesReady`.
    pub fn granted(
        &self,
        enable: u8,
        registers: &RegisterLanes<ACCESS_LANES>,
    ) -> Result<(), Violation> {
        let ready = registers.enabled(enable);
        let ready = ready.fold(0, |lanes, (lane, register)| {
            lanes | u8::from(bit(self.ready, register)) << lane
        });
        check(self.grant == ready, "GrantImpliesReady", || {
            format!(
                "granted are lanes 0x{:02x}, ready 0x{ready:02x}",
                self.grant
            )
        })
    }

    /// `ResetIsOff`.
    pub fn are_off(&self, registers: usize) -> Result<(), Violation> {
        let off = |plane: &RegisterPlane| plane[..registers / 32].iter().all(|&w| w == !0);
        let none = |plane: &RegisterPlane| plane.iter().all(|&w| w == 0);
        check(
            off(self.voltage_high) && off(self.voltage_low) && none(self.retained),
            "ResetIsOff",
            || "after reset some register is not OFF, or holds something".to_owned(),
        )
    }
}

/// Wakes that are held, of registers that rested in DS or OFF when they came.
#[derive(Default)]
pub struct HeldWakes(Vec<(u16, u16, u16)>);

impl HeldWakes {
    /// `GrantDelayIsExact`: checks this cycle, then follows its wakes; `freed` tells registers that
    /// a finish or the start of a kernel sends OFF in it.
    pub fn observe(
        &mut self,
        delays: &Delays,
        planes: &Planes<'_>,
        wakes: (u8, &RegisterLanes<ACCESS_LANES>),
        freed: impl Fn(u16) -> bool,
    ) -> Result<(), Violation> {
        let mut held = Vec::with_capacity(ACCESS_LANES);
        for (_, register) in wakes.1.enabled(wakes.0) {
            let known = self.0.iter().find(|&&(r, _, _)| r == register);
            if let Some(&(_, cycles, delay)) = known {
                let ready = bit(planes.ready, register);
                check(ready == (cycles > delay), "GrantDelayIsExact", || {
                    format!("{cycles} cycles after its wake register {register} has ready {ready}")
                })?;
            }
            if freed(register) || bit(planes.ready, register) {
                continue;
            }
            match (known, planes.voltage(register)) {
                (Some(&(_, cycles, delay)), _) => held.push((register, cycles + 1, delay)),
                (None, 2) => held.push((register, 1, delays.deep_wake)),
                (None, 3) => held.push((register, 1, delays.off_wake)),
                _ => {}
            }
        }
        self.0 = held;
        Ok(())
    }

    /// A reset.
    pub fn reset(&mut self) {
        self.0.clear();
    }
}

/// Checks the properties of `power_array`.
pub struct Watch {
    parameters: ArrayParameters,
    held: HeldWakes,
    /// The inputs of the last cycle, whose events are told of in this one.
    named: ArrayInputs,
    /// The events of the last cycle.
    last: Option<ArrayInputs>,
}

impl Watch {
    /// Of an array that is at reset.
    pub fn new(parameters: ArrayParameters) -> Self {
        Self {
            parameters,
            held: HeldWakes::default(),
            named: ArrayInputs::default(),
            last: None,
        }
    }
}

impl Watcher<PowerArray> for Watch {
    fn reset(&mut self) {
        self.held.reset();
        self.named = ArrayInputs::default();
        self.last = None;
    }

    fn observe(&mut self, inputs: &ArrayInputs, o: &ArrayOutputs) -> Result<(), Violation> {
        let i = with_events_of(inputs, &self.named);
        self.named = inputs.clone();
        let planes = Planes {
            sleep: &o.sleep,
            drowsy: &o.drowsy,
            voltage_high: &o.voltage_high,
            voltage_low: &o.voltage_low,
            ready: &o.ready,
            retained: &o.retained,
            grant: o.grant,
        };
        planes.agree()?;
        planes.granted(i.wake_enable, &i.wake_registers)?;
        match &self.last {
            None => planes.are_off(self.parameters.registers())?,
            Some(last) if last.finish_valid => {
                let mut range = last.finish_first..=last.finish_last;
                check(
                    range.all(|register| planes.voltage(register) == 3),
                    "FinishBeatsWake",
                    || "a register that has been finished is not OFF".to_owned(),
                )?;
            }
            Some(_) => {}
        }
        let freed = |register| {
            let finished = i.finish_first <= register && register <= i.finish_last;
            i.kernel_start || i.finish_valid && finished
        };
        let wakes = (i.wake_enable, &i.wake_registers);
        self.held
            .observe(&self.parameters.delays(), &planes, wakes, freed)?;
        self.last = Some(i);
        Ok(())
    }
}
