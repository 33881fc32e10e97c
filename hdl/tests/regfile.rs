//! The register file's hardware as rust_hdl simulates it: the examples of `docs/units/regfile.md` cycle
//! by cycle, and random programs against a flat array in variants that have no preset.

use std::collections::{BTreeMap, VecDeque};

use hdl::engine::AnyUnit;
use hdl::ports::Port;
use hdl::regfile::regfile;
use spec::regfile::RegfileParameters;
use spec::{Parameters, Unit};

const REGISTERS: u64 = 16;
const FULL: u64 = 0xffff_ffff;
/// Of a random program: rust_hdl is slow, and cosimulation does the long runs.
const CYCLES: usize = 150;
type Lanes = [u32; 32];

/// A file of 16 registers, with changes.
fn parameters(changes: &[(&str, &str)]) -> RegfileParameters {
    let mut parameters = RegfileParameters::FERMI;
    for (key, value) in [("geometry", "8x16"), ("collectors", "4")]
        .iter()
        .chain(changes)
    {
        parameters.set(key, value).expect("a legal value");
    }
    parameters
}

/// A small generator; its seed is in the message of a failure.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit
    }

    fn one_in(&mut self, odds: u64) -> bool {
        self.below(odds) == 0
    }

    fn mask(&mut self) -> u64 {
        match self.below(6) {
            0 => 0,
            1 => 1 << self.below(32),
            2 => self.below(1 << 32),
            _ => FULL,
        }
    }

    /// Lanes that each mode fits, and none.
    fn lanes(&mut self) -> Lanes {
        let base = self.below(1 << 32) as u32;
        let reach = [1, 200, 60_000, 1 << 32][self.below(4) as usize];
        std::array::from_fn(|_| base.wrapping_add(self.below(reach) as u32))
    }
}

/// The file, driven and read by the names of its ports.
struct Bench {
    unit: Box<dyn AnyUnit>,
    inputs: Vec<u32>,
    outputs: Vec<u32>,
}

impl Bench {
    fn new(parameters: RegfileParameters) -> Self {
        let mut unit = regfile(parameters);
        unit.prepare();
        let words = |ports: &[Port]| ports.iter().map(Port::words).sum();
        let (inputs, outputs) = (
            vec![0; words(&unit.inputs())],
            vec![0; words(&unit.outputs())],
        );
        Self {
            unit,
            inputs,
            outputs,
        }
    }

    fn place(ports: &[Port], name: &str) -> usize {
        let at = ports.iter().position(|port| port.name == name);
        let at = at.unwrap_or_else(|| panic!("no port {name}"));
        ports[..at].iter().map(Port::words).sum()
    }

    fn set(&mut self, name: &str, value: u64) {
        let at = Self::place(&self.unit.inputs(), name);
        self.inputs[at] = value as u32;
    }

    fn set_lanes(&mut self, name: &str, lanes: &Lanes) {
        let at = Self::place(&self.unit.inputs(), name);
        self.inputs[at..at + 32].copy_from_slice(lanes);
    }

    fn get(&self, name: &str) -> u64 {
        self.outputs[Self::place(&self.unit.outputs(), name)].into()
    }

    fn lanes(&self, name: &str) -> Lanes {
        let at = Self::place(&self.unit.outputs(), name);
        self.outputs[at..at + 32].try_into().expect("32 lanes")
    }

    fn cycle(&mut self) {
        self.unit
            .cycle(&self.inputs, &mut self.outputs)
            .expect("no combinational loop");
    }

    fn idle(&mut self) {
        self.inputs.fill(0);
    }

    fn instruction(&mut self, port: usize, sources: &[u64], destination: Option<u64>, mask: u64) {
        self.set(&format!("in{port}_valid"), 1);
        self.set(&format!("in{port}_sources"), (1 << sources.len()) - 1);
        for (name, register) in ["a", "b", "c"].iter().zip(sources) {
            self.set(&format!("in{port}_{name}"), *register);
        }
        self.set(&format!("in{port}_writes"), destination.is_some().into());
        self.set(&format!("in{port}_destination"), destination.unwrap_or(0));
        self.set(&format!("in{port}_mask"), mask);
        self.set(&format!("in{port}_launched"), FULL);
    }

    fn result(&mut self, port: usize, register: u64, mask: u64, lanes: &Lanes) {
        self.set(&format!("wb{port}_valid"), 1);
        self.set(&format!("wb{port}_register"), register);
        self.set(&format!("wb{port}_mask"), mask);
        self.set(&format!("wb{port}_launched"), FULL);
        self.set_lanes(&format!("wb{port}_data"), lanes);
    }

