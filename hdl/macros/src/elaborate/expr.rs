//! The intermediate form as the code that builds the AST: expressions.

use proc_macro2::TokenStream;
use quote::quote;
use syn::BinOp;

use super::assign::{assign, field_layout, is_several, Target};
use super::branch::known_value;
use super::statements;
use crate::ir::{ast_variable, Block, Class, Expr, Kind, Known, Part, Place, Reduction};
use crate::lower::binary::binary_rust;

/// The code of a `VerilogExpression`.
pub fn value(expr: &Expr) -> TokenStream {
    if expr.is_number() {
        let number = number(expr);
        return quote!(#number.expression());
    }
    let build = quote!(::hdl::elaborate::expression);
    match &expr.kind {
        Kind::Known(Known::Integer(value)) => quote!(#build::integer(#value)),
        Kind::Known(Known::Bool(value)) => quote!(#build::boolean(#value)),
        Kind::Known(Known::Tokens { tokens, name, .. }) => {
            let known = known_value(tokens, name.as_deref());
            quote!(#known.expression())
        }
        Kind::Read(signal) => {
            let place = place(signal);
            let rust = &expr.rust;
            quote! {{
                let __place = #place;
                let __width = ::hdl::elaborate::width_of(|| #rust);
                __place.read(__cx, __width)
            }}
        }
        Kind::Local(name) => {
            let ast = ast_variable(name);
            quote!(#ast.clone())
        }
        Kind::Into(inner) => value(inner),
        Kind::Compare(op, left, right) => {
            let (left, op, right) = (number(left), operator(op), number(right));
            quote!(#left.compare(#op, &#right))
        }
        Kind::Binary(op, left, right) => binary(op, left, right),
        Kind::Not(inner) => {
            let inner = value(inner);
            quote!(#build::unary(::hdl::elaborate::VerilogOpUnary::Not, #inner))
        }
        Kind::Reduce(reduction, inner) => {
            let inner = value(inner);
            let op = match reduction {
                Reduction::All => quote!(All),
                Reduction::Any => quote!(Any),
                Reduction::Xor => quote!(Xor),
            };
            quote!(#build::unary(::hdl::elaborate::VerilogOpUnary::#op, #inner))
        }
        Kind::Sized(inner, width) => {
            let inner = value(inner);
            quote!(#build::cast(#inner, #width))
        }
        Kind::Slice {
            value: base,
            width,
            offset,
        } => {
            let (base, offset) = (value(base), number(offset));
            quote!(#build::slice(#base, #width, &#offset))
        }
        Kind::Bit { value: base, index } => {
            let (base, index) = (value(base), number(index));
            quote!(#build::bit(#base, &#index))
        }
        Kind::ReplaceBit {
            value: base,
            index,
            bit,
        } => {
            let (base, index, bit) = (value(base), number(index), value(bit));
            quote!(#build::replace_bit(#base, &#index, #bit))
        }
        Kind::ReplaceBits {
            value: base,
            offset,
            bits,
        } => replace_bits(base, offset, bits),
        Kind::Concat { high, low, width } => {
            let rust = &low.rust;
            let (high, low) = (value(high), value(low));
            quote! {{
                let __low_width = ::hdl::elaborate::width_of(|| #rust);
                #build::concat(#high, #low, __low_width, #width)
            }}
        }
        Kind::Replicate(bit, width) => {
            let bit = value(bit);
            quote!(#build::replicate(#bit, #width))
        }
        Kind::SignExtend(inner, width) => {
            let rust = &inner.rust;
            let inner = value(inner);
            quote! {{
                let __inner_width = ::hdl::elaborate::width_of(|| #rust);
                #build::sign_extend(#inner, __inner_width, #width)
            }}
        }
        Kind::Field(base, field) => {
            let rust = &base.rust;
            let base = value(base);
            let (width, offset) = field_layout(&quote!(::hdl::elaborate::shadow(|| #rust)), field);
            quote! {{
                let (__width, __offset) = (#width, #offset);
                #build::slice(#base, __width, &::hdl::elaborate::Index::constant(__offset))
            }}
        }
        Kind::Struct { .. } => own_let(expr, &quote!(__cx.helper_name("struct"))),
        Kind::Call(companion, arguments) => {
            let names = (0..arguments.len()).map(|n| quote::format_ident!("__argument_{n}"));
            let names: Vec<_> = names.collect();
            let arguments = arguments.iter().map(argument);
            quote! {{
                #(let #names = #arguments;)*
                #companion(__cx, #(#names),*)
            }}
        }
        Kind::If(choice) if choice.test.class == Class::Known => {
            let test = &choice.test.rust;
            let then = block_value(&choice.then);
            let otherwise = choice.otherwise.as_ref().map(block_value);
            quote!(if #test { #then } else { #otherwise })
        }
        Kind::Block(block) => {
            let block = block_value(block);
            quote!({ #block })
        }
        Kind::If(_) | Kind::Match(_) => own_let(expr, &quote!(__cx.helper_name("choice"))),
        // Numbers were handled first.
        Kind::Position(_) | Kind::Arithmetic(..) => TokenStream::new(),
    }
}

fn block_value(block: &Block) -> TokenStream {
    let before = statements(block);
    let end = block.value.as_ref().map(|end| value(end));
    quote!(#before #end)
}

/// An expression of several statements that no target receives: it gets a `let` of its own.
fn own_let(expr: &Expr, name: &TokenStream) -> TokenStream {
    let rust = &expr.rust;
    let assign = assign(expr, Target::Let(None));
    quote! {{
        let __width = ::hdl::elaborate::width_of(|| #rust);
        let __target = ::hdl::elaborate::expression::signal(#name);
        #assign
        __target
    }}
}

/// The value of a `#[hardware]` function.
pub fn result(expr: &Expr) -> TokenStream {
    if is_several(expr) {
        own_let(expr, &quote!(__cx.result_name()))
    } else {
        value(expr)
    }
}

fn replace_bits(base: &Expr, offset: &Expr, bits: &Expr) -> TokenStream {
    let (base_rust, bits_rust) = (&base.rust, &bits.rust);
    let (base, offset, bits) = (value(base), number(offset), value(bits));
    quote! {{
        let __base = #base;
        let __bits = #bits;
        let __offset = #offset;
        let __target = ::hdl::elaborate::expression::signal(__cx.helper_name("replaced"));
        __cx.assign_let(&__target, __base, ::hdl::elaborate::width_of(|| #base_rust));
        __cx.assign_slice(
            __target.clone(),
            ::hdl::elaborate::width_of(|| #bits_rust),
            __offset.expression(),
            __bits,
        );
        __target
    }}
}

fn binary(op: &BinOp, left: &Expr, right: &Expr) -> TokenStream {
    let is_shift = matches!(op, BinOp::Shl(_) | BinOp::Shr(_));
    let beside = |operand: &Expr, other: &Expr, is_left: bool| match &operand.kind {
        // An integer literal may owe its type to the operand beside it.
        Kind::Known(Known::Tokens {
            tokens,
            literals: true,
            name,
        }) => {
            let operation = if is_left {
                binary_rust(op, &quote!(__operand), &other.rust, true)
            } else {
                binary_rust(op, &other.rust, &quote!(__operand), true)
            };
            let known = known_value(&quote!(__value), name.as_deref());
            quote! {{
                let __value = ::hdl::elaborate::operand(#tokens, |__operand| #operation);
                #known.expression()
            }}
        }
        _ if operand.is_number() && !is_shift => {
            let number = number(operand);
            let rust = &other.rust;
            quote!(#number.sized(::hdl::elaborate::width_of(|| #rust)))
        }
        _ => value(operand),
    };
    let (before, after) = (beside(left, right, true), beside(right, left, false));
    let op = operator(op);
    quote! {{
        let __left = #before;
        let __right = #after;
        ::hdl::elaborate::expression::binary(__left, #op, __right)
    }}
}

fn argument(argument: &Expr) -> TokenStream {
    let rust = &argument.rust;
    let build = quote!(::hdl::elaborate::Argument);
    match &argument.kind {
        Kind::Known(Known::Integer(number)) => {
            let number = proc_macro2::Literal::u128_unsuffixed(*number);
            quote!(#build::index(::hdl::elaborate::Index::constant(#number), || #rust))
        }
        Kind::Known(Known::Tokens { tokens, name, .. }) => {
            let known = known_value(tokens, name.as_deref());
            quote!(#build::known(#known, || #rust))
        }
        _ if argument.is_number() => {
            let number = number(argument);
            quote!(#build::index(#number, || #rust))
        }
        _ => {
            let value = value(argument);
            quote!({ let __value = #value; #build::expression(__value, || #rust) })
        }
    }
}

/// The code of an `Index`.
pub fn number(expr: &Expr) -> TokenStream {
    let build = quote!(::hdl::elaborate::Index);
    match &expr.kind {
        Kind::Known(Known::Integer(value)) => {
            let value = proc_macro2::Literal::u128_unsuffixed(*value);
            quote!(#build::constant(#value))
        }
        Kind::Known(Known::Tokens { tokens, .. }) => quote!(#build::constant((#tokens) as usize)),
        Kind::Local(name) => {
            let ast = ast_variable(name);
            quote!(#ast.clone())
        }
        Kind::Position(inner) => {
            let rust = &inner.rust;
            let inner = value(inner);
            quote! {{
                let __value = #inner;
                #build::dynamic(__value, ::hdl::elaborate::width_of(|| #rust))
            }}
        }
        Kind::Arithmetic(op, left, right) => {
            let (left, right) = (number(left), number(right));
            quote!((#left #op #right))
        }
        _ => quote!(::core::compile_error!("a number is wanted here")),
    }
}

/// The code of a `Place`.
pub fn place(place: &Place) -> TokenStream {
    let mut tokens = TokenStream::new();
    for (position, part) in place.parts.iter().enumerate() {
        tokens = match part {
            Part::Field(name) if position == 0 => {
                let name = label(name);
                quote!(::hdl::elaborate::Place::field(#name))
            }
            Part::Field(name) => {
                let name = label(name);
                quote!(#tokens.port(#name))
            }
            Part::Element(index) => {
                let index = number(index);
                let array = place.array(position);
                quote! {{
                    let __index = #index;
                    let __before = #tokens;
                    __before.element(__cx, &__index, &#array)
                }}
            }
        };
    }
    tokens
}

fn label(name: &syn::Ident) -> String {
    name.to_string().trim_start_matches("r#").to_owned()
}

fn operator(op: &BinOp) -> TokenStream {
    let name = match op {
        BinOp::Add(_) => quote!(Add),
        BinOp::Sub(_) => quote!(Sub),
        BinOp::And(_) => quote!(LogicalAnd),
        BinOp::Or(_) => quote!(LogicalOr),
        BinOp::BitXor(_) => quote!(BitXor),
        BinOp::BitAnd(_) => quote!(BitAnd),
        BinOp::BitOr(_) => quote!(BitOr),
        BinOp::Shl(_) => quote!(Shl),
        BinOp::Shr(_) => quote!(Shr),
        BinOp::Eq(_) => quote!(Eq),
        BinOp::Lt(_) => quote!(Lt),
        BinOp::Le(_) => quote!(Le),
        BinOp::Ne(_) => quote!(Ne),
        BinOp::Ge(_) => quote!(Ge),
        BinOp::Gt(_) => quote!(Gt),
        _ => quote!(Mul),
    };
    quote!(::hdl::elaborate::VerilogOp::#name)
}
