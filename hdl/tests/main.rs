//! Tests of the units and primitives as circuits, and of their emission.

mod constants;
mod edits;
mod emit;
mod emit_errors;
mod emit_support;
mod index;
mod ports;
mod power_intent;
mod primitives;
mod purpose;
mod regfile;
mod slumber;
mod support;
mod translation;
mod value;
