//! End-to-end tests: the program as its users run it.

mod assertions;
mod bugs;
mod corners;
mod cosim;
mod drift;
mod equivalence;
mod errors;
mod files;
mod fuzz;
mod kernel_bugs;
mod kernels;
mod killed;
mod layers;
mod lint;
mod mutate;
mod paper;
mod power_aware;
mod random;
mod regress;
mod selection;
mod side_by_side;
mod synthesis;
mod timed_run;
mod tools;
mod translation;
mod walls;
