//! The reading pipeline of a cluster, behind its arbiter.

use super::codes::KIND_MOV;
use super::{banks_of, signals};
use crate::bdi::codes::RANGE_FOUR_ZERO;
use crate::bdi::{BdiDecompressor, BdiEqualDecompressor, BdiExpand};
use crate::prelude::*;
use spec::bdi::BdiParameters;
use spec::warp::{BANKS_PER_REGISTER, LANES};

/// The reading pipeline of a cluster, behind its arbiter.
///
/// | stage | |
/// |---|---|
/// | access | the register's state is read, and those of its banks that hold bytes of it |
/// | data | the banks' words are there; banks that were not read count as 0; one-byte deltas get their signs |
/// | fetched | register and range enter the decompressor; what needs none, raw lanes or one value for all, leaves at once if nobody else does |
///
/// With forwarding a register that is on its way to the banks is not read from them: its form is taken from where it is, and
/// is there with what would have been read.
///
/// The decompressor's tag carries kind and place of the request. Without compression there is no
/// decompressor, and what is fetched leaves.
// The pipeline for entries of `A` bits and places of `P` bits.
#[derive(LogicBlock, Described, Parts)]
pub struct RegfileReader<const P: usize, const A: usize> {
    pub clock: Signal<In, Clock>,
    pub granted: Signal<In, Bit>,
    /// 0 to 2: source a, b, c; 3: MOV.
    pub kind: Signal<In, Bits<2>>,
    pub place: Signal<In, Bits<P>>,
    pub entry: Signal<In, Bits<A>>,

    /// Access.
    pub access_entry: Signal<Out, Bits<A>>,
    pub access_at: Signal<Out, Bits<P>>,
    pub stored: Signal<In, Bit>,
    pub range: Vec<Signal<In, Bits<2>>>,
    pub read: Signal<Out, Bits<8>>,
    /// With forwarding: the register is found on its way.
    pub found: Vec<Signal<In, Bit>>,
    pub found_range: Vec<Signal<In, Bits<2>>>,
    pub found_data: Vec<Signal<In, Bits<1024>>>,
    pub forward: Vec<Signal<Out, Bits<8>>>,
    /// It is a source; a compressed register; a MOV.
    pub reads_source: Signal<Out, Bit>,
    pub decompresses: Vec<Signal<Out, Bit>>,
    pub moves: Vec<Signal<Out, Bit>>,

    /// Data.
    pub read_data: Signal<In, Bits<1024>>,

    /// The register leaves.
    pub answer_valid: Signal<Out, Bit>,
    pub answer_kind: Signal<Out, Bits<2>>,
    pub answer_place: Signal<Out, Bits<P>>,
    pub answer_data: Signal<Out, Bits<1024>>,

    access_valid: Register<Bit>,
    access_kind: Register<Bits<2>>,
    access_place: Register<Bits<P>>,
    access_address: Register<Bits<A>>,
    data_valid: Register<Bit>,
    data_kind: Register<Bits<2>>,
    data_place: Register<Bits<P>>,
    data_stored: Register<Bit>,
    data_range: Vec<Register<Bits<2>>>,
    fetched_valid: Register<Bit>,
    fetched_kind: Register<Bits<2>>,
    fetched_place: Register<Bits<P>>,
    fetched_range: Vec<Register<Bits<2>>>,
    fetched_quick: Vec<Register<Bit>>,
    passes: Vec<Signal<Local, Bit>>,
    lanes: Vec<Signal<Local, Bits<1024>>>,
    register: Vec<Signal<Local, Bits<1024>>>,
    fetched_data: Register<Bits<1024>>,
    forwarded: Vec<Register<Bit>>,
    forwarded_data: Vec<Register<Bits<1024>>>,
    came: Signal<Local, Bit>,
    access_stored: Signal<Local, Bit>,
    access_range: Vec<Signal<Local, Bits<2>>>,
    words: Signal<Local, Bits<1024>>,
    banks: Signal<Local, Bits<1024>>,

    /// If there are deltas of both lengths.
    expand: Vec<BdiExpand>,
    // At most one of the three, as wide as the widest mode asks for.
    wide: Vec<BdiDecompressor<16, 16, 17>>,
    narrow: Vec<BdiDecompressor<8, 24, 9>>,
    equal: Vec<BdiEqualDecompressor>,

    _decompressor: Option<BdiParameters>,
    _compresses: bool,
    _moves: bool,
    _forwards: bool,
    _expands: bool,
    _wide: bool,
    _narrow: bool,
    _equal: bool,
}

