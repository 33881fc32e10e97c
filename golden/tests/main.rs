//! Tests of the golden models, a folder for each stem.

mod avc;
mod bdi;
mod osu;
mod properties;
mod regfile;
mod slumber;
mod timing;
