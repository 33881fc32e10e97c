//! The input of the fuzzer: a sequence of turns (see [`surroundings::generate::steer`]).
//!
//! As text, one step a line, so that a committed corpus can be read and compared:
//!
//! ```text
//! warploom-sequence 1 avc_cache
//! phase 51f2aa07
//! go 00c3d1e8 x4 2=ffffffff w3+00000080
//! reset 00000000
//! end
//! ```
//! A step is its event, the seed of its draws, how often it is repeated, draws that are otherwise
//! (`2=`), and changes of words of the inputs (`+`, `^`, `:`). The last line tells a whole file
//! from one that was cut.

use serde::{Deserialize, Serialize};
use std::fmt::{self, Write};
use surroundings::generate::steer::{Change, Event, Touch, Turn};
use surroundings::prng::Wish;

/// What the first line of a file begins with.
pub const MAGIC: &str = "warploom-sequence 1 ";

/// Cycles of the longest sequence that is run; what is longer is cut.
pub const MOST_CYCLES: usize = 1024;
/// How often a step is repeated at most.
pub const MOST_TIMES: u16 = 400;
/// Wishes and touches of a step at most.
pub const MOST_CHANGES: usize = 12;

/// A sequence of turns, the input of the fuzzer. The reset that comes first is not part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sequence {
    /// Its steps.
    pub steps: Vec<Step>,
}

/// Some cycles with the same turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Step {
    /// What they are for.
    pub event: Event,
    /// The seed of what is drawn in each.
    pub seed: u32,
    /// How many there are.
    pub times: u16,
    /// Draws that are to be otherwise.
    pub wishes: Vec<Wish>,
    /// Changes of the inputs.
    pub touches: Vec<Touch>,
}

impl Step {
    /// One cycle as its seed has it.
    pub fn new(event: Event, seed: u32) -> Self {
        Self {
            event,
            seed,
            times: 1,
            wishes: Vec::new(),
            touches: Vec::new(),
        }
    }

    /// The turn of the cycle of that number. Only the first begins a phase.
    pub fn turn(&self, cycle: u16) -> Turn<'_> {
        Turn {
            event: match self.event {
                Event::Phase if cycle > 0 => Event::Go,
                event => event,
            },
            seed: self.seed,
            wishes: &self.wishes,
            touches: &self.touches,
        }
    }
}

impl Sequence {
    /// Cycles, the first reset left aside.
    pub fn cycles(&self) -> usize {
        self.steps.iter().map(|step| usize::from(step.times)).sum()
    }

    /// Cuts what goes beyond the limits.
    pub fn limit(&mut self) {
        let mut left = MOST_CYCLES;
        for step in &mut self.steps {
            step.times = step.times.clamp(1, MOST_TIMES).min(left as u16);
            step.wishes.truncate(MOST_CHANGES);
            step.touches.truncate(MOST_CHANGES);
            left -= usize::from(step.times);
        }
        self.steps.retain(|step| step.times > 0);
    }

    /// The text of a file; `unit` is the unit that it is for.
    pub fn to_text(&self, unit: &str) -> String {
        let mut text = format!("{MAGIC}{unit}\n");
        for step in &self.steps {
            let event = match step.event {
                Event::Go => "go",
                Event::Phase => "phase",
                Event::Reset => "reset",
            };
            // Writing to a String cannot fail.
            let _ = write!(text, "{event} {:08x}", step.seed);
            if step.times != 1 {
                let _ = write!(text, " x{}", step.times);
            }
            for wish in &step.wishes {
                let _ = write!(text, " {}={:08x}", wish.draw, wish.value);
            }
            for touch in &step.touches {
                let (sign, value) = match touch.change {
                    Change::Add(value) => ('+', value),
                    Change::Flip(value) => ('^', value),
                    Change::Set(value) => (':', value),
                };
                let _ = write!(text, " w{}{sign}{value:08x}", touch.word);
            }
            text.push('\n');
        }
        text.push_str("end\n");
        text
    }