impl<const P: usize, const A: usize> RegfileReader<P, A> {
    /// An empty pipeline, with a decompressor if there is anything to decompress; whether MOVs come through it.
    pub fn new(decompressor: Option<BdiParameters>, forwards: bool, moves: bool) -> Self {
        let codec = super::Codec::of(decompressor);
        let compresses = decompressor.is_some();
        let codecs = usize::from(compresses);
        let ways = usize::from(forwards);
        let expands = decompressor.as_ref().is_some_and(BdiExpand::is_needed);
        RegfileReaderParts {
            range: signals(codecs),
            found: signals(ways),
            found_range: signals(ways * codecs),
            found_data: signals(ways),
            forward: signals(ways),
            forwarded: data_registers(ways),
            forwarded_data: data_registers(ways),
            access_range: signals(codecs),
            decompresses: signals(codecs),
            moves: signals(usize::from(moves)),
            access_valid: Register::default(),
            access_kind: Register::no_reset(),
            access_place: Register::no_reset(),
            access_address: Register::no_reset(),
            data_valid: Register::default(),
            data_kind: Register::no_reset(),
            data_place: Register::no_reset(),
            data_stored: Register::no_reset(),
            data_range: data_registers(codecs),
            fetched_valid: Register::default(),
            fetched_kind: Register::no_reset(),
            fetched_place: Register::no_reset(),
            fetched_range: data_registers(codecs),
            fetched_quick: data_registers(codecs),
            passes: signals(codecs),
            lanes: signals(codecs),
            register: signals(codecs),
            fetched_data: Register::no_reset(),
            expand: expands.then(BdiExpand::default).into_iter().collect(),
            wide: codec.wide.map(wide).into_iter().collect(),
            narrow: codec.narrow.map(BdiDecompressor::new).into_iter().collect(),
            equal: codec
                .equal
                .map(BdiEqualDecompressor::new)
                .into_iter()
                .collect(),
            _decompressor: decompressor,
            _compresses: compresses,
            _moves: moves,
            _forwards: forwards,
            _expands: expands,
            _wide: codec.wide.is_some(),
            _narrow: codec.narrow.is_some(),
            _equal: codec.equal.is_some(),
        }
        .into()
    }
}

fn wide(parameters: BdiParameters) -> BdiDecompressor<16, 16, 17> {
    if BdiExpand::is_needed(&parameters) {
        BdiDecompressor::of_expanded(parameters)
    } else {
        BdiDecompressor::new(parameters)
    }
}

