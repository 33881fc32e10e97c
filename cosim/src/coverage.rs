//! What of a unit's Verilog a run reaches: lines, branches, toggles, and of the toggles those of
//! buses as wide as a warp register.

use crate::engines::counted::CountedBench;
use crate::fuzz::runner::unfold;
use crate::fuzz::sequence::Sequence;
use crate::lockstep::{Lockstep, Verdict, Watch};
use crate::target::Target;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use surroundings::engine::{Engine, EngineError, Halt};
use surroundings::interface::Interface;
use verilated::{CoverageKind, CoveragePoint};

/// Bits of a bus that holds a warp register.
const WIDE: usize = 1024;

/// Points of one kind: which of how many were reached. Two runs of one design have them in one order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reached {
    points: usize,
    /// One hexadecimal digit for four points, the first in its lowest bit.
    reached: String,
}

impl Reached {
    fn of(points: impl Iterator<Item = bool>) -> Self {
        let points: Vec<bool> = points.collect();
        let digit = |four: &[bool]| {
            let bits = four.iter().enumerate();
            let value = bits.fold(0, |value, (at, &bit)| value | u32::from(bit) << at);
            char::from_digit(value, 16).unwrap_or('0')
        };
        Self {
            points: points.len(),
            reached: points.chunks(4).map(digit).collect(),
        }
    }

    /// How many were reached, of how many.
    pub fn counts(&self) -> (usize, usize) {
        let ones = |digit: char| digit.to_digit(16).unwrap_or(0).count_ones() as usize;
        (self.reached.chars().map(ones).sum(), self.points)
    }

    fn unite(&mut self, other: &Self) {
        let digit = |c: char| c.to_digit(16).unwrap_or(0);
        let pairs = self.reached.chars().zip(other.reached.chars());
        let both = pairs.map(|(a, b)| char::from_digit(digit(a) | digit(b), 16).unwrap_or('0'));
        self.reached = both.collect();
    }
}

/// Coverage of one design by one run, or by several.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    /// Lines: blocks of them, as Verilator counts.
    pub line: Reached,
    /// Both ways of each branch.
    pub branch: Reached,
    /// Both edges of each bit of each signal.
    pub toggle: Reached,
    /// Those of the toggles that are of buses of 1,024 bits and more.
    pub wide: Reached,
    /// Lines and branches that were not reached: module, line, which.
    pub unreached: BTreeSet<String>,
}

impl Coverage {
    fn new(points: &[CoveragePoint], counts: &[u32]) -> Self {
        let widths = widths(points);
        let all = || points.iter().zip(counts);
        let of = |kind: CoverageKind| {
            let chosen = all().filter(move |(point, _)| point.kind == kind);
            Reached::of(chosen.map(|(_, &count)| count > 0))
        };
        let wide = all().filter(|(point, _)| {
            point.kind == CoverageKind::Toggle
                && widths.get(&bus(point)).is_some_and(|&bits| bits >= WIDE)
        });
        let code = [CoverageKind::Line, CoverageKind::Branch];
        let missed = all().filter(|(point, &count)| count == 0 && code.contains(&point.kind));
        Self {
            line: of(CoverageKind::Line),
            branch: of(CoverageKind::Branch),
            toggle: of(CoverageKind::Toggle),
            wide: Reached::of(wide.map(|(_, &count)| count > 0)),
            unreached: missed
                .map(|(p, _)| format!("{}:{} {} in {}", p.file, p.line, p.detail, p.hierarchy))
                .collect(),
        }
    }

    /// Adds what another run of the same design reaches; false if it is another design.
    pub fn unite(&mut self, other: &Self) -> bool {
        let mine = [&self.line, &self.branch, &self.toggle].map(|kind| kind.points);
        if mine != [&other.line, &other.branch, &other.toggle].map(|kind| kind.points) {
            return false;
        }
        self.line.unite(&other.line);
        self.branch.unite(&other.branch);
        self.toggle.unite(&other.toggle);
        self.wide.unite(&other.wide);
        self.unreached
            .retain(|place| other.unreached.contains(place));
        true
    }
}

/// The signal that a toggle is of: its instance, and its name without the bit.
fn bus(point: &CoveragePoint) -> (&str, &str) {
    let name = point.detail.split(':').next().unwrap_or_default();
    let name = name.rsplit_once('[').map_or(name, |(name, _)| name);
    (&point.hierarchy, name)
}

