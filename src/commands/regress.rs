//! `warploom regress`: units x presets x seeds, and kernels x schemes x schedulers.

use crate::dut;
use crate::failure::{Exit, Failure};
use crate::interrupt;
use crate::regress::job::{Job, Record, Report, Work};
use crate::regress::shop::Shop;
use crate::regress::suite::{Request, Suite};
use crate::regress::{html, kernel, unit};
use crate::say;
use crate::selection::Selection;
use campaign::folder::{Folder, Plan};
use campaign::job::quoted;
use campaign::shard::Shard;
use campaign::slurm::Cluster;
use campaign::{junit, page, parallel, pool};
use cosim::regression::Monitor;
use cosim::report::table::counted;
use cosim::target::EngineKind;
use spec::Scheme;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::Arc;

/// Runs every unit and every kernel, goes on where it was stopped, and reports
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  warploom regress --html out/report --junit out/junit.xml\n  \
                  warploom regress --suite full --resume nightly/\n  \
                  warploom regress --shard 2/4 --resume shard-2/\n  \
                  warploom regress --merge shard-1 shard-2 shard-3 shard-4 --html report/\n  \
                  warploom regress --suite full --slurm /shared/nightly"
)]
pub struct Args {
    /// How much: smoke (minutes) or full (a night, or a cluster)
    #[arg(long, value_name = "SUITE", default_value_t = Suite::Smoke)]
    suite: Suite,
    /// Threads that build and run [default: one for each processor]
    #[arg(long, value_name = "J")]
    jobs: Option<usize>,
    /// Run only part I of N
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// First seed of stimulus and power-up values
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Write the report as JUnit XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Write the report as a page, index.html, with the files of failures beside it
    #[arg(long, value_name = "DIR")]
    html: Option<PathBuf>,
    /// Folder of results: what is finished in it is not run again [default: a new one in out/regress]
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,
    /// Run nothing: one report of the results in these folders
    #[arg(long, value_name = "DIR", num_args = 1.., conflicts_with_all = ["shard", "resume", "slurm"])]
    merge: Vec<PathBuf>,
    /// Run nothing: write the scripts of a Slurm job array that runs the shards
    #[arg(long, value_name = "DIR", conflicts_with_all = ["shard", "resume", "junit", "html"])]
    slurm: Option<PathBuf>,
    /// Shards of the job array
    #[arg(long, value_name = "N", default_value_t = 4, requires = "slurm")]
    shards: usize,
    #[command(flatten)]
    selection: Selection,
    /// Kernel to run, by name; repeat for several [default: all, unless units are named]
    #[arg(long = "kernel", value_name = "NAME")]
    kernels: Vec<String>,
    /// Scheme to run kernels with; repeat for several [default: all]
    #[arg(long = "scheme", value_name = "SCHEME")]
    schemes: Vec<Scheme>,
    /// Simulate the Verilog in this folder; kernels run with it when they are named
    #[arg(long, value_name = "DIR")]
    rtl: Option<PathBuf>,
    /// Cycles of each unit's runs [default: 20000 in smoke, 1000000 in full]
    #[arg(long, value_name = "N")]
    cycles: Option<u64>,
    /// Cycles of each launch under timing [default: 20000 in smoke, no limit in full]
    #[arg(long, value_name = "N")]
    max_cycles: Option<u64>,
    /// Count lines, branches and toggles that units' runs reach: builds other models, and takes long
    #[arg(long)]
    coverage: bool,
}

impl Args {
    fn request(&self) -> Result<Request, Failure> {
        let units_named = !self.selection.units.is_empty()
            || self.selection.preset.is_some()
            || !self.selection.changes.is_empty()
            || self.rtl.is_some();
        let kernels_named = !self.kernels.is_empty() || !self.schemes.is_empty();
        let mut request = Request::new(self.suite);
        request.seed = self.seed;
        request.configurations = self.selection.configurations()?;
        if kernels_named && !units_named {
            request.configurations.clear();
        }
        request.kernels = match (units_named, kernels_named) {
            (true, false) => Some(Vec::new()),
            _ => Some(self.kernels.clone()).filter(|names| !names.is_empty()),
        };
        if !self.schemes.is_empty() {
            request.schemes.clone_from(&self.schemes);
        }
        request.rtl.clone_from(&self.rtl);
        request.cycles = self.cycles;
        request.max_cycles = self.max_cycles;
        request.coverage = self.coverage;
        request.retain_found()?;
        Ok(request)
    }

