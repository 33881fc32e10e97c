//! `warploom doctor`: which tools are there, and what mends those that are not.

use crate::failure::{Exit, Failure};
use crate::say;
use tools::discovery::Tools;
use tools::doctor::{examine, report, Diagnosis};

/// Show which tools are found, and the command that mends what is missing
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: warploom doctor")]
pub struct Args {}

/// Exit code 0 when all that is needed is there, else 2.
pub fn run(_: Args) -> Result<Exit, Failure> {
    let diagnoses = examine(&Tools::discover());
    say!("{}", report(&diagnoses).trim_end());
    let fault = diagnoses.iter().any(Diagnosis::is_fault);
    Ok(if fault { Exit::BadInput } else { Exit::Fine })
}