/// Bits of each signal, counted by their rising edges.
fn widths(points: &[CoveragePoint]) -> HashMap<(&str, &str), usize> {
    let mut widths = HashMap::new();
    for point in points {
        if point.kind == CoverageKind::Toggle && !point.detail.ends_with("1->0") {
            *widths.entry(bus(point)).or_default() += 1;
        }
    }
    widths
}

/// Runs the stimulus of a seed for its coverage. A mismatch ends it: that it is there is for others
/// to say. `None` when it was stopped.
pub fn measure(
    bench: &CountedBench,
    target: &Target,
    seed: u64,
    cycles: u64,
    watch: &Watch,
) -> Result<Option<Coverage>, EngineError> {
    let interface = Interface::of(&target.configuration.parameters);
    let kit = target.kit();
    let dut = Rc::new(RefCell::new(bench.start(seed)?));
    let golden = kit.golden().start(seed)?;
    let mut lockstep = Lockstep::new(&interface, golden, Box::new(Rc::clone(&dut)));
    let mut generator = kit.generator(&interface, seed);
    if let Verdict::Interrupted { .. } = lockstep.run(&mut *generator, cycles, watch)? {
        return Ok(None);
    }
    let dut = dut.borrow();
    Ok(Some(Coverage::new(bench.points(), dut.counts())))
}

/// Plays sequences that a search has kept, one after the other, for their coverage: each begins with
/// a reset.
pub fn replay(
    bench: &CountedBench,
    target: &Target,
    sequences: &[Sequence],
    power_up: u64,
) -> Result<Coverage, EngineError> {
    let interface = Interface::of(&target.configuration.parameters);
    let kit = target.kit();
    let mut dut = bench.start(power_up)?;
    let (mut rows, mut outputs) = (Vec::new(), Vec::new());
    for sequence in sequences {
        unfold(&interface, &*kit, sequence, None, &mut rows);
        let cycles = rows.len() / interface.row_words();
        outputs.resize(cycles * interface.output_words(), 0);
        match dut.run(&rows, &mut outputs) {
            Ok(()) => {}
            Err(Halt::Failed(error)) => return Err(error),
            Err(Halt::OutOfContract { reason, .. }) => return Err(EngineError::new(reason)),
        }
    }
    Ok(Coverage::new(bench.points(), dut.counts()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn toggle(signal: &str, bit: usize, edge: &str) -> CoveragePoint {
        CoveragePoint {
            kind: CoverageKind::Toggle,
            detail: format!("{signal}[{bit}]:{edge}"),
            ..CoveragePoint::default()
        }
    }

    fn points() -> Vec<CoveragePoint> {
        let mut points = Vec::new();
        for (signal, width) in [("narrow", 8), ("wide", WIDE)] {
            for bit in 0..width {
                points.extend(["0->1", "1->0"].map(|edge| toggle(signal, bit, edge)));
            }
        }
        points.push(CoveragePoint {
            kind: CoverageKind::Line,
            file: "a.v".to_owned(),
            line: 7,
            ..CoveragePoint::default()
        });
        points
    }

    #[test]
    fn wide_buses_are_told_apart_and_runs_unite() {
        let points = points();
        let run = |first: usize, last: usize| {
            let counts: Vec<u32> = (0..points.len())
                .map(|at| u32::from((first..=last).contains(&at)))
                .collect();
            Coverage::new(&points, &counts)
        };
        let mut one = run(0, 17);
        assert_eq!(one.toggle.counts(), (18, 16 + 2 * WIDE));
        assert_eq!(one.wide.counts(), (2, 2 * WIDE));
        assert_eq!(one.line.counts(), (0, 1));
        assert_eq!(one.unreached.len(), 1);
        let other = run(17, points.len() - 1);
        assert!(one.unite(&other));
        assert_eq!(one.toggle.counts(), (16 + 2 * WIDE, 16 + 2 * WIDE));
        assert_eq!(one.wide.counts(), (2 * WIDE, 2 * WIDE));
        assert_eq!((one.line.counts(), one.unreached.len()), ((1, 1), 0));
        assert!(!one.unite(&Coverage::default()));
    }
}
