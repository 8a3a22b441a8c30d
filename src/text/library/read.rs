use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path};

use super::error::LibraryError;

/// The largest file that is read: 1 MiB. Rules are written by hand; a larger file is a mistake.
pub const MAX_FILE_BYTES: u64 = 1 << 20;

/// Reads a file below a folder by a checked name; `None` if there is none.
///
/// Links are followed, but not out of the folder.
pub(super) fn within(folder: &Path, relative: &str) -> Result<Option<String>, LibraryError> {
    let path = folder.join(relative);
    if !exists(&path)? {
        return Ok(None);
    }
    let real_folder = canonical(or_here(folder))?;
    let real_path = canonical(&path)?;
    let Ok(actual) = real_path.strip_prefix(&real_folder) else {
        return Err(LibraryError::Outside {
            path,
            folder: folder.to_path_buf(),
        });
    };
    let parts: Vec<_> = actual.iter().map(|part| part.to_string_lossy()).collect();
    let actual = parts.join("/");
    if actual != relative && actual.eq_ignore_ascii_case(relative) {
        return Err(LibraryError::WrongCase {
            name: relative.to_owned(),
            actual,
        });
    }
    file(&path)
}

/// Tells whether a path that stands in a file leads out of a folder: up, to another root, or by a
/// link.
#[must_use]
pub fn leads_out(folder: &Path, path: &Path) -> bool {
    let whole = folder.join(path);
    match (canonical(or_here(folder)), canonical(&whole)) {
        (Ok(folder), Ok(path)) => !path.starts_with(folder),
        // What is not there may still be asked for, but only here.
        _ => path
            .components()
            .any(|part| !matches!(part, Component::Normal(_) | Component::CurDir)),
    }
}

/// Reads a regular file of bounded size as text; `None` if there is none.
pub(super) fn file(path: &Path) -> Result<Option<String>, LibraryError> {
    // Asked before opening: opening a pipe would wait for its other end.
    if !exists(path)? {
        return Ok(None);
    }
    let refused = |source| LibraryError::Read {
        path: path.to_path_buf(),
        source,
    };
    let metadata = fs::metadata(path).map_err(refused)?;
    if !metadata.is_file() {
        return Err(LibraryError::NotAFile {
            path: path.to_path_buf(),
        });
    }
    let too_large = || LibraryError::TooLarge {
        path: path.to_path_buf(),
    };
    if metadata.len() > MAX_FILE_BYTES {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    // The file may have grown since; one byte more than allowed is enough to know.
    File::open(path)
        .and_then(|file| file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes))
        .map_err(refused)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(too_large());
    }
    utf8(&path.display().to_string(), bytes).map(Some)
}

/// Takes bytes as text.
pub(super) fn utf8(name: &str, bytes: Vec<u8>) -> Result<String, LibraryError> {
    String::from_utf8(bytes).map_err(|error| {
        let right = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        LibraryError::NotUtf8 {
            name: name.to_owned(),
            line: right.split(|byte| *byte == b'\n').count(),
        }
    })
}

/// Returns the path under which a folder can be opened: the empty path means the current folder.
pub(super) fn or_here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    }
}

fn exists(path: &Path) -> Result<bool, LibraryError> {
    match fs::metadata(path) {
        Ok(_) => Ok(true),
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
            ) =>
        {
            Ok(false)
        }
        Err(source) => Err(LibraryError::Read {
            path: path.to_path_buf(),
            source,
        }),
    }
}

fn canonical(path: &Path) -> Result<std::path::PathBuf, LibraryError> {
    fs::canonicalize(path).map_err(|source| LibraryError::Read {
        path: path.to_path_buf(),
        source,
    })
}
