//! A module as text.

use super::alias;
use super::design::{Dialect, Reset};
use super::elaborate::element;
use super::forms::Process;
use super::index::Index;
use super::ir::*;
use super::module::*;
use super::names::Names;
use super::print_expr::{literal, ExprPrinter};
use super::text::{Text, COLUMNS};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// What the printers need to know about the design.
#[derive(Clone, Copy)]
pub(super) struct Style {
    pub dialect: Dialect,
    pub reset: Reset,
}

impl Style {
    fn sv(self) -> bool {
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
    let vars = loop_names(logic, &mut names);
    let mut printer = Printer {
        style,
        modules,
        logic,
        exprs: ExprPrinter {
            logic,
            vars: BTreeMap::new(),
        },
        genvars: vars.0,
        integers: vars.1,
        names,
        text: Text::default(),
        procedural: BTreeSet::new(),
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
    if unpacked_registers(logic).next().is_some() {
        generates.insert("i".to_owned());
    }
    let mut claim = |wishes: BTreeSet<String>| {
        wishes
            .into_iter()
            .map(|wish| {
                let name = names.claim_index(&wish);
                (wish, name)
            })
            .collect::<BTreeMap<_, _>>()
    };
    let generates = claim(generates);
    let loops = claim(loops);
    (generates, loops)
}

/// The part of a vector that belongs to one element of an array of instances.
fn slot(instance: &Instance, port: &PortShape, net: NetId, index: &[Index]) -> Place {
    let mut position = Index::Const(0);
    for (index, &length) in index.iter().zip(&instance.dims) {
        position = position.mul(Index::Const(length as i64)).add(index.clone());
    }
    let width = port.total_bits();
    Place {
        part: Some(Part {
            offset: Offset::Static(position.mul(Index::Const(width as i64))),
            width,
        }),
        ..Place::whole(net)
    }
}

fn unpacked_registers(logic: &Logic) -> impl Iterator<Item = &Register> {
    logic
        .registers
        .iter()
        .filter(|register| logic.netlist.net(register.q).storage == Storage::Unpacked)
}

struct Printer<'a> {
    style: Style,
    modules: &'a [ModuleIr],
    logic: &'a Logic,
    exprs: ExprPrinter<'a>,
    genvars: BTreeMap<String, String>,
    integers: BTreeMap<String, String>,
    names: Names,
    text: Text,
    /// Nets that an `always` block assigns.
    procedural: BTreeSet<NetId>,
}

impl Printer<'_> {
    fn net(&self, id: NetId) -> &Net {
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
        self.constants();
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
        for register in &self.logic.registers {
            out.insert(register.q);
            match &register.alias {
                Some(expr) => places(expr, &mut out),
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

    fn declare(&mut self, ids: &[NetId]) {
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

    fn open_generate(&mut self, var: &str, from: i64, to: i64, label: &str) {
        let name = self.genvars.get(var).cloned().unwrap_or(var.to_owned());
        let label = self.names.claim(&format!("g_{label}"));
        self.exprs.vars.insert(var.to_owned(), name.clone());
        if self.style.sv() {
            self.text.line(&format!(
                "for (genvar {name} = {from}; {name} < {to}; {name}++) begin : {label}"
            ));
        } else {
            self.text.line("generate");
            self.text.indent();
            self.text.line(&format!(
                "for ({name} = {from}; {name} < {to}; {name} = {name} + 1) begin : {label}"
            ));
        }
        self.text.indent();
    }

    fn close_generate(&mut self, var: &str) {
        self.text.close_gap();
        self.text.dedent();
        self.text.line("end");
        if !self.style.sv() {
            self.text.dedent();
            self.text.line("endgenerate");
        }
        self.exprs.vars.remove(var);
        self.text.gap();
    }

    fn instance(&mut self, instance: &Instance) {
        if let ([length], [module]) = (instance.dims.as_slice(), instance.modules.as_slice()) {
            let var = instance
                .connections
                .values()
                .find_map(|(var, _)| var.clone())
                .unwrap_or("i".to_owned());
            let label = instance.path.replace('$', "_");
            self.open_generate(&var, 0, *length as i64, &label);
            let index = vec![Index::Var(var.clone())];
            self.one_instance(instance, *module, &instance.name, &index, Some(&var));
            self.close_generate(&var);
            return;
        }
        let count: usize = instance.dims.iter().product();
        for position in 0..count {
            let module = match instance.modules.as_slice() {
                [module] => *module,
                modules => modules[position],
            };
            let mut index = vec![];
            let mut rest = position;
            for &length in instance.dims.iter().rev() {
                index.insert(0, Index::Const((rest % length) as i64));
                rest /= length;
            }
            let mut name = instance.name.clone();
            if !index.is_empty() {
                let suffix: Vec<String> = index.iter().map(|i| self.exprs.index(i)).collect();
                name = self.names.claim(&format!("{name}_{}", suffix.join("_")));
            }
            self.one_instance(instance, module, &name, &index, None);
            self.text.gap();
        }
    }

    fn one_instance(
        &mut self,
        instance: &Instance,
        module: usize,
        name: &str,
        index: &[Index],
        var: Option<&str>,
    ) {
        let module = &self.modules[module];
        let mut rows = vec![];
        let mut pending = module
            .needs_reset
            .then(|| self.style.reset.port().to_owned());
        for (port, &net) in module.ports.iter().zip(&instance.ports) {
            let text = match instance.connections.get(&net) {
                Some((Some(own), expr)) => match (var, index.first()) {
                    (Some(var), _) if own == var => self.exprs.expr(expr),
                    (Some(var), _) => {
                        self.exprs
                            .expr(&substitute(expr.clone(), own, &Index::Var(var.to_owned())))
                    }
                    (None, Some(Index::Const(value))) => {
                        self.exprs.expr(&alias::at(expr.clone(), own, *value))
                    }
                    _ => self.exprs.expr(expr),
                },
                Some((None, expr)) => self.exprs.expr(expr),
                None if port.is_clock => self.net(net).name.clone(),
                // A vector that all elements of the array drive together.
                None if self.net(net).dims.is_empty() && !index.is_empty() => {
                    self.exprs.place(&slot(instance, port, net, index))
                }
                None if self.net(net).dims.is_empty() => self.net(net).name.clone(),
                None => self.exprs.place(&Place {
                    net,
                    index: index.to_vec(),
                    part: None,
                }),
            };
            rows.push((port.name.clone(), text));
            if port.is_clock {
                rows.extend(pending.take().map(|reset| (reset.clone(), reset)));
            }
        }
        if let Some(reset) = pending {
            rows.insert(0, (reset.clone(), reset));
        }
        self.text.line(&format!("{} {name} (", module.name));
        self.text.indent();
        let last = rows.len().saturating_sub(1);
        for (position, (port, text)) in rows.iter().enumerate() {
            let comma = if position == last { "" } else { "," };
            self.text.line(&format!(".{port}({text}){comma}"));
        }
        self.text.dedent();
        self.text.line(");");
        self.text.gap();
    }

    fn process(&mut self, process: &Process) {
        match process {
            Process::Assign(place, value) => {
                let line = self.assignment("assign ", place, "=", value);
                self.text.line(&line);
            }
            Process::Generate {
                var,
                from,
                to,
                locals,
                body,
            } => {
                self.text.gap();
                let label = self.label(body, locals);
                self.open_generate(var, *from, *to, &label);
                if !locals.is_empty() {
                    let live: Vec<NetId> = locals.clone();
                    self.declare(&live);
                    self.text.gap();
                }
                for process in body {
                    self.process(process);
                }
                self.close_generate(var);
            }
            Process::Comb(body) => {
                self.text.gap();
                self.comb(body);
                self.text.gap();
            }
        }
    }

    /// A generate block is named after the first net that it makes.
    fn label(&self, body: &[Process], locals: &[NetId]) -> String {
        let mut first = None;
        for process in body {
            let mut note = |net: NetId| {
                if !locals.contains(&net) {
                    first.get_or_insert(net);
                }
            };
            match process {
                Process::Assign(place, _) => note(place.net),
                Process::Comb(body) => body
                    .iter()
                    .for_each(|stmt| stmt.targets(&mut |place| note(place.net))),
                Process::Generate { .. } => {}
            }
        }
        first.map_or("lanes".to_owned(), |net| self.net(net).name.clone())
    }

    fn comb(&mut self, body: &[Stmt]) {
        let mut loops = BTreeSet::new();
        fn vars(body: &[Stmt], out: &mut BTreeSet<String>) {
            for stmt in body {
                if let Stmt::For { var, .. } = stmt {
                    out.insert(var.clone());
                }
                stmt.blocks().into_iter().for_each(|b| vars(b, out));
            }
        }
        vars(body, &mut loops);
        if self.style.sv() {
            self.text.line("always_comb begin");
        } else if loops.is_empty() {
            self.text.line("always @* begin");
        } else {
            let mut first = None;
            body.iter()
                .for_each(|stmt| stmt.targets(&mut |place| _ = first.get_or_insert(place.net)));
            let what = first.map_or("logic".to_owned(), |net| self.net(net).name.clone());
            let label = self.names.claim(&format!("comb_{what}"));
            self.text.line(&format!("always @* begin : {label}"));
        }
        self.text.indent();
        for var in &loops {
            let name = self.integers.get(var).cloned().unwrap_or(var.clone());
            if !self.style.sv() {
                self.text.line(&format!("integer {name};"));
            }
            self.exprs.vars.insert(var.clone(), name);
        }
        self.statements(body);
        for var in &loops {
            self.exprs.vars.remove(var);
        }
        self.text.dedent();
        self.text.line("end");
    }

    fn statements(&mut self, body: &[Stmt]) {
        for stmt in body {
            self.statement(stmt);
        }
    }

    fn assignment(&self, lead: &str, place: &Place, sign: &str, value: &Expr) -> String {
        format!(
            "{lead}{} {sign} {};",
            self.exprs.place(place),
            self.exprs.expr(value)
        )
    }

    fn statement(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Assign(place, value) => {
                let line = self.assignment("", place, "=", value);
                self.text.line(&line);
            }
            Stmt::If {
                test,
                then,
                otherwise,
            } => {
                self.text
                    .line(&format!("if ({}) begin", self.exprs.expr(test)));
                self.branch(then, otherwise);
            }
            Stmt::Case {
                subject,
                arms,
                default,
            } => self.case(subject, arms, default.as_deref()),
            Stmt::For {
                var,
                from,
                to,
                body,
            } => {
                let name = self.exprs.vars.get(var).cloned().unwrap_or(var.clone());
                let head = if self.style.sv() {
                    format!("for (int {name} = {from}; {name} < {to}; {name}++) begin")
                } else {
                    format!("for ({name} = {from}; {name} < {to}; {name} = {name} + 1) begin")
                };
                self.text.line(&head);
                self.text.indent();
                self.statements(body);
                self.text.dedent();
                self.text.line("end");
            }
        }
    }

    fn branch(&mut self, then: &[Stmt], otherwise: &[Stmt]) {
        self.text.indent();
        self.statements(then);
        self.text.dedent();
        match otherwise {
            [] => self.text.line("end"),
            [Stmt::If {
                test,
                then,
                otherwise,
            }] => {
                self.text
                    .line(&format!("end else if ({}) begin", self.exprs.expr(test)));
                self.branch(then, otherwise);
            }
            _ => {
                self.text.line("end else begin");
                self.text.indent();
                self.statements(otherwise);
                self.text.dedent();
                self.text.line("end");
            }
        }
    }

    fn case(&mut self, subject: &Expr, arms: &[Arm], default: Option<&[Stmt]>) {
        self.text
            .line(&format!("case ({})", self.exprs.expr(subject)));
        self.text.indent();
        // Without a default of its own the last arm becomes it: Rust has no other value left,
        // and Verilog has, where the variants do not fill their width.
        let quiet = default.is_none_or(<[Stmt]>::is_empty);
        let (arms, default, note) = match default {
            Some(default) => (arms, default, String::new()),
            None if arms.iter().any(|arm| arm.body.is_empty()) => (arms, &[][..], String::new()),
            None => match arms.split_last() {
                Some((last, rest)) => {
                    let labels = self.labels(last);
                    (rest, last.body.as_slice(), format!("  // {labels}"))
                }
                None => (arms, &[][..], String::new()),
            },
        };
        for arm in arms {
            if quiet && arm.body.is_empty() && default.is_empty() {
                continue;
            }
            let labels = self.labels(arm);
            self.arm(&labels, "", &arm.body);
        }
        self.arm("default", &note, default);
        self.text.dedent();
        self.text.line("endcase");
    }

    fn labels(&self, arm: &Arm) -> String {
        let labels: Vec<String> = arm.labels.iter().map(|l| self.exprs.expr(l)).collect();
        labels.join(", ")
    }

    fn arm(&mut self, label: &str, note: &str, body: &[Stmt]) {
        match body {
            [] => self.text.line(&format!("{label}: ;{note}")),
            [Stmt::Assign(place, value)]
                if label.len() + self.assignment("", place, "=", value).len() < COLUMNS / 2 =>
            {
                let line = self.assignment("", place, "=", value);
                self.text.line(&format!("{label}: {line}{note}"));
            }
            _ => {
                self.text.line(&format!("{label}: begin{note}"));
                self.text.indent();
                self.statements(body);
                self.text.dedent();
                self.text.line("end");
            }
        }
    }

    /// One block per clock and reset, arrays in a generate loop.
    fn registers(&mut self) {
        let mut blocks: BTreeMap<(String, bool, usize), Vec<&Register>> = BTreeMap::new();
        for register in &self.logic.registers {
            let q = self.net(register.q);
            let length = match q.storage {
                Storage::Unpacked => q.dims.first().copied().unwrap_or(0),
                Storage::Vector => 0,
            };
            let clock = self.net(register.clock).name.clone();
            blocks
                .entry((clock, register.reset.is_none(), length))
                .or_default()
                .push(register);
        }
        self.text.gap();
        for ((clock, free, length), registers) in blocks {
            if length > 0 {
                self.reset_tables(&registers);
                let label = self.net(registers[0].q).name.clone();
                self.open_generate("i", 0, length as i64, &label);
            }
            self.text.line(&self.style.clocked(&clock, !free));
            self.text.indent();
            if !free {
                let test = match self.style.reset {
                    Reset::SyncHigh => "reset",
                    Reset::AsyncLow => "!reset_n",
                };
                self.text.line(&format!("if ({test}) begin"));
                self.text.indent();
                for register in &registers {
                    let line = format!(
                        "{} <= {};",
                        self.element_text(register.q),
                        self.reset_value(register)
                    );
                    self.text.line(&line);
                }
                self.text.dedent();
                self.text.line("end else begin");
                self.text.indent();
            }
            for register in &registers {
                let next = match &register.alias {
                    Some(expr) => self.exprs.expr(expr),
                    None => self.element_text(register.d),
                };
                let line = format!("{} <= {next};", self.element_text(register.q));
                self.text.line(&line);
            }
            if !free {
                self.text.dedent();
                self.text.line("end");
            }
            self.text.dedent();
            self.text.line("end");
            if length > 0 {
                self.close_generate("i");
            }
            self.text.gap();
        }
    }

    /// The whole net, or the element of the generate loop that is open.
    fn element_text(&self, id: NetId) -> String {
        let looped = self.exprs.vars.contains_key("i");
        if looped && !self.net(id).dims.is_empty() {
            self.exprs.place(&element(id, Index::Var("i".to_owned())))
        } else {
            self.net(id).name.clone()
        }
    }

    fn uniform(values: &[BigUint]) -> bool {
        values.windows(2).all(|pair| pair[0] == pair[1])
    }

    /// All reset values of an array side by side.
    fn packed_reset(&self, register: &Register) -> (usize, BigUint) {
        let net = self.net(register.q);
        let mut all = BigUint::ZERO;
        for value in register.reset.iter().flatten().rev() {
            all = (all << net.width) | value;
        }
        (net.total_bits(), all)
    }

    /// Unpacked arrays whose elements start with different values look them up in a constant.
    fn reset_tables(&mut self, registers: &[&Register]) {
        for register in registers {
            let values = register.reset.as_deref().unwrap_or_default();
            if Self::uniform(values) {
                continue;
            }
            let (width, all) = self.packed_reset(register);
            let kind = if self.style.sv() {
                "localparam logic"
            } else {
                "localparam"
            };
            let line = format!(
                "{kind} {} {} = {};",
                Style::range(width),
                self.reset_table(register),
                literal(width, &all)
            );
            self.text.line(&line);
        }
    }

    fn reset_table(&self, register: &Register) -> String {
        let q = &self.net(register.q).name;
        format!(
            "{}Reset",
            super::names::camel_case(q.trim_end_matches("_q"))
        )
    }

    fn reset_value(&self, register: &Register) -> String {
        let net = self.net(register.q);
        let values = register.reset.as_deref().unwrap_or_default();
        match net.storage {
            Storage::Vector => {
                let (width, all) = self.packed_reset(register);
                literal(width, &all)
            }
            Storage::Unpacked if Self::uniform(values) => {
                let value = values.first().cloned().unwrap_or_default();
                literal(net.width, &value)
            }
            Storage::Unpacked => {
                let index = Index::Var("i".to_owned()).mul(Index::Const(net.width as i64));
                format!(
                    "{}[{} +: {}]",
                    self.reset_table(register),
                    self.exprs.index(&index),
                    net.width
                )
            }
        }
    }

    /// The bits that nothing reads, in one place where everybody can see them.
    fn unused(&mut self) {
        let mut pieces = vec![];
        for (id, intervals) in &self.logic.unused {
            let net = self.net(*id);
            for &(from, to) in intervals {
                pieces.extend(self.bits(*id, net, from, to));
            }
        }
        if pieces.is_empty() {
            return;
        }
        self.text.gap();
        self.text.line("// Bits that this module has no use for.");
        let name = self.names.claim("unused_ok");
        self.text
            .line(&format!("wire {name} = &{{1'b0, {}}};", pieces.join(", ")));
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
