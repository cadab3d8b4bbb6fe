//! What a Gecko browser's directory says of the build in it: `application.ini`, section `[App]`.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use kitsune_protocol::wire::BrowserInfo;

use super::Unknown;

/// Largest file that is read, in bytes.
const LARGEST: u64 = 64 * 1024;

/// The build in a browser's directory.
pub(super) fn read(directory: &Path) -> Result<BrowserInfo, Unknown> {
    let path = directory.join("application.ini");
    let metadata = path.metadata().map_err(|error| match error.kind() {
        // The program is no Gecko browser, such as a script that speaks to the socket.
        io::ErrorKind::NotFound => Unknown::BrowserBundleUnavailable,
        _ => Unknown::InstalledMetadataUnavailable,
    })?;
    if !metadata.is_file() || metadata.len() > LARGEST {
        return Err(Unknown::InstalledMetadataUnavailable);
    }
    let mut text = String::new();
    File::open(path)
        .and_then(|file| file.take(LARGEST).read_to_string(&mut text))
        .map_err(|_| Unknown::InstalledMetadataUnavailable)?;
    Ok(parse(&text))
}

/// The section `[App]`; what it leaves out is empty.
fn parse(text: &str) -> BrowserInfo {
    let app = || {
        let lines = text.lines().map(str::trim).skip_while(|line| *line != "[App]").skip(1);
        lines.take_while(|line| !line.starts_with('['))
    };
    let value = |name: &str| {
        let mut pairs = app().filter_map(|line| line.split_once('='));
        pairs.find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim().to_owned())
    };
    BrowserInfo {
        name: value("Name").unwrap_or_default(),
        vendor: value("Vendor").unwrap_or_default(),
        version: value("Version").unwrap_or_default(),
        build_id: value("BuildID").unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_section_of_the_application_counts() {
        let text = "; Name=No\n[Other]\nBuildID=1\n[App]\nVendor=Mozilla\nName = Zen\n\
             Version=1.24b\nBuildID=20261029123729\n\n[Gecko]\nName=Gecko\n";
        let found = parse(text);
        assert_eq!((found.name.as_str(), found.build_id.as_str()), ("Zen", "20261029123729"));
        assert_eq!(parse("").build_id, "");
        assert_eq!(parse("[App]\n[Gecko]\nBuildID=1").build_id, "");
    }

    #[test]
    fn a_directory_without_the_file_holds_no_browser() {
        let directory = tempfile::tempdir().unwrap();
        assert_eq!(read(directory.path()), Err(Unknown::BrowserBundleUnavailable));
        std::fs::create_dir(directory.path().join("application.ini")).unwrap();
        assert_eq!(read(directory.path()), Err(Unknown::InstalledMetadataUnavailable));
    }

    #[test]
    fn a_file_that_is_too_large_or_no_text_is_not_read() {
        let directory = tempfile::tempdir().unwrap();
        for content in [vec![b' '; LARGEST as usize + 1], vec![0xff, 0xfe]] {
            std::fs::write(directory.path().join("application.ini"), content).unwrap();
            assert_eq!(read(directory.path()), Err(Unknown::InstalledMetadataUnavailable));
        }
    }
}
