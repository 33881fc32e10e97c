//! Figures 11 and 12: area and power by capacity (6.2), from the netlists of docs/synthesis.md.

use super::baseline;
use super::energy::{of_capacity, CAPACITIES};
use crate::paper::chart::{Bars, Mark, Stack};
use crate::paper::figure::{Figure, Measured};
use crate::paper::kernel::{facts, Kernel};
use crate::paper::mean::arithmetic;
use crate::paper::name::Paper;
use crate::paper::results::{Missing, Results, Run};
use crate::paper::silicon::{BIT, REGISTER_BITS};
use crate::paper::table::Table;
use crate::paper::work::Look;
use sm::energy::Constants;
use sm::timing::Preset;

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        paper: Paper::Regless,
        name: "figure-11",
        needs: facts,
        measure: area,
    },
    Figure {
        paper: Paper::Regless,
        name: "figure-12",
        needs: |kernel| [facts(kernel), of_all(kernel)].concat(),
        measure: power,
    },
];

/// Registers of the full file (Table 1), and of the staging units whose shard is mapped.
const FULL: f64 = 2048.0;
const STAGED: f64 = 512.0;
/// Shards of a multiprocessor, each with a staging unit or a part of the file, and banks of a staging unit.
const SHARDS: f64 = 4.0;
const BANKS: f64 = spec::regless::BANKS as f64;

fn of_all(_: &Kernel) -> Vec<Look> {
    let mut looks = CAPACITIES.map(of_capacity).to_vec();
    looks.push(baseline());
    looks
}

/// Rows of the netlists' page.
struct Netlists<'r>(Run<'r>);

impl Netlists<'_> {
    fn of(&self, row: &str, column: &str) -> Result<f64, Missing> {
        self.0.number(&format!("netlists.{row}.{column}"))
    }

    /// Logic of all staging units of a capacity: a shard of 512 registers, whose banks and capacity manager
    /// are exchanged for those of the capacity, and the arbiter of all.
    fn staging(&self, registers: u32, column: &str) -> Result<[f64; 3], Missing> {
        let capacity = match registers {
            512 => "maxwell".to_owned(),
            _ => format!("maxwell-{registers}"),
        };
        let banks = |preset: &str| Ok(BANKS * self.of(&format!("osu_bank {preset}"), column)?);
        let manager = |preset: &str| self.of(&format!("capacity_manager {preset}"), column);
        let shard = self.of("regless_shard maxwell", column)?;
        let rest = shard - banks("maxwell")? - manager("maxwell")?;
        let arbiter = self.of("regless_l1_arbiter maxwell", column)?;
        Ok([
            SHARDS * banks(&capacity)?,
            SHARDS * manager(&capacity)?,
            SHARDS * rest + arbiter,
        ])
    }

    /// Logic of a shard's part of the full file: arbitration, collectors and ports (6.1).
    fn file(&self, column: &str) -> Result<f64, Missing> {
        self.of("regfile uncompressed", column)
    }
}

fn area(results: &Results) -> Result<Measured, Missing> {
    let netlists = Netlists(results.facts()?);
    let columns = [
        "banks",
        "capacity manager",
        "other logic",
        "memories",
        "total",
    ];
    let mut table = Table::new("registers", &columns);
    let file = netlists.file("um2")?;
    let full = SHARDS * file + FULL * REGISTER_BITS * BIT;
    let of_shard = netlists.of("regless_shard maxwell", "memory bits")?;
    for registers in CAPACITIES {
        let [banks, manager, other] = netlists.staging(registers, "um2")?;
        let bits = SHARDS * of_shard + (f64::from(registers) - STAGED) * REGISTER_BITS;
        let parts = [banks, manager, other, bits * BIT];
        let total: f64 = parts.iter().sum();
        let cells = parts.into_iter().chain([total]);
        table.push(
            &registers.to_string(),
            cells.map(|um2| Some(um2 / full)).collect(),
        );
    }
    let memories = FULL * REGISTER_BITS * BIT / full;
    let cells = [None, None, Some(1.0 - memories), Some(memories), Some(1.0)];
    table.push("full file", cells.to_vec());
    let values = [table.cell("128", 4)?, table.cell("512", 4)?];
    // With the logic of one part for all shards.
    let few = values[1] * full / (full - (SHARDS - 1.0) * file);
    Ok(Measured::new(table)
        .drawn(stacked("area / the full register file's", &columns[..4]).mark(of_512()))
        .value("at_128", 100.0 * values[0])
        .value("at_512", 100.0 * values[1])
        .value("at_512_few", 100.0 * few)
        .value("logic_of_file", 100.0 * (1.0 - memories)))
}

fn stacked(axis: &str, columns: &[&str]) -> Bars {
    let parts: Vec<(usize, &str)> = columns.iter().copied().enumerate().collect();
    Bars::new(axis, vec![Stack::of("RegLess", &parts)]).line(1.0)
}

fn of_512() -> Mark {
    Mark::bar("at_512", "512", 0).drawn(|percent| percent / 100.0)
}

/// Leakage of our netlists where the multiprocessor stands.
struct Leakage {
    /// Picojoules that a microwatt of theirs takes in a cycle.
    in_cycle: f64,
    /// What runs charge for the logic of a staging unit, in microwatts of theirs.
    charged: f64,
}

impl Leakage {
    fn new() -> Result<Self, Missing> {
        let file = Constants::named("paper").map_err(|error| Missing(error.to_string()))?;
        let shard = &file.constants.staging_leakage;
        let scale = shard.at(*file.technology.of(Preset::Maxwell)) / shard.value;
        let clock = f64::from(Preset::Maxwell.parameters().clock_mhz);
        Ok(Self {
            in_cycle: scale / clock,
            charged: 1000.0 * shard.value,
        })
    }
}

fn power(results: &Results) -> Result<Measured, Missing> {
    let netlists = Netlists(results.facts()?);
    let leakage = Leakage::new()?;
    let file = SHARDS * netlists.file("leakage uW")?;
    let columns = ["accesses", "wires", "compressors", "leakage", "total"];
    let mut table = Table::new("registers", &columns);
    for registers in CAPACITIES {
        let logic: f64 = netlists.staging(registers, "leakage uW")?.iter().sum();
        let mut kernels: [Vec<f64>; 5] = Default::default();
        for kernel in results.kernels() {
            let full = results.run(kernel, &baseline())?;
            let run = results.run(kernel, &of_capacity(registers))?;
            let of_file = full.number("energy.total")? / full.cycles()? + file * leakage.in_cycle;
            let part =
                |name: &str| Ok(run.number(&format!("energy.staging.{name}"))? / run.cycles()?);
            let parts = [
                part("accesses")?,
                part("wires")?,
                part("compression")?,
                part("leakage")? + (logic - SHARDS * leakage.charged) * leakage.in_cycle,
            ];
            let total = parts.iter().sum();
            for (of_kernels, part) in kernels.iter_mut().zip(parts.into_iter().chain([total])) {
                of_kernels.push(part / of_file);
            }
        }
        table.push(&registers.to_string(), kernels.map(arithmetic).to_vec());
    }
    let values = [table.cell("128", 4)?, table.cell("512", 4)?];
    Ok(Measured::new(table)
        .drawn(
            stacked(
                "power of register structures / the full file's",
                &columns[..4],
            )
            .mark(of_512()),
        )
        .value("at_128", 100.0 * values[0])
        .value("at_512", 100.0 * values[1]))
}
