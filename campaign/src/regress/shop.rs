//! What the jobs of a regression are built from: each target once, however many jobs share it.

use cosim::regression::{Monitor, Workshop};
use cosim::target::Target;
use cosim::workshop::Builder;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use surroundings::engine::{Bench, Engine, EngineError, Halt};

type Built = Result<Arc<dyn Bench>, EngineError>;

/// A builder that remembers.
pub struct Shop {
    /// The builder.
    pub builder: Builder,
    built: Mutex<HashMap<String, Arc<OnceLock<Built>>>>,
}

impl Shop {
    /// A shop that has built nothing yet.
    pub fn new(builder: Builder) -> Self {
        Self {
            builder,
            built: Mutex::default(),
        }
    }
}

impl Workshop for Shop {
    fn build(&self, target: &Target) -> Built {
        let cell = {
            let mut built = self
                .built
                .lock()
                .map_err(|_| EngineError::new("another thread has failed"))?;
            Arc::clone(built.entry(target.to_string()).or_default())
        };
        cell.get_or_init(|| self.builder.build(target)).clone()
    }
}

/// The same for a multiprocessor, which nobody else stops or counts the cycles of.
pub struct InRun<'a> {
    shop: &'a Shop,
    monitor: &'a Arc<Monitor>,
    failed: AtomicBool,
}

impl<'a> InRun<'a> {
    /// A view on a shop for one run.
    pub fn new(shop: &'a Shop, monitor: &'a Arc<Monitor>) -> Self {
        Self {
            shop,
            monitor,
            failed: AtomicBool::new(false),
        }
    }

    /// Whether something could not be built.
    pub fn failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }
}

impl Workshop for InRun<'_> {
    fn build(&self, target: &Target) -> Built {
        self.monitor.building.fetch_add(1, Ordering::Relaxed);
        let built = self.shop.build(target);
        self.monitor.building.fetch_sub(1, Ordering::Relaxed);
        self.failed.fetch_or(built.is_err(), Ordering::Relaxed);
        Ok(Arc::new(Watched {
            bench: built?,
            monitor: Arc::clone(self.monitor),
        }))
    }
}

struct Watched {
    bench: Arc<dyn Bench>,
    monitor: Arc<Monitor>,
}

impl Bench for Watched {
    fn start(&self, power_up: u64) -> Result<Box<dyn Engine>, EngineError> {
        Ok(Box::new(WatchedEngine {
            engine: self.bench.start(power_up)?,
            monitor: Arc::clone(&self.monitor),
        }))
    }

    fn start_traceable(&self, power_up: u64) -> Result<Option<Box<dyn Engine>>, EngineError> {
        self.bench.start_traceable(power_up)
    }
}

struct WatchedEngine {
    engine: Box<dyn Engine>,
    monitor: Arc<Monitor>,
}

impl Engine for WatchedEngine {
    fn name(&self) -> &'static str {
        self.engine.name()
    }

    fn run(&mut self, rows: &[u32], outputs: &mut [u32]) -> Result<(), Halt> {
        if self.monitor.watch.stop.load(Ordering::Relaxed) {
            return Err(Halt::Failed(EngineError::new("interrupted")));
        }
        self.engine.run(rows, outputs)
    }
}
