//! Continuous assignments and combinational blocks as text.

use super::printer::Printer;
use super::text::COLUMNS;
use crate::ir::*;
use std::collections::BTreeSet;

/// The indices of the loops in a block.
pub(super) fn loop_vars(body: &[Stmt]) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for stmt in body {
        if let Stmt::For { var, .. } = stmt {
            out.insert(var.clone());
        }
        for block in stmt.blocks() {
            out.extend(loop_vars(block));
        }
    }
    out
}

/// The indices of the loops that run whatever the signals are.
fn straight_vars(body: &[Stmt], out: &mut BTreeSet<String>) {
    for stmt in body {
        if let Stmt::For { var, body, .. } = stmt {
            out.insert(var.clone());
            straight_vars(body, out);
        }
    }
}

impl Printer<'_> {
    pub fn open_generate(&mut self, var: &str, from: i64, to: i64, label: &str) {
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

    pub fn close_generate(&mut self, var: &str) {
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

    pub fn process(&mut self, process: &Process) {
        match process {
            Process::Assign(place, value) => {
                self.say([place.net]);
                let line = self.assignment("assign ", place, value);
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
                self.sink(&|net, _| locals.contains(&net));
                self.close_generate(var);
            }
            Process::Comb(body) => {
                self.text.gap();
                let mut driven = vec![];
                process.targets(&mut |net| driven.push(net));
                self.say(driven);
                self.comb(body);
                self.text.gap();
            }
        }
    }

    /// A generate block is named after what it makes.
    fn label(&self, body: &[Process], locals: &[NetId]) -> String {
        let mut made = vec![];
        for process in body {
            let mut note = |net: NetId| {
                if !locals.contains(&net) {
                    made.push(net);
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
        // The child itself may have a block of its name.
        let child = |net: &NetId| match self.net(*net).kind {
            NetKind::ChildInput => self.net(*net).path.split('$').next(),
            _ => None,
        };
        let first = made.first().and_then(child);
        match first.filter(|_| made.len() > 1 && made.iter().all(|net| child(net) == first)) {
            Some(child) => format!("{child}_inputs"),
            None => self.common_name(&made).unwrap_or("lanes".to_owned()),
        }
    }

    /// The words that the names of all nets begin with; where there are none, the first net's name.
    pub fn common_name(&self, nets: &[NetId]) -> Option<String> {
        let first = &self.net(*nets.first()?).name;
        let mut words: Vec<&str> = first.split('_').collect();
        for net in &nets[1..] {
            let others = self.net(*net).name.split('_');
            let same = words
                .iter()
                .zip(others)
                .take_while(|(a, b)| *a == b)
                .count();
            words.truncate(same);
        }
        match words.is_empty() {
            true => Some(first.clone()),
            false => Some(words.join("_")),
        }
    }

    fn comb(&mut self, body: &[Stmt]) {
        let vars = loop_vars(body);
        if self.style.sv() {
            self.text.line("always_comb begin");
        } else if vars.is_empty() {
            self.text.line("always @* begin");
        } else {
            let mut made = vec![];
            for stmt in body {
                stmt.targets(&mut |place| made.push(place.net));
            }
            let what = self.common_name(&made).unwrap_or("logic".to_owned());
            let label = self.names.claim(&format!("comb_{what}"));
            self.text.line(&format!("always @* begin : {label}"));
        }
        self.text.indent();
        self.open_loops(&vars);
        self.settle_indices(body);
        self.statements(body);
        self.close_loops(&vars);
        self.close_block();
    }

    /// An index that only runs in a branch would be a latch to some synthesizers.
    fn settle_indices(&mut self, body: &[Stmt]) {
        if self.style.sv() {
            return;
        }
        let mut always = BTreeSet::new();
        straight_vars(body, &mut always);
        for var in loop_vars(body) {
            if !always.contains(&var) {
                let name = self.exprs.vars.get(&var).unwrap_or(&var);
                self.text.line(&format!("{name} = 0;"));
            }
        }
    }

    /// Declares the indices of the loops in a block, where the language wants that.
    pub fn open_loops(&mut self, vars: &BTreeSet<String>) {
        for var in vars {
            let name = self.integers.get(var).cloned().unwrap_or(var.clone());
            if !self.style.sv() {
                self.text.line(&format!("integer {name};"));
            }
            self.exprs.vars.insert(var.clone(), name);
        }
    }

    pub fn close_loops(&mut self, vars: &BTreeSet<String>) {
        for var in vars {
            self.exprs.vars.remove(var);
        }
    }

    /// Opens a procedural loop.
    pub fn open_for(&mut self, var: &str, from: i64, to: i64) {
        let name = self.exprs.vars.get(var).cloned().unwrap_or(var.to_owned());
        let head = if self.style.sv() {
            format!("for (int {name} = {from}; {name} < {to}; {name}++) begin")
        } else {
            format!("for ({name} = {from}; {name} < {to}; {name} = {name} + 1) begin")
        };
        self.text.line(&head);
        self.text.indent();
    }

    pub fn close_block(&mut self) {
        self.text.dedent();
        self.text.line("end");
    }

    pub fn statements(&mut self, body: &[Stmt]) {
        for stmt in body {
            self.statement(stmt);
        }
    }

    fn assignment(&self, lead: &str, place: &Place, value: &Expr) -> String {
        let sign = if self.clocked.contains(&place.net) {
            "<="
        } else {
            "="
        };
        format!(
            "{lead}{} {sign} {};",
            self.exprs.place(place),
            self.exprs.given(place.net, value)
        )
    }

    fn statement(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Assign(place, value) => {
                let line = self.assignment("", place, value);
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
                self.open_for(var, *from, *to);
                self.statements(body);
                self.close_block();
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
        if let Some(ty) = self.exprs.state_type(subject).cloned() {
            self.states(&ty, arms, default);
            self.text.dedent();
            self.text.line("endcase");
            return;
        }
        // Without a default of its own the last arm becomes it: Rust has no other value left,
        // and Verilog has, where the variants do not fill their width.
        let quiet = default.is_none_or(<[Stmt]>::is_empty);
        let (arms, default, note) = match default {
            Some(default) => (arms, default, String::new()),
            None if arms.iter().any(|arm| arm.body.is_empty()) => (arms, &[][..], String::new()),
            None => match arms.split_last() {
                Some((last, rest)) => {
                    // A comment is no use of a name.
                    let named = self.exprs.named.borrow().clone();
                    let labels = self.labels(last);
                    self.exprs.named.replace(named);
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

    /// The arms of a case over states: each code is named, also those that no state has, which do what is
    /// left for them.
    fn states(&mut self, ty: &Type, arms: &[Arm], default: Option<&[Stmt]>) {
        let mut rest = self.style.enums.codes(ty);
        for arm in arms {
            let own: Vec<String> = arm.labels.iter().map(|l| self.exprs.expr(l)).collect();
            rest.retain(|state| !own.contains(state));
        }
        let last = arms.len().wrapping_sub(1);
        for (position, arm) in arms.iter().enumerate() {
            let mut labels = self.labels(arm);
            if default.is_none() && position == last {
                for state in rest.drain(..) {
                    labels = format!("{labels}, {state}");
                }
            }
            self.arm(&labels, "", &arm.body);
        }
        if !rest.is_empty() {
            self.arm(&rest.join(", "), "", default.unwrap_or_default());
        }
        self.arm("default", "", &[]);
    }

    fn labels(&self, arm: &Arm) -> String {
        let labels: Vec<String> = arm.labels.iter().map(|l| self.exprs.expr(l)).collect();
        labels.join(", ")
    }

    fn arm(&mut self, label: &str, note: &str, body: &[Stmt]) {
        match body {
            [] => self.text.line(&format!("{label}: ;{note}")),
            [Stmt::Assign(place, value)]
                if label.len() + self.assignment("", place, value).len() < COLUMNS / 2 =>
            {
                let line = self.assignment("", place, value);
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
}
