mod fault;
mod offsets;

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use saphyr_parser::{Event, Parser, ScalarStyle};

use crate::text::tree::scalar::plain;
use crate::text::tree::{Data, Entry, Node};
use crate::text::{Fault, Faults, Source, Span};

use offsets::Offsets;

/// How deep lists and maps may be nested.
pub const MAX_DEPTH: usize = 64;

/// The most values a file may have.
pub const MAX_NODES: usize = 20_000;

/// Reads a YAML file as a tree.
///
/// Reports every fault it can in one go; only a fault after which nothing is certain (a syntax error,
/// a second document, a limit) ends the reading. Words whose meaning is doubtful are no faults here:
/// whether they matter depends on who reads them.
pub fn parse(source: &Arc<Source>) -> Result<Node, Faults> {
    let mut faults = Faults::new();
    match parse_with(source, &mut faults) {
        Some(root) => faults.into_result(root),
        None => Err(faults),
    }
}

/// Reads a YAML file as a tree and adds its faults to others. The tree is there as well if it could
/// be read to its end, so that what it says can be judged too.
pub fn parse_with(source: &Arc<Source>, faults: &mut Faults) -> Option<Node> {
    if let Some(fault) = control_character(source) {
        faults.push(fault);
        return None;
    }
    let mut builder = Builder::new(source);
    if builder.run().is_continue() && builder.root.is_none() {
        builder.fault(fault::empty_file(source));
    }
    faults.extend(builder.faults);
    builder.root
}

/// Refuses characters that YAML does not have. The parser would take a NUL for the file's end.
fn control_character(source: &Arc<Source>) -> Option<Fault> {
    let text = source.text();
    let (offset, found) = text.char_indices().find(|(offset, c)| match c {
        '\r' => !text[*offset..].starts_with("\r\n"),
        '\n' | '\t' => false,
        _ => c.is_control(),
    })?;
    let span = Span::new(source, offset, offset + found.len_utf8());
    Some(fault::control_character(found, span))
}

/// What is being built: the lists and maps that are still open, innermost last.
struct Builder<'a> {
    source: &'a Arc<Source>,
    offsets: Offsets,
    open: Vec<Frame>,
    nodes: usize,
    documents: usize,
    root: Option<Node>,
    faults: Faults,
}

/// A list or map whose end has not come yet.
struct Frame {
    /// Where it starts.
    start: usize,
    /// Where its last part so far ends.
    end: usize,
    content: Content,
}

enum Content {
    List(Vec<Node>),
    Map {
        entries: Vec<Entry>,
        /// Every key so far and where it was first given.
        known: HashMap<String, Span>,
        /// The key whose value comes next.
        key: Option<Key>,
    },
}

/// A map's key. One without a name was faulty; it is reported, and its value goes nowhere.
struct Key {
    name: Option<String>,
    span: Span,
}

impl<'a> Builder<'a> {
    fn new(source: &'a Arc<Source>) -> Self {
        Self {
            source,
            offsets: Offsets::new(source.text()),
            open: Vec::new(),
            nodes: 0,
            documents: 0,
            root: None,
            faults: Faults::new(),
        }
    }

