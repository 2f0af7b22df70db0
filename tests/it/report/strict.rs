//! Reports that were edited: one that lacks a key, or has another or a value of another kind, is
//! refused.

use jury::judge::Grade;
use jury::problem::Scoring;
use jury::report::document::Document;
use jury::score::Score;
use jury::verdict::Verdict;
use serde_json::{Value, json};

use super::{failing, graded, outcome, report};

/// Of a problem with scores: one that scores on all cases, and one that did not compile.
fn scored() -> Document {
    let scores = [("sample/1", 2), ("secret/a/1", 1)];
    let outcomes = scores.map(|(case, score)| {
        let mut outcome = outcome(case, Verdict::Accepted, "");
        outcome.group = case.rsplit_once('/').expect("a group").0.into();
        outcome.score = Score::ratio(score, 1);
        outcome
    });
    let mut broken = graded("broken.cpp", Vec::new(), Scoring::Mean);
    broken.grade = Grade::compile_error();
    broken.compile.ok = false;
    report(&[graded("a.cpp", outcomes.into(), Scoring::Mean), broken], true)
}

/// Of an interactive problem that draws.
fn drawn() -> Document {
    let mut document = report(&[failing()], false);
    let case = &mut document.submissions[0].cases[1];
    let turn =
        json!({ "seconds": 0.1, "by": "interactor", "text": "1", "bytes": 1, "left_out": 0 });
    case.same_as = Some("sample/1".into());
    case.recalled = Some("2026-11-21 18:43:04".into());
    case.transcript = serde_json::from_value(json!([turn])).expect("turns");
    let pieces = json!([{ "letter": "x", "name": "man", "dark": true, "king": false }]);
    let board = json!({
        "title": "", "note": "", "names": "column-row", "shade": "plain", "rows": ["x.", ".."],
        "pieces": pieces, "goal": "3", "unit": "move", "before": 0,
        "frames": [{ "path": "0 1", "becomes": "x" }],
        "arrows": [{ "from": 0, "to": 1, "listed": "right" }],
    });
    let drawing = json!({ "boards": [board], "left_out": 0 });
    case.drawing = serde_json::from_value(drawing).expect("a drawing");
    document
}

fn value(document: &Document) -> Value {
    serde_json::to_value(document).expect("JSON")
}

/// What is wrong with the report that these values make.
fn complaint(value: &Value) -> Option<String> {
    serde_json::from_value::<Document>(value.clone()).err().map(|error| error.to_string())
}

/// The paths of all keys, as JSON pointers.
fn keys(value: &Value, path: &str, all: &mut Vec<(String, String)>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                all.push((path.to_owned(), key.clone()));
                keys(value, &format!("{path}/{key}"), all);
            }
        }
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                keys(value, &format!("{path}/{index}"), all);
            }
        }
        _ => {}
    }
}

#[test]
fn no_key_may_be_missing_or_new() {
    for document in [scored(), drawn()] {
        let whole = value(&document);
        assert_eq!(complaint(&whole), None);
        let mut all = Vec::new();
        keys(&whole, "", &mut all);
        assert!(all.len() > 80, "{}", all.len());
        for (path, key) in all {
            let edited = |change: &dyn Fn(&mut serde_json::Map<String, Value>)| {
                let mut edited = whole.clone();
                let object = edited.pointer_mut(&path).and_then(Value::as_object_mut);
                change(object.expect("an object"));
                complaint(&edited)
            };
            // Those that the format leaves out where they hold nothing.
            let empty = ["goal", "frames", "arrows", "path", "becomes"].contains(&key.as_str());
            let optional = if path.contains("/drawing") {
                empty
            } else {
                ["same_as", "recalled", "transcript", "drawing"].contains(&key.as_str())
            };
            let without = edited(&|object| drop(object.remove(&key)));
            let words = format!("missing field `{key}`");
            if optional {
                assert_eq!(without, None, "{path}/{key}");
            } else {
                assert!(without.is_some_and(|found| found.contains(&words)), "{path}/{key}");
            }
            let odd = edited(&|object| drop(object.insert("odd".into(), Value::Null)));
            assert!(odd.is_some_and(|found| found.contains("unknown field `odd`")), "{path}");
        }
    }
}

#[test]
fn what_is_no_value_of_a_key_is_refused() {
    let drawn = value(&drawn());
    let case = |pointer: &str, new: Value, words: &str| {
        let mut edited = drawn.clone();
        *edited.pointer_mut(pointer).expect("there") = new;
        let found = complaint(&edited).unwrap_or_default();
        assert!(found.contains(words), "{pointer}: expected {words:?}, found {found:?}");
    };
    let of = |key: &str| format!("/submissions/0/cases/1/{key}");
    case("/submissions/0/verdict", json!("XX"), "unknown variant `XX`");
    case(&of("wall_seconds"), json!("1"), "invalid type: string");
    case(&of("evidence/output/first_line"), json!(-1), "invalid value: integer `-1`");
    case(&of("same_as"), json!(null), "invalid type: null");
    case(&of("recalled"), json!(null), "invalid type: null");
    case(&of("transcript"), json!(null), "invalid type: null");
    case(&of("transcript/0/by"), json!("me"), "unknown variant `me`");
    case(&of("drawing"), json!(null), "invalid type: null");
}
