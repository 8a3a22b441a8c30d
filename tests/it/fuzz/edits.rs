//! Edits of files, as bad luck and bad will make them.

use proptest::collection::vec;
use proptest::prelude::any;
use proptest::sample::select;
use proptest::strategy::{Strategy, Union};

/// What mean something in one of the formats, or nothing in any.
const TOKENS: &[&[u8]] = &[
    b"\0",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\r",
    b"\r\n",
    b"\n",
    b"\n\n",
    b"\t",
    b"  ",
    b" ",
    b"\xef\xbb\xbf",
    b"\xe2\x80\xae",
    b"\xf4\x8f\xbf\xbf",
    b"\x1b[2J",
    b"\xc2\x9b",
    "é".as_bytes(),
    "日本".as_bytes(),
    b"&a ",
    b"*a",
    b"<<: ",
    b"!!x ",
    b"? ",
    b"- ",
    b": ",
    b", ",
    b"[",
    b"]",
    b"{",
    b"}",
    b"\"",
    b"'",
    b"|\n",
    b">\n",
    b"#",
    b"%",
    b"---\n",
    b"...\n",
    b"no",
    b"0",
    b"-0",
    b"010",
    b"1e999",
    b"1.5",
    b"99999999999999999999",
    b"-9223372036854775808",
    b"null",
    b"true",
    b"\\",
    b"\\ud800",
    b"\\u0000",
    b"../",
    b"/",
    b"C:\\",
    b".yaml",
    b"left",
    b"right",
    b"_",
    b"=",
    b"{\"type\":\"match\",\"ruleset\":\"touche/kids\"}\n",
    b"{\"type\":\"round\",\"first\":\"left\"}\n",
    b"[[[[[[[[[[[[[[[[",
    b"{\"a\":{\"a\":{\"a\":",
];

/// What an edit takes for one piece.
#[derive(Debug, Clone, Copy)]
enum Unit {
    Byte,
    Word,
    Line,
}

/// A change of some pieces; numbers wrap round at the end of the file.
#[derive(Debug, Clone)]
enum Change {
    Delete {
        at: usize,
        count: usize,
    },
    Double {
        at: usize,
        count: usize,
    },
    Swap {
        one: usize,
        other: usize,
    },
    Splice {
        at: usize,
        from: usize,
        count: usize,
    },
    Insert {
        at: usize,
        token: &'static [u8],
    },
    Replace {
        at: usize,
        token: &'static [u8],
    },
}

/// An edit of a file.
#[derive(Debug, Clone)]
pub(super) struct Edit {
    unit: Unit,
    change: Change,
}

/// Some edits, one after the other.
pub(super) fn edits() -> impl Strategy<Value = Vec<Edit>> {
    vec(edit(), 1..6)
}

fn edit() -> impl Strategy<Value = Edit> {
    let place = any::<u16>;
    let count = || 1..9_usize;
    let token = || select(TOKENS);
    let at = move || place().prop_map(usize::from);
    let change = Union::new([
        (at(), count())
            .prop_map(|(at, count)| Change::Delete { at, count })
            .boxed(),
        (at(), count())
            .prop_map(|(at, count)| Change::Double { at, count })
            .boxed(),
        (at(), at())
            .prop_map(|(one, other)| Change::Swap { one, other })
            .boxed(),
        (at(), at(), count())
            .prop_map(|(at, from, count)| Change::Splice { at, from, count })
            .boxed(),
        (at(), token())
            .prop_map(|(at, token)| Change::Insert { at, token })
            .boxed(),
        (at(), token())
            .prop_map(|(at, token)| Change::Replace { at, token })
            .boxed(),
    ]);
    (select(&[Unit::Byte, Unit::Word, Unit::Line][..]), change)
        .prop_map(|(unit, change)| Edit { unit, change })
}

/// Edits a file; pieces of another may come into it.
pub(super) fn edited(file: &[u8], other: &[u8], edits: &[Edit]) -> Vec<u8> {
    edits
        .iter()
        .fold(file.to_vec(), |file, edit| edit.apply(&file, other))
}

impl Edit {
    fn apply(&self, file: &[u8], other: &[u8]) -> Vec<u8> {
        let mut pieces = pieces(file, self.unit);
        let others = self::pieces(other, self.unit);
        let length = pieces.len();
        let range = |at: usize, count: usize, length: usize| {
            let at = at % length.max(1);
            at.min(length)..(at + count).min(length)
        };
        match &self.change {
            Change::Delete { at, count } => {
                pieces.drain(range(*at, *count, length));
            }
            Change::Double { at, count } => {
                let range = range(*at, *count, length);
                let copy = pieces[range.clone()].to_vec();
                pieces.splice(range.start..range.start, copy);
            }
            Change::Swap { one, other } if length > 0 => pieces.swap(one % length, other % length),
            Change::Splice { at, from, count } => {
                let copy = others[range(*from, *count, others.len())].to_vec();
                let at = at % (length + 1);
                pieces.splice(at..at, copy);
            }
            Change::Insert { at, token } => pieces.insert(at % (length + 1), token),
            Change::Replace { at, token } if length > 0 => pieces[at % length] = token,
            Change::Swap { .. } | Change::Replace { .. } => {}
        }
        pieces.concat()
    }
}

fn pieces(file: &[u8], unit: Unit) -> Vec<&[u8]> {
    match unit {
        Unit::Byte => file.chunks(1).collect(),
        Unit::Line => file.split_inclusive(|byte| *byte == b'\n').collect(),
        Unit::Word => file
            .chunk_by(|one, other| one.is_ascii_alphanumeric() && other.is_ascii_alphanumeric())
            .collect(),
    }
}
