//! The watcher of `regless`.

use super::super::at_regless;
use super::*;

/// The watcher of `regless`.
#[derive(Clone, Debug)]
pub struct ReglessWatch(Vec<(Operands, Regions)>);

impl ReglessWatch {
    /// A watcher after reset.
    pub fn new(_parameters: ReglessParameters) -> Self {
        Self(vec![Default::default(); SHARDS])
    }

    /// A cycle of reset.
    pub fn reset(&mut self) {
        self.0.fill(Default::default());
    }

    fn landed(&mut self, warp: u8, register: u8, mask: u32, data: &WarpRegister) {
        let (shard, warp) = shard_warp(warp);
        self.0[shard].0.landed(warp, register, mask, data);
    }

    fn issued(&mut self, mut instruction: Instruction) {
        let (shard, warp) = shard_warp(instruction.warp);
        instruction.warp = warp;
        self.0[shard].0.issued(&instruction);
    }

    /// A cycle out of reset.
    pub fn observe(&mut self, i: &ReglessInputs, o: &ReglessOutputs) -> Result<(), Violation> {
        for (shard, offers) in at_regless::offers(o).iter().enumerate() {
            for offer in offers {
                self.0[shard].0.offered(
                    offer,
                    ("InstructionGoesToItsShard", "AllReadsAreLastWrites"),
                )?;
            }
        }
        for (port, _) in i.wb.iter().zip(&o.wb).filter(|(_, answer)| answer.ready) {
            self.landed(port.warp, port.register, port.mask, &port.data);
        }
        for (shard, (operands, regions)) in self.0.iter_mut().enumerate() {
            let of_shard = (0..WARPS).filter(|w| o.active >> (4 * w + shard) & 1 == 1);
            let active = of_shard.fold(0, |bits, w| bits | 1 << w);
            regions.active(active, operands);
        }
        for (shard, meta) in i.meta.iter().enumerate() {
            if meta.valid && o.meta[shard].ready {
                self.0[shard].1.word(meta.warp, meta.format, meta.word);
            }
        }
        for (port, _) in i
            .issue
            .iter()
            .zip(&o.issue)
            .filter(|(_, answer)| answer.ready)
        {
            if let Some((instruction, _)) = issued(port) {
                self.issued(instruction);
            }
        }
        Ok(())
    }
}
