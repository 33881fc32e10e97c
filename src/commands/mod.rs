//! One file per subcommand.

pub mod kernels;
pub mod list;
pub mod ptx;
pub mod run;
