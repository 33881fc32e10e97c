//! What the host computes between launches: expressions, and reductions of buffers.

use super::buffers::count;
use super::checks::{element, Element};
use super::error::Inconsistency;
use super::expression::Value;
use super::place::gather;
use super::run::Run;
use crate::descriptor::{Compute, Part, Scalar};

/// How elements become one number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reduction {
    Sum,
    Min,
    Max,
    Mean,
    Variance,
}

/// A whole number that fits, or a real one.
fn whole(value: i128) -> Value {
    i64::try_from(value).map_or(Value::Real(value as f64), Value::Integer)
}

impl Reduction {
    /// Of all elements; sums of reals go in their order, in f64.
    fn of(self, elements: &[Element]) -> Result<Value, Inconsistency> {
        if elements.is_empty() {
            return Err("no elements".into());
        }
        let wholes: Option<Vec<i128>> = elements.iter().map(Element::whole).collect();
        let reals: Vec<f64> = elements.iter().map(Element::real).collect();
        let total: f64 = reals.iter().sum();
        let mean = total / reals.len() as f64;
        Ok(match (self, wholes) {
            (Self::Sum, Some(wholes)) => whole(wholes.iter().sum()),
            (Self::Min, Some(wholes)) => whole(wholes.iter().copied().min().unwrap_or(0)),
            (Self::Max, Some(wholes)) => whole(wholes.iter().copied().max().unwrap_or(0)),
            (Self::Sum, None) => Value::Real(total),
            (Self::Min, None) => Value::Real(reals.iter().copied().fold(f64::INFINITY, f64::min)),
            (Self::Max, None) => {
                Value::Real(reals.iter().copied().fold(f64::NEG_INFINITY, f64::max))
            }
            (Self::Mean, _) => Value::Real(mean),
            (Self::Variance, _) => {
                let squares = reals.iter().map(|real| (real - mean) * (real - mean));
                Value::Real(squares.sum::<f64>() / reals.len() as f64)
            }
        })
    }
}

impl Run<'_> {
    /// Computes one number and gives it its name.
    pub(super) fn compute(&mut self, compute: &Compute) -> Result<(), Inconsistency> {
        let name = &compute.name;
        let problem =
            |problem: Inconsistency| Inconsistency(format!("compute {name:?}: {}", problem.0));
        if self.constants.contains_key(name) || self.places.contains_key(name) {
            return Err(problem("a constant or buffer has this name".into()));
        }
        let reductions = [
            (Reduction::Sum, &compute.sum),
            (Reduction::Min, &compute.min),
            (Reduction::Max, &compute.max),
            (Reduction::Mean, &compute.mean),
            (Reduction::Variance, &compute.variance),
        ];
        let mut given = reductions
            .into_iter()
            .filter_map(|(how, part)| Some((how, part.as_ref()?)));
        let value = match (given.next(), given.next(), &compute.value) {
            (Some((how, part)), None, None) => self.reduce(how, part),
            (None, None, Some(value)) => self.value(value, false),
            _ => Err("expected one of value, sum, min, max, mean and variance".into()),
        };
        let value = value.map_err(problem)?;
        self.computed.insert(name.clone(), value);
        Ok(())
    }

    fn reduce(&self, how: Reduction, part: &Part) -> Result<Value, Inconsistency> {
        let zero = Scalar::Integer(0);
        let (buffer, field, from, most) = match part {
            Part::Whole(buffer) => (buffer, None, &zero, None),
            Part::Some(some) => (
                &some.buffer,
                some.field.as_deref(),
                &some.from,
                some.count.as_ref(),
            ),
        };
        let place = self.place(buffer)?;
        let (layout, column) = self.part(place, field)?;
        let bytes = gather(&layout, &column, self.read(place));
        let elements = bytes.chunks_exact(column.element.bytes());
        let size = elements.len() as u64;
        let from = count(self.value(from, false)?, "from")?;
        let most = match most {
            Some(most) => count(self.value(most, false)?, "count")?,
            None => size.saturating_sub(from),
        };
        if from + most > size {
            let message = format!("{most} elements from {from} on, buffer {buffer:?} has {size}");
            return Err(Inconsistency(message));
        }
        let some = elements.skip(from as usize).take(most as usize);
        let some: Vec<Element> = some.map(|bytes| element(column.element, bytes)).collect();
        how.of(&some)
    }
}
