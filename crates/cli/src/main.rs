//! `kitsune`: the MCP server on standard input and output, and the commands beside it.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use kitsune_cli::bridge_command::{self, BridgeArguments};
use kitsune_cli::doctor::{self, DoctorArguments};
use kitsune_cli::launch::{self, LaunchArguments, guard};
use kitsune_cli::mcp_command;

/// Lets an AI agent use the Firefox you already have open.
///
/// Without a command it is an MCP server on standard input and output.
#[derive(Parser)]
#[command(name = "kitsune", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Run, stop or ask the bridge.
    Bridge(BridgeArguments),
    /// Start a Firefox of its own with the extension in it, connected to the bridge.
    Launch(LaunchArguments),
    /// Say what works, what does not, and what to do about it.
    Doctor(DoctorArguments),
    /// Run a program that ends when standard input closes.
    #[command(hide = true)]
    Guard {
        /// Print the program's process group as one line.
        #[arg(long)]
        tell: bool,
        /// The program and its arguments.
        #[arg(last = true, required = true)]
        program: Vec<OsString>,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    kitsune_cli::start_logging();
    match arguments.command {
        None => mcp_command::run(),
        Some(Command::Bridge(bridge)) => bridge_command::run(&bridge),
        Some(Command::Launch(launch)) => launch::run(&launch),
        Some(Command::Doctor(doctor)) => doctor::run(&doctor),
        Some(Command::Guard { tell, program }) => guard::run(&program, tell),
    }
}
