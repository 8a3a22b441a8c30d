//! Moves, by the person and by bots, and taking them back.

use std::rc::Rc;

use super::{Change, Refused, Response, Session, failed, refused, shown};
use crate::bots::{Bot, BotError, Setting};
use crate::chance::match_seed;
use crate::game::Rules;
use crate::play::Seat;
use crate::repl::moves;
use crate::repl::moves::Found;
use crate::repl::rules::about;
use crate::repl::tree::Tree;

/// The most decisions that a bot makes in one go.
const MOST_BOT: usize = 10_000;
/// Changes that `undo` remembers.
const MOST_UNDO: usize = 1_000;

impl Session {
    pub(super) fn remember(&mut self, before: Tree) {
        if self.undo.len() == MOST_UNDO {
            self.undo.remove(0);
        }
        let change = self.change(before, self.typed.clone());
        self.undo.push(change);
        self.redo.clear();
    }

    fn change(&self, tree: Tree, line: String) -> Change {
        Change {
            line,
            tree,
            generation: self.generation,
        }
    }

    pub(super) fn play(&mut self, text: &str) -> Result<Response, Refused> {
        let point = self.tree.point();
        if point.is_over() {
            return Err(refused("the match is over, so nobody decides"));
        }
        if !self.screen().sees_moves(point) {
            let side = self.look.words.side(point.state().turn);
            return Err(refused(format!("here {side} decides, not you")));
        }
        let legal = point.legal();
        match moves::find(text, legal, &self.look) {
            Found::Move(index) => self.play_nth(index),
            Found::Several => Ok(Response::told(self.screen().moves(point, text))),
            Found::None(near) => {
                let near = near.map_or_else(
                    || "`moves` lists them".to_owned(),
                    |near| format!("the nearest is `{}`", self.look.words.move_text(near)),
                );
                Err(refused(format!(
                    "`{}` is no legal move here; {near}",
                    shown(text)
                )))
            }
        }
    }

    pub(super) fn play_nth(&mut self, index: usize) -> Result<Response, Refused> {
        let before = self.tree.clone();
        let Some(chosen) = self.tree.point().legal().get(index) else {
            return Err(refused("no such move"));
        };
        let text = chosen.text.to_string();
        let branch = self.tree.play(&text).map_err(|error| failed(&error))?;
        let mut lines: Vec<String> = branch
            .into_iter()
            .map(|name| format!("this begins the line `{name}`"))
            .collect();
        lines.extend(self.screen().happened(self.tree.point()));
        let decided = self.bots_decide(&mut lines);
        self.remember(before);
        if let Err(more) = decided {
            // The own move stands.
            lines.extend(more);
            return Err(lines);
        }
        lines.extend(self.here());
        Ok(Response::told(lines))
    }

    /// Lets the bots that play a side decide as long as they are due at the end of the line.
    pub(super) fn bots_decide(&mut self, lines: &mut Vec<String>) -> Result<(), Refused> {
        for _ in 0..MOST_BOT {
            let point = self.tree.point();
            let how_far = || format!("{} decisions", self.tree.at());
            if point.is_over()
                || self.tree.at() < self.tree.current().len()
                || !self.patience.goes_on(how_far)
            {
                break;
            }
            let Some(bot) = self.bots[point.state().turn].clone() else {
                break;
            };
            lines.extend(self.bot_decides(&bot)?);
        }
        Ok(())
    }

    pub(super) fn bot_decides(&mut self, bot: &Bot) -> Result<Vec<String>, Refused> {
        let point = Rc::clone(self.tree.point());
        let state = point.state();
        let seed = self.head.seed.unwrap_or_default();
        // A bot's choice depends on the position and its number alone: whoever goes back and comes
        // again meets the same answer.
        let seed = match_seed(seed, state.decisions + 1);
        let setting = Setting {
            rules: Rc::clone(&self.rules) as Rc<dyn Rules>,
            about: Rc::new(about(&self.ruleset)),
        };
        let mut player = bot.player(&setting, seed, state.turn);
        if player.listens() {
            let layout = self.rules.layout();
            for event in self.tree.current().events(self.tree.at()) {
                player.told(&event.seen_by(state.turn, layout), layout);
            }
        }
        let seat = Seat::new(state, self.rules.layout(), point.legal());
        let index = player
            .choose(&seat)
            .map_err(|error| refused(error.to_string()))?;
        let text = point.legal().get(index).map(|legal| legal.text.to_string());
        let text = text.ok_or_else(|| refused("the bot chose nothing"))?;
        self.tree.play(&text).map_err(|error| failed(&error))?;
        Ok(self.screen().happened(self.tree.point()))
    }

    pub(super) fn bot(&mut self, name: &str, times: Option<usize>) -> Result<Response, Refused> {
        let bot: Bot = name
            .parse()
            .map_err(|error: BotError| refused(format!("{error}; {}", error.help())))?;
        let before = self.tree.clone();
        let round = self.tree.point().state().round;
        let mut lines = Vec::new();
        for made in 0..MOST_BOT {
            let point = self.tree.point();
            let enough = match times {
                Some(times) => made >= times,
                None => point.state().round != round,
            };
            let how_far = || format!("{made} decisions");
            if enough || point.is_over() || !self.patience.goes_on(how_far) {
                break;
            }
            lines.extend(self.bot_decides(&bot)?);
        }
        if lines.is_empty() {
            return Err(refused("the match is over, so nobody decides"));
        }
        self.remember(before);
        lines.extend(self.here());
        Ok(Response::told(lines))
    }

    pub(super) fn take_back(&mut self) -> Result<Response, Refused> {
        let Some(change) = self.undo.pop() else {
            return Err(refused("there is nothing to take back"));
        };
        let (line, tree) = (change.line.clone(), self.played_now(change)?);
        let after = std::mem::replace(&mut self.tree, tree);
        let change = self.change(after, line.clone());
        self.redo.push(change);
        Ok(self.changed("taken back", &line))
    }

    pub(super) fn make_again(&mut self) -> Result<Response, Refused> {
        let Some(change) = self.redo.pop() else {
            return Err(refused("there is nothing to make again"));
        };
        let (line, tree) = (change.line.clone(), self.played_now(change)?);
        let before = std::mem::replace(&mut self.tree, tree);
        let change = self.change(before, line.clone());
        self.undo.push(change);
        Ok(self.changed("made again", &line))
    }

    fn changed(&self, what: &str, line: &str) -> Response {
        let mut lines = vec![format!("{what}: {}", shown(line))];
        lines.extend(self.here());
        Response::told(lines)
    }

    /// Returns the tree of a change as the rules play it now.
    fn played_now(&self, change: Change) -> Result<Tree, Refused> {
        if change.generation == self.generation {
            return Ok(change.tree);
        }
        let rules = || Rc::clone(&self.rules) as Rc<dyn Rules>;
        let remade = change.tree.remade(|line| line.under(rules()));
        remade.map_err(|error| failed(&error))
    }
}
