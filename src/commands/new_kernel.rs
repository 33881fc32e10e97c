//! `warploom new-kernel`: the beginning of a launch descriptor for somebody's PTX.

use crate::failure::{Exit, Failure};
use crate::output;
use sm::descriptor::skeleton;
use sm::lower::Module;
use spec::UnknownName;
use std::io::Write;
use std::path::PathBuf;

/// Writes a launch descriptor for a PTX module, with questions to answer
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: warploom new-kernel mine.ptx --out mine.toml")]
pub struct Args {
    /// PTX module
    file: PathBuf,
    /// For this kernel only
    #[arg(long, value_name = "E")]
    entry: Option<String>,
    /// Write it to this file, which must not be there yet [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let name = args.file.display().to_string();
    let text = std::fs::read_to_string(&args.file)
        .map_err(|error| Failure::bad_input(format!("{name}: cannot be read: {error}")))?;
    let module = Module::load(&name, &text)?;
    let known = || module.kernels.iter().map(|kernel| kernel.name.clone());
    if let Some(entry) = &args.entry {
        if module.kernel(entry).is_none() {
            return Err(UnknownName::new("kernel", entry, known()).into());
        }
    }
    if known().next().is_none() {
        let refused = module
            .refused
            .first()
            .map(|refused| refused.diagnostic.to_string());
        let reason = refused.unwrap_or_else(|| format!("{name}: there is no kernel in it"));
        return Err(Failure::bad_input(reason));
    }
    // Paths of a descriptor are relative to it.
    let beside = match (&args.out, args.file.file_name()) {
        (Some(out), Some(file)) if out.parent() == args.file.parent() => PathBuf::from(file),
        _ => args.file.clone(),
    };
    let made = skeleton(
        &beside.display().to_string(),
        &module,
        args.entry.as_deref(),
    );
    let Some(out) = &args.out else {
        output::text(&made);
        return Ok(Exit::Fine);
    };
    let file = std::fs::File::create_new(out);
    let written = file.and_then(|mut file| file.write_all(made.as_bytes()));
    written.map_err(|error| {
        Failure::bad_input(format!("{}: cannot be written: {error}", out.display()))
    })?;
    Ok(Exit::Fine)
}
