//! What a build gives.

use crate::codegen;

/// What is made of the model.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Product {
    /// The shared object that Rust loads.
    Shared,
    /// The stand-alone loop.
    Bare,
}

impl Product {
    pub(crate) fn file(self) -> &'static str {
        match self {
            Self::Shared => "model.so",
            Self::Bare => "bare",
        }
    }

    pub(crate) fn main(self) -> &'static str {
        match self {
            Self::Shared => codegen::MODEL,
            Self::Bare => codegen::BARE,
        }
    }
}
