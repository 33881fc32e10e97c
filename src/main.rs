//! The command line.

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use warploom::commands::{doctor, lint};

#[derive(Debug, Parser)]
#[command(name = "warploom", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Doctor(doctor::Args),
    Lint(lint::Args),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Doctor(args) => doctor::run(args),
        Command::Lint(args) => lint::run(args),
    };
    result.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::from(2)
    })
}
