//! A grading by many machines: what `jury grade --plan`, `jury shard` and `jury merge` make of it, and what
//! may go wrong on the way.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use jury::plan::{GradeWork, Part, Plan, Results, Work};
use jury::report::document::Document;
use jury::sandbox::Level;
use jury::verdict::Verdict;
use rustix::process::{Pid, Signal, kill_process};

use super::common::{Did, World, run};

const RIGHT: &str = "print(input())\n";
const WRONG: &str = "print('no')\n";
const SLOW: &str = "import time\ntime.sleep(1)\nprint(input())\n";

/// Two cases of a problem that wants its input back, and three submissions.
fn world() -> World {
    World::new(&[
        ("p/problem.toml", "name = \"Echo\"\n[limits]\ntime = 2\n"),
        ("p/data/sample/1.in", "1\n"),
        ("p/data/sample/1.ans", "1\n"),
        ("p/data/secret/2.in", "2\n"),
        ("p/data/secret/2.ans", "2\n"),
        ("in/a.py", RIGHT),
        ("in/b.py", WRONG),
        ("in/c.py", SLOW),
        ("in/notes.txt", "no program"),
    ])
}

const ALL: [&str; 5] = ["grade", "./p", "in/a.py", "in/b.py", "in/c.py"];

/// Plans all three in two shards (a and c, b), as `run/plan.json`.
#[track_caller]
fn planned(world: &World) {
    fs::create_dir_all(world.path("run")).expect("a folder");
    world.jury(&[&ALL[..], &["--plan", "run/plan.json", "--shards", "2"]].concat(), 0);
}

fn plan(world: &World) -> Plan {
    Plan::read(&fs::read(world.path("run/plan.json")).expect("a plan")).expect("a plan")
}

fn grades(plan: &Plan) -> &GradeWork {
    let Work::Grade(work) = &plan.work else { panic!("no grades") };
    work
}

/// Changes the plan as somebody could who gives it an id.
fn change_plan(world: &World, change: impl FnOnce(&mut Plan)) {
    let mut plan = plan(world);
    change(&mut plan);
    let shards = plan.shards;
    let text = serde_json::to_vec(&plan.finish(shards).expect("a plan")).expect("JSON");
    fs::write(world.path("run/plan.json"), text).expect("written");
}

fn part(world: &World, name: &str) -> Part {
    Part::read(&fs::read(world.path(name)).expect("a part"), &plan(world)).expect("a part")
}

