//! `#[derive(HdlUnit)]`.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::{parse_quote, Data, DeriveInput, Field, Fields, PathArguments, Result, Type};

use crate::errors;

/// What a field is at the border of a unit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Clock,
    Input,
    Output,
    Inside,
}

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
    let of = |role: Role| -> Vec<&Field> {
        let same = |field: &&Field| self::role(&field.ty) == role;
        fields.iter().filter(same).collect()
    };
    let (clocks, inputs, outputs) = (of(Role::Clock), of(Role::Input), of(Role::Output));
    let names = |fields: &[&Field]| fields.iter().map(|f| f.ident.clone()).collect::<Vec<_>>();
    let types = |fields: &[&Field]| fields.iter().map(|f| f.ty.clone()).collect::<Vec<_>>();
    let labels = |fields: &[&Field]| -> Vec<String> {
        let label = |f: &&Field| f.ident.as_ref().map(|name| name.to_string());
        { fields.iter().filter_map(label) }
            .map(|name| name.trim_start_matches("r#").to_owned())
            .collect()
    };
    let clock = match names(&clocks).as_slice() {
        [] => quote!(::core::option::Option::None),
        [clock, ..] => quote!(::core::option::Option::Some(&mut self.#clock)),
    };
    let clocks = names(&clocks);
    let (input_names, input_types, input_labels) =
        (names(&inputs), types(&inputs), labels(&inputs));
    let (output_names, output_types, output_labels) =
        (names(&outputs), types(&outputs), labels(&outputs));
    let mut generics = input.generics.clone();
    let clause = generics.make_where_clause();
    for ty in &input_types {
        clause
            .predicates
            .push(parse_quote!(#ty: ::hdl::ports::Inputs));
    }
    for ty in &output_types {
        clause
            .predicates
            .push(parse_quote!(#ty: ::hdl::ports::Outputs));
    }
    let (impl_generics, _, clause) = generics.split_for_impl();
    let (_, own_generics, _) = input.generics.split_for_impl();
    Ok(quote! {
        #[automatically_derived]
        impl #impl_generics ::hdl::engine::HdlUnit for #name #own_generics #clause {
            fn inputs(&self) -> ::std::vec::Vec<::hdl::ports::Port> {
                let mut ports = ::std::vec::Vec::new();
                #(::hdl::ports::Ports::list(&self.#input_names, #input_labels, &mut ports);)*
                ports
            }

            fn outputs(&self) -> ::std::vec::Vec<::hdl::ports::Port> {
                let mut ports = ::std::vec::Vec::new();
                #(::hdl::ports::Ports::list(&self.#output_names, #output_labels, &mut ports);)*
                ports
            }

            fn prepare(&mut self) {
                #(::hdl::elaborate::Logic::connect(&mut self.#clocks);)*
                #(::hdl::ports::Inputs::claim(&mut self.#input_names);)*
                ::hdl::prelude::Block::connect_all(self);
            }

            fn normalize(frame: &mut [u32]) {
                #(let frame = <#input_types as ::hdl::ports::Inputs>::normalize(frame);)*
                let _ = frame;
            }

            fn drive(&mut self, frame: &[u32]) {
                #(let frame = ::hdl::ports::Inputs::drive(&mut self.#input_names, frame);)*
                let _ = frame;
            }

            fn sample(&self, frame: &mut [u32]) {
                #(let frame = ::hdl::ports::Outputs::sample(&self.#output_names, frame);)*
                let _ = frame;
            }

            fn clock(
                &mut self,
            ) -> ::core::option::Option<
                &mut ::hdl::elaborate::Signal<::hdl::elaborate::In, ::hdl::prelude::Clock>,
            > {
                #clock
            }
        }
    })
}

/// By the direction that a signal's type names. A `Vec` of outputs is a port that is there or not; another array of
/// signals is inside: no unit has one.
fn role(ty: &Type) -> Role {
    let Type::Path(path) = ty else {
        return Role::Inside;
    };
    let Some(last) = path.path.segments.last() else {
        return Role::Inside;
    };
    let is_signal = |name: &str| ["Signal", "Numbered"].contains(&name);
    let is_port = match &last.arguments {
        PathArguments::AngleBracketed(of) if last.ident == "Vec" => {
            let first = of.args.first().map(|element| quote!(#element));
            let name = first.and_then(|element| element.into_iter().next());
            name.is_some_and(|name| is_signal(&name.to_string()))
        }
        _ => is_signal(&last.ident.to_string()),
    };
    if !is_port {
        return Role::Inside;
    }
    let tokens = quote!(#ty);
    match (names(&tokens, "In"), names(&tokens, "Out")) {
        (true, _) if last.ident == "Vec" => Role::Inside,
        (true, _) if names(&tokens, "Clock") => Role::Clock,
        (true, _) => Role::Input,
        (_, true) => Role::Output,
        _ => Role::Inside,
    }
}

fn names(tokens: &TokenStream, wanted: &str) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == wanted,
        TokenTree::Group(group) => names(&group.stream(), wanted),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_ports_by_their_direction() {
        let tokens = expand(quote! {
            pub struct Adder<const N: usize> {
                pub clock: Signal<In, Clock>,
                pub sum: Signal<Out, Bits<N>>,
                pub carries: Vec<Signal<Out, Bit>>,
                pub a: Signal<In, Bits<N>>,
                carry: Signal<Local, Bit>,
                held: Register<Bits<N>>,
            }
        });
        let text = tokens.unwrap().to_string();
        for part in [
            "drive (& mut self . a , frame)",
            "sample (& self . sum , frame)",
            "sample (& self . carries , frame)",
            "Some (& mut self . clock)",
            "list (& self . a , \"a\" , & mut ports)",
        ] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
        assert!(!text.contains("carry ") && !text.contains("held"), "{text}");
    }
}
