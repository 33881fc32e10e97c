//! How often the signals of a netlist toggle while it does its work, and whether it does it.

use crate::engines::verilator::model_spec;
use crate::hardware::Hardware;
use spec::AnyParameters;
use std::collections::BTreeMap;
use surroundings::engine::EngineError;
use surroundings::interface::Interface;
use surroundings::kit;
use verilated::{Cache, Coverage, CoverageKind, Library, Model, Optimization, Toolchain};

/// What a run of a netlist showed.
#[derive(Debug, Clone)]
pub struct Activity {
    pub cycles: u64,
    /// Cycles in which the unit was given work: its input `in_valid` or `req_valid` was 1. Of units
    /// without one, all.
    pub operations: u64,
    /// Changes of each signal of the top module by name, with its bit in brackets if it has several.
    pub toggles: BTreeMap<String, u64>,
}

/// Plays the stimulus of a seed, compares every cycle with the golden model, and counts.
pub fn measure(
    toolchain: &Toolchain,
    cache: &Cache,
    parameters: &AnyParameters,
    hardware: &Hardware,
    cycles: usize,
    seed: u64,
) -> Result<Activity, EngineError> {
    let interface = Interface::of(parameters);
    let mut spec = model_spec(&interface, hardware, false);
    spec.options.coverage = Coverage::Full { max_width: 4096 };
    spec.options.optimization = Optimization::Quick;
    let library = cache.build(toolchain, &spec).map_err(error)?;
    let (model, rows) = played(&library, &interface, parameters, cycles, seed)?;
    let mut toggles: BTreeMap<String, u64> = BTreeMap::new();
    for (point, count) in library.coverage_points().iter().zip(model.coverage()) {
        if point.kind != CoverageKind::Toggle {
            continue;
        }
        let name = point.detail.split(':').next().unwrap_or_default();
        *toggles.entry(name.to_owned()).or_default() += u64::from(*count);
    }
    let valid = interface
        .inputs()
        .iter()
        .find(|slot| ["in_valid", "req_valid"].contains(&slot.port.name.as_str()));
    let busy = |row: &&[u32]| row[0] == 0 && valid.is_none_or(|slot| row[1 + slot.offset] & 1 == 1);
    let row_words = interface.row_words();
    Ok(Activity {
        cycles: cycles as u64,
        operations: rows.chunks_exact(row_words).filter(busy).count() as u64,
        toggles,
    })
}

/// The same without counting, for netlists of which a model that counts takes too long to build.
pub fn compare(
    toolchain: &Toolchain,
    cache: &Cache,
    parameters: &AnyParameters,
    hardware: &Hardware,
    cycles: usize,
    seed: u64,
) -> Result<(), EngineError> {
    let interface = Interface::of(parameters);
    let mut spec = model_spec(&interface, hardware, false);
    spec.options.optimization = Optimization::Quick;
    let library = cache.build(toolchain, &spec).map_err(error)?;
    played(&library, &interface, parameters, cycles, seed).map(drop)
}

/// A model that has agreed with the golden model, and the rows that both were given.
fn played(
    library: &Library,
    interface: &Interface,
    parameters: &AnyParameters,
    cycles: usize,
    seed: u64,
) -> Result<(Model, Vec<u32>), EngineError> {
    let mut model = library.instantiate(seed).map_err(error)?;
    let kit = kit::kit(parameters);
    let row_words = interface.row_words();
    let mut rows = vec![0; cycles * row_words];
    kit.generator(interface, seed).fill(&mut rows);
    let words = interface.output_words();
    let mut expected = vec![0; cycles * words];
    let mut golden = kit.golden().start(seed)?;
    golden
        .run(&rows, &mut expected)
        .map_err(|halt| EngineError::new(format!("{halt:?}")))?;
    let mut actual = vec![0; cycles * words];
    model.run(cycles, &rows, &mut actual).map_err(error)?;
    let frames = expected.chunks_exact(words).zip(actual.chunks_exact(words));
    for (cycle, (golden, dut)) in frames.enumerate() {
        if rows[cycle * row_words] == 0 && !interface.agree(golden, dut) {
            let output = interface.first_difference(golden, dut);
            return Err(EngineError::new(format!(
                "the netlist differs from the unit in cycle {cycle}, output {}",
                output.map_or("?", |slot| &slot.port.name)
            )));
        }
    }
    Ok((model, rows))
}

fn error(error: impl std::fmt::Display) -> EngineError {
    EngineError::new(error.to_string())
}
