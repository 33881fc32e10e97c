//! The storage of the compressor's cache.

use crate::prelude::*;
use spec::regless::SLOTS;

/// Bits of a line's slots: 8 bytes for each warp.
pub const LINE_BITS: usize = SLOTS * 64;

/// The storage of the compressor's cache: lines of 16 slots, one port that reads or writes slot by slot
/// (Table 1: one read or write a cycle).
///
/// An address has as many bits as the lines need, so there is a memory for each width; one of them is built.
#[derive(LogicBlock, Described, Default)]
pub struct CompressorStorage {
    pub clock: Signal<In, Clock>,
    pub enable: Signal<In, Bit>,
    pub write: Signal<In, Bit>,
    pub line: Signal<In, Bits<4>>,
    pub write_data: Signal<In, Bits<LINE_BITS>>,
    pub write_slots: Signal<In, Bits<SLOTS>>,
    pub read_data: Signal<Out, Bits<LINE_BITS>>,

    // One of the four.
    lines_2: Vec<SinglePortMemory<LINE_BITS, 1, SLOTS>>,
    lines_4: Vec<SinglePortMemory<LINE_BITS, 2, SLOTS>>,
    lines_8: Vec<SinglePortMemory<LINE_BITS, 3, SLOTS>>,
    lines_16: Vec<SinglePortMemory<LINE_BITS, 4, SLOTS>>,
    _lines: usize,
    _2: bool,
    _4: bool,
    _8: bool,
    _16: bool,
}

/// The memory, if these lines need this width.
fn memory<const A: usize>(lines: usize) -> Vec<SinglePortMemory<LINE_BITS, A, SLOTS>> {
    let needed = (lines - 1).ilog2() as usize + 1 == A;
    let named =
        || SinglePortMemory::new(lines).named(format!("compressor_ram_{lines}x{LINE_BITS}"));
    needed.then(named).into_iter().collect()
}

impl CompressorStorage {
    /// As many lines.
    pub fn new(lines: usize) -> Self {
        let [lines_2, lines_4, lines_8] = [lines <= 2, lines <= 4, lines <= 8];
        Self {
            lines_2: memory(lines),
            lines_4: memory(lines),
            lines_8: memory(lines),
            lines_16: memory(lines),
            _lines: lines,
            _2: lines_2,
            _4: lines_4 && !lines_2,
            _8: lines_8 && !lines_4,
            _16: !lines_8,
            ..Self::default()
        }
    }
}

/// The block; a memory is built if its flag says so.
macro_rules! storage {
    ($($memory:ident of $bits:literal if $built:ident),*) => {
        #[hardware(name = format!("compressor_storage_c{}", self._lines))]
        impl Logic for CompressorStorage {
            fn update(&mut self) {
                $(if self.$built {
                    clock!(self, clock, $memory);
                    self.$memory[0].enable.next = self.enable.val();
                    self.$memory[0].write.next = self.write.val();
                    self.$memory[0].address.next = self.line.val().get_bits::<$bits>(0);
                    self.$memory[0].write_data.next = self.write_data.val();
                    self.$memory[0].write_mask.next = self.write_slots.val();
                    self.read_data.next = self.$memory[0].read_data.val();
                })*
            }
        }
    };
}
storage!(lines_2 of 1 if _2, lines_4 of 2 if _4, lines_8 of 3 if _8, lines_16 of 4 if _16);
