//! One file per subcommand.

pub mod bench;
pub mod cosim;
pub mod doctor;
pub mod emit;
pub mod fuzz;
pub mod kernels;
pub mod lint;
pub mod list;
pub mod mutate;
pub mod new_kernel;
pub mod paper;
pub mod prove;
pub mod ptx;
pub mod regress;
pub mod replay;
pub mod run;
pub mod synth;
