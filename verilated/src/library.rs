//! A built model, loaded: the maker of [`Model`]s.

use crate::compile;
use crate::coverage::{self, CoveragePoint};
use crate::error::{BuildError, ModelError};
use crate::loaded::{Functions, Inner};
use crate::model::Model;
use crate::product::Product;
use crate::spec::ModelSpec;
use crate::states;
use crate::store::{Cache, Origin};
use crate::toolchain::Toolchain;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// A model that has been built and loaded. Cloning shares it.
#[derive(Clone)]
pub struct Library {
    pub(crate) inner: Arc<Inner>,
    origin: Origin,
    points: Arc<OnceLock<Vec<CoveragePoint>>>,
    registers: Arc<OnceLock<Vec<CoveragePoint>>>,
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Library")
            .field("input_words", &self.inner.input_words)
            .field("output_words", &self.inner.output_words)
            .finish_non_exhaustive()
    }
}

impl Cache {
    /// Builds the model, or finds it in the cache, and loads it.
    pub fn build(&self, toolchain: &Toolchain, spec: &ModelSpec) -> Result<Library, BuildError> {
        let load = || {
            let (path, origin) = compile::build(self, toolchain, spec, Product::Shared)?;
            Library::load(&path, spec, origin)
        };
        match load() {
            // Another process may have made room between finding the file and loading it.
            Err(BuildError::Load { path, .. }) if !path.exists() => load(),
            result => result,
        }
    }
}

impl Library {
    fn load(path: &Path, spec: &ModelSpec, origin: Origin) -> Result<Self, BuildError> {
        let inner = Inner {
            functions: Functions::load(path, spec)?,
            input_words: spec.input_words(),
            output_words: spec.output_words(),
        };
        Ok(Self {
            inner: Arc::new(inner),
            origin,
            points: Arc::default(),
            registers: Arc::default(),
        })
    }

    /// Whether this build was found in the cache.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// Words of one input frame.
    pub fn input_words(&self) -> usize {
        self.inner.input_words
    }

    /// Words of one output frame.
    pub fn output_words(&self) -> usize {
        self.inner.output_words
    }

    /// A model in its power-up state: registers that have no initial value hold bits that
    /// are drawn from `seed`. Models are independent; each may run in a thread of its own.
    pub fn instantiate(&self, seed: u64) -> Result<Model, ModelError> {
        Model::new(Arc::clone(&self.inner), seed)
    }

    /// What each counter of [`Model::coverage`] counts, in the same order; empty when the
    /// model was built without coverage.
    pub fn coverage_points(&self) -> &[CoveragePoint] {
        let functions = &self.inner.functions;
        self.points.get_or_init(|| coverage::read_points(functions))
    }

    /// What each counter of [`Model::states`] counts, in the same order; empty when the model was
    /// built without [`Coverage::Control`].
    pub fn state_points(&self) -> &[CoveragePoint] {
        let functions = &self.inner.functions;
        self.registers
            .get_or_init(|| states::read_points(functions))
    }
}
