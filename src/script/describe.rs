//! What scripts can use, as Markdown for people and as definition files for editors: all of it out
//! of the tables that stand beside the code.

use std::any::TypeId;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use rhai::Engine;

use super::api::{Context, Entry, Form, How, TOPICS, Topic, register};
use super::budget::Budget;
use super::captured::Captured;
use super::engine::{FORBIDDEN, engine};
use super::hooks::{HOOKS, Hook};
use super::limits::LIMITS;

/// Writes everything, as Markdown.
#[must_use]
pub fn markdown() -> String {
    let mut text = String::from("# What scripts can use\n");
    let mut section = |title: &str, body: &str| {
        let _ = write!(text, "\n## {title}\n\n{body}");
    };
    // What the reference adds leads to other places in it.
    section("Hooks", &hook_table(|_| ""));
    for topic in &TOPICS {
        section(topic.title, &table(topic));
    }
    section("Standard functions", &standard());
    section("Limits", &limits());
    text
}

/// Writes the hooks as a table, as the reference has it.
#[must_use]
pub fn hooks() -> String {
    hook_table(|hook| hook.more)
}

fn hook_table(more: fn(&Hook) -> &'static str) -> String {
    let mut text = String::from("| function | needed | returns |\n| --- | --- | --- |\n");
    for hook in &HOOKS {
        let need = if hook.required { "yes" } else { "no" };
        let parameters = hook.parameters.join(", ");
        let more = spaced(more(hook));
        let _ = writeln!(
            text,
            "| `{}({parameters})` | {need} | {}{more} |",
            hook.name, hook.about
        );
    }
    text
}

/// Writes the entries of a topic as a table.
#[must_use]
pub fn table(topic: &Topic) -> String {
    let mut text = format!("| | {} | fails |\n| --- | --- | --- |\n", topic.head);
    for entry in topic.entries() {
        let forms: Vec<String> = entry.forms.iter().map(ticked).collect();
        let forms = forms.join(", ").replace('|', "\\|");
        let about = entry.about.replace('|', "\\|");
        let fails = entry.fails;
        let _ = writeln!(text, "| {forms} | {about} |{} |", spaced(fails));
    }
    text
}

fn spaced(text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!(" {text}")
    }
}

fn ticked(form: &Form) -> String {
    let written = format!("`{}`", form.written());
    match form.how {
        How::Named => format!("{written}, also `{}[\"name\"]`", form.takes[0].0),
        _ => written,
    }
}

/// Writes the names of Rhai's own functions and properties that scripts may use.
#[must_use]
pub fn standard() -> String {
    let known = standard_functions();
    let list = |wanted: fn(&str) -> Option<&str>| {
        let mut names: Vec<String> = known
            .iter()
            .filter_map(|(name, _)| wanted(name))
            .map(|name| format!("`{name}`"))
            .collect();
        names.dedup();
        names.join(", ")
    };
    format!(
        "Functions of Rhai: {}.\n\nProperties of its values: {}.\n",
        list(|name| (!name.contains('$')).then_some(name)),
        list(|name| name.strip_prefix("get$"))
    )
}

/// Returns the functions of Rhai that scripts may use, with how many arguments they take: all that
/// the engine has besides the host's own. Properties begin with `get$`.
fn standard_functions() -> BTreeSet<(String, usize)> {
    let context = Context::new([].into(), [].into());
    let budget = Budget::new(LIMITS.operations);
    let whole = registered(&engine(&context, &budget, &Captured::default()));
    let mut own = Engine::new_raw();
    register(&mut own, &context);
    let own = registered(&own);
    let is_name = |name: &str| {
        let bare = name.strip_prefix("get$").unwrap_or(name);
        bare.starts_with(|c: char| c.is_ascii_alphabetic()) && !bare.contains('$')
    };
    whole
        .difference(&own)
        .filter(|(name, _)| is_name(name) && !FORBIDDEN.contains(&name.as_str()))
        .map(|(name, takes)| (name.clone(), takes.len()))
        .collect()
}

/// Returns the functions of an engine with the types that they take.
fn registered(engine: &Engine) -> BTreeSet<(String, Vec<TypeId>)> {
    let found = engine.collect_fn_metadata(
        None,
        |function| {
            let takes = function.metadata.param_types.iter().copied();
            Some((function.metadata.name.to_string(), takes.collect()))
        },
        true,
    );
    found.into_iter().collect()
}

