//! Tests of the golden models, a folder for each stem.

mod avc;
mod bdi;
mod properties;
mod regfile;
mod regless;
mod slumber;
mod timing;
