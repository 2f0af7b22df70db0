//! Groups: what `[[group]]` becomes, and what is wrong with it.

use std::fs;
use std::path::Path;

use jury::problem::{Expected, Group, KeptSubmission, OnFailure, Scoring};
use jury::score::Score;
use jury::verdict::Verdict;

use super::folder::Folder;

/// A package of these settings, with cases in six folders.
fn package(settings: &str) -> Folder {
    let folder = Folder::with(&[
        ("problem.toml", settings),
        ("checkers/points.py", ""),
        ("validators/valid.py", ""),
        ("submissions/wrong_answer/a.py", ""),
        ("submissions/time_limit_exceeded/b.py", ""),
    ]);
    for group in ["sample", "secret/1-tiny", "secret/2-small", "secret/2-small/paths", "secret/3"] {
        folder.write(&format!("data/{group}/1.in"), b"1");
        folder.write(&format!("data/{group}/1.ans"), b"1");
    }
    folder
}

fn points(points: u64) -> Option<Score> {
    Score::ratio(points, 1)
}

#[test]
fn the_documented_groups_are_a_tree() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/problems.md");
    let text = fs::read_to_string(path).unwrap();
    let blocks = text.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let block = blocks.into_iter().find(|block| block.contains("[[group]]")).unwrap();
    let root = package(block).load().root;
    assert_eq!(root.scoring, Some(Scoring::Sum));
    let [sample, tiny, small] = root.groups.as_slice() else { panic!("{root:#?}") };
    assert_eq!((sample.name.as_str(), &sample.worth), ("sample", &points(0)));
    assert_eq!((tiny.name.as_str(), &tiny.worth), ("secret/1-tiny", &points(30)));
    assert_eq!((tiny.scoring, tiny.on_failure), (Some(Scoring::PassFail), OnFailure::Continue));
    assert_eq!((small.scoring, small.on_failure), (Some(Scoring::Min), OnFailure::Break));
    assert_eq!(
        (&small.worth, small.needs.as_slice()),
        (&points(70), &["secret/1-tiny".into()][..])
    );
    let [paths] = small.groups.as_slice() else { panic!("{small:#?}") };
    assert_eq!((paths.scoring, &paths.worth), (None, &None));
    assert_eq!(paths.checker_arguments, ["paths"]);
    assert_eq!(paths.validator_arguments.of("any"), ["--largest", "10"]);
    assert!(small.checker_arguments.is_empty());
}

#[test]
fn without_groups_there_is_the_problem_alone() {
    let root = package("name = 'x'\n[scoring]\nkind = 'mean'").load().root;
    assert_eq!(root, Group::root(Scoring::Mean));
}

#[test]
fn a_group_in_a_group_has_its_arguments_unless_it_says_its_own() {
    let root = package(
        "name = 'x'\n[checker]\nprogram = 'checkers/points.py'\nprotocol = 'icpc'\nfull = 12.5\n\
         [[group]]\nname = 'secret/2-small/paths'\nchecker_arguments = []\n\
         [[group]]\nname = 'secret'\nchecker_arguments = ['a', 'b']\n\
         [[group]]\nname = 'secret/2-small'",
    );
    let root = root.load().root;
    assert_eq!(root.innermost("secret/3").checker_arguments, ["a", "b"]);
    assert_eq!(root.innermost("secret/2-small").checker_arguments, ["a", "b"]);
    assert!(root.innermost("secret/2-small/paths").checker_arguments.is_empty());
    assert!(root.innermost("sample").checker_arguments.is_empty());
    assert_eq!(root.innermost("secret/3").full, Score::ratio(25, 2).unwrap());
}

/// Settings after a line that names the package, and what is complained of.
#[track_caller]
fn bad(settings: &str, expected: &[&str]) {
    let expected: Vec<String> = expected.iter().map(|e| format!("problem.toml:{e}")).collect();
    assert_eq!(package(&format!("name = 'x'\n{settings}")).complaints(), expected, "{settings}");
}

