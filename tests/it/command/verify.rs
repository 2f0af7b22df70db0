//! `jury verify` and `jury generate`: a package is made, proved, and found out when it breaks what
//! it promises.

use super::common::{World, run};
use jury::report::matrix_json::Document;
use jury::verdict::Verdict;

/// A submission that is right.
const ECHO: &str = "read -r line\necho \"$line\"\n";

/// Its programs are scripts, which start quickly.
fn package() -> World {
    World::new(&[
        (
            "p/problem.toml",
            "name = \"P\"\nreference = \"submissions/accepted/echo.sh\"\n[[generator]]\n\
             program = \"generators/seed.sh\"\nname = \"secret/g-{}\"\ncount = 2\n",
        ),
        ("p/generators/seed.sh", "echo \"${@: -1}\"\n"),
        ("p/submissions/accepted/echo.sh", ECHO),
        ("p/submissions/wrong_answer/one.sh", "echo 1\n"),
        ("p/submissions/compile_error/broken.c", "int main(\n"),
    ])
}

#[test]
fn a_package_is_made_and_proved() {
    let world = package();
    let made = world.jury(&["generate", "./p"], 0);
    assert!(made.out.ends_with("p: 4 files written\n"), "{made:#?}");
    assert_eq!(world.jury(&["generate", "./p"], 0).out, "p: 0 files written\n");
    let answer = std::fs::read_to_string(world.path("p/data/secret/g-002.ans"));
    assert_eq!(answer.expect("made"), "2\n");
    let proved = world.jury(&["verify", "./p"], 0);
    assert!(proved.out.contains("wrong_answer/one.sh  caught by secret/g-002\n"), "{proved:#?}");
    assert!(proved.out.ends_with("1 of 1 problems verified\n"), "{proved:#?}");
}

#[test]
fn what_cannot_be_proved_is_said() {
    let world = World::new(&[("p/1.in", "1\n"), ("p/1.ans", "1\n")]);
    let proved = world.jury(&["verify", "./p"], 0);
    for what in [
        "whether inputs are valid (there is no validator)",
        "whether the answers are right (there is no reference)",
        "whether right programs pass and wrong ones fail (there are no submissions)",
    ] {
        assert!(proved.out.contains(&format!("  not checked: {what}\n")), "{what}: {proved:#?}");
    }
    let last = "1 of 1 problems verified, but no program was judged on 1 of them\n";
    assert!(proved.out.ends_with(last), "{proved:#?}");
}