    /// Reads the file; breaks off at a fault after which nothing is certain.
    fn run(&mut self) -> ControlFlow<()> {
        let mut parser = Parser::new_from_str(self.source.text());
        while let Some(next) = parser.next_event() {
            match next {
                Ok((event, place)) => {
                    let start = self.offsets.byte(place.start.index());
                    let end = self.offsets.byte(place.end.index());
                    self.event(event, Span::new(self.source, start, end))?;
                }
                Err(error) => {
                    let offset = self.offsets.byte(error.marker().index());
                    let span = Span::around(self.source, offset);
                    return self.stop(fault::syntax(error.info(), span));
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn fault(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    fn stop(&mut self, fault: Fault) -> ControlFlow<()> {
        self.fault(fault);
        ControlFlow::Break(())
    }

    fn event(&mut self, event: Event<'_>, span: Span) -> ControlFlow<()> {
        match event {
            Event::DocumentStart(_) => self.document(&span),
            Event::Alias(_) => {
                self.pass_over(&span);
                self.fault(fault::alias(span));
                ControlFlow::Continue(())
            }
            Event::Scalar(text, style, anchor, tag) => {
                self.check_properties(anchor, tag.is_some(), &span);
                self.scalar(&text, style, &span)
            }
            Event::SequenceStart(anchor, tag) => {
                self.check_properties(anchor, tag.is_some(), &span);
                self.open(&span, Content::List(Vec::new()))
            }
            Event::MappingStart(anchor, tag) => {
                self.check_properties(anchor, tag.is_some(), &span);
                let content = Content::Map {
                    entries: Vec::new(),
                    known: HashMap::new(),
                    key: None,
                };
                self.open(&span, content)
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(&span),
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {
                ControlFlow::Continue(())
            }
        }
    }

    fn document(&mut self, span: &Span) -> ControlFlow<()> {
        self.documents += 1;
        if self.documents > 1 {
            return self.stop(fault::second_document(span));
        }
        ControlFlow::Continue(())
    }

    /// Reports an anchor or a tag in front of a value; the value itself is read on.
    fn check_properties(&mut self, anchor: usize, tagged: bool, span: &Span) {
        if anchor > 0 {
            self.fault(fault::anchor(span));
        }
        if tagged {
            self.fault(fault::tag(span));
        }
    }

    fn scalar(&mut self, text: &str, style: ScalarStyle, span: &Span) -> ControlFlow<()> {
        let is_plain = style == ScalarStyle::Plain;
        let is_left_out = is_plain && text.is_empty();
        // A value that was left out may be given the comma after it as its place, and a block's place
        // ends with the line break after it, or later.
        let marked = if is_left_out {
            0
        } else {
            span.text().trim_end().len()
        };
        let span = Span::new(self.source, span.start(), span.start() + marked);
        if self.wants_key() {
            let key = self.key(text, is_plain, span);
            self.set_key(key);
            return ControlFlow::Continue(());
        }
        if is_left_out && self.open.is_empty() {
            // A document of nothing is an empty file.
            return ControlFlow::Continue(());
        }
        let data = if is_plain {
            plain(text)
        } else {
            Data::Text(text.to_owned())
        };
        self.value(Node { span, data })
    }

    fn wants_key(&self) -> bool {
        self.open
            .last()
            .is_some_and(|frame| matches!(frame.content, Content::Map { key: None, .. }))
    }

    /// Checks a key that is a word.
    fn key(&mut self, text: &str, is_plain: bool, span: Span) -> Key {
        let fault = if is_plain && text == "<<" {
            fault::merge_key(span.clone())
        } else if is_plain && text.is_empty() {
            fault::no_key(span.clone())
        } else if let Some(first) = self.first_of(text) {
            fault::duplicate_key(text, span.clone(), first)
        } else {
            return Key {
                name: Some(text.to_owned()),
                span,
            };
        };
        self.fault(fault);
        Key { name: None, span }
    }

    /// Returns where the innermost map already has a key.
    fn first_of(&self, key: &str) -> Option<Span> {
        match &self.open.last()?.content {
            Content::Map { known, .. } => known.get(key).cloned(),
            Content::List(_) => None,
        }
    }

    fn set_key(&mut self, new: Key) {
        let Some(frame) = self.open.last_mut() else {
            return;
        };
        frame.end = frame.end.max(new.span.end());
        if let Content::Map { known, key, .. } = &mut frame.content {
            if let Some(name) = &new.name {
                known.insert(name.clone(), new.span.clone());
            }
            *key = Some(new);
        }
    }

    fn open(&mut self, span: &Span, content: Content) -> ControlFlow<()> {
        if self.open.len() == MAX_DEPTH {
            return self.stop(fault::too_deep(span.clone()));
        }
        let start = match content {
            Content::List(_) => self.dash_before(span.start()),
            Content::Map { .. } => span.start(),
        };
        self.open.push(Frame {
            start,
            end: span.start() + span.text().trim_end().len(),
            content,
        });
        ControlFlow::Continue(())
    }

    /// Returns where a list starts: one that is not indented below its key is given its first item's
    /// place, and the dash stands before that.
    fn dash_before(&self, start: usize) -> usize {
        let (before, after) = self.source.text().split_at(start);
        let before = before.trim_end();
        if before.ends_with('-') && !after.starts_with(['[', '-']) {
            before.len() - 1
        } else {
            start
        }
    }

    /// Ends the innermost list or map. Only brackets have an end of their own in the file.
    fn close(&mut self, span: &Span) -> ControlFlow<()> {
        let Some(mut frame) = self.open.pop() else {
            return ControlFlow::Continue(());
        };
        let in_brackets = self.source.text()[frame.start..].starts_with(['[', '{']);
        if in_brackets && matches!(span.text(), "]" | "}") {
            frame.end = frame.end.max(span.end());
        }
        let span = Span::new(self.source, frame.start, frame.end);
        let data = match frame.content {
            Content::List(items) => Data::List(items),
            Content::Map { entries, .. } => Data::Map(entries),
        };
        self.value(Node { span, data })
    }

    /// Leaves a value out that was faulty, or a key with its value.
    fn pass_over(&mut self, span: &Span) {
        let content = self.open.last_mut().map(|frame| &mut frame.content);
        if let Some(Content::Map { key, .. }) = content {
            *key = match key.take() {
                Some(_) => None,
                None => Some(Key {
                    name: None,
                    span: span.clone(),
                }),
            };
        }
    }

    /// Puts a finished value where it belongs.
    fn value(&mut self, node: Node) -> ControlFlow<()> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return self.stop(fault::too_many_values(node.span));
        }
        let Some(frame) = self.open.last_mut() else {
            self.root = Some(node);
            return ControlFlow::Continue(());
        };
        frame.end = frame.end.max(node.span.end());
        match &mut frame.content {
            Content::List(items) => items.push(node),
            Content::Map { entries, key, .. } => {
                if let Some(key) = key.take() {
                    entries.extend(entry(key, node));
                } else {
                    *key = Some(Key {
                        name: None,
                        span: node.span.clone(),
                    });
                    self.fault(fault::bad_key(node.span));
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Joins a key and its value, unless the key was faulty.
fn entry(key: Key, mut value: Node) -> Option<Entry> {
    if value.data == Data::Null && value.span.text().is_empty() {
        value.span = key.span.clone();
    }
    Some(Entry {
        key: key.name?,
        key_span: key.span,
        value,
    })
}

#[cfg(test)]
mod tests;
