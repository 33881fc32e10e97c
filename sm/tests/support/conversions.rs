//! A table that is made, not written: conversions between every pair of types, in every direction of
//! rounding. What it expects is computed here from PTX's definitions with i128 and the standard
//! library's arithmetic, without a line of the product.

use super::forms::Form;

const INTEGERS: [&str; 8] = ["u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64"];

/// Width of a type.
pub fn bits(ty: &str) -> u32 {
    ty[1..].parse().expect("a width")
}

/// The lowest bits set.
pub fn ones(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

/// The type's least and greatest value.
pub fn range(ty: &str) -> (i128, i128) {
    let bits = bits(ty);
    if ty.starts_with('s') {
        (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
    } else {
        (0, (1i128 << bits) - 1)
    }
}

/// Integers where conversions change their mind.
fn edges(ty: &str) -> Vec<i128> {
    let (least, most) = range(ty);
    let mut edges = vec![least, most, 0, 1, most / 3, least / 3];
    for power in [7, 8, 11, 15, 16, 24, 31, 32, 53, 63] {
        for near in -1..=1 {
            edges.extend([(1i128 << power) + near, -(1i128 << power) + near]);
        }
    }
    edges.retain(|&edge| (least..=most).contains(&edge));
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// The register type that holds a type's values: 8 and 16 bits go into wider ones, to show how
/// they are extended.
fn holder(ty: &str) -> String {
    match (&ty[..1], bits(ty)) {
        (kind, 8 | 16) if kind != "f" => format!("{kind}32"),
        _ => ty.to_owned(),
    }
}

/// The bits of a value, extended to its holder.
fn hold(value: i128, ty: &str) -> String {
    format!("{:#x}", value as u64 & ones(bits(&holder(ty))))
}

fn form(code: String, result: &str, operand: &str, rows: Vec<(String, String)>) -> Form {
    Form {
        line: 0,
        code,
        results: vec![result.to_owned()],
        operands: vec![operand.to_owned()],
        within: 0,
        rows: rows
            .into_iter()
            .map(|(a, d)| (0, vec![a], vec![d]))
            .collect(),
    }
}

/// A value's lower bits as the type reads them.
fn wrap(value: i128, ty: &str) -> i128 {
    let (least, most) = range(ty);
    let low = value & (most - least);
    if low > most {
        low - (most - least + 1)
    } else {
        low
    }
}

fn between_integers(forms: &mut Vec<Form>) {
    for to in INTEGERS {
        for from in INTEGERS {
            for saturate in [false, true] {
                let convert = |value: i128| {
                    let (least, most) = range(to);
                    let result = if saturate {
                        value.clamp(least, most)
                    } else {
                        wrap(value, to)
                    };
                    // What stands above a narrow operand does not count.
                    let width = bits(from);
                    let above = if width < 32 {
                        0xa5a5_a5a5u64 << width
                    } else {
                        0
                    };
                    let operand = (value as u64 & ones(width) | above) & ones(width.max(32));
                    (format!("{operand:#x}"), hold(result, to))
                };
                let rows = edges(from).into_iter().map(convert).collect();
                let sat = if saturate { ".sat" } else { "" };
                let code = format!("cvt{sat}.{to}.{from} %d, %a;");
                forms.push(form(code, &holder(to), &holder(from), rows));
            }
        }
    }
}

/// The format's numbers: bits, and the number they stand for. Those of f16 are all finite ones.
struct Real {
    ty: &'static str,
    fraction: u32,
    least_exponent: i32,
}

const REALS: [Real; 3] = [
    Real {
        ty: "f16",
        fraction: 10,
        least_exponent: -14,
    },
    Real {
        ty: "f32",
        fraction: 23,
        least_exponent: -126,
    },
    Real {
        ty: "f64",
        fraction: 52,
        least_exponent: -1022,
    },
];

impl Real {
    fn infinity(&self) -> u64 {
        ones(bits(self.ty) - 1) & !ones(self.fraction)
    }

    /// The number of a bit pattern without its sign; infinity counts as the power after the last.
    fn magnitude(&self, pattern: u64) -> f64 {
        if self.ty == "f64" {
            return f64::from_bits(pattern);
        }
        let exponent = (pattern >> self.fraction) as i32;
        let fraction = (pattern & ones(self.fraction)) as f64;
        let unit = |exponent: i32| 2f64.powi(exponent);
        if exponent == 0 {
            return fraction * unit(self.least_exponent - self.fraction as i32);
        }
        let scale = exponent - 1 + self.least_exponent;
        (unit(self.fraction as i32) + fraction) * unit(scale) * unit(-(self.fraction as i32))
    }

    /// A number rounded in a direction (`rn rz rm rp`), as bits; `exact` compares the wanted
    /// magnitude with a number of the format.
    fn round(&self, negative: bool, mode: &str, exact: impl Fn(f64) -> std::cmp::Ordering) -> u64 {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let sign = u64::from(negative) << (bits(self.ty) - 1);
        // The greatest pattern that is not above the wanted magnitude.
        let (mut low, mut high) = (0, self.infinity());
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if exact(self.magnitude(middle)) == Less {
                high = middle;
            } else {
                low = middle;
            }
        }
        let below = self.magnitude(low);
        let up = match (mode, exact(below)) {
            (_, Equal) => false,
            ("rz", _) => false,
            ("rm", _) => negative,
            ("rp", _) => !negative,
            _ => {
                let half = below + (self.magnitude(low + 1) - below) / 2.0;
                match exact(half) {
                    Greater => true,
                    Less => false,
                    Equal => low & 1 == 1,
                }
            }
        };
        sign | (low + u64::from(up))
    }
}

fn integers_to_reals(forms: &mut Vec<Form>) {
    for real in &REALS {
        for from in INTEGERS {
            for mode in ["rn", "rz", "rm", "rp"] {
                let convert = |value: i128| {
                    let wanted = value.unsigned_abs();
                    // Every magnitude here is a whole number or has a fraction that f64 holds.
                    let exact = |number: f64| {
                        let whole = number.floor();
                        let fraction = number - whole;
                        let order = wanted.cmp(&(whole as u128));
                        order.then(if fraction > 0.0 {
                            std::cmp::Ordering::Less
                        } else {
                            std::cmp::Ordering::Equal
                        })
                    };
                    // Between two numbers of f64 there is none of f64 to compare with.
                    let result = if (real.ty, mode) == ("f64", "rn") {
                        (value as f64).to_bits()
                    } else {
                        real.round(value < 0, mode, exact)
                    };
                    (hold(value, from), format!("{result:#x}"))
                };
                // Above 65504 f16 overflows by rules of its own, which conversion.txt has.
                let fits = |value: &i128| real.ty != "f16" || value.abs() < 65_504;
                let rows = edges(from).into_iter().filter(fits).map(convert).collect();
                let code = format!("cvt.{mode}.{}.{from} %d, %a;", real.ty);
                forms.push(form(code, real.ty, &holder(from), rows));
            }
        }
    }
}

/// Numbers that f16 can hold, and some that only wider formats can.
fn numbers(ty: &str) -> Vec<f64> {
    let mut numbers = vec![
        0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.5, 3.5, 100.25, 127.5, 128.0, 255.5,
    ];
    numbers.extend([1000.0, 2047.0, 32_752.0, 32_768.0, 65_504.0]);
    if ty != "f16" {
        numbers.extend([65_535.5, 65_536.0, 2147483520.0, 2147483648.0, 4294967040.0]);
        numbers.extend([
            4294967296.0,
            9.223371487098962e18,
            2f64.powi(63),
            2f64.powi(64),
            2f64.powi(100),
        ]);
    }
    if ty == "f64" {
        numbers.extend([2147483647.5, 4294967295.5, 9007199254740993.0, 0.1, 1e300]);
    }
    let negative: Vec<f64> = numbers.iter().map(|number| -number).collect();
    numbers.extend(negative);
    numbers
}

fn pattern(real: &Real, number: f64) -> u64 {
    let magnitude = number.abs();
    real.round(number.is_sign_negative(), "rz", |candidate| {
        magnitude.total_cmp(&candidate)
    })
}

fn integral(number: f64, mode: &str) -> f64 {
    match mode {
        "rzi" => number.trunc(),
        "rmi" => number.floor(),
        "rpi" => number.ceil(),
        _ => number.round_ties_even(),
    }
}

const INTEGRAL: [&str; 4] = ["rni", "rzi", "rmi", "rpi"];

fn reals_to_integers(forms: &mut Vec<Form>) {
    for real in &REALS {
        for to in INTEGERS {
            for mode in INTEGRAL {
                let (least, most) = range(to);
                let convert = |number: f64| {
                    // PTX clamps to the range of the result, as Rust's cast does.
                    let result = (integral(number, mode) as i128).clamp(least, most);
                    (format!("{:#x}", pattern(real, number)), hold(result, to))
                };
                let mut rows: Vec<_> = numbers(real.ty).into_iter().map(convert).collect();
                rows.push((format!("{:#x}", real.infinity()), hold(most, to)));
                // NaN (PTX ISA, cvt): 0, but the highest bit if f64 or 64 bits take part.
                let wide = real.ty == "f64" || bits(to) == 64;
                let nan = if wide {
                    wrap(1 << (bits(to) - 1), to)
                } else {
                    0
                };
                rows.push((format!("{:#x}", real.infinity() | 1), hold(nan, to)));
                let code = format!("cvt.{mode}.{to}.{} %d, %a;", real.ty);
                forms.push(form(code, &holder(to), real.ty, rows));
            }
        }
    }
}

fn between_reals(forms: &mut Vec<Form>) {
    for to in &REALS {
        for from in &REALS {
            let modes: &[&str] = match bits(to.ty).cmp(&bits(from.ty)) {
                std::cmp::Ordering::Less => &["rn", "rz", "rm", "rp"],
                std::cmp::Ordering::Equal => &INTEGRAL,
                std::cmp::Ordering::Greater => &[""],
            };
            for &mode in modes {
                let convert = |number: f64| {
                    let value = if to.ty == from.ty {
                        integral(number, mode)
                    } else {
                        number
                    };
                    let exact = |candidate: f64| value.abs().total_cmp(&candidate);
                    let result = to.round(value.is_sign_negative(), mode, exact);
                    (
                        format!("{:#x}", pattern(from, number)),
                        format!("{result:#x}"),
                    )
                };
                let fits = |number: &f64| to.ty != "f16" || number.abs() < 65_504.0;
                let in_range = |number: &f64| bits(to.ty) >= 32 && number.abs() < 1e38;
                let all = numbers(from.ty).into_iter();
                let rows = all
                    .filter(|number| fits(number) && (bits(to.ty) == 16 || in_range(number)))
                    .map(convert)
                    .collect();
                let mode = if mode.is_empty() {
                    String::new()
                } else {
                    format!(".{mode}")
                };
                let code = format!("cvt{mode}.{}.{} %d, %a;", to.ty, from.ty);
                forms.push(form(code, to.ty, from.ty, rows));
            }
        }
    }
}

/// A conversion between every pair of types, in every direction of rounding.
pub fn conversions() -> Vec<Form> {
    let mut forms = Vec::new();
    between_integers(&mut forms);
    integers_to_reals(&mut forms);
    reals_to_integers(&mut forms);
    between_reals(&mut forms);
    forms
}
