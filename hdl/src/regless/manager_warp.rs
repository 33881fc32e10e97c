//! The state machine of one warp (5.1, Figure 9).

use super::ones;
use crate::prelude::*;

/// What a warp does; the names are those of the contract.
#[derive(Copy, Clone, PartialEq, Debug, LogicState, Packed)]
pub enum WarpState {
    Inactive,
    Preloading,
    Active,
    Draining,
    Failed,
}

/// The state machine of one warp (5.1, Figure 9).
#[derive(LogicBlock, Described, Default)]
pub struct ManagerWarp {
    pub clock: Signal<In, Clock>,
    /// Its region starts, or can never start.
    pub start: Signal<In, Bit>,
    pub fail: Signal<In, Bit>,
    /// Rows of its region are to be read, or one was in the cycle before: so many operations.
    pub held: Signal<In, Bit>,
    pub read: Signal<In, Bits<3>>,
    /// Operations that are done: by bank, and at the top by a fill.
    pub done: Signal<In, Bits<9>>,
    /// The region's last instruction is issued.
    pub ends: Signal<In, Bit>,
    pub busy: Signal<In, Bit>,
    /// No write is outstanding.
    pub landed_all: Signal<In, Bit>,
    /// It may begin to drain, and does; it may return to the stack, and does.
    pub may_drain: Signal<Out, Bit>,
    pub drain: Signal<In, Bit>,
    pub may_return: Signal<Out, Bit>,
    pub give_back: Signal<In, Bit>,
    pub inactive: Signal<Out, Bit>,
    pub active: Signal<Out, Bit>,
    pub draining: Signal<Out, Bit>,

    state: Register<WarpState>,
    ended: Register<Bit>,
    /// Operations that are not done, and how many of them were done in the cycle before: the difference is
    /// what is left. What is read is counted a cycle late, while `held` is still 1.
    operations: Register<Bits<5>>,
    just_done: Register<Bits<4>>,
}

impl ManagerWarp {
    /// An inactive warp.
    pub fn new() -> Self {
        Self {
            state: Register::new(WarpState::Inactive),
            ended: Register::no_reset(),
            ..Self::default()
        }
    }
}

#[hardware]
impl Logic for ManagerWarp {
    fn update(&mut self) {
        registers!(self, clock, state, ended, operations, just_done);
        let state = self.state.q.val();
        let operations = self.operations.q.val();
        let runs = state == WarpState::Active;
        let draining = state == WarpState::Draining;

        let low = bit_cast::<4, 2>(ones(self.done.val().get_bits::<3>(0)));
        let middle = bit_cast::<4, 2>(ones(self.done.val().get_bits::<3>(3)));
        let high = bit_cast::<4, 2>(ones(self.done.val().get_bits::<3>(6)));
        let read = bit_cast::<5, 3>(self.read.val());
        let just_done = bit_cast::<5, 4>(self.just_done.q.val());
        self.just_done.d.next = low + middle + high;
        self.operations.d.next = operations + read - just_done;

        let ready = operations == just_done && !self.held.val();
        match state {
            WarpState::Inactive => {
                if self.fail.val() {
                    self.state.d.next = WarpState::Failed;
                } else if self.start.val() {
                    self.state.d.next = WarpState::Preloading;
                }
            }
            WarpState::Preloading => {
                if ready {
                    self.state.d.next = WarpState::Active;
                }
            }
            WarpState::Active => {
                if self.drain.val() {
                    self.state.d.next = WarpState::Draining;
                }
            }
            WarpState::Draining => {
                if self.give_back.val() {
                    self.state.d.next = WarpState::Inactive;
                }
            }
            WarpState::Failed => {}
        }
        self.ended.d.next = runs && (self.ended.q.val() || self.ends.val());
        self.may_drain.next = runs && self.ended.q.val() && !self.busy.val();
        self.may_return.next = draining && self.landed_all.val();
        self.inactive.next = state == WarpState::Inactive;
        self.active.next = runs && !self.ended.q.val();
        self.draining.next = draining;
    }
}
