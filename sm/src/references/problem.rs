//! What a reference is given and what it gives back.

use crate::descriptor::ElementType;
use std::collections::BTreeMap;
use std::fmt;

/// Bound of [`Problem::size`]: the cube of less fits 63 bits.
const LARGEST_SIZE: f64 = 2_097_152.0;

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
    /// There is no constant of this name, or it is no whole number below 2^21 where a size is needed.
    NoConstant(String),
    /// A buffer has another size than the constants ask for.
    WrongSize {
        /// The buffer.
        buffer: String,
        /// Elements that the reference needs.
        wanted: usize,
        /// Elements that it has.
        has: usize,
    },
    /// A buffer holds a number that the algorithm cannot use, such as an index of nothing.
    WrongElement(String),
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
            Self::NoConstant(name) => write!(
                f,
                "the reference needs a constant {name:?}, from 1 to 2097151 if it is a size"
            ),
            Self::WrongSize {
                buffer,
                wanted,
                has,
            } => write!(
                f,
                "the reference needs {wanted} elements in buffer {buffer:?}, which has {has}"
            ),
            Self::WrongElement(buffer) => write!(
                f,
                "buffer {buffer:?} holds a number that its reference cannot use"
            ),
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

    /// Answers for a buffer of `f32`, rounded from f64.
    #[must_use]
    pub fn rounded(self, name: &str, elements: &[f64]) -> Self {
        let rounded: Vec<f32> = elements.iter().map(|&element| element as f32).collect();
        self.f32s(name, &rounded)
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

    /// A constant that counts something: a whole number of at least 1, so small that the product of
    /// three is still a number.
    pub fn size(&self, name: &str) -> Result<usize, ReferenceError> {
        let value = self.real(name)?;
        if !(1.0..LARGEST_SIZE).contains(&value) || value.fract() != 0.0 {
            return Err(ReferenceError::NoConstant(name.to_owned()));
        }
        Ok(value as usize)
    }

    /// Demands that buffers have these numbers of elements: descriptors may say anything.
    pub fn sized(&self, sizes: &[(&str, usize)]) -> Result<(), ReferenceError> {
        for &(name, wanted) in sizes {
            let buffer = name.to_owned();
            let Some((element, bytes)) = self.buffers.get(name) else {
                return Err(ReferenceError::NoBuffer(buffer));
            };
            let has = bytes.len() / element.bytes();
            if has != wanted {
                return Err(ReferenceError::WrongSize {
                    buffer,
                    wanted,
                    has,
                });
            }
        }
        Ok(())
    }

    /// The elements of a buffer of `i32`, each an index below `end`.
    pub fn indices(&self, name: &str, end: usize) -> Result<Vec<usize>, ReferenceError> {
        let index = |&element: &i32| usize::try_from(element).ok().filter(|&i| i < end);
        let indices: Option<Vec<usize>> = self.i32s(name)?.iter().map(index).collect();
        indices.ok_or_else(|| ReferenceError::WrongElement(name.to_owned()))
    }

    /// The elements of a buffer of `f32`, widened to compute with.
    pub fn wide(&self, name: &str) -> Result<Vec<f64>, ReferenceError> {
        Ok(self.f32s(name)?.into_iter().map(f64::from).collect())
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
