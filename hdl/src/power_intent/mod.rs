//! Power intent of `bank_gate` and `slumber_top` in UPF 2.1 (IEEE 1801-2013).
//!
//! Both units control the power of storage that stands beside them, not in them. So each has two
//! kinds of domain: its own, which is always on, and the storage's, whose elements the integrator
//! adds (`create_power_domain -update`). States are those of the contract's `Mode` and of
//! the enum that the bank gate is written with, and control nets are looked up among the ports of the design, so that a change of the RTL that
//! the intent does not follow is an error here.

use crate::emit::Design;
use crate::prelude::*;
use crate::regfile::bank_gate::Power;
use crate::slumber::SLICE;
use spec::AnyParameters;
use std::fmt::Write;

/// A power state of a storage domain.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// The variant of the RTL's enum.
    pub name: &'static str,
    /// When the domain is in it, over control nets of one storage element.
    pub when: &'static str,
    /// What a simulator does to the storage.
    pub simstate: &'static str,
}

const fn state(name: &'static str, when: &'static str, simstate: &'static str) -> State {
    State {
        name,
        when,
        simstate,
    }
}

/// Contents survive, but nothing may touch them.
const KEPT: &str = "CORRUPT_STATE_ON_ACTIVITY";

/// States of a register, in the order of the contract's `Mode`.
pub const REGISTER_STATES: [State; 6] = [
    state("On", "out_ready", "NORMAL"),
    state(
        "ShallowSleep",
        "out_voltage_low && !out_voltage_high && !moving_q",
        KEPT,
    ),
    state("DeepSleep", "!out_voltage_low && out_voltage_high", KEPT),
    state("Off", "out_voltage_low && out_voltage_high", "CORRUPT"),
    state("Waking", "!out_sleep && !out_ready", KEPT),
    state(
        "Lifting",
        "out_voltage_low && !out_voltage_high && moving_q",
        KEPT,
    ),
];

/// States of a bank, in the order of [`Power`].
pub const BANK_STATES: [State; 3] = [
    state("Gated", "out_gated", "CORRUPT"),
    state("Waking", "out_waking", "CORRUPT"),
    state("Awake", "!out_isolate", "NORMAL"),
];

/// Legal transitions of a register (docs/units/slumber.md, Transitions).
pub const REGISTER_TRANSITIONS: &[(&str, &[&str])] = &[
    ("On", &["ShallowSleep", "DeepSleep", "Off"]),
    ("ShallowSleep", &["Waking", "DeepSleep", "Off"]),
    ("DeepSleep", &["Waking", "Lifting", "Off"]),
    ("Off", &["Waking", "Lifting"]),
    ("Waking", &["On", "ShallowSleep", "DeepSleep", "Off"]),
    ("Lifting", &["ShallowSleep", "Waking", "DeepSleep", "Off"]),
];

/// Legal transitions of a bank.
pub const BANK_TRANSITIONS: &[(&str, &[&str])] = &[
    ("Gated", &["Waking"]),
    ("Waking", &["Awake"]),
    ("Awake", &["Gated"]),
];

/// The power intent of a unit that has one.
pub fn upf(parameters: &AnyParameters, design: &Design) -> Option<String> {
    match parameters {
        AnyParameters::SlumberTop(parameters) => {
            Some(registers(parameters.array().registers(), design))
        }
        AnyParameters::BankGate(_) => Some(bank(design)),
        _ => None,
    }
}

fn header(design: &Design) -> String {
    format!(
        "# Power intent of {top} (IEEE 1801-2013). Load it in the scope of its instance.\n\
         # {command}\nupf_version 2.1\nset_design_top {top}\n\n\
         # The logic of the unit itself is always on.\n\
         create_power_domain PD_CONTROL -elements {{.}}\n\
         create_supply_port VDD -domain PD_CONTROL\n\
         create_supply_port VSS -domain PD_CONTROL\n\
         create_supply_net VDD -domain PD_CONTROL\n\
         create_supply_net VSS -domain PD_CONTROL\n\
         connect_supply_net VDD -ports VDD\nconnect_supply_net VSS -ports VSS\n\
         create_supply_set SS_CONTROL -function {{power VDD}} -function {{ground VSS}}\n\
         associate_supply_set SS_CONTROL -handle PD_CONTROL.primary\n",
        top = design.top,
        command = format_args!("{} --upf", design.provenance.command),
    )
}

/// Where a register's bit of a control net stands: in the planes of the ports, or in its slice.
fn of_register(net: &str) -> String {
    if net.starts_with("out_") {
        format!("{net}[$i]")
    } else {
        format!("u_array/g_row[$row]/u_row/u_slice/{net}[$bit]")
    }
}

/// The states and legal transitions of a domain; `place` is where a net of it stands. Tcl puts no
/// variables into braces, so a state whose nets have some goes through `subst`.
fn states(
    domain: &str,
    states: &[State],
    transitions: &[(&str, &[&str])],
    place: fn(&str) -> String,
) -> String {
    let (open, close) = if domain.contains('$') {
        ("[subst -nocommands {", "}]")
    } else {
        ("{", "}")
    };
    let mut text = format!("add_power_state {domain} -domain");
    for state in states {
        let condition: Vec<String> = state
            .when
            .split(' ')
            .map(|word| {
                let net = word.trim_start_matches('!');
                let negated = &word[..word.len() - net.len()];
                match net {
                    "&&" => net.to_owned(),
                    _ => format!("{negated}{}", place(net)),
                }
            })
            .collect();
        let _ = write!(
            text,
            " \\\n  -state {open}{} -logic_expr {{{}}} -simstate {}{close}",
            state.name,
            condition.join(" "),
            state.simstate
        );
    }
    text.push('\n');
    for (from, to) in transitions {
        let _ = writeln!(
            text,
            "describe_state_transition from_{from} -object {domain} -from {{{from}}} \
             -to {{{}}} -legal",
            to.join(" ")
        );
    }
    text
}

