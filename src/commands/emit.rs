//! `warploom emit`: Verilog and everything that goes with it.

use crate::failure::{Exit, Failure};
use crate::selection::Selection;
use hdl::emit::{Dialect, EmitErrors, Options, Reset};
use progress::parallel;
use spec::Configuration;
use std::path::PathBuf;
use tools::bundle::{write_alone, write_combined, write_shared, Bundle};
use tools::project;

/// Write the Verilog of units, with file list, FuseSoC core, constraints and port table
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Example: warploom emit --unit bdi_compressor --preset fermi --dialect sv --out rtl"
)]
pub struct Args {
    #[command(flatten)]
    selection: Selection,
    /// Language of the output: verilog2005 or sv
    #[arg(long, default_value_t)]
    dialect: Dialect,
    /// Reset of every register that has one: sync-high (port reset) or async-low (port reset_n)
    #[arg(long, default_value_t)]
    reset: Reset,
    /// Folder to write UNIT-PRESET/ into [default: generated/ of the project, with --shared]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Put P_ before every module name
    #[arg(long, value_name = "P")]
    prefix: Option<String>,
    /// Put all units into one folder, combined/, with one file list
    #[arg(long, conflicts_with = "shared")]
    combined: bool,
    /// Put each module once into rtl/, beside the units' folders, whose file lists point there
    #[arg(long)]
    shared: bool,
    /// Add the units' properties as SystemVerilog assertions in a bind file
    #[arg(long)]
    sva: bool,
    /// Add the power intent (UPF 2.1) of the units that control power: bank_gate and slumber_top
    #[arg(long)]
    upf: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    args.check_prefix()?;
    let out = match &args.out {
        Some(out) => out.clone(),
        None => args.generated()?,
    };
    let options = Options {
        dialect: args.dialect,
        reset: args.reset,
        prefix: args.prefix.clone(),
        ..Options::default()
    };
    let bundles: Result<Vec<Bundle>, _> = parallel::shown(
        "emit",
        &args.selection.configurations()?,
        &Configuration::to_string,
        &|configuration, _| args.bundle(configuration, &options),
    )
    .into_iter()
    .collect();
    let bundles = bundles?;
    if args.combined {
        write_combined(&out, &bundles)?;
    } else if args.shared || args.out.is_none() {
        write_shared(&out, &bundles)?;
    } else {
        write_alone(&out, &bundles)?;
    }
    Ok(Exit::Fine)
}

impl Args {
    fn bundle(
        &self,
        configuration: &Configuration,
        options: &Options,
    ) -> Result<Bundle, EmitErrors> {
        let design = hdl::units::emit(configuration, options)?;
        let assertions = self
            .sva
            .then(|| hdl::assertions::checker(&configuration.parameters, &design));
        let power_intent = self
            .upf
            .then(|| hdl::power_intent::upf(&configuration.parameters, &design))
            .flatten()
            .map(|text| (format!("{}.upf", design.top), text));
        Ok(Bundle {
            directory: configuration.directory(),
            design,
            assertions,
            power_intent,
        })
    }

    fn check_prefix(&self) -> Result<(), Failure> {
        let letter = |c: char| c.is_ascii_alphabetic();
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        match &self.prefix {
            Some(prefix) if !prefix.starts_with(letter) || !prefix.chars().all(plain) => {
                Err(Failure::bad_input(format!(
                    "bad prefix '{prefix}'; allowed: a letter, then letters, digits and underscores"
                )))
            }
            _ => Ok(()),
        }
    }

    /// generated/ holds the presets in the default form and nothing else.
    fn generated(&self) -> Result<PathBuf, Failure> {
        let changed = [
            (self.dialect != Dialect::default(), "--dialect"),
            (self.reset != Reset::default(), "--reset"),
            (self.prefix.is_some(), "--prefix"),
            (self.combined, "--combined"),
            (self.sva, "--sva"),
            (self.upf, "--upf"),
            (!self.selection.changes.is_empty(), "--set"),
        ];
        match changed.iter().find(|(given, _)| *given) {
            Some((_, option)) => Err(Failure::bad_input(format!(
                "generated/ takes presets in the default form only; {option} wants --out DIR"
            ))),
            None => Ok(project::root().join("generated")),
        }
    }
}
