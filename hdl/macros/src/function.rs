//! The attribute on a free function, which hardware inlines.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{FnArg, ItemFn, Pat, Result, ReturnType, Type};

use crate::ir::{ast_variable, Class, Shape};
use crate::lower::Lowering;
use crate::scope::Binding;
use crate::{elaborate, errors, simulate};

pub fn expand(item: &ItemFn) -> Result<TokenStream> {
    let signature = &item.sig;
    if let Some(token) = &signature.asyncness {
        return Err(errors::at(token.span(), "hardware is not `async`"));
    }
    match &signature.output {
        ReturnType::Type(_, ty) if is_integer(ty) => {
            return Err(errors::at(
                ty.span(),
                "a hardware function gives a hardware value: return `Bits<N>`, or drop the \
                 attribute if it only computes elaboration-time values",
            ))
        }
        ReturnType::Type(..) => {}
        ReturnType::Default => {
            return Err(errors::at(
                signature.span(),
                "a hardware function gives a value: statements belong into `update`",
            ))
        }
    }
    let mut lowering = Lowering::default();
    lowering.scopes.enter();
    let mut parameters = vec![];
    for input in &signature.inputs {
        parameters.push(parameter(input, &mut lowering)?);
    }
    let body = lowering.value_block(&item.block)?;

    let uses = Uses::of(&item.block);
    let name = &signature.ident;
    let label = name.to_string();
    let (generics, _, conditions) = signature.generics.split_for_impl();
    let (attributes, visibility) = (&item.attrs, &item.vis);
    let simulation = simulate::block(&body);
    let statements = elaborate::statements(&body);
    let result = body
        .value
        .as_ref()
        .map(|value| elaborate::expr::result(value));
    let bindings = parameters.iter().map(|(name, ty)| {
        let ast = ast_variable(name);
        let label = name.to_string();
        if is_integer(ty) {
            quote! {
                let #ast = #name.into_index();
                let #name = <#ty as ::core::default::Default>::default();
            }
        } else {
            let uses = uses.count(name);
            quote! {
                let #ast = #name.bind(__cx, #label, #uses);
                let #name = <#ty as ::core::default::Default>::default();
            }
        }
    });
    let declared = parameters
        .iter()
        .map(|(name, ty)| quote!(#name: ::hdl::elaborate::Argument<#ty>));
    Ok(quote! {
        #(#attributes)*
        #visibility #signature {
            #simulation
        }

        #[doc(hidden)]
        #[allow(non_camel_case_types, reason = "it shares the name of the function")]
        #visibility struct #name {}

        impl #name {
            #[doc(hidden)]
            #[allow(unused, clippy::all, reason = "code generated from the function, which is linted")]
            #visibility fn hdl #generics (
                __cx: &mut ::hdl::elaborate::Context,
                #(#declared),*
            ) -> ::hdl::elaborate::VerilogExpression #conditions {
                use ::hdl::elaborate::{KnownHardware as _, KnownInteger as _};
                let __caller = __cx.enter(#label);
                #(#bindings)*
                #statements
                let __result = #result;
                __cx.leave(__caller);
                __result
            }
        }
    })
}

fn parameter(input: &FnArg, lowering: &mut Lowering) -> Result<(Ident, Type)> {
    let FnArg::Typed(input) = input else {
        return Err(errors::at(
            input.span(),
            "a hardware function is free: pass the values that it needs",
        ));
    };
    let name = match &*input.pat {
        Pat::Ident(ident) if ident.mutability.is_none() && ident.subpat.is_none() => {
            ident.ident.clone()
        }
        other => {
            return Err(errors::at(
                other.span(),
                "a parameter is one plain name; copy it into a `let mut` to change it",
            ))
        }
    };
    if matches!(
        &*input.ty,
        Type::Reference(_) | Type::Array(_) | Type::Slice(_) | Type::Tuple(_) | Type::ImplTrait(_)
    ) {
        return Err(errors::at(
            input.ty.span(),
            "a parameter is a hardware value, passed by value, or a `usize`",
        ));
    }
    let (class, shape) = if is_integer(&input.ty) {
        (Class::Loop, Shape::Number)
    } else {
        (Class::Hardware, Shape::Value)
    };
    lowering.scopes.declare(
        &name,
        Binding {
            class,
            shape,
            mutable: false,
        },
    );
    Ok((name, (*input.ty).clone()))
}

fn is_integer(ty: &Type) -> bool {
    let Type::Path(path) = ty else {
        return false;
    };
    ["usize", "u8", "u16", "u32", "u64", "u128", "i32"]
        .iter()
        .any(|name| path.path.is_ident(name))
}

/// How often the names of a body are used; a loop counts once more.
struct Uses {
    names: Vec<String>,
    loops: usize,
}

impl Uses {
    fn of(block: &syn::Block) -> Self {
        let mut uses = Uses {
            names: vec![],
            loops: 0,
        };
        uses.visit_block(block);
        uses
    }

    fn count(&self, name: &Ident) -> usize {
        let name = name.to_string();
        self.names.iter().filter(|used| **used == name).count() + self.loops
    }
}

impl<'ast> Visit<'ast> for Uses {
    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        if let Some(name) = path.path.get_ident() {
            self.names.push(name.to_string());
        }
    }

    fn visit_expr_for_loop(&mut self, repeat: &'ast syn::ExprForLoop) {
        self.loops += 1;
        syn::visit::visit_expr_for_loop(self, repeat);
    }
}
