//! The intermediate form as the claims of `Logic::connect`: every signal that `update` assigns
//! in some branch is driven.

use proc_macro2::TokenStream;
use quote::quote;

use crate::ir::{Block, Class, Let, Place, Statement};
use crate::simulate;

/// The claims of a block.
pub fn block(block: &Block) -> TokenStream {
    let statements = block.statements.iter().map(statement);
    quote!(#(#statements)*)
}

fn statement(statement: &Statement) -> TokenStream {
    match statement {
        Statement::Item(item) => item.clone(),
        // What bounds and conditions of elaboration may use.
        Statement::Let(Let {
            name,
            ty,
            mutable: false,
            value: Some(value),
        }) if value.class < Class::Hardware => {
            let ty = ty.as_ref().map(|ty| quote!(: #ty));
            let value = &value.rust;
            quote!(let #name #ty = #value;)
        }
        Statement::Let(_) | Statement::AssignLet(..) | Statement::Comment(_) => TokenStream::new(),
        Statement::AssignSignal { target, .. } => target.claim(),
        Statement::If(choice) => {
            let then = block(&choice.then);
            let otherwise = choice.otherwise.as_ref().map(block);
            if choice.test.class < Class::Hardware {
                let test = &choice.test.rust;
                quote!(if #test { #then } else { #otherwise })
            } else {
                quote!({ #then } { #otherwise })
            }
        }
        Statement::Match(choice) => {
            let bodies = choice.arms.iter().map(|arm| block(&arm.body));
            if choice.test.class < Class::Hardware {
                let test = simulate::scrutinee(choice);
                let patterns = choice
                    .arms
                    .iter()
                    .map(|arm| simulate::pattern(choice.kind, arm));
                quote!(match #test { #(#patterns => { #bodies })* })
            } else {
                quote!(#({ #bodies })*)
            }
        }
        Statement::For(repeat) => {
            let header = simulate::for_header(&repeat.index, &repeat.from, &repeat.to);
            let body = block(&repeat.body);
            quote!(#header { #body })
        }
        Statement::Block(inner) => {
            let inner = block(inner);
            quote!({ #inner })
        }
        Statement::Clock { children, hold } => {
            let children = children.iter().map(Place::rust);
            let hold = hold.then(|| quote!(::hdl::elaborate::Holding::claim(__child);));
            quote! {
                #({
                    let __child = &mut #children;
                    ::hdl::elaborate::Clocked::each_clock(
                        __child,
                        &mut |__port| ::hdl::elaborate::Logic::connect(__port),
                    );
                    #hold
                })*
            }
        }
    }
}
