//! Signals: how `self.lane[i].value` parses, and what it is in Rust.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Expr as SynExpr, Member};

use crate::ir::{Class, Part, Place};

/// Where an expression that starts at `self` leads, without its meaning.
pub struct Path<'a> {
    pub parts: Vec<PathPart<'a>>,
    pub span: Span,
}

pub enum PathPart<'a> {
    Field(&'a Ident),
    Element(&'a SynExpr),
}

impl<'a> Path<'a> {
    /// The path, when the expression is fields and indices on `self`.
    pub fn parse(expr: &'a SynExpr) -> Option<Self> {
        use syn::spanned::Spanned;
        let mut parts = vec![];
        let mut rest = expr;
        loop {
            match rest {
                SynExpr::Field(field) => {
                    let Member::Named(name) = &field.member else {
                        return None;
                    };
                    parts.push(PathPart::Field(name));
                    rest = &field.base;
                }
                SynExpr::Index(index) => {
                    parts.push(PathPart::Element(&index.index));
                    rest = &index.expr;
                }
                SynExpr::Paren(paren) => rest = &paren.expr,
                SynExpr::Group(group) => rest = &group.expr,
                SynExpr::Path(path) if path.path.is_ident("self") => break,
                _ => return None,
            }
        }
        parts.reverse();
        Some(Path {
            parts,
            span: expr.span(),
        })
    }

    /// Whether the path leads to an elaboration-time value.
    pub fn is_known(&self) -> bool {
        self.parts
            .iter()
            .any(|part| matches!(part, PathPart::Field(name) if name.to_string().starts_with('_')))
    }

    /// The fields without their indices, for messages and comparisons.
    pub fn last_field(&self) -> Option<&'a Ident> {
        match self.parts.last() {
            Some(PathPart::Field(name)) => Some(name),
            _ => None,
        }
    }
}

impl Place {
    /// The fields, without indices: `lane.value`.
    pub fn fields(&self) -> String {
        let names: Vec<String> = self
            .parts
            .iter()
            .filter_map(|part| match part {
                Part::Field(name) => Some(name.to_string()),
                Part::Element(_) => None,
            })
            .collect();
        names.join(".")
    }

    /// Whether a signal chooses an element on the way.
    pub fn is_dynamic(&self) -> bool {
        split_at_dynamic(&self.parts).is_some()
    }

    /// The Rust expression that reads the place.
    pub fn read(&self) -> TokenStream {
        read(&quote!(self), &self.parts, 0)
    }

    /// Statements that write the place. `tail` is `.next`, with the fields of a struct.
    pub fn write(&self, tail: &TokenStream, value: &TokenStream) -> TokenStream {
        let target = |base: TokenStream| quote!(#base #tail = #value;);
        if !self.is_dynamic() {
            return target(path(&quote!(self), &self.parts));
        }
        let bound = |base: TokenStream| quote!(#base #tail = __value;);
        let write = select(&quote!(self), &self.parts, 0, &bound);
        let indices = self.parts.iter().filter_map(|part| match part {
            Part::Element(index) if index.class == Class::Hardware => Some(&index.rust),
            _ => None,
        });
        let names = (0..indices.clone().count()).map(|number| format_ident!("__index_{number}"));
        quote! {{
            let __value = #value;
            #(let #names = #indices;)*
            #write
        }}
    }

    /// Statements that claim the place as driven, with every element that an index may choose.
    pub fn claim(&self) -> TokenStream {
        claim(&quote!(self), &self.parts)
    }

    /// The place as it stands in the source.
    pub fn rust(&self) -> TokenStream {
        path(&quote!(self), &self.parts)
    }

    /// The place as an expression for type inference: any element will do.
    pub fn sample(&self) -> TokenStream {
        first_element(&quote!(self), &self.parts)
    }

    /// The array that `parts[..position]` names; of arrays around it the first element.
    pub fn array(&self, position: usize) -> TokenStream {
        first_element(&quote!(self), &self.parts[..position])
    }
}

fn path(base: &TokenStream, parts: &[Part]) -> TokenStream {
    let mut tokens = base.clone();
    for part in parts {
        tokens = match part {
            Part::Field(name) => quote!(#tokens.#name),
            Part::Element(index) => {
                let index = &index.rust;
                quote!(#tokens[#index])
            }
        };
    }
    tokens
}

fn first_element(base: &TokenStream, parts: &[Part]) -> TokenStream {
    let mut tokens = base.clone();
    for part in parts {
        tokens = match part {
            Part::Field(name) => quote!(#tokens.#name),
            Part::Element(_) => quote!(#tokens[0]),
        };
    }
    tokens
}

fn split_at_dynamic(parts: &[Part]) -> Option<(&[Part], &crate::ir::Expr, &[Part])> {
    let position = parts
        .iter()
        .position(|part| matches!(part, Part::Element(index) if index.class == Class::Hardware))?;
    match &parts[position] {
        Part::Element(index) => Some((&parts[..position], index, &parts[position + 1..])),
        Part::Field(_) => None,
    }
}

fn read(base: &TokenStream, parts: &[Part], depth: usize) -> TokenStream {
    match split_at_dynamic(parts) {
        None => {
            let tokens = path(base, parts);
            quote!(#tokens.val())
        }
        Some((before, index, after)) => {
            let array = path(base, before);
            let index = &index.rust;
            let element = format_ident!("__element_{depth}");
            let inner = read(&quote!(#element), after, depth + 1);
            quote!(::hdl::value::element(&#array[..], #index, |#element| #inner))
        }
    }
}

fn select(
    base: &TokenStream,
    parts: &[Part],
    depth: usize,
    write: &dyn Fn(TokenStream) -> TokenStream,
) -> TokenStream {
    match split_at_dynamic(parts) {
        None => write(path(base, parts)),
        Some((before, _, after)) => {
            let array = path(base, before);
            let index = format_ident!("__index_{depth}");
            let element = format_ident!("__element_{depth}");
            let inner = select(&quote!(#element), after, depth + 1, write);
            quote! {
                if let ::core::option::Option::Some(#element) = #array.get_mut(#index) {
                    #inner
                }
            }
        }
    }
}

fn claim(base: &TokenStream, parts: &[Part]) -> TokenStream {
    match split_at_dynamic(parts) {
        None => {
            let signal = path(base, parts);
            quote!(::hdl::elaborate::Logic::connect(&mut #signal);)
        }
        Some((before, _, after)) => {
            let array = path(base, before);
            let inner = claim(&quote!((*__element)), after);
            quote!(for __element in #array.iter_mut() { #inner })
        }
    }
}
