//! How fast cosimulation is, against the loop that one would write by hand in C++.

use crate::engines::verilator::VerilatorBench;
use crate::lockstep::{Lockstep, BATCH};
use spec::AnyParameters;
use std::sync::Arc;
use std::time::{Duration, Instant};
use surroundings::engine::EngineError;
use surroundings::interface::Interface;
use surroundings::kit;
use tools::hardware::Hardware;
use verilated::{Cache, Optimization, Toolchain};

/// Cycles of stimulus that are played over and over: they stay in a level-2 cache, as in a
/// regression, where each batch is generated just before it is played.
const CYCLES: usize = 8 * BATCH;

/// Simulated cycles in a second, of three ways to run the same model on the same stimulus.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// A bare C++ loop.
    pub bare: f64,
    /// Our bindings, in batches.
    pub bindings: f64,
    /// Our bindings, the golden model and the comparison.
    pub lockstep: f64,
}

/// What is measured, ready to run.
pub struct Measurement {
    interface: Interface,
    parameters: AnyParameters,
    rows: Vec<u32>,
    bench: VerilatorBench,
}

impl Measurement {
    /// Builds the model of a unit.
    pub fn new(
        parameters: AnyParameters,
        hardware: &Hardware,
        toolchain: Arc<Toolchain>,
        cache: Cache,
    ) -> Result<Self, EngineError> {
        let interface = Interface::of(&parameters);
        let bench = VerilatorBench::build(
            toolchain,
            cache,
            &interface,
            hardware,
            Optimization::default(),
        )?;
        let mut rows = vec![0; CYCLES * interface.row_words()];
        kit::kit(&parameters)
            .generator(&interface, 1)
            .fill(&mut rows);
        Ok(Self {
            interface,
            parameters,
            rows,
            bench,
        })
    }

    /// Runs each way for about `duration`, one after the other, so that all see the same machine.
    pub fn round(&self, duration: Duration) -> Result<Rates, EngineError> {
        let mut outputs = vec![0; BATCH * self.interface.output_words()];
        let mut engine = surroundings::engine::Bench::start(&self.bench, 1)?;
        let batch = BATCH * self.interface.row_words();
        let bindings = rate(duration, || {
            for rows in self.rows.chunks(batch) {
                engine
                    .run(rows, &mut outputs)
                    .map_err(|halt| EngineError::new(format!("{halt:?}")))?;
            }
            Ok(())
        })?;
        let passes = (bindings * duration.as_secs_f64() / CYCLES as f64).ceil() as usize;
        let bare = self
            .bench
            .bare_loop(1, &self.rows, passes)?
            .cycles_per_second();
        let kit = kit::kit(&self.parameters);
        let mut lockstep = Lockstep::start(&self.interface, &*kit.golden(), &self.bench, 1)?;
        let lockstep = rate(duration, || match lockstep.step(&self.rows)? {
            None => Ok(()),
            Some(verdict) => Err(EngineError::new(format!("not a match: {verdict:?}"))),
        })?;
        Ok(Rates {
            bare,
            bindings,
            lockstep,
        })
    }
}

fn rate(
    duration: Duration,
    mut pass: impl FnMut() -> Result<(), EngineError>,
) -> Result<f64, EngineError> {
    pass()?;
    let start = Instant::now();
    let mut passes = 0;
    while start.elapsed() < duration {
        pass()?;
        passes += 1;
    }
    Ok((passes * CYCLES) as f64 / start.elapsed().as_secs_f64())
}
