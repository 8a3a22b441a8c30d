use std::io;
use std::path::PathBuf;

use super::MAX_FILE_BYTES;
use super::name::NameError;
use crate::text::{list_and, visible};

/// Says why a file was not given out.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// The name is none that a library has.
    #[error(transparent)]
    Name(#[from] NameError),

    /// No layer has the file.
    #[error(
        "there is no file `{}`; looked for {}{}",
        visible(.name),
        visible(&list_and(.looked)),
        meant(.nearest.as_deref())
    )]
    Missing {
        /// The name or path that was asked for.
        name: String,
        /// Every path that was tried, in order.
        looked: Vec<String>,
        /// The most similar name there is.
        nearest: Option<String>,
    },

    /// The path is a folder, a device, or another thing that is no file.
    #[error("`{}` is not a regular file", visible(&.path.display().to_string()))]
    NotAFile {
        /// The path.
        path: PathBuf,
    },

    /// The file is a link that leads out of its folder.
    #[error(
        "`{}` leads out of the folder `{}`",
        visible(&.path.display().to_string()),
        visible(&.folder.display().to_string())
    )]
    Outside {
        /// The path that was followed.
        path: PathBuf,
        /// The folder that it must not leave.
        folder: PathBuf,
    },

    /// The file's name is written with other capitals; only some file systems would find it.
    #[error("the file `{}` is written `{}` on disk", visible(.name), visible(.actual))]
    WrongCase {
        /// The name that was asked for.
        name: String,
        /// The name on disk.
        actual: String,
    },

    /// The file is too large.
    #[error("`{}` is larger than {MAX_FILE_BYTES} bytes", visible(&.path.display().to_string()))]
    TooLarge {
        /// The path.
        path: PathBuf,
    },

    /// The file is not UTF-8 text.
    #[error("`{}` is not UTF-8 text: a byte in line {line} is wrong", visible(.name))]
    NotUtf8 {
        /// The file's display name.
        name: String,
        /// The line of the first byte that is wrong, from 1.
        line: usize,
    },

    /// The system refused to read the file.
    #[error("`{}` cannot be read", visible(&.path.display().to_string()))]
    Read {
        /// The path.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
}

fn meant(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| {
        format!("; did you mean `{}`?", visible(name))
    })
}
