//! Where files are found.

mod error;
mod name;
mod place;
mod read;
mod walk;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use include_dir::Dir;

use crate::text::{Source, nearest};

pub use error::LibraryError;
pub use name::NameError;
pub use place::Place;
pub use read::{MAX_FILE_BYTES, leads_out};

use name::check_name;

/// The shelf whose files every other file may use.
const COMMON_SHELF: &str = "lib";

/// Finds files by name, in folders laid one over the other and the built-in files under them all.
///
/// Layers are asked file by file, so a folder can replace a single built-in file and leave the rest.
#[derive(Clone, Debug)]
pub struct Library {
    folders: Vec<PathBuf>,
    built_in: &'static Dir<'static>,
}

/// A file that was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its text, under the name a user would type.
    pub source: Arc<Source>,
    /// The layer it came from.
    pub origin: Origin,
    /// Where files named in it are looked for.
    pub place: Place,
}

/// The layer a file came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A folder: a layer of the library, or the one that holds a file given by path.
    Folder(PathBuf),
    /// The files built into the program.
    BuiltIn,
}

impl Library {
    /// Lays folders, the first on top, over the built-in files. A folder need not exist.
    #[must_use]
    pub fn new(folders: Vec<PathBuf>, built_in: &'static Dir<'static>) -> Self {
        Self { folders, built_in }
    }

    /// Finds a file by its name in the library, such as `games/basic.yaml`.
    ///
    /// The name's place is its shelf. Fails if the name is refused, no layer has the file, or the
    /// topmost layer that has it may not give it out (see [`LibraryError`]).
    pub fn find(&self, relative: &str) -> Result<Found, LibraryError> {
        check_name(relative)?;
        let mut looked = Vec::new();
        if let Some(found) = self.look(relative, &mut looked)? {
            return Ok(found);
        }
        Err(missing(relative, looked, &self.names(extension(relative))))
    }

    /// Opens a file at a path the user gave, in any folder.
    ///
    /// Its place is the folder it lies in. Fails if there is no such file or it may not be read.
    pub fn open(&self, path: &Path) -> Result<Found, LibraryError> {
        let name = path.display().to_string();
        let folder = path.parent().unwrap_or(Path::new(""));
        if let Some(text) = read::file(path)? {
            return Ok(Found {
                source: Source::new(name, text),
                origin: Origin::Folder(folder.to_path_buf()),
                place: Place::of_path(path),
            });
        }
        // The user may have meant a file next to it, or one of the library.
        let extension = extension(&name);
        let file = path.file_name().and_then(|file| file.to_str());
        let nearest = file
            .and_then(|file| closest(file, &walk::folder(folder, extension, 0)))
            .map(|sibling| folder.join(sibling).display().to_string())
            .or_else(|| closest(&name, &self.names(extension)));
        Err(LibraryError::Missing {
            looked: vec![name.clone()],
            name,
            nearest,
        })
    }

    /// Finds a file that another file names: in that file's place, and else on the shelf `lib`.
    ///
    /// Fails as [`Library::find`] does.
    pub fn beside(&self, place: &Place, name: &str) -> Result<Found, LibraryError> {
        check_name(name)?;
        let mut looked = Vec::new();
        let nearby = match place {
            Place::Shelf(folder) => {
                let relative = on_shelf(folder, name);
                check_name(&relative)?;
                self.look(&relative, &mut looked)?
            }
            Place::Folder(folder) => look_in_folder(folder, name, &mut looked)?.map(|mut found| {
                found.place = Place::of_path(&folder.join(name));
                found
            }),
        };
        if let Some(found) = nearby {
            return Ok(found);
        }
        if let Some(found) = self.look(&on_shelf(COMMON_SHELF, name), &mut looked)? {
            return Ok(found);
        }
        Err(missing(name, looked, &self.names_beside(place, name)))
    }

    /// Lists the names of all files with an extension (`yaml`, without the dot), sorted, each once.
    ///
    /// Goes four folders deep. Left out are hidden files, links, folders that cannot be read, and
    /// names that [`Library::find`] would refuse.
    #[must_use]
    pub fn names(&self, extension: &str) -> Vec<String> {
        let mut names = walk::built_in(self.built_in, extension);
        for folder in &self.folders {
            names.extend(walk::folder(folder, extension, walk::MAX_DEPTH));
        }
        names.sort();
        names.dedup();
        names
    }

    /// Lists the files with an extension in a folder that the user gave, sorted, as paths.
    ///
    /// Goes four folders deep. Left out are hidden files, links and folders that cannot be read.
    #[must_use]
    pub fn below(&self, folder: &Path, extension: &str) -> Vec<PathBuf> {
        let names = walk::below(folder, extension, walk::MAX_DEPTH);
        let mut paths: Vec<_> = names.iter().map(|name| folder.join(name)).collect();
        paths.sort();
        paths
    }

    /// Asks the layers in order for a name that was checked, and notes where it looked.
    fn look(
        &self,
        relative: &str,
        looked: &mut Vec<String>,
    ) -> Result<Option<Found>, LibraryError> {
        for folder in &self.folders {
            if let Some(found) = look_in_folder(folder, relative, looked)? {
                return Ok(Some(found));
            }
        }
        let name = format!("built-in:{relative}");
        let Some(file) = self.built_in.get_file(relative) else {
            looked.push(name);
            return Ok(None);
        };
        let text = read::utf8(&name, file.contents().to_vec())?;
        Ok(Some(Found {
            source: Source::new(name, text),
            origin: Origin::BuiltIn,
            place: Place::of_name(relative),
        }))
    }

    /// Lists what [`Library::beside`] could have found instead.
    fn names_beside(&self, place: &Place, name: &str) -> Vec<String> {
        let extension = extension(name);
        let all = self.names(extension);
        let on = |shelf: &str| -> Vec<String> {
            let prefix = on_shelf(shelf, "");
            all.iter()
                .filter_map(|name| name.strip_prefix(&prefix))
                .map(str::to_owned)
                .collect()
        };
        let mut names = match place {
            Place::Shelf(folder) => on(folder),
            Place::Folder(folder) => walk::folder(folder, extension, 0),
        };
        names.extend(on(COMMON_SHELF));
        names
    }
}

/// Looks for a checked name in one folder.
fn look_in_folder(
    folder: &Path,
    relative: &str,
    looked: &mut Vec<String>,
) -> Result<Option<Found>, LibraryError> {
    let name = folder.join(relative).display().to_string();
    let Some(text) = read::within(folder, relative)? else {
        looked.push(name);
        return Ok(None);
    };
    Ok(Some(Found {
        source: Source::new(name, text),
        origin: Origin::Folder(folder.to_path_buf()),
        place: Place::of_name(relative),
    }))
}

/// Joins a shelf and a name; the library's root is the empty shelf.
fn on_shelf(shelf: &str, name: &str) -> String {
    if shelf.is_empty() {
        name.to_owned()
    } else {
        format!("{shelf}/{name}")
    }
}

/// Returns a name's extension without the dot, or nothing.
fn extension(name: &str) -> &str {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.rsplit_once('.').map_or("", |(_, extension)| extension)
}

fn closest(name: &str, known: &[String]) -> Option<String> {
    nearest(name, known.iter().map(String::as_str)).map(str::to_owned)
}

fn missing(name: &str, looked: Vec<String>, known: &[String]) -> LibraryError {
    LibraryError::Missing {
        name: name.to_owned(),
        looked,
        nearest: closest(name, known),
    }
}

#[cfg(test)]
mod tests;
