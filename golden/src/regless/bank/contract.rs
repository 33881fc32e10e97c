//! What a bank may be asked for.

use super::{BankCycle, OsuBank, Owed, Status};
use spec::regless::Operation;
use spec::OutOfContract;
use std::fmt;

/// Why a cycle is out of contract; text is made of it only where somebody reads it, for generators
/// ask in every cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// An access to a register whose value is owed.
    NotThere((u8, u8)),
    /// A read of a register that the region does not have.
    NotOfRegion((u8, u8)),
    /// A read of a register without a line.
    NotInBank((u8, u8)),
    /// A register without a line, when all are in use.
    NoLine((u8, u8)),
    /// A code without an operation.
    NoOperation(u8),
    /// An operation on a register of an active region.
    InUse((u8, u8)),
    /// Another operation than the one that was refused in the cycle before.
    NotHeld,
    /// A fill of a line that is owed none.
    NoFill(u8),
    /// A result for a line that is owed none.
    NoResult(u8),
    /// A line that is another register's than the one that a result or an answer names.
    NotItsLine((u8, u8), u8),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NotThere((warp, r)) => {
                write!(f, "warp {warp} uses R{r}, which is not there yet")
            }
            Self::NotOfRegion((warp, r)) => {
                write!(f, "warp {warp} reads R{r}, which its region does not have")
            }
            Self::NotInBank((warp, r)) => {
                write!(f, "warp {warp} reads R{r}, which is not in the bank")
            }
            Self::NoLine((warp, r)) => write!(f, "no line is left for R{r} of warp {warp}"),
            Self::NoOperation(kind) => write!(f, "{kind} is no kind of operation"),
            Self::InUse((warp, r)) => {
                write!(f, "an operation names R{r} of warp {warp}, which is in use")
            }
            Self::NotHeld => write!(f, "an operation that was refused becomes another one"),
            Self::NoFill(entry) => write!(f, "line {entry} is owed no fill"),
            Self::NoResult(entry) => write!(f, "line {entry} is owed no result"),
            Self::NotItsLine((warp, r), entry) => {
                write!(f, "line {entry} is not that of R{r} of warp {warp}")
            }
        }
    }
}

impl From<Refusal> for OutOfContract {
    fn from(refusal: Refusal) -> Self {
        Self::new(refusal.to_string())
    }
}

impl OsuBank {
    /// Whether a request may be accepted, for properties.
    pub fn has_no_request(&self) -> bool {
        self.request.is_none()
    }

    /// Whether the memory's output is, or is about to be, the value of an eviction that is not taken.
    pub fn holds_value(&self) -> bool {
        self.request
            .as_ref()
            .is_some_and(|request| request.kind == 0)
    }

    /// Whether what comes for a register names its line.
    pub fn check_line(&self, tag: (u8, u8), entry: u8) -> Result<(), Refusal> {
        match self.lines.get(usize::from(entry)) {
            Some(line) if line.tag != tag => Err(Refusal::NotItsLine(tag, entry)),
            _ => Ok(()),
        }
    }

    /// Whether a cycle keeps to the contract.
    pub fn check(&self, cycle: &BankCycle) -> Result<(), Refusal> {
        if let (Some(now), Some((refused, _))) = (cycle.preload, self.refused) {
            if now != refused {
                return Err(Refusal::NotHeld);
            }
        }
        let full = || self.lists.of(Status::InUse).count_ones() as usize == self.lines.len();
        if let Some(access) = cycle.access {
            let (tag, reads) = (access.tag, !access.reserve);
            match self.lists.find(tag).map(|l| &self.lines[l]) {
                Some(line) if line.owed != Owed::Nothing => return Err(Refusal::NotThere(tag)),
                Some(line) if reads && (line.status != Status::InUse || line.fresh) => {
                    return Err(Refusal::NotOfRegion(tag))
                }
                None if reads => return Err(Refusal::NotInBank(tag)),
                None if full() => return Err(Refusal::NoLine(tag)),
                _ => {}
            }
        } else if let Some((kind, tag)) = cycle.preload {
            let operation = Operation::from_code(kind).ok_or(Refusal::NoOperation(kind))?;
            match self.lists.find(tag).map(|l| &self.lines[l]) {
                Some(line) if line.status == Status::InUse => return Err(Refusal::InUse(tag)),
                None if operation.is_preload() && full() => return Err(Refusal::NoLine(tag)),
                _ => {}
            }
        }
        let owed = |entry: u8| self.lines.get(usize::from(entry)).map(|l| l.owed);
        if let Some((entry, _)) = cycle.fill {
            if owed(entry) != Some(Owed::Fill(true)) {
                return Err(Refusal::NoFill(entry));
            }
        }
        if let Some(write) = cycle.write {
            if owed(write.entry) != Some(Owed::Result(true)) {
                return Err(Refusal::NoResult(write.entry));
            }
        }
        Ok(())
    }
}
