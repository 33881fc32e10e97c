//! `warploom synth`: area and timing of what is emitted.

use crate::dut;
use crate::failure::{Exit, Failure};
use crate::say;
use crate::selection::Selection;
use campaign::netlist::Verilated;
use cosim::emitted;
use hdl::emit::{Dialect, Reset};
use progress::parallel;
use serde::Serialize;
use spec::{AnyParameters, Configuration};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};
use synthesis::library::Library;
use synthesis::timing::Timer;
use synthesis::{baseline, report, synthesize, Effort, Figures, Mapping};
use tools::discovery::{Tool, Tools};
use tools::project;

/// Synthesize units: gates and depth, or area and timing in cells of a library
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  warploom synth --unit bdi_compressor\n  \
                  warploom synth --unit avc_encoder --liberty typical.lib --effort full\n  \
                  warploom synth --unit osu --preset small --liberty typical.lib --explain\n  \
                  warploom synth --check")]
pub struct Args {
    #[command(flatten)]
    selection: Selection,
    /// Map to the cells of this Liberty file
    #[arg(long, value_name = "FILE")]
    liberty: Option<PathBuf>,
    /// Clock period in picoseconds [default: the unit's own]
    #[arg(long, value_name = "N", requires = "liberty")]
    clock_ps: Option<u32>,
    /// Map modules one by one, as those of large designs are: faster, without energy
    #[arg(long, requires = "liberty")]
    by_module: bool,
    /// Say besides of which modules each netlist's area is, and where its longest path runs
    #[arg(long, requires = "liberty")]
    explain: bool,
    /// How hard the mapper is tried
    #[arg(long, default_value_t = Effort::Quick)]
    effort: Effort,
    /// Write the figures as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the figures as a page for a browser
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the figures as the page docs/synthesis.md is
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Fail when a unit has grown by more than 3 % since docs/synthesis.md, or misses its clock
    #[arg(long)]
    check: bool,
}

/// Version of the file that `--json` writes; docs/formats.md describes it.
const FORMAT: u32 = 1;
/// Generic cells of the largest design that `--check` makes anew unasked: some seconds each. What is
/// larger is measured by `make synth`.
const QUICK_CELLS: u64 = 12_000;
/// Generic cells of the largest design that is mapped unasked: beyond, mapping and playing the
/// netlist take from ten minutes to an hour.
const MAPPED_CELLS: u64 = 26_000;
/// Arrays of more registers cost minutes and say nothing new, so nobody gets them unasked.
const REGISTERS: usize = 256;

/// Banks of the largest register file that is synthesized without being asked for.
const BANKS: usize = 8;
/// Lines of a bank of the largest staging unit that is.
const LINES: usize = 2;

