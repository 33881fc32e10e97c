//! Waveforms of failures: the DUT's inside, and beside it what went in, what golden gave, what
//! the DUT gave, and where they differ.
//!
//! ```text
//! scope       signals                                      from
//! (the top)   every signal of the design                   the engine, if it can trace
//! stimulus    reset and the inputs                         the stimulus
//! golden      the outputs                                  the golden model
//! dut         the outputs                                  the engine
//! differs     one bit for each output that is compared     the comparison
//! ```

use crate::failure::Pair;
use crate::report::difference::Recording;
use crate::stimulus::Stimulus;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::Path;
use surroundings::engine::{EngineError, Halt};
use surroundings::interface::{differs, Interface};
use vcd::{Command, IdCode, TimescaleUnit, Value, Writer};

/// Time units of a cycle, those of the crate `verilated`.
const CYCLE: u64 = 1000;

/// Runs stimulus again and writes its waveform as FST, whole or not at all.
pub fn write(pair: &Pair<'_>, stimulus: &Stimulus, fst: &Path) -> Result<(), EngineError> {
    let error =
        |error: &dyn std::fmt::Display| EngineError::new(format!("{}: {error}", fst.display()));
    let folder = tempfile::tempdir().map_err(|e| error(&e))?;
    let (inside, whole) = (folder.path().join("dut.vcd"), folder.path().join("all.vcd"));
    let traced = trace(pair, stimulus, &inside)?;
    let recording = pair.record(stimulus)?;
    let inside = traced.then_some(inside.as_path());
    merge(pair.interface, &recording, inside, &whole).map_err(|e| error(&e))?;
    to_fst(&whole, fst).map_err(|e| error(&e))
}

/// Writes a VCD file as FST, whole or not at all.
pub(crate) fn to_fst(vcd: &Path, fst: &Path) -> io::Result<()> {
    tools::atomic::replace(fst, |temporary| {
        let reader = BufReader::new(File::open(vcd)?);
        let writer = BufWriter::new(File::create(temporary)?);
        verilated::waves::vcd_to_fst(reader, writer).map_err(io::Error::other)
    })
}

/// Has the DUT write its own waveform, if it can.
fn trace(pair: &Pair<'_>, stimulus: &Stimulus, vcd: &Path) -> Result<bool, EngineError> {
    let Some(mut engine) = pair.dut.start_traceable(pair.seed)? else {
        return Ok(false);
    };
    engine.trace(Some(vcd))?;
    let mut outputs = vec![0; stimulus.len() * pair.interface.output_words()];
    match engine.run(stimulus.rows(), &mut outputs) {
        Ok(()) | Err(Halt::OutOfContract { .. }) => Ok(true),
        Err(Halt::Failed(error)) => Err(error),
    }
}

/// A signal of ours: its code and, for each cycle, its value.
struct Signal {
    code: IdCode,
    width: usize,
    value: Box<dyn Fn(usize) -> Vec<u32>>,
}

fn merge(
    interface: &Interface,
    recording: &Recording,
    inside: Option<&Path>,
    path: &Path,
) -> io::Result<()> {
    let mut writer = Writer::new(BufWriter::new(File::create(path)?));
    let mut parser = match inside {
        Some(inside) => Some(vcd::Parser::new(BufReader::new(File::open(inside)?))),
        None => None,
    };
    writer.timescale(1, TimescaleUnit::PS)?;
    if let Some(parser) = &mut parser {
        // The parser's codes stay; ours come behind them.
        for item in &parser.parse_header()?.items {
            if let vcd::ScopeItem::Scope(scope) = item {
                writer.scope(scope)?;
            }
        }
    }
    let signals = declare(&mut writer, interface, recording)?;
    writer.enddefinitions()?;
    let mut cycles = Cycles {
        signals,
        next: 0,
        count: recording.stimulus.len(),
    };
    for command in parser.into_iter().flatten() {
        match command? {
            Command::Timestamp(time) => {
                let now = cycles.write_before(&mut writer, time)?;
                writer.timestamp(time)?;
                if now {
                    cycles.write(&mut writer)?;
                }
            }
            change @ (Command::ChangeScalar(..) | Command::ChangeVector(..)) => {
                writer.command(&change)?;
            }
            _ => {}
        }
    }
    let end = cycles.count as u64 * CYCLE;
    cycles.write_before(&mut writer, end)?;
    writer.timestamp(end)?;
    writer.flush()
}

