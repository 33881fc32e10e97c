//! `warploom emit`: Verilog and everything that goes with it.

use crate::failure::{Exit, Failure};
use crate::project;
use crate::selection::Selection;
use crate::write::Folder;
use campaign::parallel;
use hdl::emit::{side_files, ClockConstraint, Design, Dialect, EmitErrors, Module, Options, Reset};
use spec::Configuration;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

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
    /// Folder to write UNIT-PRESET/ into [default: generated/ of the project]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Put P_ before every module name
    #[arg(long, value_name = "P")]
    prefix: Option<String>,
    /// Put all units into one folder, combined/, with one file list
    #[arg(long)]
    combined: bool,
    /// Add the units' properties as SystemVerilog assertions in a bind file
    #[arg(long)]
    sva: bool,
    /// Add the power intent (UPF 2.1) of the units that control power: bank_gate and slumber_top
    #[arg(long)]
    upf: bool,
}

/// What a folder is made from.
struct Bundle {
    directory: String,
    design: Design,
    assertions: Option<Module>,
    power_intent: Option<(String, String)>,
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
        write_combined(&out.join("combined"), &bundles)?;
    } else {
        for bundle in &bundles {
            write_folder(&out.join(&bundle.directory), &files(bundle))?;
        }
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
            .then(|| hdl::slumber::power_intent::upf(&configuration.parameters, &design))
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

fn clock() -> ClockConstraint {
    ClockConstraint {
        period_ns: f64::from(spec::CLOCK_PERIOD_PS) / 1000.0,
    }
}

fn files(bundle: &Bundle) -> BTreeMap<String, String> {
    let design = &bundle.design;
    let mut files: BTreeMap<String, String> = side_files(design, &design.modules, clock())
        .into_iter()
        .collect();
    for module in design.modules.iter().chain(&bundle.assertions) {
        files.insert(module.file_name.clone(), module.text.clone());
    }
    files.extend(bundle.power_intent.clone());
    files
}

/// One folder for all: modules that units share are there once.
fn write_combined(folder: &Path, bundles: &[Bundle]) -> Result<(), Failure> {
    let designs: Vec<Design> = bundles.iter().map(|b| b.design.clone()).collect();
    let modules = hdl::emit::combine(&designs)?;
    let mut all = BTreeMap::new();
    let mut readme = String::new();
    for bundle in bundles {
        for (name, text) in side_files(&bundle.design, &modules, clock()) {
            match name.as_str() {
                "README.md" => readme += &text,
                // One file list and one core for the folder.
                _ if name.ends_with(".f") || name.ends_with(".core") => {}
                _ => {
                    all.insert(name, text);
                }
            }
        }
        all.extend(
            bundle
                .assertions
                .iter()
                .map(|m| (m.file_name.clone(), m.text.clone())),
        );
        all.extend(bundle.power_intent.clone());
    }
    all.insert("combined.f".to_owned(), hdl::emit::file_list(&modules));
    let core = hdl::emit::combined_core(&designs, &modules);
    all.insert("combined.core".to_owned(), core);
    all.insert("README.md".to_owned(), readme);
    all.extend(modules.into_iter().map(|m| (m.file_name, m.text)));
    write_folder(folder, &all)
}

/// Writes the folder unless it holds just these files already.
fn write_folder(folder: &Path, files: &BTreeMap<String, String>) -> Result<(), Failure> {
    if holds(folder, files) {
        return Ok(());
    }
    let partial = Folder::start(folder)?;
    for (name, text) in files {
        partial.add(name, text)?;
    }
    partial.finish()
}

fn holds(folder: &Path, files: &BTreeMap<String, String>) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return false;
    };
    entries.count() == files.len()
        && files.iter().all(|(name, text)| {
            std::fs::read(folder.join(name)).is_ok_and(|b| b == text.as_bytes())
        })
}
