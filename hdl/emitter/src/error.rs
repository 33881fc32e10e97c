//! What the emitter refuses, and how it says so.
//!
//! Every message names the module, the signal and the Rust type behind it, because the reader
//! has Rust source before them and no Verilog exists yet.

use std::fmt;

/// One reason why a design cannot be emitted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct EmitError {
    /// The Verilog name of the module.
    pub module: String,
    /// The signal, as the Rust source names it (`lane.value`).
    pub signal: String,
    /// The Rust type of the signal, or of the block when the signal has none.
    pub rust_type: String,
    pub kind: EmitErrorKind,
}

/// The kinds of refusal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EmitErrorKind {
    /// Some path through `update` leaves these bits unassigned.
    Latch { bits: String },
    /// The value depends on itself within one cycle; the path begins and ends at the signal.
    CombinationalLoop { path: Vec<String> },
    /// A name that is no signal of the block.
    UnknownName,
    /// Two widths that Rust's types would have kept apart.
    WidthMismatch {
        expected: usize,
        found: usize,
        expression: String,
    },
    /// A literal that its context has no room for.
    LiteralTooWide { value: String, width: usize },
    /// A literal in a place that gives it no width.
    UntypedLiteral { value: String },
    /// Something besides `update` drives the signal already.
    MultipleDrivers { other: String },
    /// No driver at all for these bits.
    Undriven { bits: String },
    /// Nothing reads the signal.
    Unread,
    /// Read in a place where only a part of its assignments has happened.
    ReadBeforeWrite,
    /// The wrong number of array indices.
    IndexCount { expected: usize, found: usize },
    /// An index or offset beyond the end.
    OutOfRange { index: i64, limit: usize },
    /// Text between brackets that is not arithmetic over loop indices.
    DynamicIndex { text: String },
    /// A construct that has no hardware meaning here.
    Unsupported { what: String },
    /// Two different modules of one name.
    DuplicateModule,
    /// Modules of one name differ between two designs that are to share them.
    TwoBodies { one: String, other: String },
}

impl EmitErrorKind {
    /// Whether a value depends on itself, or seems to.
    pub(crate) fn is_circle(&self) -> bool {
        matches!(self, Self::CombinationalLoop { .. } | Self::ReadBeforeWrite)
    }

    /// Whether it is about who reads what, and in which order.
    pub(crate) fn is_about_use(&self) -> bool {
        self.is_circle() || *self == Self::Unread
    }
}

impl fmt::Display for EmitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use EmitErrorKind::*;
        write!(
            f,
            "module `{}`, signal `{}` of type `{}`: ",
            self.module, self.signal, self.rust_type
        )?;
        match &self.kind {
            Latch { bits } => write!(
                f,
                "{bits} not assigned on every path through `update`, which would make a latch; \
                 assign a default first"
            ),
            CombinationalLoop { path } => {
                write!(f, "combinational loop: {}", path.join(" -> "))
            }
            UnknownName => write!(f, "no signal, constant or loop index has this name"),
            WidthMismatch {
                expected,
                found,
                expression,
            } => write!(
                f,
                "{found} bits where {expected} are needed, in `{expression}`"
            ),
            LiteralTooWide { value, width } => {
                write!(f, "the literal {value} does not fit {width} bits")
            }
            UntypedLiteral { value } => write!(
                f,
                "nothing gives the literal {value} a width; write `bits::<N>({value})`"
            ),
            MultipleDrivers { other } => {
                write!(f, "more than one driver: `update` and {other}")
            }
            Undriven { bits } => write!(f, "{bits} never driven"),
            Unread => write!(f, "never read"),
            ReadBeforeWrite => write!(
                f,
                "read before it is assigned, and assigned again later; move the assignment up"
            ),
            IndexCount { expected, found } => {
                write!(f, "{found} array indices where {expected} are needed")
            }
            OutOfRange { index, limit } => {
                write!(f, "{index} is out of range, the limit is {limit}")
            }
            DynamicIndex { text } => write!(
                f,
                "`[{text}]` is not arithmetic over loop indices; select with a loop and a \
                 comparison"
            ),
            Unsupported { what } => write!(f, "{what}"),
            DuplicateModule => write!(
                f,
                "another module with a different body has the same name; put the parameters \
                 into the name"
            ),
            TwoBodies { one, other } => write!(
                f,
                "{one} and {other} give this name different bodies; put the parameters into the name"
            ),
        }
    }
}

impl std::error::Error for EmitError {}

/// All the reasons at once: whoever mends a design wants the whole list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmitErrors(pub Vec<EmitError>);

impl fmt::Display for EmitErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, error) in self.0.iter().enumerate() {
            if position > 0 {
                writeln!(f)?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for EmitErrors {}

/// Collects errors of one module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    pub module: String,
    pub module_type: String,
    pub errors: Vec<EmitError>,
}

impl Report {
    /// Adds an error once; unrolled loops would otherwise repeat it.
    pub fn add(&mut self, signal: &str, rust_type: &str, kind: EmitErrorKind) {
        let error = EmitError {
            module: self.module.clone(),
            signal: signal.trim_start_matches("let$").replace('$', "."),
            rust_type: if rust_type.is_empty() {
                self.module_type.clone()
            } else {
                rust_type.to_owned()
            },
            kind,
        };
        if !self.errors.contains(&error) {
            self.errors.push(error);
        }
    }
}
