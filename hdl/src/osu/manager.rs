//! `capacity_manager`.

use super::groups::{Issued, Landed};
use super::{bank_of, one_of, ManagerBank, ManagerQueue, ManagerStack, ManagerWarp, OsuOperation};
use crate::prelude::*;
use spec::osu::{OsuBankParameters, BANKS, UNITS, WARPS, WORD_OPERATIONS};
use spec::Unit;

/// What the engine does; the names are those of the contract.
#[derive(Copy, Clone, PartialEq, Debug, LogicState, Packed)]
pub enum ManagerEngine {
    Pick,
    Read,
    Check,
    Decide,
    Walk,
    Next,
}

/// `capacity_manager`: decides which warps have lines, and so which may issue (5.1, Figure 9).
///
/// | module | holds |
/// |---|---|
/// | [`ManagerStack`] | the inactive warps |
/// | [`ManagerWarp`] | per warp: its state, operations that are not done |
/// | [`ManagerBank`] | per bank: lines that are free, promised, and waiting for a write |
/// | [`ManagerQueue`] | per bank: operations |
/// | here | the engine that starts regions |
///
/// The engine's states are those of `docs/units/capacity_manager.md`, but for the cycle after Check: whether
/// the region fits is compared in Check and known in Decide, which is then the contract's Walk or Pick.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct CapacityManager {
    pub clock: Signal<In, Clock>,
    pub eligible: Signal<In, Bits<16>>,
    pub region_usage: Signal<In, Bits<24>>,
    pub region_more: Signal<In, Bits<3>>,
    pub region_kinds: Signal<In, Bits<12>>,
    pub region_registers: Signal<In, Bits<36>>,
    pub busy: Signal<In, Bits<16>>,
    pub issue: Numbered<Signal<In, Issued>, UNITS>,
    pub landed: Numbered<Signal<In, Landed>, UNITS>,
    pub done_banks: Signal<In, Bits<8>>,
    pub done_warps: Signal<In, Bits<32>>,
    pub fill_done: Signal<In, Bit>,
    pub fill_done_warp: Signal<In, Bits<4>>,
    pub queue_ready: Signal<In, Bits<8>>,
    pub active: Signal<Out, Bits<16>>,
    pub region_warp: Signal<Out, Bits<4>>,
    pub region_row: Signal<Out, Bits<3>>,
    pub region_taken: Signal<Out, Bit>,
    pub queue_valid: Signal<Out, Bits<8>>,
    pub queue_kinds: Signal<Out, Bits<16>>,
    pub queue_warps: Signal<Out, Bits<32>>,
    pub queue_registers: Signal<Out, Bits<48>>,
    pub error: Signal<Out, Bit>,
    pub error_warp: Signal<Out, Bits<4>>,

    stack: ManagerStack,
    warp: Vec<ManagerWarp>,
    bank: Vec<ManagerBank>,
    queue: Vec<ManagerQueue>,

    engine: Register<ManagerEngine>,
    candidate: Register<Bits<4>>,
    /// The same, one bit.
    chosen: Register<Bits<16>>,
    row: Register<Bits<3>>,
    /// One bit for the slot; 0 behind the last.
    slot: Register<Bits<6>>,
    /// In the cycle before, the candidate was eligible; an operation was queued.
    still_eligible: Register<Bit>,
    entered: Register<Bit>,
    more: Register<Bits<3>>,
    failed: Register<Bit>,
    failed_warp: Register<Bits<4>>,

    /// Of each warp, what it does.
    starts: Signal<Local, Bits<16>>,
    drains: Signal<Local, Bits<16>>,
    draining: Signal<Local, Bits<16>>,
    returns: Signal<Local, Bits<16>>,
    _parameters: OsuBankParameters,
}

impl CapacityManager {
    /// All warps are inactive, all lines free.
    pub fn new(parameters: OsuBankParameters) -> Self {
        let lines = parameters.lines();
        CapacityManagerParts {
            stack: ManagerStack::new(),
            warp: (0..WARPS).map(|_| ManagerWarp::new()).collect(),
            bank: (0..BANKS).map(|_| ManagerBank::new(lines)).collect(),
            queue: (0..BANKS).map(|_| ManagerQueue::new(lines)).collect(),
            engine: Register::new(ManagerEngine::Pick),
            candidate: Register::default(),
            chosen: Register::no_reset(),
            row: Register::default(),
            slot: Register::default(),
            still_eligible: Register::no_reset(),
            entered: Register::default(),
            more: Register::no_reset(),
            failed: Register::default(),
            failed_warp: Register::no_reset(),
            _parameters: parameters,
        }
        .into()
    }
}

