//! Where buffers are, and what their elements are.

use super::dump::BufferShape;
use super::error::Inconsistency;
use super::run::Run;
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

impl Run<'_> {
    pub(super) fn layout(&self, shape: Shape) -> Layout {
        match shape {
            Shape::Element(element) => Layout::plain(element),
            Shape::Struct(index) => self.session.descriptor().structs[index].layout(),
        }
    }

    /// The part of a buffer's elements that a check or a reduction looks at.
    pub(super) fn part(
        &self,
        place: Place,
        field: Option<&str>,
    ) -> Result<(Layout, Column), Inconsistency> {
        let layout = self.layout(place.shape);
        let column = match (place.shape, field) {
            (Shape::Element(_), None) => layout.columns.first(),
            (Shape::Struct(_), Some(field)) => layout.column(field),
            (Shape::Element(_), Some(field)) => {
                return Err(format!("its elements have no field {field:?}").into());
            }
            (Shape::Struct(_), None) => {
                return Err("its elements are structs; name a field".into());
            }
        };
        let column = column.cloned();
        let column = column.ok_or_else(|| format!("its elements have no field {field:?}"))?;
        Ok((layout, column))
    }

    /// What a buffer's bytes are, for files.
    pub(super) fn buffer_shape(&self, place: Place) -> BufferShape {
        BufferShape {
            layout: self.layout(place.shape),
            width: place.width,
        }
    }
}
