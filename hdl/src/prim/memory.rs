//! Memories: storage that becomes an SRAM.
//!
//! Parameters: `WIDTH` bits of a word and `ADDRESS` bits of an address, in the type; the number
//! of words, in the constructor. [`MaskedMemory`] and [`SinglePortMemory`] also take `LANES`, the
//! number of equal lanes of a word that can be written separately.
//!
//! | block | ports |
//! |---|---|
//! | [`Memory`] | one read port, one write port |
//! | [`MaskedMemory`] | one read port, one write port with a mask; pins of a power switch on demand |
//! | [`SinglePortMemory`] | one port that reads or writes, with a mask |
//!
//! Guarantees: reading is synchronous, the word is at `read_data` after the rising edge, and stays
//! there until the next read. A read and a write of one address in one cycle reads the old word.
//! [`MemoryTag`] says it cycle by cycle. In simulation a memory starts with zeros; hardware does
//! not, so nothing may depend on a word before it was written.
//!
//! The emitter makes a wrapper module of its own from the tag, with a behavioural body and a hook
//! for an SRAM macro; so `hdl()` is empty.

use rust_hdl::core::timing::TimingInfo;

use crate::elaborate::Clocked;
use crate::prelude::*;
use crate::tag::{MemoryTag, Tag};
use crate::value::get_bit;

/// The tag of the memories of this file, without a mask.
fn tag<const WIDTH: usize>(words: usize, name: &Option<String>) -> MemoryTag {
    MemoryTag {
        name: name.clone(),
        words,
        width: WIDTH,
        read_ports: 1,
        write_ports: 1,
        lane_bits: None,
        shared_port: false,
        switched: false,
    }
}

/// The word with the lanes of `data` that the mask selects.
fn merge<const WIDTH: usize, const LANES: usize>(
    word: Bits<WIDTH>,
    data: Bits<WIDTH>,
    mask: Bits<LANES>,
) -> Bits<WIDTH> {
    let lane = WIDTH / LANES;
    Bits::from_bits(|position| {
        let source = if get_bit(mask, position / lane) {
            data
        } else {
            word
        };
        get_bit(source, position)
    })
}

/// The storage, at most `2^ADDRESS` words.
fn storage<const WIDTH: usize, const ADDRESS: usize>(words: usize) -> Vec<Bits<WIDTH>> {
    assert!(
        words > 0 && words <= 1 << ADDRESS,
        "a memory with {ADDRESS} address bits has 1 to {} words, not {words}",
        1_usize << ADDRESS
    );
    vec![Bits::default(); words]
}

/// One read port, one write port.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct Memory<const WIDTH: usize, const ADDRESS: usize> {
    pub clock: Signal<In, Clock>,
    pub read_enable: Signal<In, Bit>,
    pub read_address: Signal<In, Bits<ADDRESS>>,
    pub read_data: Signal<Out, Bits<WIDTH>>,
    pub write_enable: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<ADDRESS>>,
    pub write_data: Signal<In, Bits<WIDTH>>,
    _storage: Vec<Bits<WIDTH>>,
    _name: Option<String>,
}

impl<const WIDTH: usize, const ADDRESS: usize> Memory<WIDTH, ADDRESS> {
    /// A memory of `words` words.
    ///
    /// # Panics
    /// When `words` is zero or more than the address reaches.
    pub fn new(words: usize) -> Self {
        MemoryParts {
            _storage: storage::<WIDTH, ADDRESS>(words),
            _name: None,
        }
        .into()
    }

    /// Names the wrapper module.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self._name = Some(name.into());
        self
    }
}

impl<const WIDTH: usize, const ADDRESS: usize> Logic for Memory<WIDTH, ADDRESS> {
    fn update(&mut self) {
        if !self.clock.pos_edge() {
            return;
        }
        if self.read_enable.val() {
            let address = self.read_address.val().index();
            self.read_data.next = self._storage.get(address).copied().unwrap_or_default();
        }
        if self.write_enable.val() {
            let address = self.write_address.val().index();
            if let Some(word) = self._storage.get_mut(address) {
                *word = self.write_data.val();
            }
        }
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn timing(&self) -> Vec<TimingInfo> {
        Tag::Memory(tag::<WIDTH>(self._storage.len(), &self._name)).encode()
    }
}

impl<const WIDTH: usize, const ADDRESS: usize> Clocked for Memory<WIDTH, ADDRESS> {
    fn each_clock(&mut self, visit: &mut impl FnMut(&mut Signal<In, Clock>)) {
        visit(&mut self.clock);
    }
}

/// One read port, one write port with a mask.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct MaskedMemory<const WIDTH: usize, const ADDRESS: usize, const LANES: usize> {
    pub clock: Signal<In, Clock>,
    pub read_enable: Signal<In, Bit>,
    pub read_address: Signal<In, Bits<ADDRESS>>,
    pub read_data: Signal<Out, Bits<WIDTH>>,
    pub write_enable: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<ADDRESS>>,
    pub write_data: Signal<In, Bits<WIDTH>>,
    pub write_mask: Signal<In, Bits<LANES>>,
    /// Of a memory whose power can be switched off: it has none, and loses its words.
    pub asleep: Vec<Signal<In, Bit>>,
    /// Of such a memory: its clamps are closed, nothing is stored or read.
    pub isolated: Vec<Signal<In, Bit>>,
    _storage: Vec<Bits<WIDTH>>,
    _name: Option<String>,
}

