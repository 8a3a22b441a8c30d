//! What `help` tells.

use super::command::{self, GROUPS, Word};
use crate::report::Look;

/// Tells all commands, or one, with an example that names a ruleset that there is.
///
/// # Errors
/// If there is no such command, in words.
pub fn help(name: Option<&str>, ruleset: &str, look: &Look) -> Result<Vec<String>, String> {
    let Some(name) = name else {
        return Ok(overview(look));
    };
    let spec = match command::word(name) {
        Word::Command(name) => command::named(name),
        Word::Several(names) => return Err(command::several(name, &names)),
        Word::None => None,
    };
    let spec = spec.ok_or_else(|| command::unknown(name))?;
    let call = format!("{} {}", spec.name, spec.takes);
    Ok(vec![
        format!("{}: {}", call.trim_end(), spec.about),
        format!(
            "for example `{}`: {}",
            spec.example.replace("RULESET", ruleset),
            spec.shows
        ),
    ])
}

fn overview(look: &Look) -> Vec<String> {
    let about = "A move is made by its text, its number, or as much of its text as is unique; the \
                 beginning of several lists those. The beginning of a command is enough, too.";
    let mut lines = look.wrap("", &[about.to_owned()]);
    for (title, specs) in GROUPS {
        lines.push(String::new());
        lines.push(format!("{title}:"));
        for spec in specs {
            let call = format!("{} {}", spec.name, spec.takes);
            let name = format!("  {:<20} ", call.trim_end());
            lines.extend(look.wrap(&name, &[spec.about.to_owned()]));
        }
    }
    lines.push(String::new());
    lines.push("`help COMMAND` tells more of one.".to_owned());
    lines
}
