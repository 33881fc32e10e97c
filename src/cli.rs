//! The command line of warploom: subcommands in `commands/`, errors printed once, here.

use crate::failure::{Exit, Failure};
use crate::{commands, usage};
use clap::{Parser, Subcommand};

/// Synthesizable Verilog for GPU register-storage hardware, proven against Rust models
#[derive(Parser, Debug)]
#[command(name = "warploom", version, arg_required_else_help = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    List(commands::list::Args),
    Emit(commands::emit::Args),
    Lint(commands::lint::Args),
    Cosim(commands::cosim::Args),
    Mutate(commands::mutate::Args),
    Prove(commands::prove::Args),
    Regress(commands::regress::Args),
    Replay(commands::replay::Args),
    Fuzz(commands::fuzz::Args),
    Synth(commands::synth::Args),
    Bench(commands::bench::Args),
    Paper(commands::paper::Args),
    Run(commands::run::Args),
    Ptx(commands::ptx::Args),
    Kernels(commands::kernels::Args),
    NewKernel(commands::new_kernel::Args),
    Doctor(commands::doctor::Args),
}

impl Command {
    fn run(self) -> Result<Exit, Failure> {
        match self {
            Command::List(args) => commands::list::run(&args),
            Command::Emit(args) => commands::emit::run(&args),
            Command::Lint(args) => commands::lint::run(args),
            Command::Cosim(args) => commands::cosim::run(&args),
            Command::Mutate(args) => commands::mutate::run(&args),
            Command::Prove(args) => commands::prove::run(&args),
            Command::Regress(args) => commands::regress::run(&args),
            Command::Replay(args) => commands::replay::run(&args),
            Command::Fuzz(args) => commands::fuzz::run(&args),
            Command::Synth(args) => commands::synth::run(&args),
            Command::Bench(args) => commands::bench::run(&args),
            Command::Paper(args) => commands::paper::run(&args),
            Command::Run(args) => commands::run::run(&args),
            Command::Ptx(args) => commands::ptx::run(&args),
            Command::Kernels(args) => commands::kernels::run(&args),
            Command::NewKernel(args) => commands::new_kernel::run(&args),
            Command::Doctor(args) => commands::doctor::run(args),
        }
    }
}

/// Parses the arguments, runs the command, prints an error once, and gives the exit code.
pub fn run() -> Exit {
    match Cli::try_parse() {
        Ok(cli) => cli.command.run().unwrap_or_else(|failure| {
            eprintln!("warploom: {failure}");
            failure.exit()
        }),
        Err(error) => usage::report(&error),
    }
}