/// Names in the folder of parts.
fn parts(world: &World) -> Vec<String> {
    let entries = fs::read_dir(world.path("run/plan.parts")).into_iter().flatten();
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<_> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[track_caller]
fn shard(world: &World, number: &str, status: i32) -> Did {
    world.jury(&["shard", "run/plan.json", number], status)
}

/// Begins a shard, and waits until it has begun to grade.
fn begun(world: &World, number: &str) -> Child {
    let mut command = world.command(&["shard", "run/plan.json", number]);
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("started");
    let deadline = Instant::now() + Duration::from_mins(1);
    while !world.path("run/plan.parts").exists() {
        assert!(Instant::now() < deadline, "no folder of parts");
        thread::sleep(Duration::from_millis(2));
    }
    child
}

/// A report without what no two runs have in common.
fn without_figures(text: &str) -> Document {
    let mut document: Document = serde_json::from_str(text).expect("strict");
    document.isolation.walls.clear();
    for submission in &mut document.submissions {
        (submission.max_cpu_seconds, submission.max_memory_bytes) = (None, None);
        submission.compile.seconds = 0.0;
        for case in &mut submission.cases {
            (case.cpu_seconds, case.wall_seconds, case.memory_bytes) = (None, None, None);
        }
    }
    document
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn many_machines_make_the_report_of_one() {
    let shipped = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/problems/four-in-line"));
    let world = World::new(&[]);
    let mut copy = std::process::Command::new("cp");
    fs::create_dir(world.path("problems")).expect("a folder");
    run(copy.arg("-r").arg(shipped).arg(world.path("problems")));
    let walk = walkdir::WalkDir::new(world.path("problems/four-in-line/submissions"));
    let mut kept: Vec<String> = walk
        .into_iter()
        .map(|entry| entry.expect("an entry").path().display().to_string())
        .filter(|path| [".py", "may_pass.cpp"].iter().any(|ending| path.ends_with(ending)))
        .collect();
    kept.sort();
    assert!(kept.len() > 8, "{kept:?}");
    let below = |path: &String| path[world.path("").display().to_string().len()..].to_owned();
    let list: Vec<String> = kept.iter().map(below).collect();
    fs::write(world.path("list"), list.join("\n")).expect("written");
    let grade = ["grade", "four-in-line", "--list", "list", "--case", "secret/any-0*"];
    let one = world.jury(&[&grade[..], &["--json", "-"]].concat(), 1).out;
    world.jury(&[&grade[..], &["--plan", "plan.json", "--shards", "5"]].concat(), 0);
    for number in ["3", "1", "5", "2", "4", "3"] {
        world.jury(&["shard", "plan.json", number], 0);
    }
    let merged = world.jury(&["merge", "plan.json", "--json", "-"], 1).out;
    assert_eq!(without_figures(&merged), without_figures(&one));
    let again = world.jury(&["merge", "plan.json", "--again"], 0);
    assert_eq!(again.out, "");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn the_same_inputs_make_the_same_plan_and_times_balance_it() {
    let world = world();
    planned(&world);
    let first = plan(&world);
    planned(&world);
    assert_eq!(plan(&world), first);
    let shards = |plan: &Plan| grades(plan).units.iter().map(|unit| unit.shard).collect::<Vec<_>>();
    assert_eq!(shards(&first), [1, 2, 1]);
    world.jury(&[&ALL[..], &["--json", "r.json"]].concat(), 1);
    let times = ["--plan", "run/plan.json", "--shards", "2", "--times", "r.json"];
    world.jury(&[&ALL[..], &times].concat(), 0);
    // The slow one is alone.
    assert_eq!(shards(&plan(&world)), [2, 2, 1]);
    world.jury(&[&ALL[..], &["--plan", "run/plan.json"]].concat(), 0);
    assert_eq!(plan(&world).shards, 1);
    let did = world.jury(&[&ALL[..], &["--plan", "run/plan.json", "--shards", "0"]].concat(), 2);
    assert!(did.err.contains("from 1 to 1000"), "{did:#?}");
}

#[test]
fn no_plan_goes_over_what_it_is_made_of() {
    let world = world();
    for (place, words) in [
        ("in/a.py", "would overwrite in/a.py"),
        ("p/problem.toml", "would overwrite"),
        ("p/data/secret/2.in", "would overwrite"),
        ("r.json", "would overwrite r.json"),
        ("nowhere/plan.json", "there is no folder nowhere"),
        ("in", "it is a folder"),
    ] {
        fs::write(world.path("r.json"), "{}").expect("written");
        let times = if place == "r.json" { &["--times", "r.json"][..] } else { &[] };
        let did = world.jury(&[&ALL[..], &["--plan", place], times].concat(), 2);
        assert!(did.err.contains(words), "{place}: {did:#?}");
    }
    assert_eq!(fs::read_to_string(world.path("in/a.py")).expect("there"), RIGHT);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn what_cannot_be_graded_stands_in_the_plan_and_in_the_report() {
    let world = world();
    fs::create_dir(world.path("run")).expect("a folder");
    let given = ["grade", "./p", "in/a.py", "in/notes.txt", "--plan", "run/plan.json"];
    let did = world.jury(&given, 2);
    assert!(did.err.contains("in/notes.txt: not in the plan: "), "{did:#?}");
    shard(&world, "1", 0);
    let did = world.jury(&["merge", "run/plan.json", "--json", "-"], 2);
    let report: serde_json::Value = serde_json::from_str(&did.out).expect("JSON");
    assert_eq!(report["not_graded"][0]["path"], "in/notes.txt", "{did:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_shard_is_done_once_and_its_part_is_the_users_alone() {
    let world = world();
    planned(&world);
    // At once, and then once more.
    let mut first = begun(&world, "1");
    let second = shard(&world, "1", 0);
    assert!(first.wait().expect("ended").success(), "{second:#?}");
    assert_eq!(parts(&world), ["1.json"]);
    let began = fs::read(world.path("run/plan.parts/1.json")).expect("a part");
    let did = shard(&world, "1", 0);
    assert!(did.out.contains("shard 1 is done already"), "{did:#?}");
    assert_eq!(fs::read(world.path("run/plan.parts/1.json")).expect("a part"), began);
    for (name, mode) in [("run/plan.parts", 0o700), ("run/plan.parts/1.json", 0o600)] {
        let permissions = fs::metadata(world.path(name)).expect("there").permissions();
        assert_eq!(permissions.mode() & 0o777, mode, "{name}");
    }
    let did = shard(&world, "3", 0);
    assert!(did.err.contains("the plan has shards 1 to 2, but no 3"), "{did:#?}");
    shard(&world, "0", 2);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_killed_shard_leaves_no_part_or_a_whole_one() {
    let world = world();
    planned(&world);
    for moment in 0..10 {
        let mut child = begun(&world, "2");
        thread::sleep(Duration::from_millis(40 * moment));
        child.kill().expect("killed");
        child.wait().expect("ended");
        let visible: Vec<_> =
            parts(&world).into_iter().filter(|name| !name.starts_with('.')).collect();
        if !visible.is_empty() {
            assert_eq!(visible, ["2.json"]);
            part(&world, "run/plan.parts/2.json");
            fs::remove_file(world.path("run/plan.parts/2.json")).expect("removed");
        }
    }
    shard(&world, "2", 0);
    assert_eq!(parts(&world), ["2.json"], "what a killed one began is swept");
}

#[test]
fn an_interrupted_shard_writes_no_part() {
    let world = world();
    planned(&world);
    let mut child = begun(&world, "1");
    let pid = Pid::from_child(&child);
    kill_process(pid, Signal::INT).expect("sent");
    let status = child.wait().expect("ended");
    assert_eq!((status.code(), parts(&world).len()), (Some(130), 0));
}

/// A part of the same shard that came to something else.
fn other_part(world: &World, from: &str, to: &str) {
    let mut part = part(world, from);
    let Results::Grade(report) = &mut part.results else { panic!("no grades") };
    let submission = &mut report.submissions[0];
    submission.verdict = Verdict::TimeLimit;
    part.machine.name = "elsewhere".into();
    let text = serde_json::to_vec(&part.finish().expect("a part")).expect("JSON");
    fs::write(world.path(to), text).expect("written");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn parts_that_differ_are_both_kept_and_shown() {
    let world = world();
    planned(&world);
    world.jury(&["shard", "run/plan.json", "1", "--parts", "else"], 0);
    // Somebody else finishes while the shard runs.
    let mut child = begun(&world, "1");
    other_part(&world, "else/1.json", "run/plan.parts/1.json");
    assert!(child.wait().expect("ended").success());
    shard(&world, "2", 0);
    assert_eq!(parts(&world), ["1-2.json", "1.json", "2.json"]);
    let did = world.jury(&["merge", "run/plan.json"], 3);
    let words = "a.py: parts differ: ";
    assert!(did.err.contains(words) && did.err.contains("(elsewhere)"), "{did:#?}");
    // Equal ones from other folders do no harm.
    fs::remove_file(world.path("run/plan.parts/1.json")).expect("removed");
    let did = world.jury(&["merge", "run/plan.json", "run/plan.parts", "else"], 1);
    assert!(did.err.is_empty(), "{did:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn what_was_changed_is_named_and_nothing_runs() {
    let world = world();
    planned(&world);
    let refused = |name: &str, words: &str| {
        let before = fs::read(world.path(name)).expect("there");
        let mut after = before.clone();
        let last = after.len() - 2;
        after[last] ^= 1;
        fs::write(world.path(name), after).expect("written");
        let did = shard(&world, "1", 2);
        assert!(did.err.contains(words), "{name}: {did:#?}");
        assert!(parts(&world).is_empty());
        fs::write(world.path(name), before).expect("written");
    };
    refused("in/a.py", "in/a.py has changed since the plan was made");
    refused("p/data/secret/2.in", "p/data/secret/2.in");
    refused("p/data/sample/1.ans", "p/data/sample/1.ans");
    let text = fs::read_to_string(world.path("run/plan.json")).expect("a plan");
    let damaged = text.replacen("\"keep_going\": false", "\"keep_going\": true", 1);
    fs::write(world.path("run/plan.json"), damaged).expect("written");
    let did = shard(&world, "1", 2);
    assert!(did.err.contains("run/plan.json: this plan was changed or damaged"), "{did:#?}");
    fs::write(world.path("run/plan.json"), &text[..text.len() / 2]).expect("written");
    let did = world.jury(&["merge", "run/plan.json"], 2);
    assert!(did.err.contains("run/plan.json:") && did.err.contains("not a plan"), "{did:#?}");
    fs::write(world.path("run/plan.json"), text).expect("written");

    shard(&world, "1", 0);
    shard(&world, "2", 0);
    let text = fs::read_to_string(world.path("run/plan.parts/2.json")).expect("a part");
    let other = text.replace("\"WA\"", "\"AC\"");
    assert_ne!(other, text);
    fs::write(world.path("run/plan.parts/2.json"), other).expect("written");
    let did = world.jury(&["merge", "run/plan.json"], 2);
    assert!(did.err.contains("plan.parts/2.json: this part was changed or damaged"), "{did:#?}");
    change_plan(&world, |plan| {
        let Work::Grade(work) = &mut plan.work else { panic!("no grades") };
        work.options.keep_going = true;
    });
    let did = world.jury(&["merge", "run/plan.json"], 2);
    assert!(did.err.contains("this part is of another plan"), "{did:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_machine_that_cannot_do_a_shard_says_why() {
    #[track_caller]
    fn case(world: &World, options: &[&str], change: impl FnOnce(&mut Plan), words: &str) {
        planned(world);
        change_plan(world, change);
        let did = world.jury(&[&["shard", "run/plan.json", "1"], options].concat(), 3);
        assert!(did.err.contains(words), "{did:#?}");
        assert!(parts(world).is_empty());
    }
    let world = world();
    let python = |plan: &mut Plan| {
        plan.toolchains.insert("Python 3".into(), Some("Python 2.7".into()));
    };
    case(&world, &[], python, "Python 3 is Python 3");
    let version = |plan: &mut Plan| plan.tool.version = "0.0.1".into();
    case(&world, &[], version, "it was made by jury 0.0.1, and this is jury ");
    let level = |plan: &mut Plan| plan.sandbox = Level::Full;
    case(&world, &["--sandbox=contained"], level, "isolation is only `contained` here");
    let memory = |plan: &mut Plan| plan.memory_bytes = 1 << 50;
    case(&world, &[], memory, "a run may need 1.0 PiB of memory, but there are only ");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_judge_error_is_no_result() {
    let world = world();
    let toml = "name = \"Echo\"\n[checker]\nprogram = \"check.py\"\nprotocol = \"testlib\"\n";
    fs::write(world.path("p/problem.toml"), toml).expect("written");
    fs::write(world.path("p/check.py"), "1 // 0\n").expect("written");
    planned(&world);
    let did = shard(&world, "1", 3);
    assert!(
        did.err.contains("no part was written: ../in/a.py: judge error: sample/1: "),
        "{did:#?}"
    );
    assert!(parts(&world).is_empty());
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn missing_shards_are_named_and_what_is_whole_is_saved() {
    let world = world();
    planned(&world);
    let again = |expected: &str| {
        assert_eq!(world.jury(&["merge", "run/plan.json", "--again"], 0).out, expected);
    };
    again("1-2\n");
    assert!(
        world.jury(&["merge", "run/plan.json"], 3).err.contains("parts are missing: shards 1-2")
    );
    shard(&world, "2", 0);
    again("1\n");
    let did = world.jury(&["merge", "run/plan.json", "--save", "--json", "-"], 3);
    assert!(did.out.contains("2 submissions are not graded: shards 1"), "{did:#?}");
    assert_eq!(world.jury(&["history"], 0).out.matches(".py").count(), 0);
    shard(&world, "1", 0);
    let did = world.jury(&["merge", "run/plan.json", "--save"], 1);
    assert!(did.err.contains("saved as grade 1 to 3"), "{did:#?}");
    world.jury(&[&ALL[..], &["--save"]].concat(), 1);
    let saved = world.jury(&["history", "--json", "-"], 0).out;
    let saved: serde_json::Value = serde_json::from_str(&saved).expect("JSON");
    let grades = saved["grades"].as_array().expect("grades");
    assert_eq!(grades.len(), 6);
    for (by_many, by_one) in grades[..3].iter().zip(&grades[3..]) {
        for key in ["problem", "data", "submission", "sources", "language", "verdict", "tool"] {
            assert_eq!(by_many[key], by_one[key], "{key}");
        }
    }
    let names = world.jury(&["merge", "run/plan.json", "in"], 3);
    assert!(names.err.contains("in/a.py is not a part by its name"), "{names:#?}");
}