/// The block; `$codec` is built if `$built`.
macro_rules! reader {
    ($($codec:ident if $built:ident),*) => {
        #[hardware(name = format!("regfile_reader_e{}p{P}{}{}{}", 1 << A, super::codec_suffix(self._decompressor),
            super::way(self._forwards), super::moved(self._compresses && !self._moves)))]
        impl<const P: usize, const A: usize> Logic for RegfileReader<P, A> {
            fn update(&mut self) {
                clock!(self, clock, access_valid, access_kind, access_place, access_address);
                clock!(self, clock, data_valid, data_kind, data_place, data_stored);
                clock!(self, clock, fetched_valid, fetched_kind, fetched_place, fetched_data);

                comment!("Access.");
                self.access_valid.d.next = self.granted.val();
                self.access_kind.d.next = self.kind.val();
                self.access_place.d.next = self.place.val();
                self.access_address.d.next = self.entry.val();
                let valid = self.access_valid.q.val();
                let mov = self.access_kind.q.val() == KIND_MOV;
                self.access_entry.next = self.access_address.q.val();
                self.access_at.next = self.access_place.q.val();
                self.reads_source.next = valid && !mov;
                self.data_kind.d.next = self.access_kind.q.val();
                self.data_place.d.next = self.access_place.q.val();
                if self._forwards {
                    self.came.next = self.found[0].val();
                    self.access_stored.next = self.found[0].val() || self.stored.val();
                } else {
                    self.came.next = false;
                    self.access_stored.next = self.stored.val();
                }
                let came = self.came.val();
                let stored = self.access_stored.val();
                self.data_stored.d.next = stored;
                if self._compresses {
                    clock!(self, clock, data_range, fetched_range, fetched_quick);
                    self.access_range[0].next = self.range[0].val();
                    if self._forwards {
                        self.access_range[0].next = if came {
                            self.found_range[0].val()
                        } else {
                            self.range[0].val()
                        };
                    }
                    let range = self.access_range[0].val();
                    let compressed = stored && range.any();
                    self.read.next = gate(valid && stored && !came, banks_of(range));
                    if self._forwards {
                        self.forward[0].next = gate(valid && came, banks_of(range));
                    }
                    self.decompresses[0].next = valid && compressed;
                    if self._moves {
                        self.moves[0].next = valid && mov;
                    }
                    self.data_range[0].d.next = gate(stored, range);
                } else {
                    self.read.next = replicate::<8>(valid && stored && !came);
                    if self._forwards {
                        self.forward[0].next = replicate::<8>(valid && came);
                    }
                }
                self.data_valid.d.next = valid;

                comment!("Data: banks that were not read count as 0.");
                let mut filled = replicate::<8>(self.data_stored.q.val());
                if self._compresses {
                    filled &= banks_of(self.data_range[0].q.val());
                }
                self.words.next = self.read_data.val();
                if self._forwards {
                    registers!(self, clock, forwarded, forwarded_data);
                    self.forwarded[0].d.next = came;
                    if valid && came {
                        self.forwarded_data[0].d.next = self.found_data[0].val();
                    }
                    if self.forwarded[0].q.val() {
                        self.words.next = self.forwarded_data[0].q.val();
                    }
                }
                self.banks.next = self.words.val();
                for i in 0..BANKS_PER_REGISTER {
                    let bank = self.words.val().get_bits::<128>(128 * i);
                    let word = gate(filled.get_bit(i), bank);
                    self.banks.next = replace_bits(self.banks.val(), 128 * i, word);
                }
                self.fetched_valid.d.next = self.data_valid.q.val();
                self.fetched_kind.d.next = self.data_kind.q.val();
                self.fetched_place.d.next = self.data_place.q.val();
                if self._compresses {
                    self.lanes[0].next = self.banks.val();
                    if self._expands {
                        self.expand[0].range.next = self.data_range[0].q.val();
                        self.expand[0].form.next = self.banks.val();
                        self.lanes[0].next = self.expand[0].expanded.val();
                    }
                    comment!("<4,0> is one value for all lanes, which needs no adder (4).");
                    let range = self.data_range[0].q.val();
                    let equal = range == RANGE_FOUR_ZERO;
                    let base = self.banks.val().get_bits::<32>(0);
                    self.register[0].next = 0.into();
                    for i in 0..LANES {
                        let lane = if equal {
                            base
                        } else {
                            self.lanes[0].val().get_bits::<32>(32 * i)
                        };
                        self.register[0].next = replace_bits(self.register[0].val(), 32 * i, lane);
                    }
                    self.fetched_data.d.next = self.register[0].val();
                    self.fetched_range[0].d.next = gate(range.get_bit(1), range);
                    self.fetched_quick[0].d.next = !range.get_bit(1);
                } else {
                    self.fetched_data.d.next = self.banks.val();
                }

                comment!("Fetched.");
                let kind = self.fetched_kind.q.val();
                let place = self.fetched_place.q.val();
                if !self._compresses {
                    self.answer_valid.next = self.fetched_valid.q.val();
                    self.answer_kind.next = kind;
                    self.answer_place.next = place;
                    self.answer_data.next = self.fetched_data.q.val();
                }
                $(if self.$built {
                    clock!(self, clock, $codec);
                    let passes = self.fetched_valid.q.val()
                        && self.fetched_quick[0].q.val()
                        && !self.$codec[0].out_valid.val();
                    self.passes[0].next = passes;
                    self.$codec[0].in_valid.next =
                        self.fetched_valid.q.val() && !self.passes[0].val();
                    self.$codec[0].in_tag.next = concat::<10, _, _>(place, kind);
                    self.$codec[0].in_range.next = self.fetched_range[0].q.val();
                    self.$codec[0].in_banks.next = self.fetched_data.q.val();
                    let tag = self.$codec[0].out_tag.val();
                    self.answer_valid.next = self.passes[0].val() || self.$codec[0].out_valid.val();
                    if self.passes[0].val() {
                        self.answer_kind.next = kind;
                        self.answer_place.next = place;
                        self.answer_data.next = self.fetched_data.q.val();
                    } else {
                        self.answer_kind.next = tag.get_bits::<2>(0);
                        self.answer_place.next = tag.get_bits::<P>(2);
                        self.answer_data.next = self.$codec[0].out_data.val();
                    }
                })*
            }
        }
    };
}
reader!(wide if _wide, narrow if _narrow, equal if _equal);
