//! Many circuits in one Verilated model, each beside its own rust_hdl simulation.
//!
//! Building a model takes seconds whatever is in it, so all circuits of a test stand side by side
//! under one top module that gives every port a name of its own.

use hdl::emit::{Design, Dialect, Options, PortRole, Provenance};
use hdl::engine::AnyUnit;
use hdl::ports::{frame_words, Port as UnitPort};
use std::fmt::Write;
use std::panic::{catch_unwind, AssertUnwindSafe};
use surroundings::prng::Prng;
use tools::discovery::Tools;
use verilated::{BuildOptions, Cache, Library, ModelSpec, Port, Source};

/// Both languages of the output.
pub const DIALECTS: [Dialect; 2] = [Dialect::Verilog2005, Dialect::SystemVerilog];

/// A circuit under test: emitted, and run by rust_hdl.
pub struct Circuit {
    pub name: String,
    /// In the order of [`DIALECTS`].
    pub designs: [Design; 2],
    input_ports: Vec<UnitPort>,
    output_ports: Vec<UnitPort>,
    /// The input frames of all cycles, one after the other.
    inputs: Vec<u32>,
    /// What rust_hdl makes of them.
    outputs: Vec<u32>,
}

/// Where emitted Verilog and Rust differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub circuit: String,
    pub dialect: Dialect,
    pub cycle: usize,
    pub inputs: Vec<u32>,
    pub rust: Vec<u32>,
    pub verilog: Vec<u32>,
}

impl Circuit {
    /// Emits a circuit, then runs it in rust_hdl for `cycles` cycles of the stimulus of `seed`.
    /// An error says why the emitter refuses it.
    pub fn new(
        name: impl Into<String>,
        mut unit: Box<dyn AnyUnit>,
        seed: u64,
        cycles: usize,
    ) -> Result<Self, String> {
        let name = name.into();
        unit.prepare();
        let [verilog, system_verilog] = DIALECTS.map(|dialect| emit(unit.as_ref(), &name, dialect));
        let designs = [verilog?, system_verilog?];
        let (input_ports, output_ports) = (unit.inputs(), unit.outputs());
        let input_words = frame_words(&input_ports);
        let output_words = frame_words(&output_ports);
        let mut stimulus = Prng::new(seed);
        let mut inputs = vec![0; input_words * cycles];
        let mut outputs = vec![0; output_words * cycles];
        for cycle in 0..cycles {
            let (past, rest) = inputs.split_at_mut(input_words * cycle);
            let frame = &mut rest[..input_words];
            let last = &past[past.len().saturating_sub(input_words)..];
            fill(&mut stimulus, cycle, &input_ports, last, frame);
            unit.normalize(frame);
            let outputs = &mut outputs[output_words * cycle..][..output_words];
            unit.cycle(frame, outputs).expect("rust_hdl settles");
        }
        Ok(Circuit {
            name,
            designs,
            input_ports,
            output_ports,
            inputs,
            outputs,
        })
    }

    /// Turns a bit of what rust_hdl made in the last cycle; gives the cycle.
    pub fn disturb(&mut self) -> usize {
        let words = frame_words(&self.output_ports);
        let last = self.outputs.len() / words - 1;
        self.outputs[words * last] ^= 1;
        last
    }

    /// The emitted text of all modules.
    pub fn text(&self, dialect: Dialect) -> String {
        let modules = self.design(dialect).modules.iter();
        modules.map(|module| module.text.as_str()).collect()
    }

    fn design(&self, dialect: Dialect) -> &Design {
        &self.designs[usize::from(dialect == Dialect::SystemVerilog)]
    }

    fn frame(&self, cycle: usize) -> &[u32] {
        let words = frame_words(&self.input_ports);
        &self.inputs[words * cycle..][..words]
    }

    /// The ports of a difference with their values, one a line.
    pub fn describe(&self, difference: &Difference) -> String {
        let mut text = format!(
            "{}, {}, cycle {}:\n",
            self.name, difference.dialect, difference.cycle
        );
        let values = |ports: &[UnitPort], frame: &[u32]| {
            let mut frame = frame;
            let mut values = vec![];
            for port in ports {
                let (words, rest) = frame.split_at(port.words());
                let digits = words.iter().rev().map(|word| format!("{word:08x}"));
                values.push((port.name.clone(), digits.collect::<Vec<_>>().join("_")));
                frame = rest;
            }
            values
        };
        for (name, value) in values(&self.input_ports, &difference.inputs) {
            let _ = writeln!(text, "  {name} = {value}");
        }
        let rust = values(&self.output_ports, &difference.rust);
        let verilog = values(&self.output_ports, &difference.verilog);
        for ((name, rust), (_, verilog)) in rust.into_iter().zip(verilog) {
            if rust == verilog {
                continue;
            }
            let _ = writeln!(text, "  {name}: Rust {rust}, Verilog {verilog}");
        }
        text
    }
}

/// The circuit in Verilog. The name of the circuit is the prefix of its modules.
fn emit(unit: &dyn AnyUnit, name: &str, dialect: Dialect) -> Result<Design, String> {
    let options = Options {
        dialect,
        prefix: Some(format!("t_{}", name.to_lowercase())),
        ..Options::default()
    };
    let emit = || hdl::emit::emit(unit.block(), &Provenance::default(), &options);
    match catch_unwind(AssertUnwindSafe(emit)) {
        Ok(Ok(design)) => Ok(design),
        Ok(Err(errors)) => Err(errors.to_string()),
        Err(_) => Err("the emitter panics".to_owned()),
    }
}

