//! Tests of engines, lockstep, shrinking, replay and fuzzing, with models that Verilator builds.

mod avc;
mod bugs;
mod common;
mod engines;
mod faults;
mod forecast;
mod fuzz;
mod lockstep;
mod mutants;
mod power_aware;
mod regfile;
mod regless;
mod regression;
mod regressions;
mod replay;
mod slumber;
mod vectors;
