//! The program; everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(warploom::cli::run() as u8)
}
