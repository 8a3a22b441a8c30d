//! The documents are true: what they show is what the program prints, the files in them are the
//! files in `docs/examples`, and the reference leaves nothing out.
//!
//! `SALLE_DOCS=update cargo test docs` writes what the program prints into the documents.

#[cfg(unix)]
mod console;
mod examples;
#[cfg(unix)]
mod faults;
mod links;
mod markdown;
mod reference;
mod rulings;
mod schemas;
mod tree;

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the project.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The documents whose blocks are tried: README and guides, in the order of their names.
fn documents() -> Vec<PathBuf> {
    let mut documents = vec![root().join("README.md")];
    for entry in fs::read_dir(root().join("docs")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "md") {
            documents.push(path);
        }
    }
    documents.sort();
    documents
}

/// Tells whether the documents are to be written anew.
fn update() -> bool {
    std::env::var_os("SALLE_DOCS").is_some_and(|value| value == "update")
}

/// Compares a generated document with the one there is, or writes it.
fn generated(path: &Path, text: &str) {
    if update() {
        fs::write(path, text).unwrap();
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    assert!(
        found == text,
        "{} is stale: `SALLE_DOCS=update cargo test docs` writes it anew",
        path.display()
    );
}