fn bank(design: &Design) -> String {
    let mut text = header(design);
    text += "\n# The bank. Add it: create_power_domain PD_BANK -update -elements {...}\n\
             create_power_domain PD_BANK -elements {}\n\
             create_supply_net VDD_BANK -domain PD_BANK\n\
             create_supply_set SS_BANK -function {power VDD_BANK} -function {ground VSS}\n\
             associate_supply_set SS_BANK -handle PD_BANK.primary\n\
             create_power_switch SW_BANK -domain PD_BANK \\\n\
             \x20 -input_supply_port {supply VDD} -output_supply_port {out VDD_BANK} \\\n\
             \x20 -control_port {gated out_gated} \\\n\
             \x20 -on_state {on supply {!gated}} -off_state {off {gated}}\n\
             # An empty bank is gated only: there is nothing to retain.\n\
             set_isolation ISO_BANK -domain PD_BANK -applies_to outputs -clamp_value 0 \\\n\
             \x20 -isolation_signal out_isolate -isolation_sense high -location parent \\\n\
             \x20 -isolation_supply_set SS_CONTROL\n";
    text + &states("PD_BANK", &BANK_STATES, BANK_TRANSITIONS, str::to_owned)
}

fn registers(count: usize, design: &Design) -> String {
    let mut text = header(design);
    let _ = write!(
        text,
        "create_supply_port VDD_SHALLOW -domain PD_CONTROL\n\
         create_supply_port VDD_DEEP -domain PD_CONTROL\n\
         create_supply_net VDD_SHALLOW -domain PD_CONTROL\n\
         create_supply_net VDD_DEEP -domain PD_CONTROL\n\
         connect_supply_net VDD_SHALLOW -ports VDD_SHALLOW\n\
         connect_supply_net VDD_DEEP -ports VDD_DEEP\n\n\
         # The registers. Add the storage of each: create_power_domain PD_REGISTER_i -update\n\
         # -elements {{...}}. Its tri-modal switch takes one of three supplies, or none (Figure 8).\n\
         for {{set i 0}} {{$i < {count}}} {{incr i}} {{\n\
         \x20 set row [expr {{$i / {SLICE}}}]\n\
         \x20 set bit [expr {{$i % {SLICE}}}]\n"
    );
    let body = "create_power_domain PD_REGISTER_$i -elements {}\n\
         create_supply_net VDD_REGISTER_$i -domain PD_REGISTER_$i\n\
         create_supply_set SS_REGISTER_$i -function [list power VDD_REGISTER_$i] \\\n\
         \x20 -function {ground VSS}\n\
         associate_supply_set SS_REGISTER_$i -handle PD_REGISTER_$i.primary\n\
         create_power_switch SW_REGISTER_$i -domain PD_REGISTER_$i \\\n\
         \x20 -input_supply_port {supply VDD} -input_supply_port {shallow VDD_SHALLOW} \\\n\
         \x20 -input_supply_port {deep VDD_DEEP} \\\n\
         \x20 -output_supply_port [list out VDD_REGISTER_$i] \\\n\
         \x20 -control_port [list sleep out_sleep[$i]] \\\n\
         \x20 -control_port [list drowsy out_drowsy[$i]] \\\n\
         \x20 -control_port [list low out_voltage_low[$i]] \\\n\
         \x20 -on_state {on supply {!sleep}} \\\n\
         \x20 -on_state {shallow_sleep shallow {sleep && drowsy && low}} \\\n\
         \x20 -on_state {deep_sleep deep {sleep && drowsy && !low}} \\\n\
         \x20 -off_state {off {sleep && !drowsy}}\n\
         set_isolation ISO_REGISTER_$i -domain PD_REGISTER_$i -applies_to outputs \\\n\
         \x20 -clamp_value 0 -isolation_signal out_ready[$i] -isolation_sense low \\\n\
         \x20 -location parent -isolation_supply_set SS_CONTROL\n\
         # Contents survive at both low voltages: retention without save or restore.\n\
         set_retention RET_REGISTER_$i -domain PD_REGISTER_$i \\\n\
         \x20 -retention_supply_set SS_REGISTER_$i -retention_condition [list out_retained[$i]]\n"
        .to_owned()
        + &states(
            "PD_REGISTER_$i",
            &REGISTER_STATES,
            REGISTER_TRANSITIONS,
            of_register,
        );
    for line in body.lines() {
        // Outside of `subst` Tcl would take the brackets for a command.
        let line = if line.contains("subst") {
            line.to_owned()
        } else {
            line.replace("[$i]", "\\[$i\\]")
        };
        let _ = writeln!(text, "  {line}");
    }
    text.push_str("}\n");
    text
}

/// The variants of an enum of the RTL, in the order of their codes.
pub fn variants<T: Synth>() -> Vec<String> {
    match T::descriptor().kind {
        TypeKind::Enum(names) => names
            .iter()
            .map(|name| name.rsplit("::").next().unwrap_or(name).to_owned())
            .collect(),
        _ => vec![],
    }
}

/// The variants of a bank's states.
pub fn bank_states() -> Vec<String> {
    variants::<Power>()
}
