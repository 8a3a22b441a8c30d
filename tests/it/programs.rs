//! Other programs as players, in processes.

#![cfg(unix)]

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::process::{Call, Outcome};

/// Answers with the first legal move, with no more than the tools of a shell, and writes down what
/// it is told.
const SHELL: &str = r#"while read -r line; do
  echo "$line" >> heard.jsonl
  case "$line" in
    '{"type":"choose"'*)
      legal=${line##*'"legal":["'}
      echo "{\"move\":\"${legal%%'"'*}\"}" ;;
    '{"type":"end"'*) exit ;;
  esac
done
"#;

const PYTHON: &str = "import json, random, sys
chance = random.Random()
for line in sys.stdin:
    message = json.loads(line)
    if message['type'] == 'hello':
        chance.seed(message['seed'])
    elif message['type'] == 'choose':
        print(json.dumps({'move': chance.choice(message['legal'])}), flush=True)
    elif message['type'] == 'end':
        break
";

/// Two matches of a round, with a trace.
fn simulate(call: &Call, left: &str, more: &[&str]) -> Outcome {
    let args = [
        "simulate",
        "en-garde/classic",
        "--left",
        left,
        "--set",
        "target=1",
        "--games",
        "2",
        "--seed",
        "3",
        "--jobs",
        "1",
        "--format",
        "json",
        "--trace",
        "t.jsonl",
        "--force",
    ];
    call.run(&[&args[..], more].concat())
}

/// The output of a call that was done; what it told beside is no matter.
fn done(outcome: &Outcome) -> String {
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    outcome.stdout.clone()
}

