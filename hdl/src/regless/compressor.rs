//! `pattern_compressor`.

use super::codes::{
    CompressorStep, L1_INVALIDATE_REGISTER, L1_INVALIDATING_READ, L1_READ_LINE, L1_READ_REGISTER,
    L1_WRITE_LINE, L1_WRITE_REGISTER, REQUEST_EVICT, REQUEST_FETCH, REQUEST_FETCH_INVALIDATE,
    REQUEST_INVALIDATE, STATE_IN_MEMORY,
};
use super::{
    one_of, CompressorAnswer, CompressorCopies, CompressorLines, CompressorMatch,
    CompressorStorage, CompressorWaiters,
};
use crate::prelude::*;
use spec::regless::{PatternCompressorParameters, SLOTS};
use spec::Unit;

/// `pattern_compressor`: keeps registers that follow a pattern in 8 bytes, those of one number of all warps in
/// a line, and knows of each register what lies behind the staging unit (5.3).
///
/// | module | holds |
/// |---|---|
/// | [`CompressorMatch`] | register to pattern |
/// | [`CompressorCopies`] | what lies behind the staging unit of each register |
/// | [`CompressorLines`] | tags of the cache |
/// | [`CompressorStorage`] | its 16 slots of 64 bits |
/// | [`CompressorWaiters`] | fetches that wait for a line of the L1 |
/// | [`CompressorAnswer`] | the stage Answer: pattern to register |
/// | here | the stages Match and Act |
///
/// Stages and steps are those of `docs/units/pattern_compressor.md`.
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
    pub response_fill: Signal<In, Bits<3>>,
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
    copies: CompressorCopies,
    lines: CompressorLines,
    storage: CompressorStorage,
    waiters: CompressorWaiters<E>,
    answer: CompressorAnswer<E>,

    /// The stage Match, and the last value evicted.
    entering: Register<Bit>,
    entering_kind: Register<Bits<2>>,
    entering_warp: Register<Bits<4>>,
    entering_register: Register<Bits<6>>,
    entering_entry: Register<Bits<E>>,
    data: Register<Bits<1024>>,
    /// The stage Act: the request, and its warp as one bit.
    step: Register<CompressorStep>,
    kind: Register<Bits<2>>,
    warp: Register<Bits<4>>,
    own: Register<Bits<SLOTS>>,
    register: Register<Bits<6>>,
    entry: Register<Bits<E>>,
    /// The pattern of what is evicted or fetched, 0 for none.
    pattern: Register<Bits<3>>,
    /// When it came something lay behind the staging unit; as it is, in memory.
    known: Register<Bit>,
    in_memory: Register<Bit>,
    /// Other warps whose register of this number is compressed.
    others: Register<Bits<SLOTS>>,
    _parameters: PatternCompressorParameters,
}

impl<const E: usize> PatternCompressor<E> {
    /// A compressor that holds nothing.
    pub fn new(parameters: PatternCompressorParameters) -> Self {
        assert_eq!(parameters.entry_bits(), E);
        let lines = parameters.cache_lines();
        PatternCompressorParts {
            matcher: CompressorMatch::default(),
            copies: CompressorCopies::default(),
            lines: CompressorLines::new(lines),
            storage: CompressorStorage::new(lines),
            waiters: CompressorWaiters::new(parameters.fills()),
            answer: CompressorAnswer::new(),
            entering: Register::default(),
            entering_kind: Register::no_reset(),
            entering_warp: Register::no_reset(),
            entering_register: Register::no_reset(),
            entering_entry: Register::no_reset(),
            data: Register::no_reset(),
            step: Register::new(CompressorStep::Empty),
            kind: Register::no_reset(),
            warp: Register::no_reset(),
            own: Register::no_reset(),
            register: Register::no_reset(),
            entry: Register::no_reset(),
            pattern: Register::no_reset(),
            known: Register::no_reset(),
            in_memory: Register::no_reset(),
            others: Register::no_reset(),
            _parameters: parameters,
        }
        .into()
    }
}

