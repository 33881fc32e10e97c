//! From Rust's syntax to the intermediate form: assignments.

use proc_macro2::Ident;
use quote::quote;
use syn::spanned::Spanned;
use syn::{BinOp, Expr as SynExpr, Result};

use crate::errors;
use crate::ir::{Place, Statement};
use crate::lower::{child_port, plain_name, Lowering};
use crate::place::Path;

impl Lowering {
    /// `left = right`.
    pub fn assignment(
        &mut self,
        left: &SynExpr,
        right: &SynExpr,
        whole: &SynExpr,
    ) -> Result<Statement> {
        if let Some(name) = plain_name(left) {
            self.check_assignable(name)?;
            let value = self.expression(right)?;
            return Ok(Statement::AssignLet(name.clone(), value));
        }
        let (target, fields) = self.target(left, whole)?;
        if self.value_blocks > 0 {
            return Err(errors::at(whole.span(), errors::VALUE_ASSIGNS));
        }
        let value = self.expression(right)?;
        if let Some(port) = child_port(&target) {
            self.assigned.push(port);
        }
        Ok(Statement::AssignSignal {
            target,
            fields,
            value,
        })
    }

    fn check_assignable(&self, name: &Ident) -> Result<()> {
        match self.scopes.find(name) {
            Some(binding) if binding.mutable => Ok(()),
            Some(_) => Err(errors::at(
                name.span(),
                format!("declare it `let mut {name}` to assign it"),
            )),
            None => Err(errors::at(
                name.span(),
                "assign to `self.x.next`, or to a `let mut` of this function",
            )),
        }
    }

    /// `self.a[i].b.next`, or fields of it.
    fn target(&mut self, left: &SynExpr, whole: &SynExpr) -> Result<(Place, Vec<Ident>)> {
        if let SynExpr::MethodCall(call) = left {
            if call.method == "val" {
                return Err(errors::at(call.span(), errors::WRITE_VAL));
            }
        }
        let mut fields = vec![];
        let mut rest = left;
        loop {
            match rest {
                SynExpr::Field(field) => {
                    let syn::Member::Named(name) = &field.member else {
                        return Err(errors::statement(whole));
                    };
                    if name == "next" {
                        let Some(path) = Path::parse(&field.base) else {
                            return Err(errors::statement(whole));
                        };
                        if path.is_known() {
                            return Err(errors::at(
                                path.span,
                                "a field whose name starts with `_` is an elaboration-time value, \
                                 not a signal",
                            ));
                        }
                        fields.reverse();
                        return Ok((self.place(&path)?, fields));
                    }
                    fields.push(name.clone());
                    rest = &field.base;
                }
                SynExpr::Index(_) => {
                    return Err(errors::at(
                        left.span(),
                        "an element of a value is assigned with \
                         `self.x.next = self.x.val().replace_bit(i, bit)`, an element of an array \
                         of signals with `self.x[i].next = ..`",
                    ))
                }
                _ => {
                    return Err(errors::at(
                        left.span(),
                        "a signal is written through `.next`",
                    ))
                }
            }
        }
    }

    /// `left += right` and the like.
    pub fn compound(&mut self, binary: &syn::ExprBinary, whole: &SynExpr) -> Result<Statement> {
        let op = match binary.op {
            BinOp::AddAssign(_) => quote!(+),
            BinOp::SubAssign(_) => quote!(-),
            BinOp::BitAndAssign(_) => quote!(&),
            BinOp::BitOrAssign(_) => quote!(|),
            BinOp::BitXorAssign(_) => quote!(^),
            BinOp::ShlAssign(_) => quote!(<<),
            BinOp::ShrAssign(_) => quote!(>>),
            _ => return Err(errors::statement(whole)),
        };
        let Some(name) = plain_name(&binary.left) else {
            return Err(errors::at(whole.span(), errors::COMPOUND_SIGNAL));
        };
        self.check_assignable(name)?;
        let right = &binary.right;
        let value: SynExpr = syn::parse2(quote!(#name #op (#right)))?;
        Ok(Statement::AssignLet(name.clone(), self.expression(&value)?))
    }
}