    /// Cycles without inputs, up to and with the first in which an output is not 0; how many.
    fn wait(&mut self, name: &str) -> usize {
        for cycle in 1..100 {
            self.idle();
            self.set("out0_ready", 1);
            self.cycle();
            if self.get(name) != 0 {
                return cycle;
            }
        }
        panic!("{name} stays 0");
    }

    /// Stores a register by an instruction of its own, and waits until it can be read.
    fn store(&mut self, register: u64, mask: u64, lanes: &Lanes) {
        self.idle();
        self.instruction(0, &[], Some(register), mask);
        self.cycle();
        assert_eq!(self.get("in0_ready"), 1);
        self.wait("out0_valid");
        self.idle();
        self.result(0, register, mask, lanes);
        self.cycle();
        assert_eq!(self.get("wb0_ready"), 1);
        self.wait("bank_write");
    }
}

/// The three diagrams of the contract, in a file that wakes in 10 cycles.
#[test]
fn diagrams_hold() {
    let mut bench = Bench::new(parameters(&[("wake_delay", "10")]));
    bench.idle();
    bench.instruction(0, &[], Some(3), FULL);
    bench.cycle();
    bench.wait("out0_valid");

    // A full write to <4,0>, bank 0 gated: accepted in w, in the write stage from w + 4, written
    // in w + 15.
    bench.idle();
    bench.result(0, 3, FULL, &[7; 32]);
    for cycle in 0..=16 {
        bench.cycle();
        bench.idle();
        assert_eq!(
            bench.get("bank_gated") & 1,
            u64::from(cycle <= 4),
            "gated, w + {cycle}"
        );
        assert_eq!(
            bench.get("bank_isolate") & 1,
            u64::from(cycle <= 14),
            "isolate, w + {cycle}"
        );
        assert_eq!(
            bench.get("bank_write"),
            u64::from(cycle == 15),
            "write, w + {cycle}"
        );
        assert_eq!(bench.get("bank_gated") >> 1, 0x7f, "the others");
    }

    // A read of <4,0>: access in 2, offered in 5.
    bench.instruction(0, &[3], None, FULL);
    for cycle in 0..=6 {
        bench.cycle();
        bench.idle();
        assert_eq!(
            bench.get("bank_read"),
            u64::from(cycle == 2),
            "read, {cycle}"
        );
        assert_eq!(
            bench.get("out0_valid"),
            u64::from(cycle >= 5),
            "offer, {cycle}: <4,0> needs no decompressor"
        );
    }
    assert_eq!(bench.lanes("out0_a"), [7; 32]);
    bench.wait("out0_valid");

    // A divergent write to a register in <4,1>, all banks awake.
    let ramp: Lanes = std::array::from_fn(|i| 1000 + i as u32);
    bench.store(4, FULL, &std::array::from_fn(|i| 1 << i));
    bench.store(3, FULL, &ramp);
    bench.idle();
    bench.cycle();
    bench.instruction(0, &[], Some(3), 0x0000_0ff0);
    for cycle in 0..=8 {
        bench.cycle();
        bench.idle();
        let (read, write) = (bench.get("bank_read"), bench.get("bank_write"));
        assert_eq!(read, if cycle == 2 { 7 } else { 0 }, "read, {cycle}");
        assert_eq!(write, if cycle == 7 { 0xff } else { 0 }, "write, {cycle}");
        assert_eq!(
            bench.get("out0_valid"),
            u64::from(cycle >= 3),
            "offer, {cycle}: the MOV has been read"
        );
    }
    bench.wait("out0_valid");
    bench.idle();
    bench.result(1, 3, 0x0000_0ff0, &[5; 32]);
    for cycle in 0..=4 {
        bench.cycle();
        bench.idle();
        let write = if cycle == 2 { 0b110 } else { 0 };
        assert_eq!(bench.get("bank_write"), write, "lanes 4 to 11, w + {cycle}");
    }
    bench.instruction(0, &[3], None, FULL);
    bench.cycle();
    assert_eq!(bench.get("in0_ready"), 1, "P is 0 in w + 5");
    bench.wait("out0_valid");
    let merged = std::array::from_fn(|i| if (4..12).contains(&i) { 5 } else { ramp[i] });
    assert_eq!(bench.lanes("out0_a"), merged);
}

/// What a random program has in the file.
#[derive(Default)]
struct Program {
    /// By register and lane; 0 where nothing was written.
    values: BTreeMap<u64, Lanes>,
    /// Accepted and not taken: tag, what the sources hold, destination and mask.
    inside: VecDeque<(u64, Vec<Lanes>, Option<u64>, u64)>,
    /// Taken, and without a result.
    owed: Vec<(u64, u64)>,
}

