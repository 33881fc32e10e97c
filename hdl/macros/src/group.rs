//! `group!`: a group of `spec::ports!` as a value that wires carry.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{braced, bracketed, Attribute, Expr, LitStr, Result, Token, Type};

use crate::errors;

/// `pub struct Issue<WARP> { .. }`, as `spec::ports!` takes it.
struct Group {
    docs: Vec<Attribute>,
    name: Ident,
    widths: Vec<Ident>,
    fields: Vec<Field>,
}

struct Field {
    docs: Vec<Attribute>,
    name: Ident,
    /// Another name for its ports; empty where they stand among those of the group.
    rename: Option<String>,
    ty: Type,
}

impl Parse for Group {
    fn parse(input: ParseStream) -> Result<Self> {
        let docs = input.call(Attribute::parse_outer)?;
        input.parse::<Token![pub]>()?;
        input.parse::<Token![struct]>()?;
        let name = input.parse()?;
        let mut widths = vec![];
        input.parse::<Token![<]>()?;
        while !input.peek(Token![>]) {
            widths.push(input.parse()?);
            if input.parse::<Option<Token![,]>>()?.is_none() {
                break;
            }
        }
        input.parse::<Token![>]>()?;
        let inside;
        braced!(inside in input);
        let fields = Punctuated::<Field, Token![,]>::parse_terminated(&inside)?;
        Ok(Group {
            docs,
            name,
            widths,
            fields: fields.into_iter().collect(),
        })
    }
}

impl Parse for Field {
    fn parse(input: ParseStream) -> Result<Self> {
        let docs = input.call(Attribute::parse_outer)?;
        let name = input.parse()?;
        let rename = match input.parse::<Option<Token![as]>>()? {
            Some(_) => Some(input.parse::<LitStr>()?.value()),
            None => None,
        };
        input.parse::<Token![:]>()?;
        let declared: Type = input.parse()?;
        input.parse::<Token![=]>()?;
        let ty = of_hardware(&declared, input)?;
        if input.peek(Token![,]) && input.peek2(when) {
            input.parse::<Token![,]>()?;
            input.parse::<when>()?;
            input.parse::<Ident>()?;
        }
        Ok(Field {
            docs,
            name,
            rename,
            ty,
        })
    }
}

syn::custom_keyword!(when);

/// The type on wires of a field, which stands before its width or, for a group, its widths.
fn of_hardware(declared: &Type, input: ParseStream) -> Result<Type> {
    if input.peek(syn::token::Bracket) {
        let widths;
        bracketed!(widths in input);
        let widths = Punctuated::<Expr, Token![,]>::parse_terminated(&widths)?;
        let widths = widths.iter();
        return match declared {
            Type::Path(_) => syn::parse2(quote!(#declared<#({ #widths }),*>)),
            _ => Err(errors::at(
                input.span(),
                "arrays of groups stand in units only",
            )),
        };
    }
    let width: Expr = input.parse()?;
    match declared {
        Type::Path(path) if path.path.is_ident("bool") => syn::parse2(quote!(::hdl::prelude::Bit)),
        _ if matches!(width, Expr::Path(_)) => syn::parse2(quote!(::hdl::prelude::Bits<#width>)),
        _ => syn::parse2(quote!(::hdl::prelude::Bits<{ #width }>)),
    }
}

pub fn expand(item: TokenStream) -> Result<TokenStream> {
    let Group {
        docs,
        name,
        widths,
        fields,
    } = syn::parse2(item)?;
    let names: Vec<&Ident> = fields.iter().map(|field| &field.name).collect();
    let types: Vec<&Type> = fields.iter().map(|field| &field.ty).collect();
    let comments: Vec<&[Attribute]> = fields.iter().map(|f| f.docs.as_slice()).collect();
    let labels = fields.iter().map(|field| match &field.rename {
        Some(name) => name.clone(),
        None => field.name.to_string(),
    });
    let width_names: Vec<Ident> = names
        .iter()
        .map(|name| format_ident!("get_my_width_{name}"))
        .collect();
    let offset_names = names
        .iter()
        .map(|name| format_ident!("get_my_offset_{name}"));
    let before = (0..types.len()).map(|count| {
        let before = &types[..count];
        quote!(0 #(+ <#before as ::hdl::prelude::Synth>::BITS)*)
    });
    Ok(quote! {
        #(#docs)*
        #[derive(Copy, Clone, Debug, Default, PartialEq, ::hdl::prelude::Packed)]
        pub struct #name<#(const #widths: usize),*> {
            #(#(#comments)* pub #names: #types,)*
        }

        impl<#(const #widths: usize),*> #name<#(#widths),*> {
            #(
                #[doc(hidden)]
                pub fn #width_names(&self) -> usize {
                    <#types as ::hdl::prelude::Synth>::BITS
                }

                #[doc(hidden)]
                pub fn #offset_names(&self) -> usize {
                    #before
                }
            )*
        }

        impl<#(const #widths: usize),*> ::hdl::prelude::Synth for #name<#(#widths),*> {
            const BITS: usize = 0 #(+ <#types as ::hdl::prelude::Synth>::BITS)*;

            fn descriptor() -> ::hdl::prelude::TypeDescriptor {
                let widths: &[usize] = &[#(#widths),*];
                ::hdl::value::group_descriptor(
                    ::core::stringify!(#name),
                    widths,
                    ::std::vec![#((
                        #labels,
                        <#types as ::hdl::prelude::Synth>::descriptor(),
                    )),*],
                )
            }

            fn vcd(self) -> ::hdl::prelude::VCDValue {
                ::hdl::prelude::VCDValue::Composite(::std::vec![
                    #(::std::boxed::Box::new(::hdl::prelude::Synth::vcd(self.#names))),*
                ])
            }

            fn verilog(self) -> ::hdl::prelude::VerilogLiteral {
                ::hdl::value::group_literal(&self)
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_as_wide_as_the_contract_says() {
        let tokens = expand(quote! {
            /// A result.
            pub struct Result<ENTRY> {
                /// It is there.
                valid: bool = 1,
                /// Where it goes.
                place as "": Place = [ENTRY, 3],
                /// The data.
                data: WarpRegister = REGISTER_BITS, when valid,
            }
        });
        let text = tokens.unwrap().to_string();
        for part in [
            "pub struct Result < const ENTRY : usize >",
            "pub valid : :: hdl :: prelude :: Bit",
            "pub place : Place < { ENTRY } , { 3 } >",
            "pub data : :: hdl :: prelude :: Bits < REGISTER_BITS >",
        ] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
    }
}