#[test]
fn groups_are_checked_in_place() {
    let row = |lines: &str, expected: &str| {
        bad(&format!("scoring.kind = 'sum'\n[[group]]\n{lines}"), &[expected]);
    };
    row("worth = 1", "3:1: missing key `name` in `[[group]]`: expected a non-empty string");
    row("name = 'secret/4'", "4:8: `name`: group `secret/4` has no cases");
    row("name = 'secret/'", "4:8: `name`: group `secret/` has no cases");
    row(
        "name = 'secret'\nworth = -1",
        "5:9: `worth`: expected a number from 0 to 999999999, found `-1`",
    );
    row(
        "name = 'secret'\nworht = 1",
        "5:1: unknown `[[group]]` key `worht`: did you mean `worth`?",
    );
    row(
        "name = 'secret'\nscoring = 'product'",
        "5:11: unknown scoring `product`: expected one of `pass-fail`, `mean`, `sum`, `min`",
    );
    row(
        "name = 'secret'\non_failure = 'brake'",
        "5:14: unknown value of `on_failure` `brake`: did you mean `break`?",
    );
    row("name = 'secret'\n[[group]]\nname = 'secret'", "6:8: `name`: duplicate group `secret`");
    row(
        "name = 'secret'\nchecker_arguments = ['x']",
        "5:21: `checker_arguments`: only a checker that is a program takes arguments",
    );
    row(
        "name = 'secret'\nvalidator_arguments = ['x']",
        "5:23: `validator_arguments`: only a validator that is a program takes arguments",
    );
}

#[test]
fn points_are_for_problems_that_give_scores() {
    bad(
        "[[group]]\nname = 'secret'\nworth = 3\nscoring = 'min'",
        &[
            "4:9: `worth`: the problem has no scores: set `kind` in `[scoring]`",
            "5:11: `scoring`: the problem has no scores: set `kind` in `[scoring]`",
        ],
    );
}

#[test]
fn needs_lead_backwards_to_other_groups() {
    let row = |needs: &str, expected: &str| {
        let groups = ["secret/1-tiny", "secret/2-small/paths", "secret/3"];
        let groups = groups.map(|name| format!("[[group]]\nname = '{name}'\n")).concat();
        let group = format!("[[group]]\nname = 'secret/2-small'\nneeds = ['{needs}']");
        bad(&format!("{groups}{group}"), &[expected]);
    };
    row(
        "secret/1-tine",
        "10:9: `needs`: unknown group `secret/1-tine`: did you mean `secret/1-tiny`?",
    );
    row("secret/2-small", "10:9: `needs`: group `secret/2-small` needs itself");
    row(
        "secret/2-small/paths",
        "10:9: `needs`: one of the groups `secret/2-small` and `secret/2-small/paths` contains the \
         other",
    );
    row(
        "secret/3",
        "10:9: `needs`: `secret/3` is run after `secret/2-small`: groups are run in byte order of \
         their names",
    );
}

#[test]
fn submissions_may_get_several_verdicts() {
    let text = "name = 'x'\n[[expect]]\nsubmissions = '*/*.py'\nverdicts = ['WA']\n\
                [[expect]]\nsubmissions = 'time_limit_exceeded/*'\nverdicts = ['TLE', 'MLE']";
    let kept = package(text).load().submissions;
    let expected: Vec<Expected> = kept.iter().map(KeptSubmission::expected).collect();
    let slow = Expected::any_of(&[Verdict::TimeLimit, Verdict::MemoryLimit]).unwrap();
    assert_eq!(expected, [slow, Verdict::WrongAnswer.into()]);
    let row = |lines: &str, expected: &str| bad(&format!("[[expect]]\n{lines}"), &[expected]);
    row(
        "submissions = 'accepted/*'\nverdicts = ['AC']",
        "3:15: `submissions`: `accepted/*` matches no submission",
    );
    row(
        "submissions = '*/*'\nverdicts = []",
        "4:12: `verdicts`: expected at least one verdict, such as `WA`",
    );
    row("submissions = '*/*'\nverdicts = ['SK']", "4:12: unknown verdict `SK`: did you mean `SV`?");
}
