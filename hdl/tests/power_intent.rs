//! The power intent against the RTL, both ways round.

use crate::slumber::bench::{controller_events, Bench, Random};
use crate::slumber::ONE_CYCLE;
use hdl::emit::Options;
use hdl::power_intent::{self, State};
use hdl::{regfile, slumber, units};
use spec::regfile::BankGateParameters;
use spec::slumber::{ControllerParameters, Delays};
use spec::{AnyParameters, Configuration, UnitId};
use std::collections::BTreeSet;

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
        for net in nets(&text) {
            // What is no port stands in a slice.
            let module = |name: &str| {
                let found = design
                    .modules
                    .iter()
                    .find(|module| module.name.starts_with(name));
                &found.unwrap_or_else(|| panic!("no {name}")).text
            };
            let rtl = if net.starts_with("out_") {
                &design.modules.last().expect("a module").text
            } else {
                let path = format!("u_array/g_row[$row]/u_row/u_slice/{net}[$bit]");
                assert!(text.contains(&path), "{unit}: {path} is not in the intent");
                assert!(module("slumber_top").contains(" u_array (\n"));
                assert!(module("power_array").contains(" begin : g_row\n"));
                assert!(module("power_array").contains(" u_row (\n"));
                assert!(module("power_row").contains(" u_slice (\n"));
                module("power_slice")
            };
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
    let modes = spec::slumber::Mode::ALL.map(|mode| format!("{mode:?}"));
    let powers = power_intent::bank_states();
    assert_eq!(names(&power_intent::REGISTER_STATES), modes);
    assert_eq!(names(&power_intent::BANK_STATES), powers);
    // A register's codes are seen in `out_state`, by the test of transitions.
    let configuration = Configuration::new(UnitId::BankGate, "fermi", &[]).expect("a preset");
    let design = units::emit(&configuration, &Options::default()).expect("the unit emits");
    let text = &design.modules.last().expect("a module").text;
    for (code, state) in powers.iter().enumerate() {
        let line = format!("Power{state} = ");
        let found = text.lines().find(|text| text.contains(&line));
        let found = found.unwrap_or_else(|| panic!("bank_gate has no Power{state}"));
        assert!(found.ends_with(&format!("'d{code};")), "{found}");
    }
    let count = text
        .lines()
        .filter(|line| line.contains(" Power") && line.contains("localparam"))
        .count();
    assert_eq!(count, powers.len());
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
    let mut bench = Bench::new(regfile::bank_gate(parameters));
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
