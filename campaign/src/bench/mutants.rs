//! What mutants cost: the figures of `warploom bench`.

use super::Say;
use crate::Error;
use cosim::bugs::design::with_mutations;
use cosim::emitted;
use cosim::engines::verilator::VerilatorBench;
use cosim::failure::Pair;
use cosim::lockstep::{Verdict, Watch};
use cosim::mutants::Mutants;
use cosim::workshop;
use hdl::emit::edit::Mutation;
use hdl::emit::{Dialect, Options, Reset};
use serde::Serialize;
use spec::{Configuration, UnitId};
use std::sync::Arc;
use std::time::Instant;
use surroundings::engine::Bench;
use surroundings::interface::Interface;
use verilated::{Cache, Optimization, Toolchain};

/// Cycles that a mutant has to live.
const CYCLES: u64 = 20_000;
/// Mutants of the large model.
const MANY: usize = 1_000;

/// How fast mutants of a unit are judged.
#[derive(Clone, Debug, Serialize)]
pub struct Rate {
    /// The unit.
    pub unit: &'static str,
    /// Its preset.
    pub preset: &'static str,
    /// How many.
    pub mutants: usize,
    /// How many in a second, with their model built.
    pub mutants_per_second: f64,
}

/// What a model of many mutants costs more than one of none.
#[derive(Clone, Debug, Serialize)]
pub struct Weight {
    /// The unit.
    pub unit: &'static str,
    /// Its preset.
    pub preset: &'static str,
    /// How many, of all its modules.
    pub mutants: usize,
    /// Seconds to build the model of none.
    pub build_seconds: f64,
    /// Times that.
    pub build_ratio: f64,
    /// At most.
    pub build_ratio_at_most: f64,
    /// Cycles a second in lockstep, as a part of those of the model of none.
    pub speed_ratio: f64,
    /// At least.
    pub speed_ratio_at_least: f64,
}

/// Mutants of units that are small, wide and composed, and of the largest.
#[derive(Serialize)]
pub struct MutantFigures {
    pub rates: Vec<Rate>,
    pub weight: Weight,
}

/// Units of which a rate of mutants is measured.
const MUTATED: [UnitId; 3] = [
    UnitId::BdiCompressor,
    UnitId::OsuBank,
    UnitId::PatternCompressor,
];

/// Measures.
pub fn measure(say: Say<'_>) -> Result<MutantFigures, Error> {
    let (toolchain, cache) = workshop::simulator()?;
    let rate = |unit: UnitId| {
        say(&format!("mutants of {unit}"));
        let configuration = Configuration::of_preset(unit.small_preset());
        rate((Arc::clone(&toolchain), cache.clone()), &configuration)
    };
    let rates = MUTATED.into_iter().map(rate).collect::<Result<_, _>>()?;
    say("a model of a thousand mutants");
    let largest = Configuration::of_preset(UnitId::Regless.small_preset());
    let weight = weight(Arc::clone(&toolchain), &largest)?;
    Ok(MutantFigures { rates, weight })
}

/// Each mutant of a configuration's own blocks, in lockstep.
fn rate(tools: (Arc<Toolchain>, Cache), configuration: &Configuration) -> Result<Rate, Error> {
    let mutations = hdl::units::mutations(configuration).map_err(Error::new)?;
    let count = mutations.len();
    let mutants = Mutants::build(tools, configuration, mutations).map_err(Error::new)?;
    let begun = Instant::now();
    for at in 0..count {
        let watch = Watch::default();
        mutants.run(at, 1, CYCLES, &watch).map_err(Error::new)?;
    }
    Ok(Rate {
        unit: configuration.unit().name(),
        preset: configuration.preset,
        mutants: count,
        mutants_per_second: count as f64 / begun.elapsed().as_secs_f64(),
    })
}

/// A model of a thousand mutants beside one of none, both built in an empty cache.
fn weight(toolchain: Arc<Toolchain>, configuration: &Configuration) -> Result<Weight, Error> {
    let folder = tempfile::tempdir().map_err(Error::new)?;
    let tools = (toolchain, Cache::new(folder.path().to_owned()));
    let form = (Dialect::default(), Reset::default());
    let interface = Interface::of(&configuration.parameters);
    let plain = emitted::plain(configuration, form.0, form.1).map_err(Error::new)?;
    let mutations = many(configuration)?;
    let mutated = with_mutations(configuration, form, &mutations).map_err(Error::new)?;
    let begun = Instant::now();
    let (toolchain, cache) = tools.clone();
    let plain = VerilatorBench::build(toolchain, cache, &interface, &plain, Optimization::Short);
    let plain = plain.map_err(Error::new)?;
    let build = begun.elapsed().as_secs_f64();
    let begun = Instant::now();
    let mutated =
        VerilatorBench::of_bugs(tools, &interface, &mutated, false).map_err(Error::new)?;
    let mutated_build = begun.elapsed().as_secs_f64();
    let slow = lockstep(configuration, &interface, &mutated)?;
    let fast = lockstep(configuration, &interface, &plain)?;
    Ok(Weight {
        unit: configuration.unit().name(),
        preset: configuration.preset,
        mutants: mutations.len(),
        build_seconds: build,
        build_ratio: mutated_build / build,
        build_ratio_at_most: 3.0,
        speed_ratio: fast / slow,
        speed_ratio_at_least: 1.0 / 3.0,
    })
}

/// Mutants of all modules, evenly taken.
fn many(configuration: &Configuration) -> Result<Vec<Mutation>, Error> {
    let hardware = hdl::units::build(&configuration.parameters);
    let (unit, options) = (configuration.unit().name(), Options::default());
    let all = hdl::emit::mutations(hardware.block(), unit, &options, &|_| true);
    let all = all.map_err(Error::new)?;
    let most = MANY.min(all.len());
    Ok((0..most)
        .map(|at| all[at * all.len() / most].clone())
        .collect())
}

/// Seconds of a run.
fn lockstep(
    configuration: &Configuration,
    interface: &Interface,
    dut: &dyn Bench,
) -> Result<f64, Error> {
    let kit = surroundings::kit::kit(&configuration.parameters);
    let golden = kit.golden();
    let pair = Pair {
        interface,
        kit: &*kit,
        golden: &*golden,
        dut,
        seed: 1,
    };
    let begun = Instant::now();
    let mut generator = kit.generator(interface, 1);
    let mut lockstep = pair.lockstep().map_err(Error::new)?;
    let verdict = lockstep.run(&mut *generator, CYCLES, &Watch::default());
    match verdict.map_err(Error::new)? {
        Verdict::Match { .. } => Ok(begun.elapsed().as_secs_f64()),
        verdict => Err(Error::new(format!("{configuration}: {verdict:?}"))),
    }
}
