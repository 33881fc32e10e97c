//! The intermediate form as the code that builds the AST: assignments and their targets.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use super::branch::{choice, conditional};
use super::expr::{number, place, value};
use super::statements;
use crate::ir::{Block, Expr, Kind, Part, Place};

/// Where the value of an expression goes.
#[derive(Clone, Copy)]
pub enum Target<'a> {
    /// The `let` in `__target`, of `__width` bits; named where it may have a value already.
    Let(Option<&'a syn::Ident>),
    /// A signal, or a field of it.
    Signal(&'a Place, &'a [syn::Ident]),
}

/// `self.x.next = ..`, or a field of it.
pub fn assignment(target: &Place, fields: &[syn::Ident], source: &Expr) -> TokenStream {
    let subject = subject(target);
    let assign = match in_place(target, source).filter(|_| fields.is_empty()) {
        Some(slice) => slice,
        None => assign(source, Target::Signal(target, fields)),
    };
    quote! {
        __cx.about(#subject);
        #assign
    }
}

/// What a signal is called in the names of helpers: `state` for `state.d`.
fn subject(target: &Place) -> String {
    let fields = target.fields();
    fields
        .strip_suffix(".d")
        .unwrap_or(&fields)
        .replace('.', "_")
}

/// The statement that gives a plain value to a target.
fn give(target: Target<'_>, value: &TokenStream) -> TokenStream {
    match target {
        Target::Let(_) => quote! {{
            let __value = #value;
            __cx.assign_let(&__target, __value, __width);
        }},
        Target::Signal(signal, [outer @ .., field]) => {
            let sample = signal.sample();
            let of = |fields: &[syn::Ident]| quote!(::hdl::elaborate::shadow(|| #sample.next #(.#fields)*));
            let outside = outer.iter().enumerate().map(|(depth, field)| {
                let (_, offset) = field_layout(&of(&outer[..depth]), field);
                offset
            });
            let (width, inside) = field_layout(&of(outer), field);
            let offset = quote!(#(#outside +)* #inside);
            give_slice(
                target,
                &width,
                &quote!(::hdl::elaborate::Index::constant(#offset)),
                value,
            )
        }
        Target::Signal(signal, _) => {
            let signal = place(signal);
            quote! {{
                let __value = #value;
                let __place = #signal;
                __place.write(__cx, |__target| {
                    ::hdl::elaborate::VerilogStatement::Assignment(__target, __value)
                });
            }}
        }
    }
}

/// The statement that gives a value to a slice of a target.
fn give_slice(
    target: Target<'_>,
    width: &TokenStream,
    offset: &TokenStream,
    value: &TokenStream,
) -> TokenStream {
    let assign = match target {
        Target::Let(_) => quote! {
            __cx.assign_slice(__target.clone(), __slice_width, __offset.expression(), __bits);
        },
        Target::Signal(signal, _) => {
            let signal = place(signal);
            quote! {
                let __place = #signal;
                __place.write(__cx, |__target| {
                    ::hdl::elaborate::VerilogStatement::SliceAssignment {
                        base: __target,
                        width: __slice_width,
                        offset: __offset.expression(),
                        replacement: __bits,
                    }
                });
            }
        }
    };
    quote! {{
        let __bits = #value;
        let __offset = #offset;
        let __slice_width = #width;
        #assign
    }}
}

/// `self.y.next = replace_bits(self.y.val(), ..)` assigns a slice.
fn in_place(target: &Place, source: &Expr) -> Option<TokenStream> {
    let (base, offset, bits) = replaced(source)?;
    let Kind::Read(read) = &base.kind else {
        return None;
    };
    let plain = |place: &Place| place.read().to_string();
    let (width, offset, bits) = slice_code(offset, bits);
    (plain(read) == plain(target))
        .then(|| give_slice(Target::Signal(target, &[]), &width, &offset, &bits))
}

/// `x = replace_bits(x, ..)` assigns a slice.
pub fn slice_of_let(name: &syn::Ident, source: &Expr) -> Option<TokenStream> {
    let (base, offset, bits) = replaced(source)?;
    let (width, offset, bits) = slice_code(offset, bits);
    matches!(&base.kind, Kind::Local(read) if read == name)
        .then(|| give_slice(Target::Let(Some(name)), &width, &offset, &bits))
}

fn replaced(source: &Expr) -> Option<(&Expr, &Expr, &Expr)> {
    match &source.kind {
        Kind::ReplaceBits {
            value,
            offset,
            bits,
        } => Some((value, offset, bits)),
        _ => None,
    }
}

fn slice_code(offset: &Expr, bits: &Expr) -> (TokenStream, TokenStream, TokenStream) {
    let rust = &bits.rust;
    let width = quote!(::hdl::elaborate::width_of(|| #rust));
    (width, number(offset), value(bits))
}

/// The width and offset of a struct's field, from the methods that `LogicStruct` derives.
pub fn field_layout(base: &TokenStream, field: &syn::Ident) -> (TokenStream, TokenStream) {
    let width = quote::format_ident!("get_my_width_{}", field);
    let offset = quote::format_ident!("get_my_offset_{}", field);
    (quote!(#base.#width()), quote!(#base.#offset()))
}

/// Whether the expression becomes several statements that assign its target.
pub fn is_several(expr: &Expr) -> bool {
    match &expr.kind {
        Kind::If(_) | Kind::Match(_) | Kind::Block(_) | Kind::Struct { .. } => true,
        Kind::Into(inner) => is_several(inner),
        _ => false,
    }
}

/// Gives the value of an expression to a target, in each of its branches.
pub fn assign(expr: &Expr, target: Target<'_>) -> TokenStream {
    let branch = |block: &Block| {
        let before = statements(block);
        let end = block.value.as_ref().map(|value| assign(value, target));
        quote!(#before #end)
    };
    match &expr.kind {
        Kind::If(choice) => conditional(choice, &branch),
        Kind::Match(selection) => choice(selection, &branch),
        Kind::Block(block) => {
            let block = branch(block);
            quote!({ #block })
        }
        Kind::Into(inner) => assign(inner, target),
        Kind::Struct { fields, rest } if takes_fields(target, expr) => {
            structure(expr, fields, rest.as_deref(), target)
        }
        _ => give(target, &value(expr)),
    }
}

/// Whether a struct literal may go to the target field by field: not where the literal reads
/// what it changes, and not where each field would be a decoder of its own.
fn takes_fields(target: Target<'_>, literal: &Expr) -> bool {
    match target {
        Target::Let(name) => !name.is_some_and(|name| mentions(&literal.rust, name)),
        Target::Signal(signal, _) => {
            let reads = matches!(
                signal.parts.first(),
                Some(Part::Field(name)) if mentions(&literal.rust, name)
            );
            !reads && !signal.is_dynamic()
        }
    }
}

fn mentions(tokens: &TokenStream, name: &syn::Ident) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => mentions(&group.stream(), name),
        _ => false,
    })
}

/// A struct literal: the base, or zeros, and then each field.
fn structure(
    expr: &Expr,
    fields: &[(syn::Ident, Expr)],
    rest: Option<&Expr>,
    target: Target<'_>,
) -> TokenStream {
    let rust = &expr.rust;
    let start = match rest {
        Some(rest) => value(rest),
        None => quote!(::hdl::elaborate::expression::integer(0)),
    };
    let start = give(target, &start);
    if let Target::Signal(signal, outer) = target {
        let fields = fields.iter().map(|(name, field)| {
            let path = [outer, std::slice::from_ref(name)].concat();
            assign(field, Target::Signal(signal, &path))
        });
        return quote!({ #start #(#fields)* });
    }
    let slices = fields.iter().map(|(name, field)| {
        let (width, offset) = field_layout(&quote!(__shadow), name);
        let offset = quote!(::hdl::elaborate::Index::constant(#offset));
        give_slice(target, &width, &offset, &value(field))
    });
    quote! {{
        let __shadow = ::hdl::elaborate::shadow(|| #rust);
        #start
        #(#slices)*
    }}
}