    /// Reads the text of a file for a unit.
    pub fn from_text(text: &str, unit: &str) -> Result<Self, SequenceError> {
        let mut lines = text.lines().enumerate();
        let first = lines.next().map_or("", |(_, line)| line);
        let named = first.strip_prefix(MAGIC).ok_or(SequenceError::Foreign)?;
        if named != unit {
            return Err(SequenceError::Unit(named.to_owned()));
        }
        let mut sequence = Self::default();
        for (index, line) in lines {
            if line == "end" {
                sequence.limit();
                return Ok(sequence);
            }
            let step = step(line).ok_or(index + 1);
            // A line that was cut in its middle may read as anything.
            if step.is_err() && !text.ends_with("end\n") {
                return Err(SequenceError::Truncated);
            }
            sequence.steps.push(step.map_err(SequenceError::Line)?);
        }
        Err(SequenceError::Truncated)
    }
}

fn hex(text: &str) -> Option<u32> {
    (text.len() == 8)
        .then(|| u32::from_str_radix(text, 16).ok())
        .flatten()
}

fn step(line: &str) -> Option<Step> {
    let mut words = line.split(' ');
    let event = match words.next()? {
        "go" => Event::Go,
        "phase" => Event::Phase,
        "reset" => Event::Reset,
        _ => return None,
    };
    let mut step = Step::new(event, hex(words.next()?)?);
    for word in words {
        if let Some(times) = word.strip_prefix('x') {
            step.times = times.parse().ok()?;
        } else if let Some(touch) = word.strip_prefix('w') {
            let at = touch.find(['+', '^', ':'])?;
            let value = hex(&touch[at + 1..])?;
            step.touches.push(Touch {
                word: touch[..at].parse().ok()?,
                change: match &touch[at..=at] {
                    "+" => Change::Add(value),
                    "^" => Change::Flip(value),
                    _ => Change::Set(value),
                },
            });
        } else {
            let (draw, value) = word.split_once('=')?;
            step.wishes.push(Wish {
                draw: draw.parse().ok()?,
                value: hex(value)?,
            });
        }
    }
    Some(step)
}

/// Why a file is no sequence of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SequenceError {
    /// It is something else.
    Foreign,
    /// It is for another unit.
    Unit(String),
    /// Its end is missing.
    Truncated,
    /// A line of it makes no sense.
    Line(usize),
}

impl fmt::Display for SequenceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("is no sequence of this tool"),
            Self::Unit(unit) => write!(f, "is for the unit {unit}"),
            Self::Truncated => f.write_str("is truncated"),
            Self::Line(number) => write!(f, "line {number} is no step"),
        }
    }
}

impl std::error::Error for SequenceError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Sequence {
        let mut go = Step::new(Event::Go, 0xc3d1e8);
        go.times = 4;
        go.wishes.push(Wish {
            draw: 2,
            value: u32::MAX,
        });
        for change in [Change::Add(0x80), Change::Flip(1), Change::Set(0)] {
            go.touches.push(Touch { word: 3, change });
        }
        let steps = vec![Step::new(Event::Phase, 1), go, Step::new(Event::Reset, 0)];
        Sequence { steps }
    }

    #[test]
    fn text_and_sequence_agree() {
        let text = sample().to_text("avc_cache");
        assert_eq!(Sequence::from_text(&text, "avc_cache"), Ok(sample()));
    }

    #[test]
    fn a_file_that_was_cut_anywhere_is_refused() {
        let text = sample().to_text("u");
        for length in 0..text.len() - 1 {
            assert!(
                Sequence::from_text(&text[..length], "u").is_err(),
                "{length}"
            );
        }
        let of = |text: &str| Sequence::from_text(text, "u").unwrap_err();
        assert_eq!(of("{}"), SequenceError::Foreign);
        assert_eq!(of(&sample().to_text("v")), SequenceError::Unit("v".into()));
        assert_eq!(
            of("warploom-sequence 1 u\ngo 1\nend\n"),
            SequenceError::Line(2)
        );
        assert_eq!(
            of("warploom-sequence 1 u\ngo 00000001\n"),
            SequenceError::Truncated
        );
    }

    #[test]
    fn limits_hold() {
        let mut sequence = sample();
        for step in &mut sequence.steps {
            step.times = u16::MAX;
        }
        sequence.steps.extend(sample().steps);
        sequence.limit();
        assert_eq!(sequence.cycles(), MOST_CYCLES);
    }
}
