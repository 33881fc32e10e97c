//! `warploom paper`: the figures and tables of the papers, measured.

use crate::campaigns::{self, Campaign, Common};
use crate::dut;
use crate::failure::{Exit, Failure};
use crate::say;
use crate::sources;
use campaign::folder::Folder;
use campaign::paper::catalogue;
use campaign::paper::kept::{self, Kept};
use campaign::paper::kernel::{Kernel, QUICK, QUICK_CYCLES};
use campaign::paper::markdown::{self, HEADLINES, KERNELS};
use campaign::paper::outcome::{self, PaperOutcome, State};
use campaign::paper::page::{self, Shown};
use campaign::paper::results::Results;
use campaign::paper::runs::sources::Sources;
use campaign::paper::runs::{job, kernels};
use campaign::paper::work::PaperWork;
use campaign::paper::{statement, Paper};
use campaign::record::Record;
use campaign::report::Report;
use progress::text::counted;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use tools::project;

/// Measures what the papers' figures and tables show, and puts it beside what they state
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  warploom paper\n  warploom paper warped-compression --figure 9\n  \
                  warploom paper slumber --quick --out out/look\n  \
                  warploom paper --resume out/paper/1 --markdown docs/papers\n  \
                  warploom paper --slurm /shared/papers --shards 8"
)]
pub struct Args {
    /// Which: warped-compression, avc, slumber, regless or all
    #[arg(default_value_t = Papers(Paper::ALL.to_vec()))]
    paper: Papers,
    /// Figure to make, such as 9, table-2 or run-time; repeat for several [default: all]
    #[arg(long = "figure", value_name = "N")]
    figures: Vec<String>,
    /// Six kernels, cut at 5,000 cycles a launch: whether everything works, no measurement
    #[arg(long, conflicts_with = "markdown")]
    quick: bool,
    #[command(flatten)]
    common: Common,
    /// Where figures and the page index.html go
    #[arg(long, value_name = "DIR", default_value = "out/papers")]
    out: PathBuf,
    /// Also write pages for docs/papers and their charts into this folder; into docs/papers itself, and the
    /// README's table with it
    #[arg(long, value_name = "DIR", conflicts_with_all = ["shard", "slurm"])]
    markdown: Option<PathBuf>,
    /// Run nothing: write the pages of this folder anew, from what it has kept and what is stated now
    #[arg(long, value_name = "DIR", conflicts_with_all = ["shard", "slurm", "merge", "resume", "markdown"])]
    pages: Option<PathBuf>,
}

/// Some papers.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Papers(Vec<Paper>);

impl fmt::Display for Papers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0[..] {
            [one] => one.fmt(f),
            _ => f.write_str("all"),
        }
    }
}

impl FromStr for Papers {
    type Err = spec::UnknownName;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "all" {
            return Ok(Self(Paper::ALL.to_vec()));
        }
        Ok(Self(vec![text.parse()?]))
    }
}

/// What is made, in the words of the command line: a plan keeps it, so that a merge makes the same.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Selection {
    papers: Papers,
    figures: BTreeSet<String>,
    quick: bool,
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.papers)?;
        for figure in &self.figures {
            write!(f, " {figure}")?;
        }
        match self.quick {
            true => f.write_str(" quick"),
            false => Ok(()),
        }
    }
}

impl Selection {
    fn parse(text: &str) -> Result<Self, Failure> {
        let mut words = text.split(' ');
        let papers = words.next().unwrap_or_default().parse()?;
        let (mut figures, mut quick) = (BTreeSet::new(), false);
        for word in words {
            quick |= word == "quick";
            if word != "quick" {
                figures.insert(word.to_owned());
            }
        }
        Ok(Self {
            papers,
            figures,
            quick,
        })
    }

    /// Figures by the names that they have in files, each of which some paper has.
    fn of(args: &Args) -> Result<Self, Failure> {
        let mut known = Vec::new();
        for &paper in &args.paper.0 {
            let figures = statement::of(paper)?.figure.into_iter();
            known.extend(figures.map(|figure| figure.name));
        }
        let mut figures = BTreeSet::new();
        for asked in &args.figures {
            let full = format!("figure-{asked}");
            let found = known.iter().find(|name| [asked, &full].contains(name));
            let found = found.ok_or_else(|| {
                let mut names = known.clone();
                names.sort();
                names.dedup();
                spec::UnknownName::new("figure", asked, names)
            })?;
            figures.insert(found.clone());
        }
        Ok(Self {
            papers: args.paper.clone(),
            figures,
            quick: args.quick,
        })
    }

