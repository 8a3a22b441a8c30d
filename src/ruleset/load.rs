//! From a name to a ruleset: the chain of files along `extends`, the scripts, the parameters.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex};

use super::document::{Document, RULING_KEYS};
use super::fingerprint::fingerprint;
use super::parameters::{Parameter, Settings, join, terms};
use super::ruleset::{FileUsed, Ruleset, Ruling};
use super::words::{Group, Labels};
use crate::game::{Side, Value};
use crate::script::{FindImport, Program, ScriptedRules};
use crate::text::tree::{Data, Entry, Node, check_keys, parse, parse_with};
use crate::text::{
    Fault, Faults, Found, Library, LibraryError, Place, Source, Span, list_or, nearest,
};

/// Longest chain of `extends`.
const LONGEST_CHAIN: usize = 16;

/// The greatest weight.
pub const MOST_WEIGHT: u32 = 1000;

/// Most scripts of a ruleset, those of its ancestors among them: each takes its time to be looked
/// for and compiled.
const MOST_SCRIPTS: usize = 32;

/// The folder of what rulesets share; what lies in it is no game by itself.
const SHARED: &str = "lib/";

/// A value that replaces a parameter's: from `--set`, or from the head of a replay.
#[derive(Debug, Clone)]
pub enum Override {
    /// `key=value`, as typed after `--set`.
    Set(String),
    /// `key=value` that was typed elsewhere, and what stands before it there.
    Typed {
        /// What stands before it, with the space between, such as `--other `.
        before: String,
        /// `key=value`.
        text: String,
    },
    /// A map of parameters, and where it stands.
    Map(String, Value),
    /// A map of parameters in a file.
    Tree(Node),
}

/// Finds and loads rulesets.
#[derive(Debug, Clone)]
pub struct Loader {
    library: Arc<Library>,
}

impl Loader {
    /// Makes a loader that looks in a library.
    #[must_use]
    pub fn new(library: Arc<Library>) -> Self {
        Self { library }
    }

    /// Returns the library.
    #[must_use]
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// Returns the ids of all rulesets in the library.
    #[must_use]
    pub fn ids(&self) -> Vec<String> {
        let names = self.library.names("yaml").into_iter();
        names
            .filter_map(|name| {
                let id = name.strip_suffix(".yaml")?;
                // A game's folder, then its variants; deeper down lie its scenarios.
                let variant = id.matches('/').count() == 1 && !id.starts_with(SHARED);
                variant.then(|| id.to_owned())
            })
            .collect()
    }

    /// Loads a ruleset by its id or by the path of its YAML file.
    ///
    /// # Errors
    /// Every fault of its YAML files and scripts that can be seen without asking the scripts.
    pub fn load(&self, name: &str, overrides: &[Override]) -> Result<Ruleset, Faults> {
        let mut faults = Faults::new();
        let (chain, is_whole) = self.chain(name, &mut faults);
        let Some(last) = chain.last() else {
            return Err(faults);
        };
        let title = last.text("title");
        if last.get("title").is_none() {
            faults.push(
                Fault::new("missing-key", "the ruleset has no `title`").at(Span::at(
                    &last.found.source,
                    1,
                    1,
                )),
            );
        }
        let mut settings = Settings::new(is_whole);
        for document in &chain {
            if let Some(node) = document.get("declare") {
                settings.declare(node, &mut faults);
            }
            if let Some(node) = document.get("parameters") {
                settings.set_all(node, &mut faults);
            }
        }
        for change in overrides {
            apply(change, &mut settings, &mut faults);
        }
        let parameters = settings.settle(&mut faults);
        let mut files: Vec<FileUsed> = chain
            .iter()
            .map(|document| file_used(&document.found, "ruleset"))
            .collect();
        let before = faults.len();
        let mut scripts = Vec::new();
        for document in &chain {
            let left = MOST_SCRIPTS - scripts.len();
            for found in self.scripts(document, left, &mut faults) {
                files.push(file_used(&found, "script"));
                scripts.push(found.source);
            }
        }
        let has_all_scripts = is_whole && !scripts.is_empty() && faults.len() == before;
        if scripts.is_empty() && faults.is_empty() {
            let fault = Fault::new("missing-key", "the ruleset has no `script`");
            faults.push(fault.at(Span::at(&last.found.source, 1, 1)));
        }
        let mut merged = Merged::default();
        for document in &chain {
            merged.add(document, &mut faults);
        }
        if is_whole {
            merged.check(&parameters, &mut faults);
        }
        let values = join(&parameters);
        let words = |list: &[(String, String)]| list.iter().map(|(word, _)| word.clone()).collect();
        let program = Program {
            import: self.imports(last.found.place.clone()),
            terms: terms(&values),
            parameters: values,
            reasons: words(&merged.reasons),
            events: words(&merged.events),
            scripts,
        };
        // The scripts will not be asked; what is wrong in them can be told all the same.
        if !faults.is_empty() && has_all_scripts {
            faults.extend(ScriptedRules::faults(&program));
        }
        let own_file = last.found.source.name().to_owned();
        let parent = last.text("extends");
        let about = last.text("about");
        let sources = chain
            .iter()
            .rev()
            .find_map(|document| document.text("source"));
        let roots = chain.into_iter().map(|document| document.root).collect();
        faults.into_result(Ruleset {
            roots,
            own_file,
            is_changed: !overrides.is_empty(),
            id: name.to_owned(),
            title: title.unwrap_or_default(),
            source: sources,
            about,
            parent,
            files,
            parameters,
            reasons: merged.reasons,
            events: merged.events,
            labels: merged.labels,
            weights: merged.weights,
            rulings: merged.rulings,
            fingerprint: fingerprint(program.scripts.iter().map(|script| script.text())),
            program,
        })
    }

