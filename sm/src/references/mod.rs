//! Reference results: what a kernel must compute, by the plain algorithm, in plain Rust.
//!
//! One file per kernel, one name in the list below. A reference sees the buffers as they were
//! before the first launch, and the descriptor's constants; it never sees PTX. The order of
//! floating-point operations should be the kernel's where that is natural; what remains is the
//! tolerance that the descriptor states.

mod problem;

pub use problem::{Answers, Problem, ReferenceError};

/// Computes the expected contents of some of a problem's buffers.
pub type Reference = fn(&Problem) -> Result<Answers, ReferenceError>;

/// A module for each name, and the table that finds them.
macro_rules! references {
    ($($name:ident),+ $(,)?) => {
        $(mod $name;)+

        /// Every reference by the name that descriptors use.
        pub const REFERENCES: &[(&str, Reference)] =
            &[$((stringify!($name), $name::reference)),+];
    };
}

references! {
    aes,
    backprop,
    bfs,
    binomial_options,
    bitonic_sort,
    black_scholes,
    btree_lookup,
    cfd_step,
    fast_walsh,
    fdtd3d,
    gaussian,
    heartwall,
    histogram,
    hotspot,
    kmeans,
    lavamd,
    libor,
    lud,
    matrix_multiply,
    nearest_neighbour,
    needleman_wunsch,
    particle_filter,
    pathfinder,
    reduction,
    saxpy,
    scan,
    spmv,
    srad,
    stream_cluster,
    texture_blur,
    texture_lookup,
    vector_add,
    wavelet_2d,
}

/// The reference of this name.
pub fn find(name: &str) -> Option<Reference> {
    let row = REFERENCES.iter().find(|(known, _)| *known == name)?;
    Some(row.1)
}
