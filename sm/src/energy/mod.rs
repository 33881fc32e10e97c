//! Energy of registers: events times constants.
//!
//! A file of constants ([`Constants`], docs/sm/schemes.md) says what an event and a moment cost, and how that goes
//! with capacity, feature size and voltage. Registers with power modes leak the part of Slumber's Table 1 that
//! belongs to their state; going down and up is charged as `golden::slumber::energy` has it. What a scheme has no
//! model for is `None`, what its hardware does not have is 0.

mod constants;
mod levels;

pub use constants::{Constant, Constants, ConstantsError, Gpu, Scaling, Technology, Unit, Wires};

use crate::timing::memory::Below;
use crate::timing::{Counts, Parameters, Preset, Staged, LINE_BYTES};
use levels::SmallFiles;
use serde::Serialize;
use spec::regless::{BANKS, SHARDS};
use spec::Scheme;

/// Bits that an instruction has for the next uses of its registers, three sources and a destination: 6 for a distance
/// and 1 for its kind (docs/sm/schemes.md).
const NEXT_USES: f64 = 28.0;
/// Bits of an instruction.
const INSTRUCTION: f64 = 64.0;
/// Banks of a warp register.
const BANKS_PER_REGISTER: f64 = spec::warp::BANKS_PER_REGISTER as f64;

/// What a run is: whose energy is worked out.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// Its scheme.
    pub scheme: Scheme,
    /// The preset of its multiprocessor: where it stands.
    pub preset: Preset,
    /// Its multiprocessor.
    pub parameters: &'a Parameters,
    /// What it counted.
    pub counts: &'a Counts,
}

/// Energy of staged registers, in pJ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct StagingEnergy {
    /// Lines of the staging unit that are read and written, with their tags.
    pub accesses: f64,
    /// Data on their way to and from them.
    pub wires: f64,
    /// The pattern compressors.
    pub compression: f64,
    /// All of it as time passes.
    pub leakage: f64,
}

/// Energy of the memory system that registers cause, in pJ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct MemoryEnergy {
    /// Fetches of metadata words, and of what instructions say of next uses.
    pub metadata: f64,
    /// The L1.
    pub l1: f64,
    /// What an Affine Vector Cache adds to it.
    pub avc: f64,
    /// The L2.
    pub l2: f64,
    /// DRAM.
    pub dram: f64,
}

impl MemoryEnergy {
    /// All of it.
    pub fn total(&self) -> f64 {
        self.metadata + self.l1 + self.avc + self.l2 + self.dram
    }
}

/// Energy of a run's registers, in pJ.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Energy {
    /// The file of constants.
    pub constants: String,
    /// Accesses of banks of the register file.
    pub banks: Option<f64>,
    /// Accesses of files before the main one: those of a register file hierarchy.
    pub small_files: Option<f64>,
    /// Wires between banks and units.
    pub wires: Option<f64>,
    /// Compressors.
    pub compression: Option<f64>,
    /// Decompressors.
    pub decompression: Option<f64>,
    /// Power controllers.
    pub controllers: Option<f64>,
    /// Banks that have power, compressors and decompressors, as time passes.
    pub leakage: Option<f64>,
    /// What stands in the place of a register file.
    pub staging: Option<StagingEnergy>,
    /// The register file, or what stands in its place; None if a part of it has no model.
    pub total: Option<f64>,
    /// What the memory system takes for registers: those that are staged, or that are spilled to private memory.
    pub memory: Option<MemoryEnergy>,
    /// The register file in the chip.
    pub gpu: GpuShares,
}

/// The register file in the chip: with a run of the baseline, what [`GpuShares::relative`] takes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GpuShares {
    /// Its share of the chip's energy.
    pub register_file_share: f64,
    /// The share of leakage in the rest of the chip's.
    pub leakage_share: f64,
}

/// A run, as the chip's energy sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OfRun {
    /// [`Energy::total`].
    pub registers: f64,
    /// [`MemoryEnergy::total`] where it is more than the baseline's.
    pub added: f64,
    /// Its cycles.
    pub cycles: u64,
}

