//! The attribute on `impl Logic for T`.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;
use syn::spanned::Spanned;
use syn::{FnArg, ImplItem, ImplItemFn, ItemImpl, Receiver, Result};

use crate::attribute::Arguments;
use crate::lower::Lowering;
use crate::{connect, elaborate, errors, simulate};

pub fn expand(arguments: &Arguments, item: &ItemImpl) -> Result<TokenStream> {
    let is_logic = item.trait_.as_ref().is_some_and(|(_, path, _)| {
        path.segments
            .last()
            .is_some_and(|segment| segment.ident == "Logic")
    });
    if !is_logic {
        return Err(errors::at(
            item.span(),
            "`#[hardware]` stands on `impl Logic for ..`; helper functions are free functions",
        ));
    }
    let (update, receiver) = update(item)?;
    let mut lowering = Lowering::default();
    let body = lowering.statements(&update.block)?;
    lowering.check_reads()?;

    let attributes = &item.attrs;
    let update_attributes = &update.attrs;
    let trait_path = item.trait_.as_ref().map(|(_, path, _)| path);
    let this = &item.self_ty;
    let (generics, _, conditions) = item.generics.split_for_impl();
    let simulation = simulate::block(&body);
    let claims = connect::block(&body);
    let statements = elaborate::statements(&body);
    let fields = &lowering.fields;
    let name = match &arguments.name {
        Some(name) => quote!(::core::option::Option::Some(::std::string::String::from(#name))),
        None => quote!(::core::option::Option::None),
    };
    let clocked = fields.iter().any(|field| field == "clock").then(|| {
        quote! {
            #[automatically_derived]
            impl #generics ::hdl::elaborate::Clocked for #this #conditions {
                fn each_clock(
                    &mut self,
                    visit: &mut impl FnMut(
                        &mut ::hdl::elaborate::Signal<
                            ::hdl::elaborate::In,
                            ::hdl::elaborate::Clock,
                        >,
                    ),
                ) {
                    visit(&mut self.clock);
                }
            }
        }
    });
    let quiet = quote! {
        #[allow(unused, clippy::all, reason = "code generated from `update`, which is linted")]
    };
    let item = quote! {
        #(#attributes)*
        impl #generics #trait_path for #this #conditions {
            #(#update_attributes)*
            fn update(&mut self) {
                #simulation
            }

            #quiet
            fn connect(&mut self) {
                #claims
            }

            #quiet
            fn hdl(&self) -> ::hdl::elaborate::Verilog {
                use ::hdl::elaborate::{KnownHardware as _, KnownInteger as _};
                let mut __context = ::hdl::elaborate::Context::new(&[#(#fields),*]);
                {
                    let __cx = &mut __context;
                    #statements
                }
                __context.finish()
            }

            fn timing(&self) -> ::std::vec::Vec<::hdl::elaborate::TimingInfo> {
                use ::hdl::tag::{DocsOf, WithDocs as _, WithoutDocs as _};
                let __docs = (&&DocsOf::<Self>::new()).docs();
                ::hdl::tag::Tag::module::<Self>(#name).described(__docs).encode()
            }
        }
        #clocked
    };
    Ok(with_self(item, receiver.self_token.span))
}

/// The tokens with every `self` at one span. Where `macro_rules!` wrote the `impl`, the `self` of
/// its author and the `self` of this attribute would otherwise be two names.
fn with_self(tokens: TokenStream, span: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Ident(ident) if ident == "self" => {
                TokenTree::Ident(Ident::new("self", span))
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), with_self(group.stream(), span));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            other => other,
        })
        .collect()
}

/// The only function of the `impl`.
fn update(item: &ItemImpl) -> Result<(&ImplItemFn, &Receiver)> {
    let mut update = None;
    for member in &item.items {
        match member {
            ImplItem::Fn(function) if function.sig.ident == "update" => update = Some(function),
            other => {
                return Err(errors::at(
                    other.span(),
                    "the attribute writes everything but `fn update(&mut self)`",
                ))
            }
        }
    }
    let update = update.ok_or_else(|| {
        errors::at(
            item.span(),
            "the behaviour goes into `fn update(&mut self)`",
        )
    })?;
    match update.sig.inputs.first() {
        Some(FnArg::Receiver(receiver))
            if receiver.reference.is_some()
                && receiver.mutability.is_some()
                && update.sig.inputs.len() == 1 =>
        {
            Ok((update, receiver))
        }
        _ => Err(errors::at(
            update.sig.span(),
            "the signature is `fn update(&mut self)`",
        )),
    }
}
