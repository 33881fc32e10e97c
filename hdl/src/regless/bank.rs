//! `osu_bank`.

use super::codes::{OPERATION_INVALIDATION, OPERATION_PRELOAD, REQUEST_INVALIDATE};
use super::{OsuLines, OsuRequest};
use crate::prelude::*;
use spec::regless::OsuBankParameters;
use spec::Unit;

/// `osu_bank`: register lines with tags and lists, their data, and one request to memory (5.2).
///
/// | module | holds |
/// |---|---|
/// | [`OsuLines`] | the lookup: tags, and which lines are free, clean, dirty or in use |
/// | here | the pipeline of reads, the data's one port, the request |
///
/// | cycle | access | eviction |
/// |---|---|---|
/// | t | lookup | lookup |
/// | t + 1 | the data are read; a reserve passes | the data are read |
/// | t + 2 | answer | the request is at the port until it is taken, and no read is accepted |
// The bank; lines are named with `A` bits, a set of them has `L`.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct OsuBank<const A: usize, const L: usize> {
    pub clock: Signal<In, Clock>,
    pub access_valid: Signal<In, Bit>,
    pub access_reserve: Signal<In, Bit>,
    pub access_warp: Signal<In, Bits<4>>,
    pub access_register: Signal<In, Bits<6>>,
    pub access_last: Signal<In, Bit>,
    pub access_erase: Signal<In, Bit>,
    pub preload_valid: Signal<In, Bit>,
    pub preload_kind: Signal<In, Bits<2>>,
    pub preload_warp: Signal<In, Bits<4>>,
    pub preload_register: Signal<In, Bits<6>>,
    pub fill_valid: Signal<In, Bit>,
    pub fill_entry: Signal<In, Bits<A>>,
    pub write_valid: Signal<In, Bit>,
    pub write_entry: Signal<In, Bits<A>>,
    pub write_mask: Signal<In, Bits<32>>,
    pub write_data: Signal<In, Bits<1024>>,
    pub write_last: Signal<In, Bit>,
    pub request_ready: Signal<In, Bit>,
    pub access_ready: Signal<Out, Bit>,
    pub read_ready: Signal<Out, Bit>,
    pub reserve_ready: Signal<Out, Bit>,
    pub preload_ready: Signal<Out, Bit>,
    pub fill_ready: Signal<Out, Bit>,
    pub write_ready: Signal<Out, Bit>,
    pub answer_read: Signal<Out, Bit>,
    pub answer_data: Signal<Out, Bits<1024>>,
    pub answer_reserve: Signal<Out, Bit>,
    pub answer_entry: Signal<Out, Bits<A>>,
    pub preload_done: Signal<Out, Bit>,
    pub preload_done_warp: Signal<Out, Bits<4>>,
    pub fill_done: Signal<Out, Bit>,
    pub fill_done_warp: Signal<Out, Bits<4>>,
    pub request_valid: Signal<Out, Bit>,
    pub request_evict: Signal<Out, Bit>,
    pub request_kind: Signal<Out, Bits<2>>,
    pub request_warp: Signal<Out, Bits<4>>,
    pub request_register: Signal<Out, Bits<6>>,
    pub request_entry: Signal<Out, Bits<A>>,
    pub request_data: Signal<Out, Bits<1024>>,

    lines: OsuLines<A, L>,
    request: OsuRequest<A>,
    data: SinglePortMemory<1024, A, 32>,
    /// What the lookup of the cycle before leads to, and on which line.
    reading: Register<Bit>,
    reserving: Register<Bit>,
    line: Register<Bits<A>>,
    read_answer: Register<Bit>,
    reserve_answer: Register<Bit>,
    answer_line: Register<Bits<A>>,
    /// A fill or a result was refused in the cycle before.
    waited: Register<Bit>,
    /// The operation that was refused in the cycle before was found.
    found: Register<Bit>,
    done: Register<Bit>,
    done_warp: Register<Bits<4>>,
    filled: Register<Bit>,
    filled_warp: Register<Bits<4>>,
    _parameters: OsuBankParameters,
}

impl<const A: usize, const L: usize> OsuBank<A, L> {
    /// An empty bank.
    pub fn new(parameters: OsuBankParameters) -> Self {
        assert_eq!(parameters.entry_bits(), A);
        let lines = parameters.lines();
        OsuBankParts {
            lines: OsuLines::new(lines),
            request: OsuRequest::default(),
            data: SinglePortMemory::new(lines).named(format!("osu_data_{lines}x1024")),
            reading: Register::default(),
            reserving: Register::default(),
            line: Register::no_reset(),
            read_answer: Register::default(),
            reserve_answer: Register::default(),
            answer_line: Register::no_reset(),
            // After reset nothing is read, and there is room for whatever is looked up.
            waited: Register::no_reset(),
            found: Register::no_reset(),
            done: Register::default(),
            done_warp: Register::no_reset(),
            filled: Register::default(),
            filled_warp: Register::no_reset(),
            _parameters: parameters,
        }
        .into()
    }
}

