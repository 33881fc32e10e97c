//! One file per subcommand.

pub mod bench;
pub mod cosim;
pub mod doctor;
pub mod emit;
pub mod lint;
pub mod list;
pub mod replay;
pub mod synth;
