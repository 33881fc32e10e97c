//! Names in scope, and when the value of an expression is settled.

use std::collections::HashMap;

use proc_macro2::Ident;
use syn::visit::Visit;
use syn::{Expr as SynExpr, ExprField, ExprIndex, ExprMethodCall, ExprPath};

use crate::ir::{Class, Shape};
use crate::place::{Path, PathPart};

/// What a name stands for.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    pub class: Class,
    pub shape: Shape,
    /// Whether it may be assigned.
    pub mutable: bool,
}

/// The lexical scopes around a place of the source.
#[derive(Default)]
pub struct Scopes {
    stack: Vec<HashMap<String, Binding>>,
}

impl Scopes {
    pub fn enter(&mut self) {
        self.stack.push(HashMap::new());
    }

    pub fn leave(&mut self) {
        self.stack.pop();
    }

    pub fn declare(&mut self, name: &Ident, binding: Binding) {
        if let Some(scope) = self.stack.last_mut() {
            scope.insert(name.to_string(), binding);
        }
    }

    pub fn find(&self, name: &Ident) -> Option<Binding> {
        let name = name.to_string();
        self.stack
            .iter()
            .rev()
            .find_map(|scope| scope.get(&name).copied())
    }

    /// When the value of an expression is settled, by the names in it.
    pub fn classify(&self, expr: &SynExpr) -> Class {
        let mut classifier = Classifier {
            scopes: self,
            class: Class::Known,
        };
        classifier.visit_expr(expr);
        classifier.class
    }
}

struct Classifier<'a> {
    scopes: &'a Scopes,
    class: Class,
}

impl Classifier<'_> {
    fn raise(&mut self, class: Class) {
        self.class = self.class.max(class);
    }

    /// Handles an expression that is a path on `self`.
    fn visit_self_path(&mut self, expr: &SynExpr) -> bool {
        let Some(path) = Path::parse(expr) else {
            return false;
        };
        if !path.is_known() {
            self.raise(Class::Hardware);
        }
        for part in path.parts {
            if let PathPart::Element(index) = part {
                self.visit_expr(index);
            }
        }
        true
    }
}

impl<'ast> Visit<'ast> for Classifier<'_> {
    fn visit_expr_path(&mut self, expr: &'ast ExprPath) {
        if expr.path.is_ident("self") {
            self.raise(Class::Hardware);
        } else if let Some(name) = expr.path.get_ident() {
            if let Some(binding) = self.scopes.find(name) {
                self.raise(binding.class);
            }
        }
    }

    fn visit_expr_field(&mut self, expr: &'ast ExprField) {
        if !self.visit_self_path(&SynExpr::Field(expr.clone())) {
            syn::visit::visit_expr_field(self, expr);
        }
    }

    fn visit_expr_index(&mut self, expr: &'ast ExprIndex) {
        if !self.visit_self_path(&SynExpr::Index(expr.clone())) {
            syn::visit::visit_expr_index(self, expr);
        }
    }

    fn visit_expr_method_call(&mut self, expr: &'ast ExprMethodCall) {
        // The length of an array of signals is part of the type, not of the circuit.
        if expr.method == "len" && expr.args.is_empty() {
            if let Some(path) = Path::parse(&expr.receiver) {
                if !path.parts.is_empty() {
                    return;
                }
            }
        }
        syn::visit::visit_expr_method_call(self, expr);
    }

    fn visit_macro(&mut self, _: &'ast syn::Macro) {
        // Its tokens may name signals.
        self.raise(Class::Hardware);
    }
}
