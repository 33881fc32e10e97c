//! A region is read and its operations are queued, row by row.

use super::{CapacityManager, Row, Walk, WarpState};
use spec::regless::{bank_of, lines_of, CapacityManagerInputs, WORD_OPERATIONS};

impl CapacityManager {
    /// The row that the store gives.
    pub(super) fn row(&mut self, inputs: &CapacityManagerInputs, warp: u8) -> Row {
        let row = std::array::from_fn(|slot| {
            let kind = (inputs.region_kinds >> (2 * slot) & 3) as u8;
            let register = (inputs.region_registers >> (6 * slot) & 63) as u8;
            (kind != 0).then_some((kind, register))
        });
        self.warps[usize::from(warp)].operations += row.iter().flatten().count() as u8;
        row
    }

    pub(super) fn queue_operations(
        &mut self,
        inputs: &CapacityManagerInputs,
        entering: [bool; WORD_OPERATIONS],
        row_done: bool,
    ) {
        let asks = self.look.is_none();
        let Some(mut walk) = self.walk else {
            return;
        };
        for (operation, _) in walk
            .left
            .iter_mut()
            .zip(entering)
            .filter(|(_, enters)| *enters)
        {
            if let Some((kind, register)) = operation.take() {
                self.queues[bank_of(walk.warp, register)].push_back((kind, walk.warp, register));
            }
        }
        if walk.is_read && row_done {
            walk.left = self.row(inputs, walk.warp);
            walk.row += 1;
            walk.is_read = false;
        } else {
            walk.is_read |= walk.has_rows() && asks;
        }
        let is_over = row_done && walk.left.iter().all(Option::is_none) && !walk.has_rows();
        self.walk = (!is_over).then_some(walk);
    }

    pub(super) fn check_region(&mut self, inputs: &CapacityManagerInputs, starts: Option<u8>) {
        let Some(warp) = self.check else {
            return;
        };
        let need = lines_of(inputs.region_usage);
        let w = usize::from(warp);
        if inputs.eligible >> w & 1 == 1 && need.iter().any(|lines| *lines > self.lines) {
            self.leave_stack(warp);
            self.go(w, WarpState::Failed);
            self.error = self.error.or(Some(warp));
        } else if starts.is_some() {
            self.leave_stack(warp);
            self.go(w, WarpState::Preloading);
            self.warps[w].promised = need;
            for (free, need) in self.free.iter_mut().zip(need) {
                *free -= need;
            }
            let left = self.row(inputs, warp);
            self.walk = Some(Walk {
                warp,
                row: 0,
                more: inputs.region_more,
                left,
                is_read: false,
            });
        }
    }
}
