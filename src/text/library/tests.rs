#![allow(clippy::unwrap_used, reason = "a failed setup is a failed test")]

use std::fs;
use std::path::{Path, PathBuf};

use include_dir::{Dir, DirEntry, File};

use super::*;

static BUILT_IN: Dir<'static> = Dir::new(
    "",
    &[
        DirEntry::Dir(Dir::new(
            "games",
            &[
                DirEntry::File(File::new("games/basic.yaml", b"built in")),
                DirEntry::File(File::new("games/basic.rhai", b"script")),
                DirEntry::File(File::new("games/broken.yaml", b"ab\xff")),
            ],
        )),
        DirEntry::Dir(Dir::new(
            "lib",
            &[DirEntry::File(File::new("lib/common.rhai", b"common"))],
        )),
    ],
);

fn write(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    path
}

/// A library with one folder over the built-in files.
fn library() -> (tempfile::TempDir, Library) {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::new(vec![folder.path().to_path_buf()], &BUILT_IN);
    (folder, library)
}

#[test]
fn a_folder_lies_over_the_built_in_files() {
    let (folder, library) = library();
    let found = library.find("games/basic.yaml").unwrap();
    assert_eq!(found.source.name(), "built-in:games/basic.yaml");
    assert_eq!(found.source.text(), "built in");
    assert_eq!(found.origin, Origin::BuiltIn);
    assert_eq!(found.place, Place::Shelf("games".to_owned()));

    let path = write(folder.path(), "games/basic.yaml", "\u{feff}mine");
    let found = library.find("games/basic.yaml").unwrap();
    assert_eq!(found.source.name(), path.display().to_string());
    assert_eq!(found.source.text(), "mine");
    assert_eq!(found.origin, Origin::Folder(folder.path().to_path_buf()));
    assert_eq!(found.place, Place::Shelf("games".to_owned()));
    // Only the one file is replaced.
    assert_eq!(
        library.find("games/basic.rhai").unwrap().origin,
        Origin::BuiltIn
    );
}

#[test]
fn the_first_folder_is_on_top() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write(one.path(), "a.yaml", "one");
    write(two.path(), "a.yaml", "two");
    let folders = vec![
        PathBuf::from("/nonexistent"),
        one.path().to_path_buf(),
        two.path().to_path_buf(),
    ];
    let library = Library::new(folders, &BUILT_IN);
    assert_eq!(library.find("a.yaml").unwrap().source.text(), "one");
}

#[test]
fn a_missing_file_names_the_places_and_the_nearest() {
    let (folder, library) = library();
    let error = library.find("games/basik.yaml").unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "there is no file `games/basik.yaml`; looked for `{}/games/basik.yaml` \
             and `built-in:games/basik.yaml`; did you mean `games/basic.yaml`?",
            folder.path().display()
        )
    );
    let error = library.find("zzz").unwrap_err();
    assert!(
        matches!(error, LibraryError::Missing { nearest: None, .. }),
        "{error}"
    );
}

#[test]
fn names_are_checked_first() {
    let (_folder, library) = library();
    for name in ["../a", "/etc/passwd", "games/.a", "a:b"] {
        assert!(matches!(library.find(name), Err(LibraryError::Name(_))));
        let place = Place::Shelf("games".to_owned());
        assert!(matches!(
            library.beside(&place, name),
            Err(LibraryError::Name(_))
        ));
    }
    let place = Place::Shelf("../games".to_owned());
    assert!(matches!(
        library.beside(&place, "a"),
        Err(LibraryError::Name(_))
    ));
}

#[test]
fn files_are_found_beside_each_other_and_on_the_common_shelf() {
    let (folder, library) = library();
    let shelf = Place::Shelf("games".to_owned());
    let found = library.beside(&shelf, "basic.rhai").unwrap();
    assert_eq!(found.source.text(), "script");
    let found = library.beside(&shelf, "common.rhai").unwrap();
    assert_eq!(found.source.name(), "built-in:lib/common.rhai");
    assert_eq!(found.place, Place::Shelf("lib".to_owned()));
    // A file beside comes before the common one.
    write(folder.path(), "games/common.rhai", "mine");
    assert_eq!(
        library.beside(&shelf, "common.rhai").unwrap().source.text(),
        "mine"
    );
    // The root is a shelf as well.
    write(folder.path(), "top.rhai", "top");
    let root = Place::Shelf(String::new());
    assert_eq!(
        library.beside(&root, "top.rhai").unwrap().source.text(),
        "top"
    );

    let error = library.beside(&shelf, "comon.rhai").unwrap_err();
    let LibraryError::Missing {
        looked, nearest, ..
    } = &error
    else {
        unreachable!("{error}");
    };
    assert_eq!(looked.len(), 4);
    assert_eq!(looked[3], "built-in:lib/comon.rhai");
    assert_eq!(nearest.as_deref(), Some("common.rhai"));
}

