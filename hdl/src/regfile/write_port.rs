//! A write-back port.

use super::groups::Writeback;
use super::{signals, RegfileQueue};
use crate::bdi::{BdiCompressor, BdiEqualCompressor};
use crate::prelude::*;
use spec::bdi::BdiParameters;

/// A write-back port: compressor and queue.
///
/// Codec and queue exist in a few sizes, of which one is built; so the port has the same ports in
/// all files.
#[derive(LogicBlock, Described, Parts)]
pub struct RegfileWritePort {
    pub clock: Signal<In, Clock>,
    pub result: Signal<In, Writeback>,
    pub ready: Signal<Out, Bit>,

    /// The head of the queue.
    pub head_valid: Signal<Out, Bit>,
    pub head_register: Signal<Out, Bits<10>>,
    pub head_mask: Signal<Out, Bits<32>>,
    pub head_data: Signal<Out, Bits<1024>>,
    pub head_range: Vec<Signal<Out, Bits<2>>>,
    /// A write stage takes it.
    pub leave: Signal<In, Bit>,

    // At most one of the three, as wide as the widest mode asks for.
    wide_compressor: Vec<BdiCompressor<16, 16, 17>>,
    narrow_compressor: Vec<BdiCompressor<8, 24, 9>>,
    equal_compressor: Vec<BdiEqualCompressor>,
    // One of the four.
    queue: Vec<RegfileQueue<2, 3>>,
    short_queue: Vec<RegfileQueue<1, 2>>,
    long_queue: Vec<RegfileQueue<3, 4>>,
    longest_queue: Vec<RegfileQueue<4, 4>>,

    enters: Signal<Local, Bit>,
    room: Signal<Local, Bit>,
    // What fills a place of the queue.
    fill: Signal<Local, Bit>,
    fill_register: Signal<Local, Bits<10>>,
    fill_range: Vec<Signal<Local, Bits<2>>>,
    fill_data: Signal<Local, Bits<1024>>,

    _compressor: Option<BdiParameters>,
    _compresses: bool,
    _places: usize,
    _wide: bool,
    _narrow: bool,
    _equal: bool,
    _queue: bool,
    _short: bool,
    _long: bool,
    _longest: bool,
}

impl RegfileWritePort {
    /// An empty queue of as many places, behind a compressor if there is one.
    pub fn new(compressor: Option<BdiParameters>, places: usize) -> Self {
        let codec = super::Codec::of(compressor);
        let compresses = compressor.is_some();
        let codecs = usize::from(compresses);
        let [short, queue, long, longest] =
            [1..3, 3..5, 5..9, 9..17].map(|range| range.contains(&places));
        RegfileWritePortParts {
            head_range: signals(codecs),
            wide_compressor: codec.wide.map(BdiCompressor::new).into_iter().collect(),
            narrow_compressor: codec.narrow.map(BdiCompressor::new).into_iter().collect(),
            equal_compressor: codec
                .equal
                .map(BdiEqualCompressor::new)
                .into_iter()
                .collect(),
            queue: queue
                .then(|| RegfileQueue::new(places, compresses))
                .into_iter()
                .collect(),
            short_queue: short
                .then(|| RegfileQueue::new(places, compresses))
                .into_iter()
                .collect(),
            long_queue: long
                .then(|| RegfileQueue::new(places, compresses))
                .into_iter()
                .collect(),
            longest_queue: longest
                .then(|| RegfileQueue::new(places, compresses))
                .into_iter()
                .collect(),
            fill_range: signals(codecs),
            _compressor: compressor,
            _compresses: compresses,
            _places: places,
            _wide: codec.wide.is_some(),
            _narrow: codec.narrow.is_some(),
            _equal: codec.equal.is_some(),
            _queue: queue,
            _short: short,
            _long: long,
            _longest: longest,
        }
        .into()
    }
}

/// The block; each codec and queue is built if its flag says so.
macro_rules! write_port {
    (codecs: $($codec:ident if $coded:ident),*; queues: $($queue:ident if $queued:ident),*) => {
        #[hardware(name = format!("regfile_write_port_{}{}", self._places,
            super::codec_suffix(self._compressor)))]
        impl Logic for RegfileWritePort {
            fn update(&mut self) {
                let result = self.result.val();
                self.ready.next = self.room.val();
                self.enters.next = result.valid && self.room.val();
                // A divergent result goes through as it is (5.2).
                $(if self.$coded {
                    clock!(self, clock, $codec);
                    self.$codec[0].in_valid.next = self.enters.val();
                    self.$codec[0].in_tag.next = result.register;
                    self.$codec[0].in_bypass.next = !result.mask.all();
                    self.$codec[0].in_data.next = result.data;
                    self.fill.next = self.$codec[0].out_valid.val();
                    self.fill_register.next = self.$codec[0].out_tag.val();
                    self.fill_range[0].next = self.$codec[0].out_range.val();
                    self.fill_data.next = self.$codec[0].out_banks.val();
                })*
                if !self._compresses {
                    self.fill.next = self.enters.val();
                    self.fill_register.next = result.register;
                    self.fill_data.next = result.data;
                }
                $(if self.$queued {
                    clock!(self, clock, $queue);
                    self.$queue[0].enter.next = self.enters.val();
                    self.$queue[0].mask.next = result.mask;
                    self.$queue[0].fill.next = self.fill.val();
                    self.$queue[0].fill_register.next = self.fill_register.val();
                    self.$queue[0].fill_data.next = self.fill_data.val();
                    self.$queue[0].leave.next = self.leave.val();
                    self.room.next = self.$queue[0].room.val();
                    self.head_valid.next = self.$queue[0].head_valid.val();
                    self.head_register.next = self.$queue[0].head_register.val();
                    self.head_mask.next = self.$queue[0].head_mask.val();
                    self.head_data.next = self.$queue[0].head_data.val();
                    if self._compresses {
                        self.$queue[0].fill_range[0].next = self.fill_range[0].val();
                        self.head_range[0].next = self.$queue[0].head_range[0].val();
                    }
                })*
            }
        }
    };
}
write_port!(
    codecs: wide_compressor if _wide, narrow_compressor if _narrow, equal_compressor if _equal;
    queues: queue if _queue, short_queue if _short, long_queue if _long, longest_queue if _longest
);
