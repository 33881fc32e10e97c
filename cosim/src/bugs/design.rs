//! All bugs of a unit in one design.
//!
//! Building a model takes seconds, a bug needs milliseconds to be caught. So the emitter puts all of
//! them into one design in which the input [`SELECT`] chooses. Around it stands a module that keeps the
//! choice in a register: what depended on an input would be computed twice in each cycle.

use super::{Bug, BugError};
use crate::emitted;
use hdl::emit::edit::{Mutation, MutationErrors, SELECT, SELECT_WIDTH};
use hdl::emit::{Dialect, Reset};
use spec::Configuration;
use std::fmt::Write;
use surroundings::interface::{Interface, Slot};
use tools::hardware::{Hardware, SourceFile};

/// The design of a configuration with all these bugs: [`SELECT`] chooses bug i by i + 1, none by 0.
pub fn with_bugs(
    configuration: &Configuration,
    (dialect, reset): (Dialect, Reset),
    bugs: &[Bug],
) -> Result<Hardware, BugError> {
    let mutations: Vec<_> = bugs.iter().map(Bug::mutation).collect();
    with_mutations(configuration, (dialect, reset), &mutations).map_err(BugError::Design)
}

/// The design of a configuration with all these mutations, chosen likewise.
pub fn with_mutations(
    configuration: &Configuration,
    (dialect, reset): (Dialect, Reset),
    mutations: &[Mutation],
) -> Result<Hardware, MutationErrors> {
    let emitted = emitted::mutated(configuration, dialect, reset, mutations);
    let mut hardware = emitted?;
    let interface = Interface::of(&configuration.parameters);
    let top = format!("{}_mutants", hardware.top);
    hardware.files.push(SourceFile {
        name: format!("{top}.v"),
        text: around(&interface, &hardware, &top),
    });
    hardware.top = top;
    Ok(hardware)
}

/// Whether all bugs have a place in a configuration.
pub fn check(configuration: &Configuration, bugs: &[Bug]) -> Result<(), BugError> {
    let with = (Dialect::default(), Reset::default());
    with_bugs(configuration, with, bugs).map(drop)
}

/// The module around the design.
fn around(interface: &Interface, hardware: &Hardware, top: &str) -> String {
    let reset = hardware.reset.port();
    let mut text = format!(
        "module {top} (\n  input wire clock,\n  input wire {reset},\n  input wire [31:0] {SELECT}"
    );
    let port = |slot: &Slot| match slot.port.width {
        1 => slot.port.name.to_owned(),
        width => format!("[{}:0] {}", width - 1, slot.port.name),
    };
    for slot in interface.inputs() {
        let _ = write!(text, ",\n  input wire {}", port(slot));
    }
    for slot in interface.outputs() {
        let _ = write!(text, ",\n  output wire {}", port(slot));
    }
    let _ = write!(
        text,
        "\n);\n  reg [{high}:0] chosen = 0;\n  \
         always @(posedge clock) chosen <= {SELECT}[{high}:0];\n  \
         {} edited (\n    .clock(clock),\n    .{reset}({reset}),\n    .{SELECT}(chosen)",
        hardware.top,
        high = SELECT_WIDTH - 1,
    );
    for slot in interface.inputs().iter().chain(interface.outputs()) {
        let _ = write!(text, ",\n    .{0}({0})", slot.port.name);
    }
    text.push_str("\n  );\nendmodule\n");
    text
}
