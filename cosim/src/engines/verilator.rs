//! Verilated RTL as an engine.

use super::repeated::repeated;
use hdl::emit::edit::SELECT;
use hdl::emit::Reset;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use surroundings::engine::{Bench, Engine, EngineError, Halt};
use surroundings::interface::{Interface, Slot};
use tools::hardware::Hardware;
use verilated::{
    BuildOptions, Cache, Coverage, CoveragePoint, Library, Model, ModelSpec, Optimization, Port,
    Source, Toolchain,
};

/// A design built by Verilator.
pub struct VerilatorBench {
    shared: Arc<Shared>,
    select: Option<u32>,
}

struct Shared {
    toolchain: Arc<Toolchain>,
    cache: Cache,
    spec: ModelSpec,
    library: Library,
    /// The same with tracing, built when it is first wanted.
    traced: OnceLock<Result<Library, EngineError>>,
    reset: Reset,
    row_words: usize,
}

impl VerilatorBench {
    /// Builds a design, or finds it built.
    pub fn build(
        toolchain: Arc<Toolchain>,
        cache: Cache,
        interface: &Interface,
        hardware: &Hardware,
        optimization: Optimization,
    ) -> Result<Self, EngineError> {
        let mut spec = model_spec(interface, hardware, false);
        spec.options.optimization = optimization;
        Self::of(toolchain, cache, interface, hardware, spec)
    }

    /// The same of a design that holds many bugs and has the input [`SELECT`]: it is large, and each
    /// of them runs but briefly. An assertion that fails stops it where it is asked for.
    pub fn of_bugs(
        (toolchain, cache): (Arc<Toolchain>, Cache),
        interface: &Interface,
        hardware: &Hardware,
        assertions: bool,
    ) -> Result<Self, EngineError> {
        let mut spec = model_spec(interface, hardware, true);
        spec.options.optimization = Optimization::Short;
        spec.options.assertions = assertions;
        let bench = Self::of(toolchain, cache, interface, hardware, spec)?;
        Ok(bench.selecting(0))
    }

    fn of(
        toolchain: Arc<Toolchain>,
        cache: Cache,
        interface: &Interface,
        hardware: &Hardware,
        spec: ModelSpec,
    ) -> Result<Self, EngineError> {
        let library = build(&cache, &toolchain, &spec)?;
        Ok(Self {
            shared: Arc::new(Shared {
                toolchain,
                cache,
                spec,
                library,
                traced: OnceLock::new(),
                reset: hardware.reset,
                row_words: interface.row_words(),
            }),
            select: None,
        })
    }

    /// The same design with another bug selected; 0 is none.
    pub fn selecting(&self, bug: u32) -> Self {
        Self {
            shared: Arc::clone(&self.shared),
            select: Some(bug),
        }
    }

    /// The yardstick of benchmarks: the same model in a loop of C++, on the same rows.
    pub fn bare_loop(
        &self,
        power_up: u64,
        rows: &[u32],
        passes: usize,
    ) -> Result<verilated::BareRun, EngineError> {
        let Shared {
            toolchain,
            cache,
            spec,
            ..
        } = &*self.shared;
        verilated::bare_loop(cache, toolchain, spec, power_up, rows, passes).map_err(engine_error)
    }

    fn engine(&self, library: &Library, power_up: u64) -> Result<VerilatorEngine, EngineError> {
        let model = library.instantiate(power_up).map_err(engine_error)?;
        Ok(VerilatorEngine {
            model,
            reset: self.shared.reset,
            select: self.select,
            row_words: self.shared.row_words,
            frames: Vec::new(),
        })
    }
}

pub(super) fn engine_error(error: impl std::fmt::Display) -> EngineError {
    EngineError::new(error.to_string())
}

pub(super) fn build(
    cache: &Cache,
    toolchain: &Toolchain,
    spec: &ModelSpec,
) -> Result<Library, EngineError> {
    cache.build(toolchain, spec).map_err(engine_error)
}

/// The model's frames are rows of stimulus, if need be with the bug's number behind the reset.
pub fn model_spec(interface: &Interface, hardware: &Hardware, select: bool) -> ModelSpec {
    let port = |slot: &Slot| {
        Port::new(slot.port.name.clone(), slot.port.width as u32).padded(slot.port.words)
    };
    let mut inputs = vec![Port::new(hardware.reset.port(), 1)];
    if select {
        inputs.push(Port::new(SELECT, 32));
    }
    inputs.extend(interface.inputs().iter().map(port));
    let files = hardware.files.iter();
    ModelSpec {
        top: hardware.top.clone(),
        sources: files
            .map(|file| Source::new(&file.name, &file.text))
            .collect(),
        inputs,
        outputs: interface.outputs().iter().map(port).collect(),
        clock: Some("clock".to_owned()),
        repeated: repeated(hardware),
        options: BuildOptions::default(),
    }
}

impl Bench for VerilatorBench {
    fn start(&self, power_up: u64) -> Result<Box<dyn Engine>, EngineError> {
        Ok(Box::new(self.engine(&self.shared.library, power_up)?))
    }

