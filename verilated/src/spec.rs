//! What a model is made from: design text, ports and build options.

use crate::error::SpecError;
use crate::optimization::Optimization;
use std::collections::HashSet;

/// The widest port that is accepted. Verilator itself stops at 65,536 bits.
pub const MAX_PORT_WIDTH: u32 = 65_536;

/// One port of the top module. The clock is no port in this sense: see [`ModelSpec::clock`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Port {
    pub name: String,
    pub width: u32,
    /// How many 32-bit words it takes in a frame; those beyond its width are 0.
    pub words: usize,
}

impl Port {
    /// A port with as many words as its width needs.
    pub fn new(name: impl Into<String>, width: u32) -> Self {
        Self {
            name: name.into(),
            width,
            words: width.div_ceil(32) as usize,
        }
    }

    /// The same with more words.
    pub fn padded(self, words: usize) -> Self {
        Self {
            words: self.words.max(words),
            ..self
        }
    }
}

/// One design file: `.v` is read as Verilog-2005, `.sv` as SystemVerilog-2012.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    pub name: String,
    pub text: String,
}

impl Source {
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
        }
    }
}

/// Which coverage counters the model carries. They cost simulation speed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Coverage {
    #[default]
    None,
    /// Lines and branches.
    LineBranch,
    /// What a fuzzer steers by: lines and branches, and of the control registers (names that end
    /// in `_q`) the states, and the pairs of states that follow each other. Such a model can also
    /// be put back to where it was: see [`Model::save`](crate::Model::save).
    Control,
    /// Lines, branches, expressions and toggles of every signal up to `max_width` bits.
    /// Verilator's own limit is 256, which would leave out a 1,024-bit register.
    Full { max_width: u32 },
}

/// Choices of one build; each is part of the cache key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BuildOptions {
    pub coverage: Coverage,
    /// Whether [`Model::open_trace`](crate::Model::open_trace) works.
    pub trace: bool,
    /// Whether assertions are checked: one that fails stops the model.
    pub assertions: bool,
    pub optimization: Optimization,
}

/// A model to build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelSpec {
    /// The top module.
    pub top: String,
    /// The design, in the order that the tool shall read it.
    pub sources: Vec<Source>,
    /// All inputs but the clock. Their order is the order of words in an input frame.
    pub inputs: Vec<Port>,
    /// All outputs. Their order is the order of words in an output frame.
    pub outputs: Vec<Port>,
    /// The clock's name, or `None` for a design that is purely combinational.
    pub clock: Option<String>,
    /// Modules that the design holds several times, to be compiled once where that pays. It changes no
    /// value; what looks into the model, such as a trace, undoes it.
    pub repeated: Vec<String>,
    pub options: BuildOptions,
}

impl ModelSpec {
    /// Words of one input frame.
    pub fn input_words(&self) -> usize {
        self.inputs.iter().map(|port| port.words).sum()
    }

    /// Words of one output frame.
    pub fn output_words(&self) -> usize {
        self.outputs.iter().map(|port| port.words).sum()
    }

    /// What is compiled apart: see [`ModelSpec::repeated`].
    pub(crate) fn blocks(&self) -> &[String] {
        let options = &self.options;
        let seen = options.trace || options.assertions || options.coverage != Coverage::None;
        if options.optimization.shares_modules() && !seen {
            &self.repeated
        } else {
            &[]
        }
    }

    /// Refuses what neither Verilator nor the C++ compiler would explain well.
    pub fn validate(&self) -> Result<(), SpecError> {
        check_name("top module", &self.top)?;
        for module in &self.repeated {
            check_name("repeated module", module)?;
        }
        if self.sources.is_empty() {
            return Err(SpecError::NoSources);
        }
        let mut files = HashSet::new();
        for source in &self.sources {
            let plain = source
                .name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'));
            let known = source.name.ends_with(".v") || source.name.ends_with(".sv");
            if !plain || !known || source.name.starts_with(['-', '.']) {
                return Err(SpecError::SourceName {
                    name: source.name.clone(),
                });
            }
            if !files.insert(source.name.as_str()) {
                return Err(SpecError::Duplicate {
                    what: "source",
                    name: source.name.clone(),
                });
            }
        }
        let mut names = HashSet::new();
        if let Some(clock) = &self.clock {
            check_name("clock", clock)?;
            names.insert(clock.as_str());
        }
        for port in self.inputs.iter().chain(&self.outputs) {
            check_name("port", &port.name)?;
            if port.width == 0 || port.width > MAX_PORT_WIDTH {
                return Err(SpecError::Width {
                    port: port.name.clone(),
                    width: port.width,
                    most: MAX_PORT_WIDTH,
                });
            }
            if !names.insert(port.name.as_str()) {
                return Err(SpecError::Duplicate {
                    what: "port",
                    name: port.name.clone(),
                });
            }
        }
        Ok(())
    }
}

/// Verilator renames what C++ cannot say; such names are refused instead of followed.
fn check_name(what: &'static str, name: &str) -> Result<(), SpecError> {
    let mut chars = name.chars();
    let starts = chars
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    let continues = chars.all(|c| c.is_ascii_alphanumeric() || c == '_');
    if starts && continues && !name.contains("__") && !CPP_WORDS.contains(&name) {
        Ok(())
    } else {
        Err(SpecError::Name {
            what,
            name: name.to_owned(),
        })
    }
}

/// C++ words that are no Verilog keywords, and members of the generated class.
const CPP_WORDS: &[&str] = &[
    "asm",
    "auto",
    "bool",
    "catch",
    "char",
    "class",
    "const",
    "constexpr",
    "context",
    "contextp",
    "delete",
    "double",
    "eval",
    "explicit",
    "extern",
    "false",
    "final",
    "float",
    "friend",
    "goto",
    "inline",
    "int",
    "long",
    "mutable",
    "name",
    "namespace",
    "new",
    "operator",
    "private",
    "protected",
    "public",
    "register",
    "return",
    "rootp",
    "short",
    "sizeof",
    "static",
    "struct",
    "switch",
    "template",
    "this",
    "threads",
    "throw",
    "trace",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "union",
    "using",
    "virtual",
    "void",
    "volatile",
];
