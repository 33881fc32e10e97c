//! The launch descriptor: what to run, on which data, and what must come out.
//!
//! A descriptor stands for the host program: it allocates buffers, launches kernels in order,
//! loops over launches, and checks results. `docs/sm/descriptor.md` is its manual. Unknown keys
//! are refused, so a misspelt `tolerence` cannot silently check nothing.

mod address_size;
mod compute;
mod data;
mod element;
mod skeleton;
mod structs;

pub use address_size::AddressSize;
pub use compute::{Compute, Part};
pub use data::{
    AddressMode, Buffer, BufferType, FilterMode, Init, Linear, OutOfBounds, Random, Texture,
};
pub use element::ElementType;
pub use skeleton::skeleton;
pub use structs::{Column, FieldValue, Layout, Struct, StructArgument, StructField};

use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

/// One kernel to run and check.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Descriptor {
    /// The PTX module, relative to the descriptor.
    pub ptx: PathBuf,
    /// The same module with 64-bit addresses, if `ptx` has 32-bit ones.
    pub ptx64: Option<PathBuf>,
    /// One line that says what the kernel computes; `warploom kernels` prints it.
    #[serde(default)]
    pub summary: String,
    /// Warp instructions after which the run is given up as an infinite loop.
    pub instruction_limit: Option<u64>,
    /// Named numbers, for use in every [`Scalar`] of this descriptor.
    #[serde(default)]
    pub constants: BTreeMap<String, Scalar>,
    /// Types of elements and arguments that have fields.
    #[serde(default)]
    pub structs: Vec<Struct>,
    /// Global memory, in order of allocation.
    #[serde(default)]
    pub buffers: Vec<Buffer>,
    /// Textures and surfaces: bindings of the module's variables, and objects.
    #[serde(default)]
    pub textures: Vec<Texture>,
    /// What the host does, in order.
    pub phases: Vec<Phase>,
    /// What must hold afterwards.
    #[serde(default)]
    pub checks: Vec<Check>,
}

/// A number, or an expression over constants, loop counters and buffer names (`"4 * (n - t)"`).
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(untagged, expecting = "expected a number or an expression in a string")]
pub enum Scalar {
    /// A whole number.
    Integer(i64),
    /// A real number.
    Real(f64),
    /// An expression; docs/sm/descriptor.md has the grammar.
    Expression(String),
}

/// A loop of the host over some launches; without any of the loop's keys, once through.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Phase {
    /// Times through; with `until`, the most that is allowed.
    pub repeat: Option<Scalar>,
    /// Name of the counter, 0 in the first time through.
    pub counter: Option<String>,
    /// Names with a value for each time through; all lists are of one length, which is `repeat`.
    #[serde(default)]
    pub series: BTreeMap<String, Vec<Scalar>>,
    /// Buffers that get their initial contents back before each time through.
    #[serde(default)]
    pub reset: Vec<String>,
    /// Pairs of buffers whose names change places after each time through.
    #[serde(default)]
    pub swap: Vec<[String; 2]>,
    /// Ends the loop, looked at after each time through.
    pub until: Option<Until>,
    /// Launches, in order.
    pub launches: Vec<Launch>,
}

fn zero() -> Scalar {
    Scalar::Integer(0)
}

/// The flag that ends a [`Phase`].
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Until {
    /// Buffer whose element is looked at.
    pub buffer: String,
    /// Index of the element.
    #[serde(default = "zero")]
    pub index: Scalar,
    /// The value that ends the loop.
    pub equals: Scalar,
}

/// One kernel launch.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Launch {
    /// Name of the `.entry`, as the module has it or without C++'s decoration.
    pub entry: String,
    /// Numbers that the host computes just before this launch, in order.
    #[serde(default)]
    pub compute: Vec<Compute>,
    /// Blocks in x, y and z; missing ones are 1.
    pub grid: Vec<Scalar>,
    /// Threads of a block in x, y and z; missing ones are 1.
    pub block: Vec<Scalar>,
    /// Bytes of dynamic shared memory: what `.extern .shared` arrays get.
    pub shared: Option<Scalar>,
    /// One for each `.param`, in order.
    #[serde(default)]
    pub arguments: Vec<Argument>,
}

