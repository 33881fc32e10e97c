//! Where buffers are, and what their elements are.

use super::error::Inconsistency;
use crate::descriptor::{Column, ElementType, Layout};
use crate::ptx::Space;

/// What the elements of a buffer are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Element(ElementType),
    /// The descriptor's struct of this index.
    Struct(usize),
}

/// Where a buffer is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub shape: Shape,
    /// Elements of a row.
    pub width: Option<u64>,
    pub space: Space,
    pub address: u64,
    pub bytes: u64,
}

impl Place {
    /// What its elements are, if they are numbers.
    pub fn element(&self) -> Result<ElementType, Inconsistency> {
        match self.shape {
            Shape::Element(element) => Ok(element),
            Shape::Struct(_) => Err("its elements are structs; expected one of numbers".into()),
        }
    }
}

/// One field of each element, or all of each that has no fields.
pub(super) fn gather(layout: &Layout, column: &Column, bytes: &[u8]) -> Vec<u8> {
    let elements = bytes.chunks_exact(layout.bytes.max(1));
    elements
        .flat_map(|element| element[column.range()].iter().copied())
        .collect()
}
