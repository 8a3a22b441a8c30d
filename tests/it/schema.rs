//! `salle schema`: the schemas are schemas, take every file that the program takes, and refuse
//! nothing that it takes.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use boon::{Compiler, SchemaIndex, Schemas};
use include_dir::Dir;
use salle::game::{Nobody, Rules};
use salle::ruleset::{LANGUAGE_PATTERN, NAME_PATTERN, Ruleset};
use salle::scenario::{ScenarioFile, Vocabulary, run};
use salle::schema::{self, Known};
use salle::text::Source;
use salle::text::tree::parse;
use serde_json::{Value, json};

use crate::harness::{here, loader, shipped};
use crate::process::Call;

/// A schema, ready to check by.
struct Checker {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Checker {
    fn new(schema: Value) -> Self {
        let mut schemas = Schemas::new();
        let mut compiler = Compiler::new();
        compiler.add_resource("memory:schema", schema).unwrap();
        let index = compiler.compile("memory:schema", &mut schemas).unwrap();
        Self { schemas, index }
    }

    /// One of those that say what a schema is.
    fn of_schemas(draft: &str) -> Self {
        let mut schemas = Schemas::new();
        let index = Compiler::new().compile(draft, &mut schemas).unwrap();
        Self { schemas, index }
    }

    fn takes(&self, file: &Value) -> Result<(), String> {
        let checked = self.schemas.validate(file, self.index);
        checked.map_err(|error| format!("{error:#}"))
    }
}

/// Reads YAML as the program does.
fn yaml(text: &str) -> Value {
    let node = parse(&Source::new("file", text)).unwrap();
    serde_json::to_value(node.to_yaml()).unwrap()
}

fn of_ruleset(ruleset: &Ruleset, make: fn(Option<&Known<'_>>) -> Value) -> Value {
    let rules = ruleset.rules().unwrap();
    make(Some(&Known {
        ruleset,
        layout: rules.layout(),
    }))
}

fn all_schemas() -> Vec<Value> {
    let mut all = vec![
        schema::ruleset(None),
        schema::scenarios(None),
        schema::snapshots(None),
    ];
    let loader = loader();
    for id in loader.ids() {
        let ruleset = loader.load(&id, &[]).unwrap();
        all.push(of_ruleset(&ruleset, schema::ruleset));
        all.push(of_ruleset(&ruleset, schema::scenarios));
    }
    all
}

/// The files of the repository.
fn all_files() -> Vec<PathBuf> {
    let mut all = Vec::new();
    for folder in ["rulesets", "tests/rulesets", "docs/examples"] {
        below(&here().join(folder), &mut all);
    }
    all
}

/// The files of rulesets, and those of scenarios.
fn files() -> (Vec<PathBuf>, Vec<PathBuf>) {
    let is_of_snapshots = |path: &PathBuf| path.parent().unwrap().ends_with("snapshots");
    let mut all = all_files();
    all.retain(|path| !is_of_snapshots(path));
    all.into_iter()
        .partition(|path| !path.parent().unwrap().ends_with("scenarios"))
}

fn below(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            below(&path, files);
        } else if path.extension().is_some_and(|end| end == "yaml") {
            files.push(path);
        }
    }
}

fn must_take(checker: &Checker, path: &Path) {
    let file = yaml(&fs::read_to_string(path).unwrap());
    if let Err(error) = checker.takes(&file) {
        panic!("{}: {error}", path.display());
    }
}

#[test]
fn every_schema_is_one_in_the_words_of_old_and_new_drafts() {
    for draft in [
        "https://json-schema.org/draft/2020-12/schema",
        "http://json-schema.org/draft-07/schema",
    ] {
        let checker = Checker::of_schemas(draft);
        for schema in all_schemas() {
            if let Err(error) = checker.takes(&schema) {
                panic!("{draft}, {}: {error}", schema["title"]);
            }
        }
    }
}

