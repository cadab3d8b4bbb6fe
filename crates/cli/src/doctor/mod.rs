//! `kitsune doctor`: what works, what does not, and what to do about it.
//!
//! It changes nothing but one thing: where no bridge runs it starts one, as any tool call would,
//! because nothing else tells whether that works and whether a browser connects. Each check gathers
//! facts and judges them apart, so that the judgement is tested on plain data.
//!
//! Exit codes: 0 all well, 1 something is wrong, 2 the environment cannot be used.

mod bridge;
mod browser;
pub(crate) mod display;
mod home;
mod leftovers;
mod ports;
mod report;

use std::io;
use std::process::ExitCode;

use clap::Args;
use kitsune_client::Settings;
use kitsune_protocol::wire::Flavor;

use crate::{embedded, session};

use report::{Check, Report};

/// Exit code of an environment that cannot be used.
const USAGE: u8 = 2;

/// Arguments of `kitsune doctor`.
#[derive(Args, Clone, Copy, Debug)]
pub struct DoctorArguments {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Checks everything and prints what it found.
pub fn run(arguments: &DoctorArguments) -> ExitCode {
    let settings = match session::settings() {
        Ok(settings) => settings,
        Err(error) => {
            eprintln!("kitsune doctor: {error}");
            return ExitCode::from(USAGE);
        }
    };
    let printed = examine(settings).and_then(|report| {
        report.print(arguments.json, &mut io::stdout().lock())?;
        Ok(report)
    });
    match printed {
        Ok(report) if report.is_well() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("kitsune doctor: {error}");
            ExitCode::FAILURE
        }
    }
}

fn examine(settings: Settings) -> io::Result<Report> {
    session::runtime()?.block_on(async {
        let mut checks = browser::check().await;
        checks.push(display::check());
        checks.push(check_embedded());
        checks.extend(home::check(&settings));
        checks.extend(bridge::check(&settings).await?);
        checks.push(leftovers::check(&settings));
        Ok(Report { checks })
    })
}

fn check_embedded() -> Check {
    let check = Check::new("embedded extension");
    match embedded::extension(Flavor::Dev) {
        Some(_) => check.well(format!("in this build, {}", embedded::BUILD)),
        None => check.wrong(
            "this build of kitsune carries no extension, so `kitsune launch` has none to install",
            "Run `cargo xtask ext`, then build kitsune again.",
        ),
    }
}
