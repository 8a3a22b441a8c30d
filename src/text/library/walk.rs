use std::fs;
use std::path::Path;

use include_dir::Dir;

use super::name::check_name;
use super::read::or_here;

/// How many folders deep names are listed.
pub(super) const MAX_DEPTH: usize = 4;

/// The most entries that are looked at: a layer laid over a home folder must not hang the tool.
const MAX_ENTRIES: usize = 20_000;

/// Lists the files with an extension below a folder of the library, as names relative to it, in no
/// order.
pub(super) fn folder(folder: &Path, extension: &str, depth: usize) -> Vec<String> {
    walk(folder, extension, depth, |name| check_name(name).is_ok())
}

/// Lists the files with an extension below any folder, as paths relative to it, in no order.
pub(super) fn below(folder: &Path, extension: &str, depth: usize) -> Vec<String> {
    let hidden = |name: &str| {
        name.rsplit('/')
            .next()
            .is_some_and(|part| part.starts_with('.'))
    };
    walk(folder, extension, depth, |name| !hidden(name))
}

fn walk(
    folder: &Path,
    extension: &str,
    depth: usize,
    allowed: impl Fn(&str) -> bool,
) -> Vec<String> {
    let mut names = Vec::new();
    let mut left = MAX_ENTRIES;
    let mut waiting = vec![(or_here(folder).to_path_buf(), String::new(), depth)];
    while let Some((path, prefix, depth)) = waiting.pop() {
        // A folder that cannot be read has no files to offer.
        let Ok(entries) = fs::read_dir(path) else {
            continue;
        };
        for entry in entries.flatten() {
            if left == 0 {
                return names;
            }
            left -= 1;
            // The type is the link's own, not its target's: links are not followed.
            let (Ok(kind), Ok(file)) = (entry.file_type(), entry.file_name().into_string()) else {
                continue;
            };
            let name = format!("{prefix}{file}");
            if !allowed(&name) {
                continue;
            }
            if kind.is_dir() && depth > 0 {
                waiting.push((entry.path(), format!("{name}/"), depth - 1));
            } else if kind.is_file() && has_extension(&name, extension) {
                names.push(name);
            }
        }
    }
    names
}

/// Lists the built-in files with an extension, in no order.
pub(super) fn built_in(root: &Dir<'static>, extension: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut waiting = vec![(root.clone(), MAX_DEPTH)];
    while let Some((dir, depth)) = waiting.pop() {
        for file in dir.files() {
            // The paths were written by the system the program was built on.
            let parts: Vec<_> = file
                .path()
                .iter()
                .map(|part| part.to_string_lossy())
                .collect();
            let name = parts.join("/");
            if check_name(&name).is_ok() && has_extension(&name, extension) {
                names.push(name);
            }
        }
        if depth > 0 {
            waiting.extend(dir.dirs().map(|dir| (dir.clone(), depth - 1)));
        }
    }
    names
}

fn has_extension(name: &str, extension: &str) -> bool {
    super::extension(name) == extension
}
