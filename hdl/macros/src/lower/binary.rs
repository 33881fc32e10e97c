//! From Rust's syntax to the intermediate form: operators.

use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned;
use syn::{BinOp, Expr as SynExpr, Result, UnOp};

use crate::errors;
use crate::ir::{Class, Expr, Kind, Known, Shape};
use crate::lower::Lowering;

impl Lowering {
    /// `left op right`.
    pub fn binary(&mut self, binary: &syn::ExprBinary, whole: &SynExpr) -> Result<Expr> {
        let op = binary.op;
        let left = self.expression(&binary.left)?;
        let right = self.expression(&binary.right)?;
        let is_shift = matches!(op, BinOp::Shl(_) | BinOp::Shr(_));
        let is_comparison = matches!(
            op,
            BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_)
        );
        // What is shifted by a loop index is a value, unless it is a bare number.
        let shifts_value = is_shift && !left.is_number() && !is_integer(&left);
        let numbers = !left.is_value() && !right.is_value() && !shifts_value;
        let class = left.class.max(right.class);
        let rust = binary_rust(&op, &left.rust, &right.rust, left.is_value() || !numbers);
        if numbers && is_comparison {
            return Ok(Expr {
                kind: Kind::Compare(op, Box::new(left), Box::new(right)),
                class,
                shape: Shape::Value,
                rust,
                span: whole.span(),
            });
        }
        if left.is_number() || (numbers && right.is_number()) {
            return number_arithmetic(op, left, right, rust, whole);
        }
        let allowed = is_shift
            || is_comparison
            || matches!(
                op,
                BinOp::Add(_)
                    | BinOp::Sub(_)
                    | BinOp::BitAnd(_)
                    | BinOp::BitOr(_)
                    | BinOp::BitXor(_)
                    | BinOp::And(_)
                    | BinOp::Or(_)
            );
        if !allowed {
            let message = match op {
                BinOp::Mul(_) => "hardware values do not multiply: use shifts and adds",
                BinOp::Div(_) | BinOp::Rem(_) => {
                    "hardware values do not divide: use `>>` or `.get_bits::<W>(offset)`"
                }
                _ => return Err(errors::statement(whole)),
            };
            return Err(errors::at(op.span(), message));
        }
        Ok(Expr {
            kind: Kind::Binary(op, Box::new(left), Box::new(right)),
            class,
            shape: Shape::Value,
            rust,
            span: whole.span(),
        })
    }

    /// `!x`.
    pub fn unary(&mut self, unary: &syn::ExprUnary, whole: &SynExpr) -> Result<Expr> {
        match unary.op {
            UnOp::Not(_) => {
                let inner = self.expression(&unary.expr)?;
                if inner.is_number() {
                    return Err(errors::at(unary.span(), errors::INDEX_ARITHMETIC));
                }
                let (rust, class) = (&inner.rust, inner.class);
                Ok(Expr {
                    rust: quote!(!#rust),
                    class,
                    shape: Shape::Value,
                    span: whole.span(),
                    kind: Kind::Not(Box::new(inner)),
                })
            }
            UnOp::Neg(_) => Err(errors::at(
                unary.span(),
                "hardware values are unsigned: write `!x + 1`",
            )),
            _ => Err(errors::at(
                unary.span(),
                "hardware values are copied: drop the `*`",
            )),
        }
    }
}

fn is_integer(expr: &Expr) -> bool {
    matches!(expr.kind, Kind::Known(Known::Integer(_)))
}

/// The Rust tokens of an operation. Shifts of values go through the prelude, where a shift by
/// more than the width costs nothing.
pub fn binary_rust(
    op: &BinOp,
    left: &TokenStream,
    right: &TokenStream,
    value: bool,
) -> TokenStream {
    match op {
        BinOp::Shl(_) if value => quote!(::hdl::value::shift_left(#left, #right)),
        BinOp::Shr(_) if value => quote!(::hdl::value::shift_right(#left, #right)),
        _ => quote!(#left #op #right),
    }
}

fn number_arithmetic(
    op: BinOp,
    left: Expr,
    right: Expr,
    rust: TokenStream,
    whole: &SynExpr,
) -> Result<Expr> {
    let class = left.class.max(right.class);
    if right.is_value() {
        return Err(errors::at(
            whole.span(),
            "a number on the left of a hardware value has no width: put the value first, or give \
             the number a width with `.to_bits::<N>()`",
        ));
    }
    match op {
        BinOp::Add(_) => {}
        BinOp::Sub(_) if class == Class::Hardware => {
            return Err(errors::at(op.span(), errors::DYNAMIC_DIFFERENCE))
        }
        BinOp::Mul(_)
            if class == Class::Hardware
                && left.class != Class::Known
                && right.class != Class::Known =>
        {
            return Err(errors::at(op.span(), errors::DYNAMIC_PRODUCT))
        }
        BinOp::Sub(_) | BinOp::Mul(_) => {}
        _ => return Err(errors::at(op.span(), errors::INDEX_ARITHMETIC)),
    }
    Ok(Expr {
        kind: Kind::Arithmetic(op, Box::new(left), Box::new(right)),
        class,
        shape: Shape::Number,
        rust,
        span: whole.span(),
    })
}
