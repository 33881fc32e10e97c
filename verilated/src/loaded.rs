//! A shared object of a model, loaded: its functions.

use crate::error::BuildError;
use crate::spec::{Coverage, ModelSpec};
use std::ffi::{c_char, c_int, c_void};
use std::path::Path;

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

impl Functions {
    pub(crate) fn load(path: &Path, spec: &ModelSpec) -> Result<Self, BuildError> {
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
            Self {
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
        Ok(functions)
    }
}

/// The functions with the sizes of frames.
pub(crate) struct Inner {
    pub functions: Functions,
    pub input_words: usize,
    pub output_words: usize,
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
