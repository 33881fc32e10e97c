//! The Slumber units against one another: the array's planes against single state machines, and
//! `slumber_top` against its parts; and the power intent against the RTL, both ways round.

use std::collections::{BTreeMap, BTreeSet};

use hdl::emit::Options;
use hdl::engine::AnyUnit;
use hdl::slumber::power_intent::{self, State};
use hdl::{slumber, units};
use spec::slumber::{
    ArrayParameters, BankGateParameters, BreakEvens, ControlParameters, ControllerParameters,
    Delays, ListParameters, MemoryLatencies, TopParameters, TrackerParameters,
};
use spec::{AnyParameters, Configuration, UnitId};

const REGISTERS: usize = 32;
const ONE_CYCLE: Delays = Delays {
    shallow_wake: 1,
    deep_wake: 1,
    off_wake: 1,
    deep_lift: 1,
    off_lift: 1,
};

/// A small generator; its seed is in the message of a failure.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: u64) -> u64 {
        (self.next() >> 11) % limit
    }

    fn one_in(&mut self, odds: u64) -> bool {
        self.below(odds) == 0
    }
}

/// A unit that is driven and read by the names of its ports.
struct Bench {
    unit: Box<dyn AnyUnit>,
    inputs: Vec<u32>,
    outputs: Vec<u32>,
}

impl Bench {
    fn new(mut unit: Box<dyn AnyUnit>) -> Self {
        unit.prepare();
        let words = |ports: &[hdl::engine::Port]| ports.iter().map(|port| port.words()).sum();
        let inputs = vec![0; words(unit.inputs())];
        let outputs = vec![0; words(unit.outputs())];
        Self {
            unit,
            inputs,
            outputs,
        }
    }

    fn place(ports: &[hdl::engine::Port], name: &str) -> usize {
        let at = ports.iter().position(|port| port.name == name);
        let at = at.unwrap_or_else(|| panic!("no port {name}"));
        ports[..at].iter().map(|port| port.words()).sum()
    }

    /// Sets bits of an input.
    fn set(&mut self, name: &str, offset: usize, width: usize, value: u64) {
        let start = Self::place(self.unit.inputs(), name);
        for bit in 0..width {
            let at = offset + bit;
            let word = &mut self.inputs[start + at / 32];
            *word = *word & !(1 << (at % 32)) | ((value >> bit & 1) as u32) << (at % 32);
        }
    }

    fn get(&self, name: &str, offset: usize, width: usize) -> u64 {
        let start = Self::place(self.unit.outputs(), name);
        (0..width).fold(0, |value, bit| {
            let at = offset + bit;
            value | u64::from(self.outputs[start + at / 32] >> (at % 32) & 1) << bit
        })
    }

    fn cycle(&mut self) {
        self.unit
            .cycle(&self.inputs, &mut self.outputs)
            .expect("no combinational loop");
    }

    /// Copies outputs to the inputs of another unit.
    fn feed(&self, other: &mut Bench, pairs: &[(&str, &str)]) {
        for (from, to) in pairs {
            let port = self.unit.outputs().iter().find(|port| port.name == *from);
            let width = port.expect("an output").width;
            for offset in (0..width).step_by(32) {
                let part = (width - offset).min(32);
                other.set(to, offset, part, self.get(from, offset, part));
            }
        }
    }
}

/// The events of one register in a cycle, in the order of `power_controller`'s ports.
fn controller_events(random: &mut Random) -> Vec<(&'static str, usize, u64)> {
    let mut events = vec![];
    for name in ["in_kernel_start", "in_finish"] {
        events.push((name, 1, u64::from(random.one_in(60))));
    }
    let freed = events[1].2 == 1;
    events.push(("in_allocate", 1, u64::from(!freed && random.one_in(8))));
    for name in ["in_wake", "in_future", "in_fetch", "in_read_done"] {
        events.push((name, 1, u64::from(random.one_in(12))));
    }
    let write = random.one_in(10);
    let write_done = random.one_in(12);
    events.push(("in_write", 1, u64::from(write)));
    events.push(("in_write_done", 1, u64::from(write_done)));
    let load = !write && !write_done && random.one_in(8);
    events.push(("in_load", 1, u64::from(load)));
    for name in [
        "in_done_next_write",
        "in_done_stay",
        "in_done_shallow",
        "in_write_full",
        "in_next",
        "in_next_write",
    ] {
        events.push((name, 1, random.below(2)));
    }
    for name in ["in_write_target", "in_load_target"] {
        events.push((name, 2, random.below(4)));
    }
    for name in ["in_write_count", "in_load_count"] {
        events.push((name, 10, random.below(24)));
    }
    events
}

