//! A table that is made, not written: `setp` with every comparison of every type.

use super::conversions::{bits, ones, range};
use super::forms::Form;

fn comparison(code: String, ty: &str, rows: Vec<(String, String, bool)>) -> Form {
    let row = |(a, b, holds): (String, String, bool)| (0, vec![a, b], vec![holds.to_string()]);
    Form {
        line: 0,
        code,
        results: vec!["pred".to_owned()],
        operands: vec![ty.to_owned(); 2],
        within: 0,
        rows: rows.into_iter().map(row).collect(),
    }
}

/// `setp` with every comparison of every type.
pub fn comparisons() -> Vec<Form> {
    let mut forms = Vec::new();
    let integer = ["eq", "ne", "lt", "le", "gt", "ge"];
    let holds = |compare: &str, order: std::cmp::Ordering| match &compare[..2] {
        "eq" => order.is_eq(),
        "ne" => order.is_ne(),
        "lt" | "lo" => order.is_lt(),
        "le" | "ls" => order.is_le(),
        "gt" | "hi" => order.is_gt(),
        _ => order.is_ge(),
    };
    for ty in ["u16", "u32", "u64", "s16", "s32", "s64"] {
        let unsigned: &[&str] = if ty.starts_with('u') {
            &["lo", "ls", "hi", "hs"]
        } else {
            &[]
        };
        for compare in integer.iter().chain(unsigned) {
            let (least, most) = range(ty);
            let values = [least, least + 1, 0, 1, most / 2, most - 1, most];
            let pairs = values
                .iter()
                .flat_map(|a| values.iter().map(move |b| (*a, *b)));
            let row = |(a, b): (i128, i128)| {
                let text = |v: i128| format!("{:#x}", v as u64 & ones(bits(ty)));
                (text(a), text(b), holds(compare, a.cmp(&b)))
            };
            let code = format!("setp.{compare}.{ty} %d, %a, %b;");
            forms.push(comparison(code, ty, pairs.map(row).collect()));
        }
    }
    let unordered = ["equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"];
    for ty in ["f32", "f64"] {
        for compare in integer.iter().chain(&unordered) {
            let values = [
                f64::NEG_INFINITY,
                -1.5,
                -0.0,
                0.0,
                1.0,
                f64::INFINITY,
                f64::NAN,
            ];
            let pairs = values
                .iter()
                .flat_map(|a| values.iter().map(move |b| (*a, *b)));
            let row = |(a, b): (f64, f64)| {
                let text = |v: f64| {
                    if v.is_nan() {
                        "nan".to_owned()
                    } else {
                        v.to_string()
                    }
                };
                let result = match (a.partial_cmp(&b), *compare) {
                    (order, "num") => order.is_some(),
                    (order, "nan") => order.is_none(),
                    (None, compare) => compare.ends_with('u'),
                    (Some(order), compare) => holds(compare, order),
                };
                (text(a), text(b), result)
            };
            let code = format!("setp.{compare}.{ty} %d, %a, %b;");
            forms.push(comparison(code, ty, pairs.map(row).collect()));
        }
    }
    forms
}
