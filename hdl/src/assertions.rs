//! The frame around a unit's assertions: a checker module that sees the unit's ports, and its bind.

use crate::bdi;
use crate::emit::{Design, Module, Reset};
use spec::AnyParameters;
use std::fmt::Write;

/// What every checker is disabled by.
const IN_RESET: &str = "  // Before the first reset nothing is defined.
  logic seen_reset;
  initial seen_reset = 1'b0;
  always @(posedge clock) if (RESET) seen_reset <= 1'b1;

  logic in_reset;
  assign in_reset = RESET || !seen_reset;

";

/// The checker of a unit as a SystemVerilog file to compile beside the design.
pub fn checker(parameters: &AnyParameters, design: &Design) -> Module {
    let body = match parameters {
        AnyParameters::BdiCompressor(parameters) => bdi::assertions::compressor(parameters),
        AnyParameters::BdiDecompressor(parameters) => bdi::assertions::decompressor(parameters),
    };
    let (asserted, edge) = match design.options.reset {
        Reset::SyncHigh => ("reset", ""),
        Reset::AsyncLow => ("!reset_n", " or negedge reset_n"),
    };
    let top = &design.top;
    let name = format!("{top}_properties");
    let mut text = format!(
        "// Properties of {top} as assertions, for simulation and proof.\n\
         // Compile this file beside the design; it binds itself.\n\
         // {}\n\nmodule {name} (\n",
        design.provenance.command
    );
    for (index, port) in design.ports.iter().enumerate() {
        // The checker only listens: outputs of the unit are inputs here.
        let range = match port.width {
            1 => String::new(),
            width => format!(" [{}:0]", width - 1),
        };
        let comma = if index + 1 < design.ports.len() {
            ","
        } else {
            ""
        };
        let _ = writeln!(text, "  input logic{range} {}{comma}", port.name);
    }
    let _ = writeln!(text, ");\n");
    let body = format!("{IN_RESET}{body}");
    text += &body.replace("RESET_EDGE", edge).replace("RESET", asserted);
    let _ = writeln!(text, "\nendmodule\n\nbind {top} {name} u_properties (.*);");
    Module {
        file_name: format!("{name}.sv"),
        name,
        text,
    }
}