#[test]
fn a_file_given_by_path_has_its_own_folder() {
    let (_layer, library) = library();
    let elsewhere = tempfile::tempdir().unwrap();
    let path = write(elsewhere.path(), "my.yaml", "mine");
    write(elsewhere.path(), "sub/my.rhai", "script");
    let found = library.open(&path).unwrap();
    assert_eq!(found.source.name(), path.display().to_string());
    let folder = elsewhere.path().to_path_buf();
    assert_eq!(found.origin, Origin::Folder(folder.clone()));
    assert_eq!(found.place, Place::Folder(folder.clone()));

    let script = library.beside(&found.place, "sub/my.rhai").unwrap();
    assert_eq!(script.source.text(), "script");
    assert_eq!(script.place, Place::Folder(folder.join("sub")));
    let common = library.beside(&found.place, "common.rhai").unwrap();
    assert_eq!(common.origin, Origin::BuiltIn);

    let error = library.open(&elsewhere.path().join("mi.yaml")).unwrap_err();
    let expected = format!("; did you mean `{}`?", path.display());
    assert!(error.to_string().ends_with(&expected), "{error}");
    let error = library.open(Path::new("games/basik.yaml")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no file `games/basik.yaml`; looked for `games/basik.yaml`; \
         did you mean `games/basic.yaml`?"
    );
}

#[test]
fn names_are_sorted_and_listed_once() {
    let (folder, library) = library();
    for name in [
        "games/basic.yaml",
        "a.yaml",
        "a.txt",
        ".hidden.yaml",
        ".git/a.yaml",
        "b c.yaml",
        "1/2/3/4/deep.yaml",
        "1/2/3/4/5/deeper.yaml",
    ] {
        write(folder.path(), name, "");
    }
    assert_eq!(
        library.names("yaml"),
        [
            "1/2/3/4/deep.yaml",
            "a.yaml",
            "games/basic.yaml",
            "games/broken.yaml"
        ]
    );
    assert_eq!(
        library.names("rhai"),
        ["games/basic.rhai", "lib/common.rhai"]
    );
    assert!(library.names("aml").is_empty());
}

#[test]
fn large_files_and_other_encodings_are_refused() {
    let (folder, library) = library();
    write(folder.path(), "full.yaml", vec![b'a'; 1 << 20]);
    write(folder.path(), "large.yaml", vec![b'a'; (1 << 20) + 1]);
    assert!(library.find("full.yaml").is_ok());
    let error = library.find("large.yaml").unwrap_err();
    assert!(matches!(error, LibraryError::TooLarge { .. }), "{error}");
    let error = library.find("games/broken.yaml").unwrap_err();
    assert_eq!(
        error.to_string(),
        "`built-in:games/broken.yaml` is not UTF-8 text: a byte in line 1 is wrong"
    );
    fs::create_dir(folder.path().join("dir.yaml")).unwrap();
    let error = library.find("dir.yaml").unwrap_err();
    assert!(matches!(error, LibraryError::NotAFile { .. }), "{error}");
    // A file where a folder is expected is no error: another layer may have the folder.
    write(folder.path(), "games", "not a folder");
    assert!(library.find("games/basic.yaml").is_ok());
}

#[cfg(unix)]
#[test]
fn links_and_devices_do_not_lead_out() {
    use std::os::unix::fs::symlink;

    let (folder, library) = library();
    let outside = tempfile::tempdir().unwrap();
    let secret = write(outside.path(), "secret.yaml", "secret");
    write(folder.path(), "inside.yaml", "inside");
    symlink(&secret, folder.path().join("out.yaml")).unwrap();
    symlink(outside.path(), folder.path().join("away")).unwrap();
    symlink("inside.yaml", folder.path().join("link.yaml")).unwrap();
    symlink("/dev/zero", folder.path().join("zero.yaml")).unwrap();

    for name in ["out.yaml", "away/secret.yaml", "zero.yaml"] {
        let error = library.find(name).unwrap_err();
        assert!(matches!(error, LibraryError::Outside { .. }), "{error}");
    }
    assert_eq!(library.find("link.yaml").unwrap().source.text(), "inside");
    let error = library.open(Path::new("/dev/zero")).unwrap_err();
    assert!(matches!(error, LibraryError::NotAFile { .. }), "{error}");

    let names = library.names("yaml");
    assert!(names.contains(&"inside.yaml".to_owned()));
    assert!(
        !names
            .iter()
            .any(|name| name.contains("secret") || name == "link.yaml")
    );
}
