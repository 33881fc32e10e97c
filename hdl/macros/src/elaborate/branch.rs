//! The intermediate form as the code that builds the AST: `if` and `match`.

use proc_macro2::TokenStream;
use quote::quote;

use super::expr::{number, value};
use crate::ir::{Block, Class, If, Match, MatchKind, Pattern};
use crate::simulate;

/// An `if`; `branch` makes the code of its branches.
pub fn conditional(choice: &If, branch: &dyn Fn(&Block) -> TokenStream) -> TokenStream {
    let then = branch(&choice.then);
    let otherwise = choice.otherwise.as_ref().map(branch);
    if choice.test.class == Class::Known {
        let test = &choice.test.rust;
        return quote!(if #test { #then } else { #otherwise });
    }
    let test = value(&choice.test);
    quote! {{
        let __test = #test;
        __cx.open();
        { #then }
        let __then = __cx.close();
        __cx.open();
        { #otherwise }
        let __otherwise = __cx.close();
        __cx.choose(__test, __then, __otherwise);
    }}
}

/// A `match`; `branch` makes the code of its arms.
pub fn choice(choice: &Match, branch: &dyn Fn(&Block) -> TokenStream) -> TokenStream {
    let bodies = choice.arms.iter().map(|arm| branch(&arm.body));
    if choice.test.class == Class::Known {
        let test = simulate::scrutinee(choice);
        let patterns = choice
            .arms
            .iter()
            .map(|arm| simulate::pattern(choice.kind, arm));
        return quote!(match #test { #(#patterns => { #bodies })* });
    }
    if choice.kind == MatchKind::Bools || choice.test.is_number() {
        return chain(choice, bodies);
    }
    let test = value(&choice.test);
    let conditions = choice.arms.iter().map(|arm| {
        let conditions = arm.patterns.iter().map(|pattern| match pattern {
            Pattern::Integer(value) => {
                let text = value.to_string();
                quote!(::std::string::String::from(#text))
            }
            Pattern::Bool(_) => TokenStream::new(),
            Pattern::Path(path) => {
                let name = path.clone().into_iter().last().map(|last| last.to_string());
                let known = known_value(path, name.as_deref());
                quote!(::hdl::elaborate::condition(&#known.expression()))
            }
        });
        if arm.patterns.is_empty() {
            quote!(::std::vec![::std::string::String::from("default")])
        } else {
            quote!(::std::vec![#(#conditions),*])
        }
    });
    quote! {{
        let __test = #test;
        let mut __arms = ::std::vec::Vec::new();
        #({
            let __conditions = #conditions;
            __cx.open();
            { #bodies }
            let __block = __cx.close();
            __arms.push((__conditions, __block));
        })*
        __cx.matches(__test, __arms);
    }}
}

/// A `match` on a `bool` or a number, as a chain of `if`s.
fn chain(choice: &Match, bodies: impl Iterator<Item = TokenStream>) -> TokenStream {
    let is_number = choice.test.is_number();
    let test = if is_number {
        number(&choice.test)
    } else {
        value(&choice.test)
    };
    let last = choice.arms.len().saturating_sub(1);
    let tests = choice.arms.iter().enumerate().map(|(position, arm)| {
        // rustc has checked that the arms cover every `bool`.
        if arm.patterns.is_empty() || (!is_number && position == last) {
            return quote!(::core::option::Option::None);
        }
        let tests = arm.patterns.iter().map(|pattern| match pattern {
            Pattern::Integer(value) => {
                let value = proc_macro2::Literal::u128_unsuffixed(*value);
                quote!(::hdl::elaborate::selected(&__test, #value))
            }
            Pattern::Bool(true) => quote!(__test.clone()),
            Pattern::Bool(false) => quote!(::hdl::elaborate::expression::unary(
                ::hdl::elaborate::VerilogOpUnary::Not,
                __test.clone()
            )),
            Pattern::Path(path) => {
                quote!(::hdl::elaborate::selected(
                    &__test,
                    ::hdl::value::MatchKey::match_key(#path) as usize
                ))
            }
        });
        let any = tests.reduce(|left, right| {
            quote!(::hdl::elaborate::expression::binary(
                #left,
                ::hdl::elaborate::VerilogOp::LogicalOr,
                #right
            ))
        });
        quote!(::core::option::Option::Some(#any))
    });
    quote! {{
        let __test = #test;
        let mut __arms = ::std::vec::Vec::new();
        #({
            let __condition = #tests;
            __cx.open();
            { #bodies }
            let __block = __cx.close();
            __arms.push((__condition, __block));
        })*
        __cx.chain(__arms);
    }}
}

/// A variant or constant as an elaborated value.
pub fn known_path(path: &TokenStream) -> TokenStream {
    quote!((&&::hdl::elaborate::Known(#path)).elaborate())
}

/// The same, with the name that the source gives it.
pub fn known_value(value: &TokenStream, name: Option<&str>) -> TokenStream {
    let known = known_path(value);
    match name {
        Some(name) => quote!(#known.named(#name)),
        None => known,
    }
}
