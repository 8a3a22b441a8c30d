//! What the host itself says of any game, in the languages it speaks. The words of a game come
//! from the ruleset's labels.

/// The host's phrases in one language. `{…}` are filled.
#[derive(Debug, PartialEq, Eq)]
pub struct Frame {
    language: &'static str,
    /// `{number}`.
    pub round: &'static str,
    /// `{left}` and `{right}`.
    pub score: &'static str,
    /// `{who}`.
    pub decides: &'static str,
    /// In place of who decides.
    pub over: &'static str,
    /// What belongs to neither side.
    pub table: &'static str,
    /// `{left}`, `{right}` and `{distance}`.
    pub places: &'static str,
    /// A pile without cards.
    pub empty: &'static str,
    /// `{count}` and `{card}`.
    pub top: &'static str,
    /// One card, and `{count}` cards.
    pub cards: [&'static str; 2],
    /// `{count}`.
    pub more: &'static str,
    /// `{pile}` and `{who}`.
    pub pile_of: &'static str,
    /// `{number}` and `{who}`.
    pub begins: &'static str,
    /// `{pile}`.
    pub shuffled: &'static str,
    /// `{pile}`.
    pub renewed: &'static str,
    /// `{who}` and `{cards}`.
    pub draws: &'static str,
    /// `{cards}` and `{who}`.
    pub turned_up: &'static str,
    /// `{cards}` and `{who}`.
    pub taken: &'static str,
    /// Heads, tails, and unseen.
    pub coin: [&'static str; 3],
    /// `{number}`, and unseen.
    pub die: [&'static str; 2],
    /// `{who}`.
    pub has_chosen: &'static str,
    /// `{who}`.
    pub wins: &'static str,
    /// Nobody wins.
    pub nobody_wins: &'static str,
    /// `{outcome}`, then perhaps a reason and a score.
    pub round_ends: &'static str,
    /// `{left}` and `{right}`.
    pub to: &'static str,
    /// `{outcome}`.
    pub match_ends: &'static str,
    /// The match ends without a winner.
    pub unfinished: &'static str,
}

const ENGLISH: Frame = Frame {
    language: "en",
    round: "round {number}",
    score: "score {left} to {right}",
    decides: "{who} decides",
    over: "the match is over",
    table: "table",
    places: "L on {left}, R on {right}, distance {distance}",
    empty: "empty",
    top: "{count}, {card} on top",
    cards: ["1 card", "{count} cards"],
    more: "{count} more",
    pile_of: "{pile} of {who}",
    begins: "round {number}, {who} begins",
    shuffled: "the {pile} is shuffled",
    renewed: "the {pile} is renewed",
    draws: "{who} draws {cards}",
    turned_up: "{cards} is turned up for {who}",
    taken: "chance takes {cards} from {who}",
    coin: [
        "the coin shows heads",
        "the coin shows tails",
        "a coin is tossed in secret",
    ],
    die: ["the die shows {number}", "a die is thrown in secret"],
    has_chosen: "{who} has chosen",
    wins: "{who} wins",
    nobody_wins: "nobody wins",
    round_ends: "the round ends, {outcome}",
    to: "{left} to {right}",
    match_ends: "the match ends, {outcome}",
    unfinished: "the match ends unfinished",
};

const GERMAN: Frame = Frame {
    language: "de",
    round: "Runde {number}",
    score: "Stand {left} zu {right}",
    decides: "{who} ist dran",
    over: "das Spiel ist aus",
    table: "Tisch",
    places: "L auf {left}, R auf {right}, Abstand {distance}",
    empty: "leer",
    top: "{count}, oben {card}",
    cards: ["1 Karte", "{count} Karten"],
    more: "{count} weitere",
    pile_of: "{pile} von {who}",
    begins: "Runde {number}, {who} beginnt",
    shuffled: "{pile} wird gemischt",
    renewed: "{pile} wird erneuert",
    draws: "{who} zieht {cards}",
    turned_up: "{cards} wird für {who} aufgedeckt",
    taken: "der Zufall nimmt {who} {cards}",
    coin: [
        "die Münze zeigt Kopf",
        "die Münze zeigt Zahl",
        "eine Münze fällt verdeckt",
    ],
    die: ["der Würfel zeigt {number}", "ein Würfel fällt verdeckt"],
    has_chosen: "{who} hat gewählt",
    wins: "{who} gewinnt",
    nobody_wins: "niemand gewinnt",
    round_ends: "die Runde endet, {outcome}",
    to: "{left} zu {right}",
    match_ends: "das Spiel endet, {outcome}",
    unfinished: "das Spiel endet ohne Sieger",
};

impl Frame {
    /// Returns the phrases of a language, the English ones if the host does not speak it.
    #[must_use]
    pub fn of(language: &str) -> &'static Self {
        if language == GERMAN.language {
            &GERMAN
        } else {
            &ENGLISH
        }
    }

    /// Says how many cards there are.
    #[must_use]
    pub fn cards(&self, count: usize) -> String {
        let [one, many] = self.cards;
        match count {
            1 => one.to_owned(),
            _ => fill(many, &[("count", &count.to_string())]),
        }
    }

    /// Says who wins.
    #[must_use]
    pub fn outcome(&self, winner: Option<&str>) -> String {
        match winner {
            Some(who) => fill(self.wins, &[("who", who)]),
            None => self.nobody_wins.to_owned(),
        }
    }
}

/// Fills the `{…}` of a phrase.
#[must_use]
pub fn fill(phrase: &str, parts: &[(&str, &str)]) -> String {
    parts.iter().fold(phrase.to_owned(), |said, (key, part)| {
        said.replace(&format!("{{{key}}}"), part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_language_is_told_in_english() {
        assert_eq!(Frame::of("fr"), &ENGLISH);
        assert_eq!(Frame::of("de").cards(2), "2 Karten");
        assert_eq!(Frame::of("en").cards(1), "1 card");
        assert_eq!(fill("{a} und {b}", &[("a", "x"), ("b", "y")]), "x und y");
    }
}
