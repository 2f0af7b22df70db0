//! Damaged packages: whatever is done to the files, loading ends, never panics, and every complaint names
//! something in the package.

use std::fs;
use std::path::Path;

use jury::problem::load::load;
use proptest::prelude::*;

use super::super::folder::Folder;
use crate::long::usual_or_long;

/// Files of good packages with every key there is.
const FILES: &[(&str, &str)] = &[
    (
        "legacy/problem.yaml",
        "name: A\ntype: scoring\nvalidation: custom score\nvalidator_flags: a b\nlimits:\n  memory: 512\n  time_multiplier: 4\n  code: 10\ngrading:\n  objective: max\n  range: 0 100\n",
    ),
    (
        "legacy/data/testdata.yaml",
        "on_reject: continue\nrange: 0 100\ngrader_flags: ignore_sample\noutput_validator_flags: x y\n",
    ),
    (
        "legacy/data/secret/g/testdata.yaml",
        "on_reject: break\naccept_score: 10\nreject_score: 0\ngrading: default\n",
    ),
    ("legacy/data/secret/g/1.in", "1\n"),
    ("legacy/data/secret/g/1.ans", "1\n"),
    ("legacy/output_validators/v.py", "pass\n"),
    ("legacy/domjudge-problem.ini", "timelimit = 2\nname = 'A'\nshort-name = A\n"),
    ("legacy/.timelimit", "2\n"),
    ("legacy/submissions.json", "{\"submissions/accepted/a.py\": {\"langid\": \"python3\"}}\n"),
    ("legacy/submissions/accepted/a.py", "# @EXPECTED_SCORE@: 10\n# @EXPECTED_RESULTS@: CORRECT\n"),
    (
        "current/problem.yaml",
        "problem_format_version: 2025-09\nname:\n  en: A\ntype: [scoring, interactive, multi-pass]\nuuid: 1\nlimits:\n  time_limit: 2\n  validation_passes: 3\n  time_multipliers:\n    ac_to_time_limit: 3\nconstants:\n  n:\n    value: 1_000\n    tex: $n$\nlanguages: all\nallow_file_writing: true\n",
    ),
    (
        "current/data/secret/test_group.yaml",
        "max_score: 100\nscore_aggregation: sum\nargs: [a, b]\n",
    ),
    (
        "current/data/secret/g/test_group.yaml",
        "max_score: 100\nrequire_pass: [sample]\noutput_validator_args: ['{{n}}']\n",
    ),
    ("current/data/secret/g/1.in", "1\n"),
    ("current/data/secret/g/1.ans", "1\n"),
    ("current/data/secret/g/1.yaml", "args: [c]\nhint: x\ninput_validator_args: [d]\n"),
    ("current/data/invalid_input/1.in", "1\n"),
    ("current/data/invalid_input/1.yaml", "args: [c]\ninput_validator_args: [d]\n"),
    ("current/data/invalid_input/test_group.yaml", "input_validator_args: [e]\n"),
    ("current/data/invalid_answer/1.in", "1\n"),
    ("current/data/invalid_answer/1.ans", "1\n"),
    ("current/statement/problem.en.md", "A\n"),
    ("current/data/sample/1.in", "1\n"),
    ("current/data/sample/1.ans", "1\n"),
    ("current/output_validator/run", "#!/bin/sh\n"),
    (
        "current/submissions/submissions.yaml",
        "accepted:\n  permitted: [AC]\n  required: [AC]\n  score: [0, 100]\n  use_for_time_limit: lower\n'{accepted,wrong_answer}/*':\n  language: python3\n  secret/*:\n    permitted: [AC, WA]\n    message: far\n",
    ),
    ("current/submissions/accepted/a.py", "pass\n"),
    ("current/submissions/wrong_answer/w.py", "pass\n"),
];

/// What a line or a value is replaced by.
const ODD: &[&str] = &[
    "",
    "~",
    "[]",
    "{}",
    "- a",
    "a: [b, {c: d}]",
    "-1",
    "1e999",
    ".nan",
    "0x",
    "*a",
    "&a [*a]",
    "\t",
    "\"",
    "? x",
    "!!int x",
    "{{n}}",
    "**/[",
    "{,{,{,",
    "\u{feff}",
    "\u{85}",
    "../..",
    "99999999999999999999",
    "yes",
];

#[derive(Debug, Clone)]
enum Edit {
    Delete(usize),
    Repeat(usize),
    Replace(usize, usize),
    Value(usize, usize),
    Cut(usize),
}

