//! A write-back port: compressor and queue.
//!
//! A result takes a place of the queue when it is accepted, and fills it when it leaves the
//! compressor; so there is always room for what comes out. Three marks go around the ring: where
//! the next result is accepted, where the compressor's next one belongs, and the head. Without
//! compression the first two are one.

use super::signals;
use crate::bdi::{data_registers, gate, reset_registers, BdiCompressor, BdiEqualCompressor};
use crate::prelude::*;
use spec::bdi::BdiParameters;

/// The port; see the module's comment.
#[derive(LogicBlock)]
pub struct RegfileWritePort {
    pub clock: Signal<In, Clock>,
    pub valid: Signal<In, Bit>,
    pub register: Signal<In, Bits<10>>,
    pub mask: Signal<In, Bits<32>>,
    pub data: Signal<In, Bits<1024>>,
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
    wide: Vec<BdiCompressor<16, 16, 17>>,
    narrow: Vec<BdiCompressor<8, 24, 9>>,
    equal: Vec<BdiEqualCompressor>,

    /// One bit of each is set.
    tail: Vec<Register<Bit>>,
    filling: Vec<Register<Bit>>,
    head: Vec<Register<Bit>>,
    /// The places that are taken, and those of them that are filled.
    taken: Vec<Register<Bit>>,
    filled: Vec<Register<Bit>>,
    kept_register: Vec<Register<Bits<10>>>,
    kept_mask: Vec<Register<Bits<32>>>,
    kept_range: Vec<Register<Bits<2>>>,
    kept_data: Vec<Register<Bits<1024>>>,

    // What fills a place.
    fill: Signal<Local, Bit>,
    fill_register: Signal<Local, Bits<10>>,
    fill_range: Vec<Signal<Local, Bits<2>>>,
    fill_data: Signal<Local, Bits<1024>>,

    _compressor: Option<BdiParameters>,
    _compresses: bool,
    _wide: bool,
    _narrow: bool,
    _equal: bool,
    _places: usize,
}

impl RegfileWritePort {
    /// An empty queue of as many places, behind a compressor if there is one.
    pub fn new(compressor: Option<BdiParameters>, places: usize) -> Self {
        let codec = super::Codec::of(compressor);
        let compresses = compressor.is_some();
        let codecs = usize::from(compresses);
        // A mark starts at place 0.
        let mark = |marks: usize| (0..marks).map(|i| Register::new(i == 0)).collect();
        Self {
            clock: Default::default(),
            valid: Default::default(),
            register: Default::default(),
            mask: Default::default(),
            data: Default::default(),
            ready: Default::default(),
            head_valid: Default::default(),
            head_register: Default::default(),
            head_mask: Default::default(),
            head_data: Default::default(),
            head_range: signals(codecs),
            leave: Default::default(),
            wide: codec.wide.map(BdiCompressor::new).into_iter().collect(),
            narrow: codec.narrow.map(BdiCompressor::new).into_iter().collect(),
            equal: codec
                .equal
                .map(BdiEqualCompressor::new)
                .into_iter()
                .collect(),
            tail: mark(places),
            filling: mark(codecs * places),
            head: mark(places),
            taken: reset_registers(places),
            filled: reset_registers(codecs * places),
            kept_register: data_registers(places),
            kept_mask: data_registers(places),
            kept_range: data_registers(codecs * places),
            kept_data: data_registers(places),
            fill: Default::default(),
            fill_register: Default::default(),
            fill_range: signals(codecs),
            fill_data: Default::default(),
            _compressor: compressor,
            _compresses: compresses,
            _wide: codec.wide.is_some(),
            _narrow: codec.narrow.is_some(),
            _equal: codec.equal.is_some(),
            _places: places,
        }
    }
}

