//! The Verilog that warploom emits for a configuration, as hardware to be simulated.

use hdl::emit::edit::{Mutation, MutationErrors};
use hdl::emit::{Dialect, EmitErrors, Options, Reset};
use spec::Configuration;
use tools::hardware::Hardware;

fn options(dialect: Dialect, reset: Reset) -> Options {
    Options {
        dialect,
        reset,
        ..Options::default()
    }
}

/// As it is.
pub fn plain(
    configuration: &Configuration,
    dialect: Dialect,
    reset: Reset,
) -> Result<Hardware, EmitErrors> {
    hdl::units::emit(configuration, &options(dialect, reset)).map(Hardware::from)
}

/// With mutations in it, chosen by an input.
pub fn mutated(
    configuration: &Configuration,
    dialect: Dialect,
    reset: Reset,
    mutations: &[Mutation],
) -> Result<Hardware, MutationErrors> {
    let options = options(dialect, reset);
    hdl::units::emit_mutations(configuration, &options, mutations).map(Hardware::from)
}
