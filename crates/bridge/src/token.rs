//! The bearer token: read from its file, or created there for this user alone.
//!
//! The file is created with mode 0600 under another name and linked into place, so that no
//! reader ever sees half a token and two bridges agree on one. Symbolic links are not followed.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use subtle::ConstantTimeEq;

use crate::config::TokenSource;

/// Longest token that is read from a file, in bytes.
const LONGEST: u64 = 4096;

/// The token that every request must carry.
pub(crate) struct Token(String);

/// The token file cannot be used. The text says what to do.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// Reading or creating the file failed.
    #[error("the token file {path} cannot be used: {source}")]
    Io {
        /// The file.
        path: String,
        /// What the system said.
        source: io::Error,
    },
    /// Somebody else could read or replace the token.
    #[error("the token file {path} {problem}; delete it and start again to get a new one")]
    Unsafe {
        /// The file.
        path: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// The system gave no random bytes.
    #[error("the system gave no random bytes for a token")]
    Random,
}

impl Token {
    /// Takes the given token, or reads or creates the token file.
    pub(crate) fn load(source: &TokenSource) -> Result<Self, TokenError> {
        match source {
            TokenSource::Given(token) => Ok(Self(token.clone())),
            TokenSource::File(path) => match read(path)? {
                Some(token) => Ok(Self(token)),
                None => create(path).map(Self),
            },
        }
    }

    /// Whether `candidate` is the token; takes the same time wherever they differ.
    pub(crate) fn matches(&self, candidate: &str) -> bool {
        self.0.as_bytes().ct_eq(candidate.as_bytes()).into()
    }
}

/// The stored token; `None` when there is no file yet.
fn read(path: &Path) -> Result<Option<String>, TokenError> {
    let failed = |source| TokenError::Io { path: path.display().to_string(), source };
    let unsafe_file = |problem| TokenError::Unsafe { path: path.display().to_string(), problem };
    let metadata = match path.symlink_metadata() {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    if !metadata.is_file() {
        return Err(unsafe_file("is not a plain file"));
    }
    let mut text = String::new();
    let file = File::open(path).map_err(failed)?;
    if is_open_to_others(&file).map_err(failed)? {
        return Err(unsafe_file("can be read by other users"));
    }
    file.take(LONGEST).read_to_string(&mut text).map_err(failed)?;
    match text.trim() {
        "" => Err(unsafe_file("is empty")),
        // No request could carry it.
        token if !token.bytes().all(|byte| byte.is_ascii_graphic()) => {
            Err(unsafe_file("holds more than one word of visible ASCII characters"))
        }
        token => Ok(Some(token.to_owned())),
    }
}

#[cfg(unix)]
fn is_open_to_others(file: &File) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt;
    Ok(file.metadata()?.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_open_to_others(_: &File) -> io::Result<bool> {
    // A profile directory on Windows is closed to other users by its own access list.
    Ok(false)
}

fn create(path: &Path) -> Result<String, TokenError> {
    let failed = |source| TokenError::Io { path: path.display().to_string(), source };
    let token = random_token()?;
    // A name that no earlier start can have left behind, as a process id would be.
    let draft = path.with_extension(format!("{}.new", random_token()?));
    write_private(&draft, &token).map_err(failed)?;
    // A link fails where a file already stands: the bridge that came first decides.
    let linked = std::fs::hard_link(&draft, path);
    let removed = std::fs::remove_file(&draft);
    match linked {
        Ok(()) => removed.map(|()| token).map_err(failed),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            read(path)?.ok_or_else(|| failed(error))
        }
        Err(error) => Err(failed(error)),
    }
}

fn random_token() -> Result<String, TokenError> {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).map_err(|_| TokenError::Random)?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

fn write_private(path: &Path, text: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    let mut file = options.open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_created_token_is_private_and_read_back() {
        let dir = tempfile::tempdir().unwrap();
        let source = TokenSource::File(dir.path().join("token"));
        let first = Token::load(&source).unwrap();
        let second = Token::load(&source).unwrap();
        assert!(first.matches(&second.0) && first.0.len() == 43);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_an_earlier_start_has_left_keeps_no_bridge_from_its_token() {
        let dir = tempfile::tempdir().unwrap();
        let leftover = dir.path().join(format!("token.{}.new", std::process::id()));
        std::fs::write(leftover, "half").unwrap();
        assert_eq!(Token::load(&TokenSource::File(dir.path().join("token"))).unwrap().0.len(), 43);
    }

    #[test]
    #[cfg(unix)]
    fn a_token_that_no_request_can_carry_is_refused() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("token");
        for text in ["t\u{f6}k", "two words", "a\rb"] {
            std::fs::write(&path, text).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
            let error = Token::load(&TokenSource::File(path.clone())).err().unwrap();
            assert!(error.to_string().contains("visible ASCII"), "{error}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_symbolic_link_is_not_followed() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("elsewhere"), "secret").unwrap();
        std::os::unix::fs::symlink(dir.path().join("elsewhere"), dir.path().join("token")).unwrap();
        let error = Token::load(&TokenSource::File(dir.path().join("token"))).err().unwrap();
        assert!(error.to_string().contains("is not a plain file"), "{error}");
    }

    #[test]
    #[cfg(unix)]
    fn a_token_that_others_can_read_is_refused() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("token");
        std::fs::write(&path, "secret").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
        let error = Token::load(&TokenSource::File(path)).err().unwrap();
        assert!(error.to_string().contains("other users"), "{error}");
    }

    #[test]
    fn only_the_same_text_matches() {
        let token = Token("secret".to_owned());
        assert!(token.matches("secret"));
        assert!(!token.matches("Secret") && !token.matches("secre") && !token.matches(""));
    }
}
