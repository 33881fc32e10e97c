//! `warploom prove`: properties of units that hold in every cycle, or traces that break them.

use crate::campaigns::{self, Campaign, Common, Here};
use crate::dut;
use crate::failure::{Exit, Failure};
use crate::fuzzing::duration::{self, Span};
use crate::say;
use crate::selection::Selection;
use campaign::job::{quoted, Job};
use campaign::mutation::numbers::Numbers;
use campaign::mutation::plan::Lists;
use campaign::mutation::solver::Program;
use campaign::prove::found::Folders;
use campaign::prove::front::Fronts;
use campaign::prove::plan::{prover, Request};
use campaign::prove::run::{self as runner, Tools};
use campaign::prove::work::{Engine, ProofWork};
use campaign::prove::{html, markdown, strength, summary, Solvers};
use campaign::record::Record;
use campaign::report::Report;
use campaign::{json, junit, page};
use hdl::assertions::blocks;
use progress::text::counted;
use spec::{Configuration, UnitId};
use std::ffi::OsString;
use std::path::PathBuf;
use tools::discovery::{Tool, Tools as Discovered};

/// Proves properties of units for every cycle and every input, or finds a trace that breaks them
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Exit code 0 only when all is proven: what is refuted, vacuous or unknown is 1.\n\n\
                  Examples:\n  warploom prove --unit bank_gate\n  \
                  warploom prove --unit power_controller --property ReadyOnlyWhenOn --engine pdr\n  \
                  warploom prove --unit bank_gate --rtl my_rtl\n  \
                  warploom prove --block round_robin_arbiter_8\n  \
                  warploom prove --unit mshr_tracker --sample 20\n  \
                  warploom prove --resume proofs/ --markdown docs/proofs.md --junit out/proofs.xml"
)]
pub struct Args {
    #[command(flatten)]
    selection: Selection,
    /// A block below the units, such as round_robin_arbiter_8; repeat for several [default: with no --unit, all]
    #[arg(long = "block", value_name = "NAME")]
    blocks: Vec<String>,
    /// Only this property; repeat for several [default: all that the units' checkers have]
    #[arg(long = "property", value_name = "NAME")]
    properties: Vec<String>,
    /// What tries: auto, pdr or induction
    #[arg(long, value_name = "ENGINE", default_value_t = Engine::Auto)]
    engine: Engine,
    /// How long a solver may think about one question
    #[arg(long, value_name = "T", default_value = "60s", value_parser = duration::parse)]
    timeout: Span,
    /// Verilog to prove, in place of what would be emitted; one unit and preset
    #[arg(long, value_name = "DIR")]
    rtl: Option<PathBuf>,
    /// Besides, so many mutants of each unit that can be asked for all its properties, drawn from those of
    /// `warploom mutate`: which properties notice them?
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// These mutants alone, and no property by itself, by their numbers, such as 3,17-20
    #[arg(long, value_name = "LIST", conflicts_with_all = ["properties", "rtl"])]
    mutants: Option<Numbers>,
    /// Seed of the draw, and of the stimulus that mutants which no property notices are run with
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Steps of inductions that were found before, each to be asked first; what a run finds is in `steps` of its
    /// folder of results
    #[arg(long, value_name = "DIR")]
    steps: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
    /// Write verdicts as JSON
    #[arg(long, value_name = "FILE", conflicts_with = "slurm")]
    json: Option<PathBuf>,
    /// Write the report as JUnit XML
    #[arg(long, value_name = "FILE", conflicts_with = "slurm")]
    junit: Option<PathBuf>,
    /// Write the report as a page, index.html
    #[arg(long, value_name = "DIR", conflicts_with = "slurm")]
    html: Option<PathBuf>,
    /// Write the tables as Markdown
    #[arg(long, value_name = "FILE", conflicts_with = "slurm")]
    markdown: Option<PathBuf>,
}

/// The lists of tools: another version of one may come to another end.
const TOOLS: [&str; 2] = [
    include_str!("../../tools/requirements-base.txt"),
    include_str!("../../tools/requirements-formal.txt"),
];

/// The preset that is there for proofs, or else the one that is taken where much is built of a unit.
fn proven_preset(unit: UnitId) -> &'static str {
    let small = unit.presets().find(|preset| preset.name == "small");
    small.unwrap_or(unit.small_preset()).name
}

impl Args {
    /// Where nothing says which preset, the smallest of each unit; no unit where only blocks are named.
    fn configurations(&self) -> Result<Vec<Configuration>, Failure> {
        if !self.blocks.is_empty() && self.selection.units.is_empty() {
            return Ok(vec![]);
        }
        let mut selected = self.selection.configurations()?;
        if self.selection.preset.is_none() {
            selected.retain(|c| c.preset == proven_preset(c.unit()));
        }
        if self.rtl.is_some() && selected.len() != 1 {
            return Err(Failure::bad_input(
                "--rtl is the Verilog of one unit and preset: name them with --unit and --preset",
            ));
        }
        Ok(selected)
    }

    /// The blocks that are named, or all where nothing says what to prove.
    fn blocks(&self) -> Vec<String> {
        let nothing = self.blocks.is_empty() && self.selection.units.is_empty();
        match nothing && self.rtl.is_none() {
            true => blocks::names().map(str::to_owned).collect(),
            false => self.blocks.clone(),
        }
    }

