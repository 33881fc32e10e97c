//! What docs/papers keeps of a whole measurement: the numbers that stand beside the papers', in
//! `measured.json`. The pages there follow from it and from the statements, so a cause can be written
//! without running anything again, and a test sees a page that does not follow.

use super::outcome::PaperOutcome;
use super::table::rounded;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// Its name in the folder of pages.
pub const FILE: &str = "measured.json";
const FORMAT: &str = "warploom-papers";
const VERSION: u32 = 1;

/// Numbers of a figure, by key.
pub type Values = BTreeMap<String, f64>;

/// Numbers of all figures that were measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    format: String,
    version: u32,
    /// By paper and figure.
    pub papers: BTreeMap<String, BTreeMap<String, Values>>,
}

impl Default for Kept {
    fn default() -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            papers: BTreeMap::new(),
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
