//! What the commands of campaigns have in common: options, the folder of results, shards, clusters, and
//! how a campaign is run and comes to its end.

use crate::dut;
use crate::failure::{Exit, Failure};
use crate::interrupt;
use crate::say;
use campaign::folder::{Folder, Plan};
use campaign::job::{quoted, Job};
use campaign::pool::{self, Doing};
use campaign::report::Report;
use campaign::shard::Shard;
use campaign::slurm::Cluster;
use campaign::Work;
use cosim::regression::Monitor;
use progress::parallel;
use progress::text::counted;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::Arc;

/// Options of every campaign.
#[derive(clap::Args, Clone, Debug)]
pub struct Common {
    /// Threads that build and run [default: one for each processor]
    #[arg(long, value_name = "J")]
    pub jobs: Option<usize>,
    /// Run only part I of N
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Folder of results: what is finished in it is not run again [default: a new one in out/]
    #[arg(long, value_name = "DIR")]
    pub resume: Option<PathBuf>,
    /// Run nothing: one report of the results in these folders
    #[arg(long, value_name = "DIR", num_args = 1.., conflicts_with_all = ["shard", "resume", "slurm"])]
    pub merge: Vec<PathBuf>,
    /// Run nothing: write the scripts of a Slurm job array that runs the shards
    #[arg(long, value_name = "DIR", conflicts_with_all = ["shard", "resume"])]
    pub slurm: Option<PathBuf>,
    /// Shards of the job array
    #[arg(long, value_name = "N", default_value_t = 4, requires = "slurm")]
    pub shards: usize,
}

/// A campaign that a command has planned.
pub struct Campaign<W: Work> {
    /// The subcommand.
    pub command: &'static str,
    /// What it consists of, in the plan.
    pub suite: String,
    /// The first seed.
    pub seed: u64,
    /// The options that say what it consists of, for shards elsewhere.
    pub options: Vec<OsString>,
    /// What a merge writes: options, and names in the folder.
    pub outputs: &'static [(&'static str, &'static str)],
    /// All jobs of it.
    pub jobs: Vec<Job<W>>,
}

/// A campaign that runs here.
pub struct Here<W: Work> {
    /// Where its results go.
    pub folder: Folder,
    /// The jobs of this shard.
    pub mine: Vec<Job<W>>,
    /// Those without a result.
    left: Vec<Job<W>>,
    damaged: usize,
    plan: Plan<W>,
    shard: Shard,
    threads: usize,
    /// Watched by what runs.
    pub monitor: Arc<Monitor>,
}

impl Common {
    /// Whether numbers are such that can be meant.
    pub fn has_zero(&self) -> bool {
        self.jobs == Some(0) || self.shards == 0
    }

    /// How many threads.
    pub fn threads(&self) -> usize {
        self.jobs.unwrap_or_else(parallel::processors)
    }

    /// A campaign that is to run here, or the scripts for a cluster, which are written.
    pub fn begin<W: Work>(&self, campaign: Campaign<W>) -> Result<Option<Here<W>>, Failure> {
        if let Some(folder) = &self.slurm {
            self.write_scripts(folder, &campaign)?;
            return Ok(None);
        }
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let mine = shard.of(&campaign.jobs);
        let folder = match &self.resume {
            Some(path) => Folder::open::<W>(path)?,
            None => Folder::fresh::<W>(&Path::new("out").join(campaign.command))?,
        };
        let (left, damaged) = folder.unfinished(&mine)?;
        Ok(Some(Here {
            plan: Plan::new(&campaign.suite, campaign.seed, shard, campaign.jobs),
            threads: self.threads(),
            monitor: Arc::new(Monitor::default()),
            folder,
            mine,
            left,
            damaged,
            shard,
        }))
    }

    fn write_scripts<W: Work>(&self, folder: &Path, of: &Campaign<W>) -> Result<(), Failure> {
        dut::check_writable(folder)?;
        let cluster = Cluster {
            command: of.command,
            options: of.options.clone(),
            outputs: of.outputs,
            ..Cluster::here(folder, self.shards, self.threads())?
        };
        let submit = cluster.write()?;
        let jobs = counted(of.jobs.len() as u64, "job");
        say!("{jobs} in {} shards; bash {}", self.shards, quoted(&submit));
        Ok(())
    }
}

impl<W: Work> Here<W> {
    /// `, shard 2/4`, or nothing.
    pub fn part(&self) -> String {
        match self.shard {
            Shard::WHOLE => String::new(),
            shard => format!(", shard {shard}"),
        }
    }

    /// Runs what is left, after saying what it is.
    pub fn run<E>(&self, about: &str, doing: Doing<'_, W, E>) -> Result<Report<W>, Failure>
    where
        E: From<campaign::Error> + Send,
        Failure: From<E>,
    {
        self.folder.save_plan(&self.plan)?;
        say!("{about}");
        if self.damaged > 0 {
            say!(
                "{} run again",
                counted(self.damaged as u64, "damaged result")
            );
        }
        let done = self.mine.len() - self.left.len();
        let folder = self.folder.path().display();
        say!("results in {folder}, {done} of them there already\n");
        interrupt::watch(&self.monitor)?;
        pool::run(&self.left, self.threads, &self.folder, &self.monitor, doing)?;
        let mut report = Report::of(&self.folder, &self.plan, &self.mine)?;
        report.interrupted = self.monitor.watch.stop.load(Ordering::Relaxed);
        Ok(report)
    }

    /// How to go on with what was interrupted.
    pub fn say_the_rest(&self, exit: Exit) {
        if exit == Exit::Interrupted {
            let folder = quoted(self.folder.path());
            say!("the rest: the same command with --resume {folder}");
        }
    }
}

/// The end of a report; what could not be run is said once more, on standard error.
pub fn exit<W: Work>(report: &Report<W>) -> Exit {
    let exit = Exit::of(report.end());
    if exit == Exit::BadInput {
        eprintln!("warploom: some jobs have no result or could not be run, see above");
    }
    exit
}