/// A kernel argument. Its type is the parameter's, as the PTX declares it.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(
    untagged,
    expecting = "expected a number, an expression, or { struct = name, values = { field = value } }"
)]
pub enum Argument {
    /// A buffer's name (its address), a number, or an expression over both.
    Scalar(Scalar),
    /// A struct by value: `{ struct = "Point", values = { x = 1.5, y = "n" } }`.
    Struct(StructArgument),
}

/// What a buffer must hold after the last phase. Exactly one of `file` and `reference` is given.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The buffer.
    pub buffer: String,
    /// The field that is compared, of a buffer of structs.
    pub field: Option<String>,
    /// Expected elements, in the formats of [`Init::File`].
    pub file: Option<PathBuf>,
    /// Name of a function in [`crate::references`], which answers for this buffer.
    pub reference: Option<String>,
    /// Allowed distance; 0 means equal.
    #[serde(default)]
    pub absolute: f64,
    /// Allowed distance as a part of the expected value, added to `absolute`.
    #[serde(default)]
    pub relative: f64,
}

/// Why a descriptor could not be read.
#[derive(Debug)]
pub enum DescriptorError {
    /// The file could not be read.
    Unreadable(PathBuf, io::Error),
    /// It is not TOML, or not a descriptor.
    Malformed(PathBuf, Box<toml::de::Error>),
}

impl fmt::Display for DescriptorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(path, error) => {
                write!(f, "{}: cannot be read: {error}", path.display())
            }
            Self::Malformed(path, error) => {
                write!(f, "{}: {}", path.display(), error.to_string().trim_end())
            }
        }
    }
}

impl std::error::Error for DescriptorError {}

impl Descriptor {
    /// Reads a descriptor from its file.
    pub fn read(path: &Path) -> Result<Self, DescriptorError> {
        let text = fs::read_to_string(path)
            .map_err(|error| DescriptorError::Unreadable(path.to_owned(), error))?;
        toml::from_str(&text)
            .map_err(|error| DescriptorError::Malformed(path.to_owned(), Box::new(error)))
    }

    /// The file of the module that has such addresses, if one has; without a wish it is `ptx`.
    pub fn module(&self, size: Option<AddressSize>) -> &Path {
        match (size, &self.ptx64) {
            (Some(AddressSize::Wide), Some(wide)) => wide,
            _ => &self.ptx,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = r#"
        ptx = "a.ptx"
        [[buffers]]
        name = "a"
        type = "f32"
        size = 4
        init = { random = { seed = 1, low = 0, high = 1 } }
        [[phases]]
        repeat = "n - 1"
        until = { buffer = "a", equals = 0 }
        [[phases.launches]]
        entry = "f"
        grid = [1]
        block = ["n"]
        arguments = ["a", 1.5, { struct = "P", values = { x = 1 } }]
    "#;

    #[test]
    fn a_descriptor_reads() {
        let descriptor: Descriptor = toml::from_str(SMALL).expect("it is well formed");
        let launch = &descriptor.phases[0].launches[0];
        assert_eq!(launch.block, [Scalar::Expression("n".into())]);
        assert_eq!(launch.arguments[1], Argument::Scalar(Scalar::Real(1.5)));
        let random = Random {
            seed: 1,
            low: Scalar::Integer(0),
            high: Scalar::Integer(1),
        };
        assert_eq!(descriptor.buffers[0].init, Init::Random(random));
    }

    #[test]
    fn an_unknown_key_is_refused() {
        for key in ["[[phases]]", "[[phases.launches]]", "[[buffers]]"] {
            let text = SMALL.replacen(key, &format!("{key}\ntolerence = 1"), 1);
            let error = toml::from_str::<Descriptor>(&text).expect_err("the key is unknown");
            assert!(error.to_string().contains("tolerence"), "{error}");
        }
    }
}
