//! `pattern_compressor`.

use super::codes::{
    L1_INVALIDATE_REGISTER, L1_INVALIDATING_READ, L1_READ_LINE, L1_READ_REGISTER, L1_WRITE_LINE,
    L1_WRITE_REGISTER, REQUEST_EVICT, REQUEST_FETCH, REQUEST_FETCH_INVALIDATE,
};
use super::{
    one_of, CompressorBits, CompressorExpand, CompressorLines, CompressorMatch, CompressorStorage,
};
use crate::prelude::*;
use spec::osu::{ReglessParameters, SLOTS, STATES_AT};
use spec::Unit;

/// Where the request is; the names are those of the contract.
#[derive(Copy, Clone, PartialEq, Debug, LogicState, Packed)]
pub enum CompressorState {
    Idle,
    Match,
    Tags,
    Room,
    Spill,
    Fetch,
    Wait,
    Read,
    Answer,
    Store,
    Send,
}

/// `pattern_compressor`: keeps registers that follow a pattern in 8 bytes, 15 of them in a line (5.3).
///
/// | module | holds |
/// |---|---|
/// | [`CompressorMatch`], [`CompressorExpand`] | register to pattern and back |
/// | [`CompressorBits`] | which registers are compressed |
/// | [`CompressorLines`] | tags of the cache |
/// | [`CompressorStorage`] | its 15 slots of 67 bits |
/// | here | the request and the state machine |
///
/// States are those of `docs/units/pattern_compressor.md`.
// The compressor; lines of a bank are named with `E` bits.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct PatternCompressor<const E: usize> {
    pub clock: Signal<In, Clock>,
    pub request_valid: Signal<In, Bit>,
    pub request_evict: Signal<In, Bit>,
    pub request_kind: Signal<In, Bits<2>>,
    pub request_warp: Signal<In, Bits<4>>,
    pub request_register: Signal<In, Bits<6>>,
    pub request_entry: Signal<In, Bits<E>>,
    pub request_data: Signal<In, Bits<1024>>,
    pub answer_ready: Signal<In, Bit>,
    pub l1_ready: Signal<In, Bit>,
    pub response_valid: Signal<In, Bit>,
    pub response_data: Signal<In, Bits<1024>>,
    pub request_ready: Signal<Out, Bit>,
    pub answer_valid: Signal<Out, Bit>,
    pub answer_warp: Signal<Out, Bits<4>>,
    pub answer_register: Signal<Out, Bits<6>>,
    pub answer_entry: Signal<Out, Bits<E>>,
    pub answer_data: Signal<Out, Bits<1024>>,
    pub l1_valid: Signal<Out, Bit>,
    pub l1_write: Signal<Out, Bit>,
    pub l1_kind: Signal<Out, Bits<3>>,
    pub l1_warp: Signal<Out, Bits<4>>,
    pub l1_index: Signal<Out, Bits<6>>,
    pub l1_entry: Signal<Out, Bits<E>>,
    pub l1_data: Signal<Out, Bits<1024>>,

    matcher: CompressorMatch,
    expand: CompressorExpand,
    compressed: CompressorBits,
    lines: CompressorLines,
    storage: CompressorStorage,

    state: Register<CompressorState>,
    kind: Register<Bits<2>>,
    warp: Register<Bits<4>>,
    register: Register<Bits<6>>,
    entry: Register<Bits<E>>,
    data: Register<Bits<1024>>,
    pattern: Register<Bits<3>>,
    /// The place of the register: its group, and one bit for its slot.
    group: Register<Bits<3>>,
    slot_mask: Register<Bits<15>>,
    /// The line of the cache that the request works on.
    line: Register<Bits<4>>,
    /// The line whose compressed registers are looked up, one bit for its warp and one for its group: the
    /// request's in Tags, otherwise the one to be replaced.
    looked_warp: Register<Bits<16>>,
    looked_group: Register<Bits<5>>,
    /// The line to be replaced has a compressed register.
    replaced_live: Register<Bit>,
    /// The line is needed from the L1: the register fetched or another one of it is compressed.
    others: Register<Bit>,
    _parameters: ReglessParameters,
}

impl<const E: usize> PatternCompressor<E> {
    /// A compressor that holds nothing.
    pub fn new(parameters: ReglessParameters) -> Self {
        assert_eq!(parameters.entry_bits(), E);
        let lines = parameters.cache_lines();
        PatternCompressorParts {
            matcher: CompressorMatch::default(),
            expand: CompressorExpand::default(),
            compressed: CompressorBits::default(),
            lines: CompressorLines::new(lines),
            storage: CompressorStorage::new(lines),
            state: Register::new(CompressorState::Idle),
            kind: Register::no_reset(),
            warp: Register::no_reset(),
            register: Register::no_reset(),
            entry: Register::no_reset(),
            data: Register::no_reset(),
            pattern: Register::no_reset(),
            group: Register::no_reset(),
            slot_mask: Register::no_reset(),
            line: Register::no_reset(),
            looked_warp: Register::no_reset(),
            looked_group: Register::no_reset(),
            replaced_live: Register::no_reset(),
            others: Register::no_reset(),
            _parameters: parameters,
        }
        .into()
    }
}

