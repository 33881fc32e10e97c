//! A search as files: statistics as JSON, coverage over time as SVG.

use super::session::{Sample, Session};
use serde::Serialize;
use spec::Configuration;
use std::fmt::Write;

/// The value of the file's `format`.
pub const FORMAT: &str = "warploom-fuzz";
/// Samples that a file holds at most.
const MOST_SAMPLES: usize = 500;

/// The statistics of one search, or of several that ran side by side.
#[derive(Clone, Debug, PartialEq, Serialize, serde::Deserialize)]
pub struct Statistics {
    format: String,
    version: u32,
    tool: String,
    /// What was fuzzed.
    pub unit: String,
    /// Its preset.
    pub preset: String,
    /// The seed of the search.
    pub seed: u64,
    /// Seconds that it took.
    pub seconds: f64,
    /// Sequences that were run.
    pub runs: u64,
    /// Cycles in them.
    pub cycles: u64,
    /// Sequences that left the contract.
    pub out_of_contract: u64,
    /// Points that were reached.
    pub covered: usize,
    /// Points that there are.
    pub points: usize,
    /// Sequences that are kept.
    pub corpus: usize,
    /// What the findings are, and when they were found.
    pub findings: Vec<FindingRecord>,
    /// Coverage over time: seconds, runs, points.
    pub samples: Vec<(f64, u64, usize)>,
}

/// A finding in the statistics.
#[derive(Clone, Debug, PartialEq, Serialize, serde::Deserialize)]
pub struct FindingRecord {
    /// What differs.
    pub signature: String,
    /// When it was found.
    pub seconds: f64,
    /// In which run.
    pub run: u64,
}

/// As few of the samples as show the same curve.
fn thinned(samples: &[Sample]) -> Vec<(f64, u64, usize)> {
    let step = samples.len().div_ceil(MOST_SAMPLES).max(1);
    let last = samples.len().saturating_sub(1);
    let kept = samples.iter().enumerate();
    kept.filter(|(index, _)| index % step == 0 || *index == last)
        .map(|(_, sample)| {
            let seconds = (sample.seconds * 1000.0).round() / 1000.0;
            (seconds, sample.runs, sample.covered)
        })
        .collect()
}

impl Statistics {
    /// Of a session.
    pub fn new(configuration: &Configuration, session: &Session) -> Self {
        let findings = session.findings.iter().map(|finding| FindingRecord {
            signature: finding.signature(),
            seconds: finding.seconds,
            run: finding.run,
        });
        Self {
            format: FORMAT.to_owned(),
            version: 1,
            tool: crate::TOOL.to_owned(),
            unit: configuration.unit().name().to_owned(),
            preset: configuration.preset.to_owned(),
            seed: session.budget().seed,
            seconds: session.seconds(),
            runs: session.runs,
            cycles: session.cycles,
            out_of_contract: session.out_of_contract,
            covered: session.covered,
            points: session.reached.len(),
            corpus: session.corpus,
            findings: findings.collect(),
            samples: thinned(&session.samples),
        }
    }

    /// Of two searches that ran side by side and shared what they kept.
    #[must_use]
    pub fn beside(mut self, other: Self) -> Self {
        if other.covered > self.covered {
            (self.covered, self.samples) = (other.covered, other.samples);
        }
        self.seconds = self.seconds.max(other.seconds);
        self.runs += other.runs;
        self.cycles += other.cycles;
        self.out_of_contract += other.out_of_contract;
        self.corpus = self.corpus.max(other.corpus);
        self.findings.extend(other.findings);
        self
    }

    /// The text of the file.
    pub fn to_json(&self) -> String {
        crate::report::json::text(self)
    }
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 64.0;
const BOTTOM: f64 = 44.0;
const TOP: f64 = 32.0;
const RIGHT: f64 = 16.0;

/// Coverage over time as a drawing.
pub fn plot(statistics: &Statistics) -> String {
    let last = statistics.samples.last().map_or(0.0, |sample| sample.0);
    let longest = last.max(0.001);
    let points = statistics.points.max(1) as f64;
    let x = |seconds: f64| LEFT + (WIDTH - LEFT - RIGHT) * seconds / longest;
    let y = |covered: f64| HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * covered / points;
    let mut path = String::new();
    let mut height = y(0.0);
    // Writing to a String cannot fail.
    let _ = write!(path, "M{:.1} {height:.1}", x(0.0));
    for &(seconds, _, covered) in &statistics.samples {
        let _ = write!(path, " L{:.1} {height:.1}", x(seconds));
        height = y(covered as f64);
        let _ = write!(path, " L{:.1} {height:.1}", x(seconds));
    }
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"20\">{} {}: {} of {} points</text>\n",
        statistics.unit, statistics.preset, statistics.covered, statistics.points
    );
    for part in 0..=4 {
        let share = f64::from(part) / 4.0;
        let (at_x, at_y) = (x(share * longest), y(share * points));
        let _ = writeln!(
            text,
            "<line x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{at_y:.1}\" y2=\"{at_y:.1}\" stroke=\"#ddd\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{:.0}</text>\n\
             <text x=\"{at_x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{:.1} s</text>",
            WIDTH - RIGHT,
            LEFT - 8.0,
            at_y + 4.0,
            share * points,
            HEIGHT - BOTTOM + 20.0,
            share * longest,
        );
    }
    let _ = writeln!(
        text,
        "<path d=\"{path}\" fill=\"none\" stroke=\"#1f77b4\" stroke-width=\"2\"/>\n</svg>"
    );
    text
}
