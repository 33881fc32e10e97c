//! Contents of buffers: what they begin with, and what files hold.

use super::error::Inconsistency;
use super::expression::Value;
use super::numpy;
use crate::descriptor::{ElementType, Init, Layout, Scalar};
use crate::ir::Rounding;
use crate::softfloat::{self, BF16, F16, F64};
use std::fs;
use std::path::Path;

/// Elements of one buffer.
const MOST_ELEMENTS: u64 = 1 << 28;

/// SplitMix64: small, good enough, and the same on every machine (Steele, Lea, Flood 2014).
pub struct SplitMix(u64);

impl SplitMix {
    /// A generator; the same seed gives the same numbers.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

/// Appends a value as an element.
pub fn push(element: ElementType, value: Value, bytes: &mut Vec<u8>) -> Result<(), Inconsistency> {
    let size = element.bytes();
    match (element, value) {
        (ElementType::F32, value) => bytes.extend((value.real() as f32).to_le_bytes()),
        (ElementType::F64, value) => bytes.extend(value.real().to_le_bytes()),
        (ElementType::F16 | ElementType::Bf16, value) => {
            let format = if element == ElementType::F16 {
                F16
            } else {
                BF16
            };
            let bits = value.real().to_bits();
            let bits = softfloat::convert(F64, bits, format, Rounding::Nearest) as u16;
            bytes.extend(bits.to_le_bytes());
        }
        (_, Value::Integer(value)) => {
            // Both views of the bits are welcome: 255 and -1 are the same u8.
            let bits = 8 * size as u32;
            let fits = bits == 64 || (-(1i64 << (bits - 1))..1i64 << bits).contains(&value);
            if !fits {
                return Err(Inconsistency(format!("{value} does not fit {element:?}")));
            }
            bytes.extend(&value.to_le_bytes()[..size]);
        }
        (_, Value::Real(value)) => {
            let message = format!("{value} is real, the elements are {element:?}");
            return Err(Inconsistency(message));
        }
    }
    Ok(())
}

/// A number of elements, in range.
pub fn count(value: Value, what: &str) -> Result<u64, Inconsistency> {
    match value {
        Value::Integer(n) if (0..=MOST_ELEMENTS as i64).contains(&n) => Ok(n as u64),
        _ => Err(Inconsistency(format!(
            "{what} is {}; expected a whole number from 0 to {MOST_ELEMENTS}",
            value.real()
        ))),
    }
}

/// The initial contents of a buffer.
pub fn contents(
    element: ElementType,
    size: u64,
    init: &Init,
    folder: &Path,
    value: &dyn Fn(&Scalar) -> Result<Value, Inconsistency>,
) -> Result<Vec<u8>, Inconsistency> {
    let total = size as usize * element.bytes();
    let mut bytes = Vec::with_capacity(total);
    match init {
        Init::Zero => {}
        Init::Iota => {
            for index in 0..size {
                // Wraps in narrow elements: an iota of bytes counts again from 0 after 255.
                if element.is_float() {
                    push(element, Value::Integer(index as i64), &mut bytes)?;
                } else {
                    bytes.extend(&index.to_le_bytes()[..element.bytes()]);
                }
            }
        }
        Init::Constant(constant) => {
            let constant = value(constant)?;
            let mut one = Vec::new();
            push(element, constant, &mut one)?;
            bytes = one.repeat(size as usize);
        }
        Init::Linear(linear) => {
            let (start, step) = (value(&linear.start)?, value(&linear.step)?);
            let modulo = linear.modulo.as_ref().map(value).transpose()?;
            for index in 0..size {
                push(element, ramp(start, step, modulo, index)?, &mut bytes)?;
            }
        }
        Init::Random(random) => {
            let (low, high) = (value(&random.low)?, value(&random.high)?);
            if low.real() > high.real() {
                return Err(Inconsistency("random: low is above high".into()));
            }
            let mut generator = SplitMix::new(random.seed);
            for _ in 0..size {
                let bits = generator.next();
                push(element, uniform(element, low, high, bits)?, &mut bytes)?;
            }
        }
        Init::Values(values) => {
            if values.len() as u64 > size {
                let message = format!("{} values for {size} elements", values.len());
                return Err(Inconsistency(message));
            }
            for scalar in values {
                push(element, value(scalar)?, &mut bytes)?;
            }
        }
        Init::File(path) => bytes = file(element, size, &folder.join(path))?,
        Init::Fields(_) => {
            let message = format!("the elements are {element}, which have no fields");
            return Err(Inconsistency(message));
        }
    }
    bytes.resize(total, 0);
    Ok(bytes)
}

/// The initial contents of a buffer of structs.
pub fn struct_contents(
    layout: &Layout,
    size: u64,
    init: &Init,
    folder: &Path,
    value: &dyn Fn(&Scalar) -> Result<Value, Inconsistency>,
) -> Result<Vec<u8>, Inconsistency> {
    let mut bytes = vec![0; size as usize * layout.bytes];
    match init {
        Init::Zero => {}
        Init::File(path) => {
            let path = folder.join(path);
            let read = read_raw(&path, layout)?;
            if read.len() != bytes.len() {
                let (found, each) = (read.len() / layout.bytes.max(1), layout.bytes);
                let path = path.display();
                let message = format!("{path}: {found} structs of {each} bytes, expected {size}");
                return Err(Inconsistency(message));
            }
            bytes = read;
        }
        Init::Fields(fields) => {
            for (name, init) in fields {
                let column = layout.column(name);
                let column = column.ok_or_else(|| format!("the struct has no field {name:?}"))?;
                let numbers = size * column.count as u64;
                let field = contents(column.element, numbers, init, folder, value)
                    .map_err(|problem| format!("field {name:?}: {}", problem.0))?;
                let range = column.range();
                let elements = bytes.chunks_exact_mut(layout.bytes);
                for (element, part) in elements.zip(field.chunks_exact(range.len())) {
                    element[range.clone()].copy_from_slice(part);
                }
            }
        }
        _ => {
            let message = "structs begin as \"zero\", { file = .. } or { fields = { name = .. } }";
            return Err(Inconsistency(message.into()));
        }
    }
    Ok(bytes)
}

/// The bytes of a `.bin` or `.npy` file.
fn read_raw(path: &Path, layout: &Layout) -> Result<Vec<u8>, Inconsistency> {
    let unreadable = |error| Inconsistency(format!("{}: cannot be read: {error}", path.display()));
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("bin") => fs::read(path).map_err(unreadable),
        Some("npy") => {
            let read = numpy::read(&fs::read(path).map_err(unreadable)?, layout);
            read.map_err(|reason| Inconsistency(format!("{}: {reason}", path.display())))
        }
        _ => {
            let path = path.display();
            let message =
                format!("{path}: expected a file named *.npy, *.bin or, for numbers, *.txt");
            Err(Inconsistency(message))
        }
    }
}

