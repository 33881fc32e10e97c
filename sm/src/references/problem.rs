//! What a reference is given and what it gives back.

use crate::descriptor::ElementType;
use std::collections::BTreeMap;
use std::fmt;

/// The host's view of a kernel before the first launch.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    /// Type and little-endian bytes of each buffer.
    pub buffers: BTreeMap<String, (ElementType, Vec<u8>)>,
    /// The descriptor's constants, evaluated.
    pub constants: BTreeMap<String, f64>,
}

/// A reference that asked for what the descriptor does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReferenceError {
    /// There is no buffer of this name.
    NoBuffer(String),
    /// The buffer's elements are of another type.
    WrongType {
        /// The buffer.
        buffer: String,
        /// What the reference takes.
        wanted: &'static str,
        /// What the descriptor says.
        declared: ElementType,
    },
    /// There is no constant of this name, or it is no whole number where one is needed.
    NoConstant(String),
}

impl fmt::Display for ReferenceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoBuffer(name) => write!(f, "the reference needs a buffer {name:?}"),
            Self::WrongType {
                buffer,
                wanted,
                declared,
            } => write!(
                f,
                "the reference takes buffer {buffer:?} as {wanted}, it is declared {declared:?}"
            ),
            Self::NoConstant(name) => write!(f, "the reference needs a constant {name:?}"),
        }
    }
}

impl std::error::Error for ReferenceError {}

/// Expected contents by buffer name.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// Little-endian bytes of each buffer that the reference answers for.
    pub buffers: BTreeMap<String, Vec<u8>>,
}

impl Answers {
    /// No answers yet.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Problem {
    fn bytes(
        &self,
        name: &str,
        wanted: &'static str,
        fits: fn(ElementType) -> bool,
    ) -> Result<&[u8], ReferenceError> {
        let (declared, bytes) = self
            .buffers
            .get(name)
            .ok_or_else(|| ReferenceError::NoBuffer(name.to_owned()))?;
        if fits(*declared) {
            return Ok(bytes);
        }
        Err(ReferenceError::WrongType {
            buffer: name.to_owned(),
            wanted,
            declared: *declared,
        })
    }

    /// A constant that is a real number.
    pub fn real(&self, name: &str) -> Result<f64, ReferenceError> {
        let value = self.constants.get(name).copied();
        value.ok_or_else(|| ReferenceError::NoConstant(name.to_owned()))
    }

    /// A constant that is a whole number, not negative.
    pub fn size(&self, name: &str) -> Result<usize, ReferenceError> {
        let value = self.real(name)?;
        if value < 0.0 || value.fract() != 0.0 {
            return Err(ReferenceError::NoConstant(name.to_owned()));
        }
        Ok(value as usize)
    }
}

/// Readers of [`Problem`] and writers of [`Answers`], one pair for each Rust type.
macro_rules! element_access {
    ($($method:ident: $rust:ty = $($element:ident)|+;)+) => {
        impl Problem {
            $(#[doc = concat!("The elements of a buffer of `", stringify!($rust), "`.")]
            pub fn $method(&self, name: &str) -> Result<Vec<$rust>, ReferenceError> {
                let fits = |declared| matches!(declared, $(ElementType::$element)|+);
                let bytes = self.bytes(name, stringify!($rust), fits)?;
                let elements = bytes.chunks_exact(size_of::<$rust>());
                Ok(elements
                    .filter_map(|chunk| chunk.try_into().ok().map(<$rust>::from_le_bytes))
                    .collect())
            })+
        }

        impl Answers {
            $(#[doc = concat!("Answers for a buffer of `", stringify!($rust), "`.")]
            #[must_use]
            pub fn $method(mut self, name: &str, elements: &[$rust]) -> Self {
                let bytes = elements.iter().flat_map(|e| e.to_le_bytes()).collect();
                self.buffers.insert(name.to_owned(), bytes);
                self
            })+
        }
    };
}

element_access! {
    u8s: u8 = U8;
    i8s: i8 = I8;
    u16s: u16 = U16;
    i16s: i16 = I16;
    u32s: u32 = U32;
    i32s: i32 = I32;
    u64s: u64 = U64;
    i64s: i64 = I64;
    f32s: f32 = F32;
    f64s: f64 = F64;
}
