//! Numbers that the host computes between launches.

use super::Scalar;
use serde::Deserialize;

/// A named number: an expression, or a reduction of a buffer. Exactly one of them is given. Its name holds from then on,
/// for later expressions and arguments.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Compute {
    /// The name.
    pub name: String,
    /// An expression.
    pub value: Option<Scalar>,
    /// The sum of the elements.
    pub sum: Option<Part>,
    /// The least element.
    pub min: Option<Part>,
    /// The greatest element.
    pub max: Option<Part>,
    /// The mean of the elements.
    pub mean: Option<Part>,
    /// The mean square of the distances from the mean.
    pub variance: Option<Part>,
}

/// Elements of a buffer.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(
    untagged,
    expecting = "expected a buffer's name, or a table { buffer = name, field = name, from = n, count = n }"
)]
pub enum Part {
    /// All of a buffer.
    Whole(String),
    /// Some of a buffer.
    Some(SomeElements),
}

/// Some elements of a buffer.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct SomeElements {
    /// The buffer.
    pub buffer: String,
    /// The field, of structs.
    pub field: Option<String>,
    /// The first element.
    #[serde(default = "super::zero")]
    pub from: Scalar,
    /// How many; default: all that follow.
    pub count: Option<Scalar>,
}
