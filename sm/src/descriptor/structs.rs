//! Elements and arguments that have fields, laid out as C does: each field aligned to its size, the whole to the largest.

use super::{ElementType, Scalar};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A type with fields.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Struct {
    /// Its name.
    pub name: String,
    /// Its fields, in order.
    pub fields: Vec<StructField>,
}

/// A field.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct StructField {
    /// Its name.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub element: ElementType,
    /// Numbers of it, for an array.
    #[serde(default = "one")]
    pub count: u16,
}

fn one() -> u16 {
    1
}

/// A struct that is passed by value.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct StructArgument {
    /// Name of the struct.
    #[serde(rename = "struct")]
    pub name: String,
    /// A value for each field.
    pub values: BTreeMap<String, FieldValue>,
}

/// The value of a field.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(
    untagged,
    expecting = "expected a number, an expression, or a list of them"
)]
pub enum FieldValue {
    /// Of one number.
    One(Scalar),
    /// Of an array.
    Many(Vec<Scalar>),
}

impl FieldValue {
    /// The numbers.
    pub fn scalars(&self) -> &[Scalar] {
        match self {
            Self::One(scalar) => std::slice::from_ref(scalar),
            Self::Many(scalars) => scalars,
        }
    }
}

/// Where the parts of an element lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The parts: fields, or one without a name.
    pub columns: Vec<Column>,
    /// Bytes of an element.
    pub bytes: usize,
}

/// A part of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The field's name; empty for elements that have no fields.
    pub name: String,
    /// Type of its numbers.
    pub element: ElementType,
    /// First byte.
    pub offset: usize,
    /// Numbers of it.
    pub count: usize,
}

impl Layout {
    /// Of elements that are numbers.
    pub fn plain(element: ElementType) -> Self {
        let column = Column {
            name: String::new(),
            element,
            offset: 0,
            count: 1,
        };
        Self {
            columns: vec![column],
            bytes: element.bytes(),
        }
    }

    /// The field of this name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }
}

impl Column {
    /// Its bytes in an element.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.offset..self.offset + self.count * self.element.bytes()
    }
}

impl Struct {
    /// Where its fields lie.
    pub fn layout(&self) -> Layout {
        let (mut end, mut align) = (0usize, 1);
        let columns = self.fields.iter().map(|field| {
            let size = field.element.bytes();
            let column = Column {
                name: field.name.clone(),
                element: field.element,
                offset: end.next_multiple_of(size),
                count: usize::from(field.count),
            };
            end = column.range().end;
            align = align.max(size);
            column
        });
        let columns = columns.collect();
        Layout {
            columns,
            bytes: end.next_multiple_of(align),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_lie_as_in_c() {
        let text = r#"
            name = "P"
            fields = [{ name = "a", type = "u8" }, { name = "b", type = "f64" }, { name = "c", type = "i16", count = 3 }]
        "#;
        let layout = toml::from_str::<Struct>(text).expect("it reads").layout();
        let offsets: Vec<_> = layout.columns.iter().map(|column| column.offset).collect();
        assert_eq!((offsets, layout.bytes), (vec![0, 8, 16], 24));
    }
}