#[derive(Serialize)]
struct Results<'a> {
    format: u32,
    date: &'a str,
    tools: &'a [(&'static str, String)],
    units: &'a [Figures],
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    if args.clock_ps == Some(0) {
        return Err(Failure::bad_input("--clock-ps takes a number of 1 or more"));
    }
    let outputs = [&args.json, &args.html, &args.markdown];
    for file in outputs.into_iter().flatten() {
        let parent = file.parent().filter(|p| !p.as_os_str().is_empty());
        dut::check_writable(parent.unwrap_or(".".as_ref()))?;
    }
    let tools = Tools::discover();
    let mapping = match &args.liberty {
        None => None,
        Some(path) => Some(Mapping {
            library: Library::read(path)?,
            timer: Timer::find(&tools),
            clock_ps: args.clock_ps,
            effort: args.effort,
            by_module: args.by_module,
            explain: args.explain,
            largest: args.selection.units.is_empty().then_some(MAPPED_CELLS),
        }),
    };
    let mut configurations = args.configurations()?;
    let committed = if args.check { committed()? } else { Vec::new() };
    let mut rowless = Vec::new();
    if args.check && args.selection.units.is_empty() {
        configurations.retain(|configuration| {
            let (unit, preset) = (configuration.unit().to_string(), configuration.label());
            let row = baseline::row(&committed, &unit, &preset);
            if row.is_none() {
                rowless.push(baseline::no_row(&unit, &preset));
            }
            row.is_some_and(|row| row.cells <= QUICK_CELLS)
        });
    }
    let figures: Result<Vec<Figures>, _> = parallel::shown(
        "synth",
        &configurations,
        &Configuration::to_string,
        &|configuration, place| {
            let hardware = emitted::plain(configuration, Dialect::default(), Reset::default())
                .map_err(|error| tools::Error::new(error.to_string()))?;
            let player = Verilated(&tools);
            let unit = (configuration, &hardware);
            synthesize(&tools, unit, mapping.as_ref(), &player, place)
        },
    )
    .into_iter()
    .collect();
    let figures = figures?;
    let used = used(&tools, mapping.as_ref())?;
    for line in report::text(&figures, &used) {
        say!("{line}");
    }
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let date = report::date(since.map_or(0, |time| time.as_secs() / 86_400));
    if let Some(file) = &args.json {
        let results = Results {
            format: FORMAT,
            date: &date,
            tools: &used,
            units: &figures,
        };
        dut::write(file, &(serde_json::to_string_pretty(&results)? + "\n"))?;
    }
    if let Some(file) = &args.html {
        dut::write(file, &report::html(&figures, &used, &date))?;
    }
    if let Some(file) = &args.markdown {
        dut::write(file, &report::markdown(&figures, &used, &date))?;
    }
    if args.check {
        return Ok(check(&figures, &committed, rowless));
    }
    Ok(Exit::Fine)
}

impl Args {
    fn configurations(&self) -> Result<Vec<Configuration>, Failure> {
        let mut all = self.selection.configurations()?;
        if self.selection.preset.is_none() {
            all.retain(|configuration| match configuration.parameters {
                AnyParameters::PowerArray(p) => p.registers() <= REGISTERS,
                AnyParameters::SlumberTop(p) => p.array().registers() <= REGISTERS,
                AnyParameters::Regfile(p) => p.geometry().banks() <= BANKS,
                AnyParameters::Osu(p) => p.lines() <= LINES,
                AnyParameters::ReglessShard(p) => p.lines() <= LINES,
                // Four shards and an arbiter.
                AnyParameters::Regless(_) => false,
                _ => true,
            });
        }
        Ok(all)
    }
}

/// What the figures are made with.
fn used(tools: &Tools, mapping: Option<&Mapping>) -> Result<Vec<(&'static str, String)>, Failure> {
    let mut used = vec![
        ("warploom", env!("CARGO_PKG_VERSION").to_owned()),
        ("yosys", tools.find(Tool::Yosys)?.version()?),
    ];
    if let Some(mapping) = mapping {
        let library = &mapping.library;
        used.push((
            "library",
            format!("{}, {} V", library.name, library.voltage),
        ));
        used.push((
            "timing",
            match &mapping.timer {
                Timer::OpenSta(found) => format!("OpenSTA {}", found.version()?),
                Timer::Abc => "abc's own figure for logic, with 130 ps for flip-flops; \
                           OpenSTA is not installed (apt install opensta)"
                    .to_owned(),
            },
        ));
    }
    Ok(used)
}

/// What docs/synthesis.md says.
fn committed() -> Result<Vec<baseline::Row>, Failure> {
    let path = project::root().join("docs/synthesis.md");
    let page = std::fs::read_to_string(&path).map_err(|error| {
        Failure::bad_input(format!(
            "cannot read {}: {error}; `make synth` writes it",
            path.display()
        ))
    })?;
    Ok(baseline::rows(&page))
}

/// `worse` is what is known already.
fn check(figures: &[Figures], committed: &[baseline::Row], mut worse: Vec<String>) -> Exit {
    for unit in figures {
        let row = baseline::row(committed, &unit.unit, &unit.preset);
        worse.extend(baseline::worse(unit, row));
    }
    if worse.is_empty() {
        say!("\nnone is worse than docs/synthesis.md says");
        return Exit::Fine;
    }
    say!("");
    for line in worse {
        say!("{line}");
    }
    Exit::Failed
}
