//! A behavioural streaming multiprocessor: it reads PTX, executes it thread for thread, and says
//! what every register held.
//!
//! The order of the rooms is the order of a run: a [`descriptor`] names a PTX module, its buffers
//! and its launches; [`references`] are the plain algorithms that results are checked against.

pub mod alloc;
pub mod analysis;
pub mod bench;
pub mod descriptor;
pub mod energy;
pub mod exec;
pub mod host;
pub mod ir;
pub mod layout;
pub mod lower;
pub mod passes;
pub mod ptx;
pub mod references;
pub mod scheme;
pub mod softfloat;
pub mod timing;
