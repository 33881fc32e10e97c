//! The watcher of `regless_shard`.

use super::super::at_shard::{waiter, To};
use super::*;

/// The watcher of `regless_shard`.
#[derive(Clone, Debug, Default)]
pub struct ShardWatch {
    operands: Operands,
    regions: Regions,
    /// By warps whose register it is, and its number; and by who waits.
    told: Told<(u16, u8), To>,
    l1: Option<(u8, u8, u8)>,
}

impl ShardWatch {
    /// A watcher after reset.
    pub fn new(_parameters: ReglessParameters) -> Self {
        Self::default()
    }

    /// A cycle of reset.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// A cycle out of reset.
    pub fn observe(
        &mut self,
        i: &ReglessShardInputs,
        o: &ReglessShardOutputs,
    ) -> Result<(), Violation> {
        for offer in Offered::all(&o.out) {
            self.operands
                .offered(&offer, ("ShardReadIsLastWrite", "ShardReadIsLastWrite"))?;
        }
        let l1 = o.l1.valid.then_some((o.l1.kind, o.l1.warp, o.l1.index));
        claim(
            self.l1.is_none() || l1 == self.l1,
            "NothingDeadIsWritten",
            || format!("a request to the L1 changes from {:?} to {l1:?}", self.l1),
        )?;
        self.l1 = l1.filter(|_| !i.l1_ready);
        self.memory(i, o);
        for (port, _) in i.wb.iter().zip(&o.wb).filter(|(_, answer)| answer.ready) {
            self.operands
                .landed(port.warp, port.register, port.mask, &port.data);
        }
        self.regions.active(o.active, &mut self.operands);
        self.regions
            .see_error(o.metadata_error.then_some(o.metadata_error_warp))?;
        if i.meta.valid && o.meta_ready {
            self.regions.word(i.meta.warp, i.meta.format, i.meta.word);
        }
        for (port, _) in i
            .issue
            .iter()
            .zip(&o.issue)
            .filter(|(_, answer)| answer.ready)
        {
            if let Some((instruction, _)) = issued(port) {
                self.operands.issued(&instruction);
            }
        }
        Ok(())
    }

    /// What comes in and goes out of the L1.
    fn memory(&mut self, i: &ReglessShardInputs, o: &ReglessShardOutputs) {
        if i.response_valid && o.response_ready {
            let entry = if i.response_line { 0 } else { i.response_entry };
            let waits = (i.response_line, i.response_bank, entry);
            if let Some((warps, register)) = self.told.answered(&waits, &i.response_data) {
                for warp in (0..WARPS as u8).filter(|w| warps >> w & 1 == 1) {
                    self.operands.lost(warp, register);
                }
            }
        }
        let kind = (o.l1.valid && i.l1_ready).then(|| L1Kind::from_code(o.l1.kind));
        let Some(kind) = kind.flatten() else { return };
        let warps = if kind.is_line() {
            u16::MAX
        } else {
            1 << o.l1.warp
        };
        let place = (warps, o.l1.index);
        self.told
            .request(kind, place, waiter(kind, &o.l1), &o.l1.data);
    }
}
