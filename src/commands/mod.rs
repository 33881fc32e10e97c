//! One file per subcommand.

pub mod doctor;
pub mod lint;
pub mod list;