/// Transitions between states that random events make of a controller.
fn observed_transitions(delays: Delays) -> BTreeSet<(u64, u64)> {
    let parameters = ControllerParameters::new(delays).expect("legal");
    let mut bench = Bench::new(slumber::power_controller(parameters));
    let mut random = Random(0x51ab_e12e);
    let mut seen = BTreeSet::new();
    let mut last = None;
    for _ in 0..60_000 {
        for (name, width, value) in controller_events(&mut random) {
            bench.set(name, 0, width, value);
        }
        bench.cycle();
        let state = bench.get("out_state", 0, 3);
        seen.extend(last.filter(|&last| last != state).map(|last| (last, state)));
        last = Some(state);
    }
    seen
}

#[test]
fn array_is_controllers() {
    for (seed, delays) in [(1, Delays::FERMI), (2, ONE_CYCLE)] {
        let array = ArrayParameters::new(REGISTERS as u16, delays).expect("legal");
        let one = ControllerParameters::new(delays).expect("legal");
        let mut array = Bench::new(slumber::power_array(array));
        let mut controllers: Vec<Bench> = (0..REGISTERS)
            .map(|_| Bench::new(slumber::power_controller(one)))
            .collect();
        let mut random = Random(seed * 0x9e37_79b9);
        for cycle in 0..1500 {
            array.inputs.fill(0);
            for controller in &mut controllers {
                controller.inputs.fill(0);
            }
            let kernel_start = u64::from(random.one_in(400));
            array.set("in_kernel_start", 0, 1, kernel_start);
            for controller in &mut controllers {
                controller.set("in_kernel_start", 0, 1, kernel_start);
            }
            // Each event takes registers of its own kind; only few, so that they meet.
            let few = |random: &mut Random| random.below(6) as usize;
            let range = if random.one_in(6) {
                "allocate"
            } else {
                "finish"
            };
            if random.one_in(if range == "allocate" { 3 } else { 12 }) {
                let first = few(&mut random);
                let last = first + few(&mut random);
                array.set(&format!("in_{range}_valid"), 0, 1, 1);
                array.set(&format!("in_{range}_first"), 0, 10, first as u64);
                array.set(&format!("in_{range}_last"), 0, 10, last as u64);
                for controller in &mut controllers[first..=last] {
                    controller.set(&format!("in_{range}"), 0, 1, 1);
                }
            }
            for (event, lanes) in [("fetch", 8), ("future", 12), ("wake", 8)] {
                for lane in 0..lanes {
                    if random.one_in(40) {
                        let register = few(&mut random);
                        array.set(&format!("in_{event}_enable"), lane, 1, 1);
                        array.set(
                            &format!("in_{event}_registers"),
                            10 * lane,
                            10,
                            register as u64,
                        );
                        controllers[register].set(&format!("in_{event}"), 0, 1, 1);
                    }
                }
            }
            let written = few(&mut random);
            let mut done: BTreeMap<usize, (bool, bool, bool, bool)> = BTreeMap::new();
            for lane in 0..7 {
                if random.one_in(20) {
                    let register = if lane == 6 { written } else { few(&mut random) };
                    let flags = [random.one_in(2), random.one_in(4), random.one_in(4)];
                    array.set("in_done_enable", lane, 1, 1);
                    array.set("in_done_registers", 10 * lane, 10, register as u64);
                    array.set("in_done_next_write", lane, 1, flags[0].into());
                    array.set("in_done_stay", lane, 1, flags[1].into());
                    array.set("in_done_shallow", lane, 1, flags[2].into());
                    let all = done.entry(register).or_insert((false, true, false, false));
                    *all = (
                        all.0,
                        all.1 && flags[0],
                        all.2 || flags[1],
                        all.3 || flags[2],
                    );
                    let kind = if lane == 6 {
                        "in_write_done"
                    } else {
                        "in_read_done"
                    };
                    controllers[register].set(kind, 0, 1, 1);
                }
            }
            for (register, (_, next_write, stay, shallow)) in &done {
                controllers[*register].set("in_done_next_write", 0, 1, (*next_write).into());
                controllers[*register].set("in_done_stay", 0, 1, (*stay).into());
                controllers[*register].set("in_done_shallow", 0, 1, (*shallow).into());
            }
            let lane = random.below(2) as usize;
            let mut dispatched = None;
            if random.one_in(3) {
                let register = few(&mut random);
                dispatched = Some(register);
                let (full, target, count) = (random.below(2), random.below(4), random.below(30));
                array.set("in_write_enable", lane, 1, 1);
                array.set("in_write_registers", 10 * lane, 10, register as u64);
                array.set("in_write_full", lane, 1, full);
                array.set("in_write_targets", 2 * lane, 2, target);
                array.set("in_write_counts", 10 * lane, 10, count);
                for (name, width, value) in [
                    ("in_write", 1, 1),
                    ("in_write_full", 1, full),
                    ("in_write_target", 2, target),
                    ("in_write_count", 10, count),
                ] {
                    controllers[register].set(name, 0, width, value);
                }
            }
            let register = few(&mut random);
            if dispatched != Some(register) && register != written && random.one_in(4) {
                let (target, count) = (random.below(4), random.below(30));
                array.set("in_load_valid", 0, 1, 1);
                array.set("in_load_register", 0, 10, register as u64);
                array.set("in_load_target", 0, 2, target);
                array.set("in_load_count", 0, 10, count);
                controllers[register].set("in_load", 0, 1, 1);
                controllers[register].set("in_load_target", 0, 2, target);
                controllers[register].set("in_load_count", 0, 10, count);
            }
            if random.one_in(10) {
                let (register, write) = (few(&mut random), random.below(2));
                array.set("in_next_enable", lane, 1, 1);
                array.set("in_next_registers", 10 * lane, 10, register as u64);
                array.set("in_next_write", lane, 1, write);
                controllers[register].set("in_next", 0, 1, 1);
                controllers[register].set("in_next_write", 0, 1, write);
            }
            array.cycle();
            for (register, controller) in controllers.iter_mut().enumerate() {
                controller.cycle();
                let voltage = controller.get("out_voltage", 0, 2);
                for (plane, expected) in [
                    ("out_sleep", controller.get("out_sleep", 0, 1)),
                    ("out_drowsy", controller.get("out_drowsy", 0, 1)),
                    ("out_voltage_high", voltage >> 1),
                    ("out_voltage_low", voltage & 1),
                    ("out_ready", controller.get("out_ready", 0, 1)),
                    ("out_retained", controller.get("out_retained", 0, 1)),
                ] {
                    let actual = array.get(plane, register, 1);
                    assert_eq!(
                        actual, expected,
                        "seed {seed}, cycle {cycle}: {plane}[{register}]"
                    );
                }
            }
        }
    }
}