impl GpuShares {
    /// The chip's energy over that of the baseline's run: the rest of the chip does the same work in as many
    /// events, and leaks for longer.
    pub fn relative(&self, baseline: OfRun, run: OfRun) -> f64 {
        let whole = baseline.registers / self.register_file_share;
        let rest = whole - baseline.registers;
        let longer = run.cycles as f64 / baseline.cycles as f64;
        let rest = rest * (1.0 - self.leakage_share + self.leakage_share * longer);
        (run.registers + run.added + rest) / whole
    }
}

/// Constants where a run's multiprocessor stands.
struct Here<'a> {
    run: &'a Run<'a>,
    file: &'a Constants,
    technology: Technology,
}

impl Energy {
    /// Of a run.
    pub fn of(run: &Run<'_>, file: &Constants) -> Self {
        let here = Here {
            run,
            file,
            technology: *file.technology.of(run.preset),
        };
        let gpu = file.gpu.of(run.preset);
        let mut energy = Self {
            constants: file.name.clone(),
            banks: None,
            small_files: None,
            wires: None,
            compression: None,
            decompression: None,
            controllers: None,
            leakage: None,
            staging: None,
            total: None,
            memory: here.memory(),
            gpu: GpuShares {
                register_file_share: gpu.register_file_share,
                leakage_share: gpu.leakage_share,
            },
        };
        match run.counts.staged {
            Some(staged) => {
                energy.staging = here.staging(&staged);
                energy.total = energy
                    .staging
                    .map(|s| s.accesses + s.wires + s.compression + s.leakage);
            }
            None => here.register_file(&mut energy),
        }
        energy
    }
}

