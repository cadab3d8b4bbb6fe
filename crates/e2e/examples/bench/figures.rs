//! Medians and the table that shows them.

use std::time::Duration;

/// Milliseconds of a duration.
pub(crate) fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1_000.0
}

/// Prints one figure: median, least and most of its values, and its target.
pub(crate) fn show(name: &str, unit: &str, mut values: Vec<f64>, target: &str) {
    values.sort_by(f64::total_cmp);
    let (Some(least), Some(most)) = (values.first(), values.last()) else { return };
    let median = values[values.len() / 2];
    println!("{name:<44} {median:>9.1} {unit:<7} ({least:.1} to {most:.1}; target {target})");
}