fn small_top() -> TopParameters {
    TopParameters::new(
        ArrayParameters::new(REGISTERS as u16, Delays::FERMI).expect("legal"),
        ControlParameters::new(BreakEvens::FERMI).expect("legal"),
        TrackerParameters::new(64, MemoryLatencies::FERMI).expect("legal"),
        ListParameters::new(4, 4).expect("legal"),
    )
    .expect("legal")
}

#[test]
fn top_is_its_parts() {
    let parameters = small_top();
    let mut top = Bench::new(slumber::slumber_top(parameters));
    let mut list = Bench::new(slumber::fetch_unit_list(parameters.list()));
    let mut tracker = Bench::new(slumber::mshr_tracker(parameters.tracker()));
    let mut control = Bench::new(slumber::slumber_control(parameters.control()));
    let mut array = Bench::new(slumber::power_array(parameters.array()));
    let mut random = Random(0x70b);
    let ports: Vec<_> = top.unit.inputs().to_vec();
    for cycle in 0..1000 {
        // Any bits at all, with fewer enables; the two sides see the same, in contract or not.
        for port in &ports {
            let registers = port.name.ends_with("_registers")
                || port.name.ends_with("_first")
                || port.name.ends_with("_last")
                || port.name.ends_with("_register");
            let rare = port.name.ends_with("_enable")
                || port.name.ends_with("_valid")
                || port.name == "in_kernel_start";
            for bit in 0..port.width {
                let one = match () {
                    () if port.name == "in_kernel_start" => random.one_in(100),
                    () if rare => random.one_in(8),
                    // Registers up to 7, few latencies beyond 31, PCs of few lines.
                    () if registers => bit % 10 < 3 && random.one_in(2),
                    () if port.name.ends_with("latencies") => bit % 10 < 5 && random.one_in(2),
                    () if port.name.contains("_pc") => {
                        (5..8).contains(&(bit % 64)) && random.one_in(2)
                    }
                    () => random.one_in(2),
                };
                top.set(port.name, bit, 1, one.into());
            }
        }
        let inputs = &top.inputs;
        let input = |name: &str, offset: usize, width: usize| {
            let start = Bench::place(&ports, name);
            (0..width).fold(0_u64, |value, bit| {
                let at = offset + bit;
                value | u64::from(inputs[start + at / 32] >> (at % 32) & 1) << bit
            })
        };
        for pc in 0..6 {
            let (name, at) = if pc < 2 {
                ("in_fetch_pcs", pc)
            } else {
                ("in_slot_pcs", pc - 2)
            };
            list.set("in_lookup_pcs", 64 * pc, 64, input(name, 64 * at, 64));
        }
        for name in ["in_fill_valid", "in_evict_valid"] {
            list.set(name, 0, 1, input(name, 0, 1));
        }
        for name in ["in_fill_pc", "in_evict_pc"] {
            list.set(name, 0, 64, input(name, 0, 64));
        }
        list.set("in_flush", 0, 1, input("in_kernel_start", 0, 1));
        tracker.set("in_clear", 0, 1, input("in_kernel_start", 0, 1));
        for (name, width) in [
            ("in_report_valid", 1),
            ("in_report_warp", 6),
            ("in_report_outcome", 2),
        ] {
            tracker.set(name, 0, width, input(name, 0, width));
        }
        tracker.set("in_query_warp", 0, 6, input("in_load_warp", 0, 6));
        let shared: Vec<_> = control.unit.inputs().to_vec();
        for port in shared {
            if ports.iter().any(|own| own.name == port.name) {
                for bit in 0..port.width {
                    control.set(port.name, bit, 1, input(port.name, bit, 1));
                }
            }
        }
        for (name, width) in [("in_wake_enable", 8), ("in_wake_registers", 80)] {
            for bit in 0..width {
                array.set(name, bit, 1, input(name, bit, 1));
            }
        }
        list.cycle();
        tracker.cycle();
        list.feed(&mut control, &[("out_hit", "in_line_hit")]);
        tracker.feed(
            &mut control,
            &[
                ("out_outcome", "in_load_outcome"),
                ("out_latency", "in_load_latency"),
            ],
        );
        control.cycle();
        let events: Vec<_> = control
            .unit
            .outputs()
            .iter()
            .map(|port| port.name)
            .collect();
        for name in events {
            control.feed(&mut array, &[(name, &name.replace("out_", "in_"))]);
        }
        array.cycle();
        top.cycle();
        assert_eq!(top.outputs, array.outputs, "cycle {cycle}");
    }
}

