//! The binary: everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(warploom::run() as u8)
}