    /// Reads the files along `extends`, the oldest ancestor first, as far as they can be read; and
    /// tells whether these are all.
    fn chain(&self, name: &str, faults: &mut Faults) -> (Vec<Document>, bool) {
        let mut chain: Vec<Document> = Vec::new();
        let mut names: Vec<String> = Vec::new();
        let mut wanted = Some((name.to_owned(), None));
        let mut is_whole = true;
        while let Some((name, span)) = wanted.take() {
            match self.link(&name, span.as_ref(), &mut names) {
                Ok(found) => match Document::read(found, faults) {
                    Some(document) => {
                        wanted = document
                            .get("extends")
                            .zip(document.text("extends"))
                            .map(|(node, parent)| (parent, Some(node.span.clone())));
                        is_whole &= wanted.is_some() == document.get("extends").is_some();
                        chain.push(document);
                    }
                    None => is_whole = false,
                },
                Err(more) => {
                    let at = |fault: Fault| match &span {
                        Some(span) => fault.at(Span::clone(span)),
                        None => fault,
                    };
                    faults.extend(more.into_iter().map(at));
                    is_whole = false;
                }
            }
        }
        chain.reverse();
        (chain, is_whole)
    }

    /// Finds the next file along `extends`.
    fn link(
        &self,
        name: &str,
        named_at: Option<&Span>,
        names: &mut Vec<String>,
    ) -> Result<Found, Faults> {
        let is_known = names.iter().any(|known| known == name);
        names.push(name.to_owned());
        if is_known {
            let circle = names.join(" → ");
            let message = format!("`extends` goes in a circle: {circle}");
            return Err(Fault::new("circle", message).into());
        }
        if names.len() > LONGEST_CHAIN {
            let long = format!("more than {LONGEST_CHAIN} rulesets extend one another");
            return Err(Fault::new("limit", long).into());
        }
        self.find(name, named_at.is_none())
    }

    /// Finds a ruleset's file: an id in the library or, if the user named it, a path.
    fn find(&self, name: &str, by_user: bool) -> Result<Found, Faults> {
        if is_file(name) && by_user {
            return self.library.open(Path::new(name)).map_err(|error| {
                let fault = library_fault(&error);
                let id = name.strip_suffix(".yaml").unwrap_or_default();
                if matches!(error, LibraryError::Missing { .. })
                    && self.ids().iter().any(|known| known == id)
                {
                    let message = format!("there is no file `{name}` here");
                    return Fault::new("file", message)
                        .help(format!("the ruleset of the library is called `{id}`"))
                        .into();
                }
                fault.into()
            });
        }
        self.library.find(&format!("{name}.yaml")).map_err(|error| {
            let is_missing = matches!(error, LibraryError::Missing { .. } | LibraryError::Name(_));
            if !is_missing {
                return library_fault(&error).into();
            }
            let message = format!("there is no ruleset `{name}`");
            Fault::new("unknown-ruleset", message)
                .help(self.known(name))
                .into()
        })
    }

    /// Says which rulesets there are instead of one that is unknown.
    fn known(&self, name: &str) -> String {
        let ids = self.ids();
        let inside = format!("{}/", name.trim_end_matches('/'));
        let variants: Vec<&String> = ids.iter().filter(|id| id.starts_with(&inside)).collect();
        if !variants.is_empty() && !name.is_empty() {
            return format!("there is {}", list_or(&variants));
        }
        // A file's name instead of an id.
        let stem = name.strip_suffix(".yaml").unwrap_or(name);
        let in_a_game = format!("/{stem}");
        let is_meant = |id: &&String| **id == stem || id.ends_with(&in_a_game);
        let meant: Vec<&String> = ids.iter().filter(is_meant).collect();
        if !meant.is_empty() && !stem.is_empty() {
            let meant = list_or(&meant);
            return format!("a ruleset is named by its game and variant: {meant}");
        }
        match nearest(name, ids.iter().map(String::as_str)) {
            Some(near) => format!("the nearest is `{near}`; `salle list` shows all"),
            None => "`salle list` shows all; a path ends in `.yaml`".to_owned(),
        }
    }

