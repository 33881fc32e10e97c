//! `warploom regress`: units x presets x seeds, and kernels x schemes x schedulers.

use crate::campaigns::{self, Campaign, Common, Here};
use crate::dut;
use crate::failure::{Exit, Failure};
use crate::say;
use crate::selection::Selection;
use crate::sources;
use campaign::regress::job::{Record, Report, Work};
use campaign::regress::shop::Shop;
use campaign::regress::suite::{Request, Suite};
use campaign::regress::{html, kernel, unit};
use campaign::{junit, page};
use cosim::target::EngineKind;
use cosim::workshop::Builder;
use progress::text::counted;
use spec::Scheme;
use std::ffi::OsString;
use std::path::PathBuf;

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
    #[command(flatten)]
    common: Common,
    /// First seed of stimulus and power-up values
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Write the report as JUnit XML
    #[arg(long, value_name = "FILE", conflicts_with = "slurm")]
    junit: Option<PathBuf>,
    /// Write the report as a page, index.html, with the files of failures beside it
    #[arg(long, value_name = "DIR", conflicts_with = "slurm")]
    html: Option<PathBuf>,
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

    fn describe(&self, here: &Here<Work>) -> String {
        let launches = self.max_cycles.or(self.suite.max_cycles());
        let launches = launches.map_or("no limit".to_owned(), |n| counted(n, "cycle"));
        format!(
            "regress: {}, suite {}{}, first seed {}; units run {}, launches at most {launches}",
            counted(here.mine.len() as u64, "job"),
            self.suite,
            here.part(),
            self.seed,
            counted(self.cycles.unwrap_or(self.suite.cycles()), "cycle"),
        )
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let zero = [args.cycles, args.max_cycles].contains(&Some(0));
    if zero || args.common.has_zero() {
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
    if !args.common.merge.is_empty() {
        return finish(args, &Report::merged(&args.common.merge)?);
    }
    let campaign = Campaign {
        command: "regress",
        suite: args.suite.name().to_owned(),
        seed: args.seed,
        options: args.options(),
        outputs: &[("--junit", "junit.xml"), ("--html", "html")],
        jobs: args.request()?.jobs(sources::ALL)?,
    };
    let Some(here) = args.common.begin(campaign)? else {
        return Ok(Exit::Fine);
    };
    let shop = Shop::new(Builder::discovered(EngineKind::Verilator, PathBuf::new())?);
    let (folder, monitor) = (&here.folder, &here.monitor);
    let doing = |work: &Work, record: Record| match work {
        Work::Unit(work) => unit::run(work, record, folder, &shop, monitor),
        Work::Kernel(work) => kernel::run(work, record, folder, &shop, monitor),
    };
    let report = here.run(&args.describe(&here), &doing)?;
    let exit = finish(args, &report)?;
    here.say_the_rest(exit);
    Ok(exit)
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
    Ok(campaigns::exit(report))
}
