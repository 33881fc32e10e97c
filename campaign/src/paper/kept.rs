//! What docs/papers keeps of a whole measurement: the numbers that stand beside the papers', in
//! `measured.json`. The pages there follow from it and from the statements, so a cause can be written
//! without running anything again, and a test sees a page that does not follow.

use super::name::Paper;
use super::outcome::PaperOutcome;
use super::results::Results;
use super::statement::Statements;
use super::table::rounded;
use super::work::{Look, Setting};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Its name in the folder of pages.
pub const FILE: &str = "measured.json";
const FORMAT: &str = "warploom-papers";
const VERSION: u32 = 1;

/// Numbers of a figure, by key.
pub type Values = BTreeMap<String, f64>;

/// How large a kernel's whole run is without any scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Size {
    /// Launches.
    pub launches: u64,
    /// Blocks of all launches.
    pub blocks: u64,
    /// Warp instructions.
    pub instructions: u64,
    /// Cycles.
    pub cycles: u64,
}

/// Numbers of all figures that were measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    format: String,
    version: u32,
    /// By paper and figure.
    pub papers: BTreeMap<String, BTreeMap<String, Values>>,
    /// By name.
    #[serde(default)]
    pub kernels: BTreeMap<String, Size>,
    /// Figures that are drawn too, by paper.
    #[serde(default)]
    pub charts: BTreeMap<String, BTreeSet<String>>,
}

impl Default for Kept {
    fn default() -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            papers: BTreeMap::new(),
            kernels: BTreeMap::new(),
            charts: BTreeMap::new(),
        }
    }
}

impl Kept {
    /// Takes over what was measured; what was not stays as it is.
    pub fn add(&mut self, outcome: &PaperOutcome) {
        let figures = self.papers.entry(outcome.paper.name().to_owned());
        let figures = figures.or_default();
        for figure in &outcome.figures {
            let values: Values = { figure.statement.row.iter() }
                .filter_map(|row| Some((row.key.clone(), rounded(figure.value(row)?))))
                .collect();
            if values.is_empty() {
                figures.remove(&figure.statement.name);
            } else {
                figures.insert(figure.statement.name.clone(), values);
            }
        }
    }

    /// Takes over how large kernels are, as far as their runs without a scheme are among these.
    pub fn add_kernels(&mut self, results: &Results) {
        let plain = Look::Timed(Setting::new("baseline", "fermi", "gto"));
        for kernel in results.kernels() {
            let Ok(run) = results.run(kernel, &plain) else {
                continue;
            };
            let whole = |path| run.number(path).ok().map(|number| number as u64);
            let size = || {
                Some(Size {
                    launches: whole("launches")?,
                    blocks: whole("timing.blocks")?,
                    instructions: whole("timing.issued")?,
                    cycles: whole("timing.cycles")?,
                })
            };
            self.kernels
                .extend(size().map(|size| (kernel.name.clone(), size)));
        }
    }

    /// Forgets figures that a paper has no longer.
    pub fn forget(&mut self, paper: Paper, stated: &Statements) {
        let is_stated = |name: &String| stated.figure.iter().any(|figure| figure.name == *name);
        if let Some(figures) = self.papers.get_mut(paper.name()) {
            figures.retain(|name, _| is_stated(name));
        }
        if let Some(charts) = self.charts.get_mut(paper.name()) {
            charts.retain(is_stated);
        }
    }

    /// Remembers that a figure is drawn.
    pub fn draw(&mut self, paper: Paper, figure: &str) {
        let charts = self.charts.entry(paper.name().to_owned()).or_default();
        charts.insert(figure.to_owned());
    }

    /// A number.
    pub fn value(&self, paper: &str, figure: &str, key: &str) -> Option<f64> {
        self.papers.get(paper)?.get(figure)?.get(key).copied()
    }

    /// As a file.
    pub fn text(&self) -> String {
        cosim::report::json::text(self)
    }

    /// Reads the file of a folder; nothing is kept where there is none.
    pub fn read(folder: &Path) -> Result<Self, crate::Error> {
        let file = folder.join(FILE);
        if !file.exists() {
            return Ok(Self::default());
        }
        let text = std::fs::read_to_string(&file);
        let kept = text.ok().and_then(|text| serde_json::from_str(&text).ok());
        let ours = |kept: &Self| kept.format == FORMAT && kept.version == VERSION;
        kept.filter(ours).ok_or_else(|| {
            crate::Error::new(format!(
                "{} is not what warploom paper keeps, or of another version; move it away",
                file.display()
            ))
        })
    }
}
