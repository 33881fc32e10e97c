//! A kernel cycle by cycle: what `warploom run --scheme` writes with `--json`.

use crate::commands::run::document;
use crate::failure::Failure;
use crate::regress::suite::kernels_folder;
use crate::timed_run::{self, Timed};
use campaign::paper::work::Setting;
use clap::Parser;
use serde_json::Value;
use sm::host::{Options, Session};
use std::path::Path;

/// The options of `warploom run`: a job is what that command line is, with its defaults.
#[derive(Parser)]
struct CommandLine {
    #[arg(long)]
    max_registers: Option<u32>,
    #[command(flatten)]
    timed: timed_run::Args,
}

/// Runs it; a kernel whose results are wrong gives its document too, which says so.
pub fn run(
    descriptor: &Path,
    setting: &Setting,
    max_cycles: Option<u64>,
) -> Result<Value, Failure> {
    let mut line = vec!["run".to_owned()];
    line.extend(setting.options());
    if let Some(cycles) = max_cycles {
        line.extend(["--max-cycles".to_owned(), cycles.to_string()]);
    }
    let CommandLine {
        max_registers,
        timed,
    } = CommandLine::try_parse_from(line)?;
    let Some(mut settings) = timed.settings()? else {
        return Err(Failure::bad_input("a timed run names its scheme"));
    };
    settings.parameters = settings.parameters.overridden(&setting.parameters)?;
    let (parameters, constants) = (settings.parameters.clone(), timed.constants()?);
    let session = Session::open_for(&kernels_folder().join(descriptor), None)?;
    let options = Options {
        physical: true,
        max_registers,
    };
    match timed_run::run(&timed, settings, &session, options)? {
        Timed::Ran(ran) => {
            let added = timed.document(&ran, &parameters, &constants);
            let written = document(descriptor, &session, &ran.outcome, &ran.statistics, added);
            Ok(serde_json::to_value(written)?)
        }
        Timed::Differs(difference) => Err(Failure::bad_input(difference.message)),
    }
}
