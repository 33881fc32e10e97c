//! From Rust's syntax to the intermediate form: `clock!`, `registers!` and `comment!`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr as SynExpr, Result};

use crate::errors;
use crate::ir::Statement;
use crate::lower::{plain_name, Lowering};
use crate::place::Path;

impl Lowering {
    /// `clock!`, `registers!`, `comment!`.
    pub fn macro_call(&mut self, mac: &syn::Macro) -> Result<Statement> {
        let name = mac
            .path
            .segments
            .last()
            .map(|segment| segment.ident.to_string())
            .unwrap_or_default();
        match name.as_str() {
            "comment" => {
                let text: syn::LitStr = mac.parse_body()?;
                Ok(Statement::Comment(text.value()))
            }
            "clock" | "registers" => {
                let parser =
                    syn::punctuated::Punctuated::<SynExpr, syn::Token![,]>::parse_terminated;
                let arguments = mac.parse_body_with(parser)?;
                let usage = || {
                    errors::at(
                        mac.span(),
                        format!("write `{name}!(self, clock, first_child, second_child, ..)`"),
                    )
                };
                let mut arguments = arguments.into_iter();
                match (arguments.next(), arguments.next()) {
                    (Some(this), Some(clock))
                        if plain_name(&this).is_some_and(|name| name == "self")
                            && plain_name(&clock).is_some_and(|name| name == "clock") => {}
                    _ => return Err(usage()),
                }
                let mut children = vec![];
                for argument in arguments {
                    let path: SynExpr = syn::parse2(on_self(&argument).ok_or_else(usage)?)?;
                    let path = Path::parse(&path).ok_or_else(usage)?;
                    children.push(self.place(&path)?);
                }
                if children.is_empty() {
                    return Err(usage());
                }
                self.note_field("clock");
                let hold = name == "registers";
                for child in &children {
                    self.assigned.push(format!("{}.clock", child.fields()));
                    if hold {
                        self.assigned.push(format!("{}.d", child.fields()));
                    }
                }
                Ok(Statement::Clock { children, hold })
            }
            _ => Err(errors::at(
                mac.span(),
                "of macros, hardware takes `clock!`, `registers!` and `comment!`",
            )),
        }
    }
}

/// `a.b[i]` as `self.a.b[i]`.
fn on_self(expr: &SynExpr) -> Option<TokenStream> {
    match expr {
        SynExpr::Path(path) => path.path.get_ident().map(|name| quote!(self.#name)),
        SynExpr::Field(field) => {
            let base = on_self(&field.base)?;
            let member = &field.member;
            Some(quote!(#base.#member))
        }
        SynExpr::Index(index) => {
            let base = on_self(&index.expr)?;
            let position = &index.index;
            Some(quote!(#base[#position]))
        }
        _ => None,
    }
}
