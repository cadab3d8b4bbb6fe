//! The profile directory of a launched Firefox: the extension in it, and its preferences.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::earlier::{self, Earlier};
use super::files::{self, present};
use super::in_use::is_in_use;
use super::package::{self, PackageError, Pairing};
use super::preferences::{self, Delivery, Owner};
use super::restore::restore;

/// The extension's id, also the name of its package in a profile.
pub(super) const EXTENSION_ID: &str = "kitsune@kitsune.browser";

/// How the names of temporary directories begin.
pub(super) const TEMPORARY_PREFIX: &str = "kitsune-launch-";

/// A profile that cannot be prepared, or not be put back as it was.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    /// The directory or a file in it cannot be read or written.
    #[error("cannot use the profile at {path}: {source}")]
    File {
        /// The directory or file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A Firefox runs with it.
    #[error("the profile at {0} is in use by a running Firefox; close that Firefox and try again")]
    InUse(PathBuf),
    /// A temporary add-on must not take the place of an installed one.
    #[error(
        "the profile at {0} has its own Kitsune, which this Firefox does not let replace; start \
         Firefox with it as usual and the extension connects by itself"
    )]
    HasExtension(PathBuf),
    /// The extension's package cannot be made.
    #[error(transparent)]
    Package(#[from] PackageError),
}

/// A profile directory, removed when dropped unless the person named it.
pub(super) struct Profile {
    path: PathBuf,
    owner: Owner,
    temporary: Option<TempDir>,
}

impl Profile {
    /// Opens the directory the person named, or makes a temporary one. A directory that Firefox has
    /// not used yet becomes Kitsune's own.
    pub(super) fn open(named: Option<&Path>) -> Result<Self, ProfileError> {
        let Some(named) = named else {
            let directory = temporary_directory(&std::env::temp_dir())?;
            let path = directory.path().to_owned();
            return Ok(Self { path, owner: Owner::Kitsune, temporary: Some(directory) });
        };
        fs::create_dir_all(named).map_err(at(named))?;
        // Firefox would take a relative path for a profile's name.
        let path = fs::canonicalize(named).map_err(at(named))?;
        refuse_in_use(&path)?;
        restore(&path)?;
        let owner = owner_of(&path)?;
        Ok(Self { path, owner, temporary: None })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether somebody uses it again after this launch.
    pub(super) fn is_kept(&self) -> bool {
        self.temporary.is_none()
    }

    /// Whether it must look after the launch as it did before.
    pub(super) fn is_persons(&self) -> bool {
        self.owner == Owner::Person
    }

    /// Whether the person has Kitsune in it, for which Firefox keeps settings.
    pub(super) fn has_persons_extension(&self) -> bool {
        self.is_persons() && earlier::kept_package(&self.path).exists()
    }

    /// Puts the extension and our preferences into it. A package for a temporary add-on goes to
    /// `aside` instead, where Firefox fetches it after its start.
    pub(super) fn prepare(
        &self,
        extension: &[u8],
        pairing: Pairing<'_>,
        delivery: Delivery,
        aside: &Path,
    ) -> Result<(), ProfileError> {
        let wanted = preferences::wanted(self.owner, delivery);
        let package = package_in(&self.path);
        if delivery == Delivery::Temporary && package.exists() {
            match self.owner {
                Owner::Person => return Err(ProfileError::HasExtension(self.path.clone())),
                Owner::Kitsune => fs::remove_file(&package).map_err(at(&package))?,
            }
        }
        if self.is_persons() {
            self.remember(&wanted)?;
        }
        write_package(extension, pairing, aside)?;
        if delivery == Delivery::Package {
            write_package(extension, pairing, &package)?;
        }
        let path = self.path.join("user.js");
        let text = files::text(&path).map_err(at(&path))?.unwrap_or_default();
        let text = preferences::with_block(&text, &wanted);
        files::replace(&path, text.as_bytes()).map_err(at(&path))
    }

    /// Writes down what is about to change, and makes room for our package.
    fn remember(&self, wanted: &[preferences::Preference]) -> Result<(), ProfileError> {
        let failed = at(&self.path);
        let remember = || {
            let prefs_js = files::text(&self.path.join("prefs.js"))?.unwrap_or_default();
            let user_js = self.path.join("user.js").exists();
            let package = package_in(&self.path);
            Earlier::of(&prefs_js, user_js, package.exists(), wanted).write(&self.path)?;
            present(fs::rename(package, earlier::kept_package(&self.path)))
        };
        remember().map(drop).map_err(failed)
    }
}

/// An error when a Firefox runs with the profile.
pub(super) fn refuse_in_use(profile: &Path) -> Result<(), ProfileError> {
    match is_in_use(profile).map_err(at(profile))? {
        true => Err(ProfileError::InUse(profile.to_owned())),
        false => Ok(()),
    }
}

/// A directory below `parent` that only this user can enter and that goes away when dropped.
pub(super) fn temporary_directory(parent: &Path) -> Result<TempDir, ProfileError> {
    let made = tempfile::Builder::new().prefix(TEMPORARY_PREFIX).tempdir_in(parent);
    made.map_err(at(parent))
}

fn owner_of(profile: &Path) -> Result<Owner, ProfileError> {
    if !profile.join("prefs.js").exists() {
        return Ok(Owner::Kitsune);
    }
    // In a person's profile a block never stands without a record, and that was just undone.
    let path = profile.join("user.js");
    let text = files::text(&path).map_err(at(&path))?.unwrap_or_default();
    let is_ours = preferences::without_block(&text).is_some();
    Ok(if is_ours { Owner::Kitsune } else { Owner::Person })
}

pub(super) fn package_in(profile: &Path) -> PathBuf {
    profile.join("extensions").join(format!("{EXTENSION_ID}.xpi"))
}

/// Writes the packed extension so that it connects as `pairing` says.
fn write_package(extension: &[u8], pairing: Pairing<'_>, path: &Path) -> Result<(), ProfileError> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory).map_err(at(directory))?;
    }
    let mut partial = files::beside(path).map_err(at(path))?;
    package::write_paired(extension, pairing, partial.as_file_mut())?;
    files::put(partial, path).map_err(at(path))
}

pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> ProfileError + use<> {
    let path = path.to_owned();
    move |source| ProfileError::File { path, source }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::super::restore;
    use super::*;

    const PAIRING: Pairing<'_> = Pairing { socket_port: 50123, secret: "s3cret" };

    fn extension() -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        zip.start_file("config.json", SimpleFileOptions::default()).unwrap();
        io::Write::write_all(&mut zip, b"{}").unwrap();
        zip.finish().unwrap().into_inner()
    }

    fn prepare(profile: &Profile, delivery: Delivery) -> Result<(), ProfileError> {
        let aside = tempfile::tempdir().unwrap();
        profile.prepare(&extension(), PAIRING, delivery, &aside.path().join("kitsune.xpi"))
    }

    /// Every file below a directory with its content.
    fn files_of(directory: &Path) -> Vec<(PathBuf, Vec<u8>)> {
        let mut files = Vec::new();
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => files.extend(files_of(&path)),
                false => files.push((path.clone(), fs::read(&path).unwrap())),
            }
        }
        files.sort();
        files
    }

    #[test]
    fn a_named_directory_is_kept_and_a_temporary_one_removed() {
        let home = tempfile::tempdir().unwrap();
        let named = Profile::open(Some(&home.path().join("new/profile"))).unwrap();
        let temporary = Profile::open(None).unwrap();
        for profile in [&named, &temporary] {
            assert!(!profile.is_persons());
            prepare(profile, Delivery::Package).unwrap();
        }
        let (kept, gone) = (named.path().to_owned(), temporary.path().to_owned());
        drop((named, temporary));
        assert!(kept.join("user.js").is_file());
        assert!(!gone.exists());
        fs::write(kept.join("prefs.js"), "").unwrap();
        assert!(!Profile::open(Some(&kept)).unwrap().is_persons(), "it stays Kitsune's own");
    }

    #[test]
    fn a_persons_profile_is_as_it_was_after_a_launch_of_either_kind() {
        for delivery in [Delivery::Package, Delivery::Temporary] {
            let directory = tempfile::tempdir().unwrap();
            fs::write(directory.path().join("prefs.js"), "user_pref(\"z\", 1);\n").unwrap();
            let before = files_of(directory.path());
            let profile = Profile::open(Some(directory.path())).unwrap();
            assert!(profile.is_persons());
            prepare(&profile, delivery).unwrap();
            assert_ne!(files_of(directory.path()), before);
            assert!(restore(profile.path()).unwrap());
            assert_eq!(files_of(directory.path()), before);
            assert!(!restore(profile.path()).unwrap());
        }
    }

    #[test]
    fn the_persons_own_kitsune_and_user_js_come_back_even_when_undone_in_two_attempts() {
        let directory = tempfile::tempdir().unwrap();
        let package = package_in(directory.path());
        fs::create_dir_all(package.parent().unwrap()).unwrap();
        fs::write(&package, "theirs").unwrap();
        fs::write(directory.path().join("prefs.js"), "").unwrap();
        fs::write(directory.path().join("user.js"), "// mine\n").unwrap();
        let before = files_of(directory.path());
        let profile = Profile::open(Some(directory.path())).unwrap();
        prepare(&profile, Delivery::Package).unwrap();
        assert!(profile.has_persons_extension());
        assert_ne!(fs::read(&package).unwrap(), b"theirs");

        // As a crash in the middle would leave it.
        let earlier = Earlier::read(profile.path()).unwrap().unwrap();
        restore::restore_package(profile.path(), &earlier).unwrap();
        drop(Profile::open(Some(directory.path())).unwrap());
        assert_eq!(files_of(directory.path()), before);

        let profile = Profile::open(Some(directory.path())).unwrap();
        let refused = prepare(&profile, Delivery::Temporary).unwrap_err();
        assert!(matches!(refused, ProfileError::HasExtension(_)), "{refused}");
        assert_eq!(files_of(directory.path()), before);
    }
}
