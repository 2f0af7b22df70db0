//! The README holds: its commands run, its table of statuses is the program's, and CI calls its test
//! command.

use std::path::Path;

use super::common::{self, World};

fn read(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("readable")
}

#[test]
fn the_first_command_grades_a_submission() {
    let readme = read("README.md");
    let command = readme
        .lines()
        .find_map(|line| line.strip_prefix("cargo run --release -- "))
        .expect("a command in the first block");
    let words: Vec<&str> = command.split_whitespace().collect();
    let world = World::new(&[]);
    let did = common::run(world.command(&words).current_dir(env!("CARGO_MANIFEST_DIR")));
    assert_eq!(did.status, 0, "{did:#?}");
    assert!(did.out.ends_with("four-in-line: accepted\n"), "{did:#?}");
}

#[test]
fn ci_calls_the_test_command() {
    let readme = read("README.md");
    assert!(readme.contains("```sh\ncargo test --workspace\n```"));
    assert!(read(".ci/run").contains("\ncargo test --workspace"));
}

#[test]
fn the_statuses_are_those_of_the_help() {
    let readme = read("README.md");
    for (_, code, _) in jury::cli::status::TABLE {
        assert!(readme.contains(&format!("\n| {code} | ")), "no status {code} in the README");
    }
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn the_example_of_an_interactor_works() {
    let chapter = read("docs/checkers.md");
    let toml = chapter.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    let package = super::parts::package("guess-icpc");
    let part = |name: &str| std::fs::read_to_string(package.join(name)).expect("readable");
    let world = World::new(&[
        ("p/problem.toml", toml.expect("an example")),
        ("p/interactor.py", &part("interactor.py")),
        ("p/data/sample/1.in", "500\n"),
        ("a.py", &part("submissions/accepted/halves.py")),
    ]);
    let did = world.jury(&["grade", "./p", "a.py"], 0);
    assert!(did.out.starts_with("AC "), "{did:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn the_example_settings_are_read_without_complaint() {
    let chapter = read("docs/problems.md");
    let toml = chapter.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    let world = World::new(&[
        ("p/problem.toml", toml.expect("an example")),
        ("p/generators/random.rs", "fn main() {}\n"),
        ("p/generators/stress.rs", "fn main() {}\n"),
        ("p/data/sample/1.in", "1\n"),
        ("p/data/sample/1.ans", "1\n"),
        ("p/submissions/time_limit_exceeded/slow.py", "while True: pass\n"),
        ("a.py", "print(1)\n"),
    ]);
    let did = world.jury(&["grade", "./p", "a.py"], 0);
    assert!(did.out.contains("score 1"), "{did:#?}");
}

/// The lines of the README's examples for CI run as they stand, with `jury` on the path.
#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn the_workflows_commands_work() {
    let readme = read("README.md");
    let blocks: Vec<&str> = readme.split("```yaml\n").skip(1).collect();
    assert_eq!(blocks.len(), 2, "GitHub and GitLab");
    let world = World::new(&[
        ("problems/my-sum/problem.toml", "name = \"Sum\"\n"),
        ("problems/my-sum/data/secret/1.in", "1 2\n"),
        ("problems/my-sum/data/secret/1.ans", "3\n"),
        ("solutions/a.py", "print(sum(map(int, input().split())))\n"),
        ("solutions/b.py", "a, b = map(int, input().split())\nprint(a + b)\n"),
    ]);
    for block in blocks {
        let lines = block.split("```").next().expect("a block").lines().map(str::trim_start);
        let lines: Vec<&str> = lines
            .filter_map(|line| line.strip_prefix("- run: ").or_else(|| line.strip_prefix("- ")))
            .filter(|line| line.starts_with("jury "))
            .collect();
        assert_eq!(lines.len(), 2, "{block}");
        for line in lines {
            let did = common::run(&mut world.shell(line));
            assert_eq!(did.status, 0, "{line}: {did:#?}");
        }
    }
    let report = std::fs::read_to_string(world.path("report.xml")).expect("written");
    assert_eq!(report.matches("<testsuite ").count(), 2, "{report}");
}
