use std::path::{Path, PathBuf};

/// The folder a file lives in: where the files that it names are looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A folder of the library, in all its layers; empty for the library's root.
    Shelf(String),
    /// A folder on disk, for a file given by path.
    Folder(PathBuf),
}

impl Place {
    /// Returns the shelf a name in the library lies on.
    #[must_use]
    pub fn of_name(relative: &str) -> Self {
        let shelf = relative.rsplit_once('/').map_or("", |(shelf, _)| shelf);
        Self::Shelf(shelf.to_owned())
    }

    /// Returns the folder a path lies in.
    #[must_use]
    pub fn of_path(path: &Path) -> Self {
        Self::Folder(path.parent().unwrap_or(Path::new("")).to_path_buf())
    }
}