/// A `$ref` with keys beside it means one thing in older drafts and another in newer ones.
#[test]
fn no_schema_says_what_drafts_read_differently() {
    fn check(value: &Value) {
        if let Some(map) = value.as_object() {
            assert!(!map.contains_key("$ref") || map.len() == 1, "{value}");
            for key in [
                "$id",
                "prefixItems",
                "unevaluatedProperties",
                "dependentRequired",
            ] {
                assert!(!map.contains_key(key), "{key}");
            }
            map.values().for_each(check);
        }
        value.as_array().into_iter().flatten().for_each(check);
    }
    all_schemas().iter().for_each(check);
}

#[test]
fn every_key_says_what_it_means() {
    fn check(value: &Value, path: &str, silent: &mut Vec<String>) {
        if let Some(map) = value.as_object() {
            let is_rule =
                path.contains("/then") || path.contains("/if") || path.contains("/anyOf/1");
            for (key, shape) in map
                .get("properties")
                .and_then(Value::as_object)
                .into_iter()
                .flatten()
            {
                // What is refused has no meaning.
                let says = shape == &json!(false) || shape.get("description").is_some();
                if !says && !is_rule {
                    silent.push(format!("{path}/{key}"));
                }
            }
            for (key, value) in map {
                check(value, &format!("{path}/{key}"), silent);
            }
        }
        for (index, value) in value.as_array().into_iter().flatten().enumerate() {
            check(value, &format!("{path}/{index}"), silent);
        }
    }
    for schema in all_schemas() {
        let mut silent = Vec::new();
        check(&schema, schema["title"].as_str().unwrap(), &mut silent);
        // Entries of a map of numbers are named by its author, who says what they are nowhere.
        let numbers = |path: &String| {
            path.contains("/parameters/properties/") || path.contains("/set/properties/")
        };
        silent.retain(|path| !numbers(path));
        assert!(silent.is_empty(), "{silent:#?}");
    }
}

#[test]
fn every_file_of_the_repository_is_as_its_schema_says() {
    let (rulesets, scenarios) = files();
    assert!(rulesets.len() > 15 && scenarios.len() > 10);
    let checker = Checker::new(schema::ruleset(None));
    for path in &rulesets {
        must_take(&checker, path);
    }
    let checker = Checker::new(schema::scenarios(None));
    for path in &scenarios {
        must_take(&checker, path);
    }
    let mut snapshots = all_files();
    snapshots.retain(|path| path.parent().unwrap().ends_with("snapshots"));
    assert!(snapshots.len() >= 4);
    let checker = Checker::new(schema::snapshots(None));
    for path in &snapshots {
        must_take(&checker, path);
    }
}

