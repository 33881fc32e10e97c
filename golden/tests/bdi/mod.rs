//! Tests of the BDI models: worked by hand from the paper, the contract's properties, and vectors.

mod by_hand;
mod compressor_properties;
mod decompressor_properties;
mod design_space;
mod oracle;
mod registers;
