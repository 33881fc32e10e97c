//! What the compressor answers.

use super::CompressorExpand;
use crate::prelude::*;
use spec::regless::SLOTS;

/// The stages Read and Answer of the compressor: for whom the slot is that the storage gives, and then the slot
/// beside the register that is made of it (5.3).
///
/// Guarantees: an answer stays until it is taken; the storage must not be read unless `free`.
// Lines of a bank are named with `E` bits.
#[derive(LogicBlock, Described, Default)]
pub struct CompressorAnswer<const E: usize> {
    pub clock: Signal<In, Clock>,
    /// One of the stages is empty: what is read now can move on.
    pub free: Signal<Out, Bit>,
    pub load: Signal<In, Bit>,
    pub load_warp: Signal<In, Bits<4>>,
    pub load_register: Signal<In, Bits<6>>,
    pub load_entry: Signal<In, Bits<E>>,
    pub load_pattern: Signal<In, Bits<3>>,
    /// The slot, none for a register that is 0.
    pub load_slot: Signal<In, Bits<SLOTS>>,
    /// What the storage gives.
    pub held: Signal<In, Bits<1024>>,

    pub ready: Signal<In, Bit>,
    pub valid: Signal<Out, Bit>,
    pub warp: Signal<Out, Bits<4>>,
    pub register: Signal<Out, Bits<6>>,
    pub entry: Signal<Out, Bits<E>>,
    pub data: Signal<Out, Bits<1024>>,

    expand: CompressorExpand,
    /// The stage Read.
    reading: Register<Bit>,
    read_warp: Register<Bits<4>>,
    read_register: Register<Bits<6>>,
    read_entry: Register<Bits<E>>,
    read_pattern: Register<Bits<3>>,
    read_slot: Register<Bits<SLOTS>>,
    /// The stage Answer.
    here: Register<Bit>,
    its_warp: Register<Bits<4>>,
    its_register: Register<Bits<6>>,
    its_entry: Register<Bits<E>>,
    its_pattern: Register<Bits<3>>,
    its_value: Register<Bits<64>>,
}

impl<const E: usize> CompressorAnswer<E> {
    /// Nothing is answered.
    pub fn new() -> Self {
        Self {
            read_warp: Register::no_reset(),
            read_register: Register::no_reset(),
            read_entry: Register::no_reset(),
            read_pattern: Register::no_reset(),
            read_slot: Register::no_reset(),
            its_warp: Register::no_reset(),
            its_register: Register::no_reset(),
            its_entry: Register::no_reset(),
            its_pattern: Register::no_reset(),
            its_value: Register::no_reset(),
            ..Self::default()
        }
    }
}

#[hardware(name = format!("compressor_answer_e{E}"))]
impl<const E: usize> Logic for CompressorAnswer<E> {
    fn update(&mut self) {
        registers!(
            self,
            clock,
            reading,
            read_warp,
            read_register,
            read_entry,
            read_pattern,
            read_slot
        );
        registers!(
            self,
            clock,
            here,
            its_warp,
            its_register,
            its_entry,
            its_pattern,
            its_value
        );
        let reading = self.reading.q.val();
        let leaves = !self.here.q.val() || self.ready.val();
        self.free.next = !reading || !self.here.q.val();
        self.reading.d.next = self.load.val() || (reading && !leaves);
        if self.load.val() {
            self.read_warp.d.next = self.load_warp.val();
            self.read_register.d.next = self.load_register.val();
            self.read_entry.d.next = self.load_entry.val();
            self.read_pattern.d.next = self.load_pattern.val();
            self.read_slot.d.next = self.load_slot.val();
        }

        comment!("From Read to Answer.");
        let held = self.held.val();
        let mut value = bits::<64>(0);
        for s in 0..SLOTS {
            value |= gate(
                self.read_slot.q.val().get_bit(s),
                held.get_bits::<64>(64 * s),
            );
        }
        if leaves {
            self.here.d.next = reading;
        }
        if reading && leaves {
            self.its_warp.d.next = self.read_warp.q.val();
            self.its_register.d.next = self.read_register.q.val();
            self.its_entry.d.next = self.read_entry.q.val();
            self.its_pattern.d.next = self.read_pattern.q.val();
            self.its_value.d.next = value;
        }
        self.expand.pattern.next = self.its_pattern.q.val();
        self.expand.low.next = self.its_value.q.val().get_bits::<32>(0);
        self.expand.high.next = self.its_value.q.val().get_bits::<32>(32);
        self.valid.next = self.here.q.val();
        self.warp.next = self.its_warp.q.val();
        self.register.next = self.its_register.q.val();
        self.entry.next = self.its_entry.q.val();
        self.data.next = self.expand.data.val();
    }
}