/// Writes the limits of scripts as a table.
#[must_use]
pub fn limits() -> String {
    let mut text = String::from("| at most | |\n| --- | --- |\n");
    for (what, most) in LIMITS.described() {
        let _ = writeln!(text, "| {what} | {} |", grouped(most));
    }
    text
}

/// Writes a number with a space between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Returns the definition files, each with its name.
#[must_use]
pub fn definitions() -> [(&'static str, String); 2] {
    [
        ("salle.d.rhai", own_definitions()),
        ("standard.d.rhai", standard_definitions()),
    ]
}

const MODULE: &str = "module static;\n";

fn own_definitions() -> String {
    let mut text = MODULE.to_owned();
    text.push_str("\n// Salle calls these functions of a ruleset's scripts:\n//\n");
    for hook in &HOOKS {
        let parameters = hook.parameters.join(", ");
        let _ = writeln!(text, "// fn {}({parameters}): {}", hook.name, hook.about);
    }
    for topic in &TOPICS {
        let _ = writeln!(text, "\n// {}", topic.title.replace('`', ""));
        for entry in topic.entries() {
            for form in entry.forms {
                text.push_str(&definition(entry, form));
            }
        }
    }
    text
}

/// Writes one form, with what is said of it. A property whose name the ruleset gives has no form in
/// these files.
fn definition(entry: &Entry, form: &Form) -> String {
    if form.how == How::Named {
        return String::new();
    }
    let mut text = format!("\n/// {}\n", sentence(entry.about));
    if !entry.fails.is_empty() {
        let _ = writeln!(text, "///\n/// Fails {}", sentence_end(entry.fails));
    }
    let named: Vec<String> = form
        .takes
        .iter()
        .map(|(name, kind)| format!("{name}: {}", kind.name()))
        .collect();
    let kinds: Vec<&str> = form.takes.iter().map(|(_, kind)| kind.name()).collect();
    let head = match form.how {
        How::Operator => format!("op {}({})", form.name, kinds.join(", ")),
        How::Property => format!("fn get {}({})", form.name, named.join(", ")),
        _ => format!("fn {}({})", form.name, named.join(", ")),
    };
    let _ = writeln!(text, "{head} -> {};", form.returns.name());
    text
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    let first: String = first.into_iter().flatten().collect();
    sentence_end(&format!("{first}{}", letters.as_str()))
}

fn sentence_end(text: &str) -> String {
    format!("{text}.")
}

/// Writes Rhai's own functions, of which no more is known here than how many arguments they take.
fn standard_definitions() -> String {
    let mut text = MODULE.to_owned();
    text.push_str(
        "\n// Functions of Rhai that scripts may use; https://rhai.rs/book/ describes them.\n\n",
    );
    for (name, count) in standard_functions() {
        let takes = vec!["_: ?"; count].join(", ");
        let head = match name.strip_prefix("get$") {
            Some(name) => format!("fn get {name}({takes})"),
            None => format!("fn {name}({takes})"),
        };
        let _ = writeln!(text, "{head} -> ?;");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_becomes_a_definition() {
        let [(_, own), (_, standard)] = definitions();
        for wanted in [
            "module static;\n",
            "/// The card at a place, counted from the top, from 0.\n///\n/// Fails if `from` has no order or no such card.\nfn put_at(from: pile, to: pile, place: int) -> effect;\n",
            "/// How many cards it holds.\nfn get size(pile: pile) -> int;\n",
            "op <(?, ?) -> bool;\n",
        ] {
            assert!(own.contains(wanted), "{wanted}\n{own}");
        }
        for wanted in ["fn push(_: ?, _: ?) -> ?;\n", "fn get len(_: ?) -> ?;\n"] {
            assert!(standard.contains(wanted), "{wanted}\n{standard}");
        }
        for refused in FORBIDDEN {
            assert!(!standard.contains(&format!("fn {refused}(")), "{refused}");
        }
    }

    #[test]
    fn everything_is_told() {
        let text = markdown();
        for wanted in [
            "| `table(p)` | yes | ",
            "| `v.NAME`, also `v[\"name\"]` | ",
            "| `m.text` | its text | |\n",
            "| functions in a file | 500 |\n",
            "`index_of`",
        ] {
            assert!(text.contains(wanted), "{wanted}\n{text}");
        }
    }
}
