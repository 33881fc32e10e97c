//! `warploom mutate`: mutants of units, and which of them the tests notice.

use crate::dut;
use crate::failure::{Exit, Failure};
use crate::interrupt;
use crate::say;
use crate::selection::Selection;
use crate::tools::discovery::{Tool, Tools as Discovered};
use campaign::folder::{Folder, Plan};
use campaign::job::{quoted, Job};
use campaign::mutation::numbers::Numbers;
use campaign::mutation::plan::{Lists, Request};
use campaign::mutation::run::{self as runner, Tools};
use campaign::mutation::solver::{Program, Solver};
use campaign::mutation::work::MutantWork;
use campaign::mutation::{html, json, markdown, summary};
use campaign::record::Record;
use campaign::report::Report;
use campaign::shard::Shard;
use campaign::slurm::Cluster;
use campaign::{page, parallel, pool};
use cosim::regression::Monitor;
use cosim::report::table::counted;
use spec::Configuration;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::Arc;

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
    /// Threads that build and run [default: one for each processor]
    #[arg(long, value_name = "J")]
    jobs: Option<usize>,
    /// Folder of results: what is finished in it is not run again [default: a new one in out/mutate]
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,
    /// Run only part I of N
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Run nothing: one report of the results in these folders
    #[arg(long, value_name = "DIR", num_args = 1.., conflicts_with_all = ["shard", "resume", "slurm"])]
    merge: Vec<PathBuf>,
    /// Run nothing: write the scripts of a Slurm job array that runs the shards
    #[arg(long, value_name = "DIR", conflicts_with_all = ["shard", "resume", "json", "html", "markdown"])]
    slurm: Option<PathBuf>,
    /// Shards of the job array
    #[arg(long, value_name = "N", default_value_t = 4, requires = "slurm")]
    shards: usize,
    /// Write what became of every mutant as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the report as a page, index.html
    #[arg(long, value_name = "DIR")]
    html: Option<PathBuf>,
    /// Write the table as Markdown
    #[arg(long, value_name = "FILE")]
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

    fn threads(&self) -> usize {
        self.jobs.unwrap_or_else(parallel::processors)
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let zero = [args.sample, args.jobs].contains(&Some(0));
    if zero || args.cycles == Some(0) || args.shards == 0 {
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
    if !args.merge.is_empty() {
        return finish(args, &Report::merged(&args.merge)?);
    }
    let lists = Lists::default();
    let works = args.request()?.works(&lists)?;
    let new = |work| Job::new(crate::regress::job::SOURCES, work);
    let jobs: Vec<Job<MutantWork>> = works.into_iter().map(new).collect();
    if let Some(folder) = &args.slurm {
        return slurm(args, folder, &jobs);
    }
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let mine = shard.of(&jobs);
    let folder = match &args.resume {
        Some(path) => Folder::open::<MutantWork>(path)?,
        None => Folder::fresh::<MutantWork>(Path::new("out/mutate"))?,
    };
    let (left, damaged) = folder.unfinished(&mine)?;
    let tools = tools(args, lists)?;
    let plan = Plan::new("mutants", args.seed, shard, jobs);
    folder.save_plan(&plan)?;
    describe(args, shard, &folder, &mine, left.len(), damaged);
    let monitor = Arc::new(Monitor::default());
    interrupt::watch(&monitor)?;
    let doing =
        |work: &MutantWork, record: Record<MutantWork>| runner::run(work, record, &tools, &monitor);
    pool::run(&left, args.threads(), &folder, &monitor, &doing)?;
    let mut report = Report::of(&folder, &plan, &mine)?;
    report.interrupted = monitor.watch.stop.load(Ordering::Relaxed);
    let exit = finish(args, &report)?;
    if exit == Exit::Interrupted {
        let folder = quoted(folder.path());
        say!("the rest: the same command with --resume {folder}");
    }
    Ok(exit)
}

fn tools(args: &Args, lists: Lists) -> Result<Tools, Failure> {
    let program = |tool| -> Result<Program, Failure> {
        let found = Discovered::discover().find(tool)?;
        Ok(Box::new(move || found.command()))
    };
    Ok(Tools {
        simulator: dut::simulator()?,
        solver: Solver {
            yosys: program(Tool::Yosys)?,
            abc: program(Tool::Abc)?,
            seconds: SOLVER_SECONDS,
        },
        reasons: args.reasons.clone(),
        lists,
    })
}

fn describe(
    args: &Args,
    shard: Shard,
    folder: &Folder,
    mine: &[Job<MutantWork>],
    left: usize,
    damaged: usize,
) {
    let part = match shard {
        Shard::WHOLE => String::new(),
        shard => format!(", shard {shard}"),
    };
    let mutants: usize = mine.iter().map(|job| job.work.numbers.len()).sum();
    say!(
        "mutate: {} in {}{part}, seed {}",
        counted(mutants as u64, "mutant"),
        counted(mine.len() as u64, "job"),
        args.seed,
    );
    if damaged > 0 {
        say!("{} run again", counted(damaged as u64, "damaged result"));
    }
    let done = mine.len() - left;
    let folder = folder.path().display();
    say!("results in {folder}, {done} of them there already\n");
}

fn slurm(args: &Args, folder: &Path, jobs: &[Job<MutantWork>]) -> Result<Exit, Failure> {
    dut::check_writable(folder)?;
    let cluster = Cluster {
        command: "mutate",
        options: args.options(),
        outputs: &[("--json", "mutants.json"), ("--html", "html")],
        ..Cluster::here(folder, args.shards, args.threads())?
    };
    let submit = cluster.write()?;
    let jobs = counted(jobs.len() as u64, "job");
    let (shards, submit) = (args.shards, quoted(&submit));
    say!("{jobs} in {shards} shards; bash {submit}");
    Ok(Exit::Fine)
}

fn finish(args: &Args, report: &Report<MutantWork>) -> Result<Exit, Failure> {
    let rows = summary::rows(report);
    if let Some(path) = &args.json {
        dut::write(path, &json::document(&rows))?;
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
    let exit = Exit::of(report.end());
    if exit == Exit::BadInput {
        eprintln!("warploom: some jobs have no result or could not be run, see above");
    }
    Ok(exit)
}
