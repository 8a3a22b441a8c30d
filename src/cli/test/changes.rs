//! What changed in snapshots: shown by cause, accepted, or gone through one by one.

use std::io::{self, BufRead};

use similar::{ChangeTag, TextDiff};

use super::print::{CONTEXT, GREEN, RED, paint};
use super::snapshots::{Case, Changed, NEW};
use crate::cli::error::CliError;
use crate::cli::out::Out;
use crate::snapshot::Cause;
use crate::text::{count, list_or, nearest, visible};

/// Lines of an example that are shown if not all are asked for.
const SHOWN: usize = 30;

/// What changed.
pub(super) struct Changes<'a> {
    pub(super) groups: &'a [Changed<'a>],
    /// Snapshots that nobody has accepted yet.
    pub(super) new: &'a [&'a Case],
    /// How many snapshots there are.
    pub(super) all: usize,
    /// Whether examples are shown whole.
    pub(super) full: bool,
}

impl Changes<'_> {
    /// Shows the groups, the biggest first, each with an example.
    pub(super) fn print(&self, out: &mut Out) -> Result<(), CliError> {
        for group in self.groups {
            self.group(group, 0, self.full, out)?;
            out.line(format!(
                "  to accept it: salle test --accept {} --because \"…\"",
                group.slug
            ))?;
            out.line("")?;
        }
        if !self.new.is_empty() {
            out.line(format!(
                "{} not accepted yet: salle test --accept {NEW} --because \"…\"",
                are(self.new.len())
            ))?;
            for case in self.new {
                out.line(format!("  {}", visible(&case.name)))?;
            }
            out.line("")?;
        }
        Ok(())
    }

    /// Shows a group with one of its members.
    fn group(
        &self,
        group: &Changed<'_>,
        member: usize,
        full: bool,
        out: &mut Out,
    ) -> Result<(), CliError> {
        let differ = match group.members.len() {
            1 => format!("1 of {} differs", count(self.all, "snapshot")),
            many => format!("{many} of {} differ", count(self.all, "snapshot")),
        };
        let from = match &group.cause {
            Cause::Legal { .. } => "from the first decision where",
            _ => "first in this:",
        };
        let line = format!("{differ} {from} {}", group.cause);
        out.line(paint(&visible(&line), RED, out))?;
        let Some((case, made)) = group.members.get(member) else {
            return Ok(());
        };
        out.line(format!(
            "  {}: {} of {}, after {} (- accepted  + now)",
            visible(&case.name),
            visible(&case.now.of),
            visible(&case.now.ruleset),
            count(usize::try_from(*made).unwrap_or(usize::MAX), "decision")
        ))?;
        example(case, full, out)
    }

    /// Accepts a group, or all; tells whether nothing is left.
    pub(super) fn accept(
        &self,
        group: Option<&str>,
        because: &str,
        out: &mut Out,
    ) -> Result<bool, CliError> {
        let mut names: Vec<&str> = self
            .groups
            .iter()
            .map(|group| group.slug.as_str())
            .collect();
        if !self.new.is_empty() {
            names.push(NEW);
        }
        if let Some(wanted) = group
            && !names.contains(&wanted)
        {
            let help = match nearest(wanted, names.iter().copied()) {
                Some(near) => format!("the nearest is `{near}`"),
                None if names.is_empty() => {
                    "nothing has changed; rulesets and files stand before `--accept`".to_owned()
                }
                None => format!("there is {}", list_or(&names)),
            };
            return Err(CliError::call(
                format!("there is no group `{wanted}`"),
                help,
            ));
        }
        let is_wanted = |name: &str| group.is_none_or(|wanted| wanted == name);
        let mut accepted = 0;
        for group in self.groups.iter().filter(|group| is_wanted(&group.slug)) {
            for (case, _) in &group.members {
                case.accept(because)?;
                accepted += 1;
            }
        }
        if is_wanted(NEW) {
            for case in self.new {
                case.accept(because)?;
                accepted += 1;
            }
        }
        let changed: usize = self.groups.iter().map(|group| group.members.len()).sum();
        out.say(self::accepted(accepted));
        Ok(accepted == changed + self.new.len())
    }

    /// Goes through the groups and asks; tells whether nothing is left.
    pub(super) fn review(&self, out: &mut Out) -> Result<bool, CliError> {
        let mut lines = io::stdin().lock().lines();
        let mut left = 0;
        for group in self.groups {
            let mut member = 0;
            loop {
                self.group(group, member, self.full, out)?;
                match ask(&group.slug, &mut lines, out)? {
                    Choice::Accept(because) => {
                        for (case, _) in &group.members {
                            case.accept(&because)?;
                        }
                        out.say(accepted(group.members.len()));
                        break;
                    }
                    Choice::Skip => {
                        left += group.members.len();
                        break;
                    }
                    Choice::Next => member = (member + 1) % group.members.len(),
                    Choice::Quit => return Ok(false),
                }
            }
        }
        if !self.new.is_empty() {
            out.line(format!("{} not accepted yet:", are(self.new.len())))?;
            for case in self.new {
                out.line(format!("  {}", visible(&case.name)))?;
            }
            loop {
                match ask(NEW, &mut lines, out)? {
                    Choice::Accept(because) => {
                        for case in self.new {
                            case.accept(&because)?;
                        }
                        out.say(accepted(self.new.len()));
                        break;
                    }
                    Choice::Next => {}
                    Choice::Skip => {
                        left += self.new.len();
                        break;
                    }
                    Choice::Quit => return Ok(false),
                }
            }
        }
        Ok(left == 0)
    }
}