    /// Finds the scripts that a file names.
    fn scripts(&self, document: &Document, most: usize, faults: &mut Faults) -> Vec<Found> {
        let mut scripts = Vec::new();
        let Some(node) = document.get("script") else {
            return scripts;
        };
        for (index, item) in node
            .as_list(faults, "script")
            .unwrap_or_default()
            .iter()
            .enumerate()
        {
            if index == most {
                let message = format!("more than {MOST_SCRIPTS} scripts");
                let fault = Fault::new("limit", message).at(item.span.clone());
                faults.push(fault.label("the first one too many"));
                break;
            }
            let Some(name) = item.as_text(faults, "script") else {
                continue;
            };
            if Path::new(name).extension().is_none_or(|end| end != "rhai") {
                let fault = Fault::new("wrong-type", format!("`{name}` is no script"));
                faults.push(
                    fault
                        .at(item.span.clone())
                        .label("expected a name that ends in `.rhai`"),
                );
                continue;
            }
            match self.library.beside(&document.found.place, name) {
                Ok(found) => scripts.push(found),
                Err(error) => faults.push(library_fault(&error).at(item.span.clone())),
            }
        }
        scripts
    }

    /// Makes the finder of imports. What it has found it remembers, so that all workers of a run
    /// compile the same text.
    fn imports(&self, place: Place) -> Arc<FindImport> {
        let library = Arc::clone(&self.library);
        let known: Mutex<BTreeMap<String, Arc<Source>>> = Mutex::default();
        Arc::new(move |name: &str| {
            let mut known = known
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            if let Some(source) = known.get(name) {
                return Ok(Arc::clone(source));
            }
            let file = format!("{name}.rhai");
            let found = library
                .beside(&place, &file)
                .map_err(|error| Faults::from(library_fault(&error)))?;
            known.insert(name.to_owned(), Arc::clone(&found.source));
            Ok(found.source)
        })
    }
}

/// Tells whether a ruleset is named by its file, not by its id.
#[must_use]
pub fn is_file(name: &str) -> bool {
    let end = Path::new(name).extension();
    end.is_some_and(|end| end == "yaml" || end == "yml")
}

fn library_fault(error: &LibraryError) -> Fault {
    Fault::new("file", error.to_string())
}

fn file_used(found: &Found, role: &'static str) -> FileUsed {
    FileUsed {
        name: found.source.name().to_owned(),
        role,
    }
}

/// Applies a value from outside the files.
fn apply(change: &Override, settings: &mut Settings, faults: &mut Faults) {
    match change {
        Override::Set(text) => apply_typed("--set ", text, settings, faults),
        Override::Typed { before, text } => apply_typed(before, text, settings, faults),
        Override::Tree(node) => settings.set_all(node, faults),
        Override::Map(name, values) => {
            // Plain JSON is YAML, so one reader judges both.
            let text = serde_json::to_string(values).unwrap_or_default();
            let source = Source::new(name, text);
            match parse(&source) {
                Ok(root) => settings.set_all(&root, faults),
                Err(more) => faults.extend(more),
            }
        }
    }
}

/// Applies `key=value` that was typed after `option`.
fn apply_typed(option: &str, text: &str, settings: &mut Settings, faults: &mut Faults) {
    let example = format!("write `{option}key=value`, such as `{option}target=3`");
    let name = format!("{option}{text}");
    let Some((key, value)) = text.split_once('=') else {
        let fault = Fault::new("wrong-type", format!("`{name}` sets nothing"));
        faults.push(fault.help(example));
        return;
    };
    let shown = Source::new(&name, text);
    let key_span = Span::new(&shown, 0, key.len());
    let key = key.trim();
    if key.is_empty() || value.trim().is_empty() {
        let what = if key.is_empty() { "parameter" } else { "value" };
        let fault = Fault::new("wrong-type", format!("`{name}` names no {what}"));
        faults.push(fault.help(if key.is_empty() {
            example
        } else {
            format!("an empty text is `{key}=\"\"`, nothing is `{key}=null`")
        }));
        return;
    }
    // The value is read apart from its key, and then put back into its place after it.
    let before = text.len() - value.len();
    let source = Source::new(&name, value);
    let mut found = Faults::new();
    if let Some(value) = parse_with(&source, &mut found) {
        let entry = Entry {
            key: key.to_owned(),
            key_span,
            value,
        };
        settings.set(key, &entry.moved(&shown, before), &mut found);
    }
    let found = found.into_iter();
    faults.extend(found.map(|fault| fault.moved(&source, &shown, before)));
}

