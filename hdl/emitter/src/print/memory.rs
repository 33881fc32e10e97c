//! Memories as modules of their own: a behavioural body, and a hook for a hard macro.
//!
//! Whoever owns an SRAM compiler defines `<MODULE>_MACRO` as the name of a module with the same
//! ports; everybody else gets flip-flops or block RAM from the behavioural body.

use super::style::Style;
use super::text::Text;
use crate::ir::*;
use crate::options::Dialect;
use std::collections::BTreeSet;

/// The preprocessor symbol under which memories without power forget.
pub const POWER_AWARE: &str = "WARPLOOM_POWER_AWARE";

/// Prints a memory wrapper.
pub(super) fn print(module: &ModuleIr, memory: &MemoryTag, style: Style) -> String {
    let mut printer = Printer {
        module,
        memory,
        style,
        text: Text::default(),
    };
    style.header(module, &BTreeSet::new(), &mut printer.text);
    printer.body();
    printer.text.finish()
}

/// The preprocessor symbol that replaces the body of the wrapper.
pub(super) fn macro_name(module: &str) -> String {
    format!("{}_MACRO", module.to_uppercase())
}

struct Printer<'a> {
    module: &'a ModuleIr,
    memory: &'a MemoryTag,
    style: Style<'a>,
    text: Text,
}