impl<const WIDTH: usize, const ADDRESS: usize, const LANES: usize>
    MaskedMemory<WIDTH, ADDRESS, LANES>
{
    /// A memory of `words` words.
    ///
    /// # Panics
    /// When `words` is zero or more than the address reaches.
    pub fn new(words: usize) -> Self {
        const { assert!(WIDTH.is_multiple_of(LANES), "the lanes of a word are equal") };
        MaskedMemoryParts {
            asleep: Vec::new(),
            isolated: Vec::new(),
            _storage: storage::<WIDTH, ADDRESS>(words),
            _name: None,
        }
        .into()
    }

    /// Names the wrapper module.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self._name = Some(name.into());
        self
    }

    /// Adds the pins `asleep` and `isolated`.
    #[must_use]
    pub fn switched(mut self) -> Self {
        self.asleep = vec![Signal::default()];
        self.isolated = vec![Signal::default()];
        self
    }
}

impl<const WIDTH: usize, const ADDRESS: usize, const LANES: usize> Logic
    for MaskedMemory<WIDTH, ADDRESS, LANES>
{
    fn update(&mut self) {
        if !self.clock.pos_edge() {
            return;
        }
        if self.read_enable.val() {
            let address = self.read_address.val().index();
            self.read_data.next = self._storage.get(address).copied().unwrap_or_default();
        }
        if self.write_enable.val() {
            let address = self.write_address.val().index();
            if let Some(word) = self._storage.get_mut(address) {
                *word = merge(*word, self.write_data.val(), self.write_mask.val());
            }
        }
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn timing(&self) -> Vec<TimingInfo> {
        Tag::Memory(MemoryTag {
            lane_bits: Some(WIDTH / LANES),
            switched: !self.asleep.is_empty(),
            ..tag::<WIDTH>(self._storage.len(), &self._name)
        })
        .encode()
    }
}

impl<const WIDTH: usize, const ADDRESS: usize, const LANES: usize> Clocked
    for MaskedMemory<WIDTH, ADDRESS, LANES>
{
    fn each_clock(&mut self, visit: &mut impl FnMut(&mut Signal<In, Clock>)) {
        visit(&mut self.clock);
    }
}

/// One port that reads or writes, with a mask.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct SinglePortMemory<const WIDTH: usize, const ADDRESS: usize, const LANES: usize> {
    pub clock: Signal<In, Clock>,
    pub enable: Signal<In, Bit>,
    pub write: Signal<In, Bit>,
    pub address: Signal<In, Bits<ADDRESS>>,
    pub write_data: Signal<In, Bits<WIDTH>>,
    pub write_mask: Signal<In, Bits<LANES>>,
    pub read_data: Signal<Out, Bits<WIDTH>>,
    _storage: Vec<Bits<WIDTH>>,
    _name: Option<String>,
}

impl<const WIDTH: usize, const ADDRESS: usize, const LANES: usize>
    SinglePortMemory<WIDTH, ADDRESS, LANES>
{
    /// A memory of `words` words.
    ///
    /// # Panics
    /// When `words` is zero or more than the address reaches.
    pub fn new(words: usize) -> Self {
        const { assert!(WIDTH.is_multiple_of(LANES), "the lanes of a word are equal") };
        SinglePortMemoryParts {
            _storage: storage::<WIDTH, ADDRESS>(words),
            _name: None,
        }
        .into()
    }

    /// Names the wrapper module.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self._name = Some(name.into());
        self
    }
}

impl<const WIDTH: usize, const ADDRESS: usize, const LANES: usize> Logic
    for SinglePortMemory<WIDTH, ADDRESS, LANES>
{
    fn update(&mut self) {
        if !self.clock.pos_edge() || !self.enable.val() {
            return;
        }
        let address = self.address.val().index();
        let Some(word) = self._storage.get_mut(address) else {
            return;
        };
        if self.write.val() {
            *word = merge(*word, self.write_data.val(), self.write_mask.val());
        } else {
            self.read_data.next = *word;
        }
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn timing(&self) -> Vec<TimingInfo> {
        Tag::Memory(MemoryTag {
            lane_bits: Some(WIDTH / LANES),
            shared_port: true,
            ..tag::<WIDTH>(self._storage.len(), &self._name)
        })
        .encode()
    }
}

impl<const WIDTH: usize, const ADDRESS: usize, const LANES: usize> Clocked
    for SinglePortMemory<WIDTH, ADDRESS, LANES>
{
    fn each_clock(&mut self, visit: &mut impl FnMut(&mut Signal<In, Clock>)) {
        visit(&mut self.clock);
    }
}