fn declare<W: Write>(
    writer: &mut Writer<W>,
    interface: &Interface,
    recording: &Recording,
) -> io::Result<Vec<Signal>> {
    let mut signals = Vec::new();
    let mut add = |writer: &mut Writer<W>, name: &str, width: usize, value| {
        let code = writer.add_wire(width as u32, name)?;
        signals.push(Signal { code, width, value });
        io::Result::Ok(())
    };
    writer.add_module("stimulus")?;
    let stimulus = recording.stimulus.clone();
    let reset = move |cycle| vec![u32::from(stimulus.reset(cycle))];
    add(writer, "reset", 1, Box::new(reset))?;
    for slot in interface.inputs() {
        let (stimulus, input) = (recording.stimulus.clone(), slot.clone());
        let value = move |cycle| input.value(stimulus.inputs(cycle)).to_vec();
        add(writer, &slot.port.name, slot.port.width, Box::new(value))?;
    }
    writer.upscope()?;
    let words = interface.output_words();
    for (scope, frames) in [("golden", &recording.golden), ("dut", &recording.dut)] {
        writer.add_module(scope)?;
        for slot in interface.outputs() {
            let (frames, output) = (frames.clone(), slot.clone());
            let value = move |cycle| {
                output
                    .value(&frames[cycle * words..(cycle + 1) * words])
                    .to_vec()
            };
            add(writer, &slot.port.name, slot.port.width, Box::new(value))?;
        }
        writer.upscope()?;
    }
    writer.add_module("differs")?;
    for slot in interface.outputs() {
        let (recording, output, interface) = (recording.clone(), slot.clone(), interface.clone());
        let value = move |cycle: usize| {
            let frame = cycle * words..(cycle + 1) * words;
            let (golden, dut) = (&recording.golden[frame.clone()], &recording.dut[frame]);
            let wrong = !recording.stimulus.reset(cycle)
                && interface.defined(&output, golden)
                && differs(&output, golden, dut);
            vec![u32::from(wrong)]
        };
        add(writer, &slot.port.name, 1, Box::new(value))?;
    }
    writer.upscope()?;
    Ok(signals)
}

/// Our signals, cycle by cycle.
struct Cycles {
    signals: Vec<Signal>,
    next: usize,
    count: usize,
}

impl Cycles {
    /// Writes the cycles that begin before a time, and tells whether one begins just then.
    fn write_before<W: Write>(&mut self, writer: &mut Writer<W>, time: u64) -> io::Result<bool> {
        while self.next < self.count && (self.next as u64) * CYCLE < time {
            writer.timestamp(self.next as u64 * CYCLE)?;
            self.write(writer)?;
        }
        Ok(self.next < self.count && self.next as u64 * CYCLE == time)
    }

    /// Writes what changes in the next cycle.
    fn write<W: Write>(&mut self, writer: &mut Writer<W>) -> io::Result<()> {
        let cycle = self.next;
        self.next += 1;
        for signal in &self.signals {
            let value = (signal.value)(cycle);
            if cycle > 0 && (signal.value)(cycle - 1) == value {
                continue;
            }
            let bit = |i: usize| Value::from(value[i / 32] >> (i % 32) & 1 == 1);
            if signal.width == 1 {
                writer.change_scalar(signal.code, bit(0))?;
            } else {
                writer.change_vector(signal.code, (0..signal.width).rev().map(bit))?;
            }
        }
        Ok(())
    }
}
