//! From Rust's syntax to the intermediate form: statements and blocks.
//!
//! An expression may be a block, a call or a macro, which hold expressions: so these files need each other.

mod assign;
pub mod binary;
mod call;
pub mod expr;
mod macros;

use proc_macro2::{Ident, Span};
use quote::{quote, ToTokens};
use syn::spanned::Spanned;
use syn::{Expr as SynExpr, Local, Pat, Result, Stmt};

use crate::errors;
use crate::ir::{Block, Class, Expr, For, If, Let, Match, Place, Shape, Statement};
use crate::scope::{Binding, Scopes};

/// Parses the body of one `update` or `#[hardware]` function.
#[derive(Default)]
pub struct Lowering {
    pub scopes: Scopes,
    /// Every field of the block that the body names.
    pub fields: Vec<String>,
    /// Ports of children that are assigned, and those that are read.
    pub assigned: Vec<String>,
    pub read: Vec<(String, Span)>,
    /// How many blocks that give a value are open.
    pub value_blocks: usize,
}

impl Lowering {
    /// A block in statement position.
    pub fn statements(&mut self, block: &syn::Block) -> Result<Block> {
        self.scopes.enter();
        let mut lowered = Block::default();
        let mut failure: Option<syn::Error> = None;
        for statement in &block.stmts {
            match self.statement(statement) {
                Ok(statement) => lowered.statements.extend(statement),
                Err(error) => match &mut failure {
                    Some(errors) => errors.combine(error),
                    None => failure = Some(error),
                },
            }
        }
        self.scopes.leave();
        failure.map_or(Ok(lowered), Err)
    }

    /// A block in value position: statements, then the value.
    pub fn value_block(&mut self, block: &syn::Block) -> Result<Block> {
        let Some((Stmt::Expr(value, None), statements)) = block.stmts.split_last() else {
            return Err(errors::at(block.span(), errors::VALUE_TAIL));
        };
        self.scopes.enter();
        self.value_blocks += 1;
        let mut lowered = Block::default();
        for statement in statements {
            lowered.statements.extend(self.statement(statement)?);
        }
        lowered.value = Some(Box::new(self.expression(value)?));
        self.value_blocks -= 1;
        self.scopes.leave();
        Ok(lowered)
    }

    fn statement(&mut self, statement: &Stmt) -> Result<Option<Statement>> {
        match statement {
            Stmt::Local(local) => self.local(local).map(Some),
            Stmt::Item(item @ (syn::Item::Const(_) | syn::Item::Use(_))) => {
                Ok(Some(Statement::Item(item.to_token_stream())))
            }
            Stmt::Item(item) => Err(errors::at(
                item.span(),
                "only `const` and `use` may stand here: write functions and types at module level",
            )),
            Stmt::Macro(stmt) => self.macro_call(&stmt.mac).map(Some),
            Stmt::Expr(SynExpr::Macro(expr), _) => self.macro_call(&expr.mac).map(Some),
            Stmt::Expr(SynExpr::Tuple(unit), _) if unit.elems.is_empty() => Ok(None),
            Stmt::Expr(expr, _) => self.expression_statement(expr).map(Some),
        }
    }

    /// An expression where a statement is wanted: also the body of a match arm.
    pub fn expression_statement(&mut self, expr: &SynExpr) -> Result<Statement> {
        match expr {
            SynExpr::Assign(assign) => self.assignment(&assign.left, &assign.right, expr),
            SynExpr::Binary(binary) => self.compound(binary, expr),
            SynExpr::If(conditional) => Ok(Statement::If(self.conditional(conditional)?)),
            SynExpr::Match(choice) => {
                let choice = self.choice(choice, &mut |this, body| this.arm_body(body))?;
                Ok(Statement::Match(choice))
            }
            SynExpr::ForLoop(repeat) => Ok(Statement::For(self.repeat(repeat)?)),
            SynExpr::Block(block) if block.label.is_none() => {
                Ok(Statement::Block(self.statements(&block.block)?))
            }
            SynExpr::Paren(inner) => self.expression_statement(&inner.expr),
            SynExpr::Group(inner) => self.expression_statement(&inner.expr),
            _ => Err(errors::statement(expr)),
        }
    }

    fn arm_body(&mut self, body: &SynExpr) -> Result<Block> {
        match body {
            SynExpr::Block(block) if block.label.is_none() => self.statements(&block.block),
            SynExpr::Tuple(unit) if unit.elems.is_empty() => Ok(Block::default()),
            SynExpr::Macro(expr) => Ok(Block {
                statements: vec![self.macro_call(&expr.mac)?],
                value: None,
            }),
            _ => Ok(Block {
                statements: vec![self.expression_statement(body)?],
                value: None,
            }),
        }
    }

