//! A failure as text: DUT beside golden around the first difference.
//!
//! ```text
//! cycle 3  <- first difference
//!   in   all 0
//!   out  valid 1  tag 000
//!      ! range            golden 1
//!                         dut    2
//!                                ^
//! ```

use crate::lockstep::{Mismatch, Subject};
use crate::stimulus::Stimulus;
use crate::value::to_digits;
use std::fmt::Write;
use surroundings::interface::{differs, Interface, Slot};

/// Cycles before the first difference that are shown.
const BEFORE: usize = 6;
/// Bits of a line of a wide value.
const LINE_BITS: usize = 128;
/// Where the values of marked lines begin.
const COLUMN: usize = 28;

/// The output frames of both engines for every cycle of some stimulus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// The number of the first cycle.
    pub first_cycle: u64,
    /// What went in.
    pub stimulus: Stimulus,
    /// What golden gave, frame by frame.
    pub golden: Vec<u32>,
    /// What the DUT gave, frame by frame.
    pub dut: Vec<u32>,
}

/// The cycles up to a mismatch.
pub fn text(interface: &Interface, recording: &Recording, mismatch: &Mismatch) -> String {
    let mut text = String::new();
    let length = recording.stimulus.len();
    let last = mismatch.cycle.saturating_sub(recording.first_cycle);
    let last = usize::try_from(last).map_or(length, |last| (last + 1).min(length));
    let first = last.saturating_sub(BEFORE + 1);
    let before = recording.first_cycle + first as u64;
    if before > 0 {
        line(&mut text, &format!("({before} cycles before)"));
    }
    for cycle in first..last {
        let here = cycle + 1 == last;
        let mark = if here { "  <- first difference" } else { "" };
        let number = recording.first_cycle + cycle as u64;
        line(&mut text, &format!("cycle {number}{mark}"));
        inputs(&mut text, interface, &recording.stimulus, cycle);
        let words = interface.output_words();
        let frame = cycle * words..(cycle + 1) * words;
        let (golden, dut) = (&recording.golden[frame.clone()], &recording.dut[frame]);
        if recording.stimulus.reset(cycle) {
            line(&mut text, "  out  not compared");
        } else {
            outputs(&mut text, interface, golden, dut);
        }
        if let (true, Subject::Property(violation)) = (here, &mismatch.subject) {
            line(
                &mut text,
                &format!("     ! {}: {}", violation.property, violation.detail),
            );
        }
    }
    text
}

fn line(text: &mut String, content: &str) {
    text.push_str(content.trim_end());
    text.push('\n');
}

fn inputs(text: &mut String, interface: &Interface, stimulus: &Stimulus, cycle: usize) {
    let frame = stimulus.inputs(cycle);
    let zero = frame.iter().all(|&word| word == 0);
    let mut short = Vec::new();
    if stimulus.reset(cycle) {
        short.push("reset".to_owned());
    }
    if zero {
        short.push("all 0".to_owned());
    }
    let mut wide = Vec::new();
    for slot in interface.inputs().iter().filter(|_| !zero) {
        let value = slot.value(frame);
        if slot.port.width <= 64 || value.iter().all(|&word| word == 0) {
            short.push(short_value(slot, value));
        } else {
            wide.push(slot);
        }
    }
    line(text, &format!("  in   {}", short.join("  ")));
    for slot in wide {
        for (label, digits) in lines(slot, frame) {
            if digits.bytes().any(|digit| digit != b'0' && digit != b' ') {
                line(text, &format!("       {label:<21}{digits}"));
            }
        }
    }
}

fn outputs(text: &mut String, interface: &Interface, golden: &[u32], dut: &[u32]) {
    let outputs = interface.outputs().iter();
    let (defined, undefined): (Vec<_>, Vec<_>) =
        outputs.partition(|slot| interface.defined(slot, golden));
    let (marked, equal): (Vec<_>, Vec<_>) = defined
        .into_iter()
        .partition(|slot| differs(slot, golden, dut));
    let mut short: Vec<String> = equal
        .iter()
        .map(|slot| {
            if slot.port.width <= 64 {
                short_value(slot, slot.value(golden))
            } else {
                format!("{} equal", slot.port.name)
            }
        })
        .collect();
    if !undefined.is_empty() {
        short.push("(the rest is not defined)".to_owned());
    }
    if !short.is_empty() {
        line(text, &format!("  out  {}", short.join("  ")));
    }
    for slot in marked {
        difference(text, slot, golden, dut);
    }
}

fn short_value(slot: &Slot, value: &[u32]) -> String {
    if value.iter().all(|&word| word == 0) {
        return format!("{} 0", slot.port.name);
    }
    format!("{} {}", slot.port.name, to_digits(value, slot.port.width))
}

/// The lines of a value that differ, golden over DUT, with a mark under each digit that differs.
fn difference(text: &mut String, slot: &Slot, golden: &[u32], dut: &[u32]) {
    let lines_golden = lines(slot, golden);
    let count = lines_golden.len();
    let mut shown = 0;
    for ((label, golden), (_, dut)) in lines_golden.into_iter().zip(lines(slot, dut)) {
        if golden == dut {
            continue;
        }
        shown += 1;
        let marks: String = golden
            .bytes()
            .zip(dut.bytes())
            .map(|(a, b)| if a == b { ' ' } else { '^' })
            .collect();
        let _ = writeln!(
            text,
            "{:<COLUMN$}golden {golden}",
            format!("     ! {label}")
        );
        let _ = writeln!(text, "{:<COLUMN$}dut    {dut}", "");
        line(text, &format!("{:<COLUMN$}       {marks}", ""));
    }
    if shown < count {
        let rest = count - shown;
        line(
            text,
            &format!(
                "       {}: equal in {rest} more lines of {LINE_BITS} bits",
                slot.port.name
            ),
        );
    }
}

/// A value as labelled lines of at most [`LINE_BITS`] bits, the low ones first, in groups of
/// 32 bits.
fn lines(slot: &Slot, frame: &[u32]) -> Vec<(String, String)> {
    let width = slot.port.width;
    let value = slot.value(frame);
    if width <= LINE_BITS {
        return vec![(slot.port.name.to_owned(), grouped(value, width))];
    }
    let line_words = LINE_BITS / 32;
    let lines = value.chunks(line_words).enumerate();
    lines
        .map(|(index, words)| {
            let low = index * LINE_BITS;
            let high = (low + LINE_BITS).min(width) - 1;
            let label = format!("{}[{high}:{low}]", slot.port.name);
            (label, grouped(words, high - low + 1))
        })
        .collect()
}

fn grouped(words: &[u32], width: usize) -> String {
    let last = words.len().saturating_sub(1);
    let groups = words.iter().enumerate().rev().map(|(i, word)| {
        let bits = if i == last { width - 32 * i } else { 32 };
        // Bits beyond the width do not belong to the value.
        let mask = if bits == 32 {
            u32::MAX
        } else {
            (1 << bits) - 1
        };
        to_digits(&[word & mask], bits)
    });
    groups.collect::<Vec<_>>().join(" ")
}
