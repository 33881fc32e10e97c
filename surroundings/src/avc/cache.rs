//! Kit of `avc_cache`.

use super::cache_oracle::CacheOracle;
use super::surroundings::Around;
use crate::engine::{Bench, Engine, EngineError, FnBench};
use crate::generate::closed_loop::ClosedLoop;
use crate::generate::facing::{Facing, Reacting, Told};
use crate::generate::{Generator, Turn};
use crate::golden_engine::GoldenEngine;
use crate::interface::Interface;
use crate::kit::Kit;
use crate::oracle::Oracle;
use spec::avc::{AvcCache, AvcCacheParameters};

/// Verifies `avc_cache`.
pub struct CacheKit(pub AvcCacheParameters);

impl Kit for CacheKit {
    fn golden(&self) -> Box<dyn Bench> {
        let parameters = self.0;
        Box::new(FnBench(move |_| {
            let model = golden::avc::AvcCache::new(parameters)
                .ok_or_else(|| EngineError::new("no replacement tree is stated for these ways"))?;
            let engine = GoldenEngine::<AvcCache, _>::new(&parameters, model);
            Ok(Box::new(engine) as Box<dyn Engine>)
        }))
    }

    fn generator(&self, interface: &Interface, seed: u64) -> Box<dyn Generator> {
        let model = golden::avc::AvcCache::new(self.0).zip(Around::new(self.0));
        match model {
            Some((model, around)) => Box::new(ClosedLoop::<AvcCache, _, _>::new(
                &self.0, model, around, seed,
            )),
            // Parameters cannot ask for ways without a tree; the golden bench says so if they do.
            None => Box::new(OnlyReset(interface.row_words())),
        }
    }

    fn facing(&self, interface: &Interface, seed: u64, engine: Box<dyn Engine>) -> Box<dyn Facing> {
        match golden::avc::AvcCache::new(self.0).zip(Around::new(self.0)) {
            Some(parts) => Box::new(Reacting::<AvcCache, _, _>::new(
                &self.0, parts, seed, engine,
            )),
            None => Box::new(Told::new(
                Box::new(OnlyReset(interface.row_words())),
                engine,
                interface,
            )),
        }
    }

    fn oracle(&self) -> Option<Box<dyn Oracle>> {
        Some(Box::new(CacheOracle::new(self.0)?))
    }
}

/// Reset for ever.
struct OnlyReset(usize);

impl Generator for OnlyReset {
    fn fill(&mut self, rows: &mut [u32]) {
        for row in rows.chunks_exact_mut(self.0) {
            row.fill(0);
            row[0] = 1;
        }
    }

    fn steer(&mut self, _: &Turn<'_>) {}
}