    fn has(&self, figure: &str) -> bool {
        self.figures.is_empty() || self.figures.contains(figure)
    }

    fn kernels(&self) -> Result<Vec<Kernel>, Failure> {
        Ok(kernels::all(|name| !self.quick || QUICK.contains(&name))?)
    }

    /// Each run once, however many figures need it; the longest first.
    fn works(&self, kernels: &[Kernel]) -> Vec<PaperWork> {
        let max_cycles = self.quick.then_some(QUICK_CYCLES);
        let figures = self.papers.0.iter().flat_map(|&p| catalogue::figures(p));
        let figures: Vec<_> = figures.filter(|figure| self.has(figure.name)).collect();
        let mut works: Vec<PaperWork> = Vec::new();
        for kernel in kernels {
            let looks = figures.iter().flat_map(|figure| (figure.needs)(kernel));
            let looks: BTreeSet<_> = looks.collect();
            works.extend(looks.into_iter().map(|look| kernel.work(look, max_cycles)));
        }
        let seconds = |work: &PaperWork| campaign::Work::expected(work, true).unwrap_or(0.0);
        works.sort_by(|a, b| seconds(b).total_cmp(&seconds(a)));
        works
    }

    fn options(&self) -> Vec<OsString> {
        let mut options: Vec<OsString> = vec![self.papers.to_string().into()];
        for figure in &self.figures {
            options.extend(["--figure".into(), figure.into()]);
        }
        options.extend(self.quick.then(|| "--quick".into()));
        options
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    if args.common.has_zero() {
        return Err(Failure::bad_input(
            "--jobs and --shards take numbers of 1 or more",
        ));
    }
    if let Some(folder) = &args.pages {
        dut::check_writable(folder)?;
        write_pages(&Kept::read(folder)?, folder)?;
        return Ok(Exit::Fine);
    }
    if args.common.slurm.is_none() {
        dut::check_writable(&args.out)?;
    }
    if let Some(folder) = &args.markdown {
        dut::check_writable(folder)?;
        Kept::read(folder)?;
    }
    if !args.common.merge.is_empty() {
        return merge(args);
    }
    let selection = Selection::of(args)?;
    let kernels = selection.kernels()?;
    let works = selection.works(&kernels);
    let built = Sources {
        all: sources::ALL,
        runs: sources::RUNS,
    };
    let campaign = Campaign {
        command: "paper",
        suite: selection.to_string(),
        seed: 1,
        options: selection.options(),
        outputs: &[("--out", "papers")],
        jobs: works
            .into_iter()
            .map(|work| built.job(work))
            .collect::<Result<_, _>>()?,
    };
    let Some(here) = args.common.begin(campaign)? else {
        return Ok(Exit::Fine);
    };
    let about = format!(
        "paper: {selection}, {} of {}{}",
        counted(here.mine.len() as u64, "run"),
        counted(kernels.len() as u64, "kernel"),
        here.part()
    );
    let monitor = &here.monitor;
    let doing = |work: &PaperWork, record: Record<PaperWork>| job::run(work, record, monitor);
    let report = here.run(&about, &doing)?;
    let whole = args.common.shard.is_none() && !report.interrupted;
    let exit = match whole {
        true => finish(args, &selection, kernels, &report)?,
        // A shard has not what figures need.
        false => {
            say!("{}", report.text());
            campaigns::exit(&report)
        }
    };
    here.say_the_rest(exit);
    Ok(exit)
}

fn merge(args: &Args) -> Result<Exit, Failure> {
    let report = Report::<PaperWork>::merged(&args.common.merge)?;
    let mut selections = BTreeSet::new();
    for folder in &args.common.merge {
        let (_, plan) = Folder::existing::<PaperWork>(folder)?;
        selections.insert(plan.suite);
    }
    let mut selections = selections.into_iter();
    let (Some(one), None) = (selections.next(), selections.next()) else {
        return Err(Failure::bad_input(
            "these folders are of different selections of papers and figures; merge shards of one",
        ));
    };
    let selection = Selection::parse(&one)?;
    if selection.quick && args.markdown.is_some() {
        return Err(Failure::bad_input(
            "--markdown keeps whole measurements, and these folders are of --quick",
        ));
    }
    let kernels = selection.kernels()?;
    finish(args, &selection, kernels, &report)
}

fn finish(
    args: &Args,
    selection: &Selection,
    kernels: Vec<Kernel>,
    report: &Report<PaperWork>,
) -> Result<Exit, Failure> {
    let results = Results::of(kernels, report);
    let mut papers = Vec::new();
    for &paper in &selection.papers.0 {
        let stated = statement::of(paper)?;
        let made = outcome::of(paper, stated, &|name| selection.has(name), &results);
        if !made.figures.is_empty() {
            papers.push(made);
        }
    }
    let about = format!(
        "warploom paper {selection}: {}, {}",
        cosim::TOOL,
        counted(report.entries.len() as u64, "run")
    );
    let shown = Shown {
        quick: selection.quick,
        about: &about,
    };
    page::write(&papers, &shown, &args.out)?;
    if let Some(folder) = &args.markdown {
        keep(&papers, &results, folder)?;
    }
    say!("{}\n", report.text());
    let exit = tell(&papers, selection);
    say!("page     {}", args.out.join("index.html").display());
    Ok(match campaigns::exit(report) {
        Exit::Fine => exit,
        other => other,
    })
}

/// Says what is beside what, and what is not there.
fn tell(papers: &[PaperOutcome], selection: &Selection) -> Exit {
    let mut exit = Exit::Fine;
    for figure in papers.iter().flat_map(|paper| &paper.figures) {
        let name = figure.name();
        match &figure.state {
            State::Measured(_) => {}
            State::Input(of) => say!("{name}: not measured: {of}"),
            State::Missing(what) => {
                eprintln!("warploom: {name} cannot be made: {what}");
                exit = Exit::BadInput;
            }
        }
        for row in &figure.statement.row {
            let Some(ours) = figure.value(row) else {
                continue;
            };
            let paper = row.paper.map_or("-".into(), |p| markdown::number(p, row));
            let ours = markdown::number(ours, row);
            say!("{name}: {}: {ours}, the paper {paper}", row.says);
        }
        if !selection.quick {
            for row in figure.unexplained() {
                say!("{name}: nobody says why {} differs", row.key);
            }
        }
    }
    exit
}

/// Writes docs/papers: numbers that stand beside the papers', charts, pages.
fn keep(papers: &[PaperOutcome], results: &Results, folder: &Path) -> Result<(), Failure> {
    let mut kept = Kept::read(folder)?;
    kept.add_kernels(results);
    for paper in papers {
        kept.add(paper);
        for figure in &paper.figures {
            if let Some(svg) = page::svg(figure)? {
                let name = format!("{}/{}.svg", paper.paper, figure.statement.name);
                dut::write(&folder.join(name), &svg)?;
                kept.draw(paper.paper, &figure.statement.name);
            }
        }
    }
    for paper in Paper::ALL {
        kept.forget(paper, &statement::of(paper)?);
    }
    dut::write(&folder.join(kept::FILE), &kept.text())?;
    write_pages(&kept, folder)
}

/// The pages that follow from what is kept; and the tables of README and deviations, if they are the project's own.
fn write_pages(kept: &Kept, folder: &Path) -> Result<(), Failure> {
    for paper in Paper::ALL {
        let file = folder.join(format!("{paper}.md"));
        dut::write(&file, &markdown::page(paper, kept)?)?;
    }
    let root = project::root();
    let is_same = |one: &Path, other: &Path| one.canonicalize().ok() == other.canonicalize().ok();
    if !is_same(folder, &root.join("docs/papers")) {
        return Ok(());
    }
    for (file, marks, table) in [
        (
            root.join("README.md"),
            HEADLINES,
            markdown::headlines(kept)?,
        ),
        (
            folder.join("deviations.md"),
            KERNELS,
            markdown::kernels(kept),
        ),
    ] {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        if let Some(text) = marks.with(&text, &table) {
            dut::write(&file, &text)?;
        }
    }
    Ok(())
}
