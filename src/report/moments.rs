//! What happened, a line each.

use super::board::cards_text;
use super::frame::{Frame, fill};
use super::look::Look;
use crate::game::layout::PileId;
use crate::game::{Card, Cards, Event, Layout, Side, Value};
use crate::replay::Record;
use crate::ruleset::Group;

/// Tells a record in a few words; the head of a match has no such line.
#[must_use]
pub fn record_line(record: &Record, look: &Look) -> Option<String> {
    record_said(record, look).map(|line| look.letters(&line).into_owned())
}

fn record_said(record: &Record, look: &Look) -> Option<String> {
    let teller = Teller { look, layout: None };
    let frame = look.frame();
    let cards = |faces: &[String]| cards_text(faces.iter().cloned(), None, look);
    Some(match record {
        Record::Match(_) => return None,
        Record::Round { number, first } => {
            let number = number.map_or_else(String::new, |number| number.to_string());
            teller.begins(number.trim(), *first)
        }
        Record::Shuffle { pile, side, order } => {
            let pile = teller.pile_name(pile, *side);
            let shuffled = fill(frame.shuffled, &[("pile", &pile)]);
            format!("{shuffled}, {}", frame.cards(order.len()))
        }
        Record::Draw { side, cards: drawn } => teller.cards_of(frame.draws, *side, &cards(drawn)),
        Record::Reveal { side, cards: shown } => {
            teller.cards_of(frame.turned_up, *side, &cards(shown))
        }
        Record::Chance {
            kind,
            side,
            cards: taken,
            value,
        } => match (side, taken, value) {
            (Some(side), Some(taken), _) => teller.cards_of(frame.taken, *side, &cards(taken)),
            (_, _, Some(value)) if kind == "coin" => teller.coin(Some(*value == 1)),
            (_, _, value) => teller.die(*value),
        },
        Record::Decision { side, chosen, .. } => teller.decided(*side, chosen),
        Record::Event { name, data } => teller.named(name, data.as_ref().unwrap_or(&Value::Null)),
        Record::RoundEnd {
            winner,
            reason,
            score,
        } => {
            let score = score.map(|score| (score.left, score.right));
            teller.round_ends(*winner, reason.as_deref(), score)
        }
        Record::MatchEnd { winner } => teller.match_ends(*winner),
        Record::Note {
            after,
            branch,
            text,
        } => format!("note{}: {text}", place(*after, branch.as_deref())),
        Record::Mark {
            after,
            branch,
            name,
        } => format!("mark{}: {name}", place(*after, branch.as_deref())),
        Record::Branch {
            name,
            of,
            after,
            records,
        } => {
            let decisions = records.iter();
            let decisions = decisions.filter(|record| matches!(record, Record::Decision { .. }));
            let length = crate::text::count(decisions.count(), "decision");
            format!("branch `{name}`{}: {length}", place(*after, of.as_deref()))
        }
    })
}

/// Tells an event as one side saw it; what everybody can see on the table has no line.
#[must_use]
pub fn event_line(event: &Event, layout: &Layout, look: &Look) -> Option<String> {
    event_said(event, layout, look).map(|line| look.letters(&line).into_owned())
}

fn event_said(event: &Event, layout: &Layout, look: &Look) -> Option<String> {
    let teller = Teller {
        look,
        layout: Some(layout),
    };
    let frame = look.frame();
    let pile = |phrase: &str, id: PileId| {
        let spec = layout.pile(id);
        fill(
            phrase,
            &[("pile", &teller.pile_name(&spec.name, spec.owner))],
        )
    };
    Some(match event {
        Event::RoundBegan { number, first } => teller.begins(&number.to_string(), *first),
        Event::Shuffled { pile: id, .. } => pile(frame.shuffled, *id),
        Event::Renewed { pile: id, .. } => pile(frame.renewed, *id),
        Event::Drew { side, cards, .. } => {
            teller.cards_of(frame.draws, *side, &teller.cards(cards, frame))
        }
        Event::Revealed { side, card, .. } => {
            teller.cards_of(frame.turned_up, *side, &teller.faces(&[*card]))
        }
        Event::Picked { side, cards, .. } => {
            teller.cards_of(frame.taken, *side, &teller.cards(cards, frame))
        }
        Event::Tossed { heads, .. } => teller.coin(*heads),
        Event::Thrown { number, .. } => teller.die(*number),
        Event::Decided { side, chosen, .. } => match chosen {
            Some(chosen) => teller.decided(*side, &chosen.text),
            None => fill(frame.has_chosen, &[("who", look.words.side(*side))]),
        },
        Event::Named { name, data } => teller.named(name, data),
        Event::RoundEnded {
            winner,
            reason,
            score,
            ..
        } => teller.round_ends(*winner, Some(reason), Some((score.left, score.right))),
        Event::MatchEnded { winner } => teller.match_ends(*winner),
        Event::Put { .. } | Event::Stood { .. } | Event::Set { .. } | Event::Turned(_) => {
            return None;
        }
    })
}

