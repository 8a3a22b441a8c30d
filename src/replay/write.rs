//! Saves recordings: to a temporary name beside the file, then renamed, so that a file is either
//! whole or as it was.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::format::Record;

/// Why a recording was not saved.
#[derive(Debug, thiserror::Error)]
#[error("cannot save {}: {error}", path.display())]
pub struct SaveError {
    /// The file.
    pub path: PathBuf,
    /// Why not.
    #[source]
    pub error: io::Error,
}

/// Saves records, one a line.
///
/// # Errors
/// If the file cannot be written; what stood there before is then untouched.
pub fn save<'a>(
    path: &Path,
    records: impl IntoIterator<Item = &'a Record>,
) -> Result<(), SaveError> {
    let whole = || -> io::Result<()> {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let mut file = tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
        let mut writer = io::BufWriter::new(&mut file);
        for record in records {
            writeln!(writer, "{}", record.to_line())?;
        }
        writer.flush()?;
        drop(writer);
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    };
    whole().map_err(|error| SaveError {
        path: path.to_owned(),
        error,
    })
}
