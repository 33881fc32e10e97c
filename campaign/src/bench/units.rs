//! How fast units are emitted and simulated.

use super::{median, Say};
use crate::Error;
use cosim::bench::{Measurement, Rates};
use cosim::{emitted, workshop};
use hdl::emit::{Dialect, Reset};
use progress::parallel;
use serde::Serialize;
use spec::{Configuration, UnitId, PRESETS};
use std::time::{Duration, Instant};

/// Rounds of each measurement; the median counts, for machines are noisy.
pub const ROUNDS: usize = 5;
/// How long each way to simulate runs in a round.
const DURATION: Duration = Duration::from_millis(400);

/// How fast text is made.
#[derive(Serialize)]
pub struct EmitFigure {
    pub configurations: usize,
    pub seconds: f64,
    pub seconds_at_most: f64,
}

/// How fast a unit is simulated.
#[derive(Serialize)]
pub struct SimulationFigure {
    pub unit: &'static str,
    pub preset: &'static str,
    pub bare_cycles_per_second: f64,
    pub bindings_ratio: f64,
    pub bindings_ratio_at_least: f64,
    pub lockstep_ratio: f64,
    pub lockstep_ratio_at_least: f64,
    pub lockstep_cycles_per_second: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lockstep_cycles_per_second_at_least: Option<f64>,
}

/// What lockstep has to reach on the development machine, for units whose card says so.
fn wanted(unit: UnitId) -> Option<f64> {
    match unit {
        UnitId::AvcEncoder | UnitId::AvcDecoder => Some(1e6),
        UnitId::AvcCache => Some(200e3),
        UnitId::SlumberTop => Some(30e3),
        UnitId::Regfile => Some(40e3),
        _ => None,
    }
}

/// Every unit in every preset, from blocks to text in memory, as `warploom emit` does it.
pub fn emission() -> Result<EmitFigure, Error> {
    let mut seconds = Vec::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let emitted = parallel::map(PRESETS, &|preset| {
            let configuration = Configuration::of_preset(preset);
            emitted::plain(&configuration, Dialect::default(), Reset::default()).map(drop)
        });
        emitted.into_iter().collect::<Result<(), _>>()?;
        seconds.push(start.elapsed().as_secs_f64());
    }
    Ok(EmitFigure {
        configurations: PRESETS.len(),
        seconds: median(seconds),
        seconds_at_most: 2.0,
    })
}

/// A unit bare, by way of our bindings, and in lockstep.
pub fn simulation(configuration: &Configuration, say: Say<'_>) -> Result<SimulationFigure, Error> {
    say(&configuration.to_string());
    let hardware = emitted::plain(configuration, Dialect::default(), Reset::default())?;
    let (toolchain, cache) = workshop::simulator()?;
    let measurement = Measurement::new(configuration.parameters, &hardware, toolchain, cache)?;
    let rounds: Vec<Rates> = (0..ROUNDS)
        .map(|_| measurement.round(DURATION))
        .collect::<Result<_, _>>()?;
    let median_of = |figure: fn(&Rates) -> f64| median(rounds.iter().map(figure).collect());
    Ok(SimulationFigure {
        unit: configuration.unit().name(),
        preset: configuration.preset,
        bare_cycles_per_second: median_of(|r| r.bare),
        bindings_ratio: median_of(|r| r.bindings / r.bare),
        bindings_ratio_at_least: 0.9,
        lockstep_ratio: median_of(|r| r.lockstep / r.bare),
        lockstep_ratio_at_least: 0.5,
        lockstep_cycles_per_second: median_of(|r| r.lockstep),
        lockstep_cycles_per_second_at_least: wanted(configuration.unit()),
    })
}