#[test]
fn the_schema_of_snapshots_refuses_what_their_reader_refuses() {
    let checker = Checker::new(schema::snapshots(None));
    for wrong in [
        "matches: 2",
        "rulesets: [a]\nmatchs: 2",
        "rulesets: [a]\nmatches: 5000",
        "rulesets: [a]\nleft: rndom",
        "rulesets: [a]\nseed: -1",
    ] {
        assert!(checker.takes(&yaml(wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn every_variant_is_as_the_schema_of_its_parent_says() {
    let loader = loader();
    let mut variants = 0;
    let (rulesets, _) = files();
    for path in rulesets {
        let file = yaml(&fs::read_to_string(&path).unwrap());
        let parent = file["extends"].as_str();
        // Not every parent is a game by itself, and those of examples lie elsewhere.
        let Some(parent) = parent.filter(|parent| loader.ids().iter().any(|id| id == parent))
        else {
            continue;
        };
        if path.ends_with("mistake.yaml") {
            continue;
        }
        let ruleset = loader.load(parent, &[]).unwrap();
        let checker = Checker::new(of_ruleset(&ruleset, schema::ruleset));
        must_take(&checker, &path);
        variants += 1;
    }
    assert!(variants >= 6, "{variants}");
}

#[test]
fn scenarios_of_a_ruleset_are_as_its_own_schema_says() {
    let loader = shipped();
    let (_, scenarios) = files();
    let mut count = 0;
    for path in scenarios {
        let file = yaml(&fs::read_to_string(&path).unwrap());
        for id in file["rulesets"].as_array().into_iter().flatten() {
            let Ok(ruleset) = loader.load(id.as_str().unwrap(), &[]) else {
                continue;
            };
            let checker = Checker::new(of_ruleset(&ruleset, schema::scenarios));
            must_take(&checker, &path);
            count += 1;
        }
    }
    assert!(count > 15, "{count}");
}

/// The first file of a transcript of `tests/broken/yaml`.
fn broken(name: &str) -> Value {
    let path = here().join(format!("tests/broken/yaml/{name}.txt"));
    let text = fs::read_to_string(path).unwrap();
    let (_, rest) = text.split_once("\n>>> t.yaml\n").unwrap();
    yaml(rest.split("\n>>> ").next().unwrap())
}

#[test]
fn unknown_keys_and_wrong_types_are_seen_in_the_editor() {
    let checker = Checker::new(schema::ruleset(None));
    for name in [
        "unknown-key",
        "wrong-types",
        "declarations",
        "labels",
        "labels-language",
        "list",
        "no-title",
        "nulls",
        "rulings",
        "script-names",
        "script-text",
        "text",
    ] {
        assert!(checker.takes(&broken(name)).is_err(), "{name}");
    }
}

#[test]
fn what_a_parameter_cannot_be_is_seen_in_a_variant() {
    let ruleset = loader().load("touche/basic", &[]).unwrap();
    let checker = Checker::new(of_ruleset(&ruleset, schema::ruleset));
    let variant = |more: &str| yaml(&format!("title: T\nextends: touche/basic\n{more}"));
    for wrong in [
        "parameters: { piste: 230 }",
        "parameters: { pist: 23 }",
        "parameters: { parry: 1 }",
        "parameters: { discard: closed }",
        "parameters: { start: { left: 0 } }",
        "parameters: { start: { lef: 1 } }",
        "parameters: { start.left: x }",
        "parameters: { hand: null }",
        "parameters: { faces: { AS: 100 } }",
        "parameters: { faces.AS: 100 }",
        "parameters: { limits: { decisions: 0 } }",
        "parameters: { target: 0 }",
        "weights: { advance: 1001 }",
        "labels: { de: { sides: { middle: Mitte } } }",
    ] {
        assert!(checker.takes(&variant(wrong)).is_err(), "{wrong}");
    }
    for right in [
        "parameters: { piste: 23, start.right: null, start: { left: 2 } }",
        "parameters: { faces: { X: 1 }, faces.Y: 2, limits.decisions: 3 }",
        "declare: { pist: { kind: number } }\nparameters: { pist: 23 }",
        "labels: { de-AT: { piles: { other: x } } }",
    ] {
        checker.takes(&variant(right)).unwrap();
    }
}

/// Every value put in place of every other one: what the schema refuses, the program refuses.
fn changed(file: &Value) -> Vec<Value> {
    let others = [
        json!(null),
        json!(true),
        json!(-3),
        json!("left"),
        json!([]),
        json!(["x"]),
        json!({}),
        json!({ "left": 1 }),
    ];
    let mut places = Vec::new();
    pointers(file, String::new(), &mut places);
    let mut all = Vec::new();
    for place in places {
        for other in &others {
            let mut changed = file.clone();
            *changed.pointer_mut(&place).unwrap() = other.clone();
            all.push(changed);
        }
        // A misspelt key.
        let (map, key) = place.rsplit_once('/').unwrap();
        let mut changed = file.clone();
        if let Some(map) = changed.pointer_mut(map).and_then(Value::as_object_mut) {
            let value = map.remove(key).unwrap();
            map.insert(format!("{key}x"), value);
            all.push(changed);
        }
    }
    all
}

fn pointers(value: &Value, path: String, places: &mut Vec<String>) {
    let entries: Vec<(String, &Value)> = match value {
        Value::Object(map) => map
            .iter()
            .map(|(key, value)| (key.clone(), value))
            .collect(),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .map(|(index, item)| (index.to_string(), item))
            .collect(),
        _ => Vec::new(),
    };
    for (key, value) in entries {
        pointers(value, format!("{path}/{key}"), places);
    }
    if !path.is_empty() {
        places.push(path);
    }
}

/// No ruleset is built in but those of the examples.
static NOTHING: Dir<'static> = Dir::new("", &[]);

#[test]
fn the_schema_of_rulesets_refuses_nothing_that_the_program_takes() {
    let text = fs::read_to_string(here().join("docs/examples/rulesets/example/every-key.yaml"));
    let file = yaml(&text.unwrap());
    let checker = Checker::new(schema::ruleset(None));
    let folder = tempfile::tempdir().unwrap();
    let shelves = vec![
        folder.path().to_owned(),
        here().join("docs/examples/rulesets"),
    ];
    let loader =
        salle::ruleset::Loader::new(Arc::new(salle::text::Library::new(shelves, &NOTHING)));
    fs::create_dir(folder.path().join("example")).unwrap();
    let mut refused = 0;
    for changed in changed(&file) {
        let Err(error) = checker.takes(&changed) else {
            continue;
        };
        let text = changed.to_string();
        fs::write(folder.path().join("example/every-key.yaml"), &text).unwrap();
        assert!(
            loader.load("example/every-key", &[]).is_err(),
            "{error}\n{text}"
        );
        refused += 1;
    }
    assert!(refused > 300, "{refused}");
}

#[test]
fn the_schema_of_scenarios_refuses_nothing_that_holds() {
    let text = "
rulesets: [touche/basic]
set: { piste: 23 }
scenarios:
  - name: one
    because: so
    seed: 3
    set: { hand: 5 }
    position:
      round: 2
      first: left
      turn: left
      score: { left: 1, right: 0 }
      space: { left: 9, right: 12 }
      hand: { left: [1, 1, 2, 3, 5], right: [1, 2, 3, 3, 4] }
      pile: [4, 5, 5, 1]
    play:
      - attack 3
      - { draw: left, cards: [4] }
      - parry 3
    expect:
      turn: right
      includes: [attack 3]
      excludes: [attack 5]
      score: { left: 1, right: 0 }
      state: { round: 2, hand: { left: [1, 1, 2, 4, 5] }, pile: 3, discard: { size: 13 } }
      sees: { left: { hand: { right: 4 } } }
      events: []
";
    let file = yaml(text);
    let ruleset = shipped().load("touche/basic", &[]).unwrap();
    let rules: std::rc::Rc<dyn Rules> = ruleset.rules().unwrap();
    let words = Vocabulary {
        reasons: ruleset
            .reasons
            .iter()
            .map(|(word, _)| word.clone())
            .collect(),
        events: Vec::new(),
    };
    let holds = |file: &Value| {
        let read = ScenarioFile::read(&Source::new("file", file.to_string()));
        read.is_ok_and(|read| {
            read.scenarios.iter().all(|scenario| {
                let start = scenario.start(rules.layout(), &words);
                // Parameters are read with the ruleset.
                let sets = scenario.sets.iter().cloned();
                let sets: Vec<_> = sets.map(salle::ruleset::Override::Tree).collect();
                let set = shipped().load("touche/basic", &sets).is_ok();
                set && start
                    .is_ok_and(|start| run(scenario, rules.clone(), start, &mut Nobody).is_ok())
            })
        })
    };
    assert!(holds(&file));
    let checkers = [
        Checker::new(schema::scenarios(None)),
        Checker::new(of_ruleset(&ruleset, schema::scenarios)),
    ];
    let mut refused = 0;
    for changed in changed(&file) {
        for checker in &checkers {
            if let Err(error) = checker.takes(&changed) {
                assert!(!holds(&changed), "{error}\n{changed}");
                refused += 1;
            }
        }
    }
    assert!(refused > 500, "{refused}");
}

#[test]
fn patterns_say_what_the_readers_take() {
    let takes = |pattern: &str, name: &str| {
        let checker = Checker::new(json!({ "pattern": pattern }));
        checker.takes(&json!(name)).is_ok()
    };
    let names = [
        "a", "a1", "a_b", "a.b", "a.b1.c", "A", "1a", "_a", "a.", ".a", "a..b", "a.B", "a-b", "ä",
    ];
    for name in names {
        let text = format!(
            "title: T\nextends: touche/basic\ndeclare: {{ \"{name}\": {{ kind: data, optional: true }} }}\n"
        );
        let call = Call::new().file("t.yaml", text);
        let told = call.run(&["show", "t.yaml"]);
        assert_eq!(takes(NAME_PATTERN, name), told.code == Some(0), "{name}");
    }
    let languages = [
        "en",
        "deu",
        "de-AT",
        "de-1996-x",
        "all",
        "e",
        "engl",
        "De",
        "de-",
        "de--AT",
        "de_AT",
        "dé",
    ];
    for language in languages {
        let text = format!("title: T\nextends: touche/basic\nlabels: {{ \"{language}\": {{}} }}\n");
        let call = Call::new().file("t.yaml", text);
        let told = call.run(&["show", "t.yaml"]);
        assert_eq!(
            takes(LANGUAGE_PATTERN, language),
            told.code == Some(0),
            "{language}"
        );
    }
}

#[test]
fn the_verb_prints_a_schema_or_writes_all() {
    let call = Call::new();
    let printed = call.run(&["schema"]).done().to_owned();
    let read: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(read, schema::ruleset(None));
    let told = call.run(&["schema", "scenarios", "touche/basic"]);
    let read: Value = serde_json::from_str(told.done()).unwrap();
    assert_eq!(read["title"], "Scenarios of touche/basic");
    for _ in 0..2 {
        let told = call.run(&["schema", "--write", "made/schema"]);
        assert_eq!(
            told.done(),
            "made/schema/ruleset.json\nmade/schema/scenarios.json\nmade/schema/snapshots.json"
        );
    }
    let written = fs::read_to_string(call.folder().join("made/schema/ruleset.json")).unwrap();
    assert_eq!(written.trim_end(), printed);
    let refused = call.run(&["schema", "ruleset", "touche/bsic"]);
    assert!(
        refused
            .refused()
            .contains("there is no ruleset `touche/bsic`")
    );
}

/// What `salle new` writes names schemas that lie where it says, take it, and disturb nothing.
#[test]
fn a_new_folder_has_its_schemas() {
    for (how, id) in [
        (&["--from", "touche/lunge"][..], "mine/lunge"),
        (&["--blank"][..], "mine/basic"),
    ] {
        let call = Call::new();
        let told = call.run(&[&["new", "rulesets/mine"], how].concat());
        assert!(
            told.done().contains("rulesets/mine/schema/ruleset.json\n"),
            "{told:?}"
        );
        let folder = call.folder().join("rulesets/mine");
        let mut files = Vec::new();
        below(&folder, &mut files);
        // Those of the ruleset, of scenarios and of snapshots.
        assert_eq!(files.len(), 3);
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            let named = text
                .lines()
                .next()
                .unwrap()
                .split_once("$schema=")
                .unwrap()
                .1;
            let schema = file.parent().unwrap().join(named);
            let schema: Value = serde_json::from_str(&fs::read_to_string(schema).unwrap()).unwrap();
            must_take(&Checker::new(schema), &file);
        }
        let list = call.run(&["list", "--format", "jsonl"]);
        let mine = list.done().lines().filter(|line| line.contains("\"mine/"));
        assert_eq!(mine.count(), 1, "{list:?}");
        assert_eq!(call.run(&["test", "rulesets/mine"]).code, Some(0));
        assert_eq!(
            call.run(&["repl", id, "--exec", "show; quit"]).code,
            Some(0)
        );
    }
}
