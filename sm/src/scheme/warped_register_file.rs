//! The Warped Register File, Slumber's rival, as Slumber describes it (section 5): registers are drowsy
//! after each access, a destination stays ON until it is written, registers of a finished warp stay
//! drowsy. There is no hardware of it here; `golden::slumber::baselines` counts what it takes.
//!
//! A register wakes with the request and takes DS's time of Table 1. Nobody wakes it before, unless the parameter
//! `rival_looks_ahead` gives it what Slumber's pipeline has: somebody who names registers in time, schedulers that
//! pass over what is not awake, and registers that stay up because they are used soon.

use super::slumber::{file, parameters};
use crate::timing::registers::{Account, Powered, RegisterPath, Sleep};
use crate::timing::{Cause, Multiprocessor, Settings};
use golden::slumber::baselines::{Baseline, WarpedRegisterFile};
use golden::slumber::energy::StaticPower;
use spec::slumber::{Mode, SlumberTop, TopInputs, TopOutputs, MAXIMUM_REGISTERS};
use spec::{HardwareError, UnitFault, UnitModel};
use std::cell::RefCell;
use std::rc::Rc;

/// Somebody who watches, and lets in who has waited for as long as a drowsy register takes to wake.
struct Rival {
    now: u64,
    wake: u64,
    /// Registers of warps that schedulers name wake.
    looks_ahead: bool,
    /// For each register, since when it is on its way to ON or there.
    on_since: Vec<Option<u64>>,
    watching: Rc<RefCell<WarpedRegisterFile>>,
}

impl UnitModel<SlumberTop> for Rival {
    fn reset(&mut self) {
        self.now = 0;
        self.on_since.fill(None);
        *self.watching.borrow_mut() = WarpedRegisterFile::new(self.on_since.len());
    }

    fn cycle(&mut self, inputs: &TopInputs) -> Result<TopOutputs, UnitFault<TopOutputs>> {
        let always = [u32::MAX; MAXIMUM_REGISTERS / 32];
        let mut outputs = TopOutputs {
            ready: always,
            retained: always,
            ..TopOutputs::default()
        };
        for (lane, register) in inputs.wake_registers.enabled(inputs.wake_enable) {
            // A request in t is granted in t + 1 + delay, as Slumber's unit does it.
            let since = self.on_since[usize::from(register)];
            let awake = since.is_some_and(|since| since + self.wake < self.now);
            outputs.grant |= u8::from(awake) << lane;
        }
        let mut watching = self.watching.borrow_mut();
        watching.observe(inputs, &outputs);
        let named = { inputs.future_registers.enabled(inputs.future_enable) }.map(|named| named.1);
        let named: Vec<u16> = named.filter(|_| self.looks_ahead).collect();
        named.iter().for_each(|&register| watching.wake(register));
        let wakes = inputs.wake_registers.enabled(inputs.wake_enable);
        let writes = inputs.write_registers.enabled(inputs.write_enable);
        let done = inputs.done_registers.enabled(inputs.done_enable);
        let asked = wakes.chain(writes).chain(done).map(|asked| asked.1);
        for register in asked.chain(named) {
            let since = &mut self.on_since[usize::from(register)];
            *since = match watching.is_on(register) {
                true => since.or(Some(self.now)),
                false => None,
            };
        }
        if inputs.finish_valid {
            let range = usize::from(inputs.finish_first)..=usize::from(inputs.finish_last);
            self.on_since[range].fill(None);
        }
        if self.looks_ahead {
            for (register, since) in self.on_since.iter().enumerate() {
                // Ready in the coming cycle, when it is looked at.
                if since.is_none_or(|since| since + self.wake > self.now) {
                    outputs.ready[register / 32] &= !(1 << (register % 32));
                }
            }
        }
        self.now += 1;
        Ok(outputs)
    }

    fn quiescent_until(&self) -> u64 {
        u64::MAX
    }

    fn skip(&mut self, _idle: &TopInputs, cycles: u64) -> Result<(), UnitFault<TopOutputs>> {
        self.now += cycles;
        self.watching.borrow_mut().pass(cycles);
        Ok(())
    }
}

/// Counts by its ledger.
struct Counted {
    registers: usize,
    watching: Rc<RefCell<WarpedRegisterFile>>,
}

impl Account for Counted {
    /// Nothing but drowsy registers wakes.
    fn why_asleep(&self, _register: u16) -> Cause {
        Cause::WakingDeep
    }

    fn sleep(&self) -> Sleep {
        let watching = self.watching.borrow();
        let residency = watching.residency();
        let took = watching.energy(&StaticPower::TABLE_1);
        Sleep {
            registers: self.registers as u64,
            register_cycles: residency.total(),
            states: Mode::ALL.map(|mode| residency.cycles(mode)),
            // All but those that no kernel uses, which are OFF (golden::slumber::baselines).
            given: Mode::ALL.map(|mode| match mode {
                Mode::Off => 0,
                mode => residency.cycles(mode),
            }),
            leakage: took.leakage,
            switching: took.switching,
        }
    }
}

pub(super) fn build(settings: Settings) -> Result<Multiprocessor, HardwareError> {
    let unit = parameters(&settings)?;
    let registers = unit.array().registers();
    let path = || {
        let watching = Rc::new(RefCell::new(WarpedRegisterFile::new(registers)));
        let counted = Rc::new(Counted {
            registers,
            watching: Rc::clone(&watching),
        });
        let rival = Rival {
            now: 0,
            wake: unit.array().delays().deep_wake.into(),
            looks_ahead: settings.parameters.rival_looks_ahead,
            on_since: vec![None; registers],
            watching,
        };
        let path = Powered::new(file(&settings), Box::new(rival), unit).with_account(counted);
        Box::new(path) as Box<dyn RegisterPath>
    };
    let paths = (0..settings.parameters.shards).map(|_| path()).collect();
    let looks_ahead = settings.parameters.rival_looks_ahead;
    let multiprocessor = Multiprocessor::with_paths(settings, paths);
    Ok(match looks_ahead {
        true => multiprocessor.looking_ahead(),
        false => multiprocessor,
    })
}
