//! Kits of `regfile` and of the gate of a bank.

mod around;
mod bank_gate;
mod bank_gate_storage;
mod banks;
mod contention;
mod manner;
mod offers;
mod reads;
mod tally;
mod watch;
mod writes;

use crate::closed::{ClosedKit, Watcher};
use crate::kit::Kit;
use spec::regfile::{BankGate, BankGateParameters, Regfile, RegfileParameters};

/// Verifies `regfile`.
pub fn regfile(parameters: RegfileParameters) -> Box<dyn Kit> {
    Box::new(ClosedKit::<Regfile, _, _, _> {
        parameters,
        model: golden::regfile::Regfile::new,
        around: around::Around::new,
        watcher: watch::Watch::new,
    })
}

/// Verifies `bank_gate`.
pub fn bank_gate(parameters: BankGateParameters) -> Box<dyn Kit> {
    watched_gate(parameters, bank_gate::Watch::new)
}

/// The kit of `--power-aware`: the bank's entries, which forget without power.
pub fn bank_gate_with_storage(parameters: BankGateParameters) -> Box<dyn Kit> {
    watched_gate(parameters, bank_gate_storage::BankStorage::new)
}

fn watched_gate<W: Watcher<BankGate> + 'static>(
    parameters: BankGateParameters,
    watcher: fn(BankGateParameters) -> W,
) -> Box<dyn Kit> {
    Box::new(ClosedKit::<BankGate, _, _, _> {
        parameters,
        model: golden::regfile::BankGate::new,
        around: bank_gate::Around::new,
        watcher,
    })
}
