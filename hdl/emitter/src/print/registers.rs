//! Registers as text: one clocked block for all single registers of a clock, one per array or
//! group of arrays.

use super::literal::literal;
use super::logic::loop_vars;
use super::printer::Printer;
use super::style::Style;
use crate::ir::*;
use crate::names;
use crate::options::Reset;
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// The index of loops that the emitter makes itself.
const VAR: &str = "i";

impl Printer<'_> {
    pub fn registers(&mut self) {
        let logic = self.logic;
        let mut blocks: BTreeMap<(String, bool, usize), Vec<&Register>> = BTreeMap::new();
        for (position, register) in logic.registers.iter().enumerate() {
            if self.in_clocked_loop(position) {
                continue;
            }
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
        for ((_, _, length), registers) in blocks {
            self.block(&registers, length, None);
        }
        for clocked in &logic.clocked {
            let registers: Vec<&Register> = clocked
                .registers
                .iter()
                .map(|&position| &logic.registers[position])
                .collect();
            self.block(&registers, clocked.to as usize, Some(clocked));
        }
    }

    /// One clocked block. `length` is that of the arrays, zero for single registers and vectors.
    fn block(&mut self, registers: &[&Register], length: usize, next: Option<&ClockedLoop>) {
        let Some(first) = registers.first() else {
            return;
        };
        self.reset_tables(registers);
        let clock = self.net(first.clock).name.clone();
        let head = self.style.clocked(&clock, first.reset.is_some());
        let mut vars = BTreeSet::new();
        // Without reset, a body of its own needs no loop over the elements.
        let loops = length > 0 && (first.reset.is_some() || next.is_none_or(|next| next.each));
        if loops {
            vars.insert(next.map_or(VAR, |next| next.var.as_str()).to_owned());
        }
        vars.extend(next.iter().flat_map(|next| loop_vars(&next.body)));
        if vars.is_empty() || self.style.sv() {
            self.text.line(&head);
        } else {
            let made: Vec<NetId> = registers.iter().map(|register| register.q).collect();
            let what = self.common_name(&made).unwrap_or_default();
            let label = self.names.claim(&format!("seq_{what}"));
            self.text.line(&format!("{head} : {label}"));
        }
        self.text.indent();
        self.open_loops(&vars);
        for &local in next.iter().flat_map(|next| &next.locals) {
            let net = self.net(local);
            let line = format!("reg {} {};", Style::range(net.width), net.name);
            self.text.line(&line.replace("  ", " "));
        }
        let var = next.map_or(VAR, |next| next.var.as_str()).to_owned();
        if first.reset.is_some() {
            let test = match self.style.reset {
                Reset::SyncHigh => "reset",
                Reset::AsyncLow => "!reset_n",
            };
            self.text.line(&format!("if ({test}) begin"));
            self.text.indent();
            self.looped(length, &var, |this| {
                for register in registers {
                    let value = this.reset_value(register, length, &var);
                    let q = this.element_text(register.q, length, &var);
                    this.text.line(&format!("{q} <= {value};"));
                }
            });
            self.text.dedent();
            self.text.line("end else begin");
            self.text.indent();
        }
        let each = next.is_none_or(|next| next.each);
        self.looped(if each { length } else { 0 }, &var, |this| match next {
            Some(next) => {
                registers
                    .iter()
                    .for_each(|register| this.remark([register.d, register.q]));
                this.clocked = registers.iter().map(|register| register.q).collect();
                this.statements(&next.body);
                this.clocked.clear();
            }
            None => {
                for register in registers {
                    this.remark([register.d, register.q]);
                    let d = match &register.alias {
                        Some(expr) => expr.clone(),
                        None => this.element(register.d, length, &var),
                    };
                    let d = this.exprs.given(register.q, &d);
                    let q = this.element_text(register.q, length, &var);
                    this.text.line(&format!("{q} <= {d};"));
                }
            }
        });
        if first.reset.is_some() {
            self.close_block();
        }
        self.close_loops(&vars);
        self.close_block();
        self.text.gap();
    }

    /// Prints `body` inside a loop over the arrays, or plainly where there is none.
    fn looped(&mut self, length: usize, var: &str, body: impl FnOnce(&mut Self)) {
        if length > 0 {
            self.open_for(var, 0, length as i64);
            body(self);
            self.close_block();
        } else {
            body(self);
        }
    }

    /// The element of the loop, or the whole net.
    fn element(&self, id: NetId, length: usize, var: &str) -> Expr {
        let (place, bits) = match length {
            0 => (Place::whole(id), self.net(id).total_bits()),
            _ => (
                Place::element(id, Index::Var(var.to_owned())),
                self.net(id).width,
            ),
        };
        Expr::new(bits, ExprKind::Read(place))
    }

    fn element_text(&self, id: NetId, length: usize, var: &str) -> String {
        self.exprs.expr(&self.element(id, length, var))
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

    /// Arrays whose elements start with different values look them up in a constant.
    fn reset_tables(&mut self, registers: &[&Register]) {
        for register in registers {
            if self.net(register.q).storage == Storage::Vector || register.uniform() {
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
        let base = names::camel_case(q.trim_end_matches("_q"));
        format!("{base}Reset")
    }

    fn reset_value(&self, register: &Register, length: usize, var: &str) -> String {
        let net = self.net(register.q);
        let state = self.logic.reset_state(register);
        if let Some(state) = state.filter(|_| length > 0 || net.elements() == 1) {
            return self.exprs.expr(&state);
        }
        if length == 0 {
            let (width, all) = self.packed_reset(register);
            return literal(width, &all);
        }
        if register.uniform() {
            let values = register.reset.as_deref().unwrap_or_default();
            return literal(net.width, &values.first().cloned().unwrap_or_default());
        }
        let index = Index::Var(var.to_owned()).mul(Index::Const(net.width as i64));
        format!(
            "{}[{} +: {}]",
            self.reset_table(register),
            self.exprs.index(&index),
            net.width
        )
    }
}
