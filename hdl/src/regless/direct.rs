//! What directs instructions and results of the execution units to one shard (5).

use super::groups::{Issue, Writeback};
use crate::prelude::*;
use spec::regless::EXECUTION_UNITS;

/// Directs instructions of the execution units to one shard (5). Combinational.
///
/// Guarantees: of the instructions for the shard the two of the lowest execution units go to its ports, in
/// this order.
#[derive(LogicBlock, Described, Default)]
pub struct ReglessIssue {
    /// What each execution unit has for the shard.
    pub issue: Vec<Signal<In, Issue<4>>>,
    pub first: Signal<Out, Issue<4>>,
    pub first_ready: Signal<In, Bit>,
    pub second: Signal<Out, Issue<4>>,
    pub second_ready: Signal<In, Bit>,
    pub accepted: Signal<Out, Bits<4>>,
}

impl ReglessIssue {
    /// For all execution units.
    pub fn new() -> Self {
        Self {
            issue: signals(EXECUTION_UNITS),
            ..Self::default()
        }
    }
}

#[hardware]
impl Logic for ReglessIssue {
    fn update(&mut self) {
        let mut present = bits::<4>(0);
        for e in 0..EXECUTION_UNITS {
            present = present.replace_bit(e, self.issue[e].val().instruction.valid);
        }
        let first_unit = lowest(present);
        let rest = present & !first_unit;
        let second_unit = lowest(rest);
        self.accepted.next =
            gate(self.first_ready.val(), first_unit) | gate(self.second_ready.val(), second_unit);
        // The last unit's instruction stands where none is valid.
        let mut first = self.issue[EXECUTION_UNITS - 1].val();
        let mut second = self.issue[EXECUTION_UNITS - 1].val();
        for e in 0..EXECUTION_UNITS - 1 {
            if first_unit.get_bit(e) {
                first = self.issue[e].val();
            }
            if second_unit.get_bit(e) {
                second = self.issue[e].val();
            }
        }
        self.first.next = first;
        self.second.next = second;
        self.second.next.instruction.valid = second_unit.any();
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
    /// What each execution unit has for the shard.
    pub result: Vec<Signal<In, Writeback<4, A>>>,
    pub first: Signal<Out, Writeback<4, A>>,
    pub first_ready: Signal<In, Bit>,
    pub second: Signal<Out, Writeback<4, A>>,
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
        let mut present = bits::<4>(0);
        for e in 0..EXECUTION_UNITS {
            present = present.replace_bit(e, self.result[e].val().valid);
        }
        let first_unit = first_of(present, self.behind.q.val());
        let after_first = !(first_unit | (first_unit - 1));
        let rest = present & !first_unit;
        let second_unit = first_of(rest, after_first);
        if first_unit.any() && self.first_ready.val() {
            self.behind.d.next = after_first;
        }
        self.accepted.next =
            gate(self.first_ready.val(), first_unit) | gate(self.second_ready.val(), second_unit);
        let mut first = self.result[EXECUTION_UNITS - 1].val();
        let mut second = self.result[EXECUTION_UNITS - 1].val();
        for e in 0..EXECUTION_UNITS - 1 {
            if first_unit.get_bit(e) {
                first = self.result[e].val();
            }
            if second_unit.get_bit(e) {
                second = self.result[e].val();
            }
        }
        self.first.next = first;
        self.second.next = second;
        self.second.next.valid = second_unit.any();
    }
}
