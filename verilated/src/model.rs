//! A running model.

use crate::error::ModelError;
use crate::loaded::{Handle, Inner};
use std::ffi::{CStr, CString};
use std::path::Path;
use std::ptr::NonNull;
use std::sync::Arc;

/// One instance of a design, with registers, time and counters of its own.
///
/// A frame holds every port in declared order, each as `ceil(width / 32)` words, the
/// lowest bits first. Input bits beyond a port's width are ignored; output bits beyond it
/// are 0.
///
/// A cycle writes the inputs, lets the design settle with the clock low, reads the
/// outputs, and then raises the clock: an output that depends on an input without a
/// register between them answers in the same cycle, and a register shows in the next
/// cycle what it was given in this one.
pub struct Model {
    handle: NonNull<Handle>,
    library: Arc<Inner>,
    tracing: bool,
}

// SAFETY: a model's state is reachable through its own handle only, and Verilator keeps the
// one thing that depends on the thread, the current context, in a thread-local that the shim
// sets at the start of every call. There is no `Sync`: calls that change state take `&mut`.
unsafe impl Send for Model {}

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Model")
            .field("tracing", &self.tracing)
            .finish_non_exhaustive()
    }
}

impl Model {
    pub(crate) fn new(library: Arc<Inner>, seed: u64) -> Result<Self, ModelError> {
        // SAFETY: the function takes any number and gives a fresh handle or null.
        let handle = unsafe { (library.functions.new)(fold_seed(seed)) };
        match NonNull::new(handle) {
            Some(handle) => Ok(Self {
                handle,
                library,
                tracing: false,
            }),
            None => Err(ModelError::Stopped {
                message: "it could not be set up: out of memory".into(),
            }),
        }
    }

    /// Words of one input frame.
    pub fn input_words(&self) -> usize {
        self.library.input_words
    }

    /// Words of one output frame.
    pub fn output_words(&self) -> usize {
        self.library.output_words
    }

    /// Runs one cycle.
    pub fn cycle(&mut self, inputs: &[u32], outputs: &mut [u32]) -> Result<(), ModelError> {
        self.run(1, inputs, outputs)
    }

    /// Runs many cycles in one call: `cycles` input frames in, as many output frames out.
    /// It is the same as that many calls of [`cycle`](Self::cycle), without their cost.
    pub fn run(
        &mut self,
        cycles: usize,
        inputs: &[u32],
        outputs: &mut [u32],
    ) -> Result<(), ModelError> {
        check_frames("inputs", cycles, self.input_words(), inputs.len())?;
        check_frames("outputs", cycles, self.output_words(), outputs.len())?;
        // SAFETY: the handle is alive until drop, and the slices hold exactly the frames that
        // the function reads and writes, as was just checked.
        let stopped = unsafe {
            (self.library.functions.run)(
                self.handle.as_ptr(),
                cycles,
                inputs.as_ptr(),
                outputs.as_mut_ptr(),
            )
        };
        if stopped == 0 {
            return Ok(());
        }
        Err(self.stopped())
    }

    /// Starts a VCD file at the current cycle; a running one is closed first. A cycle is
    /// 1,000 time units of 1 ps.
    pub fn open_trace(&mut self, path: &Path) -> Result<(), ModelError> {
        let Some(open) = self.library.functions.trace_open else {
            return Err(ModelError::NotBuilt { what: "trace" });
        };
        self.close_trace();
        let failed = || ModelError::Trace {
            path: path.to_owned(),
        };
        let text = CString::new(path.as_os_str().as_encoded_bytes()).map_err(|_| failed())?;
        // SAFETY: the handle is alive, and the string ends with a zero and outlives the call.
        if unsafe { open(self.handle.as_ptr(), text.as_ptr()) } == 0 {
            self.tracing = true;
            Ok(())
        } else {
            Err(failed())
        }
    }

    /// Ends the VCD file, if one is being written.
    pub fn close_trace(&mut self) {
        if let (true, Some(close)) = (self.tracing, self.library.functions.trace_close) {
            // SAFETY: the handle is alive.
            unsafe { close(self.handle.as_ptr()) };
        }
        self.tracing = false;
    }