    fn start_traceable(&self, power_up: u64) -> Result<Option<Box<dyn Engine>>, EngineError> {
        let shared = &self.shared;
        let library = shared.traced.get_or_init(|| {
            let mut spec = shared.spec.clone();
            spec.options.trace = true;
            build(&shared.cache, &shared.toolchain, &spec)
        });
        let library = library.as_ref().map_err(Clone::clone)?;
        Ok(Some(Box::new(self.engine(library, power_up)?)))
    }
}

/// A design whose models count what they cover, and can be put back to power-up.
pub struct CoveredBench {
    library: Library,
    reset: Reset,
    row_words: usize,
    select: Option<u32>,
}

impl CoveredBench {
    /// Builds a design, or finds it built. With `select` it has the input [`SELECT`], and what is
    /// counted is what the selected copy does.
    pub fn build(
        toolchain: &Toolchain,
        cache: &Cache,
        interface: &Interface,
        hardware: &Hardware,
        select: Option<u32>,
    ) -> Result<Self, EngineError> {
        let mut spec = model_spec(interface, hardware, select.is_some());
        spec.options.coverage = Coverage::Control;
        spec.options.optimization = Optimization::Short;
        Ok(Self {
            library: build(cache, toolchain, &spec)?,
            reset: hardware.reset,
            row_words: interface.row_words(),
            select,
        })
    }

    /// The same design with another bug selected.
    pub fn selecting(&self, bug: u32) -> Self {
        Self {
            library: self.library.clone(),
            select: Some(bug),
            ..*self
        }
    }

    /// An instance at power-up.
    pub fn start(&self, power_up: u64) -> Result<CoveredEngine, EngineError> {
        let mut model = self.library.instantiate(power_up).map_err(engine_error)?;
        model.save().map_err(engine_error)?;
        Ok(CoveredEngine {
            lines: self.library.coverage_points().len(),
            points: self.points().len(),
            engine: VerilatorEngine {
                model,
                reset: self.reset,
                select: self.select,
                row_words: self.row_words,
                frames: Vec::new(),
            },
        })
    }

    /// What the bytes of a map stand for, in their order.
    pub fn points(&self) -> Vec<CoveragePoint> {
        let library = &self.library;
        [library.coverage_points(), library.state_points()].concat()
    }
}

/// A model that counts what it covers.
pub struct CoveredEngine {
    engine: VerilatorEngine,
    lines: usize,
    points: usize,
}

impl CoveredEngine {
    /// Bytes of a map.
    pub fn points(&self) -> usize {
        self.points
    }

    /// Back to power-up, with nothing covered.
    pub fn restore(&mut self) {
        let model = &mut self.engine.model;
        model.restore();
        model.clear_coverage();
        model.clear_states();
    }

    /// Writes what was covered since [`restore`](Self::restore): for each point how often, in
    /// steps that grow, so that a few cycles more are nothing new.
    pub fn map(&self, map: &mut [u8]) {
        let model = &self.engine.model;
        let (lines, states) = map.split_at_mut(self.lines);
        for (byte, &count) in lines.iter_mut().zip(model.coverage()) {
            *byte = bucket(count);
        }
        for (byte, &count) in states.iter_mut().zip(model.states()) {
            *byte = bucket(count).div_ceil(3);
        }
    }
}

fn bucket(count: u32) -> u8 {
    match count {
        0..=3 => count as u8,
        4..=7 => 4,
        8..=15 => 5,
        16..=31 => 6,
        32..=127 => 7,
        128..=511 => 8,
        _ => 9,
    }
}

impl Engine for CoveredEngine {
    fn name(&self) -> &'static str {
        "verilator"
    }

    fn run(&mut self, rows: &[u32], outputs: &mut [u32]) -> Result<(), Halt> {
        self.engine.run(rows, outputs)
    }
}

pub(super) struct VerilatorEngine {
    pub(super) model: Model,
    pub(super) reset: Reset,
    pub(super) select: Option<u32>,
    pub(super) row_words: usize,
    pub(super) frames: Vec<u32>,
}

impl Engine for VerilatorEngine {
    fn name(&self) -> &'static str {
        "verilator"
    }

    fn run(&mut self, rows: &[u32], outputs: &mut [u32]) -> Result<(), Halt> {
        let cycles = rows.len() / self.row_words;
        let failed = |error| Halt::Failed(engine_error(error));
        // A row is a frame already, unless the port is active low or a bug is to be named.
        if self.reset == Reset::SyncHigh && self.select.is_none() {
            return self.model.run(cycles, rows, outputs).map_err(failed);
        }
        let flip = u32::from(self.reset == Reset::AsyncLow);
        self.frames.clear();
        for row in rows.chunks_exact(self.row_words) {
            self.frames.push(row[0] ^ flip);
            self.frames.extend(self.select);
            self.frames.extend_from_slice(&row[1..]);
        }
        self.model
            .run(cycles, &self.frames, outputs)
            .map_err(failed)
    }

    fn trace(&mut self, vcd: Option<&Path>) -> Result<(), EngineError> {
        match vcd {
            Some(vcd) => self.model.open_trace(vcd).map_err(engine_error),
            None => {
                self.model.close_trace();
                Ok(())
            }
        }
    }
}
