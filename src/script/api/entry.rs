//! What is said of each function and property of scripts. Its entry stands beside what registers
//! it; a test compares the two.

/// A kind of value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// A position as a hook sees it.
    View,
    /// What belongs to one side.
    Seat,
    /// A pile of cards.
    Pile,
    /// A move.
    Move,
    /// An effect.
    Effect,
    /// A verdict.
    Verdict,
    /// A map of parameters.
    Parameters,
    /// A whole number.
    Number,
    /// A text.
    Text,
    /// One letter: `'a'`.
    Letter,
    /// True or false.
    Flag,
    /// A list.
    List,
    /// A function without a name.
    Closure,
    /// A seat, or the word of a side.
    Side,
    /// Anything.
    Any,
    /// Nothing.
    Nothing,
}

impl Type {
    /// Returns its name, as definition files write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::View => "view",
            Self::Seat => "seat",
            Self::Pile => "pile",
            Self::Move => "move",
            Self::Effect => "effect",
            Self::Verdict => "verdict",
            Self::Parameters => "parameters",
            Self::Number => "int",
            Self::Text => "String",
            Self::Letter => "char",
            Self::Flag => "bool",
            Self::List => "Array",
            Self::Closure => "FnPtr",
            Self::Side | Self::Any => "?",
            Self::Nothing => "()",
        }
    }
}

/// How something is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// `name(a, b)`.
    Function,
    /// `a.name(b)`, and `name(a, b)` as well.
    Method,
    /// `a.name`.
    Property,
    /// `a.NAME`: a name that the ruleset gives.
    Named,
    /// `a + b`.
    Operator,
}

/// One form of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Form {
    /// How it is written.
    pub how: How,
    /// Its name.
    pub name: &'static str,
    /// What it takes: of a method or property, first what it is of.
    pub takes: &'static [(&'static str, Type)],
    /// What it returns.
    pub returns: Type,
}

impl Form {
    /// Writes it as a script would.
    #[must_use]
    pub fn written(&self) -> String {
        let names: Vec<&str> = self.takes.iter().map(|(name, _)| *name).collect();
        let (name, first) = (self.name, names.first().copied().unwrap_or_default());
        match self.how {
            How::Function => format!("{name}({})", names.join(", ")),
            How::Method => format!("{first}.{name}({})", names[1..].join(", ")),
            How::Property => format!("{first}.{name}"),
            How::Named => format!("{first}.NAME"),
            How::Operator => names.join(&format!(" {name} ")),
        }
    }
}

/// What is said of something, in all its forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The forms.
    pub forms: &'static [Form],
    /// What it returns or does.
    pub about: &'static str,
    /// When it fails; empty if it does not.
    pub fails: &'static str,
}

/// Makes an entry.
pub(super) const fn entry(
    forms: &'static [Form],
    about: &'static str,
    fails: &'static str,
) -> Entry {
    Entry {
        forms,
        about,
        fails,
    }
}

/// Makes the form of a function.
pub(super) const fn function(
    name: &'static str,
    takes: &'static [(&'static str, Type)],
    returns: Type,
) -> Form {
    form(How::Function, name, takes, returns)
}

/// Makes any form.
pub(super) const fn form(
    how: How,
    name: &'static str,
    takes: &'static [(&'static str, Type)],
    returns: Type,
) -> Form {
    Form {
        how,
        name,
        takes,
        returns,
    }
}

/// Entries of one topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Topic {
    /// A word for it.
    pub key: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// What stands above the second column.
    pub head: &'static str,
    /// The entries, of one file or more.
    pub entries: &'static [&'static [Entry]],
}

/// Every topic, in the order in which they are told.
pub const TOPICS: [Topic; 9] = [
    Topic {
        key: "parameters",
        title: "Parameters: `p`, also `v.p`",
        head: "returns",
        entries: &[super::parameters::ENTRIES],
    },
    Topic {
        key: "view",
        title: "The view: `v`",
        head: "returns",
        entries: &[super::views::ENTRIES],
    },
    Topic {
        key: "seat",
        title: "A seat: `v.me`, `v.foe`, `v.left`, `v.right`",
        head: "returns",
        entries: &[super::seats::ENTRIES],
    },
    Topic {
        key: "pile",
        title: "A pile: `v.discard`, `v.me.hand` …",
        head: "returns",
        entries: &[super::piles::ENTRIES],
    },
    Topic {
        key: "list",
        title: "Lists and texts",
        head: "returns",
        entries: &[
            super::sorting::ENTRIES,
            super::lists::ENTRIES,
            super::choices::ENTRIES,
            super::texts::ENTRIES,
        ],
    },
    Topic {
        key: "move",
        title: "Moves: `m`",
        head: "returns",
        entries: &[super::moves::ENTRIES],
    },
    Topic {
        key: "effect",
        title: "Effects",
        head: "what happens",
        entries: &[super::effects::ENTRIES],
    },
    Topic {
        key: "verdict",
        title: "Verdicts",
        head: "meaning",
        entries: &[super::verdicts::ENTRIES],
    },
    Topic {
        key: "operator",
        title: "Operators",
        head: "returns",
        entries: &[super::comparing::ENTRIES],
    },
];

impl Topic {
    /// Goes through its entries.
    pub fn entries(&self) -> impl Iterator<Item = &'static Entry> {
        self.entries.iter().copied().flatten()
    }
}
