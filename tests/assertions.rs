//! The assertions of `--sva` hold on what the golden model does, and each of them can fail.
//!
//! A checker module only listens, so it can be a model of its own: it is fed the inputs and the
//! outputs of the golden model, as they are and with one word changed.

use cosim::interface::Interface;
use cosim::units;
use hdl::emit::{Dialect, Options};
use spec::{Configuration, UnitId};
use verilated::{BuildOptions, Cache, ModelSpec, Port, Source};
use warploom::tools::discovery::Tools;

mod selection;

const CYCLES: usize = 4096;

/// What golden took and gave: rows of reset and inputs, and output frames.
struct Trace {
    interface: Interface,
    rows: Vec<u32>,
    outputs: Vec<u32>,
}

impl Trace {
    fn of(configuration: &Configuration) -> Self {
        let parameters = &configuration.parameters;
        let interface = Interface::of(parameters);
        let kit = units::kit(parameters);
        let mut rows = vec![0; CYCLES * interface.row_words()];
        kit.generator(&interface, 1).fill(&mut rows);
        let mut outputs = vec![0; CYCLES * interface.output_words()];
        let mut golden = kit.golden().start(1).expect("golden starts");
        golden
            .run(&rows, &mut outputs)
            .expect("stimulus is in contract");
        Self {
            interface,
            rows,
            outputs,
        }
    }

    fn reset(&self, cycle: usize) -> bool {
        self.rows[cycle * self.interface.row_words()] == 1
    }

    fn input(&self, cycle: usize, name: &str) -> u32 {
        let slots = self.interface.inputs();
        let slot = slots
            .iter()
            .find(|s| s.port.name == name)
            .expect("an input");
        let words = self.interface.row_words();
        // The first word of a row is reset.
        slot.value(&self.rows[cycle * words + 1..(cycle + 1) * words])[0]
    }

    fn output(&mut self, cycle: usize, name: &str) -> &mut [u32] {
        let slots = self.interface.outputs();
        let slot = slots
            .iter()
            .find(|s| s.port.name == name)
            .expect("an output");
        let words = self.interface.output_words();
        &mut self.outputs[cycle * words..(cycle + 1) * words][slot.range()]
    }

    /// The first cycle in the second half, well out of reset, with a valid output for which
    /// `wanted` holds.
    fn find(&mut self, wanted: impl Fn(&mut Self, usize) -> bool) -> usize {
        let good = |trace: &mut Self, cycle: usize| {
            (cycle - 16..=cycle).all(|c| !trace.reset(c))
                && trace.output(cycle, "out_valid")[0] == 1
                && wanted(trace, cycle)
        };
        (CYCLES / 2..CYCLES)
            .find(|&cycle| good(self, cycle))
            .expect("the generator makes such a cycle")
    }

    fn frames(&self) -> Vec<u32> {
        let rows = self.rows.chunks_exact(self.interface.row_words());
        let outputs = self.outputs.chunks_exact(self.interface.output_words());
        rows.zip(outputs)
            .flat_map(|(row, output)| [row, output].concat())
            .collect()
    }
}

/// Breaks one property in one cycle.
fn break_property(trace: &mut Trace, unit: UnitId, property: &str, latency: usize) {
    let any = |_: &mut Trace, _: usize| true;
    let range_is = |wanted| move |t: &mut Trace, c: usize| t.output(c, "out_range")[0] == wanted;
    match (unit, property) {
        (_, "LatencyIsExact") => {
            let cycle = trace.find(any);
            trace.output(cycle, "out_tag")[0] ^= 1;
        }
        (_, "ResetEmptiesPipeline") => {
            let after_reset = |c: &usize| trace.reset(c - 1) && !trace.reset(*c);
            let cycle = (CYCLES / 2..CYCLES)
                .find(after_reset)
                .expect("a reset in mid-run");
            trace.output(cycle, "out_valid")[0] = 1;
        }
        (_, "BankEnableIsLowMask") => {
            let cycle = trace.find(any);
            trace.output(cycle, "out_bank_enable")[0] ^= 2;
        }
        (_, "DisabledBanksAreZero") => {
            let cycle = trace.find(|t, c| t.output(c, "out_bank_enable")[0] != 0xff);
            trace.output(cycle, "out_banks")[31] |= 0x8000_0000;
        }
        (_, "UnfilledBytesAreZero") => {
            // Byte 66 is the first behind a <4,2> form, in a bank that is enabled.
            let cycle = trace.find(range_is(3));
            trace.output(cycle, "out_banks")[16] |= 1 << 16;
        }
        (_, "BypassIsUncompressed") => {
            let cycle = trace.find(|t, c| t.input(c - latency, "in_bypass") == 1);
            trace.output(cycle, "out_range")[0] = 3;
        }
        (_, "EqualLanesTakeOneBank") => {
            let cycle = trace.find(range_is(1));
            trace.output(cycle, "out_bank_enable")[0] = 7;
        }
        (_, "RangeIsEnabledMode") => {
            let cycle = trace.find(any);
            trace.output(cycle, "out_range")[0] = 2;
        }
        (_, "LaneZeroIsBase") => {
            let cycle = trace.find(any);
            trace.output(cycle, "out_data")[0] ^= 1;
        }
        (_, "OutsideFormIsIgnored") => {
            let cycle = trace.find(any);
            trace.output(cycle, "out_data")[31] ^= 0x8000_0000;
        }
        _ => panic!("{unit}: no way to break {property} is known here; add one"),
    }
}

