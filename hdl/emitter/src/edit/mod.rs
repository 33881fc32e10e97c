//! A design that behaves otherwise where somebody asks for it: edits of what drives a signal, all in one
//! design, of which an input chooses one.
//!
//! ```text
//! at = "osu_lines.clean[k]", becomes = "!used[k].q"
//!
//! for k { clean[k] = !used[k].q && !modified[k].q; }
//! =>
//! for k { clean_it[k] = !used[k].q && !modified[k].q; }
//! for k { clean[k] = clean_it[k]; }
//! case mutant_select { 7 => for k { clean[k] = !used[k].q; } }
//! ```
//!
//! Places carry the names of the Rust source. Edits come after the passes that separate the values of a
//! signal, and before all that drop or invent names for the text's sake.

mod apply;
mod found;
mod kinds;
mod list;
mod loops;
mod mutation;
mod places;
mod reset;
mod select;
mod share;
mod sites;
mod syntax;
mod target;
mod typed;
mod work;

pub(crate) use apply::apply;
pub(crate) use list::mutations;
pub use mutation::*;
pub(crate) use select::connect;
pub(crate) use share::{names, share, Outcome};
