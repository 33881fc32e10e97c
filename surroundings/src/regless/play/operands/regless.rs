//! The watcher of `regless`.

use super::super::at_regless;
use super::*;
use spec::regless::{ALL_WARPS, LINE_ADDRESS_BITS, REGISTERS};
use std::ops::Range;

/// The bit of a request's number, above the entry, of a compressed line.
const LINE_OF_ID: u16 = 1 << 3;

/// The shard, warps and number of the registers in a line of memory.
fn registers_of(line: u32, base: u32) -> (usize, Range<u8>, u8) {
    let place = line.wrapping_sub(base) as usize % (1 << LINE_ADDRESS_BITS);
    let shard = place % SHARDS;
    match place.checked_sub(REGISTERS * ALL_WARPS) {
        Some(line) => (shard, 0..WARPS as u8, (line / SHARDS) as u8),
        None => {
            let warp = (place % ALL_WARPS / SHARDS) as u8;
            (shard, warp..warp + 1, (place / ALL_WARPS) as u8)
        }
    }
}

/// The watcher of `regless`.
#[derive(Clone, Debug)]
pub struct ReglessWatch {
    shards: Vec<(Operands, Regions)>,
    /// By line of memory, and by the number that comes back.
    told: Told<u32, u16>,
    base: u32,
    entry_bits: usize,
}

impl ReglessWatch {
    /// A watcher after reset.
    pub fn new(parameters: ReglessParameters) -> Self {
        Self {
            shards: vec![Default::default(); SHARDS],
            told: Told::default(),
            base: 0,
            entry_bits: parameters.entry_bits(),
        }
    }

    /// A cycle of reset.
    pub fn reset(&mut self) {
        self.shards.fill(Default::default());
        (self.told, self.base) = (Told::default(), 0);
    }

    fn landed(&mut self, warp: u8, register: u8, mask: u32, data: &WarpRegister) {
        let (shard, warp) = shard_warp(warp);
        self.shards[shard].0.landed(warp, register, mask, data);
    }

    fn issued(&mut self, mut instruction: Instruction) {
        let (shard, warp) = shard_warp(instruction.warp);
        instruction.warp = warp;
        self.shards[shard].0.issued(&instruction);
    }

    /// A request's number; that of a compressed line without an entry.
    fn waiter(&self, id: u16) -> u16 {
        match id >> self.entry_bits & LINE_OF_ID {
            0 => id,
            _ => id >> self.entry_bits << self.entry_bits,
        }
    }

    /// What comes in and goes out of the L1. Memory that has moved has lost everything.
    fn memory(&mut self, i: &ReglessInputs, o: &ReglessOutputs) {
        if i.response_valid && o.response_ready {
            let waits = self.waiter(i.response_id);
            if let Some(line) = self.told.answered(&waits, &i.response_data) {
                let (shard, warps, register) = registers_of(line, self.base);
                for warp in warps {
                    self.shards[shard].0.lost(warp, register);
                }
            }
        }
        if o.l1.valid && i.l1_ready {
            let kind = at_regless::kind(&o.l1);
            let waits = self.waiter(o.l1.id);
            self.told.request(kind, o.l1.line, waits, &o.l1.data);
        }
        if i.base_valid && i.base_line != self.base {
            self.base = i.base_line;
            self.told = Told::default();
            self.shards.iter_mut().for_each(|(o, _)| o.lost_all());
        }
    }

    /// A cycle out of reset.
    pub fn observe(&mut self, i: &ReglessInputs, o: &ReglessOutputs) -> Result<(), Violation> {
        for (shard, offers) in at_regless::offers(o).iter().enumerate() {
            for offer in offers {
                self.shards[shard].0.offered(
                    offer,
                    ("InstructionGoesToItsShard", "AllReadsAreLastWrites"),
                )?;
            }
        }
        self.memory(i, o);
        for (port, _) in i.wb.iter().zip(&o.wb).filter(|(_, answer)| answer.ready) {
            self.landed(port.warp, port.register, port.mask, &port.data);
        }
        for (shard, (operands, regions)) in self.shards.iter_mut().enumerate() {
            let of_shard = (0..WARPS).filter(|w| o.active >> (4 * w + shard) & 1 == 1);
            let active = of_shard.fold(0, |bits, w| bits | 1 << w);
            regions.active(active, operands);
        }
        for (shard, meta) in i.meta.iter().enumerate() {
            if meta.valid && o.meta[shard].ready {
                self.shards[shard].1.word(meta.warp, meta.format, meta.word);
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