/// The checker with one assertion kept, or all.
fn checker(configuration: &Configuration, only: Option<&str>) -> Source {
    let options = Options {
        dialect: Dialect::SystemVerilog,
        ..Options::default()
    };
    let design = hdl::units::emit(configuration, &options).expect("every preset emits");
    let module = hdl::assertions::checker(&configuration.parameters, &design);
    let mut text = String::new();
    let mut skipping = false;
    for line in module
        .text
        .lines()
        .filter(|line| !line.starts_with("bind "))
    {
        if let Some((name, _)) = line.trim().split_once("_A: assert") {
            skipping = only.is_some_and(|kept| kept != name);
        }
        if !skipping {
            text += line;
            text.push('\n');
        }
        skipping &= !line.ends_with(");");
    }
    Source::new(&module.file_name, &text)
}

/// Plays frames to a checker; the line of the assertion that failed.
fn play(trace: &Trace, source: &Source) -> Option<String> {
    let tools = Tools::discover();
    let toolchain = tools
        .toolchain()
        .expect("Verilator is there; see warploom doctor");
    let port = |slot: &cosim::interface::Slot| Port::new(slot.port.name, slot.port.width as u32);
    let mut inputs = vec![Port::new("reset", 1)];
    inputs.extend(trace.interface.inputs().iter().map(port));
    inputs.extend(trace.interface.outputs().iter().map(port));
    let model = ModelSpec {
        top: source.name.trim_end_matches(".sv").to_owned(),
        sources: vec![source.clone()],
        inputs,
        outputs: vec![],
        clock: Some("clock".to_owned()),
        options: BuildOptions {
            assertions: true,
            ..BuildOptions::default()
        },
    };
    let cache = Cache::new(tools.cache().join("models"));
    let library = cache.build(&toolchain, &model).expect("the checker builds");
    let mut model = library.instantiate(1).expect("the checker starts");
    let stopped = model
        .run(CYCLES, &trace.frames(), &mut [])
        .err()?
        .to_string();
    let line: usize = stopped
        .split(':')
        .find_map(|part| part.trim().parse().ok())
        .expect("the message names a line");
    source.text.lines().nth(line - 1).map(str::to_owned)
}

fn configuration(unit: UnitId, preset: &str) -> Configuration {
    Configuration::new(unit, preset, &[]).expect("the preset exists")
}

#[test]
fn assertions_hold_on_what_golden_does() {
    for preset in selection::presets("assertions") {
        let configuration = Configuration::of_preset(preset);
        let trace = Trace::of(&configuration);
        let failed = play(&trace, &checker(&configuration, None));
        assert_eq!(failed, None, "{configuration}");
    }
}

#[test]
fn every_assertion_can_fail() {
    for unit in UnitId::ALL {
        for property in unit.properties() {
            // With all modes every range is one that the unit was built with.
            let preset = match property.name {
                "RangeIsEnabledMode" => "static-4-0",
                _ => "fermi",
            };
            let configuration = configuration(*unit, preset);
            let source = checker(&configuration, Some(property.name));
            if property.name == "RoundTripIsIdentity" {
                // It needs both units: the round-trip oracle of cosimulation has it.
                assert!(!source.text.contains(property.name));
                continue;
            }
            let mut trace = Trace::of(&configuration);
            let latency: usize = configuration
                .parameters
                .values()
                .iter()
                .find_map(|(key, value)| (*key == "latency").then(|| value.parse().ok())?)
                .expect("a latency");
            break_property(&mut trace, *unit, property.name, latency);
            let failed = play(&trace, &source).unwrap_or_default();
            assert!(
                failed.contains(property.name),
                "{unit} {}: {failed}",
                property.name
            );
        }
    }
}