#[hardware(name = spec::osu::CapacityManager::module_name(&self._parameters))]
impl Logic for CapacityManager {
    fn update(&mut self) {
        clock!(self, clock, stack, warp, bank, queue);
        registers!(
            self,
            clock,
            engine,
            candidate,
            chosen,
            row,
            slot,
            still_eligible,
            entered,
            more,
            failed,
            failed_warp
        );
        let engine = self.engine.q.val();
        let candidate = self.candidate.q.val();
        let chosen = self.chosen.q.val();
        let checks = engine == ManagerEngine::Check;
        let decides = engine == ManagerEngine::Decide;

        comment!("Does the region fit? Its usage is for warp 0: rotated by the warp.");
        let usage = self.region_usage.val();
        let usage_4 = if candidate.get_bit(2) {
            concat::<24, _, _>(usage.get_bits::<12>(0), usage.get_bits::<12>(12))
        } else {
            usage
        };
        let usage_2 = if candidate.get_bit(1) {
            concat::<24, _, _>(usage_4.get_bits::<18>(0), usage_4.get_bits::<6>(18))
        } else {
            usage_4
        };
        let need = if candidate.get_bit(0) {
            concat::<24, _, _>(usage_2.get_bits::<21>(0), usage_2.get_bits::<3>(21))
        } else {
            usage_2
        };
        let mut fits = self.still_eligible.q.val();
        let mut possible = true;
        for b in 0..BANKS {
            self.bank[b].need.next = need.get_bits::<3>(3 * b);
            fits = fits && self.bank[b].fits.val();
            possible = possible && self.bank[b].possible.val();
        }
        let still_eligible = (self.eligible.val() & chosen).any();
        let too_big = checks && still_eligible && !possible;
        self.still_eligible.d.next = still_eligible;
        let start = decides && fits;
        let walks = engine == ManagerEngine::Walk || start;
        let picks = engine == ManagerEngine::Pick || (decides && !fits);
        self.starts.next = gate(start, chosen);
        let fails = gate(too_big, chosen);
        if too_big {
            self.failed.d.next = true;
            if !self.failed.q.val() {
                self.failed_warp.d.next = candidate;
            }
        }

        comment!("The operation of the slot, to its register's bank. Room is asked for all slots at once.");
        let mut rooms = bits::<8>(0);
        for b in 0..BANKS {
            rooms = rooms.replace_bit(b, self.queue[b].room.val());
        }
        let slot = self.slot.q.val();
        let mut kind = bits::<2>(0);
        let mut register = bits::<6>(0);
        let mut asked = bits::<8>(0);
        let mut has_room = false;
        for i in 0..WORD_OPERATIONS {
            let its_register = self.region_registers.val().get_bits::<6>(6 * i);
            let its_bank = candidate.get_bits::<3>(0) + its_register.get_bits::<3>(0);
            let its_kind = self.region_kinds.val().get_bits::<2>(2 * i);
            let its_queue = one_of::<8, 3>(its_kind.any(), its_bank);
            kind |= gate(slot.get_bit(i), its_kind);
            register |= gate(slot.get_bit(i), its_register);
            asked |= gate(slot.get_bit(i), its_queue);
            has_room = has_room || (slot.get_bit(i) && (its_queue & rooms).any());
        }
        let operation = OsuOperation {
            kind,
            warp_high: candidate.get_bit(3),
            register,
        };
        let enters = walks && has_room;
        for b in 0..BANKS {
            self.queue[b].offer.next = walks;
            self.queue[b].enter.next = walks && asked.get_bit(b);
            self.queue[b].bank.next = b.to_bits::<3>();
            self.queue[b].operation.next = operation;
        }
        let queueing = gate(
            decides || engine == ManagerEngine::Walk || engine == ManagerEngine::Next,
            chosen,
        );
        self.entered.d.next = enters;
        let queued = gate(self.entered.q.val(), chosen);
        let row_done = walks && !kind.any();
        let taken = row_done && self.row.q.val() >= self.more.q.val();

        if walks {
            if enters {
                self.slot.d.next = slot << 1;
            } else if row_done && !taken {
                self.slot.d.next = 1.into();
                self.row.d.next = self.row.q.val() + 1;
            }
        }
        match engine {
            ManagerEngine::Read => self.engine.d.next = ManagerEngine::Check,
            ManagerEngine::Check => {
                self.more.d.next = self.region_more.val();
                self.engine.d.next = ManagerEngine::Decide;
            }
            ManagerEngine::Next => self.engine.d.next = ManagerEngine::Walk,
            _ => {
                self.engine.d.next = if picks && self.stack.some.val() {
                    ManagerEngine::Read
                } else if picks || taken {
                    ManagerEngine::Pick
                } else if row_done {
                    ManagerEngine::Next
                } else {
                    ManagerEngine::Walk
                };
            }
        }
        if picks && self.stack.some.val() {
            self.candidate.d.next = self.stack.topmost.val();
            self.chosen.d.next = self.stack.first.val();
            self.row.d.next = 0.into();
            self.slot.d.next = 1.into();
        }

        comment!("Writes that are issued and that land, by warp.");
        let issue0 = self.issue[0].val();
        let issue1 = self.issue[1].val();
        let landed0 = self.landed[0].val();
        let landed1 = self.landed[1].val();
        let writer0 = one_of::<16, 4>(issue0.valid && issue0.writes, issue0.warp);
        let writer1 = one_of::<16, 4>(issue1.valid && issue1.writes, issue1.warp);
        let written0 = one_of::<16, 4>(landed0.valid, landed0.warp);
        let written1 = one_of::<16, 4>(landed1.valid, landed1.warp);
        let writer0_bank = bank_of(issue0.warp, issue0.destination);
        let writer1_bank = bank_of(issue1.warp, issue1.destination);
        let written0_bank = bank_of(landed0.warp, landed0.register);
        let written1_bank = bank_of(landed1.warp, landed1.register);
        let drain_or_draining = self.draining.val() | self.drains.val();
        let frees0 = (written0 & drain_or_draining).any();
        let frees1 = (written1 & drain_or_draining).any();
        let mut landed_all = !bits::<16>(0);
        for b in 0..BANKS {
            let bank = b.to_bits::<3>();
            self.bank[b].start.next = self.starts.val();
            self.bank[b].issue0.next = gate(writer0_bank == bank, writer0);
            self.bank[b].issue1.next = gate(writer1_bank == bank, writer1);
            self.bank[b].landed0.next = gate(written0_bank == bank, written0);
            self.bank[b].landed1.next = gate(written1_bank == bank, written1);
            self.bank[b].frees0.next = frees0 && written0_bank == bank;
            self.bank[b].frees1.next = frees1 && written1_bank == bank;
            self.bank[b].end.next = self.drains.val();
            landed_all &= self.bank[b].landed_all.val();
        }

        comment!("The warps.");
        let ends0 = one_of::<16, 4>(issue0.valid && issue0.ends, issue0.warp);
        let ends1 = one_of::<16, 4>(issue1.valid && issue1.ends, issue1.warp);
        let ends = ends0 | ends1;
        let mut active = bits::<16>(0);
        let mut inactive = bits::<16>(0);
        let mut draining = bits::<16>(0);
        let mut may_drain = bits::<16>(0);
        let mut may_return = bits::<16>(0);
        for w in 0..WARPS {
            let warp = w.to_bits::<4>();
            let filled = self.fill_done.val() && self.fill_done_warp.val() == warp;
            let mut done = bit_cast::<9, 1>(filled.into()) << 8;
            for b in 0..BANKS {
                let its_done = self.done_warps.val().get_bits::<4>(4 * b) == warp;
                done = done.replace_bit(b, self.done_banks.val().get_bit(b) && its_done);
            }
            self.warp[w].done.next = done;
            self.warp[w].start.next = self.starts.val().get_bit(w);
            self.warp[w].fail.next = fails.get_bit(w);
            self.warp[w].queueing.next = queueing.get_bit(w);
            self.warp[w].queued.next = queued.get_bit(w);
            self.warp[w].ends.next = ends.get_bit(w);
            self.warp[w].busy.next = self.busy.val().get_bit(w);
            self.warp[w].landed_all.next = landed_all.get_bit(w);
            self.warp[w].drain.next = self.drains.val().get_bit(w);
            self.warp[w].give_back.next = self.returns.val().get_bit(w);
            active = active.replace_bit(w, self.warp[w].active.val());
            inactive = inactive.replace_bit(w, self.warp[w].inactive.val());
            draining = draining.replace_bit(w, self.warp[w].draining.val());
            may_drain = may_drain.replace_bit(w, self.warp[w].may_drain.val());
            may_return = may_return.replace_bit(w, self.warp[w].may_return.val());
        }
        self.draining.next = draining;
        self.drains.next = lowest(may_drain);
        self.returns.next = lowest(may_return);
        self.stack.candidates.next = self.eligible.val() & inactive;
        self.stack.push.next = self.returns.val();
        self.active.next = active;

        let mut valid = bits::<8>(0);
        let mut kinds = bits::<16>(0);
        let mut warps = bits::<32>(0);
        let mut registers = bits::<48>(0);
        for b in 0..BANKS {
            self.queue[b].ready.next = self.queue_ready.val().get_bit(b);
            valid = valid.replace_bit(b, self.queue[b].valid.val());
            kinds = replace_bits(kinds, 2 * b, self.queue[b].kind.val());
            warps = replace_bits(warps, 4 * b, self.queue[b].warp.val());
            registers = replace_bits(registers, 6 * b, self.queue[b].register.val());
        }
        self.queue_valid.next = valid;
        self.queue_kinds.next = kinds;
        self.queue_warps.next = warps;
        self.queue_registers.next = registers;
        self.region_warp.next = candidate;
        self.region_row.next = self.row.q.val();
        self.region_taken.next = taken;
        self.error.next = self.failed.q.val();
        self.error_warp.next = self.failed_warp.q.val();
    }
}
