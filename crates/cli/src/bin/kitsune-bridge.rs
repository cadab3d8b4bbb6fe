//! `kitsune-bridge`: runs, stops or asks the bridge. The same as `kitsune bridge`.

use std::process::ExitCode;

use clap::Parser;
use kitsune_cli::bridge_command::{self, BridgeArguments};

/// The bridge between agents and the browser's extension.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(flatten)]
    bridge: BridgeArguments,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    kitsune_cli::start_logging();
    bridge_command::run(&arguments.bridge)
}
