//! A bank's request to the compressor.

use super::codes::REQUEST_EVICT;
use crate::prelude::*;

/// Where the request is; the names are those of the contract.
#[derive(Copy, Clone, PartialEq, Debug, LogicState, Packed)]
pub enum OsuRequestState {
    Empty,
    Read,
    Full,
}

/// A bank's request to the compressor: a fetch or an invalidation at once, an eviction after its value was
/// read (5.2.1, 5.2.2).
///
/// The value is kept where it is read, at the memory's output: nothing else is read until it is taken.
///
/// Guarantees: one request at a time, held until it is taken.
// The request; lines are named with `A` bits.
#[derive(LogicBlock, Described, Parts)]
pub struct OsuRequest<const A: usize> {
    pub clock: Signal<In, Clock>,
    pub empty: Signal<Out, Bit>,
    /// A fetch or an invalidation.
    pub enter: Signal<In, Bit>,
    pub enter_kind: Signal<In, Bits<2>>,
    pub enter_tag: Signal<In, Bits<10>>,
    pub enter_line: Signal<In, Bits<A>>,
    /// An eviction begins; in the next cycle its value is read, and tag and line are here.
    pub evict: Signal<In, Bit>,
    pub read: Signal<Out, Bit>,
    pub evicted_tag: Signal<In, Bits<10>>,
    pub evicted_line: Signal<In, Bits<A>>,
    /// The memory's output is, or will be in the next cycle, a value that is not taken.
    pub holds: Signal<Out, Bit>,

    pub ready: Signal<In, Bit>,
    pub valid: Signal<Out, Bit>,
    pub valid_evict: Signal<Out, Bit>,
    pub kind: Signal<Out, Bits<2>>,
    pub tag: Signal<Out, Bits<10>>,
    pub line: Signal<Out, Bits<A>>,

    state: Register<OsuRequestState>,
    its_kind: Register<Bits<2>>,
    its_tag: Register<Bits<10>>,
    its_line: Register<Bits<A>>,
}

impl<const A: usize> Default for OsuRequest<A> {
    fn default() -> Self {
        OsuRequestParts {
            state: Register::new(OsuRequestState::Empty),
            its_kind: Register::no_reset(),
            its_tag: Register::no_reset(),
            its_line: Register::no_reset(),
        }
        .into()
    }
}

#[hardware(name = format!("osu_request_e{A}"))]
impl<const A: usize> Logic for OsuRequest<A> {
    fn update(&mut self) {
        registers!(self, clock, state, its_kind, its_tag, its_line);
        let state = self.state.q.val();
        match state {
            OsuRequestState::Empty => {
                if self.enter.val() {
                    self.state.d.next = OsuRequestState::Full;
                } else if self.evict.val() {
                    self.state.d.next = OsuRequestState::Read;
                }
            }
            OsuRequestState::Read => self.state.d.next = OsuRequestState::Full,
            OsuRequestState::Full => {
                if self.ready.val() {
                    self.state.d.next = OsuRequestState::Empty;
                }
            }
        }
        let empty = state == OsuRequestState::Empty;
        let read = state == OsuRequestState::Read;
        if empty {
            self.its_kind.d.next = self.enter_kind.val();
            self.its_tag.d.next = self.enter_tag.val();
            self.its_line.d.next = self.enter_line.val();
        } else if read {
            self.its_kind.d.next = REQUEST_EVICT.into();
            self.its_tag.d.next = self.evicted_tag.val();
            self.its_line.d.next = self.evicted_line.val();
        }
        let full = state == OsuRequestState::Full;
        let evict = full && self.its_kind.q.val() == REQUEST_EVICT;
        self.empty.next = empty;
        self.read.next = read;
        self.holds.next = read || evict;
        self.valid.next = full;
        self.valid_evict.next = evict;
        self.kind.next = self.its_kind.q.val();
        self.tag.next = self.its_tag.q.val();
        self.line.next = self.its_line.q.val();
    }
}
