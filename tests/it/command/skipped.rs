//! What cannot be graded among submissions that can: it is named with its reason, and the others are
//! graded.

use super::common::{Did, World};
use jury::report::document::Document;

const LANGUAGES: &str = "[[language]]\nname = 'exotic'\ntitle = 'Exotic'\nendings = ['exo']\nsingle = 'a.exo'\nrun = ['x']\n\
                         tools = [{ word = 'tool', names = ['no-such-compiler'], install = 'install it' }]\nversion = ['{tool}', '--version']\n";

fn world() -> World {
    World::new(&[
        ("p/1.in", "1\n"),
        ("p/1.ans", "1\n"),
        ("right.py", "print(1)\n"),
        ("wrong.py", "print(2)\n"),
        ("notes.txt", "to do\n"),
        ("a.exo", ""),
    ])
}

#[track_caller]
fn case(arguments: &[&str], status: i32, words: &[&str]) -> Did {
    // Elsewhere: beside a submission, it would not count.
    let elsewhere = World::new(&[("languages.toml", LANGUAGES)]);
    let languages = elsewhere.path("languages.toml").display().to_string();
    let all = [&["grade", "./p"], arguments, &["--languages", &languages]].concat();
    let did = world().jury(&all, status);
    for words in words {
        assert!(did.err.contains(words), "no {words:?} in {did:#?}");
    }
    did
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_file_that_is_no_submission_does_not_stop_the_others() {
    let words = ["error: notes.txt: not graded: cannot tell the language of notes.txt"];
    let did = case(&["right.py", "notes.txt", "wrong.py"], 2, &words);
    assert!(did.out.contains("AC  right.py") && did.out.contains("WA  wrong.py"), "{did:#?}");
    assert!(
        did.out.ends_with("p: 1 of 2 submissions accepted, 1 not graded (notes.txt)\n"),
        "{did:#?}"
    );
    let words = ["rigth.py: not graded: there is no submission rigth.py: did you mean `right.py`?"];
    case(&["rigth.py", "wrong.py"], 2, &words);
    let did = case(&["right.py", "notes.txt", "--json", "-"], 2, &["notes.txt: not graded"]);
    let report: Document = serde_json::from_str(&did.out).expect("strict");
    assert_eq!((report.submissions.len(), report.not_graded.len()), (1, 1), "{did:#?}");
    assert_eq!(report.not_graded[0].path, "notes.txt", "{did:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn what_was_not_graded_stands_in_every_report() {
    let told = |option, words: &str| {
        let did = case(&["right.py", "notes.txt", option, "-"], 2, &[]);
        assert!(did.out.contains(words), "no {words:?} in {did:#?}");
    };
    told("--markdown", "| ❌ not graded | <code>notes.txt</code> |");
    told("--markdown", "**1 of 1 submissions accepted, 1 not graded**");
    told("--junit", "<testsuite name=\"p/notes.txt\" tests=\"1\" skipped=\"0\" errors=\"1\"");
    told("--html", "<li>notes.txt: not graded: cannot tell the language");
}

#[test]
fn a_folder_of_several_submissions_is_told_from_one_of_several_files() {
    let main = "int main() {}\n";
    let world = World::new(&[
        ("p/1.in", "1\n"),
        ("p/1.ans", "1\n"),
        ("pythons/a.py", ""),
        ("pythons/b.py", ""),
        ("mixed/a.py", ""),
        ("mixed/b.c", ""),
        ("whole/a.c", main),
        ("whole/b.c", main),
    ]);
    for (folder, status) in [("pythons", 2), ("mixed", 2), ("whole", 1)] {
        let did = world.jury(&["grade", "./p", folder], status);
        let hint = format!("submissions of their own, name the files: `{folder}/*`");
        assert!(format!("{}{}", did.out, did.err).contains(&hint), "{did:#?}");
    }
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_missing_compiler_does_not_stop_the_others() {
    let did = case(&["a.exo", "right.py"], 3, &["a.exo could not be judged: ", "no-such-compiler"]);
    assert!(did.out.contains("JE  a.exo") && did.out.contains("AC  right.py"), "{did:#?}");
    // The machine lacks something, whatever else was given.
    case(&["a.exo", "right.py", "notes.txt"], 3, &["a.exo could not", "notes.txt: not graded"]);
}

#[test]
fn where_nothing_can_be_graded_all_reasons_are_told() {
    let did = case(&["notes.txt", "none.py"], 2, &["cannot tell the language of notes.txt"]);
    assert!(did.err.contains("there is no submission none.py"), "{did:#?}");
    assert_eq!(did.out, "");
    let did = case(&["right.py", "wrong.py", "--language", "pyton"], 2, &["did you mean `python`"]);
    assert_eq!(did.err.lines().count(), 1, "{did:#?}");
}

#[test]
fn the_problem_comes_first() {
    let did = world().jury(&["grade", "right.py", "./p"], 2);
    assert!(
        did.err.contains("the problem comes first, then the submission: `./p right.py`"),
        "{did:#?}"
    );
    let did = world().jury(&["grade", "right.py", "wrong.py"], 2);
    assert!(did.err.contains("name the problem first"), "{did:#?}");
}
