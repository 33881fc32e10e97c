//! Tables 1, 2 and 3: what each choice of base and delta takes (4), the multiprocessor, constants of energy and
//! area (6.1).

use crate::paper::figure::{Figure, Measured};
use crate::paper::kernel::facts;
use crate::paper::name::Paper;
use crate::paper::results::{Missing, Results};
use crate::paper::table::Table;

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        paper: Paper::WarpedCompression,
        name: "table-1",
        needs: facts,
        measure: table_1,
    },
    Figure {
        paper: Paper::WarpedCompression,
        name: "table-2",
        needs: facts,
        measure: table_2,
    },
    Figure {
        paper: Paper::WarpedCompression,
        name: "table-3",
        needs: facts,
        measure: table_3,
    },
];

/// The paper's rows: base, delta, bytes, banks.
const TABLE_1: [[f64; 4]; 9] = [
    [1.0, 0.0, 1.0, 1.0],
    [2.0, 1.0, 65.0, 5.0],
    [4.0, 0.0, 4.0, 1.0],
    [4.0, 1.0, 35.0, 3.0],
    [4.0, 2.0, 66.0, 5.0],
    [8.0, 0.0, 8.0, 1.0],
    [8.0, 1.0, 23.0, 2.0],
    [8.0, 2.0, 38.0, 3.0],
    [8.0, 4.0, 68.0, 5.0],
];

fn table_1(results: &Results) -> Result<Measured, Missing> {
    let run = results.facts()?;
    let columns = ["bytes, paper", "bytes", "banks, paper", "banks"];
    let mut table = Table::new("<base, delta>", &columns);
    let mut other = 0.0;
    for (row, [base, delta, bytes, banks]) in TABLE_1.iter().enumerate() {
        let of = |name: &str| run.number(&format!("table_1.{row}.{name}"));
        let same = [of("base")?, of("delta")?] == [*base, *delta];
        let ours = [of("bytes")?, of("banks")?];
        if !same || ours != [*bytes, *banks] {
            other += 1.0;
        }
        let cells = [*bytes, ours[0], *banks, ours[1]].map(Some);
        table.push(&format!("<{base},{delta}>"), cells.to_vec());
    }
    Ok(Measured::new(table).value("rows_that_differ", other))
}

/// The paper's rows: what, its value, and ours as a product of facts.
const TABLE_2: [(&str, f64, &[&str]); 15] = [
    ("clock, MHz", 1400.0, &["multiprocessors.fermi.clock_mhz"]),
    ("SMs", 15.0, &["multiprocessors.fermi.multiprocessors"]),
    (
        "warp schedulers",
        2.0,
        &["multiprocessors.fermi.schedulers"],
    ),
    ("SIMT lanes", 32.0, &["lanes"]),
    ("warps", 48.0, &["multiprocessors.fermi.warps"]),
    ("threads", 1536.0, &["multiprocessors.fermi.warps", "lanes"]),
    (
        "registers",
        32768.0,
        &["multiprocessors.fermi.registers", "lanes"],
    ),
    ("register banks", 32.0, &["regfile.banks"]),
    ("bits of a bank", 128.0, &["regfile.bank_bits"]),
    ("entries of a bank", 256.0, &["regfile.entries"]),
    ("compressors", 2.0, &["regfile.compressors"]),
    ("decompressors", 4.0, &["regfile.decompressors"]),
    (
        "compression latency",
        2.0,
        &["multiprocessors.fermi.compression_latency"],
    ),
    (
        "decompression latency",
        1.0,
        &["multiprocessors.fermi.decompression_latency"],
    ),
    ("bank wake-up", 10.0, &["multiprocessors.fermi.bank_wake"]),
];

fn table_2(results: &Results) -> Result<Measured, Missing> {
    let facts = results.facts()?;
    let mut table = Table::new("parameter", &["paper", "here"]);
    let mut other = 0.0;
    for (name, paper, paths) in TABLE_2 {
        let mut ours = 1.0;
        for path in paths {
            ours *= facts.number(path)?;
        }
        if ours != paper {
            other += 1.0;
        }
        table.push(name, vec![Some(paper), Some(ours)]);
    }
    Ok(Measured::new(table).value("rows_that_differ", other))
}

/// Square micrometres of GF100's SM (6.1).
const SM: f64 = 22e6;

fn table_3(results: &Results) -> Result<Measured, Missing> {
    let facts = results.facts()?;
    let of = |unit: &str, what: &str| facts.number(&format!("netlists.{unit} fermi.{what}"));
    let (compressor, decompressor) = ("bdi_compressor", "bdi_decompressor");
    let compression = of(compressor, "pJ an operation")?;
    let decompression = of(decompressor, "pJ an operation")?;
    // Two and four of them (Table 2).
    let area = 2.0 * of(compressor, "um2")? + 4.0 * of(decompressor, "um2")?;
    let rows = [
        ("compression, pJ", 23.0, compression),
        ("decompression, pJ", 21.0, decompression),
        (
            "compressor leakage, mW",
            0.12,
            of(compressor, "leakage uW")? / 1e3,
        ),
        (
            "decompressor leakage, mW",
            0.08,
            of(decompressor, "leakage uW")? / 1e3,
        ),
        ("area of six units, mm2", 0.07, area / 1e6),
        ("of an SM, %", 0.3, 100.0 * area / SM),
    ];
    let mut table = Table::new("constant", &["paper", "our netlists"]);
    for (name, paper, ours) in rows {
        table.push(name, vec![Some(paper), Some(ours)]);
    }
    Ok(Measured::new(table)
        .value("compression", compression)
        .value("decompression", decompression)
        .value("area", 100.0 * area / SM))
}
