//! The capacity manager (RegLess 5.1).

mod at_ports;
mod contract;
mod walk;

use at_ports::{done_warps, issues, landings};
use spec::regless::{
    bank_of, lines_of, CapacityManagerInputs, OsuBankParameters, BANKS, WARPS, WORD_OPERATIONS,
};
use std::collections::VecDeque;

/// What a warp does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WarpState {
    /// It has no lines and is on the stack.
    Inactive,
    /// It has lines, and its operations are on their way.
    Preloading,
    /// It executes its region.
    Active,
    /// Its last writes are awaited.
    Draining,
    /// Its region cannot fit.
    Failed,
}

/// Operations of a row: kind and register.
type Row = [Option<(u8, u8)>; WORD_OPERATIONS];

/// The region whose operations are being queued.
#[derive(Clone, Copy, Debug)]
struct Walk {
    warp: u8,
    /// The last row that was read, and rows of the region after row 0.
    row: u8,
    more: u8,
    /// Operations of that row that are not queued.
    left: Row,
    /// The next row is what the store gives in this cycle.
    is_read: bool,
}

impl Walk {
    fn has_rows(&self) -> bool {
        self.row < self.more
    }
}

/// One warp.
#[derive(Clone, Copy, Debug)]
pub struct Warp {
    /// What it does.
    pub state: WarpState,
    /// Lines promised.
    pub promised: [u8; BANKS],
    /// Writes outstanding.
    pub pending: [u8; BANKS],
    /// Operations of rows that were read, not done.
    pub operations: u8,
    /// Those of them that left the queues.
    taken: u8,
}

/// An operation in a queue: kind, warp, register.
pub type Queued = (u8, u8, u8);

/// The model of `capacity_manager`.
#[derive(Clone, Debug)]
pub struct CapacityManager {
    lines: u8,
    warps: [Warp; WARPS],
    /// Warps that execute a region and those of them whose last instruction was issued, that preload, that drain.
    active: u16,
    ended: u16,
    preloading: u16,
    draining: u16,
    free: [u8; BANKS],
    /// Lines that were given back in the cycle before.
    returned: [u8; BANKS],
    /// From the top down.
    stack: Vec<u8>,
    /// The warp whose region is read.
    look: Option<u8>,
    /// The warp whose region the store gives in this cycle.
    check: Option<u8>,
    walk: Option<Walk>,
    queues: [VecDeque<Queued>; BANKS],
    error: Option<u8>,
}

/// What the manager shows that depends on its state alone.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Warps that may issue.
    pub active: u16,
    /// Heads of the queues.
    pub heads: [Option<Queued>; BANKS],
}

const AT_RESET: Warp = Warp {
    state: WarpState::Inactive,
    promised: [0; BANKS],
    pending: [0; BANKS],
    operations: 0,
    taken: 0,
};

impl CapacityManager {
    /// A manager after reset.
    pub fn new(parameters: OsuBankParameters) -> Self {
        let lines = parameters.lines() as u8;
        Self {
            lines,
            warps: [AT_RESET; WARPS],
            active: 0,
            ended: 0,
            preloading: 0,
            draining: 0,
            free: [lines; BANKS],
            returned: [0; BANKS],
            stack: (0..WARPS as u8).collect(),
            look: None,
            check: None,
            walk: None,
            queues: Default::default(),
            error: None,
        }
    }

    /// Back to the state after reset.
    pub fn clear(&mut self) {
        self.warps = [AT_RESET; WARPS];
        (self.active, self.ended, self.preloading, self.draining) = (0, 0, 0, 0);
        self.free = [self.lines; BANKS];
        self.returned = [0; BANKS];
        self.stack = (0..WARPS as u8).collect();
        (self.look, self.check, self.walk) = (None, None, None);
        self.queues.iter_mut().for_each(VecDeque::clear);
        self.error = None;
    }

    /// The warps, for properties.
    pub fn warps(&self) -> &[Warp; WARPS] {
        &self.warps
    }