    /// The coverage counters as they stand; empty when the model was built without. What
    /// each of them counts is told by [`Library::coverage_points`](crate::Library::coverage_points).
    pub fn coverage(&self) -> &[u32] {
        let (base, count) = self.counters();
        // SAFETY: base points to that many counters, which live as long as the model and
        // change only in calls that take it mutably.
        unsafe { std::slice::from_raw_parts(base, count) }
    }

    /// Sets all coverage counters to 0.
    pub fn clear_coverage(&mut self) {
        let (base, count) = self.counters();
        // SAFETY: as in `coverage`, and the model is borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(base, count) }.fill(0);
    }

    /// The counters of the states of control registers; empty when the model was built without.
    /// What each of them counts is told by [`Library::state_points`](crate::Library::state_points).
    pub fn states(&self) -> &[u32] {
        let (base, count) = self.state_counters();
        // SAFETY: base points to that many counters, which live as long as the model and
        // change only in calls that take it mutably.
        unsafe { std::slice::from_raw_parts(base, count) }
    }

    /// Sets all counters of states to 0.
    pub fn clear_states(&mut self) {
        let (base, count) = self.state_counters();
        // SAFETY: as in `states`, and the model is borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(base, count) }.fill(0);
    }

    /// Keeps the present state of all registers and memories for [`restore`](Self::restore).
    pub fn save(&mut self) -> Result<(), ModelError> {
        let Some(save) = self.library.functions.save else {
            return Err(ModelError::NotBuilt { what: "save" });
        };
        // SAFETY: the handle is alive.
        if unsafe { save(self.handle.as_ptr()) } == 0 {
            return Ok(());
        }
        Err(self.stopped())
    }

    /// Puts all registers and memories back to what they were at the last [`save`](Self::save);
    /// without one nothing changes. Counters stay.
    pub fn restore(&mut self) {
        if let Some(restore) = self.library.functions.restore {
            // SAFETY: the handle is alive.
            unsafe { restore(self.handle.as_ptr()) };
        }
    }

    fn stopped(&self) -> ModelError {
        // SAFETY: the function gives a string of the handle's, ended by a zero, which lives
        // until the next call.
        let message =
            unsafe { CStr::from_ptr((self.library.functions.error)(self.handle.as_ptr())) };
        ModelError::Stopped {
            message: message.to_string_lossy().into_owned(),
        }
    }

    fn state_counters(&self) -> (*mut u32, usize) {
        let Some(states) = self.library.functions.states else {
            return (NonNull::dangling().as_ptr(), 0);
        };
        let mut count = 0;
        // SAFETY: the handle is alive, and `count` may be written to.
        let base = unsafe { states(self.handle.as_ptr(), &mut count) };
        (base, count)
    }

    fn counters(&self) -> (*mut u32, usize) {
        let Some(coverage) = self.library.functions.coverage else {
            return (NonNull::dangling().as_ptr(), 0);
        };
        let mut count = 0;
        // SAFETY: the handle is alive, and `count` may be written to.
        let base = unsafe { coverage(self.handle.as_ptr(), &mut count) };
        (base, count)
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        self.close_trace();
        // SAFETY: the handle came from the same library's `new` and is given back once.
        unsafe { (self.library.functions.delete)(self.handle.as_ptr()) };
    }
}

fn check_frames(
    what: &'static str,
    cycles: usize,
    words: usize,
    found: usize,
) -> Result<(), ModelError> {
    match cycles.checked_mul(words) {
        Some(expected) if expected == found => Ok(()),
        expected => Err(ModelError::Frame {
            what,
            expected: expected.unwrap_or(usize::MAX),
            found,
        }),
    }
}

/// Verilator takes a seed of 31 bits and reads 0 as "choose one". All bits of ours count,
/// and neighbouring seeds must not give neighbouring bits: the finalizer of SplitMix64.
pub(crate) fn fold_seed(seed: u64) -> i32 {
    let mut mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    let folded = (mixed >> 33) as i32;
    folded.max(1)
}
