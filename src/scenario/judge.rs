//! What came against what was expected.

use crate::game::{Game, Observation, Side, Stop, Value};
use crate::scenario::compare::compare;
use crate::scenario::outcome::Difference;
use crate::scenario::run::{Log, situation};
use crate::scenario::{Expect, Winner};

/// Lists what came out otherwise than expected, in the order of the keys in the documentation.
pub(super) fn judge(expect: &Expect, game: &Game, stop: &Stop, log: &Log) -> Vec<Difference> {
    let mut judge = Judge {
        game,
        stop,
        log,
        differences: Vec::new(),
    };
    judge.moves(expect);
    judge.endings(expect);
    judge.position(expect);
    judge.differences
}

struct Judge<'a> {
    game: &'a Game,
    stop: &'a Stop,
    log: &'a Log,
    differences: Vec<Difference>,
}

impl Judge<'_> {
    fn check(&mut self, key: &'static str, expected: Vec<String>, found: Vec<String>) {
        if expected != found {
            self.differences.push(Difference {
                key,
                expected,
                found,
            });
        }
    }

    fn one(&mut self, key: &'static str, expected: &str, found: impl Into<String>) {
        self.check(key, vec![expected.to_owned()], vec![found.into()]);
    }

    fn moves(&mut self, expect: &Expect) {
        let due = match self.stop {
            Stop::Decision(side) => Some(*side),
            _ => None,
        };
        let not_due = format!("({})", situation(self.stop));
        if let Some(turn) = expect.turn {
            let found = due.map_or(not_due.clone(), |side| side.word().to_owned());
            self.one("turn", turn.word(), found);
        }
        let game = self.game;
        let legal: Vec<String> = match due {
            Some(_) => game
                .legal()
                .iter()
                .map(|legal| legal.text.to_string())
                .collect(),
            None => vec![not_due],
        };
        let is_not = |text: &&String| !legal.contains(text);
        if let Some(moves) = &expect.legal {
            // In the ruleset's order, so that only what differs is marked.
            let common = legal.iter().filter(|text| moves.contains(text));
            let mut expected: Vec<String> = common.cloned().collect();
            expected.extend(moves.iter().filter(is_not).cloned());
            self.check("legal", expected, legal.clone());
        }
        if let Some(moves) = &expect.includes {
            let mut expected = legal.clone();
            expected.extend(moves.iter().filter(is_not).cloned());
            self.check("includes", expected, legal.clone());
        }
        if let Some(moves) = &expect.excludes {
            let expected = match due {
                Some(_) => legal
                    .iter()
                    .filter(|text| !moves.contains(text))
                    .cloned()
                    .collect(),
                // Where nobody decides, that a move is not legal says nothing.
                None => vec!["(a decision)".to_owned()],
            };
            self.check("excludes", expected, legal.clone());
        }
    }

    fn endings(&mut self, expect: &Expect) {
        let log = self.log;
        let goes_on = || format!("(no round has ended: {})", situation(self.stop));
        let (winner, reason) = match &log.round {
            Some((winner, reason)) => (winner.word().to_owned(), reason.clone()),
            None => (goes_on(), goes_on()),
        };
        if let Some(expected) = expect.winner {
            self.one("winner", expected.word(), winner);
        }
        if let Some(expected) = &expect.reason {
            self.one("reason", &expected.text, reason);
        }
        if let Some(expected) = expect.match_winner {
            let found = log.winner.map_or("(the match goes on)", Winner::word);
            self.one("match", expected.word(), found);
        }
        if let Some(score) = expect.score {
            let lines =
                |left: i64, right: i64| vec![format!("left: {left}"), format!("right: {right}")];
            let found = self.game.state().score;
            self.check(
                "score",
                lines(score.left, score.right),
                lines(found.left.into(), found.right.into()),
            );
        }
        if let Some(events) = &expect.events {
            let expected = events.iter().map(|event| event.text.clone()).collect();
            self.check("events", expected, log.named.clone());
        }
    }

    fn position(&mut self, expect: &Expect) {
        let (state, layout) = (self.game.state(), self.game.layout());
        if let Some(part) = &expect.state {
            let lines = compare(layout, part, &state.describe(layout), false);
            self.check("state", lines.expected, lines.found);
        }
        for side in Side::BOTH {
            let Some(part) = &expect.sees[side] else {
                continue;
            };
            let seen: Value = Observation::new(state, layout, side).describe(layout);
            let lines = compare(layout, part, &seen, true);
            let key = match side {
                Side::Left => "sees.left",
                Side::Right => "sees.right",
            };
            self.check(key, lines.expected, lines.found);
        }
    }
}
