//! A file that appears under its name only when it is whole.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::format::Record;

/// Why a file could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {error}", path.display())]
pub struct DraftError {
    /// The file, as the user named it.
    pub path: PathBuf,
    /// Why not.
    #[source]
    pub error: io::Error,
}

/// A file in the making: under a temporary name beside its own, until it is kept. Dropped before
/// that, it is gone. What is no regular file, such as a device, is written to directly.
#[derive(Debug)]
pub struct Draft {
    /// As the user named it.
    named: PathBuf,
    /// Where it lies: a link stays a link, what it leads to is replaced.
    path: PathBuf,
    file: BufWriter<Target>,
}

#[derive(Debug)]
enum Target {
    Temporary(NamedTempFile),
    Device(File),
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Temporary(file) => file.write(bytes),
            Self::Device(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Temporary(file) => file.flush(),
            Self::Device(file) => file.flush(),
        }
    }
}

impl Draft {
    /// Begins the file.
    ///
    /// # Errors
    /// If it could not be written.
    pub fn begin(named: &Path) -> Result<Self, DraftError> {
        let path = &std::fs::canonicalize(named).unwrap_or_else(|_| named.to_owned());
        let target = match path.metadata() {
            Ok(found) if !found.is_file() => OpenOptions::new()
                .write(true)
                .open(path)
                .map(Target::Device),
            _ => temporary(path).map(Target::Temporary),
        };
        Ok(Self {
            named: named.to_owned(),
            path: path.to_owned(),
            file: BufWriter::new(target.map_err(|error| unwritten(named, error))?),
        })
    }

    /// Adds to it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), DraftError> {
        let written = self.file.write_all(bytes);
        written.map_err(|error| unwritten(&self.named, error))
    }

    /// Adds records, a line each.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn records(&mut self, records: &[Record]) -> Result<(), DraftError> {
        for record in records {
            self.write(record.to_line().as_bytes())?;
            self.write(b"\n")?;
        }
        Ok(())
    }

    /// Gives it its name, in place of a file that had it if `replace` is set.
    ///
    /// # Errors
    /// If it cannot be written, or there is a file that is not to be replaced.
    pub fn keep(self, replace: bool) -> Result<(), DraftError> {
        let Self { named, path, file } = self;
        let target = file.into_inner().map_err(io::IntoInnerError::into_error);
        let kept = target.and_then(|target| match target {
            Target::Device(_) => Ok(()),
            Target::Temporary(file) if replace => Ok(file.persist(&path).map(drop)?),
            Target::Temporary(file) => Ok(file.persist_noclobber(&path).map(drop)?),
        });
        kept.map_err(|error| unwritten(&named, error))
    }
}

fn unwritten(path: &Path, error: io::Error) -> DraftError {
    DraftError {
        path: path.to_owned(),
        error: match error.kind() {
            io::ErrorKind::Other => error,
            // Without the temporary name, which means nothing to anybody.
            kind if error.raw_os_error().is_none() => kind.into(),
            _ => error,
        },
    }
}

fn temporary(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|name| !name.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".salle-");
    // As any new file: what the system's mask leaves of it, not for the user alone.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    if let Ok(old) = path.metadata() {
        builder.permissions(old.permissions());
    }
    let folder = folder.unwrap_or(Path::new("."));
    builder.tempfile_in(folder).map_err(|error| {
        if folder.is_dir() {
            error
        } else {
            io::Error::other(format!("there is no folder `{}`", folder.display()))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_appears_when_it_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let mut draft = Draft::begin(&path).unwrap();
        draft.write(b"whole").unwrap();
        assert!(!path.exists());
        draft.keep(false).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"whole");
    }

    #[test]
    fn a_draft_that_is_dropped_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        drop(Draft::begin(&folder.path().join("file")).unwrap());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn another_file_is_replaced_only_if_that_is_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, "old").unwrap();
        assert!(Draft::begin(&path).unwrap().keep(false).is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
        Draft::begin(&path).unwrap().keep(true).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"");
    }
}
