//! The media type of a file, by its name's ending: what a page is told when a person chooses it.

use std::path::Path;

/// Endings and their types, in the order of the endings.
const TYPES: &[(&str, &str)] = &[
    ("7z", "application/x-7z-compressed"),
    ("avif", "image/avif"),
    ("bmp", "image/bmp"),
    ("css", "text/css"),
    ("csv", "text/csv"),
    ("doc", "application/msword"),
    ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    ("eml", "message/rfc822"),
    ("epub", "application/epub+zip"),
    ("flac", "audio/flac"),
    ("gif", "image/gif"),
    ("gz", "application/gzip"),
    ("heic", "image/heic"),
    ("htm", "text/html"),
    ("html", "text/html"),
    ("ico", "image/x-icon"),
    ("ics", "text/calendar"),
    ("jpeg", "image/jpeg"),
    ("jpg", "image/jpeg"),
    ("js", "text/javascript"),
    ("json", "application/json"),
    ("m4a", "audio/mp4"),
    ("md", "text/markdown"),
    ("mjs", "text/javascript"),
    ("mkv", "video/x-matroska"),
    ("mov", "video/quicktime"),
    ("mp3", "audio/mpeg"),
    ("mp4", "video/mp4"),
    ("odp", "application/vnd.oasis.opendocument.presentation"),
    ("ods", "application/vnd.oasis.opendocument.spreadsheet"),
    ("odt", "application/vnd.oasis.opendocument.text"),
    ("ogg", "audio/ogg"),
    ("pdf", "application/pdf"),
    ("png", "image/png"),
    ("ppt", "application/vnd.ms-powerpoint"),
    ("pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
    ("rtf", "application/rtf"),
    ("svg", "image/svg+xml"),
    ("tar", "application/x-tar"),
    ("tif", "image/tiff"),
    ("tiff", "image/tiff"),
    ("tsv", "text/tab-separated-values"),
    ("txt", "text/plain"),
    ("vcf", "text/vcard"),
    ("wasm", "application/wasm"),
    ("wav", "audio/wav"),
    ("webm", "video/webm"),
    ("webp", "image/webp"),
    ("woff2", "font/woff2"),
    ("xls", "application/vnd.ms-excel"),
    ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ("xml", "text/xml"),
    ("zip", "application/zip"),
];

/// The type; empty when the ending is unknown, as in a browser.
pub(super) fn of(path: &Path) -> &'static str {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let found = TYPES.binary_search_by_key(&ending.as_str(), |(ending, _)| ending);
    found.map_or("", |place| TYPES[place].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order() {
        assert!(TYPES.is_sorted_by(|one, next| one.0 < next.0));
    }

    #[test]
    fn a_type_follows_from_the_ending_in_any_case() {
        for (name, expected) in [
            ("/a/photo.JPG", "image/jpeg"),
            ("/a/archive.tar.gz", "application/gzip"),
            ("/a/page.7z", "application/x-7z-compressed"),
            ("/a/x.zip", "application/zip"),
            ("/a/README", ""),
            ("/a/.txt", ""),
            ("/a/notes.unknown", ""),
        ] {
            assert_eq!(of(Path::new(name)), expected, "{name}");
        }
    }
}
