//! The register file with its operand collectors, as the pipeline meets it.
//!
//! [`RegisterPath`] follows the ports of `spec::regfile` (docs/units/regfile.md): two operations go
//! in a cycle, in the order of acceptance they come out with their sources, two results are
//! written. [`Flat`] is the file without compression, worked out rather than simulated, and exact
//! to the cycle; [`OfUnit`] is any model of the unit.

mod activity;
mod flat;
mod notice;
mod of_unit;
mod path;
mod powered;
mod renamed;
mod states;

pub use activity::{Activity, Ratio, Sleep, MOST_BANKS};
pub(crate) use flat::banks_of;
pub use flat::Flat;
pub use notice::{Accessed, Fetched, Named, Notice};
pub use of_unit::OfUnit;
pub(crate) use path::DESTINATIONS;
pub use path::{Answer, Awake, Demand, Operation, RegisterPath, Written, PORTS, SOURCES};
pub use powered::{Account, Powered};
pub use renamed::{Pool, Renamed};
