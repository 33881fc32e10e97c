//! From Rust's syntax to the intermediate form: expressions.

use proc_macro2::TokenStream;
use quote::{quote, ToTokens};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Expr as SynExpr, Lit, Result};

use crate::errors;
use crate::ir::{Block, Class, Expr, If, Kind, Known, Match, Part, Place, Shape};
use crate::lower::{child_port, plain_name, Lowering};
use crate::place::{Path, PathPart};
use crate::simulate;

impl Lowering {
    /// Any expression.
    pub fn expression(&mut self, expr: &SynExpr) -> Result<Expr> {
        match expr {
            SynExpr::Paren(inner) => {
                let inner = self.expression(&inner.expr)?;
                let rust = &inner.rust;
                Ok(Expr {
                    rust: quote!((#rust)),
                    ..inner
                })
            }
            SynExpr::Group(inner) => self.expression(&inner.expr),
            SynExpr::MethodCall(call) => self.method(call, expr),
            SynExpr::Call(call) => self.call(call, expr),
            _ if self.scopes.classify(expr) == Class::Known => Ok(known(expr)),
            SynExpr::Path(_) => self.name(expr),
            SynExpr::Field(field) => self.field(field, expr),
            SynExpr::Binary(binary) => self.binary(binary, expr),
            SynExpr::Unary(unary) => self.unary(unary, expr),
            SynExpr::Cast(cast) => {
                let inner = self.expression(&cast.expr)?;
                if !inner.is_number() {
                    return Err(errors::expression(expr));
                }
                let (rust, ty) = (&inner.rust, &cast.ty);
                Ok(Expr {
                    rust: quote!(#rust as #ty),
                    ..inner
                })
            }
            SynExpr::If(conditional) => self.if_value(conditional),
            SynExpr::Match(choice) => self.match_value(choice),
            SynExpr::Block(block) if block.label.is_none() => {
                let block = self.value_block(&block.block)?;
                let rust = simulate::block(&block);
                Ok(value(Kind::Block(block), quote!({ #rust }), expr))
            }
            SynExpr::Struct(literal) => self.struct_literal(literal, expr),
            _ => Err(errors::expression(expr)),
        }
    }

    /// The signal that a path on `self` leads to.
    pub fn place(&mut self, path: &Path<'_>) -> Result<Place> {
        let mut parts = vec![];
        for part in &path.parts {
            parts.push(match part {
                PathPart::Field(name) if *name == "next" => {
                    return Err(errors::at(name.span(), "a signal cannot be called `next`"))
                }
                PathPart::Field(name) => Part::Field((*name).clone()),
                PathPart::Element(index) => {
                    let index = self.expression(index)?;
                    if index.is_value() {
                        return Err(errors::at(
                            index.span,
                            "an array is indexed by a number: use `.index()` on the value",
                        ));
                    }
                    Part::Element(index)
                }
            });
        }
        match parts.first() {
            Some(Part::Field(name)) => {
                let name = name.to_string();
                self.note_field(&name);
            }
            _ => return Err(errors::at(path.span, errors::BARE_SIGNAL)),
        }
        Ok(Place { parts })
    }

    /// `self.x.val()`.
    pub fn read_signal(&mut self, receiver: &SynExpr, whole: &SynExpr) -> Result<Expr> {
        let Some(path) = Path::parse(receiver).filter(|path| !path.parts.is_empty()) else {
            return Err(errors::at(
                whole.span(),
                "`.val()` reads a signal of `self`; a `let` is used as it is",
            ));
        };
        if path.last_field().is_some_and(|name| name == "next") {
            return Err(errors::at(whole.span(), errors::READ_NEXT));
        }
        let place = self.place(&path)?;
        if let Some(port) = child_port(&place) {
            self.read.push((port, whole.span()));
        }
        let rust = place.read();
        Ok(value(Kind::Read(place), rust, whole))
    }

    fn name(&mut self, expr: &SynExpr) -> Result<Expr> {
        let Some(name) = plain_name(expr) else {
            return Err(errors::expression(expr));
        };
        match self.scopes.find(name) {
            Some(binding) => Ok(Expr {
                kind: Kind::Local(name.clone()),
                class: binding.class,
                shape: binding.shape,
                rust: name.to_token_stream(),
                span: name.span(),
            }),
            None => Err(errors::at(expr.span(), errors::BARE_SIGNAL)),
        }
    }

    fn field(&mut self, field: &syn::ExprField, whole: &SynExpr) -> Result<Expr> {
        if let Some(path) = Path::parse(whole) {
            let message = match path.last_field() {
                Some(name) if name == "next" => errors::READ_NEXT,
                _ if path.is_known() => {
                    "an elaboration-time table cannot be indexed by a loop index or a signal: \
                     write a `match`"
                }
                _ => errors::BARE_SIGNAL,
            };
            return Err(errors::at(whole.span(), message));
        }
        let syn::Member::Named(member) = &field.member else {
            return Err(errors::at(
                field.span(),
                "hardware has no tuples: use a `LogicStruct`, whose fields have names",
            ));
        };
        let base = self.expression(&field.base)?;
        let base_rust = &base.rust;
        let rust = quote!(#base_rust.#member);
        Ok(value(
            Kind::Field(Box::new(base), member.clone()),
            rust,
            whole,
        ))
    }

    fn if_value(&mut self, conditional: &syn::ExprIf) -> Result<Expr> {
        let test = self.condition(&conditional.cond)?;
        let then = self.value_block(&conditional.then_branch)?;
        let Some((_, branch)) = &conditional.else_branch else {
            return Err(errors::at(conditional.span(), errors::VALUE_ELSE));
        };
        let otherwise = match &**branch {
            SynExpr::Block(block) => self.value_block(&block.block)?,
            other => Block {
                statements: vec![],
                value: Some(Box::new(self.expression(other)?)),
            },
        };
        let choice = If {
            test,
            then,
            otherwise: Some(otherwise),
        };
        let rust = simulate::conditional(&choice);
        Ok(Expr {
            kind: Kind::If(Box::new(choice)),
            class: Class::Hardware,
            shape: Shape::Value,
            rust,
            span: conditional.if_token.span,
        })
    }

    fn match_value(&mut self, choice: &syn::ExprMatch) -> Result<Expr> {
        let lowered: Match = self.choice(choice, &mut |this, body| match body {
            SynExpr::Block(block) if block.label.is_none() => this.value_block(&block.block),
            _ => Ok(Block {
                statements: vec![],
                value: Some(Box::new(this.expression(body)?)),
            }),
        })?;
        let rust = simulate::choice(&lowered);
        Ok(Expr {
            kind: Kind::Match(Box::new(lowered)),
            class: Class::Hardware,
            shape: Shape::Value,
            rust,
            span: choice.match_token.span,
        })
    }

    fn struct_literal(&mut self, literal: &syn::ExprStruct, whole: &SynExpr) -> Result<Expr> {
        let path = &literal.path;
        let mut fields = vec![];
        let mut tokens = vec![];
        for field in &literal.fields {
            let syn::Member::Named(name) = &field.member else {
                return Err(errors::expression(whole));
            };
            let value = self.expression(&field.expr)?;
            let rust = &value.rust;
            tokens.push(quote!(#name: #rust,));
            fields.push((name.clone(), value));
        }
        let rest = match &literal.rest {
            Some(rest) => {
                let rest = self.expression(rest)?;
                let rust = &rest.rust;
                tokens.push(quote!(..#rust));
                Some(Box::new(rest))
            }
            None => None,
        };
        Ok(value(
            Kind::Struct { fields, rest },
            quote!(#path { #(#tokens)* }),
            whole,
        ))
    }
}

/// An expression that the circuit computes.
pub fn value(kind: Kind, rust: TokenStream, whole: &SynExpr) -> Expr {
    Expr {
        kind,
        class: Class::Hardware,
        shape: Shape::Value,
        rust,
        span: whole.span(),
    }
}

/// An expression that Rust computes at elaboration time.
pub fn known(expr: &SynExpr) -> Expr {
    let tokens = expr.to_token_stream();
    let known = match expr {
        SynExpr::Lit(literal) => match &literal.lit {
            Lit::Int(int) if int.base10_parse::<u128>().is_ok() => match radix(int) {
                Some(radix) => Known::Tokens {
                    tokens: tokens.clone(),
                    literals: int.suffix().is_empty(),
                    name: Some(radix.to_owned()),
                },
                None => Known::Integer(int.base10_parse().unwrap_or_default()),
            },
            Lit::Bool(value) => Known::Bool(value.value),
            _ => Known::Tokens {
                tokens: tokens.clone(),
                literals: false,
                name: None,
            },
        },
        _ => Known::Tokens {
            literals: has_literals(expr),
            tokens: tokens.clone(),
            name: constant_name(expr),
        },
    };
    Expr {
        kind: Kind::Known(known),
        class: Class::Known,
        shape: Shape::Value,
        rust: tokens,
        span: expr.span(),
    }
}

/// How a literal is written that is a pattern of bits: the emitter writes it so too.
fn radix(literal: &syn::LitInt) -> Option<&'static str> {
    let text = literal.to_string();
    ["0b", "0x"]
        .into_iter()
        .find(|radix| text.starts_with(radix))
}

/// What an elaboration-time value is called, where it is one constant, parameter or field, perhaps under
/// a conversion: `OFF_WAKE` of `timing::OFF_WAKE.to_bits::<10>()`.
fn constant_name(expr: &SynExpr) -> Option<String> {
    match expr {
        SynExpr::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        SynExpr::Field(field) => match &field.member {
            syn::Member::Named(name) => Some(name.to_string().trim_start_matches('_').to_owned()),
            syn::Member::Unnamed(_) => None,
        },
        SynExpr::Paren(inner) => constant_name(&inner.expr),
        SynExpr::Group(inner) => constant_name(&inner.expr),
        SynExpr::Cast(inner) => constant_name(&inner.expr),
        // `self._modes.count()` is a count.
        SynExpr::MethodCall(call) if call.args.is_empty() => match is_conversion(&call.method) {
            true => constant_name(&call.receiver),
            false => Some(call.method.to_string()),
        },
        // A bit in its place is a pattern, and so are all bits set.
        SynExpr::Binary(shift) if matches!(shift.op, syn::BinOp::Shl(_)) => Some("0x".to_owned()),
        SynExpr::Call(call) if call.args.is_empty() => match &*call.func {
            SynExpr::Path(function) if function.path.segments.last()?.ident == "mask" => {
                Some("0x".to_owned())
            }
            _ => None,
        },
        SynExpr::Call(call) if call.args.len() == 1 => match &*call.func {
            SynExpr::Path(function) if is_conversion(&function.path.segments.last()?.ident) => {
                constant_name(&call.args[0])
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether a function gives the same number in another type.
fn is_conversion(function: &syn::Ident) -> bool {
    const CONVERSIONS: &[&str] = &["into", "from", "to_bits", "bits", "bit_cast", "Bits"];
    CONVERSIONS.contains(&function.to_string().as_str())
}

/// Whether integer literals without a suffix stand in the expression.
fn has_literals(expr: &SynExpr) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_lit_int(&mut self, literal: &'ast syn::LitInt) {
            self.0 |= literal.suffix().is_empty();
        }
    }
    let mut finder = Finder(false);
    finder.visit_expr(expr);
    finder.0
}
