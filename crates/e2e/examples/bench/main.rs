//! The measurements behind `cargo xtask bench`: medians, printed as a table with their targets.
//!
//! Figures of a shared machine are noisy: compare medians and ratios, not single runs.

#![expect(clippy::expect_used, reason = "a measurement that cannot be made stops with a panic")]

mod act;
mod browser;
mod figures;
mod read;
mod screenshots;
mod start;

use kitsune_e2e::run;

fn main() {
    let what = std::env::args().nth(1).unwrap_or_else(|| "start".to_owned());
    match what.as_str() {
        "act" => run(act::measure),
        "browser" => run(browser::measure),
        "start" => run(start::measure),
        "read" => run(read::measure),
        "screenshots" => run(screenshots::measure),
        other => {
            eprintln!(
                "bench: {other} is not known; there are: act, browser, read, screenshots, start"
            );
            std::process::exit(2);
        }
    }
}