fn ramp(
    start: Value,
    step: Value,
    modulo: Option<Value>,
    index: u64,
) -> Result<Value, Inconsistency> {
    let whole = match (start, step, modulo.unwrap_or(Value::Integer(1))) {
        (Value::Integer(start), Value::Integer(step), Value::Integer(_)) => {
            let reached = step.checked_mul(index as i64);
            let reached = match (reached, modulo) {
                (Some(reached), Some(Value::Integer(modulo))) => reached.checked_rem(modulo),
                (reached, _) => reached,
            };
            let sum = reached.and_then(|reached| start.checked_add(reached));
            let sum = sum.ok_or_else(|| Inconsistency("linear: overflow or modulo 0".into()))?;
            return Ok(Value::Integer(sum));
        }
        (start, step, _) => (start.real(), step.real()),
    };
    let reached = whole.1 * index as f64;
    let reached = modulo.map_or(reached, |modulo| reached % modulo.real());
    Ok(Value::Real(whole.0 + reached))
}

fn uniform(
    element: ElementType,
    low: Value,
    high: Value,
    bits: u64,
) -> Result<Value, Inconsistency> {
    if element.is_float() {
        // 24 bits: every f32 in [0, 1) of this grid is exact, and so below `high` after rounding.
        let unit = (bits >> 40) as f64 / (1u64 << 24) as f64;
        return Ok(Value::Real(low.real() + (high.real() - low.real()) * unit));
    }
    let (Value::Integer(low), Value::Integer(high)) = (low, high) else {
        return Err(Inconsistency(
            "random: the ends of integers are whole numbers".into(),
        ));
    };
    let span = (i128::from(high) - i128::from(low) + 1) as u128;
    let offset = ((u128::from(bits) * span) >> 64) as i128;
    Ok(Value::Integer((i128::from(low) + offset) as i64))
}

/// The elements of a file.
pub fn file(element: ElementType, size: u64, path: &Path) -> Result<Vec<u8>, Inconsistency> {
    let unreadable = |error| Inconsistency(format!("{}: cannot be read: {error}", path.display()));
    let bytes = match path.extension().and_then(|extension| extension.to_str()) {
        Some("txt") => {
            let text = fs::read_to_string(path).map_err(unreadable)?;
            let mut bytes = Vec::new();
            for word in text.split_whitespace() {
                let whole = word.parse().map(Value::Integer);
                // The upper half of u64 is written as the negative number of the same bits.
                let whole =
                    whole.or_else(|_| word.parse::<u64>().map(|n| Value::Integer(n as i64)));
                let value = match whole {
                    Ok(value) => value,
                    Err(_) => word.parse().map(Value::Real).map_err(|_| {
                        Inconsistency(format!("{}: {word:?} is no number", path.display()))
                    })?,
                };
                push(element, value, &mut bytes)?;
            }
            bytes
        }
        _ => read_raw(path, &Layout::plain(element))?,
    };
    let (found, wanted) = (bytes.len(), size as usize * element.bytes());
    if found != wanted {
        let (found, size_of) = (found / element.bytes(), element.bytes());
        let path = path.display();
        let message = format!("{path}: {found} elements of {size_of} bytes, expected {size}");
        return Err(Inconsistency(message));
    }
    Ok(bytes)
}
