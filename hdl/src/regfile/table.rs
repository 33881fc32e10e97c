//! What a cluster knows of its registers.

use super::signals;
use crate::prelude::*;

/// What a cluster knows of its registers: whether one holds something, and in which form (4).
///
/// Three planes with a bit for each entry. Only `stored` has a reset: a range means something while
/// its register holds something.
// State of `E` entries, `2^A`.
#[derive(LogicBlock, Described, Parts)]
pub struct RegfileTable<const E: usize, const A: usize> {
    pub clock: Signal<In, Clock>,
    /// The register that is read.
    pub read_entry: Signal<In, Bits<A>>,
    pub read_stored: Signal<Out, Bit>,
    pub read_range: Vec<Signal<Out, Bits<2>>>,
    /// The registers that results are for, which may enter the write stage.
    pub head0_entry: Signal<In, Bits<A>>,
    pub head0_stored: Signal<Out, Bit>,
    pub head1_entry: Signal<In, Bits<A>>,
    pub head1_stored: Signal<Out, Bit>,
    /// The register in the write stage, and what it becomes.
    pub write_entry: Signal<In, Bits<A>>,
    pub write: Signal<In, Bit>,
    pub write_range: Vec<Signal<In, Bits<2>>>,
    pub release: Signal<In, Bit>,
    pub release_entry: Signal<In, Bits<A>>,

    stored: Register<Bits<E>>,
    /// The range indicators' high and low bits.
    range_high: Vec<Register<Bits<E>>>,
    range_low: Vec<Register<Bits<E>>>,
    _compresses: bool,
}

impl<const E: usize, const A: usize> RegfileTable<E, A> {
    /// Registers that hold nothing; without compression there are no ranges.
    pub fn new(compresses: bool) -> Self {
        const { assert!(E == 1 << A, "every address has an entry") };
        let ranges = usize::from(compresses);
        RegfileTableParts {
            read_range: signals(ranges),
            write_range: signals(ranges),
            stored: Register::default(),
            range_high: data_registers(ranges),
            range_low: data_registers(ranges),
            _compresses: compresses,
        }
        .into()
    }
}

#[hardware(name = format!("regfile_table_e{E}{}", super::suffix(self._compresses)))]
impl<const E: usize, const A: usize> Logic for RegfileTable<E, A> {
    fn update(&mut self) {
        registers!(self, clock, stored);
        let read = self.read_entry.val();
        let write = self.write_entry.val();
        self.read_stored.next = self.stored.q.val().get_bit(read.index());
        let head0 = self.head0_entry.val();
        let head1 = self.head1_entry.val();
        self.head0_stored.next = self.stored.q.val().get_bit(head0.index());
        self.head1_stored.next = self.stored.q.val().get_bit(head1.index());
        let mut stored_next = self.stored.q.val();
        if self.release.val() {
            stored_next = stored_next.replace_bit(self.release_entry.val().index(), false);
        }
        if self.write.val() {
            stored_next = stored_next.replace_bit(write.index(), true);
        }
        self.stored.d.next = stored_next;

        if self._compresses {
            registers!(self, clock, range_high, range_low);
            let high = self.range_high[0].q.val();
            let low = self.range_low[0].q.val();
            self.read_range[0].next =
                concat::<2, _, _>(high.get_bit(read.index()), low.get_bit(read.index()));
            if self.write.val() {
                let range = self.write_range[0].val();
                self.range_high[0].d.next = high.replace_bit(write.index(), range.get_bit(1));
                self.range_low[0].d.next = low.replace_bit(write.index(), range.get_bit(0));
            }
        }
    }
}
