//! What is done to a design, and why it cannot be.

use crate::error::EmitErrors;
use std::fmt;

/// The input that chooses; 0 chooses no mutation, i + 1 the one at position i.
pub const SELECT: &str = "mutant_select";

/// Bits of [`SELECT`].
pub const SELECT_WIDTH: usize = 16;

/// A kind of [`Change::Within`] that no list has: the value with every bit turned. What does not even show
/// this does not look at the place.
pub const COMPLEMENT: &str = "complement";

/// What is done to one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The expression that drives it instead, over the block's signals; `it` is what drives it now.
    Becomes(String),
    /// What its register holds after reset instead; `none` if reset does nothing to it.
    Reset(String),
    /// One of the expressions within its driver is another: those of `kind` that are possible there are
    /// counted by `which`.
    Within {
        kind: String,
        number: usize,
        which: usize,
    },
}

/// One place that is driven otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// `module.signal`, as the Rust source names it; `module.array[k]` is each element.
    pub at: String,
    pub change: Change,
}

/// A register that a mutation brings along, in the block of its first edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRegister {
    pub name: String,
    pub width: usize,
    /// Its value after reset.
    pub reset: u64,
    /// The expression that it takes on at each edge of the clock.
    pub next: String,
}

/// A design that differs in some places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutation {
    pub name: String,
    pub edits: Vec<Edit>,
    pub registers: Vec<NewRegister>,
}

impl Mutation {
    /// The complement of the value that it is about; `None` where it is about more than a value.
    pub fn complement(&self) -> Option<Self> {
        let [edit] = &self.edits[..] else { return None };
        let Change::Within { number, .. } = edit.change else {
            return None;
        };
        let change = Change::Within {
            kind: COMPLEMENT.to_owned(),
            number,
            which: 0,
        };
        Some(Self {
            name: format!("{} {number} {COMPLEMENT}", edit.at),
            edits: vec![Edit {
                at: edit.at.clone(),
                change,
            }],
            registers: vec![],
        })
    }

    /// The module that it is about.
    pub fn module(&self) -> &str {
        let first = self.edits.first().map_or("", |edit| &edit.at);
        first.split('.').next().unwrap_or_default()
    }
}

/// Why a mutation cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditError {
    pub mutation: String,
    /// The place, or the register.
    pub at: String,
    pub what: String,
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.mutation, self.at, self.what)
    }
}

impl std::error::Error for EditError {}

/// Why a design with mutations cannot be emitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MutationErrors {
    /// The design itself, or what the mutations make of it.
    Design(EmitErrors),
    /// These mutations.
    Mutations(Vec<EditError>),
}

impl fmt::Display for MutationErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Design(errors) => errors.fmt(f),
            Self::Mutations(errors) => {
                let lines: Vec<String> = errors.iter().map(EditError::to_string).collect();
                f.write_str(&lines.join("\n"))
            }
        }
    }
}

impl std::error::Error for MutationErrors {}