fn heard(call: &Call) -> Vec<Value> {
    let text = std::fs::read_to_string(call.folder().join("heard.jsonl")).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn a_program_is_told_what_its_side_sees_and_chooses() {
    let call = Call::new().file("bot.sh", SHELL);
    done(&simulate(&call, "exec:sh bot.sh", &[]));
    done(&call.run(&["replay", "verify", "t.jsonl"]));
    let messages = heard(&call);
    let of = |kind: &str| messages.iter().filter(|one| one["type"] == kind).count();
    assert_eq!((of("hello"), of("end")), (2, 2));
    assert_eq!(messages[0]["protocol"], 1);
    assert_eq!(messages[0]["ruleset"], "en-garde/classic");
    assert_eq!(messages[0]["side"], "left");
    assert_eq!(messages[0]["parameters"]["target"], 1);
    // The seed of the match would tell the cards.
    let trace = std::fs::read_to_string(call.folder().join("t.jsonl")).unwrap();
    let head: Value = serde_json::from_str(trace.lines().next().unwrap()).unwrap();
    assert_ne!(head["seed"], messages[0]["seed"]);
    let events = messages.iter().filter(|one| one["type"] == "event");
    let draws: Vec<&Value> = events
        .map(|one| &one["event"])
        .filter(|event| event["type"] == "draw")
        .collect();
    assert!(draws.len() > 4);
    for draw in draws {
        let own = draw["side"] == "left";
        assert_eq!(draw.get("cards").is_some(), own, "{draw}");
        assert_eq!(draw.get("count").is_some(), !own, "{draw}");
    }
    for choose in messages.iter().filter(|one| one["type"] == "choose") {
        let hands = &choose["observation"]["hand"];
        assert!(
            hands["left"].is_array() && hands["right"].is_number(),
            "{choose}"
        );
    }
}

#[test]
fn a_program_in_python_plays_to_the_end() {
    let python = std::process::Command::new("python3")
        .arg("--version")
        .output();
    assert!(
        python.is_ok(),
        "this test needs python3, which is not there"
    );
    let call = Call::new().file("my bot.py", PYTHON);
    let printed = done(&simulate(&call, "exec:python3 'my bot.py'", &[]));
    let report: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(report["players"]["left"], "exec:python3 'my bot.py'");
    assert_eq!(report["matches"]["forfeited"], Value::Null);
    assert_eq!(report["matches"]["played"], 2);
    // The same seed for its own choices: the same matches.
    let trace = || std::fs::read(call.folder().join("t.jsonl")).unwrap();
    let first = trace();
    done(&simulate(&call, "exec:python3 'my bot.py'", &[]));
    assert_eq!(trace(), first);
}

/// Whatever a program does, it loses its matches and the run goes on; what was written down holds.
#[test]
fn a_program_that_fails_loses_its_match_and_nothing_else() {
    for (script, why) in [
        ("exit 3", "the program ended"),
        (
            "echo no idea >&2; exit 3",
            "its last words on standard error: no idea",
        ),
        ("read hello; exec sleep 1000", "no answer within 1 s"),
        ("sleep 1000 & exec sleep 1000", "no answer within 1 s"),
        ("exec 0<&-; sleep 1000", "no answer within 1 s"),
        ("exec 1>&-; sleep 1000", "the program ended"),
        ("while read line; do echo forward 1; done", "forward 1"),
        (
            r#"while read line; do case "$line" in *choose*) echo '{"move":"fly"}'; esac; done"#,
            "`fly` is no legal move",
        ),
        (
            r#"while read line; do case "$line" in *choose*) echo '{"mood":1}'; esac; done"#,
            "is no answer: missing field `move`",
        ),
        (
            r#"while read line; do case "$line" in *choose*) yes | tr -d '\n'; esac; done"#,
            "a line without an end",
        ),
        (
            r#"while read line; do case "$line" in *choose*) printf '\033[2J\n'; esac; done"#,
            "␛[2J",
        ),
        ("yes >&2\nexit", "no answer within 1 s"),
    ] {
        let call = Call::new().file("bot.sh", script);
        let begun = Instant::now();
        let outcome = simulate(&call, "exec:sh bot.sh", &["--bot-timeout", "1"]);
        assert!(begun.elapsed() < Duration::from_secs(50), "{script}");
        assert!(outcome.stderr.contains(why), "{script}: {}", outcome.stderr);
        let report: Value = serde_json::from_str(&done(&outcome)).unwrap();
        assert_eq!(report["matches"]["forfeited"]["left"], 2, "{script}");
        assert_eq!(report["matches"]["right"]["count"], 2, "{script}");
        let verified = done(&call.run(&["replay", "verify", "t.jsonl"]));
        assert!(verified.contains("2 matches of 2 hold"), "{verified}");
        let trace = std::fs::read_to_string(call.folder().join("t.jsonl")).unwrap();
        assert!(trace.contains("left forfeits the match: "), "{trace}");
    }
}

#[test]
fn a_program_that_is_not_there_ends_the_run() {
    let outcome = simulate(&Call::new(), "exec:./not-there", &[]);
    let errors = outcome.refused();
    assert!(
        errors.contains("left: cannot start `./not-there`: No such file"),
        "{errors}"
    );
}

#[test]
fn a_program_plays_at_the_prompt_and_against_others() {
    let call = Call::new().file("bot.sh", SHELL);
    let args = [
        "play",
        "en-garde/classic",
        "--seed",
        "3",
        "--set",
        "target=1",
        "--record",
        "m.jsonl",
    ];
    let bots = ["--left", "exec:sh bot.sh", "--right", "mcts:3"];
    done(&call.run(&[&args[..], &bots].concat()));
    done(&call.run(&["replay", "verify", "m.jsonl"]));
    let call = Call::new()
        .file("bot.sh", SHELL)
        .input("bot \"exec:sh bot.sh\" 1\nbot mcts:5 2\nquit\n");
    let printed = done(&call.run(&["repl", "en-garde/classic", "--seed", "3"]));
    assert!(!printed.contains("error"), "{printed}");
    let messages = heard(&call);
    // All that happened before, one decision, the end.
    assert_eq!(messages[0]["type"], "hello");
    assert_eq!(
        messages
            .iter()
            .filter(|one| one["type"] == "choose")
            .count(),
        1
    );
    assert_eq!(messages.last().unwrap()["type"], "end");
}
