//! Another number, or another state.
//!
//! | before | after |
//! |---|---|
//! | `8'd5` | `8'd6`, `8'd4`, `8'd133` |
//! | `1'd0` | `1'd1` |
//! | `Power::Awake`, the last of three | `Power::Gated`, the first |

use super::Site;
use crate::ir::*;
use num_bigint::BigUint;

/// Numbers of more bits are not written out.
const READABLE: usize = 32;

/// One more, one less, and the top bit turned.
pub fn others(site: &Site) -> Vec<(String, Expr)> {
    let expr = site.expr;
    match &expr.kind {
        ExprKind::Literal(number) => {
            let size = BigUint::from(1_u8) << expr.width;
            let more = (&number.value + 1_u8) % &size;
            let less = (&number.value + &size - 1_u8) % &size;
            let turned = &number.value ^ (BigUint::from(1_u8) << (expr.width - 1));
            let values = [
                ("one more", more),
                ("one less", less),
                ("top bit turned", turned),
            ];
            let mut new: Vec<(&str, BigUint)> = vec![];
            for (how, value) in values {
                if new.iter().all(|(_, known)| *known != value) {
                    new.push((how, value));
                }
            }
            let width = expr.width;
            let pair = |(how, value): (&str, BigUint)| {
                let what = match width {
                    ..=READABLE => format!("{width}'d{} -> {width}'d{value}", number.value),
                    _ => format!("{width} bits, {how}"),
                };
                (what, Expr::literal(width, value))
            };
            new.into_iter().map(pair).collect()
        }
        ExprKind::Variant { path, .. } => next_state(site.netlist, path, expr.width),
        _ => vec![],
    }
}

fn next_state(netlist: &Netlist, path: &str, width: usize) -> Vec<(String, Expr)> {
    let Some((name, variant)) = path.split_once('$') else {
        return vec![];
    };
    let kind = netlist.enums.get(name).map(|ty| &ty.kind);
    let Some(TypeKind::Enum(variants)) = kind else {
        return vec![];
    };
    let Some(at) = variants.iter().position(|known| known == variant) else {
        return vec![];
    };
    let next = (at + 1) % variants.len();
    if next == at {
        return vec![];
    }
    let what = format!("{variant} -> {}", variants[next]);
    let kind = ExprKind::Variant {
        path: format!("{name}${}", variants[next]),
        value: next as u64,
    };
    vec![(what, Expr::new(width, kind))]
}
