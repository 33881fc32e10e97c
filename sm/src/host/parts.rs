//! What of a buffer somebody looks at.

use super::error::Inconsistency;
use super::outcome::BufferShape;
use super::place::{Place, Shape};
use super::run::Run;
use crate::descriptor::{Column, Layout};

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
