//! One file per subcommand.

pub mod doctor;
pub mod emit;
pub mod lint;
pub mod list;
