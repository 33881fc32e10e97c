//! Many circuits in one Verilated model, each beside its own rust_hdl simulation.
//!
//! Building a model takes seconds whatever is in it, so all circuits of a test stand side by side
//! under one top module that gives every port a name of its own.

use cosim::prng::Prng;
use hdl::emit::{Dialect, Options, PortRole, Provenance};
use hdl::engine::{frame_words, AnyUnit};
use std::fmt::Write;
use verilated::{BuildOptions, Cache, Library, ModelSpec, Port, Source};
use warploom::tools::discovery::Tools;

/// A circuit under test.
pub struct Circuit {
    pub name: String,
    pub unit: Box<dyn AnyUnit>,
}

/// Where emitted Verilog and Rust differ.
#[derive(Debug, PartialEq, Eq)]
pub struct Difference {
    pub circuit: String,
    pub cycle: usize,
    pub inputs: Vec<u32>,
    pub rust: Vec<u32>,
    pub verilog: Vec<u32>,
}

/// Plays `cycles` cycles of seeded stimulus to every circuit, and gives the first difference of
/// each that has one.
pub fn differences(
    circuits: &mut [Circuit],
    dialect: Dialect,
    seed: u64,
    cycles: usize,
) -> Vec<Difference> {
    let library = build(circuits, dialect);
    let mut model = library.instantiate(seed).expect("the model starts");
    let mut stimulus = Prng::new(seed);
    let mut frame = vec![0; library.input_words()];
    let mut outputs = vec![0; library.output_words()];
    // One cycle of reset: rust_hdl starts as if it had had one.
    frame[0] = 1;
    model.cycle(&frame, &mut outputs).expect("reset runs");
    frame[0] = 0;
    let mut found: Vec<Option<Difference>> = circuits.iter().map(|_| None).collect();
    for cycle in 0..cycles {
        let mut at = 1;
        for circuit in circuits.iter() {
            let words = frame_words(circuit.unit.inputs());
            let inputs = &mut frame[at..at + words];
            fill(&mut stimulus, cycle, inputs);
            circuit.unit.normalize(inputs);
            at += words;
        }
        model.cycle(&frame, &mut outputs).expect("the model runs");
        let (mut input_at, mut output_at) = (1, 0);
        for (circuit, found) in circuits.iter_mut().zip(&mut found) {
            let inputs = &frame[input_at..input_at + frame_words(circuit.unit.inputs())];
            let verilog = &outputs[output_at..output_at + frame_words(circuit.unit.outputs())];
            (input_at, output_at) = (input_at + inputs.len(), output_at + verilog.len());
            let mut rust = vec![0; verilog.len()];
            circuit
                .unit
                .cycle(inputs, &mut rust)
                .expect("rust_hdl settles");
            if found.is_none() && rust != verilog {
                *found = Some(Difference {
                    circuit: circuit.name.clone(),
                    cycle,
                    inputs: inputs.to_vec(),
                    rust,
                    verilog: verilog.to_vec(),
                });
            }
        }
    }
    found.into_iter().flatten().collect()
}

/// Zeros, ones, sparse and dense words: carries, borrows and shifts show at the edges.
fn fill(stimulus: &mut Prng, cycle: usize, inputs: &mut [u32]) {
    for word in inputs {
        let random = stimulus.next_u64();
        *word = match (cycle, random >> 61) {
            (0, _) => 0,
            (1, _) => !0,
            (_, 0) => 1 << (random & 31),
            (_, 1) => !(1 << (random & 31)),
            (_, 2) => (random & 7) as u32,
            (_, 3) => !((random & 7) as u32),
            _ => random as u32,
        };
    }
}

fn build(circuits: &mut [Circuit], dialect: Dialect) -> Library {
    let mut sources = Vec::new();
    let (mut inputs, mut outputs) = (vec![Port::new("reset", 1)], Vec::new());
    let (mut ports, mut instances) = ("input clock, input reset".to_owned(), String::new());
    for (number, circuit) in circuits.iter_mut().enumerate() {
        circuit.unit.prepare();
        let options = Options {
            dialect,
            prefix: Some(format!("c{number}")),
            ..Options::default()
        };
        let design = hdl::emit::emit(circuit.unit.block(), &Provenance::default(), &options)
            .unwrap_or_else(|errors| panic!("{}: {errors}", circuit.name));
        let files = design.modules.iter();
        sources.extend(files.map(|module| Source::new(&module.file_name, &module.text)));

        let data: Vec<_> = design
            .ports
            .iter()
            .filter(|p| p.role == PortRole::Data)
            .collect();
        let frame: Vec<_> = circuit
            .unit
            .inputs()
            .iter()
            .chain(circuit.unit.outputs())
            .collect();
        let mut connections: Vec<String> = design
            .ports
            .iter()
            .filter(|port| port.role != PortRole::Data)
            .map(|port| format!(".{0}({0})", port.name))
            .collect();
        for (position, port) in frame.iter().enumerate() {
            // A name that is a keyword got an underscore behind it.
            let known = |name: &str| name == port.name || name.trim_end_matches('_') == port.name;
            let verilog = data
                .iter()
                .find(|p| known(&p.name))
                .expect("every port is emitted");
            assert_eq!(verilog.width, port.width, "{} {}", circuit.name, port.name);
            let outer = format!("c{number}_{}", port.name);
            let is_input = position < circuit.unit.inputs().len();
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
        .unwrap_or_else(|error| panic!("{error}"))
}
