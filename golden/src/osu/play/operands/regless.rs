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
        if o.wb0_ready {
            self.landed(i.wb0_warp, i.wb0_register, i.wb0_mask, &i.wb0_data);
        }
        if o.wb1_ready {
            self.landed(i.wb1_warp, i.wb1_register, i.wb1_mask, &i.wb1_data);
        }
        if o.wb2_ready {
            self.landed(i.wb2_warp, i.wb2_register, i.wb2_mask, &i.wb2_data);
        }
        if o.wb3_ready {
            self.landed(i.wb3_warp, i.wb3_register, i.wb3_mask, &i.wb3_data);
        }
        for (shard, (operands, regions)) in self.0.iter_mut().enumerate() {
            let of_shard = (0..WARPS).filter(|w| o.active >> (4 * w + shard) & 1 == 1);
            let active = of_shard.fold(0, |bits, w| bits | 1 << w);
            regions.active(active, operands);
        }
        if i.meta_valid && o.meta_ready {
            let (shard, warp) = shard_warp(i.meta_warp);
            self.0[shard].1.word(warp, i.meta_format, i.meta_word);
        }
        if i.issue0_valid && o.issue0_ready {
            self.issued(Instruction {
                tag: i.issue0_tag,
                warp: i.issue0_warp,
                sources: i.issue0_sources,
                registers: [i.issue0_a, i.issue0_b, i.issue0_c],
                last: i.issue0_last,
                erase: i.issue0_erase,
                writes: i.issue0_writes,
                destination: i.issue0_destination,
                mask: i.issue0_mask,
                write_last: i.issue0_write_last,
            });
        }
        if i.issue1_valid && o.issue1_ready {
            self.issued(Instruction {
                tag: i.issue1_tag,
                warp: i.issue1_warp,
                sources: i.issue1_sources,
                registers: [i.issue1_a, i.issue1_b, i.issue1_c],
                last: i.issue1_last,
                erase: i.issue1_erase,
                writes: i.issue1_writes,
                destination: i.issue1_destination,
                mask: i.issue1_mask,
                write_last: i.issue1_write_last,
            });
        }
        if i.issue2_valid && o.issue2_ready {
            self.issued(Instruction {
                tag: i.issue2_tag,
                warp: i.issue2_warp,
                sources: i.issue2_sources,
                registers: [i.issue2_a, i.issue2_b, i.issue2_c],
                last: i.issue2_last,
                erase: i.issue2_erase,
                writes: i.issue2_writes,
                destination: i.issue2_destination,
                mask: i.issue2_mask,
                write_last: i.issue2_write_last,
            });
        }
        if i.issue3_valid && o.issue3_ready {
            self.issued(Instruction {
                tag: i.issue3_tag,
                warp: i.issue3_warp,
                sources: i.issue3_sources,
                registers: [i.issue3_a, i.issue3_b, i.issue3_c],
                last: i.issue3_last,
                erase: i.issue3_erase,
                writes: i.issue3_writes,
                destination: i.issue3_destination,
                mask: i.issue3_mask,
                write_last: i.issue3_write_last,
            });
        }
        Ok(())
    }
}
