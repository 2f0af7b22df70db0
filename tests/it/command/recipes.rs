//! The recipes of the chapter on many machines, run as they stand there. A stub does what each engine does:
//! it starts jobs in clean checkouts, sets its variables, and hands files on.

use std::fs;
use std::path::Path;
use std::process::Command;

use jury::yaml::{self, Node};

use super::common::{self, Did, World};

const ADDS: &str = "print(sum(map(int, input().split())))\n";

/// Does here what is to be done on a node, which sets `SHELL` for whoever comes: where that is missing, `parallel`
/// does nothing and says nothing.
const SSH: &str = r#"#!/bin/sh
export SHELL=/bin/sh
while [ "$1" != -- ]; do shift; done
shift
cd
exec sh -c "$*"
"#;

/// The block of the chapter that begins with these words.
fn recipe(first: &str) -> String {
    let chapter = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/machines.md");
    let chapter = fs::read_to_string(chapter).expect("readable");
    let mut blocks = chapter.split("\n```").skip(1).step_by(2);
    let block = blocks.find_map(|block| block.split_once('\n')?.1.strip_prefix(first));
    block.unwrap_or_else(|| panic!("no block begins with `{first}`")).to_owned()
}

/// What a repository holds, and its checkouts beside it.
fn world() -> World {
    World::new(&[
        ("repository/problems/my-sum/problem.toml", "name = \"Sum\"\n"),
        ("repository/problems/my-sum/data/secret/1.in", "1 2\n"),
        ("repository/problems/my-sum/data/secret/1.ans", "3\n"),
        ("repository/problems/my-sum/submissions/accepted/a.py", ADDS),
        ("repository/problems/other/problem.toml", "name = \"Other\"\n"),
        ("repository/problems/other/data/secret/1.in", "5 6\n"),
        ("repository/problems/other/data/secret/1.ans", "11\n"),
        ("repository/handed-in/a.py", ADDS),
        ("repository/handed-in/b.py", "a, b = map(int, input().split())\nprint(a + b)\n"),
        ("bin/ssh", SSH),
    ])
}

/// A shell in a checkout, made where there is none.
fn shell(world: &World, checkout: &str, lines: &str) -> Command {
    let mut shell = world.shell(lines);
    copy(world, "repository", checkout, false);
    shell.current_dir(world.path(checkout));
    shell
}

#[track_caller]
fn done(command: &mut Command) -> Did {
    let did = common::run(command);
    assert_eq!(did.status, 0, "{command:?}: {did:#?}");
    did
}

/// Copies a file, or what is in a folder, to where nothing is, or also where something is.
fn copy(world: &World, from: &str, to: &str, over: bool) {
    let (from, to) = (world.path(from), world.path(to));
    if over || !to.exists() {
        fs::create_dir_all(to.parent().expect("a parent")).expect("a folder");
        done(Command::new("cp").arg("-rT").args([from, to]));
    }
}

fn text<'a>(node: &'a Node, path: &[&str]) -> Option<&'a str> {
    at(node, path)?.as_text()
}

fn at<'a>(node: &'a Node, path: &[&str]) -> Option<&'a Node> {
    path.iter().try_fold(node, |node, key| node.get(key))
}

/// The lines of a script, written as one or as a list.
fn lines(script: &Node) -> Vec<&str> {
    match script.as_list() {
        Some(list) => list.iter().filter_map(Node::as_text).collect(),
        None => script.as_text().into_iter().collect(),
    }
}

/// Does the steps of a job of GitHub's; what the last command said.
fn steps(world: &World, job: &Node, checkout: &str, shard: &str) -> Did {
    assert!(text(job, &["runs-on"]).is_some(), "GitHub refuses a job that names no runner");
    let value = |text: &str| text.replace("${{ matrix.shard }}", shard);
    let mut last = None;
    for step in at(job, &["steps"]).and_then(Node::as_list).expect("steps") {
        let path = text(step, &["with", "path"]).map(|path| format!("{checkout}/{path}"));
        let name = text(step, &["with", "name"]).map(|name| format!("artifacts/{}", value(name)));
        let action = text(step, &["uses"]).and_then(|uses| uses.split_once('@'));
        match (action.map(|(action, _)| action), text(step, &["run"])) {
            (Some("actions/checkout"), None) => copy(world, "repository", checkout, false),
            // Where there is nothing, it only warns.
            (Some("actions/upload-artifact"), None) => {
                if let Some(path) = path.filter(|path| world.path(path).exists()) {
                    copy(world, &path, &name.expect("a name"), false);
                }
            }
            (Some("actions/download-artifact"), None) => {
                assert_eq!(text(step, &["with", "merge-multiple"]), Some("true"));
                let pattern = text(step, &["with", "pattern"]).expect("a pattern");
                for artifact in artifacts(world) {
                    assert!(artifact.starts_with(pattern.trim_end_matches('*')), "{artifact}");
                    let path = path.as_ref().expect("a path");
                    copy(world, &format!("artifacts/{artifact}"), path, true);
                }
            }
            // Of the machine, and not of us.
            (None, Some(run)) if run.starts_with("sudo sysctl ") => {}
            (None, Some(run)) => {
                let run = value(run);
                assert!(!run.contains("${{"), "{run}");
                last = Some(done(shell(world, checkout, &run).arg("-e")));
            }
            what => panic!("an unknown step: {what:?}"),
        }
    }
    last.expect("a command")
}

