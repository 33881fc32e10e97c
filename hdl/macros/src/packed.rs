//! `#[derive(Packed)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, Result};

use crate::errors;

pub fn expand(item: TokenStream) -> Result<TokenStream> {
    let input: DeriveInput = syn::parse2(item)?;
    let name = &input.ident;
    let (bit, from_bits) = match &input.data {
        Data::Enum(data) => {
            if let Some(variant) = data
                .variants
                .iter()
                .find(|variant| !matches!(variant.fields, Fields::Unit))
            {
                return Err(errors::at(variant.span(), "a state carries no data"));
            }
            let variants: Vec<_> = data.variants.iter().map(|variant| &variant.ident).collect();
            let codes: Vec<usize> = (0..variants.len()).collect();
            (
                quote! {
                    let code: usize = match self { #(Self::#variants => #codes,)* };
                    position < usize::BITS as usize && code >> position & 1 == 1
                },
                quote! {
                    let code = (0..<Self as ::hdl::prelude::Synth>::BITS)
                        .fold(0_usize, |code, position| code | usize::from(bit(position)) << position);
                    match code {
                        #(#codes => Self::#variants,)*
                        _ => <Self as ::core::default::Default>::default(),
                    }
                },
            )
        }
        Data::Struct(data) => {
            let Fields::Named(fields) = &data.fields else {
                return Err(errors::at(name.span(), "the fields of a struct need names"));
            };
            let names: Vec<_> = fields.named.iter().map(|field| &field.ident).collect();
            let types: Vec<_> = fields.named.iter().map(|field| &field.ty).collect();
            (
                quote! {
                    let mut position = position;
                    #(
                        let width = <#types as ::hdl::prelude::Synth>::BITS;
                        if position < width {
                            return ::hdl::value::Packed::bit(&self.#names, position);
                        }
                        position -= width;
                    )*
                    false
                },
                quote! {
                    let mut offset = 0;
                    #(
                        let #names = <#types as ::hdl::value::Packed>::from_bits(|position| {
                            bit(position + offset)
                        });
                        offset += <#types as ::hdl::prelude::Synth>::BITS;
                    )*
                    Self { #(#names),* }
                },
            )
        }
        Data::Union(data) => {
            return Err(errors::at(
                data.union_token.span,
                "wires carry enums and structs, not unions",
            ))
        }
    };
    let (generics, own_generics, clause) = input.generics.split_for_impl();
    Ok(quote! {
        #[automatically_derived]
        impl #generics ::hdl::value::Packed for #name #own_generics #clause {
            fn bit(&self, position: usize) -> bool {
                #bit
            }

            #[allow(unused_assignments, reason = "the offset after the last field")]
            fn from_bits(bit: impl ::core::ops::Fn(usize) -> bool) -> Self {
                #from_bits
            }
        }
    })
}