/// Plays the circuits' stimulus to their Verilog, and gives the first difference of each that has
/// one. An error is what the tools say about the Verilog.
pub fn differences(
    circuits: &[&Circuit],
    dialect: Dialect,
    seed: u64,
    cycles: usize,
) -> Result<Vec<Difference>, String> {
    let library = build(circuits, dialect)?;
    let mut model = library.instantiate(seed).expect("the model starts");
    let mut frame = vec![0; library.input_words()];
    let mut outputs = vec![0; library.output_words()];
    // One cycle of reset: rust_hdl starts as if it had had one.
    frame[0] = 1;
    model.cycle(&frame, &mut outputs).expect("reset runs");
    let mut found: Vec<Option<Difference>> = circuits.iter().map(|_| None).collect();
    for cycle in 0..cycles {
        frame.truncate(0);
        frame.push(0);
        for circuit in circuits {
            frame.extend(circuit.frame(cycle));
        }
        model.cycle(&frame, &mut outputs).expect("the model runs");
        let mut rest = outputs.as_slice();
        for (circuit, found) in circuits.iter().zip(&mut found) {
            let words = frame_words(&circuit.output_ports);
            let (verilog, others) = rest.split_at(words);
            rest = others;
            let rust = &circuit.outputs[words * cycle..][..words];
            if found.is_none() && rust != verilog {
                *found = Some(Difference {
                    circuit: circuit.name.clone(),
                    dialect,
                    cycle,
                    inputs: circuit.frame(cycle).to_vec(),
                    rust: rust.to_vec(),
                    verilog: verilog.to_vec(),
                });
            }
        }
    }
    Ok(found.into_iter().flatten().collect())
}

/// A frame in which the corners are likely: carries, borrows and shifts show at the edges,
/// comparisons where two ports are equal or neighbours, counters where an input stays.
fn fill(stimulus: &mut Prng, cycle: usize, ports: &[UnitPort], last: &[u32], frame: &mut [u32]) {
    let mut at = 0;
    for port in ports {
        let random = stimulus.next_u64();
        let bit = (random >> 8) as usize % port.width;
        let (before, rest) = frame.split_at_mut(at);
        let words = &mut rest[..port.words()];
        match (cycle, random >> 60) {
            (0, _) | (_, 0) => words.fill(0),
            (1, _) | (_, 1) => words.fill(!0),
            (_, 2) => words[bit / 32] = 1 << (bit % 32),
            (_, 3) => {
                words.fill(!0);
                words[bit / 32] = !(1 << (bit % 32));
            }
            (_, 4) => words[0] = (random & 7) as u32,
            (_, 5) => {
                words.fill(!0);
                words[0] = !((random & 7) as u32);
            }
            // The port before, as far as it goes, or its neighbours.
            (_, 6..=7) => {
                let source = &before[before.len().saturating_sub(words.len())..];
                words[..source.len()].copy_from_slice(source);
                words[0] = words[0].wrapping_add((random % 3) as u32).wrapping_sub(1);
            }
            // What it was.
            (_, 8) => words.copy_from_slice(&last[at..at + port.words()]),
            _ => stimulus.fill(words),
        }
        at += port.words();
    }
}

fn build(circuits: &[&Circuit], dialect: Dialect) -> Result<Library, String> {
    let mut sources = Vec::new();
    let (mut inputs, mut outputs) = (vec![Port::new("reset", 1)], Vec::new());
    let (mut ports, mut instances) = ("input clock, input reset".to_owned(), String::new());
    for (number, circuit) in circuits.iter().enumerate() {
        let design = circuit.design(dialect);
        let files = design.modules.iter();
        sources.extend(files.map(|module| Source::new(&module.file_name, &module.text)));

        let is_data = |port: &&hdl::emit::Port| port.role == PortRole::Data;
        let data: Vec<_> = design.ports.iter().filter(is_data).collect();
        let mut connections: Vec<String> = design
            .ports
            .iter()
            .filter(|port| !is_data(port))
            .map(|port| format!(".{0}({0})", port.name))
            .collect();
        let frame = circuit.input_ports.iter().chain(&circuit.output_ports);
        for (position, port) in frame.enumerate() {
            // A name that is a keyword got an underscore behind it.
            let known = |name: &str| name == port.name || name.trim_end_matches('_') == port.name;
            let verilog = data
                .iter()
                .find(|p| known(&p.name))
                .expect("every port is emitted");
            assert_eq!(verilog.width, port.width, "{} {}", circuit.name, port.name);
            let outer = format!("c{number}_{}", port.name);
            let is_input = position < circuit.input_ports.len();
            let side = if is_input { &mut inputs } else { &mut outputs };
            side.push(Port::new(&outer, port.width as u32));
            let direction = if is_input { "input" } else { "output" };
            let _ = write!(ports, ",\n  {direction} [{}:0] {outer}", port.width - 1);
            connections.push(format!(".{}({outer})", verilog.name));
        }
        let connections = connections.join(", ");
        let _ = writeln!(instances, "  {} u{number} ({connections});", design.top);
    }
    let top = format!("module side_by_side ({ports});\n{instances}endmodule\n");
    let extension = dialect.extension();
    sources.push(Source::new(format!("side_by_side.{extension}"), top));
    let spec = ModelSpec {
        top: "side_by_side".to_owned(),
        sources,
        inputs,
        outputs,
        clock: Some("clock".to_owned()),
        repeated: Vec::new(),
        options: BuildOptions {
            optimization: verilated::Optimization::Quick,
            ..BuildOptions::default()
        },
    };
    let tools = Tools::discover();
    let toolchain = tools
        .toolchain()
        .expect("Verilator is there; see warploom doctor");
    let cache = Cache::new(tools.cache().join("models"));
    cache
        .build(&toolchain, &spec)
        .map_err(|error| error.to_string())
}