fn artifacts(world: &World) -> Vec<String> {
    let entries = fs::read_dir(world.path("artifacts")).expect("artifacts");
    entries.map(|entry| entry.expect("one").file_name().into_string().expect("UTF-8")).collect()
}

fn github(work: &str) -> Did {
    let recipe = recipe("# GitHub Actions").replace("jury grade my-sum handed-in/*.py", work);
    let recipe = yaml::parse(recipe.as_bytes()).expect("YAML");
    let jobs = at(&recipe.root, &["jobs"]).expect("jobs");
    let shard = at(jobs, &["shard"]).expect("a job");
    let world = world();
    let matrix = at(shard, &["strategy", "matrix", "shard"]).and_then(Node::as_list);
    for number in matrix.expect("a matrix").iter().filter_map(Node::as_text) {
        steps(&world, shard, &format!("shard-{number}"), number);
    }
    let merge = at(jobs, &["merge"]).expect("a job");
    assert_eq!(text(merge, &["needs"]), Some("shard"));
    steps(&world, merge, "merge", "")
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn the_workflow_of_github_grades_and_verifies() {
    let did = github("jury grade my-sum handed-in/*.py");
    assert!(did.out.contains("2 of 2 submissions accepted"), "{did:#?}");
    let did = github("jury verify");
    assert!(did.out.contains("2 of 2 problems verified"), "{did:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn the_pipeline_of_gitlab_grades() {
    let recipe = yaml::parse(recipe("# GitLab").as_bytes()).expect("YAML");
    let (shard, merge) = (at(&recipe.root, &["shard"]), at(&recipe.root, &["merge"]));
    let (shard, merge) = (shard.expect("a job"), merge.expect("a job"));
    let world = world();
    let total = text(shard, &["parallel"]).expect("a number");
    let script = |job, checkout: &str| {
        let script = at(job, &["script"]).expect("a script");
        shell(&world, checkout, &lines(script).join("\n"))
    };
    for number in 1..=total.parse().expect("a number") {
        let number = format!("{number}");
        let checkout = format!("shard-{number}");
        let mut script = script(shard, &checkout);
        done(script.arg("-e").env("CI_NODE_INDEX", &number).env("CI_NODE_TOTAL", total));
        for path in at(shard, &["artifacts", "paths"]).map(lines).expect("paths") {
            let from = format!("{checkout}/{path}");
            // Artifacts are all unpacked into one folder, where later ones take the place of earlier ones.
            if world.path(&from).exists() {
                copy(&world, &from, &format!("merge-artifacts/{path}"), true);
            }
        }
    }
    assert_eq!(at(merge, &["needs"]).map(lines), Some(vec!["shard"]));
    copy(&world, "repository", "merge", false);
    copy(&world, "merge-artifacts", "merge", true);
    let did = done(&mut script(merge, "merge"));
    assert!(did.out.contains("2 of 2 submissions accepted"), "{did:#?}");
    let junit = text(merge, &["artifacts", "reports", "junit"]).expect("a report");
    let junit = fs::read_to_string(world.path("merge").join(junit)).expect("written");
    assert_eq!(junit.matches("<testsuite ").count(), 2, "{junit}");
}

/// The plan is that of the chapter's first block, in fewer shards.
#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn other_engines_do_all_shards() {
    let number = |text: &str| text.replace("40", "2");
    let first = number(&recipe("mkdir run"));
    let plan: Vec<&str> = first.lines().filter(|line| !line.contains("jury shard")).collect();
    let (merge, plan) = plan.split_last().expect("lines");
    let others = number(&recipe("seq 40 | parallel"));
    let (parallel, hyperqueue) = others.split_once('\n').expect("two lines");
    let parallel = format!("seq 2 | parallel{parallel}");
    // Stands in for a command that no package brings.
    let stub = r#"hq() {
        while [ "$1" != -- ]; do shift; done
        shift
        for HQ_TASK_ID in 1 2; do export HQ_TASK_ID; "$@" || exit; done
    }"#;
    let hyperqueue = format!("{stub}\n{hyperqueue}");
    for (command, lines) in [("parallel", parallel), ("sh", hyperqueue)] {
        let found = common::run(Command::new("sh").args(["-c", &format!("command -v {command}")]));
        if found.status != 0 {
            eprintln!("not tried: {command} is not installed");
            continue;
        }
        let world = world();
        let all = format!("mkdir run{}\nPATH=../bin:$PATH\n{lines}\n{merge}", plan.join("\n"));
        done(Command::new("chmod").arg("+x").arg(world.path("bin/ssh")));
        let checkout = world.path("checkout");
        let home = checkout.parent().expect("a folder");
        let did = done(shell(&world, "checkout", &all).arg("-e").env("HOME", home));
        assert!(did.out.contains("2 of 2 submissions accepted"), "{did:#?}");
    }
}
