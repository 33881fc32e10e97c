//! `warploom emit`: Verilog and everything that goes with it.

use crate::failure::{Exit, Failure};
use crate::selection::Selection;
use crate::write::Folder;
use crate::{project, say};
use hdl::emit::{Design, Dialect, Options, Reset};
use spec::Configuration;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Writes the Verilog of units, with file list, FuseSoC core, constraints and port table
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Example: warploom emit --unit bdi_compressor --preset fermi --dialect sv --out rtl"
)]
pub struct Args {
    #[command(flatten)]
    selection: Selection,
    /// Language of the output: verilog2005 or sv
    #[arg(long, default_value_t = Dialect::Verilog2005)]
    dialect: Dialect,
    /// Reset of every register that has one: sync-high (port reset) or async-low (port reset_n)
    #[arg(long, default_value_t = Reset::SyncHigh)]
    reset: Reset,
    /// Folder to write UNIT-PRESET/ into [default: generated/ of the project]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Put P_ before every module name
    #[arg(long, value_name = "P")]
    prefix: Option<String>,
    /// Put all units into one folder with one file list
    #[arg(long)]
    combined: bool,
    /// Add the units' properties as SystemVerilog assertions in a bind file
    #[arg(long)]
    sva: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let configurations = args.selection.configurations()?;
    let out = match &args.out {
        Some(out) => out.clone(),
        None => args.default_folder()?,
    };
    let options = Options {
        dialect: args.dialect,
        reset: args.reset,
        prefix: args.prefix.clone(),
    };
    let bundles: Vec<Bundle> = configurations
        .iter()
        .map(|c| Bundle::new(c, &options, args.sva))
        .collect::<Result<_, _>>()?;
    if args.combined {
        write_combined(&out, &bundles)?;
    } else {
        for bundle in &bundles {
            bundle.write(&out)?;
        }
    }
    Ok(Exit::Fine)
}
