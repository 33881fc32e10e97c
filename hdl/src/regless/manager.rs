//! `capacity_manager`.

use super::groups::{Issued, Landed};
use super::{bank_of, one_of, ManagerBank, ManagerQueue, ManagerRow, ManagerStack, ManagerWarp};
use crate::prelude::*;
use spec::regless::{OsuBankParameters, BANKS, UNITS, WARPS};
use spec::Unit;

/// `capacity_manager`: decides which warps have lines, and so which may issue (5.1, Figure 9).
///
/// | module | holds |
/// |---|---|
/// | [`ManagerStack`] | the inactive warps |
/// | [`ManagerWarp`] | per warp: its state, operations that are not done |
/// | [`ManagerBank`] | per bank: lines that are free, promised, and waiting for a write |
/// | [`ManagerQueue`] | per bank: operations |
/// | [`ManagerRow`] | operations on their way from the store to the queues |
/// | here | the pipeline that starts regions: a warp is picked, its region read, then checked |
// The manager; lines of a bank are counted with `C` bits.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct CapacityManager<const C: usize> {
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
    pub region_read: Signal<Out, Bit>,
    pub region_warp: Signal<Out, Bits<4>>,
    pub region_row: Signal<Out, Bits<3>>,
    pub region_taken: Signal<Out, Bit>,
    pub taken_warp: Signal<Out, Bits<4>>,
    pub queue_valid: Signal<Out, Bits<8>>,
    pub queue_kinds: Signal<Out, Bits<16>>,
    pub queue_warps: Signal<Out, Bits<32>>,
    pub queue_registers: Signal<Out, Bits<48>>,
    pub error: Signal<Out, Bit>,
    pub error_warp: Signal<Out, Bits<4>>,

    stack: ManagerStack,
    warp: Vec<ManagerWarp>,
    bank: Vec<ManagerBank<C>>,
    queue: Vec<ManagerQueue>,
    walk: ManagerRow,

    /// The warp whose region is read, one bit too.
    looks: Register<Bit>,
    look: Register<Bits<4>>,
    look_one: Register<Bits<16>>,
    /// The warp that was read last, until its row is kept; one bit, and only in the cycle after, where its region is
    /// checked.
    check: Register<Bits<4>>,
    check_one: Register<Bits<16>>,
    failed: Register<Bit>,
    failed_warp: Register<Bits<4>>,

    /// Of each warp, what it does.
    starts: Signal<Local, Bits<16>>,
    drains: Signal<Local, Bits<16>>,
    draining: Signal<Local, Bits<16>>,
    returns: Signal<Local, Bits<16>>,
    _parameters: OsuBankParameters,
}

impl<const C: usize> CapacityManager<C> {
    /// All warps are inactive, all lines free.
    pub fn new(parameters: OsuBankParameters) -> Self {
        let lines = parameters.lines();
        CapacityManagerParts {
            stack: ManagerStack::new(),
            warp: (0..WARPS).map(|_| ManagerWarp::new()).collect(),
            bank: (0..BANKS).map(|_| ManagerBank::new(lines)).collect(),
            queue: (0..BANKS).map(|_| ManagerQueue::new(lines)).collect(),
            walk: ManagerRow::new(),
            looks: Register::default(),
            look: Register::no_reset(),
            look_one: Register::default(),
            check: Register::no_reset(),
            check_one: Register::default(),
            failed: Register::default(),
            failed_warp: Register::no_reset(),
            _parameters: parameters,
        }
        .into()
    }
}

/// Warps of which a register is in bank `b`, by the lower bits of its number, one bit: nothing has to be added to know.
#[hardware]
fn of_bank(b: usize, low: Bits<8>) -> Bits<16> {
    let mut warps = bits::<16>(0);
    for w in 0..BANKS {
        for r in 0..BANKS {
            if w + r == b || w + r == b + BANKS {
                warps = warps.replace_bit(w, low.get_bit(r));
                warps = warps.replace_bit(w + BANKS, low.get_bit(r));
            }
        }
    }
    warps
}

