//! Declarations of a module: constants, nets, and the sink for bits that nothing reads.

use super::literal::literal;
use super::printer::Printer;
use super::style::Style;
use crate::ir::*;
use num_bigint::BigUint;
use std::collections::BTreeSet;

impl Printer<'_> {
    pub fn constants(&mut self) {
        let kind = if self.style.sv() {
            "localparam logic"
        } else {
            "localparam"
        };
        let mut rows: Vec<(usize, String, String, String)> = vec![];
        let mut variants: Vec<(&str, u64, &String, usize)> = self
            .logic
            .variants
            .iter()
            .filter(|(_, (name, ..))| self.exprs.named.borrow().contains(name))
            .map(|(path, (name, value, width))| {
                let own = path.split('$').next().unwrap_or(path);
                (own, *value, name, *width)
            })
            .collect();
        variants.sort();
        for (_, value, name, width) in variants {
            let value = literal(width, &BigUint::from(value));
            rows.push((width, name.clone(), value, String::new()));
        }
        // Codes of one kind begin with one word, and read best by value.
        let word = |name: &str| name.split('_').next().unwrap_or(name).to_owned();
        let mut numbers: Vec<_> = { self.logic.constants.iter() }
            .filter(|(_, name)| self.exprs.named.borrow().contains(*name))
            .map(|((source, value, width), name)| (word(source), value, name, *width))
            .collect();
        numbers.sort();
        for (_, value, name, width) in numbers {
            rows.push((width, name.clone(), literal(width, value), String::new()));
        }
        let used = self.live();
        for id in self.logic.netlist.ids() {
            let net = self.net(id);
            if let NetKind::Constant(value) = &net.kind {
                if used.contains(&id) {
                    let value = literal(net.width, value);
                    rows.push((net.width, net.name.clone(), value, self.meaning(id)));
                }
            }
        }
        for (width, name, value, meaning) in rows {
            self.text.comment(&meaning);
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

    /// What a net is declared as, and with which range.
    fn kind(&self, id: NetId) -> (String, String) {
        let net = self.net(id);
        if self.exprs.states.contains(&id) {
            return (self.style.enums.type_name(&net.ty.name), String::new());
        }
        let kind = match (self.style.sv(), self.procedural.contains(&id)) {
            (true, _) => "logic",
            (false, true) => "reg",
            (false, false) => "wire",
        };
        let bits = match net.storage {
            Storage::Unpacked => net.width,
            Storage::Vector => net.total_bits(),
        };
        (kind.to_owned(), Style::range(bits))
    }

    pub fn declarations(&mut self) {
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
            let (kind, range) = self.kind(id);
            let gap = if range.is_empty() { "" } else { " " };
            let line = format!("(* mem2reg *) {kind} {range}{gap}{} [{size}];", net.name);
            let meaning = self.meaning(id);
            self.text.comment(&meaning);
            self.text.line(&line);
        }
        self.text.gap();
    }

    pub fn declare(&mut self, ids: &[NetId]) {
        let rows: Vec<(String, String, String, String)> = ids
            .iter()
            .map(|&id| {
                let (kind, range) = self.kind(id);
                (kind, range, self.net(id).name.clone(), self.meaning(id))
            })
            .collect();
        let kinds = rows.iter().map(|row| row.0.len()).max().unwrap_or(0);
        let ranges = rows.iter().map(|row| row.1.len()).max().unwrap_or(0);
        let gap = if ranges > 0 { " " } else { "" };
        for (kind, range, name, meaning) in rows {
            self.text.comment(&meaning);
            self.text
                .line(&format!("{kind:kinds$} {range:>ranges$}{gap}{name};"));
        }
    }

    /// What the source says of a net.
    fn meaning(&self, id: NetId) -> String {
        let meaning = self.logic.netlist.meanings.get(&id);
        meaning.cloned().unwrap_or_default()
    }

    /// The bits that nothing reads, in one place where everybody can see them.
    pub fn unused(&mut self) {
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
        // The name is what Verilator asks for, the attribute is what slang does.
        self.text.line(&format!("(* unused *) wire {name};"));
        let bits = pieces.join(", ");
        self.text
            .line(&format!("assign {name} = &{{1'b0, {bits}}};"));
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
                .place(&Place::element(id, Index::Const((at / net.width) as i64)));
            out.push(slice(name, at - base, end - base, net.width));
            at = end;
        }
        out
    }
}
