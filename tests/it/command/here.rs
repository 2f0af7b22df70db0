//! Commands given from within a problem's folder, which need not name the problem.

use super::common::{self, World};

const SETTINGS: &str = "name = 'P'\nreference = 'submissions/accepted/a.py'\n[limits]\ntime = 1.0\n\
                        [checker]\nname = 'tokens'\n[validator]\nprogram = 'v.py'\nprotocol = 'icpc'\n";
const VALIDATOR: &str = "import sys\nsys.exit(42 if sys.stdin.read().strip().isdigit() else 43)\n";

fn world() -> World {
    World::new(&[
        ("problems/p/problem.toml", SETTINGS),
        ("problems/p/v.py", VALIDATOR),
        ("problems/p/data/sample/1.in", "1\n"),
        ("problems/p/data/sample/1.ans", "1\n"),
        ("problems/p/submissions/accepted/a.py", "print(input())\n"),
        ("problems/q/problem.toml", "name = 'Q'\n"),
        ("problems/q/data/sample/1.in", "2\n"),
        ("problems/q/data/sample/1.ans", "2\n"),
        ("problems/p/two.in", "2\n"),
    ])
}

/// What a command in this folder gives: a status, and these words somewhere.
#[track_caller]
fn case(world: &World, folder: &str, arguments: &[&str], status: i32, words: &str) {
    let did = common::run(world.command(arguments).current_dir(world.path(folder)));
    let all = format!("{}{}", did.out, did.err);
    assert_eq!(did.status, status, "{arguments:?}: {did:#?}");
    assert!(all.contains(words), "{arguments:?}: no {words:?} in {did:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn the_problem_need_not_be_named() {
    let (world, top, below) = (world(), "problems/p", "problems/p/data/sample");
    let source = "submissions/accepted/a.py";
    case(&world, top, &["grade", source], 0, "p: accepted");
    case(&world, top, &["run", source, "two.in"], 0, "CPU time");
    case(&world, below, &["grade", "../../submissions/accepted/a.py"], 0, "p: accepted");
    case(&world, below, &["check", "1.in", "1.ans"], 0, "AC");
    case(&world, top, &["check", "two.in", "data/sample/1.ans", "two.in"], 1, "WA");
    case(&world, top, &["check", "two.in"], 2, "expected the files INPUT OUTPUT [ANSWER]");
    case(&world, below, &["validate"], 0, "1 of 1 inputs are valid");
    case(&world, top, &["generate"], 0, "p has no generator rules, and no answer is missing");
    case(&world, top, &["generate", "--check"], 0, "add a `[[generator]]` to its problem.toml");
    case(&world, top, &["add", "zz.in"], 2, "cannot read zz.in: No such file");
    case(&world, top, &["add", "two.in", "--dry-run"], 0, "can be added");
    case(&world, top, &["limits"], 0, "1.000 s");
    case(&world, top, &["leaderboard"], 0, "no grade of p is saved");
    case(&world, top, &["grade", source, "--save"], 0, "saved as grade 1");
    case(&world, below, &["history"], 0, "newest of 1");
    case(&world, top, &["history", source], 0, "newest of 1");
    case(&world, top, &["history", "../p", "b.py"], 2, "did you mean `");
    case(&world, below, &["leaderboard"], 0, "p: best: ");
    // Another problem is named as ever.
    case(&world, top, &["grade", "q", source], 0, "q: accepted");
    case(
        &world,
        "problems",
        &["grade", "p/submissions/accepted/a.py"],
        2,
        "name the problem first",
    );
}

#[test]
fn elsewhere_a_problem_must_be_named() {
    let world = world();
    for command in ["limits", "leaderboard", "check", "generate", "validate", "run"] {
        case(&world, "problems", &[command], 2, "name a problem, or run jury in its folder");
    }
}

#[test]
fn what_is_named_from_elsewhere_is_found() {
    let world = world();
    for (folder, problem, source, meant) in [
        ("problems", "p", "two.in", "p/two.in"),
        (".", "p", "p/two.in", "problems/p/two.in"),
        (".", "p", "a.py", "problems/p/submissions/accepted/a.py"),
    ] {
        let words = format!("there is no submission {source}: did you mean `{meant}`?");
        case(&world, folder, &["run", problem, source], 2, &words);
    }
    let contest = World::new(&[
        ("contest/p/problem.toml", "name = 'P'\n"),
        ("contest/p/data/sample/1.in", "1\n"),
        ("contest/p/data/sample/1.ans", "1\n"),
    ]);
    let words = "no problem `p`: did you mean `contest/p`?";
    case(&contest, ".", &["grade", "p", "a.py"], 2, words);
    let words = "this folder holds problems: `jury verify .`";
    case(&contest, "contest", &["verify"], 2, words);
    case(&contest, "contest", &["verify", "."], 0, "1 of 1 problems verified");
    case(&contest, "contest", &["limits"], 2, "; this folder holds `p`");
}

#[test]
fn a_folder_of_problems_is_no_problem() {
    let world = world();
    let words = "2 problems in it, not a problem (`p`, `q`): name one of them";
    case(&world, ".", &["grade", "problems", "problems/p/submissions/accepted/a.py"], 2, words);
    case(&world, "problems", &["stress", ".", "p/submissions/accepted/a.py"], 2, words);
    let words = "`problems/p`, `problems/q`";
    case(&world, "problems/p", &["run", "../..", "submissions/accepted/a.py"], 2, words);
}
