//! Tests of the Slumber models: worked by hand from the paper, the contract's properties, vectors.

mod array;
mod bad_input;
mod by_hand;
mod control;
mod controller;
mod energy;
mod environment;
mod events;
mod list;
mod oracle;
mod parameters;
mod quiescence;
mod speed;
mod top;
mod tracker;
mod waits;
