//! The intermediate form as Rust that simulates.
//!
//! It is the source again, with three differences: patterns with integers match on the number
//! that the bits stand for, an array element chosen by a signal reads zero beyond the array, and
//! shifts and bit selections go through `hdl::value`, which gives them hardware's meaning beyond
//! the width.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::ir::{Arm, Block, Expr, If, Let, Match, MatchKind, Pattern, Place, Statement};

/// The statements of a block and its value, without braces.
pub fn block(block: &Block) -> TokenStream {
    let statements = block.statements.iter().map(statement);
    let value = block.value.as_ref().map(|value| &value.rust);
    quote!(#(#statements)* #value)
}

fn statement(statement: &Statement) -> TokenStream {
    match statement {
        Statement::Item(item) => item.clone(),
        Statement::Let(local) => declaration(local),
        Statement::AssignLet(name, value) => {
            let value = &value.rust;
            quote!(#name = #value;)
        }
        Statement::AssignSignal {
            target,
            fields,
            value,
        } => target.write(&tail(fields), &value.rust),
        Statement::If(choice) => conditional(choice),
        Statement::Match(selection) => choice(selection),
        Statement::For(repeat) => {
            let header = for_header(&repeat.index, &repeat.from, &repeat.to);
            let body = block(&repeat.body);
            quote!(#header { #body })
        }
        Statement::Block(inner) => {
            let inner = block(inner);
            quote!({ #inner })
        }
        Statement::Clock { children, hold } => {
            let children = children.iter().map(Place::rust);
            let hold = hold.then(|| quote!(::hdl::elaborate::Holding::hold(__child);));
            quote! {{
                let __clock = self.clock.val();
                #({
                    let __child = &mut #children;
                    ::hdl::elaborate::Clocked::each_clock(
                        __child,
                        &mut |__port| __port.next = __clock,
                    );
                    #hold
                })*
            }}
        }
        Statement::Comment(_) => TokenStream::new(),
    }
}

/// `.next`, with the field of a struct.
pub fn tail(fields: &[Ident]) -> TokenStream {
    quote!(.next #(.#fields)*)
}

fn declaration(local: &Let) -> TokenStream {
    let Let {
        name, ty, mutable, ..
    } = local;
    let mutable = mutable.then(|| quote!(mut));
    let ty = ty.as_ref().map(|ty| quote!(: #ty));
    let value = local.value.as_ref().map(|value| {
        let value = &value.rust;
        quote!(= #value)
    });
    quote!(let #mutable #name #ty #value;)
}

/// `if .. { .. } else { .. }`
pub fn conditional(choice: &If) -> TokenStream {
    let test = &choice.test.rust;
    let then = block(&choice.then);
    let otherwise = choice.otherwise.as_ref().map(|otherwise| {
        let otherwise = block(otherwise);
        quote!(else { #otherwise })
    });
    quote!(if #test { #then } #otherwise)
}

/// `match .. { .. }`
pub fn choice(choice: &Match) -> TokenStream {
    let arms = choice.arms.iter().map(|arm| {
        let pattern = pattern(choice.kind, arm);
        let body = block(&arm.body);
        quote!(#pattern => { #body })
    });
    let test = scrutinee(choice);
    quote!(match #test { #(#arms)* })
}

/// What the Rust `match` looks at.
pub fn scrutinee(choice: &Match) -> TokenStream {
    match (choice.kind, &choice.test) {
        (MatchKind::Integers, Expr { rust, .. }) => {
            quote!(::hdl::value::MatchKey::match_key(#rust))
        }
        (_, Expr { rust, .. }) => rust.clone(),
    }
}

/// The pattern of an arm, with the guard that constants need.
pub fn pattern(kind: MatchKind, arm: &Arm) -> TokenStream {
    if arm.patterns.is_empty() {
        return quote!(_);
    }
    let constants = kind == MatchKind::Integers
        && arm
            .patterns
            .iter()
            .any(|pattern| matches!(pattern, Pattern::Path(_)));
    if constants {
        let keys = arm.patterns.iter().map(|pattern| match pattern {
            Pattern::Path(path) => quote!(::hdl::value::MatchKey::match_key(#path)),
            Pattern::Integer(value) => quote!(#value),
            Pattern::Bool(value) => quote!(#value),
        });
        return quote!(__key if #(__key == #keys)||*);
    }
    let alternatives = arm.patterns.iter().map(|pattern| match pattern {
        Pattern::Path(path) => path.clone(),
        Pattern::Integer(value) => quote!(#value),
        Pattern::Bool(value) => quote!(#value),
    });
    quote!(#(#alternatives)|*)
}

/// `for index in from..to`, with `usize` settled so that the bounds may be bare literals.
pub fn for_header(index: &Ident, from: &TokenStream, to: &TokenStream) -> TokenStream {
    let index = format_ident!("{}", index);
    quote! {
        for #index in (::core::ops::Range::<usize> { start: #from, end: #to })
    }
}
