//! `jury new`: every kind of problem holds what it promises at once, and nothing is overwritten.

use super::common::World;
use crate::long::usual_or_long;

/// How much of a new problem is tried where nothing asks for the long form.
#[derive(Clone, Copy, PartialEq)]
enum Tried {
    /// All of it.
    Whole,
    /// That its parts build, its cases are valid and its reference is accepted.
    Parts,
}

/// A new problem of this kind passes `jury verify`, its wrong submissions caught.
#[track_caller]
fn holds(checker: &str, language: &str, usual: Tried) {
    let world = World::new(&[]);
    let made = world.jury(&["new", "two-towers", "--checker", checker, "--language", language], 0);
    assert!(made.out.starts_with("made two-towers\n"), "{made:#?}");
    assert!(made.out.contains("jury verify ./two-towers"), "{made:#?}");
    if usual_or_long(usual, Tried::Whole) == Tried::Parts {
        world.jury(&["validate", "./two-towers"], 0);
        world.jury(&["grade", "./two-towers", "--reference"], 0);
        return;
    }
    let proved = world.jury(&["verify", "./two-towers"], 0);
    assert!(proved.out.contains("3 of 3"), "as expected: {proved:#?}");
    assert!(proved.out.contains("2 of 2"), "caught twice: {proved:#?}");
    let remade = world.jury(&["generate", "./two-towers", "--check"], 0);
    assert!(remade.out.contains("all generated cases"), "{remade:#?}");
    let hidden = std::fs::read_dir(world.path("")).expect("readable").flatten();
    let names: Vec<_> = hidden.map(|entry| entry.file_name()).collect();
    assert_eq!(names, ["two-towers"], "nothing else is left");
}

#[test]
fn tokens_hold() {
    holds("tokens", "cpp", Tried::Parts);
}

#[test]
fn lines_hold() {
    holds("lines", "cpp", Tried::Parts);
}

#[test]
fn unordered_lines_hold() {
    holds("unordered-lines", "cpp", Tried::Parts);
}

#[test]
fn numbers_hold() {
    holds("numbers", "cpp", Tried::Parts);
}

#[test]
fn a_checker_of_its_own_holds() {
    holds("custom", "cpp", Tried::Whole);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_checker_of_its_own_holds_in_python() {
    holds("custom", "python", Tried::Parts);
}

#[test]
fn a_checker_of_its_own_holds_in_rust() {
    holds("custom", "rust", Tried::Whole);
}

/// A new problem whose program follows this protocol passes `jury verify`.
#[track_caller]
fn holds_by(protocol: &str, options: &[&str], proved: &str) {
    let world = World::new(&[]);
    world.jury(&[&["new", "two-towers", "--protocol", protocol], options].concat(), 0);
    let did = world.jury(&["verify", "./two-towers"], 0);
    assert!(did.out.contains(proved), "{did:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn interactive_problems_hold_by_both_protocols() {
    let all = ["cpp", "python", "rust"].map(|language| [("testlib", language), ("icpc", language)]);
    let all = all.concat();
    for (protocol, language) in usual_or_long(vec![("testlib", "cpp"), ("icpc", "python")], all) {
        holds_by(protocol, &["--kind", "interactive", "--language", language], "2 of 2");
    }
}

#[test]
fn checkers_hold_by_the_other_protocol() {
    for language in usual_or_long(&["cpp"][..], &["cpp", "python", "rust"]) {
        holds_by("icpc", &["--checker", "custom", "--language", language], "3 of 3");
    }
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn shares_are_printed_in_every_language() {
    for (language, ending) in [("python", "py"), ("rust", "rs")] {
        let world = World::new(&[]);
        world.jury(&["new", "p", "--checker", "numbers", "--language", language], 0);
        let accepted = format!("p/submissions/accepted/counting.{ending}");
        world.jury(&["grade", "./p", &accepted], 0);
        let wrong = format!("p/submissions/wrong_answer/neighbours_only.{ending}");
        let did = world.jury(&["grade", "./p", &wrong, "--case", "sample/1"], 1);
        assert!(did.out.contains("WA"), "{did:#?}");
    }
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn the_validator_refuses_what_the_statement_does() {
    for language in ["cpp", "python", "rust"] {
        let world = World::new(&[]);
        world.jury(&["new", "p", "--language", language], 0);
        for (input, status) in [("1\n7\n", 0), ("2\n7\n", 1), ("1\n07\n", 1), ("1\n7", 1)] {
            std::fs::write(world.path("x.in"), input).expect("written");
            world.jury(&["validate", "./p", "x.in"], status);
        }
        std::fs::write(world.path("x.in"), "1\n7 \n").expect("written");
        let did = world.jury(&["add", "./p", "x.in"], 1);
        assert!(did.err.contains("x.in:2:"), "{did:#?}");
    }
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn nothing_is_overwritten_and_bad_names_are_refused() {
    let world = World::new(&[
        ("problems/old/problem.toml", "name = \"Old\"\n"),
        ("file", ""),
        ("problems/taken", ""),
    ]);
    let refused = |arguments: &[&str], part: &str| {
        let did = world.jury(&[&["new"], arguments].concat(), 2);
        assert!(did.err.contains(part), "no {part:?} in {did:#?}");
    };
    refused(&["old"], "problems/old already exists");
    refused(&["taken"], "problems/taken already exists");
    refused(&["./file"], "file already exists");
    refused(&["no/such/place"], "there is no folder");
    for name in ["Two", "two towers", "../..", "-x", "", "zwölf"] {
        refused(&["--", name], "cannot be a problem's name");
    }
    refused(&["x", "--checker", "token"], "tokens");
    refused(&["x", "--language", "cobol"], "python");
    refused(&["x", "--kind", "interactive", "--checker", "lines"], "goes without --checker");
    refused(&["x", "--protocol", "icpc"], "--protocol is that of a program");
    let names: Vec<_> = std::fs::read_dir(world.path("problems"))
        .expect("readable")
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    assert_eq!(names.len(), 2, "{names:?}");
    world.jury(&["new", "young", "--language", "python"], 0);
    assert!(world.path("problems/young/problem.toml").is_file());
    world.jury(&["list"], 0);
}
