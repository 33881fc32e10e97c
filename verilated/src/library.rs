//! A built model, loaded: the maker of [`Model`]s.

use crate::compile::{self, Product};
use crate::coverage::{self, CoveragePoint};
use crate::error::{BuildError, ModelError};
use crate::model::Model;
use crate::spec::{Coverage, ModelSpec};
use crate::states;
use crate::store::{Cache, Origin};
use crate::toolchain::Toolchain;
use std::ffi::{c_char, c_int, c_void};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// What C++ hands out for a model; only its address is used.
#[repr(C)]
pub(crate) struct Handle {
    _private: [u8; 0],
}

pub(crate) type EachRegister = extern "C" fn(*mut c_void, usize, usize, bool, *const c_char);
pub(crate) type EachKey = extern "C" fn(*mut c_void, usize, *const c_char, *const c_char);

/// The functions of `shim/model.cpp`, valid as long as `_library` is loaded.
pub(crate) struct Functions {
    pub new: unsafe extern "C" fn(c_int) -> *mut Handle,
    pub delete: unsafe extern "C" fn(*mut Handle),
    pub error: unsafe extern "C" fn(*const Handle) -> *const c_char,
    pub run: unsafe extern "C" fn(*mut Handle, usize, *const u32, *mut u32) -> c_int,
    pub trace_open: Option<unsafe extern "C" fn(*mut Handle, *const c_char) -> c_int>,
    pub trace_close: Option<unsafe extern "C" fn(*mut Handle)>,
    pub coverage: Option<unsafe extern "C" fn(*mut Handle, *mut usize) -> *mut u32>,
    pub coverage_points: Option<unsafe extern "C" fn(*mut c_void, EachKey) -> c_int>,
    pub save: Option<unsafe extern "C" fn(*mut Handle) -> c_int>,
    pub restore: Option<unsafe extern "C" fn(*mut Handle)>,
    pub states: Option<unsafe extern "C" fn(*mut Handle, *mut usize) -> *mut u32>,
    pub registers: Option<unsafe extern "C" fn(*mut c_void, EachRegister)>,
    _library: libloading::Library,
}

/// A model that has been built and loaded. Cloning shares it.
#[derive(Clone)]
pub struct Library {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub functions: Functions,
    pub input_words: usize,
    pub output_words: usize,
    origin: Origin,
    points: OnceLock<Vec<CoveragePoint>>,
    registers: OnceLock<Vec<CoveragePoint>>,
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
        let failed = |source| BuildError::Load {
            path: path.to_owned(),
            source,
        };
        // SAFETY: the file is a shared object that this crate has linked, found whole by its
        // hash; it has no initializers beyond those of Verilator's runtime, which are safe to
        // run at any time and in any thread.
        let library = unsafe { libloading::Library::new(path) }.map_err(failed)?;
        // SAFETY: the names and types are those of shim/model.cpp, whose text is part of the
        // hash that the file was found by. The symbols are copied out as plain function
        // pointers, which stay valid because the library is kept beside them.
        let functions = unsafe {
            Functions {
                new: *library.get(b"warploom_new").map_err(failed)?,
                delete: *library.get(b"warploom_delete").map_err(failed)?,
                error: *library.get(b"warploom_error").map_err(failed)?,
                run: *library.get(b"warploom_run").map_err(failed)?,
                trace_open: optional(&library, b"warploom_trace_open", spec.options.trace)
                    .map_err(failed)?,
                trace_close: optional(&library, b"warploom_trace_close", spec.options.trace)
                    .map_err(failed)?,
                coverage: optional(&library, b"warploom_coverage", covered(spec))
                    .map_err(failed)?,
                coverage_points: optional(&library, b"warploom_coverage_points", covered(spec))
                    .map_err(failed)?,
                save: optional(&library, b"warploom_save", control(spec)).map_err(failed)?,
                restore: optional(&library, b"warploom_restore", control(spec)).map_err(failed)?,
                states: optional(&library, b"warploom_states", control(spec)).map_err(failed)?,
                registers: optional(&library, b"warploom_registers", control(spec))
                    .map_err(failed)?,
                _library: library,
            }
        };
        Ok(Self {
            inner: Arc::new(Inner {
                functions,
                input_words: spec.input_words(),
                output_words: spec.output_words(),
                origin,
                points: OnceLock::new(),
                registers: OnceLock::new(),
            }),
        })
    }

    /// Whether this build was found in the cache.
    pub fn origin(&self) -> Origin {
        self.inner.origin
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
        self.inner
            .points
            .get_or_init(|| coverage::read_points(functions))
    }

    /// What each counter of [`Model::states`] counts, in the same order; empty when the model was
    /// built without [`Coverage::Control`].
    pub fn state_points(&self) -> &[CoveragePoint] {
        let functions = &self.inner.functions;
        self.inner
            .registers
            .get_or_init(|| states::read_points(functions))
    }
}

fn control(spec: &ModelSpec) -> bool {
    spec.options.coverage == Coverage::Control
}

fn covered(spec: &ModelSpec) -> bool {
    spec.options.coverage != Coverage::None
}

/// A function that is there only when the model was built with an option.
///
/// # Safety
/// `T` must be the type of the function of that name.
unsafe fn optional<T: Copy>(
    library: &libloading::Library,
    name: &[u8],
    wanted: bool,
) -> Result<Option<T>, libloading::Error> {
    if !wanted {
        return Ok(None);
    }
    // SAFETY: the caller vouches for the type.
    unsafe { library.get::<T>(name) }.map(|symbol| Some(*symbol))
}
