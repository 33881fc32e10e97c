//! What goes in and out of a bank in a cycle.

use spec::warp::WarpRegister;

/// An access of a register read unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// It reserves a line; else it reads.
    pub reserve: bool,
    /// Warp and register.
    pub tag: (u8, u8),
    /// A read is the last use in the region.
    pub last: bool,
    /// With `last`: the value is dead.
    pub erase: bool,
}

/// A result.
#[derive(Clone, Copy, Debug)]
pub struct Write<'a> {
    /// Its line.
    pub entry: u8,
    /// Lanes written; of a register that was reserved as a new one all are.
    pub mask: u32,
    /// The value.
    pub data: &'a WarpRegister,
    /// The last use in the region.
    pub last: bool,
}

impl Write<'_> {
    /// The value with 0 in the lanes that are not written.
    pub fn masked(&self) -> WarpRegister {
        std::array::from_fn(|lane| self.data[lane] * (self.mask >> lane & 1))
    }
}

/// What the bank takes in a cycle; what is not there is `None`.
#[derive(Clone, Copy, Debug, Default)]
pub struct BankCycle<'a> {
    /// An access.
    pub access: Option<Access>,
    /// Kind, warp and register of an operation.
    pub preload: Option<(u8, (u8, u8))>,
    /// Line and value of a fill.
    pub fill: Option<(u8, &'a WarpRegister)>,
    /// A result.
    pub write: Option<Write<'a>>,
    /// The request is taken.
    pub request_ready: bool,
}

/// What is accepted in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Readies {
    /// The access.
    pub access: bool,
    /// The operation.
    pub preload: bool,
    /// A fill.
    pub fill: bool,
    /// A result.
    pub write: bool,
}

/// What a bank answers two cycles after an access.
#[derive(Clone, Copy, Debug)]
pub enum Answer<'a> {
    /// Nothing was accessed.
    None,
    /// The register.
    Read(&'a WarpRegister),
    /// The line reserved.
    Reserve(u8),
}
