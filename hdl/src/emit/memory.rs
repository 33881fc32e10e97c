//! Memories as modules of their own: a behavioural body, and a hook for a hard macro.
//!
//! Whoever owns an SRAM compiler defines `<MODULE>_MACRO` as the name of a module with the same
//! ports; everybody else gets flip-flops or block RAM from the behavioural body.

use super::design::Dialect;
use super::module::{MemoryTag, ModuleIr, PortShape};
use super::print::Style;
use super::text::Text;
use std::collections::BTreeSet;

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
    style: Style,
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
            .find(|port| port.is_clock)
            .map_or("clock", |port| port.name.as_str())
            .to_owned();
        let total = self.port("read_data").map_or(1, PortShape::total_bits);
        let range = Style::range(total);
        let space = if range.is_empty() { "" } else { " " };
        self.text.line(&format!("{reg} {range}{space}read_data_q;"));
        self.text.gap();
        self.text.line("assign read_data = read_data_q;");
        self.text.gap();
        self.text.line(&self.style.clocked(&clock, false));
        self.text.indent();
        if self.memory.shared_port {
            self.shared();
        } else {
            self.separate();
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
