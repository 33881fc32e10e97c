//! The capacity manager (RegLess 5.1).

use spec::osu::{
    bank_of, rotated_usage, CapacityManagerInputs, CapacityManagerOutputs, Issued,
    OsuBankParameters, BANKS, WARPS, WORD_OPERATIONS,
};
use spec::{OutOfContract, UnitModel};
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

/// What looks for the next region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// A warp is picked.
    Pick,
    /// The store is read.
    Read,
    /// The region is compared with what is free.
    Check,
    /// Operations are queued.
    Walk,
    /// The store is read for the next row.
    Next,
}

/// One warp.
#[derive(Clone, Copy, Debug)]
pub struct Warp {
    /// What it does.
    pub state: WarpState,
    /// Its region's last instruction was issued.
    pub ended: bool,
    /// Lines promised.
    pub promised: [u8; BANKS],
    /// Writes outstanding.
    pub pending: [u8; BANKS],
    /// Operations queued and not done.
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
    free: [u8; BANKS],
    /// From the top down.
    stack: Vec<u8>,
    engine: Engine,
    candidate: u8,
    row: u8,
    slot: usize,
    more: u8,
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
    ended: false,
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
            free: [lines; BANKS],
            stack: (0..WARPS as u8).collect(),
            engine: Engine::Pick,
            candidate: 0,
            row: 0,
            slot: 0,
            more: 0,
            queues: Default::default(),
            error: None,
        }
    }

    /// Back to the state after reset.
    pub fn clear(&mut self) {
        self.warps = [AT_RESET; WARPS];
        self.free = [self.lines; BANKS];
        self.stack = (0..WARPS as u8).collect();
        self.engine = Engine::Pick;
        (self.candidate, self.row, self.slot) = (0, 0, 0);
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

    /// Free lines of each bank, for properties.
    pub fn free(&self) -> &[u8; BANKS] {
        &self.free
    }

    /// The engine, for properties.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// The warp and row that the store is asked for.
    pub fn region(&self) -> (u8, u8) {
        (self.candidate, self.row)
    }

    /// The first warp whose region is too big.
    pub fn error(&self) -> Option<u8> {
        self.error
    }

    /// What is shown in this cycle.
    pub fn shown(&self) -> Shown {
        let is_active = |w: &usize| {
            let warp = &self.warps[*w];
            warp.state == WarpState::Active && !warp.ended
        };
        Shown {
            active: (0..WARPS)
                .filter(is_active)
                .fold(0, |bits, w| bits | 1 << w),
            heads: std::array::from_fn(|b| self.queues[b].front().copied()),
        }
    }

    /// Kind and register of the operation at the engine's slot; `None` at the end of the row.
    fn operation(&self, inputs: &CapacityManagerInputs) -> Option<(u8, u8)> {
        if self.slot == WORD_OPERATIONS {
            return None;
        }
        let kind = (inputs.region_kinds >> (2 * self.slot) & 3) as u8;
        let register = (inputs.region_registers >> (6 * self.slot) & 63) as u8;
        (kind != 0).then_some((kind, register))
    }

    /// Whether the engine has queued the last operation of its region.
    pub fn region_taken(&self, inputs: &CapacityManagerInputs) -> bool {
        self.engine == Engine::Walk && self.operation(inputs).is_none() && self.row >= self.more
    }

    /// Whether the contract defines what follows.
    pub fn check(&self, inputs: &CapacityManagerInputs) -> Result<(), OutOfContract> {
        let refuse = |reason: String| Err(OutOfContract::new(reason));
        let active = self.shown().active;
        let mut issued = [[0u8; BANKS]; WARPS];
        for (warp, writes, destination) in issues(inputs).map(|i| (i.warp, i.writes, i.destination))
        {
            if active >> warp & 1 == 0 {
                return refuse(format!(
                    "an instruction of warp {warp}, which may not issue"
                ));
            }
            let bank = bank_of(warp, destination);
            let (w, state) = (usize::from(warp), &self.warps[usize::from(warp)]);
            issued[w][bank] += u8::from(writes);
            if state.pending[bank] + issued[w][bank] > state.promised[bank] {
                return refuse(format!(
                    "warp {warp} has more writes outstanding in bank {bank} than its region has lines"
                ));
            }
        }
        let [first, second] = &inputs.issue;
        if first.valid && first.ends && second.valid && second.warp == first.warp {
            return refuse(format!(
                "an instruction of warp {} after the last of its region",
                first.warp
            ));
        }
        let mut landed = [[0u8; BANKS]; WARPS];
        for (warp, bank) in landings(inputs) {
            let (w, state) = (usize::from(warp), &self.warps[usize::from(warp)]);
            landed[w][bank] += 1;
            if landed[w][bank] > state.pending[bank] {
                return refuse(format!(
                    "a result of warp {warp} lands in bank {bank} without an instruction"
                ));
            }
        }
        let mut done = [0u8; WARPS];
        for warp in done_warps(inputs) {
            let w = usize::from(warp);
            done[w] += 1;
            if done[w] > self.warps[w].taken {
                return refuse(format!(
                    "an operation of warp {warp} is done that was not taken"
                ));
            }
        }
        Ok(())
    }

    /// The clock rises after a cycle that [`CapacityManager::check`] allows.
    pub fn advance(&mut self, inputs: &CapacityManagerInputs) {
        let before = self.warps;
        // What is free as the cycle begins decides; what becomes free in it counts from the next on.
        let free = self.free;
        let walking = matches!(self.engine, Engine::Walk | Engine::Next);
        let candidate = self.candidate;
        let room: [bool; BANKS] =
            std::array::from_fn(|b| self.queues[b].len() < usize::from(self.lines));

        for (bank, queue) in self.queues.iter_mut().enumerate() {
            if inputs.queue_ready >> bank & 1 == 1 {
                if let Some((_, warp, _)) = queue.pop_front() {
                    self.warps[usize::from(warp)].taken += 1;
                }
            }
        }
        for warp in done_warps(inputs) {
            let warp = &mut self.warps[usize::from(warp)];
            warp.operations -= 1;
            warp.taken -= 1;
        }
        for (warp, bank) in landings(inputs) {
            let w = usize::from(warp);
            self.warps[w].pending[bank] -= 1;
            if before[w].state == WarpState::Draining {
                self.free[bank] += 1;
            }
        }
        for issue in issues(inputs) {
            let warp = &mut self.warps[usize::from(issue.warp)];
            if issue.writes {
                warp.pending[bank_of(issue.warp, issue.destination)] += 1;
            }
            warp.ended |= issue.ends;
        }
        for (w, old) in before.iter().enumerate() {
            let held = walking && w == usize::from(candidate);
            if old.state == WarpState::Preloading && old.operations == 0 && !held {
                self.warps[w].state = WarpState::Active;
                self.warps[w].ended = false;
            }
        }
        let ending = (0..WARPS).find(|&w| {
            let old = &before[w];
            old.state == WarpState::Active && old.ended && inputs.busy >> w & 1 == 0
        });
        if let Some(w) = ending {
            let warp = &mut self.warps[w];
            warp.state = WarpState::Draining;
            for bank in 0..BANKS {
                self.free[bank] += warp.promised[bank] - warp.pending[bank];
            }
        }
        let returning = (0..WARPS)
            .find(|&w| before[w].state == WarpState::Draining && before[w].pending == [0; BANKS]);
        self.engine_step(inputs, &free, &room);
        if let Some(w) = returning {
            self.warps[w].state = WarpState::Inactive;
            self.stack.insert(0, w as u8);
        }
    }

    fn leave_stack(&mut self) {
        let candidate = self.candidate;
        self.stack.retain(|w| *w != candidate);
    }

    fn engine_step(
        &mut self,
        inputs: &CapacityManagerInputs,
        free: &[u8; BANKS],
        room: &[bool; BANKS],
    ) {
        let eligible = |w: u8| inputs.eligible >> w & 1 == 1;
        self.engine = match self.engine {
            Engine::Pick => match self.stack.iter().copied().find(|w| eligible(*w)) {
                Some(warp) => {
                    (self.candidate, self.row, self.slot) = (warp, 0, 0);
                    Engine::Read
                }
                None => Engine::Pick,
            },
            Engine::Read => Engine::Check,
            Engine::Check => self.check_region(inputs, free),
            Engine::Walk => match self.operation(inputs) {
                Some((kind, register)) => {
                    let bank = bank_of(self.candidate, register);
                    if room[bank] {
                        self.queues[bank].push_back((kind, self.candidate, register));
                        self.warps[usize::from(self.candidate)].operations += 1;
                        self.slot += 1;
                    }
                    Engine::Walk
                }
                None if self.row < self.more => {
                    self.row += 1;
                    self.slot = 0;
                    Engine::Next
                }
                None => Engine::Pick,
            },
            Engine::Next => Engine::Walk,
        };
    }

    fn check_region(&mut self, inputs: &CapacityManagerInputs, free: &[u8; BANKS]) -> Engine {
        let need = rotated_usage(inputs.region_usage, self.candidate);
        self.more = inputs.region_more;
        if inputs.eligible >> self.candidate & 1 == 0 {
            return Engine::Pick;
        }
        let w = usize::from(self.candidate);
        if need.iter().any(|lines| *lines > self.lines) {
            self.leave_stack();
            self.warps[w].state = WarpState::Failed;
            self.error = self.error.or(Some(self.candidate));
            return Engine::Pick;
        }
        if need.iter().zip(free).any(|(need, free)| need > free) {
            return Engine::Pick;
        }
        self.leave_stack();
        self.warps[w].state = WarpState::Preloading;
        self.warps[w].promised = need;
        for (free, need) in self.free.iter_mut().zip(need) {
            *free -= need;
        }
        Engine::Walk
    }
}