/// Words of a text that can be nets: names, with what stands around them cut off.
fn nets(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for line in text.lines().map(str::trim) {
        for word in line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')) {
            if word.starts_with("out_") || word.ends_with("_q") {
                found.insert(word.to_owned());
            }
        }
    }
    found
}

fn intent(unit: UnitId) -> (String, hdl::emit::Design) {
    let configuration = Configuration::new(unit, "fermi", &[]).expect("the preset exists");
    let design = units::emit(&configuration, &Options::default()).expect("the unit emits");
    let text = power_intent::upf(&configuration.parameters, &design).expect("has power intent");
    (text, design)
}

/// Outputs that tell what a unit does, and control no power.
const STATUS: &[&str] = &["out_grant", "out_occupied"];

#[test]
fn nets_of_the_intent_are_nets_of_the_rtl_and_the_other_way_round() {
    for unit in [UnitId::SlumberTop, UnitId::BankGate] {
        let (text, design) = intent(unit);
        let rtl = &design.modules.last().expect("a module").text;
        for net in nets(&text) {
            let declared = |line: &str| {
                let words: Vec<_> = line.split_whitespace().collect();
                words
                    .last()
                    .is_some_and(|last| last.trim_end_matches([';', ',']) == net)
                    && words.iter().any(|word| *word == "reg" || *word == "wire")
            };
            assert!(rtl.lines().any(declared), "{unit}: {net} is not in the RTL");
        }
        let used = nets(&text);
        for port in &design.ports {
            if port.name.starts_with("out_") && !STATUS.contains(&port.name.as_str()) {
                assert!(
                    used.contains(&port.name),
                    "{unit}: {} is in no intent",
                    port.name
                );
            }
        }
        assert!(text.contains(&format!("set_design_top {}\n", design.top)));
        // The unit is one domain; its only elements are itself.
        assert!(text.contains("create_power_domain PD_CONTROL -elements {.}"));
        for line in text
            .lines()
            .filter(|line| line.contains("create_power_domain"))
        {
            let storage = line.trim_end().ends_with("-elements {}") || line.contains("-update");
            assert!(storage || line.contains("PD_CONTROL"), "{line}");
        }
    }
}

