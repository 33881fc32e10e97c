//! Models of Slumber's units (`spec::slumber`), the accounting of leakage, and the schemes that
//! Slumber is compared with.
//!
//! - [`Register`] is the state machine of one register; [`PowerController`] gives it ports.
//! - [`PowerArray`] holds a register file of them and looks only at registers that move.
//! - [`MshrTracker`], [`FetchUnitList`] and [`SlumberControl`] decide; [`SlumberTop`] is the whole.
//! - [`energy`] and [`baselines`] turn states into leakage.

mod array;
pub mod baselines;
mod control;
mod controller;
pub mod energy;
mod fetch_list;
mod legality;
mod register;
mod top;
mod tracker;

pub use array::{with_events_of, PowerArray};
pub use control::{decide, target, SlumberControl};
pub use controller::PowerController;
pub use fetch_list::FetchUnitList;
pub use register::Register;
pub use top::SlumberTop;
pub use tracker::MshrTracker;