fn accepted(number: usize) -> String {
    format!("{} accepted", count(number, "snapshot"))
}

fn are(number: usize) -> String {
    match number {
        1 => "1 snapshot is".to_owned(),
        many => format!("{many} snapshots are"),
    }
}

enum Choice {
    Accept(String),
    Skip,
    Next,
    Quit,
}

/// Asks what to do with a group. Where nobody answers any more, nothing is accepted.
fn ask(
    group: &str,
    lines: &mut impl Iterator<Item = io::Result<String>>,
    out: &mut Out,
) -> Result<Choice, CliError> {
    loop {
        out.line(format!(
            "{group}: `a REASON` accepts, `s` skips, `n` shows the next example, `q` quits"
        ))?;
        out.flush()?;
        let Some(Ok(line)) = lines.next() else {
            return Ok(Choice::Quit);
        };
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match (word, rest.trim()) {
            ("a", "") => {
                out.line("a snapshot is accepted with a reason: `a as the new rule has it`")?;
            }
            ("a", because) => return Ok(Choice::Accept(because.to_owned())),
            ("s", _) => return Ok(Choice::Skip),
            ("n", _) => return Ok(Choice::Next),
            ("q", _) => return Ok(Choice::Quit),
            (other, _) => out.line(format!("`{}` is none of these", visible(other)))?,
        }
    }
}

/// Shows the accepted text and the present one, with what stands around the first difference.
fn example(case: &Case, full: bool, out: &mut Out) -> Result<(), CliError> {
    let Some(accepted) = &case.accepted else {
        return Ok(());
    };
    let (old, new) = (
        accepted.transcript.to_string(),
        case.now.transcript.to_string(),
    );
    let diff = TextDiff::from_lines(&old, &new);
    let mut lines = Vec::new();
    for (index, group) in diff.grouped_ops(CONTEXT).iter().enumerate() {
        if index > 0 {
            lines.push("      …".to_owned());
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let text = change.value().trim_end();
            let text = visible(text);
            lines.push(match change.tag() {
                ChangeTag::Equal => format!("      {text}"),
                ChangeTag::Delete => paint(&format!("    - {text}"), RED, out),
                ChangeTag::Insert => paint(&format!("    + {text}"), GREEN, out),
            });
        }
    }
    let shown = if full { lines.len() } else { SHOWN };
    for line in lines.iter().take(shown) {
        out.line(line)?;
    }
    if lines.len() > shown {
        out.line(format!(
            "      … {} more, with `--full`",
            count(lines.len() - shown, "line")
        ))?;
    }
    Ok(())
}
