//! What dialect and reset have to do with the text.

use super::enums::Enums;
use super::text::Text;
use crate::ir::*;
use crate::options::{Dialect, Reset};
use std::collections::BTreeSet;

/// What the printers need to know about the design.
#[derive(Clone, Copy)]
pub(super) struct Style<'a> {
    pub dialect: Dialect,
    pub reset: Reset,
    pub enums: Enums<'a>,
}

impl Style<'_> {
    pub fn sv(self) -> bool {
        self.dialect == Dialect::SystemVerilog
    }

    /// `[7:0] `, or nothing for one bit.
    pub fn range(width: usize) -> String {
        match width {
            1 => String::new(),
            _ => format!("[{}:0]", width - 1),
        }
    }

    /// The header of a module with aligned ports. `registered` are the outputs that a procedural
    /// block assigns, which Verilog-2005 declares differently.
    pub fn header(self, module: &ModuleIr, registered: &BTreeSet<String>, text: &mut Text) {
        let mut rows: Vec<(String, String, String, &str)> = vec![];
        let reset = (
            format!("input  {}", if self.sv() { "logic" } else { "wire" }),
            String::new(),
            self.reset.port().to_owned(),
            "",
        );
        let mut pending = module.needs_reset.then_some(reset);
        let has_clock = module.ports.iter().any(|port| port.is_clock());
        if !has_clock {
            rows.extend(pending.take());
        }
        for port in &module.ports {
            let kind = match (self.sv(), port.output && registered.contains(&port.name)) {
                (true, _) => "logic",
                (false, true) => "reg",
                (false, false) => "wire",
            };
            let direction = if port.output { "output" } else { "input " };
            rows.push((
                format!("{direction} {kind}"),
                Self::range(port.total_bits()),
                port.name.clone(),
                &port.meaning,
            ));
            if port.is_clock() {
                rows.extend(pending.take());
            }
        }
        if rows.is_empty() {
            text.line(&format!("module {} ();", module.name));
            return;
        }
        if !module.purpose.is_empty() {
            text.comment(&module.purpose);
        }
        text.line(&format!("module {} (", module.name));
        text.indent();
        let kinds = rows.iter().map(|row| row.0.len()).max().unwrap_or(0);
        let ranges = rows.iter().map(|row| row.1.len()).max().unwrap_or(0);
        let last = rows.len() - 1;
        for (position, (kind, range, name, meaning)) in rows.iter().enumerate() {
            text.comment(meaning);
            let comma = if position == last { "" } else { "," };
            let gap = if ranges > 0 { " " } else { "" };
            text.line(&format!("{kind:kinds$} {range:>ranges$}{gap}{name}{comma}"));
        }
        text.dedent();
        text.line(");");
    }

    pub fn clocked(self, clock: &str, reset: bool) -> String {
        let keyword = if self.sv() { "always_ff" } else { "always" };
        match (reset, self.reset) {
            (true, Reset::AsyncLow) => {
                format!("{keyword} @(posedge {clock} or negedge reset_n) begin")
            }
            _ => format!("{keyword} @(posedge {clock}) begin"),
        }
    }
}