impl Printer<'_> {
    fn sv(&self) -> bool {
        self.style.dialect == Dialect::SystemVerilog
    }

    fn body(&mut self) {
        let symbol = macro_name(&self.module.name);
        self.text.gap();
        self.text.indent();
        self.text.line(&format!(
            "// Define {symbol} as the name of a hard macro with the same ports."
        ));
        self.text.dedent();
        self.text.line(&format!("`ifdef {symbol}"));
        self.text.indent();
        self.text.line(&format!("`{symbol} u_macro ("));
        self.text.indent();
        let last = self.module.ports.len().saturating_sub(1);
        for (position, port) in self.module.ports.iter().enumerate() {
            let comma = if position == last { "" } else { "," };
            self.text.line(&format!(".{0}({0}){comma}", port.name));
        }
        self.text.dedent();
        self.text.line(");");
        self.text.dedent();
        self.text.line("`else");
        self.text.indent();
        self.behaviour();
        self.text.dedent();
        self.text.line("`endif");
        self.text.line("endmodule");
    }

    fn port(&self, name: &str) -> Option<&PortShape> {
        self.module.ports.iter().find(|port| port.path == name)
    }

    /// Port `number` of an array of ports, or the port itself where there is only one.
    fn element(&self, name: &str, number: usize) -> String {
        match self.port(name) {
            Some(port) if !port.dims.is_empty() => match port.width {
                1 => format!("{name}[{number}]"),
                width => format!("{name}[{}:{}]", (number + 1) * width - 1, number * width),
            },
            _ => name.to_owned(),
        }
    }

    fn behaviour(&mut self) {
        let (reg, range) = (
            if self.sv() { "logic" } else { "reg" },
            Style::range(self.memory.width),
        );
        let space = if range.is_empty() { "" } else { " " };
        let size = match self.sv() {
            true => self.memory.words.to_string(),
            false => format!("0:{}", self.memory.words - 1),
        };
        self.text
            .line(&format!("{reg} {range}{space}words [{size}];"));
        let clock = self
            .module
            .ports
            .iter()
            .find(|port| port.is_clock())
            .map_or("clock", |port| port.name.as_str())
            .to_owned();
        let total = self.port("read_data").map_or(1, PortShape::total_bits);
        let range = Style::range(total);
        let space = if range.is_empty() { "" } else { " " };
        self.text.line(&format!("{reg} {range}{space}read_data_q;"));
        if self.memory.switched {
            self.power_aware(reg);
        } else {
            self.text.gap();
            self.text.line("assign read_data = read_data_q;");
        }
        self.text.gap();
        self.text.line(&self.style.clocked(&clock, false));
        self.text.indent();
        if self.memory.shared_port {
            self.shared();
        } else {
            self.separate();
        }
        if self.memory.switched {
            self.text.directive(&format!("`ifdef {POWER_AWARE}"));
            self.remember();
            self.text.directive("`endif");
        }
        self.text.dedent();
        self.text.line("end");
    }

    /// What a memory that can lose its power has besides: a memory without a switch never forgets.
    fn power_aware(&mut self, reg: &str) {
        let lanes = self.memory.lanes().max(1);
        let kept = Style::range(self.memory.words * lanes);
        let read = Style::range(lanes);
        let space = if read.is_empty() { "" } else { " " };
        self.text.directive(&format!("`ifdef {POWER_AWARE}"));
        self.text
            .line("// A bit for each lane of each word: it was stored, and has had power since.");
        self.text.line(&format!("{reg} {kept} kept_q;"));
        self.text.line(&format!("{reg} {read}{space}read_kept_q;"));
        self.text.gap();
        self.text.line("// What was lost reads as its complement.");
        let bits = self.memory.width / lanes;
        for lane in 0..lanes {
            let (part, kept) = match lanes {
                1 => (String::new(), "read_kept_q".to_owned()),
                _ => (
                    format!("[{}:{}]", (lane + 1) * bits - 1, lane * bits),
                    format!("read_kept_q[{lane}]"),
                ),
            };
            self.text.line(&format!(
                "assign read_data{part} = {kept} ? read_data_q{part} : ~read_data_q{part};"
            ));
        }
        self.text.directive("`else");
        self.text.line("assign read_data = read_data_q;");
        self.text.gap();
        self.text.line("// Bits that this module has no use for.");
        let wire = if self.sv() { "logic" } else { "wire" };
        self.text.line(&format!("(* unused *) {wire} unused_ok;"));
        self.text
            .line("assign unused_ok = &{1'b0, asleep, isolated};");
        self.text.directive("`endif");
    }

    /// Keeps account of the lanes that have been stored since there was power.
    fn remember(&mut self) {
        let lanes = self.memory.lanes().max(1);
        self.text.line("if (write_enable) begin");
        self.text.indent();
        for lane in 0..lanes {
            if lanes == 1 {
                self.text.line("kept_q[write_address] <= !isolated;");
                continue;
            }
            let bit = lane_index("write_address", lane, lanes);
            self.text.line(&format!("if (write_mask[{lane}]) begin"));
            self.text.indent();
            self.text.line(&format!("kept_q[{bit}] <= !isolated;"));
            self.text.dedent();
            self.text.line("end");
        }
        self.text.dedent();
        self.text.line("end");
        self.text.line("if (asleep) begin");
        self.text.indent();
        let zeros = self.memory.words * lanes;
        self.text.line(&format!("kept_q <= {zeros}'d0;"));
        self.text.dedent();
        self.text.line("end");
        self.text.line("if (read_enable) begin");
        self.text.indent();
        for lane in 0..lanes {
            let (target, bit) = match lanes {
                1 => ("read_kept_q".to_owned(), "read_address".to_owned()),
                _ => (
                    format!("read_kept_q[{lane}]"),
                    lane_index("read_address", lane, lanes),
                ),
            };
            self.text
                .line(&format!("{target} <= kept_q[{bit}] && !isolated;"));
        }
        self.text.dedent();
        self.text.line("end");
    }

    fn shared(&mut self) {
        self.text.line("if (enable) begin");
        self.text.indent();
        self.text.line("if (write) begin");
        self.text.indent();
        self.store("address", "write_data", "write_mask");
        self.text.dedent();
        self.text.line("end else begin");
        self.text.indent();
        self.text.line("read_data_q <= words[address];");
        self.text.dedent();
        self.text.line("end");
        self.text.dedent();
        self.text.line("end");
    }

    fn separate(&mut self) {
        for port in 0..self.memory.write_ports {
            let element = |name: &str| self.element(name, port);
            let (enable, address) = (element("write_enable"), element("write_address"));
            let (data, mask) = (element("write_data"), element("write_mask"));
            self.text.line(&format!("if ({enable}) begin"));
            self.text.indent();
            self.store(&address, &data, &mask);
            self.text.dedent();
            self.text.line("end");
        }
        for port in 0..self.memory.read_ports {
            let enable = self.element("read_enable", port);
            let address = self.element("read_address", port);
            let target = self
                .element("read_data", port)
                .replacen("read_data", "read_data_q", 1);
            self.text.line(&format!("if ({enable}) begin"));
            self.text.indent();
            self.text.line(&format!("{target} <= words[{address}];"));
            self.text.dedent();
            self.text.line("end");
        }
    }

    /// Stores a word, lane by lane where there is a mask. Lanes are few: they are written out,
    /// because tools disagree on non-blocking assignments to memories inside loops.
    fn store(&mut self, address: &str, data: &str, mask: &str) {
        let Some(bits) = self.memory.lane_bits else {
            self.text.line(&format!("words[{address}] <= {data};"));
            return;
        };
        let (data_name, data_base) = split_range(data);
        let (mask_name, mask_base) = split_range(mask);
        for lane in 0..self.memory.lanes() {
            let select = |base: usize| match bits {
                1 => format!("[{}]", base + lane),
                _ => format!("[{}:{}]", base + (lane + 1) * bits - 1, base + lane * bits),
            };
            let test = match self.memory.lanes() {
                1 => mask.to_owned(),
                _ => format!("{mask_name}[{}]", mask_base + lane),
            };
            self.text.line(&format!("if ({test}) begin"));
            self.text.indent();
            self.text.line(&format!(
                "words[{address}]{} <= {data_name}{};",
                select(0),
                select(data_base)
            ));
            self.text.dedent();
            self.text.line("end");
        }
    }
}

/// The number of a lane among all lanes of all words: `{address, 2'd1}`.
fn lane_index(address: &str, lane: usize, lanes: usize) -> String {
    format!("{{{address}, {}'d{lane}}}", lanes.ilog2())
}

/// `write_data[63:32]` as name and lowest bit.
fn split_range(text: &str) -> (&str, usize) {
    match text.split_once('[') {
        Some((name, range)) => {
            let low = range.trim_end_matches(']').rsplit(':').next();
            (name, low.and_then(|low| low.parse().ok()).unwrap_or(0))
        }
        None => (text, 0),
    }
}
