//! What can be chosen for the multiprocessor, and the two presets.
//!
//! docs/sm/parameters.md lists every value with its source. Where a paper is silent, `fermi`
//! follows GPGPU-Sim's configuration of the GTX 480 (`configs/GTX480`), which the papers modified.

mod choices;
mod limits;
#[cfg(test)]
mod tests;

pub use choices::{
    Avc, CacheParameters, CompressionModes, Cost, DummyMoves, Metadata, NamedBy, RegisterMemory,
    SetIndex,
};

use serde::{Deserialize, Serialize};
use spec::bdi::Modes;
use spec::regfile::Moves;
use spec::UnknownName;
use std::fmt;
use std::str::FromStr;

/// A named set of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// Warped-Compression Table 2, Slumber 5.
    Fermi,
    /// RegLess Table 1.
    Maxwell,
    /// Affine Vector Cache Table 2, on Fermi's microarchitecture (3.1), as its simulator Barra has it.
    Barra,
}

impl Preset {
    /// All presets, the default first.
    pub const ALL: [Preset; 3] = [Preset::Fermi, Preset::Maxwell, Preset::Barra];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Preset::Fermi => "fermi",
            Preset::Maxwell => "maxwell",
            Preset::Barra => "barra",
        }
    }

    /// Its parameters.
    pub fn parameters(self) -> Parameters {
        match self {
            Preset::Fermi => Parameters::FERMI,
            Preset::Maxwell => Parameters::MAXWELL,
            Preset::Barra => Parameters::BARRA,
        }
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Preset {
    type Err = UnknownName;
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.into_iter().find(|one| one.name() == text);
        let names = || Self::ALL.into_iter().map(Self::name);
        found.ok_or_else(|| UnknownName::new("preset", text, names()))
    }
}

const fn cost(latency: u32, initiation: u32) -> Cost {
    Cost {
        latency,
        initiation,
    }
}

/// A multiprocessor and its share of the memory behind it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    /// Clock of the multiprocessor, for energy and bandwidth.
    pub clock_mhz: u32,
    /// Multiprocessors that share L2 and DRAM; one of them is modelled.
    pub multiprocessors: u32,
    /// Warp schedulers.
    pub schedulers: u32,
    /// Resident warps, at most 64.
    pub warps: u32,
    /// Resident blocks.
    pub blocks: u32,
    /// Warp registers of the file.
    pub registers: u32,
    /// Parts of the register file that know nothing of each other, each with its schedulers.
    pub shards: u32,
    /// Clusters of a shard: each reads one and writes one warp register a cycle.
    pub clusters: u32,
    /// Operand collectors of a shard.
    pub collectors: u32,
    /// Bytes of shared memory.
    pub shared_bytes: u32,
    /// Warps that are fetched for in a cycle.
    pub fetches: u32,
    /// Instructions of a fetch, and room of a warp's buffer.
    pub fetch_width: u32,
    /// Cycles from fetch to buffer when the line is there.
    pub fetch_latency: u32,
    /// L1 instruction cache.
    pub l1i: CacheParameters,
    /// Units of integer and single-precision arithmetic.
    pub alus: u32,
    /// Instructions that may be on their way to a unit.
    pub unit_queue: u32,
    /// Additions, logic, moves, comparisons, conversions.
    pub simple: Cost,
    /// Integer and single-precision multiplication and multiply-add.
    pub multiply: Cost,
    /// Integer division and remainder.
    pub integer_divide: Cost,
    /// Single-precision division and square root.
    pub float_divide: Cost,
    /// Special functions.
    pub special: Cost,
    /// Double-precision arithmetic.
    pub double: Cost,
    /// Double-precision division.
    pub double_divide: Cost,
    /// Banks of shared memory, a power of two.
    pub shared_banks: u32,
    /// Cycles of an access to shared memory without conflict.
    pub shared_latency: u32,
    /// Cycles of an access to constants and kernel parameters, which never miss.
    pub constant_latency: u32,
    /// Whether global loads go through the L1.
    pub l1_global: bool,
    /// L1 data cache.
    pub l1d: CacheParameters,
    /// Which of its sets a line belongs to.
    pub l1_index: SetIndex,
    /// Misses outstanding.
    pub mshrs: u32,
    /// Instructions that can wait for one of them.
    pub mshr_merges: u32,
    /// Cycles of a load that hits the L1.
    pub l1_latency: u32,
    /// Whether there is an L2 for data; without one the L1's misses go to DRAM.
    pub has_l2: bool,
    /// L2 in all.
    pub l2: CacheParameters,
    /// Cycles of a load that hits the L2.
    pub l2_latency: u32,
    /// Bytes that this multiprocessor moves to and from the L2 in a cycle.
    pub l2_bytes_per_cycle: u32,
    /// Cycles of a load that misses the L2.
    pub dram_latency: u32,
    /// Bandwidth of DRAM for all multiprocessors, in MB/s.
    pub dram_mb_per_second: u32,
    /// Cycles that traffic may be behind before the load-store unit waits.
    pub backlog: u32,
    /// The configuration of the scheme `avc`; no other looks at it.
    pub avc: Avc,
    /// Its miss registers, and those of the L1 alone.
    pub private_misses: u32,
    /// What metadata cost under the scheme `regless`; no other looks at it.
    pub metadata: Metadata,
    /// What stands behind its staging units.
    pub register_memory: RegisterMemory,
    /// Registers of the staging units under the scheme `regless`.
    pub staged_registers: u32,
    /// Lines of each compressor's cache there; 0 is no compressor.
    pub compressor_lines: u32,
    /// Fetches of each compressor that can wait for the L1.
    pub compressor_fills: u32,
    /// Modes of the scheme `warped-compression`.
    pub compression_modes: CompressionModes,
    /// Cycles that it takes to compress.
    pub compression_latency: u32,
    /// Cycles that it takes to decompress.
    pub decompression_latency: u32,
    /// Cycles that a bank without power takes to wake there.
    pub bank_wake: u32,
    /// Whether results are read there on their way to the banks.
    pub forwarding: bool,
    /// Who does dummy MOVs there.
    pub moves: DummyMoves,
    /// Who names registers that are about to be wanted under the scheme `slumber`.
    pub named_by: NamedBy,
    /// Future warps of a scheduler that names them.
    pub future_warps: u32,
    /// Predicted cycles to the next use of a register up to which it is kept up.
    pub near_cycles: u32,
    /// Whether somebody names registers under the scheme `warped-register-file` too.
    pub rival_looks_ahead: bool,
    /// Places of the register file under the scheme `register-file-virtualization`.
    pub renamed_registers: u32,
    /// Entries that a warp has in the operand register file under the scheme `register-file-hierarchy`.
    pub operand_entries: u32,
}

