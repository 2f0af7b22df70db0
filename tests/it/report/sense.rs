//! Reports that were edited: one that says two things is refused, at the place, and so is one that
//! lacks a key.

use std::path::Path;

use jury::checker::drawer;
use jury::problem::Scoring;
use jury::report::json::Document;
use jury::score::Score;
use jury::verdict::Verdict;
use jury_checkers::Files;
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
    broken.grade = jury::judge::Grade::compile_error();
    broken.compile.ok = false;
    Document::from(&report(vec![graded("a.cpp", outcomes.into(), Scoring::Mean), broken], true))
}

/// Of an interactive problem that draws.
fn drawn() -> Document {
    let mut document = Document::from(&report(vec![failing()], false));
    let case = &mut document.submissions[0].cases[1];
    let turn =
        json!({ "seconds": 0.1, "by": "interactor", "text": "1", "bytes": 1, "left_out": 0 });
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
    match serde_json::from_value::<Document>(value.clone()) {
        Err(error) => Some(error.to_string()),
        Ok(document) => document.check().err().map(|found| found.to_string()),
    }
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
                key == "transcript" || key == "drawing"
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

/// A report with one value in another's place, and what is said of it.
#[track_caller]
fn case(document: &Document, pointer: &str, new: Value, words: &str) {
    let mut edited = value(document);
    *edited.pointer_mut(pointer).expect("there") = new;
    let found = complaint(&edited).unwrap_or_default();
    assert!(found.contains(words), "{pointer}: expected {words:?}, found {found:?}");
}

#[test]
fn what_cannot_be_is_refused_at_its_place() {
    let failing = Document::from(&report(vec![failing(), failing()], false));
    let case = |pointer: &str, new: Value, words: &str| case(&failing, pointer, new, words);
    case(
        "/submissions/1/verdict",
        json!("AC"),
        "submission 2 (a b.cpp), `verdict`: expected \"WA\", by its cases, found \"AC\"",
    );
    case(
        "/submissions/0/cases/1/case",
        json!("sample/1"),
        "submission 1 (a b.cpp), case sample/1, `case`: expected each case once",
    );
    case("/submissions/1/cases/0/case", json!("sample/2"), "`cases`: expected those of the first");
    case("/submissions/0/cases/0/group", json!("secret"), "`group`: expected \"sample\"");
    case("/submissions/0/cases/0/verdict", json!("CE"), "`verdict`: expected a verdict of a case");
    case("/submissions/0/cases/1/verdict", json!("AC"), "`verdict`: expected \"SK\", by its cases");
    case("/submissions/0/cases/0/verdict", json!("SK"), "`limits`: expected null, found {\"cpu_s");
    case("/submissions/0/cases/2/verdict", json!("WA"), "`limits`: expected a value, found null");
    case("/submissions/0/cases/0/wall_seconds", json!(null), "`wall_seconds`: expected a value");
    case("/submissions/0/cases/0/wall_seconds", json!(-1), "`wall_seconds`: expected a time");
    case("/submissions/0/cases/0/cpu_seconds", json!(1.5), "expected a time within the limit");
    case(
        "/submissions/0/cases/0/exit_code",
        json!(1),
        "`exit_code`: expected 0, as its output was",
    );
    case("/submissions/0/cases/1/signal", json!(11), "`exit_code`: expected null, found 0");
    case("/submissions/0/cases/0/score", json!(1), "`score`: expected null, found 1");
    case("/submissions/0/cases/2/evidence", evidence(&failing), "`evidence`: expected null");
    case("/submissions/0/cases/0/limits/cpu_seconds", json!(1e300), "`limits`, `cpu_seconds`: exp");
    case("/submissions/0/cases/1/evidence/output/first_line", json!(0), "`output`, `first_line`");
    case(
        "/submissions/0/cases/1/evidence/place",
        json!({ "line": u64::MAX, "column": 1 }),
        "case secret/1, `evidence`, `place`, `line`: expected a number from 1",
    );
    case("/submissions/0/as_expected", json!(true), "`as_expected`: expected false");
    case("/submissions/0/expected", json!("SK"), "`expected`: expected a verdict that a folder");
    case("/submissions/0/max_cpu_seconds", json!(0.5), "`max_cpu_seconds`: expected 0.012, by its");
    case("/submissions/0/max_memory_bytes", json!(null), "`max_memory_bytes`: expected 3145728");
    case("/submissions/0/score", json!(0), "`score`: expected null");
    case("/submissions/0/cases", json!([]), "`cases`: expected some, found []");
    case("/submissions/0/compile/ok", json!(false), "`cases`: expected none, found [{");
    case("/submissions/0/compile/seconds", json!(-0.5), "`compile`, `seconds`: expected a time");
    case("/submissions", json!([]), "`submissions`: expected a submission at least");
    case("/isolation/walls/1/wall", json!("network"), "`walls`: expected each wall once");
}

fn evidence(document: &Document) -> Value {
    value(document)["submissions"][0]["cases"][1]["evidence"].clone()
}

#[test]
fn scores_come_of_their_cases() {
    let scored = scored();
    let case = |pointer: &str, new: Value, words: &str| case(&scored, pointer, new, words);
    case(
        "/submissions/0/score",
        json!(1.6),
        "submission 1 (a.cpp), `score`: expected 1.5 (mean) or 3 (sum) or 1 (min), found 1.6",
    );
    case("/submissions/0/cases/1/score", json!(-1), "`score`: expected no score below 0");
    case("/submissions/0/cases/1/score", json!(null), "case secret/a/1, `score`: expected a value");
    case("/submissions/0/cases/0/reference_score", json!(1), "`reference_score`: expected null");
    case("/submissions/0/cases/1/verdict", json!("WA"), "`score`: expected 0.0, by its verdict");
    case("/submissions/1/score", json!(0), "submission 2 (broken.cpp), `score`: expected null");
    case("/submissions/1/verdict", json!("AC"), "expected \"CE\", as it did not compile");
    case("/scored", json!(false), "`score`: expected null, found 2.0");
    // Each alone may be, but not both in one report.
    let mut both = value(&scored);
    both["submissions"][1] = both["submissions"][0].clone();
    assert_eq!(complaint(&both), None);
    both["submissions"][1]["score"] = json!(3.0);
    let words = "submission 2 (a.cpp), `score`: expected 1.5 (mean), found 3.0";
    assert_eq!(complaint(&both).as_deref(), Some(words));
}

#[test]
fn dialogues_and_drawings_can_be_shown() {
    let drawn = drawn();
    let of = |key: &str| format!("/submissions/0/cases/1/{key}");
    let case = |key: &str, new: Value, words: &str| case(&drawn, &of(key), new, words);
    case("transcript", json!(null), "invalid type: null");
    case("drawing", json!(null), "invalid type: null");
    case("transcript/0/by", json!("me"), "`transcript`, `by`: expected submission or interactor");
    case("drawing/boards/0/rows", json!([]), "`drawing`, board 1, `rows`: expected rows of one");
    case("drawing/boards/0/rows", json!(["x.", "."]), "`rows`: expected rows of one length");
    case("drawing/boards/0/rows", json!(["x.", ".y"]), "`rows`: expected letters of `pieces`");
    case("drawing/boards/0/goal", json!("4"), "`goal`: expected squares below 4, found 4");
    case("drawing/boards/0/frames/0/path", json!("0 9"), "board 1, frame 1, `path`: expected sq");
    case("drawing/boards/0/frames/0/becomes", json!("q"), "`becomes`: expected a letter of");
    case("drawing/boards/0/arrows/0/to", json!(4), "board 1, arrow 1, `to`: expected squares");
    let mut right = value(&drawn);
    let turns = right.pointer(&of("transcript")).expect("turns").clone();
    right["submissions"][0]["cases"][0]["transcript"] = turns;
    let words = "submission 1 (a b.cpp), case sample/1, `transcript`: expected no such key";
    assert!(complaint(&right).is_some_and(|found| found.starts_with(words)));
}

#[test]
fn every_shipped_drawing_can_be_shown() {
    let mut boards = 0;
    for puzzle in jury_checkers::PUZZLES {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems").join(puzzle.name());
        let problem = jury::problem::load::load(&folder).expect("a problem");
        let read = |path: &Path| std::fs::read(path).expect("readable");
        let answers: Vec<Vec<u8>> =
            problem.cases.iter().filter_map(|case| Some(read(case.answer.as_ref()?))).collect();
        let drawer = drawer(puzzle.name(), &jury_checkers::Options::new()).expect("a drawer");
        for (index, case) in problem.cases.iter().enumerate().take(12) {
            let input = read(&case.input);
            let (own, other) = (&answers[index][..], &answers[(index + 1) % answers.len()][..]);
            let cut = &own[..own.len() / 2];
            for output in [own, other, cut, b"", b"1\n2 3\n"] {
                let files = Files { input: &input, output, answer: Some(own) };
                let Some(drawing) = drawer.draw(&files) else { continue };
                boards += drawing.boards.len();
                let mut shown = drawn();
                shown.submissions[0].cases[1].drawing = Some(drawing);
                assert_eq!(shown.check(), Ok(()), "{} {}", entry.name, case.name);
            }
        }
    }
    assert!(boards > 100, "{boards}");
}
