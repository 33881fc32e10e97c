//! Checks: what a buffer holds against what it must hold.

use super::picture::picture;
use crate::descriptor::{Check, ElementType};
use crate::ir::Rounding;
use crate::softfloat::{self, BF16, F16, F64};
use serde::Serialize;
use std::fmt;

/// What became of one check.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckResult {
    /// The buffer.
    pub buffer: String,
    /// Elements that were compared.
    pub elements: u64,
    /// Elements beyond the tolerance.
    pub wrong: u64,
    /// Greatest distance of two numbers.
    pub largest_distance: f64,
    /// The first elements beyond the tolerance.
    pub first: Vec<Difference>,
    /// Elements of a row, if the buffer has rows.
    pub width: Option<u64>,
    /// Where elements are beyond the tolerance: a sign for each part of the buffer, row by row.
    pub picture: Vec<String>,
}

/// Elements that are shown.
const SHOWN: usize = 5;

/// An element that is not what it must be.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// Index of the element.
    pub index: u64,
    /// What the kernel left.
    pub got: String,
    /// What was expected.
    pub expected: String,
}

impl CheckResult {
    /// Whether all elements are within the tolerance.
    pub fn passed(&self) -> bool {
        self.wrong == 0
    }
}

impl fmt::Display for CheckResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (buffer, elements, wrong) = (&self.buffer, self.elements, self.wrong);
        if wrong == 0 {
            return write!(f, "{buffer}: {elements} elements as expected");
        }
        let most = self.largest_distance;
        write!(
            f,
            "{buffer}: {wrong} of {elements} elements differ, at most by {most}"
        )?;
        for Difference {
            index,
            got,
            expected,
        } in &self.first
        {
            let place = match self.width {
                Some(width) if width > 0 => format!("{}][{}", index / width, index % width),
                _ => index.to_string(),
            };
            write!(f, "\n    {buffer}[{place}]: got {got}, expected {expected}")?;
        }
        if !self.picture.is_empty() {
            write!(f, "\n    where ('.' none, '+' some, '#' all of a part):")?;
        }
        self.picture
            .iter()
            .try_for_each(|row| write!(f, "\n    {row}"))
    }
}

/// An element, as it prints and as it compares.
pub(super) enum Element {
    Whole(i128),
    Real(f64),
}

impl Element {
    /// The number, if the type is whole.
    pub fn whole(&self) -> Option<i128> {
        match self {
            Self::Whole(value) => Some(*value),
            Self::Real(_) => None,
        }
    }

    /// The number as a real one.
    pub fn real(&self) -> f64 {
        match self {
            Self::Whole(value) => *value as f64,
            Self::Real(value) => *value,
        }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(value) => value.fmt(f),
            Self::Real(value) => write!(f, "{value:?}"),
        }
    }
}

pub(super) fn element(ty: ElementType, bytes: &[u8]) -> Element {
    let mut wide = [0; 8];
    wide[..bytes.len()].copy_from_slice(bytes);
    let bits = u64::from_le_bytes(wide);
    let unused = 64 - 8 * bytes.len() as u32;
    match ty {
        ElementType::F32 => Element::Real(f32::from_bits(bits as u32).into()),
        ElementType::F64 => Element::Real(f64::from_bits(bits)),
        ElementType::F16 | ElementType::Bf16 => {
            let format = if ty == ElementType::F16 { F16 } else { BF16 };
            let wide = softfloat::convert(format, bits, F64, Rounding::Nearest);
            Element::Real(f64::from_bits(wide))
        }
        ElementType::I8 | ElementType::I16 | ElementType::I32 | ElementType::I64 => {
            Element::Whole(((bits << unused) as i64 >> unused).into())
        }
        _ => Element::Whole(bits.into()),
    }
}

/// The distance of two elements, and whether the check allows it.
fn compare(check: &Check, got: &Element, expected: &Element) -> (f64, bool) {
    let allowed = |expected: f64| check.absolute + check.relative * expected.abs();
    match (got, expected) {
        (Element::Whole(got), Element::Whole(expected)) => {
            let distance = (got - expected).unsigned_abs() as f64;
            (
                distance,
                got == expected || distance <= allowed(*expected as f64),
            )
        }
        (Element::Real(got), Element::Real(expected)) => {
            // Infinities of one sign are equal, though their distance is no number.
            if got == expected || got.is_nan() && expected.is_nan() {
                return (0.0, true);
            }
            let distance = (got - expected).abs();
            (
                distance,
                distance <= allowed(*expected) && distance.is_finite(),
            )
        }
        _ => (f64::INFINITY, false),
    }
}

/// Compares a buffer's bytes, element by element.
pub fn check(
    check: &Check,
    ty: ElementType,
    width: Option<u64>,
    got: &[u8],
    expected: &[u8],
) -> CheckResult {
    let buffer = match &check.field {
        Some(field) => format!("{}.{field}", check.buffer),
        None => check.buffer.clone(),
    };
    let mut result = CheckResult {
        buffer,
        elements: (got.len() / ty.bytes()) as u64,
        wrong: 0,
        largest_distance: 0.0,
        first: Vec::new(),
        width,
        picture: Vec::new(),
    };
    let mut wrong = Vec::new();
    let pairs = got
        .chunks_exact(ty.bytes())
        .zip(expected.chunks_exact(ty.bytes()));
    for (index, (got, expected)) in pairs.enumerate() {
        if got == expected {
            continue;
        }
        let (got, expected) = (element(ty, got), element(ty, expected));
        let (distance, passed) = compare(check, &got, &expected);
        result.largest_distance = result.largest_distance.max(distance);
        if passed {
            continue;
        }
        wrong.push(index as u64);
        if result.first.len() < SHOWN {
            result.first.push(Difference {
                index: index as u64,
                got: got.to_string(),
                expected: expected.to_string(),
            });
        }
    }
    result.wrong = wrong.len() as u64;
    // What the list says needs no picture.
    if wrong.len() > SHOWN {
        result.picture = picture(result.elements, width, &wrong);
    }
    result
}
