//! The command line of warploom: subcommands in `commands/`, errors printed once, here.

use crate::failure::{Exit, Failure};
use crate::{commands, usage};
use clap::{Parser, Subcommand};
use std::process::ExitCode;

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
    Cosim(commands::cosim::Args),
    Replay(commands::replay::Args),
    Doctor(commands::doctor::Args),
    Lint(commands::lint::Args),
}

impl Command {
    fn run(self) -> Result<ExitCode, Failure> {
        match self {
            Command::List(args) => commands::list::run(&args).map(code),
            Command::Cosim(args) => commands::cosim::run(&args),
            Command::Replay(args) => commands::replay::run(&args),
            Command::Doctor(args) => Ok(commands::doctor::run(args)?),
            Command::Lint(args) => Ok(commands::lint::run(args)?),
        }
    }
}

fn code(exit: Exit) -> ExitCode {
    ExitCode::from(exit as u8)
}

/// Runs the program.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage::report(&error),
    };
    cli.command.run().unwrap_or_else(|failure| {
        eprintln!("warploom: {failure}");
        code(failure.exit())
    })
}
