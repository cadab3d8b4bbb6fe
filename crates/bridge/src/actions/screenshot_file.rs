//! Screenshots that are saved without a name: `kitsune_YYYYMMDD_HHMMSS.png`, in UTC, in the
//! bridge's own directory.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use kitsune_protocol::ErrorReply;

/// Images of one second; further ones are refused.
const A_SECOND: u32 = 100;

/// Writes an image into `directory`, which is made if need be, and answers its path.
pub(super) async fn save(
    directory: PathBuf,
    image: impl AsRef<[u8]> + Send + 'static,
) -> Result<PathBuf, ErrorReply> {
    let shown = directory.display().to_string();
    // A slow disk must not hold up other requests.
    let written = tokio::task::spawn_blocking(move || write(&directory, image.as_ref())).await;
    let problem = match written {
        Ok(Ok(path)) => return Ok(path),
        Ok(Err(error)) => error.to_string(),
        Err(error) => error.to_string(),
    };
    let text = format!("The screenshot cannot be saved in {shown}: {problem}");
    Err(ErrorReply::unclassified(text)
        .hint("Make the directory writable, or POST to get the image in the answer."))
}

fn write(directory: &Path, image: &[u8]) -> io::Result<PathBuf> {
    fs::create_dir_all(directory)?;
    let (path, mut file) = create(directory, &stamp(SystemTime::now()))?;
    file.write_all(image)?;
    Ok(path)
}

/// A new file; the second one of a second has a number. An earlier image is never replaced.
fn create(directory: &Path, stamp: &str) -> io::Result<(PathBuf, File)> {
    for number in 1..=A_SECOND {
        let suffix = if number == 1 { String::new() } else { format!("_{number}") };
        let path = directory.join(format!("kitsune_{stamp}{suffix}.png"));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => (),
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::new(io::ErrorKind::AlreadyExists, "too many screenshots in one second"))
}

/// `YYYYMMDD_HHMMSS` of a moment.
fn stamp(moment: SystemTime) -> String {
    let seconds = moment.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (year, month, day) = date(seconds / 86_400);
    let time = seconds % 86_400;
    let (hour, minute, second) = (time / 3_600, time / 60 % 60, time % 60);
    format!("{year:04}{month:02}{day:02}_{hour:02}{minute:02}{second:02}")
}

/// Year, month and day of a day since 1970, by whole years that begin in March.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let of_month = day - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + later, month, of_month)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_stamp_is_the_date_and_time_in_utc() {
        for (seconds, expected) in [
            (0, "19700101_000000"),
            (951_782_399, "20000228_235959"),
            (951_782_400, "20000229_000000"),
            (1_773_403_200, "20260313_120000"),
            (4_107_542_400, "21000301_000000"),
        ] {
            assert_eq!(stamp(UNIX_EPOCH + Duration::from_secs(seconds)), expected);
        }
    }

    #[test]
    fn an_earlier_screenshot_is_never_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let directory = dir.path().join("screenshots");
        fs::create_dir(&directory).unwrap();
        let names: Vec<_> =
            (0..3).map(|_| create(&directory, "20260313_120000").unwrap().0).collect();
        for (path, name) in names.iter().zip(["", "_2", "_3"]) {
            assert_eq!(*path, directory.join(format!("kitsune_20260313_120000{name}.png")));
        }
    }
}