    /// The options that say what a regression consists of, for shards elsewhere.
    fn options(&self) -> Vec<OsString> {
        let mut options = self.selection.options();
        let mut option = |name: &str, value: OsString| options.extend([name.into(), value]);
        option("--suite", self.suite.name().into());
        option("--seed", self.seed.to_string().into());
        for kernel in &self.kernels {
            option("--kernel", kernel.into());
        }
        for scheme in &self.schemes {
            option("--scheme", scheme.name().into());
        }
        if let Some(folder) = &self.rtl {
            option("--rtl", folder.into());
        }
        for (name, number) in [("--cycles", self.cycles), ("--max-cycles", self.max_cycles)] {
            if let Some(number) = number {
                option(name, number.to_string().into());
            }
        }
        if self.coverage {
            options.push("--coverage".into());
        }
        options
    }

    fn threads(&self) -> usize {
        self.jobs.unwrap_or_else(parallel::processors)
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let zero = [args.cycles, args.max_cycles].contains(&Some(0));
    if zero || args.jobs == Some(0) || args.shards == 0 {
        return Err(Failure::bad_input(
            "--jobs, --cycles, --max-cycles and --shards take numbers of 1 or more",
        ));
    }
    if let Some(file) = &args.junit {
        dut::check_writable_file(file)?;
    }
    if let Some(folder) = &args.html {
        dut::check_writable(folder)?;
    }
    if !args.merge.is_empty() {
        let report = Report::merged(&args.merge)?;
        return finish(args, &report);
    }
    let jobs = args.request()?.jobs()?;
    if let Some(folder) = &args.slurm {
        return slurm(args, folder, &jobs);
    }
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let mine = shard.of(&jobs);
    let folder = match &args.resume {
        Some(path) => Folder::open::<Work>(path)?,
        None => Folder::fresh::<Work>(Path::new("out/regress"))?,
    };
    let (left, damaged) = folder.unfinished(&mine)?;
    let builder = dut::builder(EngineKind::Verilator, PathBuf::new())?;
    let plan = Plan::new(args.suite.name(), args.seed, shard, jobs);
    folder.save_plan(&plan)?;
    describe(args, shard, &folder, &mine, left.len(), damaged);
    let monitor = Arc::new(Monitor::default());
    interrupt::watch(&monitor)?;
    let shop = Shop::new(builder);
    let doing = |work: &Work, record: Record| match work {
        Work::Unit(work) => unit::run(work, record, &folder, &shop, &monitor),
        Work::Kernel(work) => kernel::run(work, record, &folder, &shop, &monitor),
    };
    pool::run(&left, args.threads(), &folder, &monitor, &doing)?;
    let mut report = Report::of(&folder, &plan, &mine)?;
    report.interrupted = monitor.watch.stop.load(Ordering::Relaxed);
    let exit = finish(args, &report)?;
    if exit == Exit::Interrupted {
        say!(
            "the rest: the same command with --resume {}",
            quoted(folder.path())
        );
    }
    Ok(exit)
}

fn describe(args: &Args, shard: Shard, folder: &Folder, mine: &[Job], left: usize, damaged: usize) {
    let part = match shard {
        Shard::WHOLE => String::new(),
        shard => format!(", shard {shard}"),
    };
    let launches = args.max_cycles.or(args.suite.max_cycles());
    let launches = launches.map_or("no limit".to_owned(), |n| counted(n, "cycle"));
    say!(
        "regress: {}, suite {}{part}, first seed {}; units run {}, launches at most {launches}",
        counted(mine.len() as u64, "job"),
        args.suite,
        args.seed,
        counted(args.cycles.unwrap_or(args.suite.cycles()), "cycle"),
    );
    if damaged > 0 {
        say!("{} run again", counted(damaged as u64, "damaged result"));
    }
    let done = mine.len() - left;
    say!(
        "results in {}, {done} of them there already\n",
        folder.path().display()
    );
}

fn slurm(args: &Args, folder: &Path, jobs: &[Job]) -> Result<Exit, Failure> {
    dut::check_writable(folder)?;
    let cluster = Cluster {
        command: "regress",
        options: args.options(),
        outputs: &[("--junit", "junit.xml"), ("--html", "html")],
        ..Cluster::here(folder, args.shards, args.threads())?
    };
    let submit = cluster.write()?;
    say!(
        "{} in {} shards; bash {}",
        counted(jobs.len() as u64, "job"),
        args.shards,
        quoted(&submit)
    );
    Ok(Exit::Fine)
}

fn finish(args: &Args, report: &Report) -> Result<Exit, Failure> {
    if let Some(path) = &args.junit {
        dut::write(path, &junit::document(report))?;
    }
    if let Some(folder) = &args.html {
        page::write(report, html::TITLE, folder, &html::sections(report))?;
    }
    say!("{}", report.text());
    if let Some(folder) = &args.html {
        say!("report   {}", folder.join("index.html").display());
    }
    let exit = Exit::of(report.end());
    if exit == Exit::BadInput {
        eprintln!("warploom: some jobs have no result or could not be run, see above");
    }
    Ok(exit)
}
