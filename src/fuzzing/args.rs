//! The options of `warploom fuzz`, which its workers get too.

use super::duration::{self, Span};
use crate::failure::Failure;
use crate::selection::Selection;
use campaign::fuzzing::bugs::Hunt;
use campaign::fuzzing::{Search, Worker};
use cosim::target::{EngineKind, Target};
use hdl::emit::{Dialect, Reset};
use spec::Configuration;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// Searches, guided by the RTL's own coverage, for a sequence on which RTL and model differ
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  warploom fuzz --unit avc_cache --time 10m --corpus corpus/\n  \
                  warploom fuzz --unit regfile --preset small --rtl edited/ --time 8h\n  \
                  warploom fuzz --unit power_controller --bugs\n  \
                  warploom fuzz --promote out/fuzz/avc_cache-8k-direct-ans_data.json"
)]
pub struct Args {
    #[command(flatten)]
    selection: Selection,
    /// Language of the Verilog: verilog2005 or sv
    #[arg(long, default_value_t = Dialect::Verilog2005)]
    dialect: Dialect,
    /// Reset of the Verilog: sync-high (port reset) or async-low (port reset_n)
    #[arg(long, default_value_t = Reset::SyncHigh)]
    reset: Reset,
    /// Fuzz the Verilog in this folder in place of what would be emitted
    #[arg(long, value_name = "DIR")]
    pub rtl: Option<PathBuf>,
    /// How long, such as 90s, 10m or 8h [default: 60s, when --runs is not given either]
    #[arg(long, value_name = "T", value_parser = duration::parse)]
    pub time: Option<Span>,
    /// How many sequences
    #[arg(long, value_name = "N")]
    pub runs: Option<u64>,
    /// Seed of the search and of power-up values
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Processes that fuzz side by side and share what they keep
    #[arg(long, value_name = "J", default_value_t = 1)]
    pub jobs: usize,
    /// Port of this machine at which the search of another one can join [default: any]
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
    /// Join the search at this address, HOST:PORT; between machines through a tunnel
    #[arg(long, value_name = "ADDRESS")]
    pub peer: Option<String>,
    /// Port of the search that this process works for
    #[arg(long, hide = true)]
    pub worker: Option<u16>,
    /// File whose appearance ends this process
    #[arg(long, hide = true)]
    pub stop_file: Option<PathBuf>,
    /// Folder of sequences to start from and to add to
    #[arg(long, value_name = "DIR")]
    pub corpus: Option<PathBuf>,
    /// Start from nothing, not from the sequences in tests/corpus
    #[arg(long)]
    pub from_nothing: bool,
    /// Write statistics as JSON
    #[arg(long, value_name = "FILE")]
    pub stats: Option<PathBuf>,
    /// Tell at the end which points of coverage were not reached
    #[arg(long)]
    pub unreached: bool,
    /// Play what is kept on a model that counts lines, branches and toggles of all signals, data
    /// too, and tell what it reaches; with --jobs it needs --corpus
    #[arg(long)]
    pub coverage: bool,
    /// Where replay files of findings and the plot of coverage over time go
    #[arg(long, value_name = "DIR", default_value = "out/fuzz")]
    pub out: PathBuf,
    /// End with so many different findings
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub findings: usize,
    /// Also apply what the contract forbids: such sequences are counted, and end there
    #[arg(long)]
    pub break_contract: bool,
    /// Fuzz with this seeded bug in the unit
    #[arg(long, value_name = "NAME", conflicts_with_all = ["rtl", "bugs"])]
    pub bug: Option<String>,
    /// Put in the deep bugs of the units, one after the other: each has to be found
    #[arg(long, conflicts_with = "rtl")]
    pub bugs: bool,
    /// With --bugs: searches for each bug, with seeds counted upwards; the median counts
    #[arg(long, value_name = "N", default_value_t = 1, requires = "bugs")]
    pub repeats: u32,
    /// With --bugs: also the time that plain random stimulus takes
    #[arg(long, requires = "bugs")]
    pub random: bool,
    /// With --bugs: write the table as Markdown
    #[arg(long, value_name = "FILE", requires = "bugs")]
    pub markdown: Option<PathBuf>,
    /// Folder of the seeded bugs, UNIT.toml
    #[arg(long, value_name = "DIR", default_value = "tests/bugs/deep")]
    pub bug_folder: PathBuf,
    /// Keep of the corpus only what is needed to cover what all of it covers
    #[arg(long)]
    pub merge: bool,
    /// Add the stimulus of a finding to the regressions in tests/regressions
    #[arg(long, value_name = "FILE")]
    pub promote: Option<PathBuf>,
}

