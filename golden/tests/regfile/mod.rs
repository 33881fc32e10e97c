//! Tests of the register file: worked by hand from the contract, its properties, and vectors.

mod bad_input;
mod bank_gate;
mod bench;
mod bounds;
mod by_hand;
mod count;
mod diagrams;
mod forgetting;
mod full_speed;
mod injected;
mod manner;
mod play;
mod property_tests;
mod quiescence;
mod speed;
