//! `warploom mutate`: mutants of units, and which of them the tests notice.

use crate::campaigns::{self, Campaign, Common, Here};
use crate::dut;
use crate::failure::{Exit, Failure};
use crate::say;
use crate::selection::Selection;
use crate::sources;
use campaign::job::Job;
use campaign::json;
use campaign::mutation::numbers::Numbers;
use campaign::mutation::plan::{Lists, Request};
use campaign::mutation::run::{self as runner, Tools};
use campaign::mutation::solver::{Program, Solver};
use campaign::mutation::work::MutantWork;
use campaign::mutation::{html, markdown, summary};
use campaign::page;
use campaign::record::Record;
use campaign::report::Report;
use cosim::workshop;
use progress::text::counted;
use spec::Configuration;
use std::ffi::OsString;
use std::path::PathBuf;
use tools::discovery::{Tool, Tools as Discovered};

/// Puts every mutant of units beside their golden models: which of them do the tests notice?
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  warploom mutate --unit bank_gate\n  \
                  warploom mutate --unit regless --preset small --sample 100 --seed 7\n  \
                  warploom mutate --unit osu_bank --mutants 17,30-40\n  \
                  warploom mutate --resume mutants/ --html out/mutants --json out/mutants.json\n  \
                  warploom mutate --slurm /shared/mutants --shards 8")]
pub struct Args {
    #[command(flatten)]
    selection: Selection,
    /// So many mutants of each unit, drawn [default: all]
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Seed of the draw, of stimulus and of power-up values
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// These mutants only, by the numbers of the report, such as 3,17-20
    #[arg(long, value_name = "LIST")]
    mutants: Option<Numbers>,
    /// Cycles that a mutant has to live [default: by the unit, as `make cosim`]
    #[arg(long, value_name = "N")]
    cycles: Option<u64>,
    #[command(flatten)]
    common: Common,
    /// Write what became of every mutant as JSON
    #[arg(long, value_name = "FILE", conflicts_with = "slurm")]
    json: Option<PathBuf>,
    /// Write the report as a page, index.html
    #[arg(long, value_name = "DIR", conflicts_with = "slurm")]
    html: Option<PathBuf>,
    /// Write the table as Markdown
    #[arg(long, value_name = "FILE", conflicts_with = "slurm")]
    markdown: Option<PathBuf>,
    /// Folder of reasons why mutants make no difference, UNIT.toml
    #[arg(long, value_name = "DIR", default_value = "tests/mutants")]
    reasons: PathBuf,
}

/// Seconds that a solver may think about one mutant.
const SOLVER_SECONDS: u32 = 10;

impl Args {
    /// Where nothing says which preset, one of each unit that is built soon.
    fn configurations(&self) -> Result<Vec<Configuration>, Failure> {
        let mut selected = self.selection.configurations()?;
        if self.selection.preset.is_none() {
            selected.retain(|c| c.preset == c.unit().small_preset().name);
        }
        Ok(selected)
    }

    fn request(&self) -> Result<Request, Failure> {
        Ok(Request {
            configurations: self.configurations()?,
            numbers: self.mutants.clone(),
            sample: self.sample,
            seed: self.seed,
            cycles: self.cycles,
            reasons: self.reasons.clone(),
        })
    }

    /// The options that say what a campaign consists of, for shards elsewhere.
    fn options(&self) -> Vec<OsString> {
        let mut options = self.selection.options();
        let mut option = |name: &str, value: String| options.extend([name.into(), value.into()]);
        option("--seed", self.seed.to_string());
        option("--reasons", self.reasons.display().to_string());
        if let Some(numbers) = &self.mutants {
            option("--mutants", numbers.to_string());
        }
        if let Some(sample) = self.sample {
            option("--sample", sample.to_string());
        }
        if let Some(cycles) = self.cycles {
            option("--cycles", cycles.to_string());
        }
        options
    }

    fn describe(&self, here: &Here<MutantWork>) -> String {
        let mutants: usize = here.mine.iter().map(|job| job.work.numbers.len()).sum();
        format!(
            "mutate: {} in {}{}, seed {}",
            counted(mutants as u64, "mutant"),
            counted(here.mine.len() as u64, "job"),
            here.part(),
            self.seed,
        )
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let zero = args.sample == Some(0) || args.cycles == Some(0);
    if zero || args.common.has_zero() {
        return Err(Failure::bad_input(
            "--sample, --jobs, --cycles and --shards take numbers of 1 or more",
        ));
    }
    for file in args.json.iter().chain(&args.markdown) {
        dut::check_writable_file(file)?;
    }
    if let Some(folder) = &args.html {
        dut::check_writable(folder)?;
    }
    if !args.common.merge.is_empty() {
        return finish(args, &Report::merged(&args.common.merge)?);
    }
    let lists = Lists::default();
    let works = args.request()?.works(&lists)?;
    let new = |work| Job::new(sources::ALL, work);
    let campaign = Campaign {
        command: "mutate",
        suite: "mutants".to_owned(),
        seed: args.seed,
        options: args.options(),
        outputs: &[("--json", "mutants.json"), ("--html", "html")],
        jobs: works.into_iter().map(new).collect(),
    };
    let Some(here) = args.common.begin(campaign)? else {
        return Ok(Exit::Fine);
    };
    let (tools, monitor) = (tools(args, lists)?, &here.monitor);
    let doing =
        |work: &MutantWork, record: Record<MutantWork>| runner::run(work, record, &tools, monitor);
    let report = here.run(&args.describe(&here), &doing)?;
    let exit = finish(args, &report)?;
    here.say_the_rest(exit);
    Ok(exit)
}

fn tools(args: &Args, lists: Lists) -> Result<Tools, Failure> {
    let program = |tool| -> Result<Program, Failure> {
        let found = Discovered::discover().find(tool)?;
        Ok(Box::new(move || found.command()))
    };
    Ok(Tools {
        simulator: workshop::simulator()?,
        solver: Solver {
            yosys: program(Tool::Yosys)?,
            abc: program(Tool::Abc)?,
            seconds: SOLVER_SECONDS,
        },
        reasons: args.reasons.clone(),
        lists,
    })
}

fn finish(args: &Args, report: &Report<MutantWork>) -> Result<Exit, Failure> {
    let rows = summary::rows(report);
    if let Some(path) = &args.json {
        dut::write(path, &json::document(summary::FORMAT, &rows))?;
    }
    if let Some(path) = &args.markdown {
        let command = "make mutate";
        dut::write(path, &markdown::document(&rows, command))?;
    }
    if let Some(folder) = &args.html {
        page::write(report, html::TITLE, folder, &html::sections(report))?;
    }
    say!(
        "{}{}\n\n{}",
        summary::living(&rows),
        report.text(),
        summary::text(&rows)
    );
    if let Some(folder) = &args.html {
        say!("report   {}", folder.join("index.html").display());
    }
    Ok(campaigns::exit(report))
}
