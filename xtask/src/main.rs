//! Development tasks: `cargo xtask ext`, `lint`, `test`, `dist`.
//!
//! A task prints each step before it runs and stops at the first that fails. Tasks install what a
//! fresh Debian machine lacks; elsewhere they say what to install (see [`setup`]).

mod dist;
mod ext;
mod lint;
mod pack;
mod setup;
mod step;
mod test;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Development tasks of Kitsune.
#[derive(Parser)]
#[command(name = "cargo xtask", version)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build both flavors of the extension and pack them into extension/dist.
    Ext,
    /// Check formatting, lints and types of everything.
    Lint,
    /// Run every test. Further arguments go to `cargo test`.
    Test {
        /// Arguments for `cargo test`, for example `-p kitsune-e2e a_name`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Put the extension into the crate `kitsune` and check that its package carries it.
    Dist,
}

fn main() -> ExitCode {
    let result = match Arguments::parse().task {
        Task::Ext => ext::run(),
        Task::Lint => lint::run(),
        Task::Test { arguments } => test::run(&arguments),
        Task::Dist => dist::run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            ExitCode::FAILURE
        }
    }
}
