//! Development tasks: `cargo xtask ext`, `lint`, `test` and `dist`.
//!
//! A task prints each step before it runs and stops at the first that fails. Tasks install what a
//! fresh Debian machine lacks; elsewhere they say what to install (see [`setup`]).

mod bench;
mod demo;
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
    /// Measure speed and memory of release builds.
    Bench {
        /// What to measure; without it everything.
        #[arg(value_parser = bench::KINDS)]
        what: Option<String>,
    },
    /// Watch an MCP client fill in and send a form in a real Firefox.
    Demo,
    /// Build both flavors of the extension and pack them into extension/dist.
    Ext,
    /// Check formatting, lints and types of everything.
    Lint,
    /// Run every test, or those that further arguments choose.
    Test {
        /// Arguments for `cargo test`, for example `-p kitsune-e2e --test demo`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Put the extension into the crate `kitsune` and check that its package carries it.
    Dist,
}

fn main() -> ExitCode {
    let result = match Arguments::parse().task {
        Task::Bench { what } => bench::run(what.as_deref()),
        Task::Demo => demo::run(),
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
