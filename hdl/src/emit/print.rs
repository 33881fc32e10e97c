//! A module as text.

use super::design::{Dialect, Reset};
use super::forms::Process;
use super::index::Index;
use super::ir::*;
use super::module::*;
use super::names::Names;
use super::passes::element;
use super::print_expr::{literal, ExprPrinter};
use super::text::Text;
use num_bigint::BigUint;
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
    procedural: BTreeSet<NetId>,
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

    fn constants(&mut self) {
        let kind = if self.style.sv() {
            "localparam logic"
        } else {
            "localparam"
        };
        let mut rows: Vec<(usize, String, String)> = vec![];
        let mut variants: Vec<(&str, u64, &String, usize)> = self
            .logic
            .variants
            .iter()
            .filter(|(path, _)| self.exprs.named.borrow().contains(*path))
            .map(|(path, (name, value, width))| {
                let own = path.split('$').next().unwrap_or(path);
                (own, *value, name, *width)
            })
            .collect();
        variants.sort();
        for (_, value, name, width) in variants {
            let value = literal(width, &BigUint::from(value));
            rows.push((width, name.clone(), value));
        }
        let used = self.live();
        for id in self.logic.netlist.ids() {
            let net = self.net(id);
            if let NetKind::Constant(value) = &net.kind {
                if used.contains(&id) {
                    rows.push((net.width, net.name.clone(), literal(net.width, value)));
                }
            }
        }
        for (width, name, value) in rows {
            let range = Style::range(width);
            let space = if range.is_empty() { "" } else { " " };
            self.text
                .line(&format!("{kind} {range}{space}{name} = {value};"));
        }
        self.text.gap();
    }

    /// Whether the register's next state stands in the clocked loop itself.
    pub fn in_clocked_loop(&self, register: usize) -> bool {
        self.logic
            .clocked
            .iter()
            .any(|clocked| clocked.registers.contains(&register))
    }

    /// Nets that the printed text mentions.
    fn live(&self) -> BTreeSet<NetId> {
        let mut out = BTreeSet::new();
        fn places(expr: &Expr, out: &mut BTreeSet<NetId>) {
            expr.reads(&mut |place| {
                out.insert(place.net);
            });
        }
        fn visit(process: &Process, out: &mut BTreeSet<NetId>) {
            match process {
                Process::Assign(place, value) => {
                    out.insert(place.net);
                    places(value, out);
                }
                Process::Generate { body, .. } => body.iter().for_each(|p| visit(p, out)),
                Process::Comb(body) => {
                    for stmt in body {
                        stmt.targets(&mut |place| {
                            out.insert(place.net);
                        });
                        stmt.exprs(&mut |expr| places(expr, out));
                    }
                }
            }
        }
        for process in &self.logic.processes {
            visit(process, &mut out);
        }
        for (position, register) in self.logic.registers.iter().enumerate() {
            out.insert(register.q);
            match &register.alias {
                Some(expr) => places(expr, &mut out),
                None if self.in_clocked_loop(position) => {}
                None => {
                    out.insert(register.d);
                }
            }
        }
        for instance in &self.logic.instances {
            for port in &instance.ports {
                match instance.connections.get(port) {
                    Some((_, expr)) => places(expr, &mut out),
                    None => {
                        out.insert(*port);
                    }
                }
            }
        }
        out
    }

    /// The nets that live inside generate loops.
    fn locals(&self) -> BTreeSet<NetId> {
        fn visit(process: &Process, out: &mut BTreeSet<NetId>) {
            if let Process::Generate { locals, body, .. } = process {
                out.extend(locals);
                body.iter().for_each(|p| visit(p, out));
            }
        }
        let mut out = BTreeSet::new();
        for process in &self.logic.processes {
            visit(process, &mut out);
        }
        out
    }

    fn kind(&self, id: NetId) -> &'static str {
        if self.style.sv() {
            "logic"
        } else if self.procedural.contains(&id) {
            "reg"
        } else {
            "wire"
        }
    }

    fn declarations(&mut self) {
        let locals = self.locals();
        let ids: Vec<NetId> = self
            .live()
            .into_iter()
            .filter(|id| !locals.contains(id))
            .filter(|&id| {
                !matches!(
                    self.net(id).kind,
                    NetKind::Input | NetKind::Output | NetKind::Constant(_)
                )
            })
            .collect();
        let (arrays, vectors): (Vec<NetId>, Vec<NetId>) = ids
            .into_iter()
            .partition(|&id| self.net(id).storage == Storage::Unpacked);
        self.declare(&vectors);
        self.text.gap();
        if !arrays.is_empty() {
            self.text
                .line("// Registers and wires, no memories: mem2reg keeps Yosys from trying.");
        }
        for id in arrays {
            let net = self.net(id);
            let length = net.dims.first().copied().unwrap_or(1);
            let size = if self.style.sv() {
                format!("{length}")
            } else {
                format!("0:{}", length - 1)
            };
            let range = Style::range(net.width);
            let line = format!(
                "(* mem2reg *) {} {range} {} [{size}];",
                self.kind(id),
                net.name
            );
            self.text.line(&line);
        }
        self.text.gap();
    }

    pub fn declare(&mut self, ids: &[NetId]) {
        let rows: Vec<(&str, String, String)> = ids
            .iter()
            .map(|&id| {
                let net = self.net(id);
                (
                    self.kind(id),
                    Style::range(net.total_bits()),
                    net.name.clone(),
                )
            })
            .collect();
        let kinds = rows.iter().map(|row| row.0.len()).max().unwrap_or(0);
        let ranges = rows.iter().map(|row| row.1.len()).max().unwrap_or(0);
        let gap = if ranges > 0 { " " } else { "" };
        for (kind, range, name) in rows {
            self.text
                .line(&format!("{kind:kinds$} {range:>ranges$}{gap}{name};"));
        }
    }

    /// The bits that nothing reads, in one place where everybody can see them.
    fn unused(&mut self) {
        let mut hidden = self.locals();
        for clocked in &self.logic.clocked {
            hidden.extend(&clocked.locals);
        }
        let live = self.live();
        self.sink(&|net, kind| {
            !hidden.contains(&net) && (live.contains(&net) || *kind == NetKind::Input)
        });
    }

    /// A sink for the unused bits of the nets that a closure chooses.
    pub fn sink(&mut self, choose: &dyn Fn(NetId, &NetKind) -> bool) {
        let mut pieces = vec![];
        for (id, intervals) in &self.logic.unused {
            let net = self.net(*id);
            if choose(*id, &net.kind) {
                for &(from, to) in intervals {
                    pieces.extend(self.bits(*id, net, from, to));
                }
            }
        }
        if pieces.is_empty() {
            return;
        }
        self.text.gap();
        self.text.line("// Bits that this module has no use for.");
        let name = self.names.claim("unused_ok");
        self.text
            // The attribute is what slang asks for; the name is what Verilator does.
            .line(&format!(
                "(* unused *) wire {name} = &{{1'b0, {}}};",
                pieces.join(", ")
            ));
    }

    fn bits(&self, id: NetId, net: &Net, from: usize, to: usize) -> Vec<String> {
        let slice = |name: String, low: usize, high: usize, total: usize| match high - low {
            length if length == total => name,
            1 => format!("{name}[{low}]"),
            _ => format!("{name}[{}:{low}]", high - 1),
        };
        if net.storage == Storage::Vector {
            return vec![slice(net.name.clone(), from, to, net.total_bits())];
        }
        let mut out = vec![];
        let mut at = from;
        while at < to {
            let base = at / net.width * net.width;
            let end = to.min(base + net.width);
            let name = self
                .exprs
                .place(&element(id, Index::Const((at / net.width) as i64)));
            out.push(slice(name, at - base, end - base, net.width));
            at = end;
        }
        out
    }
}
