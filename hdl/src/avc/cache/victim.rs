//! The line that the head works on.

use super::super::data_registers;
use crate::prelude::*;

/// The line that the head works on: where its code will be placed, what is evicted or emptied
/// before, and, for a flush, each line in turn.
// Way and address of a line Parameters are those of [`super::AvcLines`].
#[derive(LogicBlock, Described, Parts)]
pub struct AvcVictim<const S: usize, const T: usize, const K: usize> {
    pub clock: Signal<In, Clock>,
    /// The head is in its first cycle in X: the line is where it was found, else the one to give
    /// up, for a flush the first.
    pub choose: Signal<In, Bit>,
    pub flush: Signal<In, Bit>,
    pub head_address: Signal<In, Bits<25>>,
    pub there: Signal<In, Bit>,
    pub hit: Vec<Signal<In, Bit>>,
    pub give_up: Vec<Signal<In, Bit>>,
    pub give_up_tag: Signal<In, Bits<T>>,
    /// The tag of the flush's line is known.
    pub tag_valid: Signal<In, Bit>,
    pub tag: Signal<In, Bits<T>>,
    /// On to the next vector of the line; to the next line.
    pub step: Signal<In, Bit>,
    pub step_line: Signal<In, Bit>,
    pub way: Vec<Signal<Out, Bit>>,
    /// The vector's address.
    pub address: Signal<Out, Bits<25>>,
    /// The set of the line behind it in a flush; set 0, which has a flush's first line, while that is chosen.
    pub next_set: Signal<Out, Bits<S>>,
    pub last_vector: Signal<Out, Bit>,
    pub last_line: Signal<Out, Bit>,

    its_way: Vec<Register<Bit>>,
    its_tag: Register<Bits<T>>,
    its_set: Register<Bits<S>>,
    set_ahead: Register<Bits<S>>,
    offset: Register<Bits<4>>,
    _ways: usize,
}

impl<const S: usize, const T: usize, const K: usize> AvcVictim<S, T, K> {
    /// No line of `ways` ways yet.
    pub fn new(ways: usize) -> Self {
        AvcVictimParts {
            hit: signals(ways),
            give_up: signals(ways),
            way: signals(ways),
            its_way: data_registers(ways),
            its_tag: Register::no_reset(),
            its_set: Register::no_reset(),
            set_ahead: Register::default(),
            offset: Register::no_reset(),
            _ways: ways,
        }
        .into()
    }
}

#[hardware(name = format!("avc_victim_s{}_w{}", 1 << S, self._ways))]
impl<const S: usize, const T: usize, const K: usize> Logic for AvcVictim<S, T, K> {
    fn update(&mut self) {
        registers!(self, clock, its_way, its_tag, its_set, set_ahead, offset);
        let set = self.its_set.q.val();
        let offset = self.offset.q.val();
        let last_way = self.its_way[self._ways - 1].q.val();
        let last_line = last_way && set.all();
        let ahead = self.set_ahead.q.val();
        // Once through all lines it is 0 again; where each set has one line, every head sets it anew.
        let goes_ahead = if self._ways == 1 {
            self.step_line.val()
        } else {
            self.step_line.val() && self.its_way[self._ways.saturating_sub(2)].q.val()
        };
        if goes_ahead {
            self.set_ahead.d.next = ahead + 1;
        }
        if self._ways == 1 {
            if self.choose.val() {
                self.set_ahead.d.next = 1.into();
            }
        }

        for w in 0..self._ways {
            if self.choose.val() && self.flush.val() {
                if w == 0 {
                    self.its_way[w].d.next = true;
                } else {
                    self.its_way[w].d.next = false;
                }
            } else if self.choose.val() {
                self.its_way[w].d.next = if self.there.val() {
                    self.hit[w].val()
                } else {
                    self.give_up[w].val()
                };
            } else if self.step_line.val() {
                self.its_way[w].d.next = if w == 0 {
                    last_way
                } else {
                    self.its_way[w - 1].q.val()
                };
            }
        }
        for w in 0..self._ways {
            self.way[w].next = self.its_way[w].q.val();
        }
        if self.choose.val() {
            self.its_set.d.next = if self.flush.val() {
                0.into()
            } else {
                self.head_address.val().get_bits::<S>(4)
            };
            self.its_tag.d.next = self.give_up_tag.val();
            self.offset.d.next = 0.into();
        } else {
            if self.step_line.val() {
                self.its_set.d.next = ahead;
            }
            if self.tag_valid.val() {
                self.its_tag.d.next = self.tag.val();
            }
            if self.step.val() {
                self.offset.d.next = offset + 1;
            }
        }

        let row = concat::<K, _, _>(set, offset);
        self.address.next = concat::<25, _, _>(self.its_tag.q.val(), row);
        self.next_set.next = if self._ways == 1 {
            gate(!self.choose.val(), ahead)
        } else {
            ahead
        };
        self.last_vector.next = offset.all();
        self.last_line.next = last_line;
    }
}
