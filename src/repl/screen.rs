//! What the session shows of a point, as one side knows it or as it is.

use super::line::{Happening, Line, Point};
use super::moves;
use super::why::{Change, Remedy, Site, Why};
use crate::game::{Event, Fact, Layout, Observation, Side, Value};
use crate::report::{Look, board, event_line, event_text};
use crate::ruleset::Group;

/// How the session shows things: in whose words, with whose eyes.
#[derive(Debug, Clone, Copy)]
pub struct Screen<'a> {
    /// Words, width and letters.
    pub look: &'a Look,
    /// What the ruleset declares.
    pub layout: &'a Layout,
    /// Whose knowledge is shown; everything if nobody's.
    pub eyes: Option<Side>,
}

impl Screen<'_> {
    /// Describes a position as far as it may be seen.
    #[must_use]
    pub fn describe(&self, point: &Point) -> Value {
        match self.eyes {
            None => point.state().describe(self.layout),
            Some(side) => Observation::new(point.state(), self.layout, side).describe(self.layout),
        }
    }

    /// Draws the position.
    #[must_use]
    pub fn position(&self, point: &Point) -> Vec<String> {
        let text = board(&self.describe(point), self.layout, self.look);
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        // Nobody decides once the match is over.
        if let (true, Some(head)) = (point.is_over(), lines.first_mut())
            && let Some((kept, _)) = head.rsplit_once(self.look.separator())
        {
            *head = format!("{kept}{}{}", self.look.separator(), self.look.frame().over);
        }
        lines
    }

    /// Tells whether the legal moves may be seen: they show what the side that decides holds.
    #[must_use]
    pub fn sees_moves(&self, point: &Point) -> bool {
        self.eyes.is_none_or(|side| side == point.state().turn)
    }

    /// Lists the legal moves that begin with a text.
    #[must_use]
    pub fn moves(&self, point: &Point, prefix: &str) -> Vec<String> {
        if point.is_over() {
            return vec!["the match is over, so nobody decides".to_owned()];
        }
        if !self.sees_moves(point) {
            let side = self.look.words.side(point.state().turn);
            return vec![format!(
                "{side} decides, and only {side} knows between which moves"
            )];
        }
        let lines = moves::list(point.legal(), prefix, self.look);
        if lines.is_empty() {
            return vec![format!("no legal move begins with `{prefix}`")];
        }
        lines
    }

    /// Tells what happened before a point, as far as it was seen: what can be told in a line.
    #[must_use]
    pub fn happened(&self, point: &Point) -> Vec<String> {
        let events = point.happened.iter().filter_map(|happening| {
            let line = event_line(&self.seen(&happening.event), self.layout, self.look)?;
            Some(self.look.wrap("", &[line]))
        });
        events.flatten().collect()
    }

    /// Tells every event before a point, as far as it was seen.
    #[must_use]
    pub fn events(&self, point: &Point) -> Vec<String> {
        let events = point.happened.iter().flat_map(|happening| {
            let event = self.seen(&happening.event);
            let text = event_text(&event, self.layout, self.look);
            self.look.wrap("  ", &[text])
        });
        events.collect()
    }

    fn seen(&self, event: &Event) -> Event {
        match self.eyes {
            None => event.clone(),
            Some(side) => event.seen_by(side, self.layout),
        }
    }

    /// Lists the decisions of a line with their numbers, and how its rounds ended. One side does not
    /// know what comes after the point that it is at.
    #[must_use]
    pub fn history(&self, line: &Line, at: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let last = if self.eyes.is_some() { at } else { line.len() };
        for after in 0..=last {
            for Happening { event, .. } in &line.point(after).happened {
                match self.seen(event) {
                    event @ Event::Decided { .. } => {
                        // The decision that is due, or the last one at the end.
                        let due = (at + 1).min(line.len());
                        let mark = if after == due { '>' } else { ' ' };
                        let text = event_line(&event, self.layout, self.look).unwrap_or_default();
                        lines.extend(self.look.wrap(&format!("{mark}{after:>4}  "), &[text]));
                    }
                    event @ (Event::RoundBegan { .. }
                    | Event::RoundEnded { .. }
                    | Event::MatchEnded { .. }) => {
                        let line = event_line(&event, self.layout, self.look);
                        lines.extend(
                            line.map(|line| self.look.wrap("", &[line]))
                                .into_iter()
                                .flatten(),
                        );
                    }
                    _ => {}
                }
            }
        }
        lines
    }

    /// Lists what the rules can read, by its name.
    #[must_use]
    pub fn vars(&self, point: &Point) -> Vec<String> {
        let description = self.describe(point);
        let entries = description.entries().iter();
        entries
            .flat_map(|(name, value)| self.look.wrap(&format!("  {name}: "), &[value.to_string()]))
            .collect()
    }

    /// Names a fact.
    #[must_use]
    pub fn fact(&self, fact: Fact) -> String {
        let words = &self.look.words;
        let side = |side: Side| words.side(side).to_owned();
        let pile = |pile: crate::game::PileId| {
            let spec = self.layout.pile(pile);
            let name = words.of(Group::Piles, &spec.name);
            match spec.owner {
                Some(owner) => format!("the {name} of {}", side(owner)),
                None => format!("the {name}"),
            }
        };
        match fact {
            Fact::Turn => "who decides".to_owned(),
            Fact::First => "who began the round".to_owned(),
            Fact::Round => "the number of the round".to_owned(),
            Fact::Score(who) => format!("the score of {}", side(who)),
            Fact::Distance => "the distance".to_owned(),
            Fact::Space(who) => format!("the space of {}", side(who)),
            Fact::Behind(who) => format!("the spaces behind {}", side(who)),
            Fact::Size(id) => format!("the number of cards in {}", pile(id)),
            Fact::Count(id, kind) => {
                let kind = words.value(&self.layout.kinds[kind.index()]);
                format!("cards of {kind} in {}", pile(id))
            }
            Fact::Card(id, place) => format!("card {} from the top of {}", place + 1, pile(id)),
            Fact::Var(id) => {
                let spec = self.layout.variable(id);
                let name = words.of(Group::Variables, &spec.name);
                match spec.owner {
                    Some(owner) => format!("{name} of {}", side(owner)),
                    None => name.to_owned(),
                }
            }
        }
    }

    fn change(&self, change: &Change) -> String {
        let words = &self.look.words;
        let (is, were) = (words.value(&change.is), words.value(&change.were));
        let fact = self.fact(change.fact);
        match change.fact {
            Fact::Count(..) | Fact::Size(_) => format!("{fact}: {were} instead of {is}"),
            _ => format!("{fact} were {were} instead of {is}"),
        }
    }

    /// Tells why a move is legal or not.
    #[must_use]
    pub fn why(&self, text: &str, why: &Why) -> Vec<String> {
        let shown = self.look.words.move_text(text);
        match why {
            Why::Legal { site, facts } => {
                let mut lines = vec![format!("`{shown}` is legal here")];
                if let Some(site) = site {
                    lines.extend(
                        self.look
                            .wrap("  ", &[format!("offered by {}", place(site))]),
                    );
                    lines.push(excerpt(site));
                }
                if !facts.is_empty() {
                    let text = "without any one of these it would not be:".to_owned();
                    lines.extend(self.look.wrap("  ", &[text]));
                }
                for (fact, value) in facts {
                    let value = self.look.words.value(value);
                    lines.extend(
                        self.look
                            .wrap("    ", &[format!("{}: {value}", self.fact(*fact))]),
                    );
                }
                lines
            }
            Why::Illegal {
                remedies,
                tried,
                complete,
            } => {
                let mut lines = vec![format!("`{shown}` is not legal here")];
                if remedies.is_empty() {
                    let all = if *complete { "" } else { " (there are more)" };
                    let text = format!(
                        "no small change was found that makes it so; {tried} were tried{all}"
                    );
                    lines.extend(self.look.wrap("  ", &[text]));
                }
                for (index, Remedy { changes, parting }) in remedies.iter().enumerate() {
                    let start = if index == 0 {
                        "it would be if"
                    } else {
                        "or if"
                    };
                    let changes: Vec<String> =
                        changes.iter().map(|change| self.change(change)).collect();
                    lines.extend(
                        self.look
                            .wrap("  ", &[format!("{start} {}", changes.join(", and "))]),
                    );
                    if let Some(site) = parting {
                        let text = format!("decided by {}", place(site));
                        lines.extend(self.look.wrap("    ", &[text]));
                        lines.push(excerpt(site));
                    }
                }
                lines
            }
            Why::Unknown { nearest } => {
                let near = nearest.as_ref().map_or_else(String::new, |near| {
                    format!("; the nearest is `{}`", self.look.words.move_text(near))
                });
                self.look
                    .wrap("", &[format!("`{text}` is no move of this game{near}")])
            }
        }
    }
}

fn place(site: &Site) -> String {
    let source = site.span.source();
    format!(
        "`{}`, {}:{}",
        site.function,
        source.name(),
        site.span.line()
    )
}

/// The line of a place, set off.
fn excerpt(site: &Site) -> String {
    let line = site.span.line();
    let text = site.span.source().line(line).unwrap_or_default();
    format!("    {line:>4} | {}", text.trim())
}
