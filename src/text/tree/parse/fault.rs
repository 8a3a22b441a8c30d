//! The faults that a file can have as YAML, each worded once.

use std::sync::Arc;

use crate::text::tree::{MAX_DEPTH, MAX_NODES};
use crate::text::{Fault, Source, Span};

pub(super) fn control_character(found: char, span: Span) -> Fault {
    let message = format!("the control character U+{:04X} in a file", u32::from(found));
    Fault::new("control-character", message)
        .at(span)
        .label("this character is not allowed")
        .help("remove it, or write it as an escape in double quotes")
}

pub(super) fn empty_file(source: &Arc<Source>) -> Fault {
    Fault::new("empty-file", "the file is empty")
        .at(Span::whole_line(source, 1))
        .label("there is nothing but blanks and comments")
}

pub(super) fn second_document(span: &Span) -> Fault {
    Fault::new("second-document", "a second document in one file")
        .at(Span::whole_line(span.source(), span.line()))
        .label("a new document starts here")
        .help("put it into a file of its own")
}

pub(super) fn anchor(span: &Span) -> Fault {
    Fault::new("anchor", "anchors are not used in these files")
        .at(property(span, '&'))
        .label("this is an anchor")
        .help("remove it; a text that starts with `&` needs quotes")
}

pub(super) fn tag(span: &Span) -> Fault {
    Fault::new("tag", "tags are not used in these files")
        .at(property(span, '!'))
        .label("this is a tag")
        .help("remove it; a text that starts with `!` needs quotes")
}

pub(super) fn alias(span: Span) -> Fault {
    Fault::new("alias", "aliases are not used in these files")
        .at(span)
        .label("this is an alias")
        .help("write the value out; a text that starts with `*` needs quotes")
}

pub(super) fn merge_key(span: Span) -> Fault {
    Fault::new("merge-key", "merge keys are not used in these files")
        .at(span)
        .label("this is a merge key")
        .help("write the keys out")
}

pub(super) fn no_key(span: Span) -> Fault {
    Fault::new("bad-key", "a key is missing before `:`")
        .at(span)
        .label("expected a key")
}

pub(super) fn bad_key(span: Span) -> Fault {
    Fault::new("bad-key", "a key must be a text")
        .at(span)
        .label("this cannot be a key")
}

pub(super) fn duplicate_key(key: &str, span: Span, first: Span) -> Fault {
    let message = format!(
        "duplicate key `{key}`, first given in line {}",
        first.line()
    );
    Fault::new("duplicate-key", message)
        .at(span)
        .label("given again here")
        .note_at(first, "first given here")
}

pub(super) fn too_deep(span: Span) -> Fault {
    let message = format!("lists and maps are nested more than {MAX_DEPTH} deep");
    Fault::new("too-deep", message)
        .at(span)
        .label("one level too many")
}

pub(super) fn too_many_values(span: Span) -> Fault {
    let message = format!("more than {MAX_NODES} values in one file");
    Fault::new("too-many-values", message)
        .at(span)
        .label("the first one too many")
}

/// Words the parser's complaint, which it gives in prose only.
pub(super) fn syntax(info: &str, span: Span) -> Fault {
    if info == "recursion limit exceeded" {
        return too_deep(span);
    }
    if info.contains("unknown anchor") {
        return alias(span);
    }
    let fault = Fault::new("yaml-syntax", format!("this is not YAML: {info}")).at(span);
    match advice(info) {
        Some(advice) => fault.help(advice),
        None => fault,
    }
}

/// Returns what most often helps with a complaint of the parser.
fn advice(info: &str) -> Option<&'static str> {
    const KNOWN: [(&str, &str); 7] = [
        (
            "mapping values are not allowed",
            "a text that contains `: ` needs quotes; before a key, check the indentation",
        ),
        ("tab", "indent with spaces, not with tabs"),
        (
            "unexpected character",
            "a text that starts with this character needs quotes",
        ),
        ("quoted scalar", "check that the quotes are closed"),
        (
            "flow mapping",
            "a text that contains `: ` or `,` needs quotes here; check that the brackets are closed",
        ),
        ("block", "check the indentation"),
        ("flow", "check that the brackets are closed"),
    ];
    KNOWN
        .iter()
        .find(|(part, _)| info.contains(part))
        .map(|(_, advice)| *advice)
}

/// Finds the anchor or tag at the start of a value's place.
fn property(span: &Span, sigil: char) -> Span {
    let start = span.text().find(sigil).unwrap_or(0);
    let rest = &span.text()[start..];
    let word = rest.split_whitespace().next().unwrap_or_default();
    let start = span.start() + start;
    Span::new(span.source(), start, start + word.len())
}
