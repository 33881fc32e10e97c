//! `#[derive(Described)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Expr, ExprLit, Fields, Lit, Meta, Result};

use crate::errors;

pub fn expand(item: TokenStream) -> Result<TokenStream> {
    let input: DeriveInput = syn::parse2(item)?;
    let name = &input.ident;
    let Data::Struct(data) = &input.data else {
        return Err(errors::at(name.span(), errors::PARTS_OF));
    };
    let Fields::Named(fields) = &data.fields else {
        return Err(errors::at(name.span(), errors::PARTS_OF));
    };
    let purpose = docs(&input.attrs);
    if purpose.is_empty() {
        return Err(errors::at(name.span(), errors::NO_PURPOSE));
    }
    let documented = fields.named.iter().filter_map(|field| {
        let text = docs(&field.attrs);
        let name = field.ident.as_ref()?.to_string();
        (!text.is_empty()).then(|| quote!((#name, #text)))
    });
    let (generics, own_generics, clause) = input.generics.split_for_impl();
    Ok(quote! {
        #[automatically_derived]
        impl #generics ::hdl::tag::Described for #name #own_generics #clause {
            const DOCS: ::hdl::tag::Docs = ::hdl::tag::Docs {
                purpose: #purpose,
                fields: &[#(#documented),*],
            };
        }
    })
}

/// The lines of `///`, each without its first blank.
fn docs(attributes: &[Attribute]) -> String {
    let line = |attribute: &Attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) => {
                let text = text.value();
                Some(
                    text.strip_prefix(' ')
                        .unwrap_or(&text)
                        .trim_end()
                        .to_owned(),
                )
            }
            _ => None,
        },
        _ => None,
    };
    let lines: Vec<String> = attributes.iter().filter_map(line).collect();
    lines.join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn docs_are_what_stands_over_a_struct_and_its_fields() {
        let tokens = expand(quote! {
            /// Counts.
            ///
            /// Guarantees: never wraps.
            pub struct Counter<const N: usize> {
                pub clock: Signal<In, Clock>,
                /// What is added.
                pub amount: Signal<In, Bits<N>>,
            }
        });
        let text = tokens.unwrap().to_string();
        assert!(
            text.contains(r#""Counts.\n\nGuarantees: never wraps.""#),
            "{text}"
        );
        assert!(
            text.contains(r#"[("amount" , "What is added.")]"#),
            "{text}"
        );
    }

    #[test]
    fn a_block_without_a_purpose_is_refused() {
        let refused = expand(quote!(
            struct Counter {
                a: u8,
            }
        ))
        .unwrap_err();
        assert_eq!(refused.to_string(), errors::NO_PURPOSE);
    }
}
