//! A verification by many machines: the shards of `jury verify --plan`, merged, say what one machine says.

use std::fs;
use std::path::Path;

use jury::plan::{Part, Plan, Results, Work};
use jury::report::proof_json::Document;

use super::common::World;

/// Three packages, of which one holds nothing that it promises, and one is no package.
fn world() -> World {
    World::new(&[
        ("problems/a/problem.toml", "name = \"A\"\n"),
        ("problems/a/data/secret/1.in", "1\n"),
        ("problems/a/data/secret/1.ans", "1\n"),
        ("problems/a/data/secret/2.in", "2\n"),
        ("problems/a/data/secret/2.ans", "2\n"),
        ("problems/a/submissions/accepted/echo.py", "print(input())\n"),
        ("problems/a/submissions/wrong_answer/one.py", "print(1)\n"),
        ("problems/b/problem.toml", "name = \"B\"\n[limits\n"),
        ("problems/c/problem.toml", "name = \"C\"\n"),
        ("problems/c/data/secret/1.in", "1\n"),
        ("problems/c/data/secret/1.ans", "1\n"),
        ("problems/c/submissions/accepted/no.py", "print('no')\n"),
        ("run/readme", ""),
    ])
}

/// What was found, without times.
fn document(text: &str) -> Document {
    let mut document: Document = serde_json::from_str(text).expect("strict");
    document.isolation.walls.clear();
    for proof in &mut document.problems {
        for trial in proof.matrix.iter_mut().flat_map(|matrix| &mut matrix.trials) {
            trial.runs.iter_mut().for_each(|run| run.share = 0.0);
        }
    }
    document
}

fn plan(world: &World) -> Plan {
    Plan::read(&fs::read(world.path("run/plan.json")).expect("a plan")).expect("a plan")
}

#[track_caller]
fn same_as_one_machine(options: &[&str]) {
    let world = world();
    let verify = [&["verify", "--fresh"], options].concat();
    let reports = ["--json", "one.json", "--markdown", "one.md", "--junit", "one.xml"];
    let one = world.jury(&[&verify[..], &reports].concat(), 2);
    let planned = ["--plan", "run/plan.json", "--shards", "2"];
    let did = world.jury(&[&verify[..], &planned].concat(), 0);
    assert!(did.out.starts_with("3 problems in 2 shards; next:\n"), "{did:#?}");
    for number in ["2", "1", "2"] {
        world.jury(&["shard", "run/plan.json", number], 0);
    }
    let reports = ["--json", "two.json", "--markdown", "two.md", "--junit", "two.xml"];
    let two = world.jury(&[&["merge", "run/plan.json"][..], &reports].concat(), 2);
    assert_eq!(two.out, one.out);
    assert!(two.err.contains("problems/b/problem.toml:"), "{two:#?}");
    let text = |name: &str| fs::read_to_string(world.path(name)).expect("written");
    assert_eq!(text("two.md"), text("one.md"));
    assert_eq!(text("two.xml"), text("one.xml"));
    assert_eq!(document(&text("two.json")), document(&text("one.json")));
    assert_eq!(document(&text("one.json")).problems.len(), 2);
    let did = world.jury(&["merge", "run/plan.json", "--json", "-"], 2);
    assert_eq!(document(&did.out), document(&text("one.json")));
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn many_machines_find_what_one_finds() {
    same_as_one_machine(&[]);
}

/// The lines of a matrix hold shares of limits, so that only its JSON is the same.
#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_matrix_comes_back_from_its_part() {
    let world = world();
    world.jury(&["verify", "a", "--fresh", "--matrix", "--json", "one.json"], 0);
    world.jury(&["verify", "a", "--fresh", "--matrix", "--plan", "run/plan.json"], 0);
    world.jury(&["shard", "run/plan.json", "1"], 0);
    world.jury(&["merge", "run/plan.json", "--json", "two.json"], 0);
    let text = |name: &str| fs::read_to_string(world.path(name)).expect("written");
    let two = document(&text("two.json"));
    assert_eq!(two, document(&text("one.json")));
    assert_eq!(two.problems[0].matrix.as_ref().expect("a matrix").trials.len(), 2);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn what_was_changed_is_named_and_what_is_missing_too() {
    let world = world();
    let planned = || world.jury(&["verify", "--plan", "run/plan.json", "--shards", "3"], 0);
    planned();
    let first = plan(&world);
    planned();
    assert_eq!(plan(&world), first, "the same files make the same plan");
    let Work::Verify(work) = &first.work else { panic!("no verification") };
    let shard = |slug: &str| {
        let unit = work.units.iter().find(|unit| unit.slug == slug).expect("planned");
        unit.shard.to_string()
    };
    world.jury(&["shard", "run/plan.json", &shard("c")], 0);
    fs::write(world.path("problems/a/submissions/accepted/echo.py"), "print(1)\n")
        .expect("written");
    let did = world.jury(&["shard", "run/plan.json", &shard("a")], 2);
    let words = "problem `a` has changed since the plan was made: ";
    let file = "problems/a/submissions/accepted/echo.py";
    assert!(did.err.contains(words) && did.err.contains(file), "{did:#?}");
    fs::write(world.path("problems/b/problem.toml"), "name = \"B\"\n").expect("written");
    let did = world.jury(&["shard", "run/plan.json", &shard("b")], 2);
    assert!(did.err.contains("problem `b` has changed since the plan was made"), "{did:#?}");
    let did = world.jury(&["merge", "run/plan.json"], 3);
    assert!(
        did.out.contains("findings in: c") && did.err.contains("parts are missing"),
        "{did:#?}"
    );
    let again = world.jury(&["merge", "run/plan.json", "--again"], 0).out;
    let mut missing = [shard("a"), shard("b")];
    missing.sort();
    assert!(again.contains(&missing[0]) && again.contains(&missing[1]), "{again}");
    for option in ["--html", "--save", "--record", "--pdn"] {
        let did = world.jury(&["merge", "run/plan.json", option, "file"], 2);
        assert!(did.err.contains(&format!("`jury verify` has no {option}")), "{did:#?}");
    }
    let did = world.jury(&["verify", "no-such-problem", "--plan", "other.json"], 2);
    assert!(did.err.contains("no-such-problem") && !world.path("other.json").exists(), "{did:#?}");
}

/// What a part says of packages is not taken on trust.
#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_part_that_cannot_be_shown_is_refused() {
    let world = world();
    world.jury(&["verify", "a", "--matrix", "--plan", "run/plan.json"], 0);
    world.jury(&["shard", "run/plan.json", "1"], 0);
    let place = world.path("run/plan.parts/1.json");
    let plan = plan(&world);
    let mut part =
        Part::read(&fs::read(Path::new(&place)).expect("a part"), &plan).expect("a part");
    let Results::Verify(results) = &mut part.results else { panic!("no verification") };
    let jury::plan::Found::Proof(proof) = &mut results.packages[0].found else {
        panic!("no proof")
    };
    proof.matrix.as_mut().expect("a matrix").trials[0].runs.pop();
    let text = serde_json::to_vec(&part.finish().expect("a part")).expect("JSON");
    fs::write(&place, text).expect("written");
    let did = world.jury(&["merge", "run/plan.json"], 2);
    assert!(did.err.contains("the part does not hold the units of shard 1"), "{did:#?}");
}