/// Random instructions, results and releases; every source must be what was written last.
fn random_program(changes: &[(&str, &str)], seed: u64, cycles: usize) {
    let parameters = parameters(changes);
    let name = spec::regfile::Regfile::module_name(&parameters);
    let mut bench = Bench::new(parameters);
    let mut random = Random(seed);
    let mut program = Program::default();
    let (mut taken, mut released) = (0, 0);
    for cycle in 0..cycles {
        let at = format!("{name}, seed {seed}, cycle {cycle}");
        bench.idle();
        let drains = cycle % 60 > 50;
        let mut asked = vec![];
        for port in 0..2 {
            let count = random.below(4);
            let sources: Vec<u64> = (0..count).map(|_| random.below(REGISTERS)).collect();
            let destination = random.one_in(2).then(|| random.below(REGISTERS));
            let mask = random.mask();
            let valid = !drains && !random.one_in(3);
            if valid {
                bench.instruction(port, &sources, destination, mask);
                bench.set(&format!("in{port}_tag"), (cycle * 2 + port) as u64 & 255);
            }
            asked.push((sources, destination, mask));
        }
        for port in 0..2 {
            bench.set(&format!("out{port}_ready"), (!random.one_in(3)).into());
        }
        let mut results = vec![];
        for port in 0..2 {
            if !program.owed.is_empty() && !random.one_in(3) {
                let at = random.below(program.owed.len() as u64) as usize;
                let (register, mask) = program.owed.swap_remove(at);
                let lanes = random.lanes();
                bench.result(port, register, mask, &lanes);
                results.push((port, register, mask, lanes));
            }
        }
        let release = random.below(REGISTERS);
        bench.set("release_valid", random.one_in(8).into());
        bench.set("release_register", release);
        bench.cycle();

        for port in 0..2 {
            if bench.get(&format!("out{port}_valid")) == 0 {
                break;
            }
            let (tag, sources, destination, mask) = program
                .inside
                .get(port)
                .unwrap_or_else(|| panic!("offered nothing, {at}"));
            assert_eq!(bench.get(&format!("out{port}_tag")), *tag, "{at}");
            for (name, lanes) in ["a", "b", "c"].iter().zip(sources) {
                assert_eq!(
                    bench.lanes(&format!("out{port}_{name}")),
                    *lanes,
                    "{name}, {at}"
                );
            }
            if let Some(destination) = destination {
                assert_eq!(
                    bench.get(&format!("out{port}_destination")),
                    *destination,
                    "{at}"
                );
                assert_eq!(bench.get(&format!("out{port}_mask")), *mask, "{at}");
            }
        }
        for port in 0..2 {
            let port = format!("out{port}");
            let ready = Bench::place(&bench.unit.inputs(), &format!("{port}_ready"));
            if bench.get(&format!("{port}_valid")) == 0 || bench.inputs[ready] == 0 {
                break;
            }
            let (_, _, destination, mask) = program.inside.pop_front().expect("an offer");
            program
                .owed
                .extend(destination.map(|register| (register, mask)));
            taken += 1;
        }
        if bench.get("release_ready") == 1 {
            program.values.remove(&release);
            released += 1;
        }
        for (port, (sources, destination, mask)) in asked.into_iter().enumerate() {
            if bench.get(&format!("in{port}_ready")) == 1 {
                let hold = |register| program.values.get(register).copied().unwrap_or([0; 32]);
                let sources = sources.iter().map(hold).collect();
                let tag = (cycle * 2 + port) as u64 & 255;
                program.inside.push_back((tag, sources, destination, mask));
            }
        }
        for (port, register, mask, lanes) in results {
            if bench.get(&format!("wb{port}_ready")) == 1 {
                let value = program.values.entry(register).or_insert([0; 32]);
                for (lane, new) in lanes.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1) {
                    value[lane] = *new;
                }
            } else {
                program.owed.push((register, mask));
            }
        }
    }
    let steps = cycles / 30;
    assert!(
        taken > steps && released > 0,
        "{name}: {taken} taken, {released} released"
    );
}

#[test]
fn reads_are_last_writes() {
    let variants: &[&[(&str, &str)]] = &[
        &[("wake_delay", "1"), ("collectors", "8")],
        &[("modes", "none"), ("wake_delay", "2")],
        &[
            ("modes", "4x0"),
            ("compression_latency", "1"),
            ("wake_delay", "0"),
        ],
    ];
    for (seed, changes) in variants.iter().enumerate() {
        random_program(changes, 77 + seed as u64, CYCLES);
    }
}
