//! The `sandtable` program.

mod boards;
mod files;
mod map;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// A table for operational board wargames that knows the rules.
#[derive(Parser)]
#[command(name = "sandtable", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The boards: list, draw, compile, audit
    Map(map::MapArgs),
}

/// Why a command did not do what was asked, and the exit status that says so.
pub struct Failure {
    message: String,
    status: u8,
}

impl Failure {
    /// Anything but a refusal by the rules: exit status 1.
    pub fn new(message: String) -> Failure {
        Failure { message, status: 1 }
    }
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match &cli.command {
        Command::Map(args) => map::run(args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("sandtable: {}", failure.message);
            ExitCode::from(failure.status)
        }
    }
}
