//! What holds of all faults, whatever they are about.

use proptest::prop_assert;
use proptest::test_runner::TestCaseResult;
use salle::text::{Fault, Faults, Span, render, render_all};

/// The most that is drawn of one fault, in bytes.
const LONGEST: usize = 20_000;

/// Checks that faults say something, lie in their files and can be drawn.
pub(super) fn are_sound(faults: &Faults) -> TestCaseResult {
    prop_assert!(!faults.is_empty());
    for fault in faults.iter().take(60) {
        is_sound(fault)?;
    }
    let drawn = render_all(faults, false);
    prop_assert!(drawn.starts_with("error["));
    Ok(())
}

/// Checks one fault.
fn is_sound(fault: &Fault) -> TestCaseResult {
    prop_assert!(
        !fault.code.is_empty() && !fault.message.is_empty(),
        "{fault:?}"
    );
    let of_notes = fault.notes.iter().filter_map(|note| note.span.as_ref());
    for span in fault.span.iter().chain(of_notes) {
        lies_in_its_file(span)?;
    }
    for colour in [false, true] {
        let drawn = render(fault, colour);
        prop_assert!(drawn.len() < LONGEST, "{} bytes", drawn.len());
    }
    let drawn = render(fault, false);
    let steers = |c: char| c.is_control() && c != '\n';
    prop_assert!(!drawn.contains(steers), "{drawn:?}");
    Ok(())
}

fn lies_in_its_file(span: &Span) -> TestCaseResult {
    let (text, source) = (span.source().text(), span.source());
    prop_assert!(span.start() <= span.end(), "{span:?}");
    prop_assert!(span.end() <= text.len(), "{span:?}");
    prop_assert!(text.is_char_boundary(span.start()) && text.is_char_boundary(span.end()));
    prop_assert!(source.line(span.line()).is_some(), "{}", span.location());
    prop_assert!(span.column() >= 1);
    Ok(())
}
