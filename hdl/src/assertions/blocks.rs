//! Blocks below the units, proven by name: a module around each that feeds it whatever comes.

use super::together::{checker, Together};
use crate::emit::{self, EmitErrors, Module, Options, Provenance};
use crate::prelude::*;
use crate::regfile::RegfileCluster;
use crate::regless;
use spec::regfile::RegfileParameters;
use spec::{AnyParameters, UnitId};

/// What the proofs of a block are listed under, where those of a unit have its preset.
pub const BLOCK: &str = "block";

const ARBITER: &str = include_str!("../prim/assertions/round_robin_arbiter.sv");
const FIFO: &str = include_str!("../prim/assertions/fifo.sv");
const MEMORY: &str = include_str!("../prim/assertions/memory.sv");
const WATCHED_ENTRY: &str = include_str!("../prim/assertions/watched_entry.sv");
const MANAGER_BANK: &str = include_str!("../regless/assertions/manager_bank.sv");
const MANAGER_QUEUE: &str = include_str!("../regless/assertions/manager_queue.sv");
const CLUSTER: &str = include_str!("../regfile/assertions/cluster.sv");
const PATTERNS: &str = include_str!("../regless/assertions/patterns.sv");

/// Blocks, by the words of a text that stand for their modules.
type Blocks = Vec<(&'static str, Box<dyn Block>)>;

/// A block with a module around it.
struct Row {
    name: &'static str,
    /// The blocks in it.
    blocks: fn() -> Blocks,
    text: &'static str,
    /// Words of the text and their values.
    numbers: fn() -> Vec<(&'static str, usize)>,
    /// Whether what its memories hold is a part of it, or may be anything.
    has_data: bool,
}

macro_rules! arbiter {
    ($name:literal, $requesters:literal, $index_bits:literal) => {
        Row {
            name: $name,
            blocks: || {
                let block = RoundRobinArbiter::<$requesters, $index_bits>::new();
                vec![("BLOCK", Box::new(block))]
            },
            text: ARBITER,
            numbers: || vec![("REQUESTERS", $requesters), ("INDEX_BITS", $index_bits)],
            has_data: true,
        }
    };
}

macro_rules! manager_queue {
    ($name:literal, $entries:literal) => {
        Row {
            name: $name,
            blocks: || {
                let block = regless::ManagerQueue::new($entries);
                vec![("BLOCK", Box::new(block))]
            },
            text: MANAGER_QUEUE,
            numbers: || vec![("DEPTH", $entries), ("COUNT_BITS", 5), ("WIDTH", 12)],
            has_data: true,
        }
    };
}

macro_rules! manager_bank {
    ($name:literal, $lines:literal, $count_bits:literal) => {
        Row {
            name: $name,
            blocks: || {
                let block = regless::ManagerBank::<$count_bits>::new($lines);
                vec![("BLOCK", Box::new(block))]
            },
            text: MANAGER_BANK,
            numbers: || vec![("LINES", $lines)],
            has_data: true,
        }
    };
}

/// The smallest register file.
fn small_file() -> RegfileParameters {
    match UnitId::Regfile.small_preset().parameters {
        AnyParameters::Regfile(parameters) => parameters,
        _ => unreachable!("a preset is of its unit"),
    }
}

/// All of them: arbiters with as many requesters as the units have, queues and memories of a few entries
/// and as deep as small banks are, the cluster of a small register file and the patterns of the compressor.
const ROWS: &[Row] = &[
    arbiter!("round_robin_arbiter_2", 2, 1),
    arbiter!("round_robin_arbiter_3", 3, 2),
    arbiter!("round_robin_arbiter_4", 4, 2),
    arbiter!("round_robin_arbiter_8", 8, 3),
    Row {
        name: "fifo_5x8",
        blocks: || vec![("BLOCK", Box::new(Fifo::<8>::new(5)))],
        text: FIFO,
        numbers: || vec![("DEPTH", 5), ("COUNT_BITS", 3), ("WIDTH", 8)],
        has_data: true,
    },
    Row {
        name: "memory_10x8",
        blocks: || vec![("BLOCK", Box::new(Memory::<8, 4>::new(10)))],
        text: MEMORY,
        numbers: || vec![("WORDS", 10), ("ADDRESS_BITS", 4), ("WIDTH", 8)],
        has_data: true,
    },
    manager_queue!("manager_queue_2", 2),
    manager_queue!("manager_queue_4", 4),
    manager_bank!("manager_bank_2", 2, 3),
    manager_bank!("manager_bank_16", 16, 5),
    Row {
        name: "regfile_cluster_16",
        blocks: || {
            let block = RegfileCluster::<16, 4, 2>::new(&small_file());
            vec![("BLOCK", Box::new(block))]
        },
        text: CLUSTER,
        numbers: || {
            let file = small_file();
            vec![
                ("WAKE_DELAY", file.wake_delay().into()),
                ("ENTRIES", file.entries()),
            ]
        },
        has_data: false,
    },
    Row {
        name: "compressor_patterns",
        blocks: || {
            vec![
                ("MATCH", Box::new(regless::CompressorMatch::default())),
                ("EXPAND", Box::new(regless::CompressorExpand::default())),
            ]
        },
        text: PATTERNS,
        numbers: || vec![],
        has_data: true,
    },
];

/// The names of all blocks.
pub fn names() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|row| row.name)
}

/// A block with what stands around it; nothing where no block has the name.
///
/// # Errors
/// Those of emitting it.
pub fn block(name: &str) -> Result<Option<Together>, EmitErrors> {
    let row = ROWS.iter().find(|row| row.name == name);
    row.map(around).transpose()
}

fn around(row: &Row) -> Result<Together, EmitErrors> {
    let top = format!("{}_around", row.name);
    let mut modules: Vec<Module> = vec![];
    let mut text = row.text.replace("WATCHED_ENTRY\n", WATCHED_ENTRY);
    for (word, block) in (row.blocks)() {
        let provenance = Provenance {
            unit: row.name.to_owned(),
            preset: BLOCK.to_owned(),
            command: format!("warploom prove --block {}", row.name),
            contracts: vec![],
        };
        let design = emit::emit(&*block, &provenance, &Options::default())?;
        text = text.replace(&format!("  {word} u_"), &format!("  {} u_", design.top));
        modules.extend(design.modules);
    }
    if !row.has_data {
        modules.iter_mut().for_each(super::forget);
    }
    for (word, number) in (row.numbers)() {
        text = text.replace(word, &number.to_string());
    }
    let text = text.replace("module TOP ", &format!("module {top} "));
    modules.push(checker(&top, &text));
    Ok(Together {
        modules,
        top,
        depth: 0,
    })
}
