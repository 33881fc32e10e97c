//! What a value means to the source: a number of bits, a state, a record.

use std::rc::Rc;

/// A type of Rust that wires can carry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Type {
    /// Its spelling in Rust, without its path: `Bits<8>`, `bool`, `State`.
    pub name: String,
    pub width: usize,
    pub kind: TypeKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TypeKind {
    Bits,
    Clock,
    /// Variants from 0 on, without the name of the type.
    Enum(Vec<String>),
    /// Fields from the lowest bit up.
    Struct(Vec<Field>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub name: String,
    pub ty: Rc<Type>,
}

impl Type {
    /// `Bits<width>`
    pub fn bits(width: usize) -> Rc<Self> {
        Rc::new(Type {
            name: format!("Bits<{width}>"),
            width,
            kind: TypeKind::Bits,
        })
    }

    pub fn is_clock(&self) -> bool {
        self.kind == TypeKind::Clock
    }

    pub fn is_struct(&self) -> bool {
        matches!(self.kind, TypeKind::Struct(_))
    }

    /// The field that is exactly these bits, with its path below this type: `warp.register`.
    pub fn field(&self, from: usize, width: usize) -> Option<(String, Rc<Type>)> {
        let TypeKind::Struct(fields) = &self.kind else {
            return None;
        };
        let mut low = 0;
        for field in fields {
            let high = low + field.ty.width;
            if from >= low && from + width <= high {
                if (from, width) == (low, field.ty.width) {
                    return Some((field.name.clone(), Rc::clone(&field.ty)));
                }
                let (path, ty) = field.ty.field(from - low, width)?;
                return Some((format!("{}.{path}", field.name), ty));
            }
            low = high;
        }
        None
    }

    /// Calls `visit` with every enum inside: its name and its variants.
    pub fn enums(self: &Rc<Self>, visit: &mut dyn FnMut(&Rc<Self>, &[String])) {
        match &self.kind {
            TypeKind::Enum(variants) => visit(self, variants),
            TypeKind::Struct(fields) => fields.iter().for_each(|field| field.ty.enums(visit)),
            TypeKind::Bits | TypeKind::Clock => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(name: &str, fields: &[(&str, Rc<Type>)]) -> Rc<Type> {
        let field = |(name, ty): &(&str, Rc<Type>)| Field {
            name: (*name).to_owned(),
            ty: Rc::clone(ty),
        };
        Rc::new(Type {
            name: name.to_owned(),
            width: fields.iter().map(|(_, ty)| ty.width).sum(),
            kind: TypeKind::Struct(fields.iter().map(field).collect()),
        })
    }

    #[test]
    fn bits_of_a_record_are_its_fields() {
        let inner = record(
            "Place",
            &[("warp", Type::bits(6)), ("register", Type::bits(8))],
        );
        let outer = record(
            "Request",
            &[("valid", Type::bits(1)), ("place", Rc::clone(&inner))],
        );
        let path = |from, width| outer.field(from, width).map(|(path, _)| path);
        assert_eq!(path(0, 1).as_deref(), Some("valid"));
        assert_eq!(path(1, 14).as_deref(), Some("place"));
        assert_eq!(path(7, 8).as_deref(), Some("place.register"));
        assert_eq!(outer.field(1, 14).map(|(_, ty)| ty), Some(inner));
        // Neither a part of a field nor two halves are one.
        assert_eq!(path(2, 3), None);
        assert_eq!(path(0, 7), None);
    }
}