impl Args {
    /// What a search is asked for.
    pub fn search(&self) -> Search {
        Search {
            time: self.limit(),
            runs: self.runs,
            findings: self.findings,
            seed: self.seed,
            break_contract: self.break_contract,
            from_nothing: self.from_nothing,
            corpus: self.corpus.clone(),
            out: self.out.clone(),
            stats: self.stats.clone(),
            unreached: self.unreached,
            coverage: self.coverage,
            worker: self.worker.map(|port| Worker {
                port,
                stop_file: self.stop_file.clone(),
            }),
        }
    }

    /// The same for bugs that are known to be there.
    pub fn hunt(&self) -> Hunt {
        Hunt {
            limit: self.limit().unwrap_or(Duration::from_secs(120)),
            runs: self.runs,
            seed: self.seed,
            repeats: self.repeats,
            random: self.random,
            markdown: self.markdown.clone(),
        }
    }

    /// How long a search may last.
    fn limit(&self) -> Option<Duration> {
        match (self.time, self.runs) {
            (None, None) => Some(Duration::from_secs(60)),
            (time, _) => time.map(|span| span.0),
        }
    }

    /// Whether several processes share the search.
    pub fn is_shared(&self) -> bool {
        self.worker.is_none() && (self.jobs > 1 || self.port.is_some() || self.peer.is_some())
    }

    /// The arguments of a worker.
    pub fn for_worker(&self, target: &Target, job: usize, port: u16) -> Vec<OsString> {
        let configuration = &target.configuration;
        let mut args: Vec<OsString> = vec!["fuzz".into()];
        let mut option = |name: &str, value: OsString| args.extend([name.into(), value]);
        option("--unit", configuration.unit().name().into());
        option("--preset", configuration.preset.into());
        for change in &self.selection.changes {
            option("--set", change.into());
        }
        option("--dialect", self.dialect.to_string().into());
        option("--reset", self.reset.to_string().into());
        if let Some(folder) = &self.rtl {
            option("--rtl", folder.into());
        }
        if let Some(limit) = self.limit() {
            option("--time", format!("{}s", limit.as_secs()).into());
        }
        if let Some(runs) = self.runs {
            option("--runs", runs.div_ceil(self.jobs as u64).to_string().into());
        }
        let seed = self.seed.wrapping_add(job as u64);
        option("--seed", seed.to_string().into());
        if let Some(folder) = &self.corpus {
            option("--corpus", folder.into());
        }
        option("--out", (&self.out).into());
        option("--findings", self.findings.to_string().into());
        if let Some(bug) = &self.bug {
            option("--bug", bug.into());
        }
        option("--bug-folder", (&self.bug_folder).into());
        option("--worker", port.to_string().into());
        for (set, flag) in [
            (self.from_nothing, "--from-nothing"),
            (self.break_contract, "--break-contract"),
        ] {
            if set {
                args.push(flag.into());
            }
        }
        args
    }

    /// What is fuzzed: of each unit that is named no preset of, its first.
    pub fn targets(&self) -> Result<Vec<Target>, Failure> {
        let mut configurations = self.selection.configurations()?;
        if self.selection.preset.is_none() && !self.bugs {
            // The first preset of each unit stands for it.
            let mut units = Vec::new();
            configurations.retain(|c: &Configuration| {
                let new = !units.contains(&c.unit());
                units.push(c.unit());
                new
            });
        }
        let target = |configuration| Target {
            configuration,
            engine: EngineKind::Verilator,
            dialect: self.dialect,
            reset: self.reset,
            rtl: self.rtl.clone(),
            bug: self.bug.clone(),
            power_aware: false,
        };
        Ok(configurations.into_iter().map(target).collect())
    }
}
