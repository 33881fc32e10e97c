//! Reference results: what a kernel must compute, by the plain algorithm, in plain Rust.
//!
//! One file per kernel, one row in [`REFERENCES`]. A reference sees the buffers as they were
//! before the first launch, and the descriptor's constants; it never sees PTX. The order of
//! floating-point operations should be the kernel's where that is natural; what remains is the
//! tolerance that the descriptor states.

mod problem;
mod vector_add;

pub use problem::{Answers, Problem, ReferenceError};

/// Computes the expected contents of some of a problem's buffers.
pub type Reference = fn(&Problem) -> Result<Answers, ReferenceError>;

/// Every reference by the name that descriptors use.
pub const REFERENCES: &[(&str, Reference)] = &[("vector_add", vector_add::reference)];

/// The reference of this name.
pub fn find(name: &str) -> Option<Reference> {
    let row = REFERENCES.iter().find(|(known, _)| *known == name)?;
    Some(row.1)
}
