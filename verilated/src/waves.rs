//! Waveforms: the VCD that a model writes, as the FST that a viewer opens quickly.
//!
//! Verilator can write FST itself, but needs headers of compression libraries for it that
//! a fresh machine lacks; this conversion needs none.

use fst_writer::{
    FstBodyWriter, FstFileType, FstHeaderWriter, FstInfo, FstScopeType, FstSignalId, FstSignalType,
    FstVarDirection, FstVarType, FstWriteError,
};
use std::collections::HashMap;
use std::fmt;
use std::io::{self, BufRead, Seek, Write};
use vcd::{Command, IdCode, ScopeItem, ScopeType, TimescaleUnit, VarType};

/// Value changes are written out when they have grown to this size.
const BLOCK_BYTES: usize = 64 << 20;

/// Why a waveform could not be converted.
#[derive(Debug)]
#[non_exhaustive]
pub enum WaveError {
    /// The VCD could not be read, or is none.
    Read(io::Error),
    /// The FST could not be written.
    Write(FstWriteError),
    /// A value for a signal that was not declared, or with more bits than it has.
    Value { code: String },
}

impl fmt::Display for WaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => write!(f, "cannot read the VCD: {error}"),
            Self::Write(error) => write!(f, "cannot write the FST: {error}"),
            Self::Value { code } => write!(
                f,
                "the VCD gives signal `{code}` a value that does not fit its declaration"
            ),
        }
    }
}

impl std::error::Error for WaveError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Read(error) => Some(error),
            Self::Write(error) => Some(error),
            Self::Value { .. } => None,
        }
    }
}

impl From<io::Error> for WaveError {
    fn from(error: io::Error) -> Self {
        Self::Read(error)
    }
}

impl From<FstWriteError> for WaveError {
    fn from(error: FstWriteError) -> Self {
        Self::Write(error)
    }
}

/// Signals by their VCD code. Several names may share one.
type Signals = HashMap<IdCode, (FstSignalId, usize)>;

/// Reads a VCD to its end and writes it as FST.
pub fn vcd_to_fst<W: Write + Seek>(reader: impl BufRead, writer: W) -> Result<(), WaveError> {
    let mut parser = vcd::Parser::new(reader);
    let header = parser.parse_header()?;
    let info = FstInfo {
        start_time: 0,
        timescale_exponent: timescale_exponent(header.timescale),
        version: header.version.unwrap_or_default(),
        // The same run gives the same bytes.
        date: String::new(),
        file_type: FstFileType::Verilog,
    };
    let mut hierarchy = FstHeaderWriter::new(writer, &info)?;
    let mut signals = Signals::new();
    declare(&mut hierarchy, &header.items, &mut signals)?;
    let mut body = hierarchy.finish()?;
    for command in parser {
        match command? {
            Command::Timestamp(time) => {
                if body.size() > BLOCK_BYTES {
                    body.flush()?;
                }
                body.time_change(time)?;
            }
            Command::ChangeScalar(code, value) => {
                change(&mut body, &signals, code, value.to_string().as_bytes())?;
            }
            Command::ChangeVector(code, value) => {
                change(&mut body, &signals, code, value.to_string().as_bytes())?;
            }
            _ => {}
        }
    }
    body.finish()?;
    Ok(())
}

fn declare<W: Write + Seek>(
    writer: &mut FstHeaderWriter<W>,
    items: &[ScopeItem],
    signals: &mut Signals,
) -> Result<(), WaveError> {
    for item in items {
        match item {
            ScopeItem::Scope(scope) => {
                writer.scope(&scope.identifier, "", scope_type(scope.scope_type))?;
                declare(writer, &scope.items, signals)?;
                writer.up_scope()?;
            }
            // Reals and strings do not occur in hardware that can be synthesized.
            ScopeItem::Var(var) if !matches!(var.var_type, VarType::Real | VarType::String) => {
                let known = signals.get(&var.code).map(|signal| signal.0);
                let name = match &var.index {
                    Some(index) => format!("{} {index}", var.reference),
                    None => var.reference.clone(),
                };
                let id = writer.var(
                    name,
                    FstSignalType::bit_vec(var.size.max(1)),
                    var_type(var.var_type),
                    FstVarDirection::Implicit,
                    known,
                )?;
                signals.insert(var.code, (id, var.size.max(1) as usize));
            }
            _ => {}
        }
    }
    Ok(())
}

fn change<W: Write + Seek>(
    body: &mut FstBodyWriter<W>,
    signals: &Signals,
    code: IdCode,
    value: &[u8],
) -> Result<(), WaveError> {
    match signals.get(&code) {
        // A value with leading zeros cut is widened by the writer.
        Some(&(id, width)) if (1..=width).contains(&value.len()) => {
            Ok(body.signal_change(id, value)?)
        }
        _ => Err(WaveError::Value {
            code: code.to_string(),
        }),
    }
}

fn timescale_exponent(timescale: Option<(u32, TimescaleUnit)>) -> i8 {
    let Some((number, unit)) = timescale else {
        return 0;
    };
    let unit = match unit {
        TimescaleUnit::S => 0,
        TimescaleUnit::MS => -3,
        TimescaleUnit::US => -6,
        TimescaleUnit::NS => -9,
        TimescaleUnit::PS => -12,
        _ => -15,
    };
    // The standard allows 1, 10 and 100.
    unit + match number {
        100 => 2,
        10 => 1,
        _ => 0,
    }
}

fn scope_type(scope: ScopeType) -> FstScopeType {
    match scope {
        ScopeType::Task => FstScopeType::Task,
        ScopeType::Function => FstScopeType::Function,
        ScopeType::Begin => FstScopeType::Begin,
        ScopeType::Fork => FstScopeType::Fork,
        _ => FstScopeType::Module,
    }
}

fn var_type(var: VarType) -> FstVarType {
    match var {
        VarType::Integer => FstVarType::Integer,
        VarType::Parameter => FstVarType::Parameter,
        VarType::Reg => FstVarType::Reg,
        _ => FstVarType::Wire,
    }
}
