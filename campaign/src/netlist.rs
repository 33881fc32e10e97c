//! How often the signals of a netlist toggle while it does its work, and whether it does it.

use cosim::engines::verilator::model_spec;

use spec::{AnyParameters, Configuration};
use std::collections::BTreeMap;
use surroundings::engine::EngineError;
use surroundings::interface::Interface;
use surroundings::kit;
use synthesis::energy::Activity;
use synthesis::Player;
use tools::discovery::Tools;
use tools::hardware::Hardware;
use tools::Error;
use verilated::{Cache, Coverage, CoverageKind, Library, Model, Optimization, Toolchain};

/// What a netlist is played, for its function and its energy.
const CYCLES: usize = 2000;
const SEED: u64 = 1;

/// Plays netlists with the project's Verilator.
pub struct Verilated<'t>(pub &'t Tools);

impl Player for Verilated<'_> {
    fn play(
        &self,
        configuration: &Configuration,
        netlist: &Hardware,
        counted: bool,
    ) -> Result<Option<Activity>, Error> {
        let toolchain = self.0.toolchain()?;
        let models = Cache::new(self.0.cache().join("models"));
        let parameters = &configuration.parameters;
        if counted {
            measure(&toolchain, &models, parameters, netlist, CYCLES, SEED).map(Some)
        } else {
            compare(&toolchain, &models, parameters, netlist, CYCLES, SEED).map(|()| None)
        }
        .map_err(|error| Error::new(error.to_string()))
    }
}

/// Plays the stimulus of a seed, compares every cycle with the golden model, and counts.
fn measure(
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
fn compare(
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
