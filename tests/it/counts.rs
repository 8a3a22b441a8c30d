//! Path counts: how many ways there are to decide from a given deal. `tests/counts/*.csv` holds the
//! deals, the counts and where they come from.

use std::fs;

use salle::game::{Card, Chance, ChanceError, Game, Layout, Nobody, Outcome, Question, Side, Stop};

use crate::harness::{here, rules_with, shipped};

/// Chance that lays each pile as a list says; a coin shows heads.
struct Deal(Vec<(String, Vec<String>)>);

impl Chance for Deal {
    fn answer(
        &mut self,
        _round: u32,
        question: &Question<'_>,
        layout: &Layout,
    ) -> Result<Outcome, ChanceError> {
        Ok(match question {
            Question::Beginner => Outcome::Side(Side::Left),
            Question::Shuffle { pile, cards } => {
                let name = layout.pile_name(*pile);
                let order = self.0.iter().find(|(known, _)| *known == name);
                let mut rest = cards.to_vec();
                let (_, faces) = order.unwrap_or_else(|| panic!("no order for the {name}"));
                let order: Vec<Card> = faces
                    .iter()
                    .map(|face| {
                        let place = rest
                            .iter()
                            .position(|card| *layout.card(*card).face == **face);
                        rest.remove(place.unwrap_or_else(|| panic!("no {face} in the {name}")))
                    })
                    .collect();
                assert!(rest.is_empty(), "cards are missing from the {name}");
                Outcome::Cards(order.into())
            }
            Question::Draw { .. } | Question::Reveal { .. } => Outcome::Top,
            Question::Coin => Outcome::Number(1),
            Question::Die { .. } | Question::Pick { .. } => {
                panic!("a count rests on no such chance")
            }
        })
    }
}

/// Counts the ways to make exactly so many decisions in the round.
fn paths(game: &Game, deal: &mut Deal, decisions: u32) -> u64 {
    let mut game = game.clone();
    match game.proceed(deal, &mut Nobody).unwrap() {
        Stop::Decision(_) if decisions > 0 => {}
        _ => return u64::from(decisions == 0),
    }
    (0..game.legal().len())
        .map(|index| {
            let mut next = game.clone();
            next.play_nth(index, &mut Nobody).unwrap();
            if decisions == 1 {
                return 1;
            }
            paths(&next, deal, decisions - 1)
        })
        .sum()
}

#[test]
fn there_are_as_many_paths_as_counted() {
    let mut counted = Vec::new();
    let mut wrong = Vec::new();
    for entry in fs::read_dir(here().join("tests/counts")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let (mut ruleset, mut set, mut deal) = (None, Vec::new(), Vec::new());
        let mut rows = Vec::new();
        for line in text.lines() {
            let Some(comment) = line.strip_prefix("# ") else {
                if line != "decisions,paths" {
                    let (decisions, paths) = line.split_once(',').unwrap();
                    rows.push((decisions.parse().unwrap(), paths.parse::<u64>().unwrap()));
                }
                continue;
            };
            match comment.split_once(": ") {
                Some(("ruleset", id)) => ruleset = Some(id.to_owned()),
                Some(("set", change)) => set.push(change),
                Some((dealt, order)) => {
                    let order = order.split(' ').map(str::to_owned).collect();
                    let pile = dealt.strip_prefix("deal ");
                    deal.extend(pile.map(|pile| (pile.to_owned(), order)));
                }
                None => {}
            }
        }
        let id = ruleset.unwrap();
        let game = Game::new(rules_with(&id, &set));
        let mut deal = Deal(deal);
        assert!(rows.len() >= 2, "{id} has too few counts");
        for (decisions, right) in rows {
            let found = paths(&game, &mut deal, decisions);
            if found != right {
                wrong.push(format!("{id}: {decisions} decisions: {found}, not {right}"));
            }
        }
        counted.push(id);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let missing: Vec<String> = shipped()
        .ids()
        .into_iter()
        .filter(|id| !counted.contains(id))
        .collect();
    assert!(missing.is_empty(), "no counts of {missing:?}");
}
