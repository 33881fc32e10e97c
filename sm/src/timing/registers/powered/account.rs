//! Where registers spend their time, and what that costs.

use super::super::activity::Sleep;
use super::Powered;
use crate::timing::stalls::Cause;
use golden::slumber::energy::{self, StaticPower};
use spec::slumber::Mode;

/// Who counts where registers spend their time.
pub trait Account {
    /// What registers took, in percent-cycles: leakage and switching.
    fn sleep(&self) -> Sleep;
    /// What a register wakes from that has not been granted.
    fn why_asleep(&self, register: u16) -> Cause;
}

impl Powered {
    /// What its own ledger says, when a launch is over.
    pub(super) fn sleep(&mut self) -> Sleep {
        for register in 0..self.belongs.len() {
            if std::mem::take(&mut self.belongs[register]) {
                self.count_given(register, true);
            }
        }
        let residency = self.states.residency(self.now);
        let (array, control) = (self.parameters.array(), self.parameters.control());
        let took = energy::energy(
            &residency,
            &StaticPower::TABLE_1,
            &array.delays(),
            &control.break_evens(),
        );
        Sleep {
            registers: self.owned.len() as u64,
            register_cycles: residency.total(),
            states: Mode::ALL.map(|mode| residency.cycles(mode)),
            given: self.given.map(|cycles| cycles.max(0) as u64),
            leakage: took.leakage,
            switching: took.switching,
        }
    }
}
