//! The command line of warploom: subcommands in `commands/`, errors printed once, here.

mod commands;
mod failure;
mod output;
mod selection;
mod usage;

use clap::{Parser, Subcommand};
use failure::{Exit, Failure};
use std::process::ExitCode;

/// Synthesizable Verilog for GPU register-storage hardware, proven against Rust models
#[derive(Parser, Debug)]
#[command(name = "warploom", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    List(commands::list::Args),
    Run(commands::run::Args),
    Ptx(commands::ptx::Args),
    Kernels(commands::kernels::Args),
}

impl Command {
    fn run(&self) -> Result<Exit, Failure> {
        match self {
            Command::List(args) => commands::list::run(args),
            Command::Run(args) => commands::run::run(args),
            Command::Ptx(args) => commands::ptx::run(args),
            Command::Kernels(args) => commands::kernels::run(args),
        }
    }
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage::report(&error),
    };
    let exit = cli.command.run().unwrap_or_else(|failure| {
        eprintln!("warploom: {failure}");
        failure.exit()
    });
    ExitCode::from(exit as u8)
}
