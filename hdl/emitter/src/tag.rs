//! What a block says about itself to the emitter.
//!
//! The emitter walks a design as `&dyn Block`, which hides the block's Rust type. The one method
//! of the `Logic` trait that reaches through and that warploom does not need for its own purpose
//! is `Logic::timing()`. It therefore carries a [`Tag`]: the block's `timing()` returns
//! [`Tag::encode`], the emitter reads it back with [`Tag::decode`].
//!
//! Every piece of a tag has a field of its own in the `TimingInfo`, so no text has to be escaped
//! or parsed beyond decimal numbers.

use rust_hdl::core::timing::TimingInfo;

/// Marks a `TimingInfo` as ours; real timing information never starts with it.
const PREFIX: &str = "warploom:";

/// The role of a block in the emitted design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tag {
    /// A block written with `#[hardware]`: it becomes a Verilog module.
    Module {
        /// `std::any::type_name` of the block.
        rust_type: String,
        /// The module's name, where the block chooses one (so that its parameters are in it).
        name: Option<String>,
        /// What the block is for: the comment over its struct, if it derives `Described`.
        purpose: String,
        /// The comments over its fields, by name.
        meanings: Vec<(String, String)>,
    },
    /// A register with the fields `clock`, `d` and `q`; it vanishes into its parent module.
    Register {
        /// Whether the register takes its initial value again on reset.
        reset: bool,
    },
    /// A memory: a wrapper module of its own, with a behavioural body that a user may replace
    /// by an SRAM macro.
    Memory(MemoryTag),
}

/// What a block's source says of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Docs {
    /// The comment over the struct.
    pub purpose: &'static str,
    /// The comments over fields, by name.
    pub fields: &'static [(&'static str, &'static str)],
}

/// A block that says what it is for; `#[derive(Described)]` implements it.
pub trait Described {
    /// What its source says.
    const DOCS: Docs;
}

/// Asks a type for its docs, whether or not it is [`Described`].
pub struct DocsOf<T: ?Sized>(std::marker::PhantomData<T>);

impl<T: ?Sized> DocsOf<T> {
    /// Of a type.
    #[expect(clippy::new_without_default, reason = "made by generated code only")]
    pub fn new() -> Self {
        Self(std::marker::PhantomData)
    }
}

/// The answer of a type that has docs: found first, for it stands on a reference.
pub trait WithDocs {
    /// The docs.
    fn docs(&self) -> Docs;
}

impl<T: Described + ?Sized> WithDocs for &DocsOf<T> {
    fn docs(&self) -> Docs {
        T::DOCS
    }
}

/// The answer of any other type.
pub trait WithoutDocs {
    /// Nothing.
    fn docs(&self) -> Docs;
}

impl<T: ?Sized> WithoutDocs for DocsOf<T> {
    fn docs(&self) -> Docs {
        Docs::default()
    }
}

/// The shape of a memory, with the meaning of its ports.
///
/// Everything is synchronous to the rising edge of `clock`. The field names of the block are the
/// port names of the wrapper.
///
/// **Separate ports** (`shared_port == false`): each read port has `read_enable`, `read_address`
/// and `read_data`; each write port has `write_enable`, `write_address`, `write_data` and, when
/// `lane_bits` is given, `write_mask`. A count of one gives plain fields, a larger count gives
/// arrays of that length (`read_enable[p]`, ...). At each rising edge
///
/// 1. a read port whose `read_enable` is set loads `read_data` with the word at `read_address` as
///    it was *before* the edge (read-first); otherwise `read_data` holds its value;
/// 2. a write port whose `write_enable` is set stores `write_data` at `write_address`; where two
///    write ports hit the same lane of the same word, the one with the higher index wins.
///
/// **One shared port** (`shared_port == true`, both counts one): the ports are `enable`, `write`,
/// `address`, `write_data`, `read_data` and, when `lane_bits` is given, `write_mask`. At each
/// rising edge with `enable` set, `write` chooses: set, the word is stored and `read_data` holds;
/// clear, `read_data` loads the word.
///
/// **Power** (`switched`): the ports `asleep` and `isolated` follow. A word has no power while `asleep`
/// is set and is lost; while `isolated` is set nothing is stored or read. The body takes no notice
/// unless it is simulated with power in mind (`WARPLOOM_POWER_AWARE`).
///
/// **Masks**: bit `k` of `write_mask` guards the bits `[k * lane_bits +: lane_bits]` of the word.
///
/// The contents and `read_data` have no reset: they are zero in rust_hdl's simulation, unknown in
/// Verilog. An address of `words` or above is outside the contract while the port is enabled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryTag {
    /// The name of the wrapper module, where the memory has been given one.
    pub name: Option<String>,
    /// Number of words.
    pub words: usize,
    /// Bits of a word.
    pub width: usize,
    /// Number of read ports.
    pub read_ports: usize,
    /// Number of write ports.
    pub write_ports: usize,
    /// Bits that one bit of the write mask guards, or `None` for memories without a mask.
    pub lane_bits: Option<usize>,
    /// Whether reading and writing share one port.
    pub shared_port: bool,
    /// Whether its power can be switched off.
    pub switched: bool,
}