#[hardware(name = spec::regless::OsuBank::module_name(&self._parameters))]
impl<const A: usize, const L: usize> Logic for OsuBank<A, L> {
    fn update(&mut self) {
        clock!(self, clock, lines, request, data, reading, reserving, line);
        clock!(
            self,
            clock,
            read_answer,
            reserve_answer,
            answer_line,
            waited,
            found
        );
        clock!(self, clock, done, done_warp, filled, filled_warp);

        comment!("The lookup is the access's, else the operation's.");
        let access_tag = concat::<10, _, _>(self.access_warp.val(), self.access_register.val());
        let preload_tag = concat::<10, _, _>(self.preload_warp.val(), self.preload_register.val());
        self.lines.is_access.next = self.access_valid.val();
        self.lines.access.next = access_tag;
        self.lines.operation.next = preload_tag;
        let hit = self.lines.hit.val();
        let room = self.lines.room.val();
        let empty = self.request.empty.val();
        let read_now = self.reading.q.val() || self.request.read.val();
        let fill_ready = !read_now;
        let write_ready = !read_now && !self.fill_valid.val();
        self.waited.d.next =
            (self.fill_valid.val() && !fill_ready) || (self.write_valid.val() && !write_ready);
        let gives_way = self.waited.q.val() && read_now;
        let read_ready = !gives_way && !self.request.holds.val();
        self.read_ready.next = read_ready;
        self.reserve_ready.next = room;
        let reserve = self.access_valid.val() && self.access_reserve.val();
        let read = self.access_valid.val() && !self.access_reserve.val();
        let operation = self.preload_valid.val() && !self.access_valid.val();
        let invalidation = self.preload_kind.val() == OPERATION_INVALIDATION;
        let read_accepted = read && read_ready;
        let reserve_accepted = reserve && (hit || room);
        let found = self.found.q.val();
        let is_preload = self.preload_kind.val() == OPERATION_PRELOAD;
        let asks_nothing = found && is_preload;
        let may_ask = empty && (found || room || invalidation);
        let operation_accepted = operation && (asks_nothing || may_ask);
        self.found.d.next = operation && !operation_accepted && hit;
        let needs_line = reserve || (operation && !invalidation);
        let may_evict = needs_line && !room && empty && !gives_way;
        let evicts = may_evict && !hit;
        self.access_ready.next = read_accepted || reserve_accepted;
        self.preload_ready.next = operation_accepted;

        comment!("What becomes of the line that was looked up.");
        let last = read_accepted && self.access_last.val();
        self.lines.take_hit.next = reserve || (operation_accepted && !invalidation);
        self.lines.drop_hit.next =
            (last && self.access_erase.val()) || (operation_accepted && invalidation);
        // What was found is accepted without room, and takes no other line.
        self.lines.take_other.next = (reserve && room) || (operation_accepted && !invalidation);
        self.lines.take_fresh.next = reserve;
        self.lines.drop_other.next = may_evict;
        self.lines.release.next = last && !self.access_erase.val();
        self.reading.d.next = read_accepted;
        self.reserving.d.next = reserve_accepted;
        self.line.d.next = self.lines.line.val();
        self.done.d.next = operation_accepted && (hit || invalidation);
        self.done_warp.d.next = self.preload_warp.val();

        comment!("The data: a read, else a fill, else a result; a fresh line is written whole.");
        let fills = self.fill_valid.val() && !read_now;
        let writes = self.write_valid.val() && !read_now && !self.fill_valid.val();
        let whole = self.fill_valid.val() || self.lines.write_fresh.val();
        self.data.enable.next = read_now || self.fill_valid.val() || self.write_valid.val();
        self.data.write.next = !read_now;
        self.data.address.next = if read_now {
            self.line.q.val()
        } else if self.fill_valid.val() {
            self.fill_entry.val()
        } else {
            self.write_entry.val()
        };
        self.data.write_mask.next = self.write_mask.val() | replicate::<32>(whole);
        self.data.write_data.next = self.write_data.val();
        self.lines.write.next = writes;
        self.lines.write_line.next = self.write_entry.val();
        self.lines.write_last.next = self.write_last.val();
        self.lines.filled_line.next = self.fill_entry.val();
        self.fill_ready.next = fill_ready;
        self.write_ready.next = write_ready;
        self.filled.d.next = fills;
        self.filled_warp.d.next = self.lines.filled_tag.val().get_bits::<4>(6);

        comment!("The answer, two cycles after the lookup.");
        self.read_answer.d.next = self.reading.q.val();
        self.reserve_answer.d.next = self.reserving.q.val();
        self.answer_line.d.next = self.line.q.val();
        self.answer_read.next = self.read_answer.q.val();
        self.answer_data.next = self.data.read_data.val();
        self.answer_reserve.next = self.reserve_answer.q.val();
        self.answer_entry.next = self.answer_line.q.val();
        self.preload_done.next = self.done.q.val();
        self.preload_done_warp.next = self.done_warp.q.val();
        self.fill_done.next = self.filled.q.val();
        self.fill_done_warp.next = self.filled_warp.q.val();

        comment!("The request.");
        let fetch_or_kind = if hit {
            bits::<2>(REQUEST_INVALIDATE)
        } else {
            self.preload_kind.val()
        };
        self.request.enter.next = operation_accepted && !(hit && is_preload);
        self.request.enter_kind.next = fetch_or_kind;
        self.request.enter_tag.next = preload_tag;
        self.request.enter_line.next = if hit || invalidation {
            0.into()
        } else {
            self.lines.other_line.val()
        };
        self.request.evict.next = evicts;
        self.lines.evicted_line.next = self.line.q.val();
        self.request.evicted_tag.next = self.lines.evicted_tag.val();
        self.request.evicted_line.next = self.line.q.val();
        self.request.ready.next = self.request_ready.val();
        let request_tag = self.request.tag.val();
        self.request_valid.next = self.request.valid.val();
        self.request_evict.next = self.request.valid_evict.val();
        self.request_kind.next = self.request.kind.val();
        self.request_warp.next = request_tag.get_bits::<4>(6);
        self.request_register.next = request_tag.get_bits::<6>(0);
        self.request_entry.next = self.request.line.val();
        self.request_data.next = self.data.read_data.val();
    }
}