/// Bytes of a line of every cache: one warp register, 16 instructions of 8 bytes (Slumber 4.3).
pub const LINE_BYTES: u64 = 128;
/// Bytes of an instruction (RegLess 5.4, Slumber 4.3).
pub const INSTRUCTION_BYTES: u64 = 8;

impl Parameters {
    /// Warped-Compression Table 2 and Slumber.
    pub const FERMI: Self = Self {
        clock_mhz: 1400,
        multiprocessors: 15,
        schedulers: 2,
        warps: 48,
        blocks: 8,
        registers: 1024,
        shards: 1,
        clusters: 4,
        collectors: 16,
        shared_bytes: 49152,
        fetches: 1,
        fetch_width: 2,
        fetch_latency: 2,
        l1i: CacheParameters { sets: 4, ways: 4 },
        alus: 2,
        unit_queue: 16,
        simple: cost(6, 1),
        multiply: cost(6, 2),
        integer_divide: cost(153, 8),
        float_divide: cost(39, 4),
        special: cost(39, 8),
        double: cost(8, 8),
        double_divide: cost(330, 130),
        shared_banks: 32,
        shared_latency: 24,
        constant_latency: 24,
        l1_global: true,
        l1d: CacheParameters { sets: 32, ways: 4 },
        l1_index: SetIndex::Linear,
        mshrs: 32,
        mshr_merges: 8,
        l1_latency: 45,
        has_l2: true,
        l2: CacheParameters { sets: 768, ways: 8 },
        l2_latency: 200,
        l2_bytes_per_cycle: 32,
        dram_latency: 400,
        dram_mb_per_second: 177_400,
        backlog: 256,
        avc: Avc::TwoWay16K,
        private_misses: 8,
        metadata: Metadata::FetchAndIssue,
        register_memory: RegisterMemory::L1,
        staged_registers: 512,
        compressor_lines: 16,
        compressor_fills: 4,
        compression_modes: CompressionModes(Modes::ALL),
        compression_latency: 2,
        decompression_latency: 1,
        bank_wake: 10,
        forwarding: true,
        moves: DummyMoves(Moves::File),
        named_by: NamedBy::Buffer,
        future_warps: 3,
        near_cycles: 40,
        rival_looks_ahead: false,
        renamed_registers: 512,
        operand_entries: 8,
    };

    /// RegLess Table 1.
    pub const MAXWELL: Self = Self {
        clock_mhz: 1000,
        multiprocessors: 16,
        schedulers: 4,
        warps: 64,
        blocks: 32,
        registers: 2048,
        shards: 4,
        clusters: 4,
        collectors: 16,
        shared_bytes: 98304,
        fetches: 2,
        l1i: CacheParameters { sets: 16, ways: 4 },
        alus: 4,
        multiply: cost(6, 1),
        special: cost(39, 1),
        l1_global: false,
        l1d: CacheParameters { sets: 64, ways: 6 },
        l1_index: SetIndex::Xor,
        l2: CacheParameters {
            sets: 1024,
            ways: 16,
        },
        dram_mb_per_second: 224_000,
        renamed_registers: 1024,
        ..Self::FERMI
    };

    /// Affine Vector Cache Table 2: 48 warps over 512 registers, and "our baseline architecture has no L2 data
    /// cache" (5.3).
    pub const BARRA: Self = Self {
        registers: 512,
        has_l2: false,
        renamed_registers: 256,
        ..Self::FERMI
    };

    /// The same with the values of a TOML text in place of its own.
    pub fn overridden(&self, text: &str) -> Result<Self, ParameterError> {
        let problem = |error: &dyn fmt::Display| ParameterError(error.to_string());
        let given: toml::Table = toml::from_str(text).map_err(|e| problem(&e))?;
        let mut all = toml::Table::try_from(self).map_err(|e| problem(&e))?;
        for (key, value) in given {
            match (all.get_mut(&key), value) {
                (Some(toml::Value::Table(known)), toml::Value::Table(table)) => known.extend(table),
                (_, value) => drop(all.insert(key, value)),
            }
        }
        let parameters: Self = all.try_into().map_err(|e: toml::de::Error| problem(&e))?;
        parameters.checked()
    }

    /// Bytes of DRAM traffic that this multiprocessor's share allows in 1,024 cycles.
    pub(crate) fn dram_bytes_per_1024_cycles(&self) -> u64 {
        let all = u64::from(self.dram_mb_per_second) * 1024 / u64::from(self.clock_mhz);
        (all / u64::from(self.multiprocessors)).max(1)
    }
}

/// Why parameters are refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterError(String);

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.trim_end())
    }
}

impl std::error::Error for ParameterError {}