    /// The stack from the top down, for properties.
    pub fn stack(&self) -> &[u8] {
        &self.stack
    }

    /// Lines of each bank that are promised to nobody, for properties.
    pub fn free(&self) -> [u8; BANKS] {
        std::array::from_fn(|bank| self.free[bank] + self.returned[bank])
    }

    /// The warp and row that the store is asked for.
    pub fn region(&self) -> Option<(u8, u8)> {
        let further = self.walk.filter(|walk| walk.has_rows() && !walk.is_read);
        let row = further.map(|walk| (walk.warp, walk.row + 1));
        self.look.map(|warp| (warp, 0)).or(row)
    }

    /// The first warp whose region is too big.
    pub fn error(&self) -> Option<u8> {
        self.error
    }

    /// What is shown in this cycle.
    pub fn shown(&self) -> Shown {
        Shown {
            active: self.active(),
            heads: self.heads(),
        }
    }

    /// Warps that may issue.
    pub fn active(&self) -> u16 {
        self.active & !self.ended
    }

    /// Heads of the queues.
    pub fn heads(&self) -> [Option<Queued>; BANKS] {
        std::array::from_fn(|b| self.queues[b].front().copied())
    }

    /// Warps of which all instructions of a region have their operands.
    pub fn ending(&self, busy: u16) -> u16 {
        self.active & self.ended & !busy
    }

    /// Whether nothing moves while nothing comes, no warp being busy; these warps may start.
    pub(super) fn is_still(&self, eligible: u16) -> bool {
        let is_over = |w: usize| self.warps[w].pending == [0; BANKS];
        let is_loaded = |w: usize| self.warps[w].operations == 0;
        (self.look, self.check) == (None, None)
            && self.walk.is_none()
            && self.returned == [0; BANKS]
            && self.active & self.ended == 0
            && self.queues.iter().all(VecDeque::is_empty)
            && !self.stack.iter().any(|&w| eligible >> w & 1 == 1)
            && !warps_in(self.draining).any(is_over)
            && !warps_in(self.preloading).any(is_loaded)
    }

    /// A warp goes from one state to another.
    fn go(&mut self, w: usize, state: WarpState) {
        let of = |asked: WarpState| u16::from(state == asked) << w;
        let without = !(1u16 << w);
        self.active = self.active & without | of(WarpState::Active);
        self.preloading = self.preloading & without | of(WarpState::Preloading);
        self.draining = self.draining & without | of(WarpState::Draining);
        self.warps[w].state = state;
    }

    /// Which operations of the row enter their queues in this cycle: of each bank the first.
    fn entering(&self) -> [bool; WORD_OPERATIONS] {
        let mut entering = [false; WORD_OPERATIONS];
        let Some(walk) = self.walk else {
            return entering;
        };
        let mut asked = [false; BANKS];
        for (operation, enters) in walk.left.iter().zip(&mut entering) {
            let Some((_, register)) = operation else {
                continue;
            };
            let bank = bank_of(walk.warp, *register);
            *enters = !asked[bank] && self.queues[bank].len() < usize::from(self.lines);
            asked[bank] = true;
        }
        entering
    }

    /// Whether the row is queued whole by the end of this cycle.
    fn row_done(&self, walk: &Walk) -> bool {
        let entering = self.entering();
        let mut left = walk.left.iter().zip(entering);
        left.all(|(operation, enters)| operation.is_none() || enters)
    }

    /// The warp whose region starts in this cycle.
    fn starts(&self, inputs: &CapacityManagerInputs) -> Option<u8> {
        let warp = self.check?;
        let is_eligible = inputs.eligible >> warp & 1 == 1;
        let walk_is_free = { self.walk }.is_none_or(|w| !w.has_rows() && self.row_done(&w));
        let need = lines_of(inputs.region_usage);
        let fits = need.iter().zip(&self.free).all(|(need, free)| need <= free);
        (is_eligible && walk_is_free && fits).then_some(warp)
    }

