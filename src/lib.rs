//! warploom: synthesizable Verilog for GPU register-storage hardware, proven against Rust
//! reference models. This library is the command line's; the binary only calls [`run`].

pub mod commands;
pub mod dut;
pub mod error;
pub mod failure;
mod interrupt;
pub mod output;
pub mod project;
pub mod selection;
pub mod tools;
pub mod usage;
pub mod write;

use clap::{Parser, Subcommand};
use failure::{Exit, Failure};

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
    Cosim(commands::cosim::Args),
    Replay(commands::replay::Args),
    Lint(commands::lint::Args),
    Doctor(commands::doctor::Args),
}

impl Command {
    fn run(self) -> Result<Exit, Failure> {
        match self {
            Command::List(args) => commands::list::run(&args),
            Command::Emit(args) => commands::emit::run(&args),
            Command::Cosim(args) => commands::cosim::run(&args),
            Command::Replay(args) => commands::replay::run(&args),
            Command::Lint(args) => commands::lint::run(args),
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
