//! A write-back port.

use super::groups::Writeback;
use super::{signals, RegfileQueue};
use crate::bdi::{BdiCompressor, BdiEqualCompressor};
use crate::prelude::*;
use spec::bdi::BdiParameters;
use spec::regfile::RegfileParameters;
use spec::warp::LANES;

/// A write-back port: compressor and queue.
///
/// Codec and queue exist in a few sizes, of which one is built.
#[derive(LogicBlock, Described, Parts)]
pub struct RegfileWritePort<const I: usize> {
    pub clock: Signal<In, Clock>,
    pub result: Signal<In, Writeback<I>>,
    pub ready: Signal<Out, Bit>,

    /// The head of the queue.
    pub head_valid: Signal<Out, Bit>,
    pub head_register: Signal<Out, Bits<I>>,
    pub head_mask: Signal<Out, Bits<32>>,
    pub head_data: Signal<Out, Bits<1024>>,
    pub head_range: Vec<Signal<Out, Bits<2>>>,
    /// A write stage takes it.
    pub leave: Signal<In, Bit>,

    /// With forwarding: a result can be read from the next cycle on; registers that are sought, and what is found.
    pub comes: Vec<Signal<Out, Bit>>,
    pub comes_register: Vec<Signal<Out, Bits<I>>>,
    pub seek: Vec<Signal<In, Bits<I>>>,
    pub found: Vec<Signal<Out, Bit>>,
    pub found_range: Vec<Signal<Out, Bits<2>>>,
    pub found_data: Vec<Signal<Out, Bits<1024>>>,

    // At most one of the three, as wide as the widest mode asks for.
    wide_compressor: Vec<BdiCompressor<16, 16, 17>>,
    narrow_compressor: Vec<BdiCompressor<8, 24, 9>>,
    equal_compressor: Vec<BdiEqualCompressor>,
    // One of the four.
    queue: Vec<RegfileQueue<I, 2, 3>>,
    short_queue: Vec<RegfileQueue<I, 1, 2>>,
    long_queue: Vec<RegfileQueue<I, 3, 4>>,
    longest_queue: Vec<RegfileQueue<I, 4, 4>>,

    enters: Signal<Local, Bit>,
    room: Signal<Local, Bit>,
    place: Signal<Local, Bits<4>>,
    // What the compressor gives for a place of the queue.
    fill: Vec<Signal<Local, Bit>>,
    fill_place: Vec<Signal<Local, Bits<4>>>,
    fill_range: Vec<Signal<Local, Bits<2>>>,
    fill_data: Vec<Signal<Local, Bits<1024>>>,
    filled: Vec<Signal<Local, Bits<1024>>>,
    kept_mask: Signal<Local, Bits<32>>,
    divergent: Vec<Signal<Local, Bit>>,
    /// Full results on their way to where they can be read in time.
    shown: Vec<Register<Bit>>,
    shown_register: Vec<Register<Bits<I>>>,

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
    _seekers: usize,
    _forwards: bool,
    /// Cycles by which a result is shown late.
    _late: usize,
    _delays: bool,
}

impl<const I: usize> RegfileWritePort<I> {
    /// An empty queue of as many places, behind a compressor if there is one.
    ///
    /// With forwarding every cluster seeks in it.
    pub fn new(compressor: Option<BdiParameters>, parameters: &RegfileParameters) -> Self {
        let places = parameters.queue_depth();
        let forwards = parameters.forwards();
        let seekers = if forwards { parameters.clusters() } else { 0 };
        let ways = usize::from(forwards);
        let late = ways * (parameters.forward_delay() - 1);
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
                .then(|| RegfileQueue::new(places, compresses, seekers))
                .into_iter()
                .collect(),
            short_queue: short
                .then(|| RegfileQueue::new(places, compresses, seekers))
                .into_iter()
                .collect(),
            long_queue: long
                .then(|| RegfileQueue::new(places, compresses, seekers))
                .into_iter()
                .collect(),
            longest_queue: longest
                .then(|| RegfileQueue::new(places, compresses, seekers))
                .into_iter()
                .collect(),
            fill: signals(codecs),
            fill_place: signals(codecs),
            fill_data: signals(codecs),
            fill_range: signals(codecs),
            comes: signals(ways),
            comes_register: signals(ways),
            seek: signals(seekers),
            found: signals(seekers),
            found_range: signals(codecs * seekers),
            found_data: signals(seekers),
            filled: signals(codecs),
            divergent: signals(usize::from(compresses || forwards)),
            shown: reset_registers(late),
            shown_register: data_registers(late),
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
            _seekers: seekers,
            _forwards: forwards,
            _late: late,
            _delays: late > 0,
        }
        .into()
    }
}