#[test]
fn domains_are_as_many_as_registers() {
    let (text, _) = intent(UnitId::SlumberTop);
    assert!(text.contains("for {set i 0} {$i < 1024} {incr i} {\n"));
}

fn names(states: &[State]) -> Vec<String> {
    states.iter().map(|state| state.name.to_owned()).collect()
}

#[test]
fn states_are_those_of_the_rtl() {
    let [modes, powers] = power_intent::rtl_states();
    assert_eq!(names(&power_intent::REGISTER_STATES), modes);
    assert_eq!(names(&power_intent::BANK_STATES), powers);
    let emitted = |unit, prefix: &str, states: &[String]| {
        let configuration = Configuration::new(unit, "fermi", &[]).expect("the preset exists");
        let design = units::emit(&configuration, &Options::default()).expect("the unit emits");
        let text = &design.modules.last().expect("a module").text;
        for (code, state) in states.iter().enumerate() {
            let line = format!("{prefix}{state} = ");
            let found = text.lines().find(|text| text.contains(&line));
            let found = found.unwrap_or_else(|| panic!("{unit} has no {prefix}{state}"));
            assert!(found.ends_with(&format!("'d{code};")), "{found}");
        }
        let count = text
            .lines()
            .filter(|line| line.contains(&format!(" {prefix}")) && line.contains("localparam"))
            .count();
        assert_eq!(count, states.len(), "{unit}");
    };
    emitted(UnitId::PowerController, "Mode", &modes);
    emitted(UnitId::BankGate, "Power", &powers);
}

fn legal(transitions: &[(&str, &[&str])], states: &[State]) -> BTreeSet<(u64, u64)> {
    let code = |name: &str| {
        let at = states.iter().position(|state| state.name == name);
        at.unwrap_or_else(|| panic!("no state {name}")) as u64
    };
    transitions
        .iter()
        .flat_map(|(from, to)| to.iter().map(move |to| (*from, *to)))
        .map(|(from, to)| (code(from), code(to)))
        .collect()
}

#[test]
fn legal_transitions_are_those_that_happen() {
    let expected = legal(
        power_intent::REGISTER_TRANSITIONS,
        &power_intent::REGISTER_STATES,
    );
    for delays in [Delays::FERMI, ONE_CYCLE] {
        assert_eq!(observed_transitions(delays), expected);
    }
    let parameters = BankGateParameters::new(32, 3).expect("legal");
    let mut bench = Bench::new(slumber::bank_gate(parameters));
    let mut random = Random(0xba4c);
    let mut seen = BTreeSet::new();
    let mut last = None;
    for _ in 0..3000 {
        for (name, odds) in [("in_request", 3), ("in_store", 2), ("in_release0_valid", 2)] {
            bench.set(name, 0, 1, u64::from(random.one_in(odds)));
        }
        bench.set("in_clear", 0, 1, u64::from(random.one_in(9)));
        bench.cycle();
        let awake = bench.get("out_isolate", 0, 1) == 0;
        let state = if awake {
            2
        } else {
            bench.get("out_waking", 0, 1)
        };
        seen.extend(last.filter(|&last| last != state).map(|last| (last, state)));
        last = Some(state);
    }
    assert_eq!(
        seen,
        legal(power_intent::BANK_TRANSITIONS, &power_intent::BANK_STATES)
    );
}

#[test]
fn only_two_units_have_power_intent() {
    let configuration = Configuration::new(UnitId::PowerArray, "fermi-256", &[]).expect("exists");
    let design = units::emit(&configuration, &Options::default()).expect("the unit emits");
    assert!(matches!(
        configuration.parameters,
        AnyParameters::PowerArray(_)
    ));
    assert_eq!(power_intent::upf(&configuration.parameters, &design), None);
}
