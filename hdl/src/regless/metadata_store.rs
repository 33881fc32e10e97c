//! The metadata store of a shard.

use super::one_of;
use crate::prelude::*;

/// The metadata store of a shard: each warp's next region, as the decoder shows it word by word (5, 5.4).
///
/// Guarantees: a region is complete when its word and all further words of operations have come; then it
/// stays until it is taken. What does not decode or is out of order raises an error and changes nothing.
#[derive(LogicBlock, Described, Parts)]
pub struct MetadataStore {
    pub clock: Signal<In, Clock>,
    /// A word that comes; last uses are not stored.
    pub word_valid: Signal<In, Bit>,
    pub word_warp: Signal<In, Bits<4>>,
    pub word_last_uses: Signal<In, Bit>,
    pub word_ready: Signal<Out, Bit>,
    /// The word of the cycle before, decoded.
    pub decoded_bad: Signal<In, Bit>,
    pub decoded_region: Signal<In, Bit>,
    pub decoded_usage: Signal<In, Bits<24>>,
    pub decoded_more: Signal<In, Bits<3>>,
    pub decoded_operations: Signal<In, Bit>,
    pub decoded_kinds: Signal<In, Bits<12>>,
    pub decoded_registers: Signal<In, Bits<36>>,
    pub decoded_warp: Signal<Out, Bits<4>>,

    /// Warps whose region is complete; the warp and row that are read, and from the next cycle on what they hold.
    pub full: Signal<Out, Bits<16>>,
    pub read: Signal<In, Bit>,
    pub warp: Signal<In, Bits<4>>,
    pub row: Signal<In, Bits<3>>,
    /// The warp whose region has been read to its end.
    pub taken: Signal<In, Bit>,
    pub taken_warp: Signal<In, Bits<4>>,
    pub usage: Signal<Out, Bits<24>>,
    pub more: Signal<Out, Bits<3>>,
    pub kinds: Signal<Out, Bits<12>>,
    pub registers: Signal<Out, Bits<36>>,

    pub error: Signal<Out, Bit>,
    pub error_warp: Signal<Out, Bits<4>>,

    usage_ram: Memory<27, 4>,
    row_ram: Memory<48, 7>,
    held: Register<Bit>,
    held_warp: Register<Bits<4>>,
    complete: Register<Bits<16>>,
    left: [Register<Bits<3>>; 16],
    next_row: [Register<Bits<3>>; 16],
    failed: Register<Bit>,
    failed_warp: Register<Bits<4>>,
}

impl Default for MetadataStore {
    fn default() -> Self {
        MetadataStoreParts {
            usage_ram: Memory::new(16).named("metadata_usage_16x27"),
            row_ram: Memory::new(128).named("metadata_rows_128x48"),
            held: Register::default(),
            held_warp: Register::no_reset(),
            complete: Register::default(),
            left: Register::array(0.into()),
            next_row: Register::array_no_reset(),
            failed: Register::default(),
            failed_warp: Register::no_reset(),
        }
        .into()
    }
}

#[hardware]
impl Logic for MetadataStore {
    fn update(&mut self) {
        clock!(self, clock, usage_ram, row_ram, held, held_warp, complete);
        registers!(self, clock, left, next_row, failed, failed_warp);
        let complete = self.complete.q.val();
        let warp = self.held_warp.q.val();

        comment!("A word of a region waits while the region before is complete or a word of its warp is decoded.");
        let follows = self.held.q.val() && warp == self.word_warp.val();
        let room = !complete.get_bit(self.word_warp.val().index()) && !follows;
        let accepted = self.word_valid.val() && (self.word_last_uses.val() || room);
        self.word_ready.next = accepted;
        self.held.d.next = accepted;
        self.held_warp.d.next = self.word_warp.val();
        self.decoded_warp.next = warp;

        comment!("The decoded word.");
        let left = self.left[warp.index()].q.val();
        let in_order = !complete.get_bit(warp.index()) && !left.any();
        let begins = self.decoded_region.val() && in_order;
        let further = self.decoded_operations.val() && !self.decoded_region.val();
        let continues = further && left.any();
        // A region's word out of order is not stored, so that here it need not be known.
        let row = if self.decoded_region.val() {
            bits::<3>(0)
        } else {
            self.next_row[warp.index()].q.val()
        };
        let left_after = if self.decoded_region.val() {
            self.decoded_more.val()
        } else {
            left - 1
        };
        let stores = begins || continues;
        if stores {
            self.left[warp.index()].d.next = left_after;
            self.next_row[warp.index()].d.next = row + 1;
        }
        self.complete.d.next = (complete
            & !one_of::<16, 4>(self.taken.val(), self.taken_warp.val()))
            | one_of::<16, 4>(stores && !left_after.any(), warp);
        let wrong = self.decoded_bad.val()
            || (self.decoded_region.val() && !in_order)
            || (further && !left.any());
        if wrong && !self.failed.q.val() {
            self.failed.d.next = true;
            self.failed_warp.d.next = warp;
        }
        self.error.next = self.failed.q.val();
        self.error_warp.next = self.failed_warp.q.val();

        comment!("The memories. Usage is for warp 0: rotated by the warp.");
        let usage = self.decoded_usage.val();
        let usage_4 = if warp.get_bit(2) {
            concat::<24, _, _>(usage.get_bits::<12>(0), usage.get_bits::<12>(12))
        } else {
            usage
        };
        let usage_2 = if warp.get_bit(1) {
            concat::<24, _, _>(usage_4.get_bits::<18>(0), usage_4.get_bits::<6>(18))
        } else {
            usage_4
        };
        let needs = if warp.get_bit(0) {
            concat::<24, _, _>(usage_2.get_bits::<21>(0), usage_2.get_bits::<3>(21))
        } else {
            usage_2
        };
        self.usage_ram.write_enable.next = begins;
        self.usage_ram.write_address.next = warp;
        self.usage_ram.write_data.next = concat::<27, _, _>(self.decoded_more.val(), needs);
        self.row_ram.write_enable.next = stores;
        self.row_ram.write_address.next = concat::<7, _, _>(warp, row);
        self.row_ram.write_data.next =
            concat::<48, _, _>(self.decoded_registers.val(), self.decoded_kinds.val());
        self.usage_ram.read_enable.next = self.read.val();
        self.usage_ram.read_address.next = self.warp.val();
        self.row_ram.read_enable.next = self.read.val();
        self.row_ram.read_address.next = concat::<7, _, _>(self.warp.val(), self.row.val());
        let needed = self.usage_ram.read_data.val();
        let operations = self.row_ram.read_data.val();
        self.full.next = complete;
        self.usage.next = needed.get_bits::<24>(0);
        self.more.next = needed.get_bits::<3>(24);
        self.kinds.next = operations.get_bits::<12>(0);
        self.registers.next = operations.get_bits::<36>(12);
    }
}
