//! What the cache answers.

use crate::prelude::*;
use gate;
use spec::avc::MISS_BITS;

/// What the cache answers: which lanes are served and which are to be asked for again, in the cycle after it is decided.
///
/// Valid bits are 0 after reset; all else is meant with them only and has no reset. The data come from `avc_words`
/// in the same cycle.
#[derive(LogicBlock, Described, Parts)]
pub struct AvcAnswer {
    pub clock: Signal<In, Clock>,
    /// The head is answered, and how: a read of it waits from now on, or words come from its entry, from the L1 or from a fill.
    pub given: Signal<In, Bit>,
    pub begins: Signal<In, Bit>,
    pub from_entry: Signal<In, Bit>,
    pub from_l1: Signal<In, Bit>,
    pub from_fill: Signal<In, Bit>,
    /// The head.
    pub mask: Signal<In, Bits<32>>,
    pub address: Signal<In, Bits<25>>,
    /// The lanes that its entry and the L1 hold.
    pub entry_valid: Signal<In, Bits<32>>,
    pub l1_held: Signal<In, Bits<32>>,
    /// The miss register that a fill is for, and the one that a read takes.
    pub fill_index: Signal<In, Bits<MISS_BITS>>,
    pub free_index: Signal<In, Bits<MISS_BITS>>,

    pub valid: Signal<Out, Bit>,
    pub lanes: Signal<Out, Bits<32>>,
    pub replay: Signal<Out, Bits<32>>,
    pub missed: Signal<Out, Bit>,
    pub miss: Signal<Out, Bits<MISS_BITS>>,
    pub data_valid: Signal<Out, Bit>,
    /// The L1 has served, and may count the vector as used.
    pub use_valid: Signal<Out, Bit>,
    pub use_address: Signal<Out, Bits<25>>,

    kept_valid: Register<Bit>,
    kept_lanes: Register<Bits<32>>,
    kept_replay: Register<Bits<32>>,
    kept_missed: Register<Bit>,
    kept_miss: Register<Bits<MISS_BITS>>,
    kept_data_valid: Register<Bit>,
    kept_use: Register<Bit>,
    kept_address: Register<Bits<25>>,
}

impl AvcAnswer {
    /// Nothing is answered.
    pub fn new() -> Self {
        AvcAnswerParts {
            kept_valid: Register::default(),
            kept_lanes: Register::no_reset(),
            kept_replay: Register::no_reset(),
            kept_missed: Register::default(),
            kept_miss: Register::no_reset(),
            kept_data_valid: Register::default(),
            kept_use: Register::default(),
            kept_address: Register::no_reset(),
        }
        .into()
    }
}

#[hardware]
impl Logic for AvcAnswer {
    fn update(&mut self) {
        clock!(
            self,
            clock,
            kept_valid,
            kept_lanes,
            kept_replay,
            kept_missed
        );
        clock!(
            self,
            clock,
            kept_miss,
            kept_data_valid,
            kept_use,
            kept_address
        );
        let mask = self.mask.val();
        let begins = self.begins.val();
        comment!("A write, a flush and a fill are served whole.");
        let served = if self.from_entry.val() {
            self.entry_valid.val()
        } else if self.from_l1.val() {
            self.l1_held.val()
        } else {
            Bits::<32>::mask()
        };
        self.kept_valid.d.next = self.given.val();
        self.kept_lanes.d.next = gate(!begins, mask & served);
        self.kept_replay.d.next = mask & !served;
        self.kept_missed.d.next = begins || self.from_fill.val();
        self.kept_miss.d.next = if self.from_fill.val() {
            self.fill_index.val()
        } else {
            self.free_index.val()
        };
        self.kept_data_valid.d.next =
            self.from_entry.val() || self.from_l1.val() || self.from_fill.val();
        self.kept_use.d.next = self.from_l1.val();
        self.kept_address.d.next = self.address.val();

        self.valid.next = self.kept_valid.q.val();
        self.lanes.next = self.kept_lanes.q.val();
        self.replay.next = self.kept_replay.q.val();
        self.missed.next = self.kept_missed.q.val();
        self.miss.next = self.kept_miss.q.val();
        self.data_valid.next = self.kept_data_valid.q.val();
        self.use_valid.next = self.kept_use.q.val();
        self.use_address.next = self.kept_address.q.val();
    }
}
