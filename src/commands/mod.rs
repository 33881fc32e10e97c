//! One file per subcommand.

pub mod list;
