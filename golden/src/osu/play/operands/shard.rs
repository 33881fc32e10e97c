//! The watcher of `regless_shard`.

use super::*;

/// The watcher of `regless_shard`.
#[derive(Clone, Debug, Default)]
pub struct ShardWatch {
    operands: Operands,
    regions: Regions,
    l1: Option<(u8, u8, u8)>,
}

fn shard_offers(o: &ReglessShardOutputs) -> Vec<Offered> {
    let mut offers = Vec::new();
    if o.out0_valid {
        offers.push(Offered {
            instruction: Instruction {
                tag: o.out0_tag,
                warp: o.out0_warp,
                sources: sources([o.out0_a_valid, o.out0_b_valid, o.out0_c_valid]),
                writes: o.out0_writes,
                destination: o.out0_destination,
                mask: o.out0_mask,
                write_last: o.out0_write_last,
                ..Instruction::default()
            },
            operands: [o.out0_a, o.out0_b, o.out0_c],
            entry: o.out0_entry,
        });
    }
    if o.out1_valid {
        offers.push(Offered {
            instruction: Instruction {
                tag: o.out1_tag,
                warp: o.out1_warp,
                sources: sources([o.out1_a_valid, o.out1_b_valid, o.out1_c_valid]),
                writes: o.out1_writes,
                destination: o.out1_destination,
                mask: o.out1_mask,
                write_last: o.out1_write_last,
                ..Instruction::default()
            },
            operands: [o.out1_a, o.out1_b, o.out1_c],
            entry: o.out1_entry,
        });
    }
    offers
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
        for offer in shard_offers(o) {
            self.operands
                .offered(&offer, ("ShardReadIsLastWrite", "ShardReadIsLastWrite"))?;
        }
        let l1 = o.l1_valid.then_some((o.l1_kind, o.l1_warp, o.l1_index));
        claim(
            self.l1.is_none() || l1 == self.l1,
            "NothingDeadIsWritten",
            || format!("a request to the L1 changes from {:?} to {l1:?}", self.l1),
        )?;
        self.l1 = l1.filter(|_| !i.l1_ready);
        if o.wb0_ready {
            self.operands
                .landed(i.wb0_warp, i.wb0_register, i.wb0_mask, &i.wb0_data);
        }
        if o.wb1_ready {
            self.operands
                .landed(i.wb1_warp, i.wb1_register, i.wb1_mask, &i.wb1_data);
        }
        self.regions.active(o.active, &mut self.operands);
        self.regions
            .see_error(o.metadata_error.then_some(o.metadata_error_warp))?;
        if i.meta_valid && o.meta_ready {
            self.regions.word(i.meta_warp, i.meta_format, i.meta_word);
        }
        if i.issue0_valid && o.issue0_ready {
            self.operands.issued(&Instruction {
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
            self.operands.issued(&Instruction {
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
        Ok(())
    }
}
