//! Circuits for the tests that compare two translations of one source. They are no product: they
//! stand apart so that nothing that ships waits for them to compile.

mod blocks;
pub mod constructs;
pub mod random;