    /// The options that say what a campaign consists of, for shards elsewhere.
    fn options(&self) -> Vec<OsString> {
        let mut options = self.selection.options();
        let mut option = |name: &str, value: OsString| options.extend([name.into(), value]);
        for block in &self.blocks {
            option("--block", block.into());
        }
        for property in &self.properties {
            option("--property", property.into());
        }
        option("--engine", self.engine.name().into());
        option("--timeout", format!("{}s", self.timeout.0.as_secs()).into());
        if let Some(rtl) = &self.rtl {
            option("--rtl", rtl.into());
        }
        if let Some(sample) = self.sample {
            option("--sample", sample.to_string().into());
        }
        if let Some(mutants) = &self.mutants {
            option("--mutants", mutants.to_string().into());
        }
        if let Some(steps) = &self.steps {
            option("--steps", steps.into());
        }
        option("--seed", self.seed.to_string().into());
        options
    }

    fn describe(&self, here: &Here<ProofWork>) -> String {
        let seconds = self.timeout.0.as_secs();
        format!(
            "prove: {}{}, engine {}, {seconds} s a question",
            questions(&here.mine),
            here.part(),
            self.engine,
        )
    }
}

/// Properties and mutants, as far as there are any.
fn questions(jobs: &[Job<ProofWork>]) -> String {
    let mutants = jobs.iter().filter(|job| job.work.mutant.is_some()).count();
    let properties = match jobs.len() - mutants {
        1 => "1 property".to_owned(),
        count => format!("{count} properties"),
    };
    match mutants {
        0 => properties,
        count => format!("{properties}, {}", counted(count as u64, "mutant")),
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    if args.common.has_zero() {
        return Err(Failure::bad_input(
            "--jobs and --shards take numbers of 1 or more",
        ));
    }
    for file in args.json.iter().chain(&args.junit).chain(&args.markdown) {
        dut::check_writable_file(file)?;
    }
    if let Some(folder) = &args.html {
        dut::check_writable(folder)?;
    }
    if let Some(folder) = args.steps.as_ref().filter(|folder| !folder.is_dir()) {
        let folder = folder.display();
        return Err(Failure::bad_input(format!("no folder of steps {folder}")));
    }
    if !args.common.merge.is_empty() {
        return finish(args, &Report::merged(&args.common.merge)?);
    }
    let request = Request {
        configurations: args.configurations()?,
        blocks: args.blocks(),
        properties: args.properties.clone(),
        engine: args.engine,
        timeout: args.timeout.0.as_secs(),
        rtl: args.rtl.clone(),
        sample: args.sample,
        numbers: args.mutants.clone(),
        seed: args.seed,
    };
    let sources = prover(&TOOLS);
    let mutants = Lists::default();
    let works = request.works(&mutants)?.into_iter();
    let campaign = Campaign {
        command: "prove",
        suite: "properties".to_owned(),
        seed: args.seed,
        options: args.options(),
        outputs: &[
            ("--json", "proofs.json"),
            ("--junit", "junit.xml"),
            ("--html", "html"),
        ],
        jobs: works.map(|work| Job::new(&sources, work)).collect(),
    };
    let Some(here) = args.common.begin(campaign)? else {
        return Ok(Exit::Fine);
    };
    let tools = Tools {
        solvers: solvers()?,
        fronts: Fronts::new(Folders {
            from: args.steps.clone(),
            to: Some(here.folder.path().join("steps")),
        }),
        mutants,
        results: here.folder.path().to_owned(),
    };
    let monitor = &here.monitor;
    let doing = |work: &ProofWork, record: Record<ProofWork>| {
        let failures = here.folder.failures(&record.key);
        runner::run(work, record, &tools, &failures, monitor)
    };
    let report = here.run(&args.describe(&here), &doing)?;
    let exit = finish(args, &report)?;
    here.say_the_rest(exit);
    Ok(exit)
}

fn solvers() -> Result<Solvers, Failure> {
    let tools = Discovered::discover();
    let program = |tool| -> Result<Program, Failure> {
        let found = tools.find(tool)?;
        Ok(Box::new(move || found.command()))
    };
    Ok(Solvers {
        yosys: program(Tool::Yosys)?,
        abc: program(Tool::Abc)?,
        words: program(Tool::Bitwuzla)?,
        second: program(Tool::Yices)?,
        sat: program(Tool::YicesSat)?,
    })
}

fn finish(args: &Args, report: &Report<ProofWork>) -> Result<Exit, Failure> {
    let rows = summary::rows(report);
    if let Some(path) = &args.json {
        dut::write(path, &json::document(summary::FORMAT, &rows))?;
    }
    if let Some(path) = &args.junit {
        dut::write(path, &junit::document(report))?;
    }
    if let Some(path) = &args.markdown {
        dut::write(path, &markdown::document(&rows, "make prove"))?;
    }
    if let Some(folder) = &args.html {
        page::write(report, html::TITLE, folder, &html::sections(report))?;
    }
    let tables = summary::text(&rows) + &strength::text(&rows);
    say!("{}\n\n{tables}", report.text());
    if let Some(folder) = &args.html {
        say!("report   {}", quoted(&folder.join("index.html")));
    }
    Ok(campaigns::exit(report))
}