/// Tells any event as one side saw it.
#[must_use]
pub fn event_text(event: &Event, layout: &Layout, look: &Look) -> String {
    if let Some(line) = event_line(event, layout, look) {
        return line;
    }
    let words = &look.words;
    let teller = Teller {
        look,
        layout: Some(layout),
    };
    let pile = |id: PileId| {
        let spec = layout.pile(id);
        teller.pile_name(&spec.name, spec.owner)
    };
    match event {
        Event::Put {
            from, to, cards, ..
        } => {
            let cards = teller.cards(cards, look.frame());
            format!("{cards}: {} -> {}", pile(*from), pile(*to))
        }
        Event::Stood { side, space } => format!("{} -> {space}", words.side(*side)),
        Event::Set { var, value } => {
            let spec = layout.variable(*var);
            let name = words.of(Group::Variables, &spec.name);
            let name = teller.of(name, spec.owner);
            match value {
                Some(value) => format!("{name} = {}", words.value(value)),
                None => format!("{name} = ?"),
            }
        }
        Event::Turned(side) => fill(look.frame().decides, &[("who", words.side(*side))]),
        // All others have a line.
        _ => String::new(),
    }
}

/// The phrases that records and events share.
struct Teller<'a> {
    look: &'a Look,
    layout: Option<&'a Layout>,
}

impl Teller<'_> {
    fn begins(&self, number: &str, first: Side) -> String {
        let who = self.look.words.side(first);
        fill(
            self.look.frame().begins,
            &[("number", number), ("who", who)],
        )
    }

    fn cards_of(&self, phrase: &str, side: Side, cards: &str) -> String {
        let who = self.look.words.side(side);
        fill(phrase, &[("who", who), ("cards", cards)])
    }

    fn decided(&self, side: Side, text: &str) -> String {
        let words = &self.look.words;
        format!("{}: {}", words.side(side), words.move_text(text))
    }

    fn coin(&self, heads: Option<bool>) -> String {
        let [shows_heads, shows_tails, unseen] = self.look.frame().coin;
        match heads {
            Some(true) => shows_heads,
            Some(false) => shows_tails,
            None => unseen,
        }
        .to_owned()
    }

    fn die(&self, number: Option<i64>) -> String {
        let [shows, unseen] = self.look.frame().die;
        match number {
            Some(number) => fill(shows, &[("number", &number.to_string())]),
            None => unseen.to_owned(),
        }
    }

    fn round_ends(
        &self,
        winner: Option<Side>,
        reason: Option<&str>,
        score: Option<(u32, u32)>,
    ) -> String {
        let (words, frame) = (&self.look.words, self.look.frame());
        let outcome = frame.outcome(winner.map(|side| words.side(side)));
        let mut said = fill(frame.round_ends, &[("outcome", &outcome)]);
        if let Some(reason) = reason {
            said = format!("{said}: {}", words.of(Group::Reasons, reason));
        }
        if let Some((left, right)) = score {
            let (left, right) = (left.to_string(), right.to_string());
            let to = fill(frame.to, &[("left", &left), ("right", &right)]);
            said = format!("{said}, {to}");
        }
        said
    }

    fn match_ends(&self, winner: Option<Side>) -> String {
        let frame = self.look.frame();
        match winner {
            Some(side) => {
                let outcome = frame.outcome(Some(self.look.words.side(side)));
                fill(frame.match_ends, &[("outcome", &outcome)])
            }
            None => frame.unfinished.to_owned(),
        }
    }

    fn faces(&self, cards: &[Card]) -> String {
        // Cards come only with the layout that they are of.
        let faces = self.layout.map(|layout| {
            let faces = cards.iter().map(|card| layout.card(*card).face.to_string());
            faces.collect::<Vec<_>>()
        });
        cards_text(faces.unwrap_or_default(), self.layout, self.look)
    }

    fn cards(&self, cards: &Cards, frame: &Frame) -> String {
        match cards {
            Cards::Known(known) => self.faces(known),
            Cards::Hidden(count) => frame.cards(*count),
        }
    }

    fn pile_name(&self, name: &str, owner: Option<Side>) -> String {
        self.of(self.look.words.of(Group::Piles, name), owner)
    }

    /// Says whose a thing is.
    fn of(&self, name: &str, owner: Option<Side>) -> String {
        match owner {
            Some(side) => fill(
                self.look.frame().pile_of,
                &[("pile", name), ("who", self.look.words.side(side))],
            ),
            None => name.to_owned(),
        }
    }

    fn named(&self, name: &str, data: &Value) -> String {
        let words = &self.look.words;
        let word = words.of(Group::Events, name);
        match data {
            Value::Null => word.to_owned(),
            data => format!("{word} ({})", words.value(data)),
        }
    }
}

/// Names a position by the decisions made before it.
fn place(after: u64, branch: Option<&str>) -> String {
    let branch = branch.map_or_else(String::new, |name| format!(" of `{name}`"));
    match after {
        0 => format!(" at the start{branch}"),
        number => format!(" after decision {number}{branch}"),
    }
}
