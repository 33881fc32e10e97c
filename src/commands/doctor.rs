//! `warploom doctor`: which tools are there, and what mends those that are not.

use crate::error::Error;
use crate::tools::discovery::Tools;
use crate::tools::doctor::{examine, report, Diagnosis};
use std::process::ExitCode;

/// Show which tools are found, and the command that mends what is missing
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Exit code 0 when all that is needed is there, else 2.
pub fn run(_: Args) -> Result<ExitCode, Error> {
    let diagnoses = examine(&Tools::discover());
    print!("{}", report(&diagnoses));
    let fault = diagnoses.iter().any(Diagnosis::is_fault);
    Ok(ExitCode::from(if fault { 2 } else { 0 }))
}
