//! The intermediate form as the code that builds the AST: statements.
//!
//! The generated code runs once, top to bottom. For each hardware `let x` it keeps two variables:
//! `x` itself, a stand-in of the right type for inference, and `__hw_x`, its AST. `__cx` collects
//! the statements.
//!
//! Statements hold expressions, and a block may be an expression: so these files need each other.

mod assign;
mod branch;
pub mod expr;

use proc_macro2::TokenStream;
use quote::quote;

use crate::ir::{ast_variable, Block, Class, For, Let, Shape, Statement};
use assign::{assign, assignment, is_several, slice_of_let, Target};
use branch::{choice, conditional};
use expr::{number, place, value};

/// The statements of a block, without its value.
pub fn statements(block: &Block) -> TokenStream {
    let statements = block.statements.iter().map(statement);
    quote!(#(#statements)*)
}

fn statement(statement: &Statement) -> TokenStream {
    match statement {
        Statement::Item(item) => item.clone(),
        Statement::Let(local) => declaration(local),
        Statement::AssignLet(name, value) => {
            let ast = ast_variable(name);
            let label = name.to_string();
            let rust = &value.rust;
            let assign = match slice_of_let(name, value) {
                Some(slice) => slice,
                None => assign(value, Target::Let(Some(name))),
            };
            quote! {{
                __cx.about(#label);
                let __target = #ast.clone();
                let __next = ::hdl::elaborate::shadow(|| #rust);
                let __width = ::hdl::elaborate::width(&__next);
                #assign
                #name = __next;
            }}
        }
        Statement::AssignSignal {
            target,
            fields,
            value,
        } => assignment(target, fields, value),
        Statement::If(choice) => conditional(choice, &|block| statements(block)),
        Statement::Match(selection) => choice(selection, &|block| statements(block)),
        Statement::For(repeat) => for_loop(repeat),
        Statement::Block(inner) => {
            let inner = statements(inner);
            quote!({ #inner })
        }
        Statement::Clock { children, hold } => {
            let children = children.iter().map(|child| {
                let name = place(child);
                let rust = child.rust();
                quote! {{
                    let __name = #name.into_name();
                    let __shape = ::hdl::elaborate::Clocked::shape(&#rust);
                    __cx.connect_clock(&__name, &__shape, "clock", #hold);
                }}
            });
            quote!(#(#children)*)
        }
        Statement::Comment(text) => quote!(__cx.comment(#text);),
    }
}

fn declaration(local: &Let) -> TokenStream {
    let Let {
        name, ty, mutable, ..
    } = local;
    let ast = ast_variable(name);
    let label = name.to_string();
    let label = label.trim_start_matches("r#");
    let ty = ty.as_ref().map(|ty| quote!(: #ty));
    let Some(init) = &local.value else {
        return quote! {
            let mut #name #ty = ::hdl::elaborate::any();
            let #ast = ::hdl::elaborate::expression::signal(__cx.name(#label));
        };
    };
    let rust = &init.rust;
    match (init.class, init.shape) {
        (Class::Known, _) if !mutable => quote!(let #name #ty = #rust;),
        (_, Shape::Number) => {
            let number = number(init);
            quote! {
                let #ast = #number;
                let #name = ::core::primitive::usize::default();
            }
        }
        // Settled by loop indices alone: it stands where it is used.
        (Class::Loop, Shape::Value) if !mutable => {
            let value = value(init);
            quote! {
                let #ast = #value;
                let #name #ty = ::hdl::elaborate::shadow(|| #rust);
            }
        }
        _ if is_several(init) => {
            let assign = assign(init, Target::Let(None));
            quote! {
                __cx.about(#label);
                let __next #ty = ::hdl::elaborate::shadow(|| #rust);
                let __width = ::hdl::elaborate::width(&__next);
                let __target = ::hdl::elaborate::expression::signal(__cx.name(#label));
                #assign
                let #ast = __target;
                let mut #name = __next;
            }
        }
        _ => {
            let value = value(init);
            quote! {
                __cx.about(#label);
                let __next #ty = ::hdl::elaborate::shadow(|| #rust);
                let #ast = {
                    let __value = #value;
                    __cx.bind(#label, __value, ::hdl::elaborate::width(&__next))
                };
                let mut #name = __next;
            }
        }
    }
}

fn for_loop(repeat: &For) -> TokenStream {
    let For {
        index,
        from,
        to,
        body,
    } = repeat;
    let label = index.to_string();
    let ast = ast_variable(index);
    let body = statements(body);
    quote! {{
        let (__from, __to): (usize, usize) = (#from, #to);
        if __from < __to {
            let mut __turns = __cx.turns(#label, __from, __to);
            loop {
                let #ast = __turns.index();
                let #index: usize = __from;
                __cx.open();
                { #body }
                if !__cx.next_turn(&mut __turns) {
                    break;
                }
            }
        }
    }}
}
