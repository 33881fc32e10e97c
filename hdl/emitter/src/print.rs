//! A module as text.

use super::design::{Dialect, Reset};
use super::forms::Process;
use super::ir::*;
use super::module::*;
use super::names::Names;
use super::print_expr::ExprPrinter;
use super::text::Text;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// What the printers need to know about the design.
#[derive(Clone, Copy)]
pub(super) struct Style {
    pub dialect: Dialect,
    pub reset: Reset,
}

impl Style {
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
        let mut rows: Vec<(String, String, String)> = vec![];
        let reset = (
            format!("input  {}", if self.sv() { "logic" } else { "wire" }),
            String::new(),
            self.reset.port().to_owned(),
        );
        let mut pending = module.needs_reset.then_some(reset);
        let has_clock = module.ports.iter().any(|port| port.is_clock);
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
            ));
            if port.is_clock {
                rows.extend(pending.take());
            }
        }
        if rows.is_empty() {
            text.line(&format!("module {} ();", module.name));
            return;
        }
        text.line(&format!("module {} (", module.name));
        text.indent();
        let kinds = rows.iter().map(|row| row.0.len()).max().unwrap_or(0);
        let ranges = rows.iter().map(|row| row.1.len()).max().unwrap_or(0);
        let last = rows.len() - 1;
        for (position, (kind, range, name)) in rows.iter().enumerate() {
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

/// Prints the logic of `module`.
pub(super) fn print(
    module: &ModuleIr,
    logic: &Logic,
    modules: &[ModuleIr],
    style: Style,
) -> String {
    let mut names = logic.names.clone();
    let vars = loop_names(logic, &mut names, style);
    let mut printer = Printer {
        style,
        modules,
        logic,
        exprs: ExprPrinter {
            logic,
            vars: BTreeMap::new(),
            named: RefCell::new(BTreeSet::new()),
        },
        genvars: vars.0,
        integers: vars.1,
        names,
        text: Text::default(),
        procedural: BTreeSet::new(),
        clocked: BTreeSet::new(),
    };
    printer.find_procedural();
    printer.module(module);
    printer.text.finish()
}

/// Verilog names for the loop indices: one set for generate loops, one for procedural ones,
/// because a procedural index would hide a genvar of the same name.
fn loop_names(
    logic: &Logic,
    names: &mut Names,
    style: Style,
) -> (BTreeMap<String, String>, BTreeMap<String, String>) {
    fn procedural(body: &[Stmt], out: &mut BTreeSet<String>) {
        for stmt in body {
            if let Stmt::For { var, .. } = stmt {
                out.insert(var.clone());
            }
            stmt.blocks().into_iter().for_each(|b| procedural(b, out));
        }
    }
    fn collect(process: &Process, generates: &mut BTreeSet<String>, loops: &mut BTreeSet<String>) {
        match process {
            Process::Assign(..) => {}
            Process::Comb(body) => procedural(body, loops),
            Process::Generate { var, body, .. } => {
                generates.insert(var.clone());
                body.iter().for_each(|p| collect(p, generates, loops));
            }
        }
    }
    let (mut generates, mut loops) = (BTreeSet::new(), BTreeSet::new());
    for process in &logic.processes {
        collect(process, &mut generates, &mut loops);
    }
    for instance in logic.instances.iter().filter(|i| !i.dims.is_empty()) {
        let vars: Vec<&String> = instance
            .connections
            .values()
            .filter_map(|(var, _)| var.as_ref())
            .collect();
        generates.insert(vars.first().map_or("i".to_owned(), |v| v.to_string()));
    }
    for clocked in &logic.clocked {
        loops.insert(clocked.var.clone());
        procedural(&clocked.body, &mut loops);
    }
    if logic
        .registers
        .iter()
        .any(|register| logic.netlist.net(register.q).storage == Storage::Unpacked)
    {
        loops.insert("i".to_owned());
    }
    let claim = |wishes: BTreeSet<String>, names: &mut Names| {
        wishes
            .into_iter()
            .map(|wish| {
                let name = names.claim_index(&wish);
                (wish, name)
            })
            .collect::<BTreeMap<_, _>>()
    };
    // In SystemVerilog both live in their loops only.
    let mut fresh = names.clone();
    let generates = claim(generates, names);
    let loops = match style.sv() {
        true => claim(loops, &mut fresh),
        false => claim(loops, names),
    };
    (generates, loops)
}

pub(super) struct Printer<'a> {
    pub style: Style,
    pub modules: &'a [ModuleIr],
    pub logic: &'a Logic,
    pub exprs: ExprPrinter<'a>,
    /// Verilog names of the indices of generate loops.
    pub genvars: BTreeMap<String, String>,
    /// Verilog names of the indices of procedural loops.
    pub integers: BTreeMap<String, String>,
    pub names: Names,
    pub text: Text,
    /// Nets that an `always` block assigns.
    pub procedural: BTreeSet<NetId>,
    /// Nets whose assignments are non-blocking in the block that is being printed.
    pub clocked: BTreeSet<NetId>,
}

impl Printer<'_> {
    pub fn net(&self, id: NetId) -> &Net {
        self.logic.netlist.net(id)
    }

    fn find_procedural(&mut self) {
        fn visit(process: &Process, out: &mut BTreeSet<NetId>) {
            match process {
                Process::Assign(..) => {}
                Process::Generate { body, .. } => body.iter().for_each(|p| visit(p, out)),
                Process::Comb(body) => body.iter().for_each(|stmt| {
                    stmt.targets(&mut |place| {
                        out.insert(place.net);
                    });
                }),
            }
        }
        for process in &self.logic.processes {
            visit(process, &mut self.procedural);
        }
        self.procedural
            .extend(self.logic.registers.iter().map(|register| register.q));
    }

    fn module(&mut self, module: &ModuleIr) {
        let registered = self
            .procedural
            .iter()
            .map(|&net| self.net(net).name.clone())
            .collect();
        self.style.header(module, &registered, &mut self.text);
        self.text.indent();
        self.text.gap();
        let head = self.text.mark();
        self.declarations();
        let logic = self.logic;
        if !self.style.sv() && !self.genvars.is_empty() {
            let genvars: Vec<String> = self.genvars.values().cloned().collect();
            self.text.line(&format!("genvar {};", genvars.join(", ")));
            self.text.gap();
        }
        for instance in &logic.instances {
            self.instance(instance);
        }
        for process in &logic.processes {
            self.process(process);
        }
        self.registers();
        self.unused();
        self.text.close_gap();
        // Only now is it known which variants the text names.
        let body = std::mem::take(&mut self.text);
        self.text = body.inner();
        self.constants();
        let constants = std::mem::replace(&mut self.text, body);
        self.text.insert(head, constants);
        self.text.dedent();
        self.text.line("endmodule");
    }

    /// Whether the register's next state stands in the clocked loop itself.
    pub fn in_clocked_loop(&self, register: usize) -> bool {
        self.logic
            .clocked
            .iter()
            .any(|clocked| clocked.registers.contains(&register))
    }
}
