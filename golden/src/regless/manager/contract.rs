//! What the contract of `capacity_manager` allows.

use super::at_ports::{done_warps, issues, landings};
use super::CapacityManager;
use spec::regless::{bank_of, CapacityManagerInputs, Issued, MORE_WORDS, WARPS};
use spec::OutOfContract;

impl CapacityManager {
    /// Whether the contract defines what follows.
    pub fn check(&self, inputs: &CapacityManagerInputs) -> Result<(), OutOfContract> {
        let refuse = |reason: String| Err(OutOfContract::new(reason));
        if let (Some(warp), true) = (self.check, usize::from(inputs.region_more) > MORE_WORDS) {
            return refuse(format!(
                "the region of warp {warp} has {} rows after row 0, of at most {MORE_WORDS}",
                inputs.region_more
            ));
        }
        let active = self.active();
        for (n, issue) in issues(inputs).enumerate() {
            let (warp, bank) = (issue.warp, bank_of(issue.warp, issue.destination));
            if active >> warp & 1 == 0 {
                return refuse(format!(
                    "an instruction of warp {warp}, which may not issue"
                ));
            }
            let state = &self.warps[usize::from(warp)];
            let is_there =
                |i: &&Issued| i.writes && i.warp == warp && bank_of(i.warp, i.destination) == bank;
            let writes = issues(inputs).take(n + 1).filter(is_there).count();
            let landed = landings(inputs).filter(|landing| *landing == (warp, bank));
            let outstanding = usize::from(state.pending[bank]) + writes;
            if outstanding > usize::from(state.promised[bank]) + landed.count() {
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
        for (n, (warp, bank)) in landings(inputs).enumerate() {
            let pending = self.warps[usize::from(warp)].pending[bank];
            let there = landings(inputs).take(n + 1);
            let landed = there.filter(|landing| *landing == (warp, bank)).count();
            if landed > usize::from(pending) {
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
}