/// The block; `$codec` is built if `$built`.
macro_rules! write_port {
    ($($codec:ident if $built:ident),*) => {
        #[hardware(name = format!("regfile_write_port_q{}{}", self._places,
            super::codec_suffix(self._compressor)))]
        impl Logic for RegfileWritePort {
            fn update(&mut self) {
                clock!(self, clock, tail, head, taken);
                registers!(self, clock, kept_register, kept_mask, kept_data);

                comment!("The compressor; a divergent result goes through as it is (5.2).");
                let mut all_taken = true;
                for i in 0..self._places {
                    all_taken = all_taken && self.taken[i].q.val();
                }
                self.ready.next = !all_taken;
                let enters = self.valid.val() && !all_taken;
                $(if self.$built {
                    clock!(self, clock, $codec);
                    self.$codec[0].in_valid.next = enters;
                    self.$codec[0].in_tag.next = self.register.val();
                    self.$codec[0].in_bypass.next = !self.mask.val().all();
                    self.$codec[0].in_data.next = self.data.val();
                    self.fill.next = self.$codec[0].out_valid.val();
                    self.fill_register.next = self.$codec[0].out_tag.val();
                    self.fill_range[0].next = self.$codec[0].out_range.val();
                    self.fill_data.next = self.$codec[0].out_banks.val();
                })*
                if !self._compresses {
                    self.fill.next = enters;
                    self.fill_register.next = self.register.val();
                    self.fill_data.next = self.data.val();
                }

                comment!("The queue.");
                for i in 0..self._places {
                    let before = if i == 0 {
                        self.tail[self._places - 1].q.val()
                    } else {
                        self.tail[i - 1].q.val()
                    };
                    let leaves = self.leave.val() && self.head[i].q.val();
                    self.tail[i].d.next = if enters { before } else { self.tail[i].q.val() };
                    self.taken[i].d.next = (enters && self.tail[i].q.val())
                        || (self.taken[i].q.val() && !leaves);
                    if enters && self.tail[i].q.val() {
                        self.kept_mask[i].d.next = self.mask.val();
                    }
                }
                for i in 0..self._places {
                    let before = if i == 0 {
                        self.head[self._places - 1].q.val()
                    } else {
                        self.head[i - 1].q.val()
                    };
                    self.head[i].d.next = if self.leave.val() { before } else { self.head[i].q.val() };
                }
                if self._compresses {
                    clock!(self, clock, filling, filled);
                    registers!(self, clock, kept_range);
                    for i in 0..self._places {
                        let before = if i == 0 {
                            self.filling[self._places - 1].q.val()
                        } else {
                            self.filling[i - 1].q.val()
                        };
                        let fill = self.fill.val();
                        let leaves = self.leave.val() && self.head[i].q.val();
                        self.filling[i].d.next =
                            if fill { before } else { self.filling[i].q.val() };
                        self.filled[i].d.next = (fill && self.filling[i].q.val())
                            || (self.filled[i].q.val() && !leaves);
                    }
                }
                for i in 0..self._places {
                    let here = if self._compresses {
                        self.filling[i].q.val()
                    } else {
                        self.tail[i].q.val()
                    };
                    if self.fill.val() && here {
                        self.kept_register[i].d.next = self.fill_register.val();
                        self.kept_data[i].d.next = self.fill_data.val();
                        if self._compresses {
                            self.kept_range[i].d.next = self.fill_range[0].val();
                        }
                    }
                }

                comment!("The head. The oldest result is the first to be filled.");
                let mut valid = false;
                let mut register = bits::<10>(0);
                let mut mask = bits::<32>(0);
                let mut data = bits::<1024>(0);
                for i in 0..self._places {
                    let here = self.head[i].q.val();
                    valid = valid || if self._compresses {
                        self.filled[i].q.val()
                    } else {
                        self.taken[i].q.val()
                    };
                    register |= gate(here, self.kept_register[i].q.val());
                    mask |= gate(here, self.kept_mask[i].q.val());
                    data |= gate(here, self.kept_data[i].q.val());
                }
                self.head_valid.next = valid;
                self.head_register.next = register;
                self.head_mask.next = mask;
                self.head_data.next = data;
                if self._compresses {
                    let mut range = bits::<2>(0);
                    for i in 0..self._places {
                        range |= gate(self.head[i].q.val(), self.kept_range[i].q.val());
                    }
                    self.head_range[0].next = range;
                }
            }
        }
    };
}
write_port!(wide if _wide, narrow if _narrow, equal if _equal);
