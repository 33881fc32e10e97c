//! What the attribute stands on, and its argument.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Expr, Ident, Item, Result, Token};

use crate::{block, errors, function};

/// `#[hardware]` or `#[hardware(name = expression)]`.
#[derive(Default)]
pub struct Arguments {
    pub name: Option<Expr>,
}

impl Parse for Arguments {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if input.is_empty() {
            return Ok(Arguments::default());
        }
        let key: Ident = input.parse()?;
        if key != "name" {
            return Err(errors::at(
                key.span(),
                "the only argument is `name = expression`, the name of the emitted module",
            ));
        }
        input.parse::<Token![=]>()?;
        let name = input.parse()?;
        Ok(Arguments { name: Some(name) })
    }
}

/// The attribute on its item.
pub fn expand(arguments: TokenStream, item: TokenStream) -> Result<TokenStream> {
    let arguments: Arguments = syn::parse2(arguments)?;
    match syn::parse2::<Item>(item)? {
        Item::Impl(item) => block::expand(&arguments, &item),
        Item::Fn(item) => match arguments.name {
            Some(name) => Err(errors::at(
                name.span(),
                "a function is inlined: only a block has a module name",
            )),
            None => function::expand(&item),
        },
        other => Err(errors::at(
            other.span(),
            "`#[hardware]` stands on `impl Logic for ..` or on a free function",
        )),
    }
}

/// What stands for the item when it could not be translated, so that the error is not buried
/// under complaints that the item is missing.
pub fn stand_in(item: TokenStream) -> TokenStream {
    match syn::parse2::<Item>(item) {
        Ok(Item::Impl(mut item)) => {
            item.items = vec![syn::parse_quote! {
                fn update(&mut self) {}
            }];
            item.into_token_stream()
        }
        Ok(Item::Fn(item)) => item.into_token_stream(),
        _ => TokenStream::new(),
    }
}
