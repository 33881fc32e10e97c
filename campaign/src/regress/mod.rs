//! Regressions: units x presets x seeds, and kernels x schemes x schedulers, as a campaign.
//!
//! - [`job`]: the work of one; [`suite`]: which there are.
//! - [`unit`] and [`kernel`] run one, with what [`shop`] builds.
//! - [`html`]: what the report's page shows of them.

pub mod html;
pub mod job;
pub mod kernel;
pub mod shop;
pub mod suite;
pub mod unit;
