//! What a capacity manager must hold to.

use super::super::around::claim;
use super::super::shard::Violation;
use spec::regless::{
    CapacityManagerInputs, CapacityManagerOutputs, OsuBankParameters, BANKS, WARPS,
};

/// What a manager must hold to, seen from its ports.
#[derive(Clone, Debug, Default)]
pub struct ManagerWatch {
    lines: u8,
    active: u16,
    ended: u16,
    /// Operations that left the queues and are not done, by warp.
    owed: [u32; WARPS],
    queues: Option<(u8, CapacityManagerOutputs)>,
    error: Option<u8>,
    /// Regions that were handed over by `region_taken` and have not become active.
    taken: u16,
}

impl ManagerWatch {
    /// A watcher after reset.
    pub fn new(parameters: OsuBankParameters) -> Self {
        Self {
            lines: parameters.lines() as u8,
            ..Self::default()
        }
    }

    /// A cycle of reset.
    pub fn reset(&mut self) {
        *self = Self {
            lines: self.lines,
            ..Self::default()
        };
    }

    /// A cycle out of reset.
    pub fn observe(
        &mut self,
        i: &CapacityManagerInputs,
        o: &CapacityManagerOutputs,
    ) -> Result<(), Violation> {
        self.see_active(o)?;
        self.see_queues(i, o)?;
        let error = o.error.then_some(o.error_warp);
        let sticky = self.error.is_none() || error == self.error;
        claim(
            sticky && (error.is_none() || self.lines < 7),
            "TooBigIsReported",
            || {
                format!(
                    "error {error:?} after {:?} with {} lines",
                    self.error, self.lines
                )
            },
        )?;
        self.error = error;
        if o.region_taken {
            claim(
                self.taken >> o.taken_warp & 1 == 0,
                "TopmostEligibleStarts",
                || format!("the region of warp {} is taken twice", o.taken_warp),
            )?;
            self.taken |= 1 << o.taken_warp;
        }
        for bank in (0..BANKS).filter(|b| i.done_banks >> b & 1 == 1) {
            self.owed[(i.done_warps >> (4 * bank) & 15) as usize] -= 1;
        }
        if i.fill_done {
            self.owed[usize::from(i.fill_done_warp)] -= 1;
        }
        for bank in (0..BANKS).filter(|b| (o.queue_valid & i.queue_ready) >> b & 1 == 1) {
            self.owed[(o.queue_warps >> (4 * bank) & 15) as usize] += 1;
        }
        self.ended = 0;
        for issue in i.issue.iter().filter(|issue| issue.valid && issue.ends) {
            self.ended |= 1 << issue.warp;
        }
        Ok(())
    }

    fn see_active(&mut self, o: &CapacityManagerOutputs) -> Result<(), Violation> {
        let stays = self.active & !self.ended;
        claim(
            o.active & self.active == stays,
            "OnlyActiveMayIssue",
            || {
                format!(
                    "active {:04x} after {:04x}, ended {:04x}",
                    o.active, self.active, self.ended
                )
            },
        )?;
        let rises = o.active & !self.active;
        for warp in (0..WARPS).filter(|w| rises >> w & 1 == 1) {
            let done = self.owed[warp] == 0 && self.taken >> warp & 1 == 1;
            claim(done, "ActiveWhenAllIsDone", || {
                format!(
                    "warp {warp} is active with {} operations owed",
                    self.owed[warp]
                )
            })?;
        }
        self.taken &= !rises;
        self.active = o.active;
        Ok(())
    }

    fn see_queues(
        &mut self,
        i: &CapacityManagerInputs,
        o: &CapacityManagerOutputs,
    ) -> Result<(), Violation> {
        let head = |o: &CapacityManagerOutputs, bank: usize| {
            (
                o.queue_valid >> bank & 1,
                o.queue_kinds >> (2 * bank) & 3,
                o.queue_warps >> (4 * bank) & 15,
                o.queue_registers >> (6 * bank) & 63,
            )
        };
        if let Some((held, before)) = &self.queues {
            for bank in (0..BANKS).filter(|b| held >> b & 1 == 1) {
                claim(
                    head(o, bank) == head(before, bank),
                    "OperationsAreQueuedOnce",
                    || format!("the operation at bank {bank} changes before it is taken"),
                )?;
            }
        }
        for bank in 0..BANKS {
            let (valid, kind, warp, register) = head(o, bank);
            let right = match valid {
                0 => (kind, warp, register) == (0, 0, 0),
                _ => kind != 0 && (u64::from(warp) + register) % 8 == bank as u64,
            };
            claim(right, "OperationsAreQueuedOnce", || {
                format!("bank {bank} is offered kind {kind}, R{register} of warp {warp}")
            })?;
        }
        self.queues = Some((o.queue_valid & !i.queue_ready, o.clone()));
        Ok(())
    }
}
