//! The extension's package for one managed profile: the embedded one with the socket's address and
//! this launch's secret in its `config.json`.

use std::io::{self, Cursor, Read, Seek, Write};

use serde_json::{Map, Value};
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

/// File in the package that says where the bridge is.
const CONFIG: &str = "config.json";

/// The embedded package cannot be rewritten.
#[derive(Debug, thiserror::Error)]
pub enum PackageError {
    /// It is not a readable zip file.
    #[error("the embedded extension is damaged ({0}); build kitsune again after `cargo xtask ext`")]
    Zip(#[from] ZipError),
    /// Its configuration is not a JSON object.
    #[error("the embedded extension's {CONFIG} is not a JSON object: {0}")]
    Config(#[from] serde_json::Error),
    /// A copy could not be written.
    #[error("the extension's package could not be written: {0}")]
    Write(#[from] io::Error),
}

/// What the extension of one launch must know.
#[derive(Clone, Copy)]
pub(super) struct Pairing<'a> {
    /// Port of the bridge's WebSocket on 127.0.0.1.
    pub(super) socket_port: u16,
    /// What tells the bridge that this is the launched browser.
    pub(super) secret: &'a str,
}

/// Writes `package` to `output` so that its extension connects as `pairing` says.
pub(super) fn write_paired(
    package: &[u8],
    pairing: Pairing<'_>,
    output: impl Write + Seek,
) -> Result<(), PackageError> {
    let mut archive = ZipArchive::new(Cursor::new(package))?;
    let config = paired_config(archive.by_name(CONFIG)?, pairing)?;
    let mut copy = ZipWriter::new(output);
    for index in 0..archive.len() {
        let file = archive.by_index_raw(index)?;
        if file.name()? != CONFIG {
            copy.raw_copy_file(file)?;
        }
    }
    copy.start_file(CONFIG, SimpleFileOptions::default())?;
    copy.write_all(&config)?;
    copy.finish()?;
    Ok(())
}

fn paired_config(config: impl Read, pairing: Pairing<'_>) -> Result<Vec<u8>, PackageError> {
    let mut config: Map<String, Value> = serde_json::from_reader(config)?;
    let socket_url = format!("ws://127.0.0.1:{}", pairing.socket_port);
    config.insert("socketUrl".to_owned(), socket_url.into());
    config.insert("pairingSecret".to_owned(), pairing.secret.into());
    Ok(serde_json::to_vec(&config)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAIRING: Pairing<'_> = Pairing { socket_port: 50123, secret: "s3cret" };

    fn package(files: &[(&str, &str)]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in files {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(content.as_bytes()).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    fn rewritten(files: &[(&str, &str)]) -> Result<Vec<(String, String)>, PackageError> {
        let mut output = Cursor::new(Vec::new());
        write_paired(&package(files), PAIRING, &mut output)?;
        let mut archive = ZipArchive::new(output).unwrap();
        let read = |index| {
            let mut file = archive.by_index(index).unwrap();
            let mut content = String::new();
            file.read_to_string(&mut content).unwrap();
            (file.name().unwrap().into_owned(), content)
        };
        Ok((0..files.len()).map(read).collect())
    }

    #[test]
    fn only_the_address_and_the_secret_change() {
        let files = [
            ("background.js", "start();"),
            ("config.json", r#"{"socketUrl":"ws://127.0.0.1:47652","other":1}"#),
            ("popup/popup.html", "<p>"),
        ];
        let mut copy = rewritten(&files).unwrap();
        copy.sort();
        let config = r#"{"socketUrl":"ws://127.0.0.1:50123","other":1,"pairingSecret":"s3cret"}"#;
        let expected =
            [("background.js", "start();"), ("config.json", config), ("popup/popup.html", "<p>")];
        assert_eq!(copy, expected.map(|(name, text)| (name.to_owned(), text.to_owned())));
    }

    #[test]
    fn a_package_without_usable_configuration_is_refused() {
        let missing = rewritten(&[("background.js", "")]).unwrap_err();
        assert!(matches!(missing, PackageError::Zip(ZipError::FileNotFound)), "{missing}");
        let list = rewritten(&[("config.json", "[]")]).unwrap_err();
        assert!(matches!(list, PackageError::Config(_)), "{list}");
        let text = write_paired(b"not a zip", PAIRING, Cursor::new(Vec::new())).unwrap_err();
        assert!(text.to_string().contains("cargo xtask ext"), "{text}");
    }
}