#[hardware(name = spec::regless::PatternCompressor::module_name(&self._parameters))]
impl<const E: usize> Logic for PatternCompressor<E> {
    fn update(&mut self) {
        clock!(self, clock, copies, lines, storage, waiters, answer);
        registers!(
            self,
            clock,
            entering,
            entering_kind,
            entering_warp,
            entering_register
        );
        registers!(
            self,
            clock,
            entering_entry,
            data,
            step,
            kind,
            warp,
            own,
            register,
            entry
        );
        registers!(self, clock, pattern, known, in_memory, others);
        let step = self.step.q.val();
        let looks = step == CompressorStep::Look;
        let rooms = step == CompressorStep::Room;
        let spills = step == CompressorStep::Spill;
        let merges = step == CompressorStep::Merge;
        let asks = step == CompressorStep::Ask;
        let keeps = step == CompressorStep::Keep;
        let pattern = self.pattern.q.val();
        let kind = self.kind.q.val();
        let evicts = kind == REQUEST_EVICT;
        let ends = kind == REQUEST_FETCH_INVALIDATE;
        let fetches = ends || kind == REQUEST_FETCH;
        let compresses = evicts && pattern.any();
        let known = self.known.q.val();
        let in_memory = self.in_memory.q.val();

        comment!("The L1: what is asked of a register, or a line is written or read.");
        let asks_register = in_memory || (evicts && !compresses);
        let fill_free = self.waiters.free.val();
        let l1_valid = (looks && asks_register) || spills || ((merges || asks) && fill_free);
        let sent = l1_valid && self.l1_ready.val();
        let register_kind = match kind {
            REQUEST_EVICT => {
                if compresses {
                    bits::<3>(L1_INVALIDATE_REGISTER)
                } else {
                    bits::<3>(L1_WRITE_REGISTER)
                }
            }
            REQUEST_FETCH => bits::<3>(L1_READ_REGISTER),
            REQUEST_FETCH_INVALIDATE => bits::<3>(L1_INVALIDATING_READ),
            _ => bits::<3>(L1_INVALIDATE_REGISTER),
        };
        let held = self.storage.read_data.val();
        let register = self.register.q.val();
        self.l1_valid.next = l1_valid;
        self.l1_write.next = spills || (looks && evicts && !compresses);
        self.l1_kind.next = if looks {
            register_kind
        } else if spills {
            bits::<3>(L1_WRITE_LINE)
        } else {
            bits::<3>(L1_READ_LINE)
        };
        self.l1_warp.next = if looks {
            self.warp.q.val()
        } else {
            gate(!spills, bit_cast::<4, 3>(self.waiters.number.val()))
        };
        self.l1_index.next = if spills || merges {
            self.lines.hand_register.val()
        } else {
            register
        };
        self.l1_entry.next = self.entry.q.val();
        self.l1_data.next = if spills { held } else { self.data.q.val() };

        comment!(
            "The storage's port: a line that comes, else a fetch whose line has come, else Act."
        );
        let arrives = self.response_valid.val();
        let can_read = self.answer.free.val();
        let serves = self.waiters.ready.val() && !arrives && can_read && !spills;
        let acts = !arrives && !serves;

        comment!("Look: the tags.");
        let hit = self.lines.hit.val();
        let here = self.lines.hit_here.val();
        let acts_look = acts && looks && !asks_register;
        let compressed = known && fetches;
        let answers = acts_look && fetches && can_read && (!known || here);
        let joins = acts_look && compressed && hit && !here && self.waiters.busy_a.val();
        let asks_next = acts_look && compressed && hit && !here && !self.waiters.busy_a.val();
        let misses = acts_look && !hit && (evicts || compressed);
        let stores = acts_look && evicts && hit;
        let drops = acts_look && kind == REQUEST_INVALIDATE;
        let joined = joins && fill_free;
        let sent_register = looks && sent && !compresses;
        let look_ends = answers || joined || stores || drops || sent_register;

        comment!("Room: the line at the hand.");
        let acts_room = acts && rooms;
        let skips = acts_room && self.waiters.busy_b.val();
        let examines = acts_room && !self.waiters.busy_b.val();
        let gives_up = examines && self.lines.hand_needless.val();
        let lacks = examines && !self.lines.hand_needless.val() && self.lines.hand_lacks.val();
        let reads_hand =
            examines && !self.lines.hand_needless.val() && !self.lines.hand_lacks.val() && can_read;
        let has_room = gives_up || (spills && sent);
        let asked = asks && sent;
        let merged = merges && sent;
        let kept = keeps && acts;
        let leaves = look_ends || asked || kept;
        self.lines.register.next = register;
        self.lines.own.next = self.own.q.val();
        self.lines.arrive.next = arrives;
        self.lines.arrive_line.next = self.waiters.arrive_line.val();
        self.lines.step.next = skips || merged;
        self.lines.enter.next = kept || (asked && !hit);
        self.lines.enter_rest.next = self.others.q.val() | gate(!ends, self.own.q.val());
        self.lines.store.next = stores || kept;
        self.lines.forget.next =
            (look_ends && !compresses && kind != REQUEST_FETCH) || (asked && ends);

        comment!("Those that wait for a line.");
        let hand = self.lines.hand.val();
        let hit_line = self.lines.hit_line.val();
        self.waiters.take.next = joined || asked || merged;
        self.waiters.take_line.next = if merges || !hit { hand } else { hit_line };
        self.waiters.take_nobody.next = merges;
        self.waiters.take_warp.next = self.warp.q.val();
        self.waiters.take_register.next = register;
        self.waiters.take_entry.next = self.entry.q.val();
        self.waiters.take_pattern.next = pattern;
        self.waiters.line_a.next = hit_line;
        self.waiters.line_b.next = hand;
        self.waiters.arrive.next = arrives;
        self.waiters.arrive_number.next = self.response_fill.val();
        self.waiters.serve.next = serves;

        comment!("The storage: slot w has the value of warp w, of a new line 0 in all others.");
        let high = if pattern.get_bit(2) {
            self.data.q.val().get_bits::<32>(512)
        } else {
            bits::<32>(0)
        };
        let value = concat::<64, _, _>(high, self.data.q.val().get_bits::<32>(0));
        let mut stored = bits::<1024>(0);
        for s in 0..SLOTS {
            stored = replace_bits(stored, 64 * s, gate(self.own.q.val().get_bit(s), value));
        }
        self.storage.enable.next =
            arrives || serves || (answers && known) || stores || reads_hand || kept;
        self.storage.write.next = arrives || stores || kept;
        self.storage.line.next = if arrives {
            self.waiters.arrive_line.val()
        } else if serves {
            self.waiters.ready_line.val()
        } else if looks {
            hit_line
        } else {
            hand
        };
        self.storage.write_slots.next = if arrives {
            !self.lines.arrive_here.val()
        } else {
            self.own.q.val() | replicate::<SLOTS>(keeps)
        };
        self.storage.write_data.next = if arrives {
            self.response_data.val()
        } else {
            stored
        };

        comment!("The answer; without a slot it is 0.");
        self.answer.load.next = serves || answers;
        if serves {
            self.answer.load_warp.next = self.waiters.ready_warp.val();
            self.answer.load_register.next = self.waiters.ready_register.val();
            self.answer.load_entry.next = self.waiters.ready_entry.val();
            self.answer.load_pattern.next = self.waiters.ready_pattern.val();
            self.answer.load_slot.next = one_of::<SLOTS, 4>(true, self.waiters.ready_warp.val());
        } else {
            self.answer.load_warp.next = self.warp.q.val();
            self.answer.load_register.next = register;
            self.answer.load_entry.next = self.entry.q.val();
            self.answer.load_pattern.next = gate(known, pattern);
            self.answer.load_slot.next = gate(known, self.own.q.val());
        }
        self.answer.held.next = held;
        self.answer.ready.next = self.answer_ready.val();
        self.answer_valid.next = self.answer.valid.val();
        self.answer_warp.next = self.answer.warp.val();
        self.answer_register.next = self.answer.register.val();
        self.answer_entry.next = self.answer.entry.val();
        self.answer_data.next = self.answer.data.val();

        comment!("Match: the pattern, and what lay behind the staging unit.");
        let entering = self.entering.q.val();
        let entering_kind = self.entering_kind.q.val();
        let enters_evict = entering_kind == REQUEST_EVICT;
        let empty = step == CompressorStep::Empty;
        let moves = entering && empty;
        self.matcher.data.next = self.data.q.val();
        let matched = self.matcher.pattern.val();
        let state = self.copies.state.val();
        self.copies.warp.next = self.entering_warp.q.val();
        self.copies.register.next = self.entering_register.q.val();
        self.copies.store.next = moves && enters_evict;
        self.copies.store_state.next = if matched.any() {
            matched
        } else {
            bits::<3>(STATE_IN_MEMORY)
        };
        self.copies.forget.next = moves && entering_kind.get_bit(1);
        self.lines.look.next = moves;
        self.lines.look_register.next = self.entering_register.q.val();
        if moves {
            self.kind.d.next = entering_kind;
            self.warp.d.next = self.entering_warp.q.val();
            self.own.d.next = self.copies.own.val();
            self.register.d.next = self.entering_register.q.val();
            self.entry.d.next = self.entering_entry.q.val();
            self.pattern.d.next = if enters_evict { matched } else { state };
            self.known.d.next = self.copies.known.val();
            self.in_memory.d.next = self.copies.known.val() && state.get_bit(2) && state.get_bit(1);
            self.others.d.next = self.copies.compressed.val() & !self.copies.own.val();
        } else if looks && sent {
            self.in_memory.d.next = false;
        }

        comment!("Acceptance; the value of an eviction stays until it is stored or sent.");
        let room = !entering && (empty || !evicts);
        let accepts = room && self.request_valid.val();
        self.request_ready.next = room;
        self.entering.d.next = accepts || (entering && !moves);
        self.copies.read.next = accepts;
        self.copies.read_register.next = self.request_register.val();
        if accepts {
            self.entering_kind.d.next = self.request_kind.val();
            self.entering_warp.d.next = self.request_warp.val();
            self.entering_register.d.next = self.request_register.val();
            self.entering_entry.d.next = self.request_entry.val();
            if self.request_evict.val() {
                self.data.d.next = self.request_data.val();
            }
        }
        let after_room = if evicts {
            CompressorStep::Keep
        } else {
            CompressorStep::Ask
        };
        if moves {
            self.step.d.next = CompressorStep::Look;
        } else if leaves {
            self.step.d.next = CompressorStep::Empty;
        } else if has_room {
            self.step.d.next = after_room;
        } else if misses || merged {
            self.step.d.next = CompressorStep::Room;
        } else if asks_next {
            self.step.d.next = CompressorStep::Ask;
        } else if lacks {
            self.step.d.next = CompressorStep::Merge;
        } else if reads_hand {
            self.step.d.next = CompressorStep::Spill;
        }
    }
}