#[test]
fn a_package_that_cannot_be_read_counts_in_the_end() {
    let world = World::new(&[
        ("p/1.in", "1\n"),
        ("p/1.ans", "1\n"),
        ("q/problem.toml", "name = \"Q\"\njunk = 1\n"),
        ("r/1.in", "1\n"),
        ("r/1.ans", "1\n"),
        ("r/2.in", "1\n"),
        ("r/2.ans", "1\n"),
    ]);
    let proved = world.jury(&["verify", "./p", "./q", "./r"], 2);
    assert!(proved.err.contains("problem.toml:2:1: unknown key `junk`"), "{proved:#?}");
    assert!(proved.out.contains("\nr: 2: has the same input as 1\n"), "{proved:#?}");
    let last = "1 of 3 problems verified, but no program was judged on 2 of them; findings in: r; \
                could not be checked: q\n";
    assert!(proved.out.ends_with(last), "{proved:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_package_without_settings_does_not_disappear() {
    let world = World::new(&[
        ("problems/first/problem.toml", "name = \"P\"\n"),
        ("problems/first/data/1.in", "1\n"),
        ("problems/first/data/1.ans", "1\n"),
        ("problems/second/Problem.toml", "name = \"Q\"\n"),
        ("problems/second/data/1.in", "1\n"),
        ("problems/second/data/1.ans", "1\n"),
        ("problems/second/submissions/accepted/a.py", "print(1)\n"),
        ("problems/notes/1.in", "1\n"),
    ]);
    let words = "problems/second: has data/ and submissions/, but no problem.toml (is Problem.toml \
                 meant?)\n";
    for command in ["verify", "list"] {
        let did = world.jury(&[command], 2);
        assert!(did.err.contains(&format!("error: {words}")), "{command}: {did:#?}");
        assert!(did.out.contains("first"), "{command}: {did:#?}");
    }
    let named = ["grade", "problems/second", "problems/second/submissions/accepted/a.py"];
    let did = world.jury(&named, 0);
    assert!(did.err.contains(&format!("warning: {words}")), "{did:#?}");
}

#[test]
fn what_catches_submissions_stands_in_a_column() {
    let world = package();
    world.jury(&["generate", "./p"], 0);
    std::fs::write(world.path("p/submissions/wrong_answer/always_one.sh"), "echo 1\n")
        .expect("written");
    let proved = world.jury(&["verify", "./p"], 0);
    let lines = "  WA  wrong_answer/always_one.sh  caught by secret/g-002\n  \
                   WA  wrong_answer/one.sh         caught by secret/g-002\n";
    assert!(proved.out.contains(lines), "{proved:#?}");
}

#[test]
fn what_is_no_submission_keeps_the_others_from_nothing() {
    let world = package();
    world.jury(&["generate", "./p"], 0);
    std::fs::write(world.path("p/submissions/accepted/README"), "how it works\n").expect("written");
    let told = "accepted/README: not judged: its language is unknown; move it elsewhere if it is no \
                submission\n";
    let proved = world.jury(&["verify", "./p"], 2);
    assert_eq!(proved.out.matches(told).count(), 1, "{proved:#?}");
    assert!(proved.out.contains("wrong_answer/one.sh  caught by secret/g-002\n"), "{proved:#?}");
    assert_eq!(proved.err, "", "{proved:#?}");
    // The machine's failures and mistakes in the languages still count for more.
    std::fs::write(world.path("p/languages.toml"), "junk = 1\n").expect("written");
    let refused = world.jury(&["verify", "./p"], 2);
    assert!(refused.err.contains("languages.toml:1:1: "), "{refused:#?}");
}

/// A validator in no language that is known keeps nothing from being proved; a mistake in the languages does.
#[test]
fn a_validator_in_an_unknown_language_is_a_finding() {
    let world = World::new(&[
        ("p/problem.toml", "name = \"P\"\n[validator]\nprogram = \"v.qq\"\nprotocol = \"icpc\"\n"),
        ("p/v.qq", "+\n"),
        ("p/data/secret/1.in", "1\n"),
        ("p/data/secret/1.ans", "1\n"),
    ]);
    let found = world.jury(&["verify", "./p"], 1);
    let words = "  input validators: cannot tell the language of ";
    assert!(found.out.contains(words), "{found:#?}");
    std::fs::write(world.path("p/languages.toml"), "junk = 1\n").expect("written");
    let refused = world.jury(&["verify", "./p"], 2);
    assert!(refused.err.contains("languages.toml:1:1: "), "{refused:#?}");
}

/// A tool that is not installed is a failure of this machine; packages from elsewhere may need more than it has.
#[test]
fn submissions_in_languages_that_this_machine_lacks_keep_the_others_from_nothing() {
    let own = tempfile::tempdir().expect("a folder");
    let languages = own.path().join("languages.toml");
    let text = "[[language]]\nname = 'none'\nendings = ['none']\nrun = ['{none}', '/program/{main_name}']\n\
                version = ['{none}', '--version']\n\
                tools = [{ word = 'none', names = ['no-such-tool'], install = 'install it' }]\n";
    std::fs::write(&languages, text).expect("written");
    let why = "cannot build none on this machine: there is no ";
    for (name, settings, status, told) in [
        ("problem.toml", "name = 'P'\n", 3, "could not be judged"),
        ("problem.yaml", "problem_format_version: 2025-09\nname: P\n", 0, "not run"),
    ] {
        let world = World::new(&[
            (&format!("p/{name}"), settings),
            ("p/data/secret/1.in", "1\n"),
            ("p/data/secret/1.ans", "1\n"),
            ("p/submissions/accepted/a.none", "1\n"),
            ("p/submissions/accepted/echo.sh", ECHO),
            ("p/submissions/wrong_answer/two.sh", "echo 2\n"),
        ]);
        let mut command = world.command(&["verify", "./p"]);
        let did = run(command.env("JURY_LANGUAGES", &languages));
        assert_eq!(did.status, status, "{did:#?}");
        assert!(did.out.contains(&format!("accepted/a.none: {told}: {why}")), "{did:#?}");
        assert!(did.out.contains("wrong_answer/two.sh  caught by secret/1\n"), "{did:#?}");
    }
}

#[test]
fn a_reference_needs_a_margin_to_the_time_limit() {
    let world = World::new(&[
        ("p/problem.toml", "name = 'P'\nreference = 'loop.c'\n[limits]\ntime = 0.1\n"),
        ("p/loop.c", "int main(void) { for (;;) {} }\n"),
        ("p/data/secret/1.in", "1\n"),
        ("p/data/secret/1.ans", "1\n"),
    ]);
    let found = world.jury(&["verify", "./p"], 1);
    assert!(found.out.contains("  secret/1: the reference uses "), "{found:#?}");
    assert!(found.out.contains(" % of the time limit\n"), "{found:#?}");
}

#[test]
fn each_broken_promise_is_found() {
    let world = package();
    world.jury(&["generate", "./p"], 0);
    let write = |name: &str, text: &str| {
        std::fs::write(world.path(name), text).expect("written");
    };
    write("p/data/secret/again.in", "2 \r\n");
    write("p/data/secret/again.ans", "2\n");
    write("p/data/secret/g-001.in", "7\n");
    write("p/submissions/wrong_answer/right.sh", ECHO);
    let found = world.jury(&["verify", "./p"], 1);
    for part in [
        "secret/g-002: has the same input as secret/again",
        "secret/g-001: differs from what its generator rule generates",
        "secret/g-001: the reference gets WA",
        "accepted/echo.sh: gets WA, expected AC",
        "0 of 1 problems verified",
    ] {
        assert!(found.out.contains(part), "{part}: {}", found.out);
    }
}

#[test]
fn generator_rules_are_proved_case_by_case() {
    let world = package();
    world.jury(&["generate", "./p"], 0);
    for ending in ["in", "ans"] {
        std::fs::remove_file(world.path(&format!("p/data/secret/g-001.{ending}"))).expect("there");
    }
    for number in 3..=5 {
        for ending in ["in", "ans"] {
            let path = world.path(&format!("p/data/secret/g-00{number}.{ending}"));
            std::fs::write(path, format!("{number}\n")).expect("written");
        }
    }
    let generator = "[ \"${@: -1}\" != 2 ] || { echo no idea >&2; exit 1; }\necho 1\n";
    std::fs::write(world.path("p/generators/seed.sh"), generator).expect("written");
    let found = world.jury(&["verify", "./p"], 1);
    for part in [
        "secret/g-001: is missing: create it with `jury generate`",
        "secret/g-002: its generator failed: exit code 1: no idea",
        "warning: secret/g-003: is named like `secret/g-002`, but no generator rule makes it, as are 2 more: ",
    ] {
        assert!(found.out.contains(part), "{part}: {}", found.out);
    }
    let settings = std::fs::read_to_string(world.path("p/problem.toml")).expect("there");
    std::fs::write(world.path("p/problem.toml"), settings.replace("seed.sh", "seed.c"))
        .expect("written");
    std::fs::write(world.path("p/generators/seed.c"), "int main(\n").expect("written");
    let found = world.jury(&["verify", "./p"], 1);
    assert!(found.out.contains("generators/seed.c: does not build:"), "{}", found.out);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_sample_in_a_folder_of_samples_is_a_sample() {
    let world = World::new(&[
        ("p/problem.toml", "name = \"P\"\nreference = \"submissions/accepted/echo.py\"\n"),
        ("p/data/sample/easy/1.in", "2\n"),
        ("p/data/sample/easy/1.ans", "2\n"),
        ("p/data/secret/1.in", "1\n"),
        ("p/data/secret/1.ans", "1\n"),
        ("p/submissions/accepted/echo.py", "print(input())\n"),
        ("p/submissions/wrong_answer/one.py", "print(1)\n"),
    ]);
    let found = world.jury(&["verify", "./p"], 1);
    let message = "wrong_answer/one.py: is caught by a sample only: add a secret case";
    assert!(found.out.contains(message), "{}", found.out);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn the_matrix_tells_which_case_catches_which_submission() {
    let world = World::new(&[
        ("p/problem.toml", "name = \"P\"\nreference = \"submissions/accepted/echo.py\"\n"),
        ("p/data/sample/1.in", "1\n"),
        ("p/data/sample/1.ans", "1\n"),
        ("p/data/secret/a/1.in", "2\n"),
        ("p/data/secret/a/1.ans", "2\n"),
        ("p/data/secret/a/2.in", "7\n"),
        ("p/data/secret/a/2.ans", "7\n"),
        ("p/data/secret/b/1.in", " 1\n"),
        ("p/data/secret/b/1.ans", "1\n"),
        ("p/data/secret/b/2.in", "  1\n"),
        ("p/data/secret/b/2.ans", "1 \n"),
        ("p/submissions/accepted/echo.py", "print(input())\n"),
        ("p/submissions/wrong_answer/one.py", "print(1)\n"),
        ("p/submissions/wrong_answer/up_to_two.py", "print(min(int(input()), 2))\n"),
        ("p/submissions/compile_error/broken.py", "print(\n"),
    ]);
    let did = world.jury(&["verify", "./p", "--matrix", "--matrix-json", "matrix.json"], 0);
    let rows = "\
  a  WA    2 cases  wrong_answer/one.py
  b  WA     1 case  wrong_answer/up_to_two.py

  ab  catches
  WW    2  secret/a/2
  W.    1  secret/a/1

  catch nothing (2):
    secret/b/1
    secret/b/2
  all answers equal in: secret/b
  bounds: not known for this validator
  slowest accepted: ";
    assert!(did.out.contains(rows), "{}", did.out);
    let weak = "  caught by one secret case only: wrong_answer/up_to_two.py (secret/a/2)\n  \
                1 of 2 wrong submissions caught by two secret cases or more\n";
    assert!(did.out.contains(weak), "{}", did.out);

    let text = std::fs::read_to_string(world.path("matrix.json")).expect("written");
    let document: Document = serde_json::from_str(&text).expect("a strict document");
    let problem = &document.problems[0];
    assert_eq!((document.schema, problem.slug.as_str()), (1, "p"));
    let catches: Vec<_> = problem.cases.iter().map(|case| case.catches).collect();
    assert_eq!(catches, [0, 1, 2, 0, 0]);
    let submissions: Vec<_> =
        problem.submissions.iter().map(|s| (s.path.as_str(), s.caught_by)).collect();
    let expected = [
        ("reference", 0),
        ("accepted/echo.py", 0),
        ("wrong_answer/one.py", 2),
        ("wrong_answer/up_to_two.py", 1),
    ];
    assert_eq!(submissions, expected);
    assert_eq!(problem.submissions[3].verdicts[2], Verdict::WrongAnswer);
    assert_eq!(problem.equal_answers.as_deref(), Some(&["secret/b".to_owned()][..]));
    assert_eq!(problem.bounds, None);
    assert!(problem.slowest_accepted.as_ref().is_some_and(|margin| margin.share > 0.0));
    assert_eq!(problem.fastest_too_slow, None);
}

#[test]
fn the_matrix_tells_what_the_inputs_do_not_reach() {
    let world = World::new(&[
        (
            "p/problem.toml",
            "name = \"P\"\nvalidator = \"eastern-draughts\"\n[checker]\nname = \"eastern-draughts\"\n[limits]\ntime = 0.25\n",
        ),
        ("p/data/secret/1.in", "2\n..\n*.\n"),
        ("p/data/secret/1.ans", "1\n0 1 0 0\n"),
        ("p/submissions/wrong_answer/none.sh", "echo 0\n"),
        ("p/submissions/time_limit_exceeded/loop.c", "int main(void) { for (;;) {} }\n"),
    ]);
    let did = world.jury(&["verify", "./p", "--matrix-json", "-"], 0);
    for part in [
        "    N 2 to 30: 30 never reached (there is 2 to 2)\n",
        "    N - P 0 to 29: 0 and 29 never reached (there is 1 to 1)\n",
        "  fastest too slow: at least ",
        " caught by two secret cases or more, bounds never reached: 4\n",
    ] {
        assert!(did.err.contains(part), "{part}: {}", did.err);
    }
    let document: Document = serde_json::from_str(&did.out).expect("nothing but the document");
    let problem = &document.problems[0];
    let bounds = problem.bounds.as_ref().expect("known");
    let p = bounds.iter().find(|bound| bound.quantity == "P").expect("a bound");
    assert_eq!((p.least, p.greatest), (1, Some(30)));
    assert_eq!((p.seen_least, p.seen_greatest), (Some(1), Some(1)));
    let slow = problem.fastest_too_slow.as_ref().expect("one");
    assert!(slow.at_least && slow.share > 1.5, "{slow:?}");
}

#[test]
fn what_an_author_should_know_is_told() {
    let settings = "name = 'P'\n[scoring]\nkind = 'sum'\n[checker]\nprogram = 'c.sh'\n\
                    protocol = 'testlib'\n[[group]]\nname = 'secret'\nworth = 40\nscoring = 'sum'\n\
                    [validator]\nprogram = 'v.sh'\nprotocol = 'testlib'\n\
                    [[generator]]\nprogram = 'g.sh'\nname = 'secret/g-{}'\n";
    let valid =
        "text=$(cat; echo .)\n[ ${#text} -le 3 ] || { echo line 1: too long >&2; exit 1; }\n";
    let mut files = vec![
        ("p/problem.toml".to_owned(), settings),
        ("p/c.sh".to_owned(), "echo points 100 >&2\nexit 1\n"),
        ("p/v.sh".to_owned(), valid),
        ("p/g.sh".to_owned(), "echo 1\n"),
        ("p/submissions/accepted/a.sh".to_owned(), "echo 1\n"),
        ("p/submissions/accepted/b.c".to_owned(), "int main(void) {\n  retrun 0; }\n"),
    ];
    for (name, input) in [("sample/1", "2\n"), ("secret/g-001", "1\n"), ("secret/g-002", "3\r\n")] {
        files.push((format!("p/data/{name}.in"), input));
        files.push((format!("p/data/{name}.ans"), "1\n"));
    }
    let files: Vec<_> = files.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let did = World::new(&files).jury(&["verify", "./p"], 1);
    for words in [
        "warning: sample: the samples give 1 of 41 points: `worth = 0` in a `[[group]]` named `sample` takes",
        "  secret/g-001: accepted/a.sh scores 100, but a full solution scores 1 there; the rest does not \
         count in `secret`, and so it is with one more in that group: set `full` in `[checker]`",
        "g-002.in:1: too long (its lines end with CR LF, as on Windows)\n",
        "  accepted/b.c: gets CE, expected AC: b.c:2:3: error: ",
        "warning: secret/g-002: is named like `secret/g-001`, but no generator rule makes it: delete",
    ] {
        assert!(did.out.contains(words), "no {words:?} in {did:#?}");
    }
    assert!(!did.out.contains("/./"), "{did:#?}");
}

/// The programs give 100 points, of which nothing says that they are those of a full solution.
#[test]
fn points_beyond_those_of_a_full_solution_are_told_once_for_each_group() {
    const GIVES_100: &str = "cat > /dev/null\necho points 100 >&2\nexit 7\n";
    let files = [
        ("p/d.sh", GIVES_100),
        ("p/submissions/accepted/a.sh", "echo 1\n"),
        ("p/submissions/accepted/b.sh", "echo 1\n"),
        ("p/data/secret/1.in", "1\n"),
        ("p/data/secret/1.ans", "1\n"),
    ];
    let told = |decider: &str, more: &str, status| {
        let settings = format!(
            "name = 'P'\n[scoring]\nkind = 'sum'\n[{decider}]\nprogram = 'd.sh'\n\
             protocol = 'testlib'\n{more}"
        );
        let settings = [("p/problem.toml", settings.as_str())];
        let proved =
            World::new(&[&settings[..], &files[..]].concat()).jury(&["verify", "./p"], status);
        assert!(!proved.out.contains("b.sh scores"), "{proved:#?}");
        proved.out
    };
    let beyond = "accepted/a.sh scores 100, but a full solution scores 1 there";
    let worth = "[[group]]\nname = 'secret'\nworth = 40\nscoring = 'sum'\n";
    for decider in ["checker", "interactor"] {
        let advice = format!("set `full` in `[{decider}]` to the points of a full solution");
        // Where the group is worth something, the rest is lost.
        let found = told(decider, "", 0);
        assert!(found.contains(&format!("warning: secret/1: {beyond}: {advice}")), "{found}");
        let found = told(decider, worth, 1);
        let lost = format!("{beyond}; the rest does not count in `secret`: {advice}");
        assert!(found.contains(&lost) && !found.contains("warning: secret/1"), "{found}");
        let found = told(decider, "full = 100\n", 0);
        assert!(!found.contains("a.sh scores"), "{found}");
    }
}

/// The points of the shipped checkers have no bound: one is told only where some are lost, and not to mend it.
#[test]
fn a_shipped_checker_may_give_more_than_a_full_solution_scores() {
    const ANSWER: &str = include_str!("../../../problems/eastern-draughts/data/sample/2.ans");
    const INPUT: &str = include_str!("../../../problems/eastern-draughts/data/sample/2.in");
    let told = |group: &str| {
        let settings = format!(
            "name = 'P'\n[scoring]\nkind = 'sum'\n[checker]\nname = 'eastern-draughts'\n{group}"
        );
        let world = World::new(&[
            ("p/problem.toml", &settings),
            ("p/data/secret/1.in", INPUT),
            ("p/data/secret/1.ans", ANSWER),
            ("p/submissions/accepted/a.sh", &format!("cat << END\n{ANSWER}END\n")),
        ]);
        world.jury(&["verify", "./p"], 0).out
    };
    let found = told("");
    assert!(!found.contains("a full solution"), "{found}");
    let found = told("[[group]]\nname = 'secret'\nworth = 40\nscoring = 'sum'\n");
    let words = "warning: secret/1: accepted/a.sh scores 1.625, but a full solution scores 1 there; the rest does \
                 not count in `secret`\n";
    assert!(found.contains(words), "{found}");
}