impl MemoryTag {
    /// Bits of `write_mask`, zero for memories without a mask.
    pub fn lanes(&self) -> usize {
        self.lane_bits.map_or(0, |bits| self.width / bits)
    }
}

impl Tag {
    /// The tag of a `#[hardware]` block of type `T`.
    pub fn module<T: ?Sized>(name: Option<String>) -> Self {
        Tag::Module {
            rust_type: std::any::type_name::<T>().to_owned(),
            name,
            purpose: String::new(),
            meanings: vec![],
        }
    }

    /// The same with what the source says of the block.
    #[must_use]
    pub fn described(mut self, docs: Docs) -> Self {
        if let Tag::Module {
            purpose, meanings, ..
        } = &mut self
        {
            *purpose = docs.purpose.to_owned();
            let owned = |(field, text): &(&str, &str)| (field.to_string(), text.to_string());
            *meanings = docs.fields.iter().map(owned).collect();
        }
        self
    }

    /// What the block's `timing()` returns.
    pub fn encode(&self) -> Vec<TimingInfo> {
        let (kind, text, inputs, outputs) = match self {
            Tag::Module {
                rust_type,
                name,
                purpose,
                meanings,
            } => {
                let pairs = meanings.iter().flat_map(|(field, text)| [field, text]);
                let said = std::iter::once(purpose).chain(pairs).cloned();
                let name = name.iter().cloned().collect();
                ("module", rust_type.clone(), name, said.collect())
            }
            Tag::Register { reset } => ("register", String::new(), vec![reset.to_string()], vec![]),
            Tag::Memory(memory) => (
                "memory",
                memory.name.clone().unwrap_or_default(),
                vec![
                    memory.words.to_string(),
                    memory.width.to_string(),
                    memory.read_ports.to_string(),
                    memory.write_ports.to_string(),
                    memory.shared_port.to_string(),
                    memory.switched.to_string(),
                ],
                memory.lane_bits.iter().map(usize::to_string).collect(),
            ),
        };
        vec![TimingInfo {
            name: format!("{PREFIX}{kind}"),
            clock: text,
            inputs,
            outputs,
        }]
    }

    /// The tag in a block's `timing()`, or `None` when the block carries none.
    pub fn decode(timing: &[TimingInfo]) -> Option<Self> {
        timing.iter().find_map(Self::decode_one)
    }

    fn decode_one(info: &TimingInfo) -> Option<Self> {
        match info.name.strip_prefix(PREFIX)? {
            "module" => Some(Tag::Module {
                rust_type: info.clock.clone(),
                name: info.inputs.first().cloned(),
                purpose: info.outputs.first().cloned().unwrap_or_default(),
                meanings: { info.outputs.get(1..).unwrap_or_default() }
                    .chunks_exact(2)
                    .map(|pair| (pair[0].clone(), pair[1].clone()))
                    .collect(),
            }),
            "register" => Some(Tag::Register {
                reset: info.inputs.first()?.parse().ok()?,
            }),
            "memory" => {
                let number = |index: usize| info.inputs.get(index)?.parse().ok();
                Some(Tag::Memory(MemoryTag {
                    name: Some(info.clock.clone()).filter(|name| !name.is_empty()),
                    words: number(0)?,
                    width: number(1)?,
                    read_ports: number(2)?,
                    write_ports: number(3)?,
                    shared_port: info.inputs.get(4)?.parse().ok()?,
                    switched: info.inputs.get(5)?.parse().ok()?,
                    lane_bits: match info.outputs.first() {
                        Some(bits) => Some(bits.parse().ok()?),
                        None => None,
                    },
                }))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory() -> MemoryTag {
        MemoryTag {
            name: Some("sram_256x128".to_owned()),
            words: 256,
            width: 128,
            read_ports: 1,
            write_ports: 2,
            lane_bits: Some(8),
            shared_port: false,
            switched: true,
        }
    }

    #[test]
    fn every_tag_survives_the_round_trip() {
        let tags = [
            Tag::module::<Vec<u8>>(None),
            Tag::module::<u8>(Some("arbiter_4".to_owned())),
            Tag::module::<u8>(None).described(Docs {
                purpose: "Grants.\n\nOne at a time.",
                fields: &[("request", "Who asks."), ("grant", "Who may.")],
            }),
            Tag::Register { reset: true },
            Tag::Register { reset: false },
            Tag::Memory(memory()),
            Tag::Memory(MemoryTag {
                name: None,
                lane_bits: None,
                shared_port: true,
                switched: false,
                ..memory()
            }),
        ];
        for tag in tags {
            assert_eq!(Tag::decode(&tag.encode()), Some(tag));
        }
    }

    #[test]
    fn foreign_timing_is_no_tag() {
        let info = TimingInfo {
            name: "memory".to_owned(),
            clock: "clock".to_owned(),
            inputs: vec!["d".to_owned()],
            outputs: vec!["q".to_owned()],
        };
        assert_eq!(Tag::decode(&[info]), None);
        assert_eq!(Tag::decode(&[]), None);
    }

    #[test]
    fn lanes_follow_from_the_granularity() {
        assert_eq!(memory().lanes(), 16);
        assert_eq!(
            MemoryTag {
                lane_bits: None,
                ..memory()
            }
            .lanes(),
            0
        );
    }
}