    /// The warp whose region has been read to its end.
    pub fn region_taken(&self, inputs: &CapacityManagerInputs) -> Option<u8> {
        let started = self.starts(inputs).filter(|_| inputs.region_more == 0);
        let last = self
            .walk
            .filter(|walk| walk.is_read && walk.row + 1 == walk.more && self.row_done(walk));
        started.or(last.map(|walk| walk.warp))
    }

    /// The clock rises after a cycle that [`CapacityManager::check`] allows.
    pub fn advance(&mut self, inputs: &CapacityManagerInputs) {
        let mut returned = [0; BANKS];
        // What is as the cycle begins decides.
        let (picks, starts) = (self.picks(inputs), self.starts(inputs));
        let entering = self.entering();
        let row_done = self.walk.is_some_and(|walk| self.row_done(&walk));
        let reads = self.walk.filter(Walk::has_rows).map(|walk| walk.warp);
        let is_loaded = |w: &usize| {
            self.warps[*w].operations == 0 && reads.is_none_or(|warp| usize::from(warp) != *w)
        };
        let loaded = warps_in(self.preloading).filter(is_loaded);
        let loaded = loaded.fold(0u16, |warps, w| warps | 1 << w);
        let ending = warps_in(self.ending(inputs.busy)).next();
        let draining = self.draining;
        let returning = warps_in(draining).find(|&w| self.warps[w].pending == [0; BANKS]);

        if inputs.queue_ready != 0 {
            for (bank, queue) in self.queues.iter_mut().enumerate() {
                if inputs.queue_ready >> bank & 1 == 1 {
                    if let Some((_, warp, _)) = queue.pop_front() {
                        self.warps[usize::from(warp)].taken += 1;
                    }
                }
            }
        }
        for warp in done_warps(inputs) {
            let warp = &mut self.warps[usize::from(warp)];
            warp.operations -= 1;
            warp.taken -= 1;
        }
        for (warp, bank) in landings(inputs) {
            self.warps[usize::from(warp)].pending[bank] -= 1;
            returned[bank] += (draining >> warp & 1) as u8;
        }
        for issue in issues(inputs) {
            let warp = &mut self.warps[usize::from(issue.warp)];
            if issue.writes {
                warp.pending[bank_of(issue.warp, issue.destination)] += 1;
            }
            self.ended |= u16::from(issue.ends) << issue.warp;
        }
        for w in warps_in(loaded) {
            self.go(w, WarpState::Active);
            self.ended &= !(1 << w);
        }
        if let Some(w) = ending {
            self.go(w, WarpState::Draining);
            let warp = &self.warps[w];
            for (bank, given) in returned.iter_mut().enumerate() {
                *given += warp.promised[bank] - warp.pending[bank];
            }
        }
        self.queue_operations(inputs, entering, row_done);
        self.check_region(inputs, starts);
        (self.check, self.look) = (self.look, picks);
        for (free, late) in self.free.iter_mut().zip(self.returned) {
            *free += late;
        }
        self.returned = returned;
        if let Some(w) = returning {
            self.go(w, WarpState::Inactive);
            self.stack.insert(0, w as u8);
        }
    }

    fn leave_stack(&mut self, warp: u8) {
        self.stack.retain(|w| *w != warp);
    }

    /// The topmost eligible warp that is not looked at; none while a region has rows to be read.
    fn picks(&self, inputs: &CapacityManagerInputs) -> Option<u8> {
        if self.walk.is_some_and(|walk| walk.has_rows()) {
            return None;
        }
        let is_looked_at = |w: u8| self.look == Some(w) || self.check == Some(w);
        let mut stack = self.stack.iter().copied();
        stack.find(|&w| inputs.eligible >> w & 1 == 1 && !is_looked_at(w))
    }
}

/// Warps by number, a bit each.
fn warps_in(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let warp = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(warp)
    })
}
