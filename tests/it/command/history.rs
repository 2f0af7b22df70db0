//! `jury grade --save`, `jury history` and `jury leaderboard` as a user meets them.

use super::common::{World, run};
use jury::report::history_json::{Comparison, Document, Leaderboard};

/// Scores 1 for each of twelve numbers that is printed again.
fn world() -> World {
    let toml = "name = \"P\"\n[scoring]\nkind = \"mean\"\n[checker]\nname = \"numbers\"\n";
    let world = World::new(&[
        ("problems/p/problem.toml", toml),
        ("problems/q/problem.toml", "name = \"Q\"\n"),
        ("problems/q/data/secret/1.in", "1\n"),
        ("problems/q/data/secret/1.ans", "1\n"),
        ("all.py", "print(input())\n"),
        ("few.py", "n = int(input())\nprint(n if n < 3 else 0)\n"),
        ("but-one.py", "n = int(input())\nprint(n if n < 12 else 0)\n"),
    ]);
    std::fs::create_dir_all(world.path("problems/p/data/secret")).expect("a folder");
    for number in 1..=12 {
        for ending in ["in", "ans"] {
            let path = world.path(&format!("problems/p/data/secret/{number:02}.{ending}"));
            std::fs::write(path, format!("{number}\n")).expect("written");
        }
    }
    world
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn what_is_saved_is_listed_ranked_and_compared() {
    let world = world();
    assert!(world.jury(&["history"], 0).out.starts_with("no grade is saved in "));
    assert!(world.jury(&["leaderboard", "p"], 0).out.starts_with("no grade of p is saved"));
    assert!(!world.path("problems/.jury").exists(), "only saving leaves something behind");

    let did = world.jury(&["grade", "p", "few.py", "but-one.py", "--save"], 1);
    assert!(did.err.contains("saved as grades 1 to 2"), "{did:#?}");
    world.jury(&["grade", "./problems/p", "all.py", "--save"], 0);
    world.jury(&["grade", "q", "all.py", "--save"], 0);

    let did = world.jury(&["history"], 0);
    assert!(did.out.ends_with("\nnewest of 4: all.py accepted\n"), "{did:#?}");
    let did = world.jury(&["history", "p", "./few.py"], 0);
    assert!(did.out.ends_with("\nnewest of 1: few.py wrong answer, score 0.166667\n"), "{did:#?}");
    let text = world.jury(&["history", "p", "--json", "-"], 0).out;
    let document: Document = serde_json::from_str(&text).expect("strict");
    let grades = document.grades.iter().map(|grade| (grade.number, grade.submission.as_str()));
    assert_eq!(grades.collect::<Vec<_>>(), [(1, "few.py"), (2, "but-one.py"), (3, "all.py")]);
    assert_eq!((document.grades[1].accepted, document.grades[1].cases), (11, 12));

    let did = world.jury(&["history", "3"], 2);
    assert!(did.err.contains("numbers of grades are for `--compare A B`"), "{did:#?}");
    let did = world.jury(&["leaderboard", "p"], 0);
    let order: Vec<_> = did.out.lines().filter_map(|line| line.split("  ").last()).collect();
    assert_eq!(order[1..4], ["all.py", "but-one.py", "few.py"], "{did:#?}");
    assert!(did.out.ends_with("p: best: all.py (accepted, score 1)\n"), "{did:#?}");

    let last = |arguments: &[&str]| {
        let did = world.jury(arguments, 0);
        did.out.lines().last().expect("a line").to_owned()
    };
    let better = last(&["leaderboard", "p", "--compare", "few.py", "all.py"]);
    assert_eq!(better, "B is better");
    let worse = last(&["history", "--compare", "3", "1"]);
    assert_eq!(worse, "B is worse");
    let equal = last(&["history", "p", "--compare", "but-one.py", "3"]);
    assert!(equal.starts_with("no difference can be shown: "), "{equal}");
    let did = world.jury(&["history", "--compare", "1", "3"], 0);
    let mean = "\nmean difference B − A: +0.8333, 95 % interval +0.5860 to +1.0807\n";
    assert!(did.out.contains(mean), "{did:#?}");
    assert!(last(&["history", "--compare", "1", "1"]).starts_with("A and B are the same program"));
    let did = world.jury(&["history", "--compare", "1", "4"], 2);
    assert!(did.err.contains("only grades of the same problem can be compared"), "{did:#?}");
    let did = world.jury(&["leaderboard", "p", "--compare", "none.py", "1"], 2);
    assert!(did.err.contains("no grade of p `none.py`"), "{did:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn grades_of_another_scoring_are_not_ranked_together() {
    let world = world();
    world.jury(&["grade", "p", "all.py", "--save"], 0);
    let path = world.path("problems/p/problem.toml");
    let toml = std::fs::read_to_string(&path).expect("there");
    std::fs::write(&path, toml.replace("mean", "sum")).expect("written");
    world.jury(&["grade", "p", "few.py", "--save"], 1);
    let did = world.jury(&["leaderboard", "p"], 0);
    assert!(did.out.ends_with("p: best: few.py (wrong answer, score 2)\n"), "{did:#?}");
    std::fs::write(&path, toml.replace("\"numbers\"", "\"tokens\"")).expect("written");
    world.jury(&["grade", "p", "but-one.py", "--save"], 1);
    let did = world.jury(&["leaderboard", "p"], 0);
    assert!(did.out.contains("best: but-one.py"), "{did:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn leaderboards_and_comparisons_are_written_as_json() {
    let world = world();
    world.jury(&["grade", "p", "few.py", "all.py", "--save"], 1);
    let text = world.jury(&["leaderboard", "p", "--json", "-"], 0).out;
    let ranked: Leaderboard = serde_json::from_str(&text).expect("strict");
    let order: Vec<_> = ranked.grades.iter().map(|grade| grade.submission.as_str()).collect();
    assert_eq!(
        (ranked.problem.as_str(), order, ranked.left_out),
        ("p", vec!["all.py", "few.py"], 0)
    );

    for command in [&["leaderboard", "p"][..], &["history", "p"]] {
        let did = world.jury(&[command, &["--compare", "1", "2", "--json", "c.json"]].concat(), 0);
        assert_eq!((did.out.as_str(), did.err.as_str()), ("", ""));
        let text = std::fs::read_to_string(world.path("c.json")).expect("written");
        let found: Comparison = serde_json::from_str(&text).expect("strict");
        assert_eq!((found.first.number, found.second.number), (1, 2));
        assert_eq!((found.measure.as_str(), found.second_is.as_deref()), ("score", Some("better")));
        assert_eq!((found.cases.len(), found.compared, found.left_out), (12, 12, 0));
        assert_eq!((found.cases[0].difference, found.cases[11].difference), (Some(0.0), Some(1.0)));
        assert!((found.mean - 10.0 / 12.0).abs() < 1e-9 && found.mean_low < Some(0.6), "{found:?}");
    }
    let identical = world.jury(&["leaderboard", "p", "--compare", "1", "1", "--json=-"], 0).out;
    let found: Comparison = serde_json::from_str(&identical).expect("strict");
    assert_eq!(found.second_is, None);

    let file = "problems/.jury/history.jsonl";
    let before = std::fs::read(world.path(file)).expect("read");
    for command in [&["leaderboard", "p"][..], &["history"]] {
        let did = world.jury(&[command, &["--json", file]].concat(), 2);
        assert!(did.err.contains("would overwrite"), "{did:#?}");
    }
    assert!(std::fs::read(world.path(file)).expect("read") == before);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_case_that_is_not_accepted_in_both_has_no_times_to_compare() {
    let world = world();
    world.jury(&["grade", "q", "all.py", "--save"], 0);
    std::fs::write(world.path("none.py"), "print(2)\n").expect("written");
    world.jury(&["grade", "q", "none.py", "--save"], 1);
    let did = world.jury(&["history", "--compare", "1", "2"], 0);
    let words = "\n1 case not accepted in both left out: failing faster is no progress\n\
                 A is accepted, B is not\n";
    assert!(did.out.contains(words), "{did:#?}");
    let text = world.jury(&["history", "--compare", "1", "2", "--json=-"], 0).out;
    let found: Comparison = serde_json::from_str(&text).expect("strict");
    assert_eq!((found.measure.as_str(), found.compared, found.left_out), ("cpu_seconds", 0, 1));
    assert_eq!((found.cases[0].difference, found.second_is), (None, None));
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn an_empty_history_is_a_loss_and_no_new_one() {
    let world = world();
    world.jury(&["grade", "q", "all.py", "--save"], 0);
    let file = world.path("problems/.jury/history.jsonl");
    std::fs::write(&file, "").expect("written");
    for arguments in [&["grade", "q", "all.py", "--save"][..], &["history"], &["leaderboard", "q"]]
    {
        let did = world.jury(arguments, 2);
        let words = "history.jsonl is empty, and the grades in it are lost";
        assert!(did.out.is_empty() && did.err.contains(words), "{did:#?}");
    }
    std::fs::remove_file(&file).expect("removed");
    world.jury(&["grade", "q", "all.py", "--save"], 0);
    assert!(world.jury(&["history"], 0).out.contains("newest of 1: all.py"));
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_submission_is_found_by_the_end_of_its_path() {
    let world = world();
    std::fs::create_dir_all(world.path("a/b")).expect("folders");
    std::fs::copy(world.path("few.py"), world.path("a/b/some.py")).expect("copied");
    std::fs::copy(world.path("few.py"), world.path("a/some.py")).expect("copied");
    world.jury(&["grade", "p", "a/b/some.py", "--save"], 1);
    let did = world.jury(&["history", "p", "some.py"], 0);
    assert!(did.out.contains("newest of 1: a/b/some.py"), "{did:#?}");
    world.jury(&["grade", "p", "a/some.py", "--save"], 1);
    let did = world.jury(&["history", "p", "some.py"], 2);
    assert!(did.err.contains("may be a/b/some.py or a/some.py: name one"), "{did:#?}");
    world.jury(&["history", "--compare", "b/some.py", "a/some.py"], 0);
}

#[test]
fn what_stands_in_the_place_of_the_history_is_named() {
    let world = world();
    std::fs::write(world.path("problems/.jury"), "").expect("written");
    for arguments in [&["history"][..], &["grade", "q", "all.py", "--save"]] {
        let did = world.jury(arguments, 2);
        assert!(did.err.contains("problems/.jury is not a jury history"), "{did:#?}");
    }
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn grades_on_other_cases_are_left_out_of_the_leaderboard() {
    let world = world();
    world.jury(&["grade", "p", "all.py", "--save"], 0);
    std::fs::write(world.path("problems/p/data/secret/01.in"), "01\n").expect("written");
    world.jury(&["grade", "p", "few.py", "--save"], 1);
    let did = world.jury(&["leaderboard", "p"], 0);
    assert!(
        did.out
            .contains("1 grade is on other cases, limits or checkers and left out: grade it again"),
        "{did:#?}"
    );
    assert!(did.out.contains("p: best: few.py"), "{did:#?}");
    let did = world.jury(&["leaderboard", "p", "--compare", "1", "2"], 0);
    assert!(did.out.contains("the cases or their limits have changed in between"), "{did:#?}");
}

#[test]
fn only_whole_grades_are_saved() {
    let world = world();
    for option in [["--case", "*"], ["--time-limit", "1"]] {
        let arguments = [&["grade", "p", "all.py", "--save"], option.as_slice()].concat();
        let did = world.jury(&arguments, 2);
        assert!(did.err.contains("cannot be used with"), "{did:#?}");
    }
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_history_that_cannot_be_used_is_told_before_the_work_and_stays() {
    let world = world();
    world.jury(&["grade", "q", "all.py", "--save"], 0);
    let file = world.path("problems/.jury/history.jsonl");
    let text = "this is no history, however long one reads on in it\n".repeat(40);
    std::fs::write(&file, &text).expect("written");
    for arguments in [
        &["grade", "q", "all.py", "--save"][..],
        &["history"],
        &["leaderboard", "q"],
        &["history", "--compare", "1", "1"],
    ] {
        let did = world.jury(arguments, 2);
        assert!(did.out.is_empty() && did.err.contains("is not a jury history"), "{did:#?}");
    }
    assert_eq!(std::fs::read_to_string(&file).expect("read"), text);
    // Without --save, it is nobody's business.
    world.jury(&["grade", "q", "all.py"], 0);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn files_whose_names_differ_are_different_submissions() {
    use std::os::unix::ffi::OsStrExt as _;
    let world = world();
    let names = [b"bad\xff.py", b"bad\xfe.py"].map(|name| std::ffi::OsStr::from_bytes(name));
    for name in names {
        std::fs::copy(world.path("all.py"), world.path(".").join(name)).expect("copied");
        let mut command = world.command(&["grade", "q", "--save", "--json", "grade.json"]);
        assert_eq!(run(command.arg(name)).status, 0);
        let json = std::fs::read_to_string(world.path("grade.json")).expect("read");
        let shown = name.as_bytes().escape_ascii().to_string().replace('\\', "\\\\");
        assert!(json.contains(&format!("\"path\": \"{shown}\"")), "{json}");
    }
    let ranked = world.jury(&["leaderboard", "q"], 0).out;
    assert!(ranked.contains("bad\\xff.py") && ranked.contains("bad\\xfe.py"), "{ranked}");
    let mut history = world.command(&["history", "q"]);
    let did = run(history.arg(names[1]));
    assert!(did.out.contains("newest of 1: bad\\xfe.py"), "{did:#?}");
}
