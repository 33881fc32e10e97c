//! `#[derive(Parts)]`.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, Field, Fields, GenericParam, Generics, Result, Type};

use crate::errors;

pub fn expand(item: TokenStream) -> Result<TokenStream> {
    let input: DeriveInput = syn::parse2(item)?;
    let name = &input.ident;
    let fields = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => &fields.named,
            _ => return Err(errors::at(name.span(), errors::PARTS_OF)),
        },
        _ => return Err(errors::at(name.span(), errors::PARTS_OF)),
    };
    let (signals, parts): (Vec<&Field>, Vec<&Field>) =
        fields.iter().partition(|field| is_signal(&field.ty));
    if parts.is_empty() {
        return Err(errors::at(name.span(), errors::NO_PARTS));
    }
    let companion = format_ident!("{name}Parts");
    let signals = signals.iter().map(|field| &field.ident);
    let names: Vec<_> = parts.iter().map(|field| &field.ident).collect();
    let types: Vec<_> = parts.iter().map(|field| &field.ty).collect();
    let (impl_generics, own_generics, clause) = input.generics.split_for_impl();
    let generics = named_by(&types, &input.generics);
    let (_, part_generics, _) = generics.split_for_impl();
    Ok(quote! {
        struct #companion #generics {
            #(#names: #types,)*
        }

        #[automatically_derived]
        impl #impl_generics ::core::convert::From<#companion #part_generics>
            for #name #own_generics #clause
        {
            fn from(parts: #companion #part_generics) -> Self {
                Self {
                    #(#signals: ::core::default::Default::default(),)*
                    #(#names: parts.#names,)*
                }
            }
        }
    })
}

/// Whether a field is a signal: all others are parts, so that every register says whether it is
/// reset, and with what.
fn is_signal(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    path.path
        .segments
        .last()
        .is_some_and(|segment| segment.ident == "Signal" || segment.ident == "Numbered")
}

/// The parameters that these types name: Rust refuses a struct with a type that it does not use.
fn named_by(types: &[&Type], generics: &Generics) -> Generics {
    let text = quote!(#(#types)*);
    let mut generics = generics.clone();
    generics.params = generics
        .params
        .into_iter()
        .filter(|parameter| match parameter {
            GenericParam::Type(parameter) => names(text.clone(), &parameter.ident),
            GenericParam::Const(parameter) => names(text.clone(), &parameter.ident),
            GenericParam::Lifetime(parameter) => names(text.clone(), &parameter.lifetime.ident),
        })
        .collect();
    generics.where_clause = None;
    generics
}

fn names(text: TokenStream, wanted: &Ident) -> bool {
    text.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *wanted,
        TokenTree::Group(group) => names(group.stream(), wanted),
        _ => false,
    })
}
