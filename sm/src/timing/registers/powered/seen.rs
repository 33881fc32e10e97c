//! What is seen of registers with power modes: where those of warps spend their time, and why an operation is not
//! let in.

use super::super::path::{Demand, RegisterPath, SOURCES};
use super::Powered;
use crate::timing::stalls::Cause;
use spec::slumber::Mode;

impl Powered {
    /// Registers begin or end to belong to a warp. A unit that hears of both in a cycle hears of the end first.
    pub(super) fn belong(&mut self, first: u16, last: u16, belongs: bool) {
        for register in usize::from(first)..=usize::from(last) {
            if self.belongs[register] != belongs {
                self.count_given(register, !belongs);
                self.belongs[register] = belongs;
            }
            self.owned[register] |= belongs;
        }
    }

    /// Adds what a register has spent its time with so far, or takes it off.
    pub(super) fn count_given(&mut self, register: usize, adds: bool) {
        if self.account.is_none() {
            let so_far = self.states.of_register(register, self.now);
            for (given, mode) in self.given.iter_mut().zip(Mode::ALL) {
                let cycles = so_far.cycles(mode) as i64;
                *given += if adds { cycles } else { -cycles };
            }
        }
    }

    /// What a register wakes from.
    pub(super) fn wakes_from(&self, register: u16) -> Cause {
        match &self.account {
            Some(account) => account.why_asleep(register),
            None => self.states.why_asleep(register),
        }
    }

    /// Why an operation has not been let in, or not been accepted.
    pub(super) fn why(&self, demand: &Demand, port: usize, grant: u8) -> Cause {
        if self.let_in.presented[port] {
            return self.file.why_refused(port);
        }
        let operation = &demand.operations[port];
        let mut named = operation.sources.iter().chain([&operation.destination]);
        if named.any(|register| register.is_some_and(|r| !self.is_given(r))) {
            return Cause::WakingOff;
        }
        let asleep = |&place: &usize| grant >> (SOURCES * port + place) & 1 == 0;
        let waits = (0..SOURCES)
            .filter(asleep)
            .filter_map(|place| operation.sources[place]);
        let waits = waits.map(|register| self.wakes_from(register));
        waits.max().unwrap_or(Cause::WakingOn)
    }
}
