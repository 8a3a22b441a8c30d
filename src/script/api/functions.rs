//! The functions that scripts call, and how: for messages.

/// A function's name, and how it is called.
type Function = (&'static str, &'static [&'static str]);

/// Every function that the host adds to Rhai's own.
const OWN: &[Function] = &[
    (
        "put",
        &[
            "put(from, to, kind)",
            "put(from, to, kind, number)",
            "put(from, to, [kind, …])",
        ],
    ),
    ("put_at", &["put_at(from, to, place)"]),
    ("put_all", &["put_all(from, to)"]),
    ("draw", &["draw(from, to, number)"]),
    ("fill", &["fill(from, to, size)"]),
    ("reveal", &["reveal(from, to)"]),
    ("pick", &["pick(from, to)"]),
    ("shuffle", &["shuffle(pile)"]),
    ("step", &["step(side, spaces)"]),
    ("place", &["place(side, space)"]),
    ("turn", &["turn(side)"]),
    (
        "set",
        &["set(\"name\", value)", "set(side, \"name\", value)"],
    ),
    ("coin", &["coin(\"name\")", "coin(side, \"name\")"]),
    (
        "die",
        &["die(\"name\", faces)", "die(side, \"name\", faces)"],
    ),
    ("event", &["event(\"name\")", "event(\"name\", data)"]),
    ("move", &["move(\"text\")", "move(\"text\", data)"]),
    ("secret_move", &["secret_move(\"text\", data)"]),
    (
        "win",
        &["win(side, \"reason\")", "win(side, \"reason\", first)"],
    ),
    (
        "nobody",
        &["nobody(\"reason\")", "nobody(\"reason\", first)"],
    ),
    (
        "refuse",
        &[
            "refuse(\"parameter\", \"why\")",
            "refuse([\"parameter\", …], \"why\")",
        ],
    ),
    ("replace", &["text.replace(old, new)"]),
    ("choose", &["choose(list, number)"]),
    ("join", &["list.join(text)"]),
    ("sum", &["list.sum()"]),
    ("seat", &["v.seat(side)"]),
    ("other", &["other(side)"]),
    ("count", &["pile.count(kind)", "list.count(item)"]),
    ("index_of", &["list.index_of(item)"]),
    ("sort", &["list.sort()", "list.sort(|a, b| a - b)"]),
    ("sort_by", &["list.sort_by(|a, b| a - b)"]),
    ("order", &["list.order(|a, b| a - b)"]),
    ("order_by", &["list.order_by(|a, b| a - b)"]),
    ("keys", &["map.keys()"]),
    (
        "contains",
        &["list.contains(item)", "map.contains(\"name\")"],
    ),
];

/// Functions of Rhai that rules use most.
const OF_RHAI: &[Function] = &[
    ("values", &["map.values()"]),
    ("push", &["list.push(item)"]),
    ("len", &["list.len()"]),
    ("map", &["list.map(|item| …)"]),
    ("filter", &["list.filter(|item| …)"]),
    ("reduce", &["list.reduce(|sum, item| …, start)"]),
    ("some", &["list.some(|item| …)"]),
    ("all", &["list.all(|item| …)"]),
    ("range", &["range(from, to)", "range(from, to, step)"]),
    ("min", &["min(a, b)"]),
    ("max", &["max(a, b)"]),
    ("abs", &["abs(number)"]),
];

/// Returns all of them.
pub(in crate::script) fn functions() -> impl Iterator<Item = &'static Function> {
    OWN.iter().chain(OF_RHAI)
}

/// Tells whether the host has a function of a name.
pub(in crate::script) fn is_own(name: &str) -> bool {
    OWN.iter().any(|(known, _)| *known == name)
}

/// Tells whether a function of a name is known to be there.
pub(in crate::script) fn is_function(name: &str) -> bool {
    functions().any(|(known, _)| *known == name)
}

/// What a pile has besides `count(kind)`.
pub(in crate::script) const PILE_PROPERTIES: [&str; 4] = ["size", "top", "cards", "kinds"];
