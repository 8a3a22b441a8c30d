//! Draws faults, for every verb and every test.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::text::excerpt::Excerpt;
use crate::text::{Fault, Faults, Severity, Span, visible};

/// The most faults that are written out; the rest are only counted.
const MAX_SHOWN: usize = 50;

/// The most characters of a message, label, note or help that are written out. They may quote a file.
const MAX_TEXT: usize = 1_000;

/// Draws a fault: message and code, place, line, mark, notes and help. Ends without a line break.
#[must_use]
pub fn render(fault: &Fault, colour: bool) -> String {
    let level = match fault.severity {
        Severity::Note => Level::NOTE,
        Severity::Warning => Level::WARNING,
        Severity::Error => Level::ERROR,
    };
    let title = level.primary_title(tidy(&fault.message)).id(fault.code);
    let mut main = Group::with_title(title);
    if let Some(span) = &fault.span {
        main = marked(main, span, &fault.label);
    }
    for note in fault.notes.iter().filter(|note| note.span.is_none()) {
        main = main.element(Level::NOTE.message(tidy(&note.text)));
    }
    if let Some(help) = &fault.help {
        main = main.element(Level::HELP.message(tidy(help)));
    }

    let mut groups = vec![main];
    for note in &fault.notes {
        if let Some(span) = &note.span {
            let title = Level::NOTE.secondary_title(tidy(&note.text));
            groups.push(marked(Group::with_title(title), span, ""));
        }
    }
    let renderer = if colour {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    renderer.render(&groups)
}

/// Draws many faults with a blank line between them, up to 50, and says how many are left out.
#[must_use]
pub fn render_all(faults: &Faults, colour: bool) -> String {
    let mut blocks: Vec<String> = faults
        .iter()
        .take(MAX_SHOWN)
        .map(|fault| render(fault, colour))
        .collect();
    if faults.len() > MAX_SHOWN {
        blocks.push(format!("… and {} more", faults.len() - MAX_SHOWN));
    }
    blocks.join("\n\n")
}

/// Adds a place and the line there.
fn marked<'a>(group: Group<'a>, span: &Span, label: &str) -> Group<'a> {
    let excerpt = Excerpt::of(span);
    let mut annotation = AnnotationKind::Primary.span(excerpt.mark);
    if !label.is_empty() {
        annotation = annotation.label(tidy(label));
    }
    let path = tidy(span.source().name());
    let snippet = Snippet::source(excerpt.text)
        .line_start(excerpt.line)
        .annotation(annotation);
    if excerpt.is_cut {
        // Columns counted in a cut line would be wrong, so the place is given apart from it.
        let origin = Origin::path(path)
            .line(excerpt.line)
            .char_column(excerpt.column);
        group.element(origin).element(snippet)
    } else {
        group.element(snippet.path(path))
    }
}

/// Cuts a text that is too long and makes its control characters visible, line breaks aside.
fn tidy(text: &str) -> String {
    let cut = text.char_indices().nth(MAX_TEXT).map(|(offset, _)| offset);
    let shown = &text[..cut.unwrap_or(text.len())];
    let lines: Vec<_> = shown.lines().map(visible).collect();
    let mut tidied = lines.join("\n");
    if cut.is_some() {
        tidied.push('…');
    }
    tidied
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Source;

    #[test]
    fn a_fault_shows_everything_it_has() {
        let source = Source::new("games/a.yaml", "name: x\ncards:\n  conut: 3\n");
        let fault = Fault::new("unknown-key", "unknown key `conut` in a card")
            .at(Span::at(&source, 3, 3))
            .label("not a key of a card")
            .note("keys are written in lower case")
            .note_at(Span::at(&source, 2, 1), "the card begins here")
            .help("did you mean `count`?");
        assert_eq!(
            render(&fault, false),
            "\
error[unknown-key]: unknown key `conut` in a card
 --> games/a.yaml:3:3
  |
3 |   conut: 3
  |   ^^^^^ not a key of a card
  |
  = note: keys are written in lower case
  = help: did you mean `count`?
note: the card begins here
 --> games/a.yaml:2:1
  |
2 | cards:
  | ^^^^^"
        );
    }

    #[test]
    fn a_fault_may_have_no_place_and_no_label() {
        let source = Source::new("a.yaml", "x:");
        let bare = Fault::new("missing", "nothing there").help("add something");
        assert_eq!(
            render(&bare, false),
            "error[missing]: nothing there\n |\n = help: add something"
        );
        let end = Fault::new("missing", "no value").at(Span::new(&source, 2, 2));
        assert_eq!(
            render(&end, false),
            "\
error[missing]: no value
 --> a.yaml:1:3
  |
1 | x:
  |   ^"
        );
    }

    #[test]
    fn a_long_line_is_cut_and_keeps_its_column() {
        let text = format!("{} here {}", "a".repeat(1 << 20), "b".repeat(1 << 20));
        let source = Source::new("a.yaml", text);
        let fault = Fault::new("long", "too long")
            .at(Span::at(&source, 1, (1 << 20) + 2))
            .label("here");
        assert_eq!(
            render(&fault, false),
            format!(
                "\
error[long]: too long
 --> a.yaml:1:1048578
  |
 :::\x20
1 | …{} here {}…
  |  {}^^^^ here",
                "a".repeat(29),
                "b".repeat(65),
                " ".repeat(30)
            )
        );
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        let source = Source::new("a\u{1b}.yaml", "x: \u{1b}[2J\u{9b}y\r\n");
        let fault = Fault::new("odd", "found `\u{1b}`")
            .at(Span::new(&source, 3, 4))
            .label("\u{7}")
            .note("one\ntwo\u{9b}")
            .help("\u{202e}");
        assert_eq!(
            render(&fault, false),
            "\
error[odd]: found `␛`
 --> a␛.yaml:1:4
  |
1 | x: ␛[2J\u{fffd}y
  |    ^ ␇
  |
  = note: one
          two\u{fffd}
  = help: \u{fffd}"
        );
    }

    #[test]
    fn colour_is_only_used_when_asked_for() {
        let fault = Fault::new("odd", "odd");
        assert!(render(&fault, true).contains("\u{1b}["));
        assert!(!render(&fault, false).contains('\u{1b}'));
    }

    #[test]
    fn many_faults_are_counted_after_the_fiftieth() {
        let faults: Faults = (0..60).map(|_| Fault::new("odd", "odd")).collect();
        let text = render_all(&faults, false);
        assert_eq!(text.matches("error[odd]").count(), 50);
        assert!(text.ends_with("\n\n… and 10 more"), "{text}");
        let two: Faults = (0..2).map(|_| Fault::new("odd", "odd")).collect();
        assert_eq!(
            render_all(&two, false),
            "error[odd]: odd\n\nerror[odd]: odd"
        );
        let long = Fault::new("odd", "x".repeat(1 << 20));
        assert!(render(&long, false).len() < 1_100);
    }
}
