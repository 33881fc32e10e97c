//! The line that the head works on: where its code will be placed, what is evicted or emptied
//! before, and, for a flush, each line in turn.

use crate::prelude::*;

/// Way and address of a line; see the module's comment. Parameters are those of
/// [`super::AvcLines`].
#[derive(LogicBlock, Default)]
pub struct AvcVictim<const S: usize, const T: usize, const K: usize, const W: usize> {
    pub clock: Signal<In, Clock>,
    /// The head is in its first cycle in X: the line is where it was found, else the one to give
    /// up, for a flush the first.
    pub choose: Signal<In, Bit>,
    pub flush: Signal<In, Bit>,
    pub address: Signal<In, Bits<25>>,
    pub hit: Signal<In, Bits<W>>,
    pub give_up: Signal<In, Bits<W>>,
    pub give_up_tag: Signal<In, Bits<T>>,
    /// The tag of the flush's line is known.
    pub tag_valid: Signal<In, Bit>,
    pub tag: Signal<In, Bits<T>>,
    /// On to the next vector of the line; to the next line.
    pub step: Signal<In, Bit>,
    pub step_line: Signal<In, Bit>,
    pub way: Signal<Out, Bits<W>>,
    pub vector: Signal<Out, Bits<25>>,
    pub last_vector: Signal<Out, Bit>,
    pub last_line: Signal<Out, Bit>,

    its_way: Register<Bits<W>>,
    its_tag: Register<Bits<T>>,
    its_set: Register<Bits<S>>,
    offset: Register<Bits<4>>,
    /// All vectors of the line, not one of them.
    whole: Register<Bit>,
}

impl<const S: usize, const T: usize, const K: usize, const W: usize> AvcVictim<S, T, K, W> {
    /// No line yet.
    pub fn new() -> Self {
        Self {
            its_way: Register::no_reset(),
            its_tag: Register::no_reset(),
            its_set: Register::no_reset(),
            offset: Register::no_reset(),
            whole: Register::no_reset(),
            ..Self::default()
        }
    }
}

#[hardware(name = format!("avc_victim_s{}_w{W}", 1 << S))]
impl<const S: usize, const T: usize, const K: usize, const W: usize> Logic
    for AvcVictim<S, T, K, W>
{
    fn update(&mut self) {
        registers!(self, clock, its_way, its_tag, its_set, offset, whole);
        let way = self.its_way.q.val();
        let set = self.its_set.q.val();
        let offset = self.offset.q.val();
        let last_way = way.get_bit(W - 1);

        if self.choose.val() {
            let address = self.address.val();
            if self.flush.val() {
                self.its_way.d.next = 1.into();
                self.its_set.d.next = 0.into();
            } else {
                self.its_way.d.next = if self.hit.val().any() {
                    self.hit.val()
                } else {
                    self.give_up.val()
                };
                self.its_set.d.next = address.get_bits::<S>(4);
            }
            if self.hit.val().any() && !self.flush.val() {
                self.its_tag.d.next = address.get_bits::<T>(S + 4);
                self.offset.d.next = address.get_bits::<4>(0);
                self.whole.d.next = false;
            } else {
                self.its_tag.d.next = self.give_up_tag.val();
                self.offset.d.next = 0.into();
                self.whole.d.next = true;
            }
        } else {
            if self.step_line.val() {
                self.its_way.d.next = (way << 1) | (way >> (W - 1));
                if last_way {
                    self.its_set.d.next = set + 1;
                }
            }
            if self.tag_valid.val() {
                self.its_tag.d.next = self.tag.val();
            }
            if self.step.val() {
                self.offset.d.next = offset + 1;
            }
        }

        let row = concat::<K, _, _>(set, offset);
        self.way.next = way;
        self.vector.next = concat::<25, _, _>(self.its_tag.q.val(), row);
        self.last_vector.next = !self.whole.q.val() || offset.all();
        self.last_line.next = last_way && set.all();
    }
}
