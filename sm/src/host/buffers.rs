//! Contents of buffers: what they begin with, and what files hold.

use super::error::Inconsistency;
use super::expression::Value;
use crate::descriptor::{ElementType, Init, Scalar};
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
                bytes.extend(match element {
                    ElementType::F32 => (index as f32).to_le_bytes().to_vec(),
                    ElementType::F64 => (index as f64).to_le_bytes().to_vec(),
                    _ => index.to_le_bytes()[..element.bytes()].to_vec(),
                });
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
    }
    bytes.resize(total, 0);
    Ok(bytes)
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
        Some("bin") => fs::read(path).map_err(unreadable)?,
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
        _ => {
            let message = format!("{}: expected a file named *.bin or *.txt", path.display());
            return Err(Inconsistency(message));
        }
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