#[hardware(name = spec::osu::PatternCompressor::module_name(&self._parameters))]
impl<const E: usize> Logic for PatternCompressor<E> {
    fn update(&mut self) {
        clock!(self, clock, compressed, lines, storage);
        registers!(self, clock, state, kind, warp, register, entry, data);
        registers!(
            self,
            clock,
            pattern,
            group,
            slot_mask,
            line,
            looked_warp,
            looked_group,
            replaced_live,
            others
        );
        let state = self.state.q.val();
        let evict = !self.kind.q.val().any();
        let idle = state == CompressorState::Idle;
        let matching = state == CompressorState::Match;
        let in_tags = state == CompressorState::Tags;
        let in_room = state == CompressorState::Room;
        let spills = state == CompressorState::Spill;
        let fetches = state == CompressorState::Fetch;
        let reads = state == CompressorState::Read;
        let answers = state == CompressorState::Answer;
        let stores = state == CompressorState::Store;
        let sends = state == CompressorState::Send;
        let arrives = state == CompressorState::Wait && self.response_valid.val();

        comment!("The request.");
        if idle && self.request_valid.val() {
            self.kind.d.next = self.request_kind.val();
            self.warp.d.next = self.request_warp.val();
            self.register.d.next = self.request_register.val();
            self.entry.d.next = self.request_entry.val();
            if self.request_evict.val() {
                self.data.d.next = self.request_data.val();
            }
        }
        self.request_ready.next = idle;

        comment!("Its place: group register / 15, slot register mod 15.");
        let register = self.register.q.val();
        let group_low = if register >= 30 {
            bits::<3>(2)
        } else {
            bit_cast::<3, 1>((register >= 15).into())
        };
        let group = if register >= 60 {
            bits::<3>(4)
        } else if register >= 45 {
            bits::<3>(3)
        } else {
            group_low
        };
        let slot = register.get_bits::<4>(0) + bit_cast::<4, 3>(group);
        let mut slot_is = bits::<15>(0);
        for s in 0..SLOTS {
            slot_is = slot_is.replace_bit(s, slot == s.to_bits::<4>());
        }
        let replaced_tag = self.lines.replaced_tag.val();
        let look_up = if matching {
            concat::<7, _, _>(self.warp.q.val(), group)
        } else {
            replaced_tag
        };
        self.looked_warp.d.next = one_of::<16, 4>(true, look_up.get_bits::<4>(3));
        self.looked_group.d.next = one_of::<5, 3>(true, look_up.get_bits::<3>(0));
        if matching {
            self.group.d.next = group;
            self.slot_mask.d.next = slot_is;
        }
        let slot_mask = self.slot_mask.q.val();
        let tag = concat::<7, _, _>(self.warp.q.val(), self.group.q.val());

        comment!("Its pattern, and which registers are compressed.");
        self.matcher.data.next = self.data.q.val();
        if matching {
            self.pattern.d.next = self.matcher.pattern.val();
        }
        let pattern = self.pattern.q.val();
        self.compressed.warp.next = self.warp.q.val();
        self.compressed.register.next = register;
        self.compressed.write.next =
            (matching && self.kind.q.val().get_bit(1)) || (in_tags && evict);
        self.compressed.write_value.next = in_tags && pattern.any();
        self.compressed.line_warp.next = self.looked_warp.q.val();
        self.compressed.line_group.next = self.looked_group.q.val();
        let live = self.compressed.line.val();
        // It stays so until Room: what changes until then is a bit of the request's own line.
        if matching {
            self.replaced_live.d.next = live.any();
        }

        comment!("The line of the cache.");
        let hit = self.lines.hit.val();
        if in_tags {
            self.line.d.next = self.lines.hit_line.val();
            self.others.d.next = !evict || (live & !slot_mask).any();
        } else if in_room {
            self.line.d.next = self.lines.hand.val();
        }
        let new_line = stores && !self.lines.line_valid.val();
        self.lines.tag.next = tag;
        self.lines.line.next = self.line.q.val();
        self.lines.give_up.next = in_room;
        self.lines.enter.next = arrives || new_line;
        self.lines.change.next = stores;

        comment!("Storage: slot s has its value in 64 bits, and above them its state in 3.");
        let high = if pattern.get_bit(2) {
            self.data.q.val().get_bits::<32>(512)
        } else {
            bits::<32>(0)
        };
        let value = concat::<64, _, _>(high, self.data.q.val().get_bits::<32>(0));
        let its_slot = concat::<67, _, _>(pattern, value);
        let held = self.storage.read_data.val();
        let mut stored = bits::<1005>(0);
        let mut spilled = bits::<1024>(0);
        let mut chosen_slot = bits::<67>(0);
        for s in 0..SLOTS {
            let response = self.response_data.val();
            let state_and_value = if stores {
                gate(slot_mask.get_bit(s), its_slot)
            } else {
                concat::<67, _, _>(
                    response.get_bits::<3>(STATES_AT + 3 * s),
                    response.get_bits::<64>(64 * s),
                )
            };
            stored = replace_bits(stored, 67 * s, state_and_value);
            spilled = replace_bits(spilled, 64 * s, held.get_bits::<64>(67 * s));
            spilled = replace_bits(spilled, STATES_AT + 3 * s, held.get_bits::<3>(67 * s + 64));
            chosen_slot |= gate(slot_mask.get_bit(s), held.get_bits::<67>(67 * s));
        }
        self.storage.enable.next = in_tags || in_room || reads || arrives || stores;
        self.storage.write.next = arrives || stores;
        self.storage.line.next = if in_tags {
            self.lines.hit_line.val()
        } else if in_room {
            self.lines.hand.val()
        } else {
            self.line.q.val()
        };
        self.storage.write_slots.next = slot_mask | replicate::<15>(arrives || new_line);
        self.storage.write_data.next = stored;

        comment!("The answer.");
        self.expand.pattern.next = chosen_slot.get_bits::<3>(64);
        self.expand.low.next = chosen_slot.get_bits::<32>(0);
        self.expand.high.next = chosen_slot.get_bits::<32>(32);
        self.answer_valid.next = answers;
        self.answer_warp.next = self.warp.q.val();
        self.answer_register.next = register;
        self.answer_entry.next = self.entry.q.val();
        self.answer_data.next = self.expand.data.val();

        comment!("The L1: a line is written or read, or what is asked of a register follows the request.");
        let send_kind = match self.kind.q.val() {
            REQUEST_EVICT => bits::<3>(L1_WRITE_REGISTER),
            REQUEST_FETCH => bits::<3>(L1_READ_REGISTER),
            REQUEST_FETCH_INVALIDATE => bits::<3>(L1_INVALIDATING_READ),
            _ => bits::<3>(L1_INVALIDATE_REGISTER),
        };
        self.l1_valid.next = spills || fetches || sends;
        self.l1_write.next = spills || (sends && evict);
        self.l1_kind.next = if spills {
            bits::<3>(L1_WRITE_LINE)
        } else if fetches {
            bits::<3>(L1_READ_LINE)
        } else {
            send_kind
        };
        let l1_line = if spills { replaced_tag } else { tag };
        self.l1_warp.next = l1_line.get_bits::<4>(3);
        self.l1_index.next = if sends {
            register
        } else {
            bit_cast::<6, 3>(l1_line.get_bits::<3>(0))
        };
        self.l1_entry.next = self.entry.q.val();
        self.l1_data.next = if spills { spilled } else { self.data.q.val() };

        let after_room = if self.others.q.val() {
            CompressorState::Fetch
        } else {
            CompressorState::Store
        };
        match state {
            CompressorState::Idle => {
                if self.request_valid.val() {
                    self.state.d.next = CompressorState::Match;
                }
            }
            CompressorState::Match => {
                let cached = self.compressed.compressed.val() && !self.kind.q.val().all();
                self.state.d.next = if evict || cached {
                    CompressorState::Tags
                } else {
                    CompressorState::Send
                };
            }
            CompressorState::Tags => {
                self.state.d.next = if evict && !pattern.any() {
                    CompressorState::Send
                } else if !hit {
                    CompressorState::Room
                } else if evict {
                    CompressorState::Store
                } else {
                    CompressorState::Answer
                };
            }
            CompressorState::Room => {
                self.state.d.next =
                    if self.lines.replaced_changed.val() && self.replaced_live.q.val() {
                        CompressorState::Spill
                    } else {
                        after_room
                    };
            }
            CompressorState::Spill => {
                if self.l1_ready.val() {
                    self.state.d.next = after_room;
                }
            }
            CompressorState::Fetch => {
                if self.l1_ready.val() {
                    self.state.d.next = CompressorState::Wait;
                }
            }
            CompressorState::Wait => {
                if self.response_valid.val() {
                    self.state.d.next = if evict {
                        CompressorState::Store
                    } else {
                        CompressorState::Read
                    };
                }
            }
            CompressorState::Read => self.state.d.next = CompressorState::Answer,
            CompressorState::Answer => {
                if self.answer_ready.val() {
                    self.state.d.next = CompressorState::Idle;
                }
            }
            CompressorState::Store => self.state.d.next = CompressorState::Idle,
            CompressorState::Send => {
                if self.l1_ready.val() {
                    self.state.d.next = CompressorState::Idle;
                }
            }
        }
    }
}