/// What is joined along the chain, later files adding and replacing.
#[derive(Default)]
struct Merged {
    reasons: Vec<(String, String)>,
    events: Vec<(String, String)>,
    labels: Labels,
    weights: BTreeMap<String, u32>,
    rulings: Vec<Ruling>,
    /// Parameters that rulings name, and where.
    options: Vec<(String, Span)>,
}

impl Merged {
    fn add(&mut self, document: &Document, faults: &mut Faults) {
        replace(&mut self.reasons, document.texts("reasons", faults));
        replace(&mut self.events, document.texts("events", faults));
        if let Some(node) = document.get("labels") {
            self.labels.read(node, faults);
        }
        if let Some(node) = document.get("weights") {
            self.weights(node, faults);
        }
        if let Some(node) = document.get("rulings") {
            for item in node.as_list(faults, "rulings").unwrap_or_default() {
                self.rulings.extend(ruling(item, faults));
                if let Some(option) = item.entry("option")
                    && let Data::Text(name) = &option.value.data
                {
                    let option = (name.clone(), option.value.span.clone());
                    self.options.push(option);
                }
            }
        }
    }

    /// Checks that what is named is there, as far as files alone tell.
    fn check(&self, parameters: &[Parameter], faults: &mut Faults) {
        let names = parameters.iter().map(|known| known.declared.path.as_str());
        for (name, span) in &self.options {
            // A map of parameters, or an entry of one, may be named as well.
            let is_part = |long: &str, short: &str| {
                let rest = long.strip_prefix(short);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            };
            if names
                .clone()
                .any(|known| is_part(known, name) || is_part(name, known))
            {
                continue;
            }
            let fault = Fault::new("unknown-name", format!("there is no parameter `{name}`"));
            let fault = fault.at(span.clone());
            faults.push(match nearest(name, names.clone()) {
                Some(near) => fault.help(format!("the nearest is `{near}`")),
                None => fault,
            });
        }
        let (reasons, events) = (words_of(&self.reasons), words_of(&self.events));
        for words in self.labels.all() {
            words.check(Group::Sides, "side", &Side::BOTH.map(Side::word), faults);
            words.check(Group::Reasons, "reason", &reasons, faults);
            words.check(Group::Events, "event", &events, faults);
        }
    }

    fn weights(&mut self, node: &Node, faults: &mut Faults) {
        for entry in node.as_map(faults, "weights").unwrap_or_default() {
            let Some(weight) = entry
                .value
                .as_int(faults, &format!("weights.{}", entry.key))
            else {
                continue;
            };
            match u32::try_from(weight) {
                Ok(weight) if weight <= MOST_WEIGHT => {
                    self.weights.insert(entry.key.clone(), weight);
                }
                _ => {
                    let message = format!("the weight of `{}` cannot be {weight}", entry.key);
                    let fault = Fault::new("out-of-range", message).at(entry.value.span.clone());
                    faults.push(fault.label(format!("expected 0 to {MOST_WEIGHT}")));
                }
            }
        }
    }
}

fn words_of(list: &[(String, String)]) -> Vec<&str> {
    list.iter().map(|(word, _)| word.as_str()).collect()
}

fn replace(list: &mut Vec<(String, String)>, more: Vec<(String, String)>) {
    let known = list.iter().enumerate();
    let mut known: HashMap<String, usize> = known
        .map(|(place, (word, _))| (word.clone(), place))
        .collect();
    for (word, text) in more {
        if let Some(place) = known.get(&word) {
            list[*place].1 = text;
        } else {
            known.insert(word.clone(), list.len());
            list.push((word, text));
        }
    }
}

fn ruling(node: &Node, faults: &mut Faults) -> Option<Ruling> {
    let keys = RULING_KEYS.map(|(key, _)| key);
    check_keys(node, &keys, "a ruling", faults);
    node.as_map(faults, "rulings")?;
    let text = |key: &str, faults: &mut Faults| {
        let node = &node.entry(key)?.value;
        node.as_text(faults, key).map(str::to_owned)
    };
    let Some(ruling) = text("ruling", faults) else {
        if node.entry("ruling").is_none() {
            let message = "a ruling says under `ruling` how the text is read";
            faults.push(Fault::new("missing-key", message).at(node.span.clone()));
        }
        return None;
    };
    Some(Ruling {
        ruling,
        because: text("because", faults).unwrap_or_default(),
        option: text("option", faults),
    })
}