    fn local(&mut self, local: &Local) -> Result<Statement> {
        let (pattern, ty) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some((*typed.ty).clone())),
            pattern => (pattern, None),
        };
        let (name, mutable) =
            match pattern {
                Pat::Ident(ident) if ident.by_ref.is_none() && ident.subpat.is_none() => {
                    (ident.ident.clone(), ident.mutability.is_some())
                }
                Pat::Wild(_) => {
                    return Err(errors::at(
                        local.span(),
                        "a value that is not used needs no hardware: drop the statement",
                    ))
                }
                _ => return Err(errors::at(
                    pattern.span(),
                    "`let` takes one plain name: use a `LogicStruct` and its fields, or several \
                     `let`s",
                )),
            };
        let value = match &local.init {
            None => None,
            Some(init) => {
                if let Some((_, diverge)) = &init.diverge {
                    return Err(errors::at(diverge.span(), "hardware has no `let .. else`"));
                }
                Some(self.expression(&init.expr)?)
            }
        };
        let binding = match &value {
            Some(value) if !mutable => Binding {
                class: value.class,
                shape: value.shape,
                mutable: false,
            },
            value => {
                if let Some(number) = value.as_ref().filter(|value| value.is_number()) {
                    return Err(errors::at(
                        number.span,
                        "a `let mut` is a hardware value: give the number a width with \
                         `.to_bits::<N>()`",
                    ));
                }
                Binding {
                    class: Class::Hardware,
                    shape: Shape::Value,
                    mutable: true,
                }
            }
        };
        self.scopes.declare(&name, binding);
        Ok(Statement::Let(Let {
            name,
            ty,
            mutable,
            value,
        }))
    }

    fn conditional(&mut self, conditional: &syn::ExprIf) -> Result<If> {
        let test = self.condition(&conditional.cond)?;
        let then = self.statements(&conditional.then_branch)?;
        let otherwise = match &conditional.else_branch {
            None => None,
            Some((_, branch)) => Some(match &**branch {
                SynExpr::Block(block) => self.statements(&block.block)?,
                other => Block {
                    statements: vec![self.expression_statement(other)?],
                    value: None,
                },
            }),
        };
        Ok(If {
            test,
            then,
            otherwise,
        })
    }

    /// The condition of an `if`.
    pub fn condition(&mut self, expr: &SynExpr) -> Result<Expr> {
        if let SynExpr::Let(_) = expr {
            return Err(errors::expression(expr));
        }
        let test = self.expression(expr)?;
        if test.is_number() {
            return Err(errors::at(
                test.span,
                "a condition is a `bool`: compare the number",
            ));
        }
        Ok(test)
    }

    /// A `match`, with `body` for the arms.
    pub fn choice(
        &mut self,
        choice: &syn::ExprMatch,
        body: &mut dyn FnMut(&mut Self, &SynExpr) -> Result<Block>,
    ) -> Result<Match> {
        let test = self.expression(&choice.expr)?;
        let kind = crate::pattern::kind(choice)?;
        let mut arms = vec![];
        for arm in &choice.arms {
            if let Some((token, _)) = &arm.guard {
                return Err(errors::at(token.span(), errors::MATCH_GUARD));
            }
            let patterns = crate::pattern::alternatives(&arm.pat)?;
            self.scopes.enter();
            let body = body(self, &arm.body)?;
            self.scopes.leave();
            arms.push(crate::ir::Arm { patterns, body });
        }
        Ok(Match { test, kind, arms })
    }

    fn repeat(&mut self, repeat: &syn::ExprForLoop) -> Result<For> {
        let index = match &*repeat.pat {
            Pat::Ident(ident) if ident.by_ref.is_none() && ident.subpat.is_none() => {
                ident.ident.clone()
            }
            Pat::Wild(wild) => Ident::new("i", wild.span()),
            other => return Err(errors::at(other.span(), "a loop index is one plain name")),
        };
        let SynExpr::Range(range) = &*repeat.expr else {
            return Err(errors::at(
                repeat.expr.span(),
                "hardware loops run over a range, `for i in a..b`; to go downwards, use `b - 1 - i`",
            ));
        };
        let (Some(from), Some(to)) = (&range.start, &range.end) else {
            return Err(errors::at(range.span(), "state both bounds of the range"));
        };
        for bound in [from, to] {
            if self.scopes.classify(bound) != Class::Known {
                return Err(errors::at(bound.span(), errors::BOUNDS));
            }
        }
        let to = match range.limits {
            syn::RangeLimits::HalfOpen(_) => to.to_token_stream(),
            syn::RangeLimits::Closed(_) => quote!((#to) + 1),
        };
        self.scopes.enter();
        self.scopes.declare(
            &index,
            Binding {
                class: Class::Loop,
                shape: Shape::Number,
                mutable: false,
            },
        );
        let body = self.statements(&repeat.body)?;
        self.scopes.leave();
        Ok(For {
            index,
            from: from.to_token_stream(),
            to,
            body,
        })
    }

    /// Remembers a field of the block.
    pub fn note_field(&mut self, name: &str) {
        if !self.fields.iter().any(|field| field == name) {
            self.fields.push(name.to_owned());
        }
    }

    /// Refuses what simulates otherwise than it synthesizes: reading back an input of a child.
    pub fn check_reads(&self) -> Result<()> {
        let mut failure: Option<syn::Error> = None;
        for (port, span) in &self.read {
            if self.assigned.contains(port) {
                let error = errors::at(
                    *span,
                    format!(
                        "`self.{port}` is an input of a child that this block drives: read back, \
                         it still has its old value. Keep the new value in a `let mut` and assign \
                         it to the child once"
                    ),
                );
                match &mut failure {
                    Some(errors) => errors.combine(error),
                    None => failure = Some(error),
                }
            }
        }
        failure.map_or(Ok(()), Err)
    }
}

/// `child.port` of a place that leads into a child.
pub fn child_port(place: &Place) -> Option<String> {
    let fields = place.fields();
    fields.contains('.').then_some(fields)
}

/// The identifier, when the expression is nothing else.
pub fn plain_name(expr: &SynExpr) -> Option<&Ident> {
    match expr {
        SynExpr::Path(path) if path.qself.is_none() => path.path.get_ident(),
        SynExpr::Paren(inner) => plain_name(&inner.expr),
        SynExpr::Group(inner) => plain_name(&inner.expr),
        _ => None,
    }
}
