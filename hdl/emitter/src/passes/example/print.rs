//! Statements and processes in the words of the examples.

use crate::ir::*;
use std::fmt::Write;

pub(super) fn statements(netlist: &Netlist, body: &[Stmt]) -> String {
    let mut printer = Printer {
        netlist,
        text: String::new(),
    };
    printer.block(body, 0);
    printer.text
}

/// Processes, and what registers load at the clock.
pub(super) fn processes(logic: &Logic) -> String {
    let mut printer = Printer {
        netlist: &logic.netlist,
        text: String::new(),
    };
    for process in &logic.processes {
        printer.process(process, 0);
    }
    for clocked in &logic.clocked {
        match clocked.each {
            true => printer.line(
                0,
                &format!("clocked {} in 0..{} {{", clocked.var, clocked.to),
            ),
            false => printer.line(0, "clocked {"),
        }
        printer.block(&clocked.body, 1);
        printer.line(0, "}");
    }
    printer.text
}

/// What stands for the ports of children, for what registers take, and for `let`s.
pub(super) fn wires(logic: &Logic, ports: &[NetId]) -> String {
    let printer = Printer {
        netlist: &logic.netlist,
        text: String::new(),
    };
    let path = |net: NetId| {
        logic
            .netlist
            .net(net)
            .path
            .trim_start_matches("let$")
            .to_owned()
    };
    let mut lines = vec![];
    for instance in &logic.instances {
        for (&port, &now) in ports.iter().zip(&instance.ports) {
            let connected = instance.connections.get(&now);
            let connected = connected.map(|(_, expr)| printer.expr(expr, 0));
            let renamed = (now != port).then(|| path(now));
            let other = connected.or(renamed);
            lines.extend(other.map(|other| format!("{}: {other}\n", path(port))));
        }
    }
    for register in &logic.registers {
        let taken = register.alias.as_ref();
        lines
            .extend(taken.map(|expr| format!("{}: {}\n", path(register.d), printer.expr(expr, 0))));
    }
    for net in logic.netlist.ids() {
        let found = logic.netlist.net(net);
        if found.kind == NetKind::Let && found.name != path(net) {
            lines.push(format!("{}: {}\n", path(net), found.name));
        }
    }
    lines.concat()
}

struct Printer<'n> {
    netlist: &'n Netlist,
    text: String,
}

impl Printer<'_> {
    fn line(&mut self, depth: usize, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "  ".repeat(depth));
    }

    fn process(&mut self, process: &Process, depth: usize) {
        match process {
            Process::Assign(place, value) => {
                let line = format!("assign {} = {};", self.place(place), self.expr(value, 0));
                self.line(depth, &line);
            }
            Process::Generate {
                var,
                from,
                to,
                body,
                ..
            } => {
                self.line(depth, &format!("generate {var} in {from}..{to} {{"));
                body.iter()
                    .for_each(|process| self.process(process, depth + 1));
                self.line(depth, "}");
            }
            Process::Comb(body) => {
                self.line(depth, "always {");
                self.block(body, depth + 1);
                self.line(depth, "}");
            }
        }
    }

    fn block(&mut self, body: &[Stmt], depth: usize) {
        for stmt in body {
            match stmt {
                Stmt::Assign(place, value) => {
                    let line = format!("{} = {};", self.place(place), self.expr(value, 0));
                    self.line(depth, &line);
                }
                Stmt::If {
                    test,
                    then,
                    otherwise,
                } => {
                    let test = self.expr(test, 0);
                    self.line(depth, &format!("if {test} {{"));
                    self.block(then, depth + 1);
                    if !otherwise.is_empty() {
                        self.line(depth, "} else {");
                        self.block(otherwise, depth + 1);
                    }
                    self.line(depth, "}");
                }
                Stmt::Case {
                    subject,
                    arms,
                    default,
                } => {
                    let subject = self.expr(subject, 0);
                    self.line(depth, &format!("case {subject} {{"));
                    for arm in arms {
                        let labels = arm.labels.iter().map(|label| self.expr(label, 0));
                        let labels: Vec<String> = labels.collect();
                        self.line(depth + 1, &format!("{}: {{", labels.join(", ")));
                        self.block(&arm.body, depth + 2);
                        self.line(depth + 1, "}");
                    }
                    if let Some(default) = default {
                        self.line(depth + 1, "default: {");
                        self.block(default, depth + 2);
                        self.line(depth + 1, "}");
                    }
                    self.line(depth, "}");
                }
                Stmt::For {
                    var,
                    from,
                    to,
                    body,
                } => {
                    self.line(depth, &format!("for {var} in {from}..{to} {{"));
                    self.block(body, depth + 1);
                    self.line(depth, "}");
                }
            }
        }
    }

    fn place(&self, place: &Place) -> String {
        let path = &self.netlist.net(place.net).path;
        let mut text = path.trim_start_matches("let$").to_owned();
        for element in &place.index {
            let _ = write!(text, "[{}]", index(element));
        }
        match &place.part {
            Some(Part {
                offset: Offset::Static(from),
                width,
            }) => {
                let _ = write!(text, "[{} +: {width}]", index(from));
            }
            Some(Part {
                offset: Offset::Dynamic(from),
                width,
            }) => {
                let _ = write!(text, "[{} +: {width}]", self.expr(from, 0));
            }
            None => {}
        }
        text
    }

    /// `depth` is how many operations stand around it: they are put into parentheses.
    fn expr(&self, expr: &Expr, depth: usize) -> String {
        let inner = |expr: &Expr| self.expr(expr, depth + 1);
        let text = match &expr.kind {
            ExprKind::Literal(value) => return format!("{}'d{}", expr.width, value.value),
            ExprKind::Variant { path, .. } => return path.clone(),
            ExprKind::Index(position) => return index(position),
            ExprKind::Read(place) => return self.place(place),
            ExprKind::Lookup(net, at) => {
                return format!("{}[{}]", self.place(&Place::whole(*net)), self.expr(at, 0))
            }
            ExprKind::Select(a, from) => {
                return format!("({})[{from} +: {}]", self.expr(a, 0), expr.width)
            }
            ExprKind::Concat(pieces) => {
                let pieces: Vec<String> = pieces.iter().map(|piece| self.expr(piece, 0)).collect();
                return format!("{{{}}}", pieces.join(", "));
            }
            ExprKind::Replicate(count, a) => return format!("{{{count}{{{}}}}}", self.expr(a, 0)),
            ExprKind::Unary(op, a) => {
                let op = match op {
                    UnaryOp::Not => "!",
                    UnaryOp::Neg => "-",
                    UnaryOp::All => "&",
                    UnaryOp::Any => "|",
                    UnaryOp::Xor => "^",
                };
                return format!("{op}{}", inner(a));
            }
            ExprKind::Binary(op, a, b) => format!("{} {} {}", inner(a), symbol(*op), inner(b)),
            ExprKind::Mux(test, a, b) => format!("{} ? {} : {}", inner(test), inner(a), inner(b)),
        };
        if depth == 0 {
            return text;
        }
        format!("({text})")
    }
}

fn index(index: &Index) -> String {
    match index {
        Index::Const(value) => value.to_string(),
        Index::Var(name) => name.clone(),
        Index::Add(a, b) => format!("{} + {}", self::index(a), self::index(b)),
        Index::Sub(a, b) => format!("{} - {}", self::index(a), self::index(b)),
        Index::Mul(a, b) => format!("{} * {}", self::index(a), self::index(b)),
    }
}

fn symbol(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::LogicalAnd => "&&",
        BinaryOp::LogicalOr => "||",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
    }
}