fn issues(i: &CapacityManagerInputs) -> impl Iterator<Item = &Issued> {
    i.issue.iter().filter(|issue| issue.valid)
}

/// Warps and banks of the results that land.
fn landings(i: &CapacityManagerInputs) -> impl Iterator<Item = (u8, usize)> + '_ {
    let landed = i.landed.iter().filter(|result| result.valid);
    landed.map(|result| (result.warp, bank_of(result.warp, result.register)))
}

/// The warps whose operations are done, one for each operation.
fn done_warps(i: &CapacityManagerInputs) -> impl Iterator<Item = u8> {
    let (banks, warps) = (i.done_banks, i.done_warps);
    (0..BANKS)
        .filter(move |b| banks >> b & 1 == 1)
        .map(move |b| (warps >> (4 * b) & 15) as u8)
        .chain(i.fill_done.then_some(i.fill_done_warp))
}

impl UnitModel<spec::osu::CapacityManager> for CapacityManager {
    fn reset(&mut self) {
        self.clear();
    }

    fn cycle(
        &mut self,
        inputs: &CapacityManagerInputs,
    ) -> Result<CapacityManagerOutputs, OutOfContract> {
        self.check(inputs)?;
        let Shown { active, heads } = self.shown();
        let mut outputs = CapacityManagerOutputs {
            active,
            region_warp: self.candidate,
            region_row: self.row,
            region_taken: self.region_taken(inputs),
            error: self.error.is_some(),
            error_warp: self.error.unwrap_or(0),
            ..Default::default()
        };
        for (bank, head) in heads.iter().enumerate() {
            let Some((kind, warp, register)) = *head else {
                continue;
            };
            outputs.queue_valid |= 1 << bank;
            outputs.queue_kinds |= u16::from(kind) << (2 * bank);
            outputs.queue_warps |= u32::from(warp) << (4 * bank);
            outputs.queue_registers |= u64::from(register) << (6 * bank);
        }
        self.advance(inputs);
        Ok(outputs)
    }
}
