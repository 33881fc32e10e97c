//! Contracts of warploom's units: parameters, presets, ports, encodings and traits.
//!
//! Nothing here behaves. `golden` and `hdl` both build on this crate and never see each other;
//! whatever they must agree on is said here, in types, and in `docs/units/`, in prose.

pub mod avc;
pub mod bdi;
pub mod choice;
pub mod configuration;
pub mod names;
mod numbers;
pub mod parameters;
pub mod ports;
pub mod presets;
pub mod property;
pub mod regfile;
pub mod registry;
pub mod regless;
mod sample;
pub mod scheme;
pub mod slumber;
pub mod unit;
pub mod warp;

pub use choice::UnknownName;
pub use configuration::{Configuration, ConfigurationError};
pub use parameters::{ParameterError, Parameters};
pub use ports::{Compare, Port, Ports, Ready, Wires};
pub use presets::{Preset, PRESETS};
pub use property::Property;
pub use registry::{AnyParameters, UnitId};
pub use sample::Sample;
pub use scheme::{EngineKind, Hardware, HardwareError, Scheme};
pub use unit::{Difference, OutOfContract, Unit, UnitFault, UnitModel};

/// The clock that the papers assume and that the emitted constraints ask for: 1.4 GHz
/// (Warped-Compression, Table 2).
pub const CLOCK_PERIOD_PS: u32 = 714;