/// The block; each codec and queue is built if its flag says so.
macro_rules! write_port {
    (codecs: $($codec:ident if $coded:ident),*; queues: $($queue:ident if $queued:ident),*) => {
        #[hardware(name = format!("regfile_write_port_{}{}{}", self._places,
            super::codec_suffix(self._compressor), super::seekers(self._seekers)))]
        impl<const I: usize> Logic for RegfileWritePort<I> {
            fn update(&mut self) {
                let result = self.result.val();
                self.ready.next = self.room.val();
                self.enters.next = result.valid && self.room.val();
                if self._compresses {
                    comment!("Lanes that the warp does not have are as lane 0: they cost no delta.");
                    let base = result.data.get_bits::<32>(0);
                    self.filled[0].next = result.data;
                    for i in 1..LANES {
                        let lane = if result.launched.get_bit(i) {
                            result.data.get_bits::<32>(32 * i)
                        } else {
                            base
                        };
                        self.filled[0].next = replace_bits(self.filled[0].val(), 32 * i, lane);
                    }
                    self.divergent[0].next = result.mask != result.launched;
                    self.kept_mask.next = if self.divergent[0].val() {
                        result.mask
                    } else {
                        Bits::<32>::mask()
                    };
                } else {
                    self.kept_mask.next = result.mask;
                    if self._forwards {
                        self.divergent[0].next = !result.mask.all();
                    }
                }
                // A divergent result is stored as it is (5.2) and passes by the compressor. What the compressor gives
                // has the number of its place as tag.
                $(if self.$coded {
                    clock!(self, clock, $codec);
                    self.$codec[0].in_valid.next = self.enters.val() && !self.divergent[0].val();
                    self.$codec[0].in_tag.next = bit_cast::<10, 4>(self.place.val());
                    self.$codec[0].in_bypass.next = false;
                    self.$codec[0].in_data.next = self.filled[0].val();
                    self.fill[0].next = self.$codec[0].out_valid.val();
                    self.fill_place[0].next = self.$codec[0].out_tag.val().get_bits::<4>(0);
                    self.fill_range[0].next = self.$codec[0].out_range.val();
                    self.fill_data[0].next = self.$codec[0].out_banks.val();
                })*
                $(if self.$queued {
                    clock!(self, clock, $queue);
                    self.$queue[0].enter.next = self.enters.val();
                    self.$queue[0].mask.next = self.kept_mask.val();
                    self.$queue[0].register.next = result.register;
                    self.$queue[0].data.next = result.data;
                    self.place.next = self.$queue[0].place.val();
                    self.$queue[0].leave.next = self.leave.val();
                    self.room.next = self.$queue[0].room.val();
                    self.head_valid.next = self.$queue[0].head_valid.val();
                    self.head_register.next = self.$queue[0].head_register.val();
                    self.head_mask.next = self.$queue[0].head_mask.val();
                    self.head_data.next = self.$queue[0].head_data.val();
                    if self._compresses {
                        self.$queue[0].fills.next = self.divergent[0].val();
                        self.$queue[0].fill[0].next = self.fill[0].val();
                        self.$queue[0].fill_place[0].next = self.fill_place[0].val();
                        self.$queue[0].fill_data[0].next = self.fill_data[0].val();
                        self.$queue[0].fill_range[0].next = self.fill_range[0].val();
                        self.head_range[0].next = self.$queue[0].head_range[0].val();
                    } else {
                        self.$queue[0].fills.next = true;
                    }
                    for k in 0..self._seekers {
                        self.$queue[0].seek[k].next = self.seek[k].val();
                        self.found[k].next = self.$queue[0].found[k].val();
                        self.found_data[k].next = self.$queue[0].found_data[k].val();
                        if self._compresses {
                            self.found_range[k].next = self.$queue[0].found_range[k].val();
                        }
                    }
                })*
                if self._forwards {
                    comment!("A full result is shown when whoever enters then finds it filled.");
                    let full = self.enters.val() && !self.divergent[0].val();
                    if self._delays {
                        clock!(self, clock, shown, shown_register);
                        for i in 0..self._late {
                            if i == 0 {
                                self.shown[i].d.next = full;
                                self.shown_register[i].d.next = result.register;
                            } else {
                                self.shown[i].d.next = self.shown[i - 1].q.val();
                                self.shown_register[i].d.next = self.shown_register[i - 1].q.val();
                            }
                        }
                        self.comes[0].next = self.shown[self._late - 1].q.val();
                        self.comes_register[0].next = self.shown_register[self._late - 1].q.val();
                    } else {
                        self.comes[0].next = full;
                        self.comes_register[0].next = result.register;
                    }
                }
            }
        }
    };
}
write_port!(
    codecs: wide_compressor if _wide, narrow_compressor if _narrow, equal_compressor if _equal;
    queues: queue if _queue, short_queue if _short, long_queue if _long, longest_queue if _longest
);
