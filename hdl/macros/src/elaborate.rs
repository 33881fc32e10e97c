//! The intermediate form as the code that builds the AST: statements.
//!
//! The generated code runs once, top to bottom. For each hardware `let x` it keeps two variables:
//! `x` itself, a stand-in of the right type for inference, and `__hw_x`, its AST. `__cx` collects
//! the statements.

use proc_macro2::TokenStream;
use quote::quote;

use crate::elaborate_expr::{number, place, value};
use crate::ir::{
    ast_variable, Block, Class, Expr, For, If, Kind, Let, Match, MatchKind, Pattern, Place, Shape,
    Statement,
};
use crate::simulate;

/// Where the value of an expression goes: makes the statement from the code of the value.
pub type Sink<'a> = &'a dyn Fn(TokenStream) -> TokenStream;

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
            let rust = &value.rust;
            let assign = assign(value, &|value| {
                quote! {{
                    let __value = #value;
                    __cx.assign_let(&__target, __value, __width);
                }}
            });
            quote! {{
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
        _ if is_branching(init) => {
            let assign = assign(init, &|value| {
                quote! {{
                    let __value = #value;
                    __cx.assign_let(&__target, __value, __width);
                }}
            });
            quote! {
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

fn assignment(target: &Place, fields: &[syn::Ident], source: &Expr) -> TokenStream {
    let signal = place(target);
    if let [field] = fields {
        let sample = target.sample();
        let (width, offset) =
            field_layout(&quote!(::hdl::elaborate::shadow(|| #sample.next)), field);
        let assign = assign(source, &|value| {
            quote! {{
                let __value = #value;
                let __place = #signal;
                let (__width, __offset) = (#width, #offset);
                __place.write(__cx, |__target| ::hdl::elaborate::VerilogStatement::SliceAssignment {
                    base: __target,
                    width: __width,
                    offset: ::hdl::elaborate::expression::integer(__offset as u128),
                    replacement: __value,
                });
            }}
        });
        return assign;
    }
    if let Some(slice) = in_place(target, source) {
        return slice;
    }
    assign(source, &|value| {
        quote! {{
            let __value = #value;
            let __place = #signal;
            __place.write(__cx, |__target| {
                ::hdl::elaborate::VerilogStatement::Assignment(__target, __value)
            });
        }}
    })
}

/// `self.y.next = replace_bits(self.y.val(), ..)` assigns a slice.
fn in_place(target: &Place, source: &Expr) -> Option<TokenStream> {
    let Kind::ReplaceBits {
        value: base,
        offset,
        bits,
    } = &source.kind
    else {
        return None;
    };
    let Kind::Read(read) = &base.kind else {
        return None;
    };
    let plain = |place: &Place| place.read().to_string();
    if plain(read) != plain(target) {
        return None;
    }
    let signal = place(target);
    let (offset, rust, bits) = (number(offset), &bits.rust, value(bits));
    Some(quote! {{
        let __bits = #bits;
        let __offset = #offset;
        let __width = ::hdl::elaborate::width_of(|| #rust);
        let __place = #signal;
        __place.write(__cx, |__target| ::hdl::elaborate::VerilogStatement::SliceAssignment {
            base: __target,
            width: __width,
            offset: __offset.expression(),
            replacement: __bits,
        });
    }})
}

/// The width and offset of a struct's field, from the methods that `LogicStruct` derives.
pub fn field_layout(base: &TokenStream, field: &syn::Ident) -> (TokenStream, TokenStream) {
    let width = quote::format_ident!("get_my_width_{}", field);
    let offset = quote::format_ident!("get_my_offset_{}", field);
    (quote!(#base.#width()), quote!(#base.#offset()))
}

/// Whether the expression becomes statements with branches that assign its target.
pub fn is_branching(expr: &Expr) -> bool {
    match &expr.kind {
        Kind::If(_) | Kind::Match(_) | Kind::Block(_) => true,
        Kind::Into(inner) => is_branching(inner),
        _ => false,
    }
}

/// Sends the value of an expression to a sink, in each of its branches.
pub fn assign(expr: &Expr, sink: Sink<'_>) -> TokenStream {
    let branch = |block: &Block| {
        let before = statements(block);
        let end = block.value.as_ref().map(|value| assign(value, sink));
        quote!(#before #end)
    };
    match &expr.kind {
        Kind::If(choice) => conditional(choice, &branch),
        Kind::Match(selection) => choice(selection, &branch),
        Kind::Block(block) => {
            let block = branch(block);
            quote!({ #block })
        }
        Kind::Into(inner) => assign(inner, sink),
        _ => sink(value(expr)),
    }
}

fn conditional(choice: &If, branch: &dyn Fn(&Block) -> TokenStream) -> TokenStream {
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

fn choice(choice: &Match, branch: &dyn Fn(&Block) -> TokenStream) -> TokenStream {
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
                let known = known_path(path);
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
            let __name = __cx.enter_loop(#label);
            let #ast = ::hdl::elaborate::Index::of_loop(&__name, __to);
            let #index: usize = __from;
            __cx.open();
            { #body }
            let __block = __cx.close();
            __cx.repeat(__name, __from, __to, __block);
        }
    }}
}