impl Here<'_> {
    /// A milliwatt for a cycle, in pJ.
    fn cycle(&self) -> f64 {
        1000.0 / f64::from(self.run.parameters.clock_mhz)
    }

    fn register_file(&self, energy: &mut Energy) {
        let (a, c, t) = (
            &self.run.counts.registers,
            &self.file.constants,
            self.technology,
        );
        let p = self.run.parameters;
        let banks = f64::from(p.shards * p.clusters) * BANKS_PER_REGISTER;
        // Of registers that are renamed the file holds fewer than have names.
        let registers = match self.run.scheme {
            Scheme::RegisterFileVirtualization => p.renamed_registers,
            _ => p.registers,
        };
        let bytes = f64::from(registers) * LINE_BYTES as f64 / banks;
        let small = { self.run.counts.levels.as_ref() }
            .map(|levels| SmallFiles::new(levels, p, c, t, &self.file.wires));
        let (reads, writes) = match &self.run.counts.levels {
            Some(levels) => (levels.main.reads, levels.main.writes),
            None => (a.bank_reads, a.bank_writes),
        };
        let awake = 1.0 - a.sleep.saving_per_cycle().unwrap_or(0.0);
        let powered = (a.bank_cycles - a.gated_bank_cycles) as f64 * awake;
        let of_small = small.as_ref().map_or(0.0, |small| small.leakage);
        let leakage = powered * c.bank_leakage.of(bytes, t)
            + of_small * self.run.counts.cycles as f64
            + a.compressor_cycles as f64 * c.compressor_leakage.at(t)
            + a.decompressor_cycles as f64 * c.decompressor_leakage.at(t);
        energy.banks = Some((reads + writes) as f64 * c.bank_access.of(bytes, t));
        energy.small_files = Some(small.as_ref().map_or(0.0, |small| small.accesses));
        let moved = self.file.wires.charged(reads + a.bank_forwards, writes)
            + small.as_ref().map_or(0.0, |small| small.moved);
        energy.wires = Some(moved * self.wire());
        energy.compression = Some(a.compressions as f64 * c.compression.at(t));
        energy.decompression = Some(a.decompressions as f64 * c.decompression.at(t));
        energy.leakage = Some(leakage * self.cycle());
        // Nobody says what the rival's controllers take.
        energy.controllers = match self.run.scheme {
            Scheme::WarpedRegisterFile => None,
            Scheme::Slumber => {
                let registers = a.sleep.register_cycles as f64;
                Some(registers * c.controller_leakage.at(t) * self.cycle())
            }
            _ => Some(0.0),
        };
        let parts = [
            energy.banks,
            energy.small_files,
            energy.wires,
            energy.compression,
            energy.decompression,
            energy.leakage,
            energy.controllers,
        ];
        energy.total = parts.into_iter().sum();
    }

    /// 128 bits over the wires of the main file.
    fn wire(&self) -> f64 {
        let Wires {
            millimetres,
            activity,
            ..
        } = self.file.wires;
        self.file.constants.wire.at(self.technology) * millimetres * activity / 0.5
    }

    /// A line of the staging unit is eight banks of 128 bits side by side, as deep as its bank has lines.
    fn staging(&self, s: &Staged) -> Option<StagingEnergy> {
        let (c, t) = (&self.file.constants, self.technology);
        let lines = s.lines as f64;
        let bytes = lines * LINE_BYTES as f64 / BANKS_PER_REGISTER;
        let line = BANKS_PER_REGISTER * c.bank_access.of(bytes, t);
        let (reads, writes) = (s.sources_read + s.evictions?, s.results + s.fills?);
        let lookups = (reads + writes + s.preloads) as f64;
        let moved = self.file.wires.charged(s.sources_read, s.results);
        let memories = (SHARDS * BANKS) as f64 * BANKS_PER_REGISTER * c.bank_leakage.of(bytes, t);
        let logic = SHARDS as f64 * c.staging_leakage.at(t);
        Some(StagingEnergy {
            accesses: (reads + writes) as f64 * line + lookups * c.staging_logic.at(t),
            wires: moved * BANKS_PER_REGISTER * self.wire(),
            compression: s.compressor_operations? as f64 * c.pattern_compression.at(t),
            leakage: (memories + logic) * self.run.counts.cycles as f64 * self.cycle(),
        })
    }

    fn memory(&self) -> Option<MemoryEnergy> {
        let (c, t, p) = (&self.file.constants, self.technology, self.run.parameters);
        let traffic = &self.run.counts.traffic;
        let bytes = |cache: crate::timing::CacheParameters| {
            f64::from(cache.sets * cache.ways) * LINE_BYTES as f64
        };
        let below = |below: &Below| {
            let l2 = (below.l2_reads + below.l2_writes) as f64;
            let dram = (below.dram_reads + below.dram_writes) as f64;
            let share = bytes(p.l2);
            (l2 * c.l2_access.of(share, t), dram * c.dram_access.at(t))
        };
        match (self.run.scheme, self.run.counts.staged) {
            (Scheme::Regless, Some(staged)) => {
                let (l2, dram) = below(&traffic.registers);
                let accesses = (staged.requests - staged.invalidations) as f64;
                Some(MemoryEnergy {
                    metadata: staged.words as f64 * c.instruction_fetch.of(bytes(p.l1i), t),
                    l1: accesses * c.l1_access.of(bytes(p.l1d), t),
                    avc: 0.0,
                    l2,
                    dram,
                })
            }
            (Scheme::Avc, _) => {
                let (l2, dram) = below(&traffic.private);
                let accesses = (traffic.private_loads + traffic.private_stores) as f64;
                let moved = (traffic.private_fills + traffic.private_write_backs) as f64;
                let beside = p.avc.preset().map_or(0.0, |_| accesses + moved);
                Some(MemoryEnergy {
                    metadata: 0.0,
                    // Tags and data of all configurations of Table 3 take about the same (5.1): 48 KB.
                    l1: (accesses + moved) * c.l1_access.of(48.0 * 1024.0, t),
                    avc: beside * c.avc_access.at(t),
                    l2,
                    dram,
                })
            }
            (Scheme::Slumber, _) => Some(MemoryEnergy {
                metadata: self.run.counts.issued as f64 * NEXT_USES / INSTRUCTION
                    * c.instruction_fetch.of(bytes(p.l1i), t),
                ..MemoryEnergy::default()
            }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