fn edits() -> impl Strategy<Value = Vec<(usize, Edit)>> {
    let at = || 0..1000_usize;
    let edit = prop_oneof![
        at().prop_map(Edit::Delete),
        at().prop_map(Edit::Repeat),
        (at(), at()).prop_map(|(line, odd)| Edit::Replace(line, odd)),
        (at(), at()).prop_map(|(line, odd)| Edit::Value(line, odd)),
        at().prop_map(Edit::Cut),
    ];
    prop::collection::vec((at(), edit), 1..5)
}

fn edited(text: &str, edit: &Edit) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let count = lines.len().max(1);
    let odd = |odd: usize| ODD[odd % ODD.len()];
    match *edit {
        _ if lines.is_empty() => {}
        Edit::Delete(line) => drop(lines.remove(line % count)),
        Edit::Repeat(line) => lines.push(lines[line % count].clone()),
        Edit::Replace(line, other) => odd(other).clone_into(&mut lines[line % count]),
        Edit::Value(line, other) => {
            let line = &mut lines[line % count];
            let key = line.split_once(':').map_or("", |(key, _)| key).to_owned();
            *line = format!("{key}: {}", odd(other));
        }
        Edit::Cut(at) => {
            let text = lines.join("\n");
            return text.chars().take(at % (text.chars().count() + 1)).collect();
        }
    }
    lines.join("\n") + "\n"
}

/// Whether a complaint's file is there, or the place where it is missing.
fn is_in(folder: &Path, named: &Path) -> bool {
    named.starts_with(folder) && named.ancestors().any(|path| path.symlink_metadata().is_ok())
}

fn write(folder: &Folder, edits: &[(usize, Edit)]) {
    let mut texts: Vec<String> = FILES.iter().map(|(_, text)| (*text).to_owned()).collect();
    for (file, edit) in edits {
        let text = &mut texts[file % FILES.len()];
        *text = edited(text, edit);
    }
    for ((name, _), text) in FILES.iter().zip(&texts) {
        folder.write(name, text.as_bytes());
    }
}

#[test]
fn the_packages_are_good_before_they_are_damaged() {
    let folder = Folder::new();
    write(&folder, &[]);
    for name in ["legacy", "current"] {
        let found = load(&folder.path().join(name));
        assert!(found.is_ok(), "{found:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(usual_or_long(64, 400)))]

    #[test]
    fn damaged_packages_are_read_to_the_end(edits in edits()) {
        let folder = Folder::new();
        write(&folder, &edits);
        for name in ["legacy", "current"] {
            let package = folder.path().join(name);
            let complaints = match load(&package) {
                Ok(problem) => problem.warnings,
                Err(error) => {
                    prop_assert!(!error.complaints.is_empty());
                    error.complaints
                }
            };
            for complaint in complaints {
                prop_assert!(!complaint.by_machine, "{complaint}");
                prop_assert!(is_in(&package, &complaint.path), "{complaint}");
                let text = complaint.to_string();
                prop_assert!(!text.contains(char::is_control), "{text:?}");
                prop_assert!(text.len() < 2000, "{text}");
            }
        }
    }
}

/// Each of two links leads to a folder of 51 links, and each of these to one of 97 folders: with `data` and `secret`
/// that makes exactly as many as there may be.
#[test]
fn as_many_folders_as_there_may_be_are_gone_through() {
    let folder =
        Folder::with(&[("problem.yaml", ""), ("data/secret/1.in", ""), ("data/secret/1.ans", "")]);
    for name in ["a", "b"] {
        folder.link("../outer", &format!("data/secret/{name}"));
    }
    for number in 0..51 {
        folder.link("../inner", &format!("data/outer/{number}"));
    }
    for number in 0..97 {
        fs::create_dir_all(folder.path().join(format!("data/inner/{number}"))).unwrap();
    }
    assert_eq!(folder.load().root.all().len(), 10_000);
}

/// Links between folders make two ways to each, and thousands of millions to the last: not all are gone.
#[test]
fn folders_that_links_multiply_are_not_all_gone_through() {
    let folder =
        Folder::with(&[("problem.yaml", ""), ("data/secret/1.in", ""), ("data/secret/1.ans", "")]);
    for level in 0..15 {
        fs::create_dir_all(folder.path().join(format!("data/l{level}"))).unwrap();
        for name in ["a", "b", "c", "d"] {
            folder.link(&format!("../l{}", level + 1), &format!("data/l{level}/{name}"));
        }
    }
    fs::create_dir_all(folder.path().join("data/l15")).unwrap();
    folder.link("../l0", "data/secret/g");
    let complaints = folder.complaints().concat();
    assert!(complaints.contains("more than 10000 folders"), "{complaints}");
}
