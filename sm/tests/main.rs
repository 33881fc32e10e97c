//! Tests of the multiprocessor: its language, its allocation, its timing.

mod compiled;
mod descriptors;
mod diagnostics;
mod fuzz;
mod host;
mod instructions;
mod kernels;
mod modules;
mod passes;
mod phases;
mod random_pairs;
mod random_programs;
mod references;
mod rivals;
mod support;
mod timing_kernels;
mod timing_latency;
mod timing_parameters;
mod timing_private;
mod timing_profile;
mod timing_registers;
mod timing_sleep;
mod timing_staging;
mod timing_stalls;
mod verifier;
mod warps;
