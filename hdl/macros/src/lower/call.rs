//! From Rust's syntax to the intermediate form: methods and functions.

use proc_macro2::TokenStream;
use quote::{quote, ToTokens};
use syn::spanned::Spanned;
use syn::{Expr as SynExpr, ExprCall, ExprMethodCall, GenericArgument, PathArguments, Result};

use crate::errors;
use crate::ir::{Class, Expr, Kind, Known, Reduction, Shape};
use crate::lower::expr::{known, value};
use crate::lower::{plain_name, Lowering};

impl Lowering {
    /// `receiver.method(..)`.
    pub fn method(&mut self, call: &ExprMethodCall, whole: &SynExpr) -> Result<Expr> {
        if plain_name(&call.receiver).is_some_and(|name| name == "self") {
            return Err(errors::at(call.span(), errors::OWN_METHOD));
        }
        let name = call.method.to_string();
        if name == "into" && call.args.is_empty() {
            // The target type is the context's affair; the bits stay what they are.
            let inner = self.expression(&call.receiver)?;
            if inner.is_number() {
                return Err(errors::at(
                    whole.span(),
                    "a number becomes a hardware value with `.to_bits::<N>()`",
                ));
            }
            let rust = &inner.rust;
            let rust = quote!(#rust.into());
            return Ok(match inner.class {
                Class::Known => Expr { rust, ..inner },
                class => Expr {
                    class,
                    ..value(Kind::Into(Box::new(inner)), rust, whole)
                },
            });
        }
        if self.scopes.classify(whole) == Class::Known {
            return Ok(known(whole));
        }
        if name == "val" {
            return self.read_signal(&call.receiver, whole);
        }
        let receiver = self.expression(&call.receiver)?;
        if receiver.is_number() {
            return self.number_method(call, receiver, whole);
        }
        let base = &receiver.rust;
        let turbofish = call.turbofish.as_ref().map(|turbofish| &turbofish.args);
        match (name.as_str(), call.args.len()) {
            ("index", 0) => Ok(Expr {
                rust: quote!(#base.index()),
                kind: Kind::Position(Box::new(receiver)),
                class: Class::Hardware,
                shape: Shape::Number,
                span: whole.span(),
            }),
            ("all" | "any" | "xor", 0) => {
                let (reduction, method) = match name.as_str() {
                    "all" => (Reduction::All, quote!(all)),
                    "any" => (Reduction::Any, quote!(any)),
                    _ => (Reduction::Xor, quote!(xor)),
                };
                let rust = quote!(#base.#method());
                Ok(value(
                    Kind::Reduce(reduction, Box::new(receiver)),
                    rust,
                    whole,
                ))
            }
            ("get_bit", 1) => {
                let index = self.number(&call.args[0])?;
                let at = &index.rust;
                let rust = quote!(::hdl::value::get_bit(#base, #at));
                let kind = Kind::Bit {
                    value: Box::new(receiver),
                    index: Box::new(index),
                };
                Ok(value(kind, rust, whole))
            }
            ("get_bits", 1) => {
                let width = turbofish
                    .and_then(|args| stated(args.first()))
                    .ok_or_else(|| {
                        errors::at(
                            call.method.span(),
                            "state the width: `.get_bits::<W>(offset)`",
                        )
                    })?;
                let offset = self.number(&call.args[0])?;
                let at = &offset.rust;
                let rust = quote!(::hdl::value::get_bits::<#width, _>(#base, #at));
                let kind = Kind::Slice {
                    value: Box::new(receiver),
                    width,
                    offset: Box::new(offset),
                };
                Ok(value(kind, rust, whole))
            }
            ("replace_bit", 2) => {
                let index = self.number(&call.args[0])?;
                let bit = self.expression(&call.args[1])?;
                let (at, to) = (&index.rust, &bit.rust);
                let rust = quote!(::hdl::value::replace_bit(#base, #at, #to));
                let kind = Kind::ReplaceBit {
                    value: Box::new(receiver),
                    index: Box::new(index),
                    bit: Box::new(bit),
                };
                Ok(value(kind, rust, whole))
            }
            _ => Err(errors::method(call.method.span(), &name)),
        }
    }

    fn number_method(
        &mut self,
        call: &ExprMethodCall,
        receiver: Expr,
        whole: &SynExpr,
    ) -> Result<Expr> {
        if call.method != "to_bits" {
            return Err(errors::at(
                call.method.span(),
                "a loop index or position knows `.to_bits::<N>()`, `+`, `-`, `*` and comparisons",
            ));
        }
        let width = call
            .turbofish
            .as_ref()
            .and_then(|turbofish| stated(turbofish.args.first()))
            .ok_or_else(|| errors::at(call.span(), "state the width: `.to_bits::<N>()`"))?;
        let base = &receiver.rust;
        let rust = quote!(#base.to_bits::<#width>());
        let class = receiver.class;
        Ok(Expr {
            class,
            ..value(Kind::Sized(Box::new(receiver), width), rust, whole)
        })
    }

    /// An expression where a number is wanted.
    fn number(&mut self, expr: &SynExpr) -> Result<Expr> {
        let number = self.expression(expr)?;
        if number.is_value() {
            return Err(errors::at(
                number.span,
                "a position is a number: use `.index()` on the value",
            ));
        }
        Ok(number)
    }

    /// `function(..)`.
    pub fn call(&mut self, call: &ExprCall, whole: &SynExpr) -> Result<Expr> {
        let SynExpr::Path(function) = &*call.func else {
            return Err(errors::expression(whole));
        };
        let path = &function.path;
        let Some(last) = path.segments.last() else {
            return Err(errors::expression(whole));
        };
        let name = last.ident.to_string();
        let generics = match &last.arguments {
            PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
            _ => None,
        };
        let width = generics.and_then(|args| stated(args.first()));
        if self.scopes.classify(whole) == Class::Known {
            return Ok(match (name.as_str(), &width, call.args.first()) {
                // Without a width these take that of their context, as a bare literal does.
                ("bits", None, Some(argument)) => {
                    let inner = self.expression(argument)?;
                    Expr {
                        rust: whole.to_token_stream(),
                        ..inner
                    }
                }
                ("default", None, None) if is_default_trait(path) => Expr {
                    rust: whole.to_token_stream(),
                    kind: Kind::Known(Known::Integer(0)),
                    ..known(whole)
                },
                _ => known(whole),
            });
        }
        let mut arguments = vec![];
        for argument in &call.args {
            arguments.push(self.expression(argument)?);
        }
        let func = &call.func;
        let rusts = arguments.iter().map(|argument| &argument.rust);
        let rust = quote!(#func(#(#rusts),*));
        let missing = |form: &str| {
            errors::at(
                call.func.span(),
                format!("{}: `{form}`", errors::SUFFIX_WIDTH),
            )
        };
        let mut arguments = arguments.into_iter();
        let mut next = || {
            arguments
                .next()
                .map(Box::new)
                .ok_or_else(|| errors::at(whole.span(), format!("`{name}` needs another argument")))
        };
        let kind = match name.as_str() {
            "bit_cast" => {
                let width = width.ok_or_else(|| missing("bit_cast::<N, _>(x)"))?;
                Kind::Sized(next()?, width)
            }
            "bits" => {
                let width = width.ok_or_else(|| missing("bits::<N>(i as u64)"))?;
                Kind::Sized(next()?, width)
            }
            "concat" => {
                let width = width.ok_or_else(|| missing("concat::<N, _, _>(high, low)"))?;
                Kind::Concat {
                    high: next()?,
                    low: next()?,
                    width,
                }
            }
            "replicate" => {
                let width = width.ok_or_else(|| missing("replicate::<N>(bit)"))?;
                Kind::Replicate(next()?, width)
            }
            "sign_extend" => {
                let width = width.ok_or_else(|| missing("sign_extend::<N, _>(x)"))?;
                Kind::SignExtend(next()?, width)
            }
            "replace_bits" => {
                let value = next()?;
                let offset = next()?;
                if offset.is_value() {
                    return Err(errors::at(
                        offset.span,
                        "a position is a number: use `.index()` on the value",
                    ));
                }
                Kind::ReplaceBits {
                    value,
                    offset,
                    bits: next()?,
                }
            }
            "signed_bit_cast" | "signed_cast" | "unsigned_cast" | "unsigned_bit_cast" => {
                return Err(errors::at(
                    call.func.span(),
                    "signed values are not hardware here: use `sign_extend::<N, _>(x)`",
                ))
            }
            _ => {
                let companion = companion(path)?;
                let arguments: Vec<Expr> = std::iter::from_fn(|| next().ok().map(|e| *e)).collect();
                Kind::Call(companion, arguments)
            }
        };
        Ok(value(kind, rust, whole))
    }
}

/// `helpers::f::<8>` as `helpers::f::hdl::<8>`: the function's companion has its name, in the
/// namespace of types, so that one `use` brings both.
fn companion(path: &syn::Path) -> Result<TokenStream> {
    let mut segments = path.segments.iter().rev();
    let is_type = |name: &str| name.starts_with(|first: char| first.is_uppercase());
    let function = segments.next().map(|last| last.ident.to_string());
    let owner = segments.next().map(|segment| segment.ident.to_string());
    if function.as_deref().is_some_and(is_type) || owner.as_deref().is_some_and(is_type) {
        return Err(errors::at(path.span(), errors::ASSOCIATED));
    }
    let mut path = path.clone();
    let generics = match path.segments.last_mut() {
        Some(last) => std::mem::replace(&mut last.arguments, PathArguments::None),
        None => PathArguments::None,
    };
    Ok(quote!(#path::hdl #generics))
}

fn is_default_trait(path: &syn::Path) -> bool {
    path.segments.len() == 2 && path.segments[0].ident == "Default"
}

/// A generic argument that is not left to inference.
fn stated(argument: Option<&GenericArgument>) -> Option<TokenStream> {
    match argument {
        None | Some(GenericArgument::Type(syn::Type::Infer(_))) => None,
        Some(argument) => Some(argument.to_token_stream()),
    }
}
