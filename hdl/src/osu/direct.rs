//! What directs instructions and results of the execution units to one shard (5).

use super::{gate, lowest, signals, ReglessInstruction, ReglessResult};
use crate::prelude::*;
use spec::osu::EXECUTION_UNITS;

/// Directs instructions of the execution units to one shard (5). Combinational.
///
/// Guarantees: of the instructions for the shard the two of the lowest execution units go to its ports, in
/// this order.
#[derive(LogicBlock, Described, Default)]
pub struct ReglessIssue {
    /// Execution units with an instruction for the shard.
    pub valid: Signal<In, Bits<4>>,
    pub instruction: Vec<Signal<In, ReglessInstruction>>,
    pub first_valid: Signal<Out, Bit>,
    pub first: Signal<Out, ReglessInstruction>,
    pub first_ready: Signal<In, Bit>,
    pub second_valid: Signal<Out, Bit>,
    pub second: Signal<Out, ReglessInstruction>,
    pub second_ready: Signal<In, Bit>,
    pub accepted: Signal<Out, Bits<4>>,
}

impl ReglessIssue {
    /// For all execution units.
    pub fn new() -> Self {
        Self {
            instruction: signals(EXECUTION_UNITS),
            ..Self::default()
        }
    }
}

#[hardware]
impl Logic for ReglessIssue {
    fn update(&mut self) {
        let first_unit = lowest(self.valid.val());
        let rest = self.valid.val() & !first_unit;
        let second_unit = lowest(rest);
        self.first_valid.next = first_unit.any();
        self.second_valid.next = second_unit.any();
        self.accepted.next =
            gate(self.first_ready.val(), first_unit) | gate(self.second_ready.val(), second_unit);
        // The last unit's instruction stands where none is valid.
        self.first.next = self.instruction[EXECUTION_UNITS - 1].val();
        self.second.next = self.instruction[EXECUTION_UNITS - 1].val();
        for e in 0..EXECUTION_UNITS - 1 {
            if first_unit.get_bit(e) {
                self.first.next = self.instruction[e].val();
            }
            if second_unit.get_bit(e) {
                self.second.next = self.instruction[e].val();
            }
        }
    }
}

/// Directs results of the execution units to one shard (5).
///
/// Guarantees: of the results for the shard the first two in ring order from the unit behind the one that
/// was first last go to its ports.
// Lines of a bank are named with `A` bits.
#[derive(LogicBlock, Described, Default)]
pub struct ReglessResults<const A: usize> {
    pub clock: Signal<In, Clock>,
    /// Execution units with a result for the shard.
    pub valid: Signal<In, Bits<4>>,
    pub result: Vec<Signal<In, ReglessResult>>,
    pub entry: Vec<Signal<In, Bits<A>>>,
    pub first_valid: Signal<Out, Bit>,
    pub first: Signal<Out, ReglessResult>,
    pub first_entry: Signal<Out, Bits<A>>,
    pub first_ready: Signal<In, Bit>,
    pub second_valid: Signal<Out, Bit>,
    pub second: Signal<Out, ReglessResult>,
    pub second_entry: Signal<Out, Bits<A>>,
    pub second_ready: Signal<In, Bit>,
    pub accepted: Signal<Out, Bits<4>>,

    /// The units behind the one that was first last, before the ring begins anew.
    behind: Register<Bits<4>>,
}

impl<const A: usize> ReglessResults<A> {
    /// For all execution units; unit 0 is first.
    pub fn new() -> Self {
        Self {
            result: signals(EXECUTION_UNITS),
            entry: signals(EXECUTION_UNITS),
            ..Self::default()
        }
    }
}

/// The first of `requests` in ring order, of which those in `behind` come before the others.
#[hardware]
fn first_of(requests: Bits<4>, behind: Bits<4>) -> Bits<4> {
    let before = requests & behind;
    let candidates = if before.any() { before } else { requests };
    lowest(candidates)
}

#[hardware(name = format!("regless_results_e{A}"))]
impl<const A: usize> Logic for ReglessResults<A> {
    fn update(&mut self) {
        registers!(self, clock, behind);
        let valid = self.valid.val();
        let first_unit = first_of(valid, self.behind.q.val());
        let after_first = !(first_unit | (first_unit - 1));
        let rest = valid & !first_unit;
        let second_unit = first_of(rest, after_first);
        if first_unit.any() && self.first_ready.val() {
            self.behind.d.next = after_first;
        }
        self.first_valid.next = first_unit.any();
        self.second_valid.next = second_unit.any();
        self.accepted.next =
            gate(self.first_ready.val(), first_unit) | gate(self.second_ready.val(), second_unit);
        self.first.next = self.result[EXECUTION_UNITS - 1].val();
        self.first_entry.next = self.entry[EXECUTION_UNITS - 1].val();
        self.second.next = self.result[EXECUTION_UNITS - 1].val();
        self.second_entry.next = self.entry[EXECUTION_UNITS - 1].val();
        for e in 0..EXECUTION_UNITS - 1 {
            if first_unit.get_bit(e) {
                self.first.next = self.result[e].val();
                self.first_entry.next = self.entry[e].val();
            }
            if second_unit.get_bit(e) {
                self.second.next = self.result[e].val();
                self.second_entry.next = self.entry[e].val();
            }
        }
    }
}