#[hardware(name = spec::regless::CapacityManager::module_name(&self._parameters))]
impl<const C: usize> Logic for CapacityManager<C> {
    fn update(&mut self) {
        clock!(self, clock, stack, warp, bank, queue, walk);
        registers!(
            self,
            clock,
            looks,
            look,
            look_one,
            check,
            check_one,
            failed,
            failed_warp
        );
        let check = self.check.q.val();
        let check_one = self.check_one.q.val();

        comment!("The region that was read is checked: does it fit, and are the operations of the one before queued?");
        let mut fits = true;
        let mut possible = true;
        for b in 0..BANKS {
            self.bank[b].need.next = self.region_usage.val().get_bits::<3>(3 * b);
            fits = fits && self.bank[b].fits.val();
            possible = possible && self.bank[b].possible.val();
        }
        let still_eligible = (self.eligible.val() & check_one).any();
        let start = still_eligible && fits && self.walk.free.val();
        let too_big = still_eligible && !possible;
        self.starts.next = gate(start, check_one);
        let fails = gate(too_big, check_one);
        if too_big {
            self.failed.d.next = true;
            if !self.failed.q.val() {
                self.failed_warp.d.next = check;
            }
        }

        comment!("Its operations, a row in a cycle; of each bank one enters its queue.");
        self.walk.start.next = start;
        self.walk.more.next = self.region_more.val();
        self.walk.kinds.next = self.region_kinds.val();
        self.walk.registers.next = self.region_registers.val();
        self.walk.warp.next = check;
        self.walk.warp_one.next = check_one;
        self.walk.looks.next = self.looks.q.val();
        let mut rooms = bits::<8>(0);
        for b in 0..BANKS {
            rooms = rooms.replace_bit(b, self.queue[b].room.val());
            self.queue[b].enter.next = self.walk.enter.val().get_bit(b);
            self.queue[b].operation.next = self.walk.operation[b].val();
        }
        self.walk.rooms.next = rooms;
        let held = self.walk.held.val();
        let read_for = self.walk.read_for.val();
        let read_count = self.walk.read_count.val();

        comment!("The next warp: the topmost that is not looked at. Rows of operations go first.");
        let picks = self.stack.some.val() && !self.walk.has_rows.val();
        self.looks.d.next = picks;
        self.look.d.next = self.stack.topmost.val();
        self.look_one.d.next = gate(picks, self.stack.first.val());
        self.check_one.d.next = self.look_one.q.val();
        let read = self.looks.q.val() || self.walk.asks.val();
        let read_warp = if self.looks.q.val() {
            self.look.q.val()
        } else {
            self.walk.its_warp.val()
        };
        self.check.d.next = read_warp;

        comment!("Writes that are issued and that land, by warp.");
        let issue0 = self.issue[0].val();
        let issue1 = self.issue[1].val();
        let landed0 = self.landed[0].val();
        let landed1 = self.landed[1].val();
        let writer0 = one_of::<16, 4>(issue0.valid && issue0.writes, issue0.warp);
        let writer1 = one_of::<16, 4>(issue1.valid && issue1.writes, issue1.warp);
        let written0 = one_of::<16, 4>(landed0.valid, landed0.warp);
        let written1 = one_of::<16, 4>(landed1.valid, landed1.warp);
        let writer0_low = one_of::<8, 3>(true, issue0.destination.get_bits::<3>(0));
        let writer1_low = one_of::<8, 3>(true, issue1.destination.get_bits::<3>(0));
        let written0_low = one_of::<8, 3>(true, landed0.register.get_bits::<3>(0));
        let written1_low = one_of::<8, 3>(true, landed1.register.get_bits::<3>(0));
        let written0_bank = bank_of(landed0.warp, landed0.register);
        let written1_bank = bank_of(landed1.warp, landed1.register);
        let drain_or_draining = self.draining.val() | self.drains.val();
        let frees0 = (written0 & drain_or_draining).any();
        let frees1 = (written1 & drain_or_draining).any();
        let mut landed_all = !bits::<16>(0);
        for b in 0..BANKS {
            let bank = b.to_bits::<3>();
            self.bank[b].starts.next = start;
            self.bank[b].start.next = self.starts.val();
            self.bank[b].issue0.next = writer0 & of_bank(b, writer0_low);
            self.bank[b].issue1.next = writer1 & of_bank(b, writer1_low);
            self.bank[b].landed0.next = written0 & of_bank(b, written0_low);
            self.bank[b].landed1.next = written1 & of_bank(b, written1_low);
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
            self.warp[w].held.next = held.get_bit(w);
            self.warp[w].read.next = gate(read_for.get_bit(w), read_count);
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
        let looked_at = self.look_one.q.val() | check_one;
        self.stack.candidates.next = self.eligible.val() & inactive & !looked_at;
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
        self.region_read.next = read;
        self.region_warp.next = read_warp;
        self.region_row.next = gate(!self.looks.q.val(), self.walk.next_row.val());
        self.region_taken.next = self.walk.taken.val();
        self.taken_warp.next = check;
        self.error.next = self.failed.q.val();
        self.error_warp.next = self.failed_warp.q.val();
    }
}
