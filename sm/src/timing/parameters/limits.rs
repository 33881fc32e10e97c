//! What the model cannot be, and what is allowed in its place.

use super::{Cost, ParameterError, Parameters};
use spec::regless::{ReglessParameters, BANKS, SHARDS};

/// Registers for which each bank of RegLess has a line.
const REGISTERS_A_LINE: u32 = (BANKS * SHARDS) as u32;

impl Parameters {
    /// Refuses what the model cannot be.
    pub fn checked(self) -> Result<Self, ParameterError> {
        let p = &self;
        let powers = [p.l1i.sets, p.l1d.sets, p.shared_banks];
        let refusal = [
            (
                p.schedulers >= 1 && p.schedulers.is_multiple_of(p.shards.max(1)),
                "schedulers: a multiple of shards",
            ),
            (
                (1..=2).contains(&(p.schedulers / p.shards.max(1))),
                "schedulers: one or two a shard",
            ),
            (
                (1..=64).contains(&p.warps) && p.warps.is_multiple_of(p.schedulers.max(1)),
                "warps: 1 to 64, a multiple of schedulers",
            ),
            (
                p.shards >= 1 && p.registers.is_multiple_of(p.shards),
                "registers: a multiple of shards",
            ),
            (
                (1..=2048).contains(&p.registers),
                "registers: 1 to 2048 warp registers",
            ),
            (p.clusters >= 1, "clusters: at least 1"),
            (
                (1..=64).contains(&p.collectors),
                "collectors: 1 to 64 a shard",
            ),
            (p.blocks >= 1, "blocks: at least 1"),
            (
                powers.iter().all(|n| n.is_power_of_two()),
                "l1i.sets, l1d.sets and shared_banks: powers of two",
            ),
            (
                [p.l1i, p.l1d, p.l2]
                    .iter()
                    .all(|c| c.ways >= 1 && c.sets >= 1),
                "ways and sets: at least 1",
            ),
            (
                (1..=8).contains(&p.alus) && p.unit_queue >= 1 && p.fetches >= 1,
                "alus: 1 to 8; unit_queue and fetches: at least 1",
            ),
            ((1..=8).contains(&p.fetch_width), "fetch_width: 1 to 8"),
            (
                p.mshrs >= 1 && p.mshr_merges >= 1 && p.l2_bytes_per_cycle >= 1,
                "mshrs, mshr_merges and l2_bytes_per_cycle: at least 1",
            ),
            (
                (1..=16).contains(&p.private_misses),
                "private_misses: 1 to 16",
            ),
            (
                p.fetch_latency >= 1 && p.l1_latency >= 1 && p.shared_latency >= 1,
                "latencies: at least 1",
            ),
            (
                p.constant_latency >= 1 && p.l2_latency >= 1 && p.dram_latency >= p.l2_latency,
                "latencies: at least 1, dram_latency at least l2_latency",
            ),
            (
                self.costs()
                    .iter()
                    .all(|c| c.latency >= 1 && c.initiation >= 1),
                "latency and initiation: at least 1",
            ),
            (
                p.staged_registers.is_multiple_of(REGISTERS_A_LINE) && p.staging().is_ok(),
                "staged_registers: 64 to 2048, a multiple of 32; compressor_lines: 2 to 16, or 0 for no \
                 compressor; compressor_fills: 1 to 8",
            ),
            (
                (1..=8).contains(&p.compression_latency)
                    && (1..=8).contains(&p.decompression_latency)
                    && p.bank_wake <= 1023,
                "compression_latency and decompression_latency: 1 to 8; bank_wake: 0 to 1023, where 0 gates no \
                 bank",
            ),
            (
                (1..=12).contains(&p.future_warps) && p.near_cycles <= 0xffff,
                "future_warps: 1 to 12; near_cycles: 0 to 65535",
            ),
            (
                (1..=p.registers).contains(&p.renamed_registers)
                    && p.renamed_registers.is_multiple_of(p.shards.max(1))
                    && (1..=16).contains(&p.operand_entries),
                "renamed_registers: 1 to registers, a multiple of shards; operand_entries: 1 to 16",
            ),
            (
                p.clock_mhz >= 1 && p.multiprocessors >= 1 && p.dram_mb_per_second >= 1,
                "clock_mhz, multiprocessors and dram_mb_per_second: at least 1",
            ),
        ]
        .into_iter()
        .find(|(legal, _)| !legal);
        match refusal {
            Some((_, allowed)) => Err(ParameterError(format!("allowed is {allowed}"))),
            None => Ok(self),
        }
    }

    /// The hardware that stages registers under the scheme `regless`.
    pub(crate) fn staging(&self) -> Result<ReglessParameters, spec::ParameterError> {
        ReglessParameters::new(
            (self.staged_registers / REGISTERS_A_LINE) as usize,
            self.compressor_lines as usize,
            self.compressor_fills as usize,
        )
    }

    fn costs(&self) -> [Cost; 7] {
        [
            self.simple,
            self.multiply,
            self.integer_divide,
            self.float_divide,
            self.special,
            self.double,
            self.double_divide,
        ]
    }
}
