//! Memory below the load-store unit: coalescing, bank conflicts, caches, and what lies behind them.

mod cache;
mod coalesce;
mod hierarchy;
mod private;
mod traffic;

pub use cache::{Cache, Gone};
pub use coalesce::{bank_passes, lines, same_address, Passes};
pub use hierarchy::Hierarchy;
pub use private::{Private, Request};
pub use traffic::{Below, Classes, Level, Traffic, PRIVATE_LINES, REGISTER_LINES};
