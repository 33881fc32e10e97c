//! What comes in and goes out at the ports of `capacity_manager`.

use super::{CapacityManager, Shown};
use spec::regless::{bank_of, CapacityManagerInputs, CapacityManagerOutputs, Issued, BANKS};
use spec::{UnitFault, UnitModel};

pub(super) fn issues(i: &CapacityManagerInputs) -> impl Iterator<Item = &Issued> {
    i.issue.iter().filter(|issue| issue.valid)
}

/// Warps and banks of the results that land.
pub(super) fn landings(i: &CapacityManagerInputs) -> impl Iterator<Item = (u8, usize)> + '_ {
    let landed = i.landed.iter().filter(|result| result.valid);
    landed.map(|result| (result.warp, bank_of(result.warp, result.register)))
}

/// The warps whose operations are done, one for each operation.
pub(super) fn done_warps(i: &CapacityManagerInputs) -> impl Iterator<Item = u8> {
    let (banks, warps) = (i.done_banks, i.done_warps);
    (0..BANKS)
        .filter(move |b| banks >> b & 1 == 1)
        .map(move |b| (warps >> (4 * b) & 15) as u8)
        .chain(i.fill_done.then_some(i.fill_done_warp))
}

impl UnitModel<spec::regless::CapacityManager> for CapacityManager {
    fn reset(&mut self) {
        self.clear();
    }

    fn cycle(
        &mut self,
        inputs: &CapacityManagerInputs,
    ) -> Result<CapacityManagerOutputs, UnitFault<CapacityManagerOutputs>> {
        self.check(inputs)?;
        let Shown { active, heads } = self.shown();
        let mut outputs = CapacityManagerOutputs {
            active,
            region_read: self.region().is_some(),
            region_warp: self.region().map_or(0, |region| region.0),
            region_row: self.region().map_or(0, |region| region.1),
            region_taken: self.region_taken(inputs).is_some(),
            taken_warp: self.region_taken(inputs).unwrap_or(0),
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
