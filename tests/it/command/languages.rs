//! Languages of a user's own and of a problem: what docs/languages.md promises.

use std::path::Path;

use jury::plan::{Plan, Work};
use jury::report::document::Document;

use super::common::{World, run};

/// The examples of the document, in order.
fn examples() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/languages.md");
    let text = std::fs::read_to_string(path).expect("readable");
    let examples = text.split("```toml\n").skip(1);
    examples.map(|rest| rest.split("```").next().unwrap_or_default().to_owned()).collect()
}

/// A problem whose answer is 42, and these files.
fn world(files: &[(&str, &str)]) -> World {
    let problem = [
        ("p/problem.toml", "name = \"P\"\n"),
        ("p/data/secret/1.in", "2 40\n"),
        ("p/data/secret/1.ans", "42\n"),
    ];
    World::new(&[&problem[..], files].concat())
}

const MAWK: &str = "{ print $1 + $2 }\n";

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_language_of_ones_own_is_a_few_lines() {
    let own = tempfile::tempdir().expect("a folder");
    let file = own.path().join("languages.toml");
    std::fs::write(&file, &examples()[0]).expect("written");
    let world = world(&[("a.mawk", MAWK), ("b", &format!("#!/usr/bin/mawk -f\n{MAWK}"))]);
    let named = file.to_str().expect("text");
    for submission in ["a.mawk", "b"] {
        let did = world.jury(&["grade", "p", submission, "--languages", named], 0);
        assert!(did.out.starts_with("AC "), "{did:#?}");
    }
    let did = run(world.command(&["languages"]).env("JURY_LANGUAGES", &file));
    let row = did.out.lines().find(|line| line.starts_with(" mawk "));
    assert!(row.is_some_and(|row| row.ends_with(named)), "{did:#?}");
    let did = run(world.command(&["doctor"]).env("JURY_LANGUAGES", &file));
    assert!(
        did.out.lines().any(|line| line.starts_with(" mawk ") && line.contains(" mawk 1.")),
        "{did:#?}"
    );
    // Without the file it is unknown, and so is where it is from.
    let did = world.jury(&["grade", "p", "a.mawk"], 2);
    assert!(did.err.contains("cannot tell the language of a.mawk"), "{did:#?}");
    assert!(did.err.contains("; or choose the language with `--language`"), "{did:#?}");
    assert!(!world.jury(&["languages"], 0).out.contains("from"));
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_file_among_the_users_settings_is_found() {
    let settings = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(settings.path().join("jury")).expect("made");
    std::fs::write(settings.path().join("jury/languages.toml"), &examples()[1]).expect("written");
    let world = world(&[("b.py", "print(42)\n")]);
    let settled = |words: &[&str]| {
        let mut command = world.command(words);
        run(command.env("XDG_CONFIG_HOME", settings.path()))
    };
    let did = settled(&["languages"]);
    assert!(did.out.contains("\n python312 "), "{did:#?}");
    assert_eq!(settled(&["grade", "p", "b.py"]).status, 0, "the first in the list has the ending");
    let did = settled(&["grade", "p", "b.py", "--language", "pythn312"]);
    assert!(did.err.contains("did you mean `python312`?"), "{did:#?}");
}

#[test]
fn mistakes_are_told_with_their_place() {
    let world =
        world(&[("mine.toml", "[[language]]\nname = 'x'\nrun = ['{sources}']\nendings = ['x']\n")]);
    let did = world.jury(&["list", "--languages", "mine.toml"], 2);
    let place = format!("{}:3:7: `run`: unknown word `sources`", world.path("mine.toml").display());
    assert!(did.err.contains(&place), "{did:#?}");
    let did = world.jury(&["list", "--languages", "none.toml"], 2);
    assert!(did.err.contains("cannot read languages"), "{did:#?}");
}

/// Whoever writes such a file chooses what runs on the host.
#[test]
fn a_file_in_the_repository_asks_nothing_of_the_machine() {
    let world = world(&[("a.x", "")]);
    std::fs::create_dir(world.path(".git")).expect("made");
    let mark = world.path("mark");
    let text = format!(
        "[[language]]\nname = 'x'\nendings = ['x']\nrun = ['{{sh}}']\n\
         tools = [{{ word = 'sh', names = ['sh'], install = 'install it' }}]\n\
         version = ['{{sh}}', '-c', 'echo 1 | tee {}']\n",
        mark.display()
    );
    std::fs::write(world.path("languages.toml"), text).expect("written");
    let did = world.jury(&["grade", "p", "a.x", "--languages", "languages.toml"], 3);
    assert!(did.err.contains("lies in a folder being judged and is ignored"), "{did:#?}");
    let mut doctor = world.command(&["doctor"]);
    run(doctor.env("JURY_LANGUAGES", world.path("languages.toml")));
    assert!(!mark.exists());
}

#[test]
fn a_problem_says_how_its_sources_are_built() {
    let world = world(&[
        ("p/languages.toml", &examples()[3].replace("\"-O2\"", "\"-O2\", \"-DANSWER=42\"")),
        ("q/problem.toml", "name = \"Q\"\n"),
        ("q/data/secret/1.in", "\n"),
        ("q/data/secret/1.ans", "42\n"),
        ("a.c", "#include <stdio.h>\nint main(void) { printf(\"%d\\n\", ANSWER); }\n"),
    ]);
    let did = world.jury(&["grade", "./p", "a.c"], 0);
    assert!(did.out.starts_with("AC "), "{did:#?}");
    let did = world.jury(&["grade", "./q", "a.c"], 1);
    assert!(did.out.starts_with("CE "), "another problem's are as ever: {did:#?}");
}

#[test]
fn a_problem_asks_nothing_of_the_machine() {
    let world = world(&[("a.c", "int main(void) { return 0; }\n")]);
    let mark = world.path("mark");
    let text = format!(
        "[[language]]\nname = 'c'\nlike = 'c'\nversion = ['/bin/sh', '-c', 'echo > {}']\n",
        mark.display()
    );
    std::fs::write(world.path("p/languages.toml"), text).expect("written");
    let did = world.jury(&["grade", "./p", "a.c"], 2);
    let words = "languages.toml:4:11: `version`: not allowed in a package, since it runs commands \
         on the judge's machine";
    assert!(did.err.contains(words), "{did:#?}");
    assert!(!mark.exists());
}

/// Where a start does not count, what it costs is added to the limit; the report says so, and a plan fixes it.
#[test]
fn what_a_start_costs_is_measured_told_and_planned() {
    let world = world(&[
        ("q/problem.toml", "name = 'Q'\n[limits]\ntime = 1\nstartup = 'excluded'\n"),
        ("q/data/secret/1.in", "2 40\n"),
        ("q/data/secret/1.ans", "42\n"),
        ("a.sh", "read a b; echo $((a + b))\n"),
        ("a.txt", "42\n"),
    ]);
    let report = |name: &str| -> Document {
        let text = std::fs::read(world.path(name)).expect("a report");
        serde_json::from_slice(&text).expect("strict")
    };
    let limit = |report: &Document| {
        let limits = report.submissions[0].cases[0].limits.expect("a run");
        limits.cpu_seconds
    };
    world.jury(&["grade", "./q", "a.sh", "--json", "one.json"], 0);
    let one = report("one.json");
    let notes = one.submissions[0].notes.join("\n");
    assert!(notes.contains("s longer, for the start of Bash: the fastest of 5 starts"), "{notes}");
    assert!(limit(&one) > 5.0, "beyond Bash's factor: {}", limit(&one));
    let did = world.jury(&["languages", "bash"], 0);
    assert!(did.out.contains("s of CPU time, "), "{did:#?}");
    let did = world.jury(&["grade", "./p", "a.sh", "--json", "two.json"], 0);
    assert!(!did.out.contains("start of"), "it counts by default: {did:#?}");
    let did = world.jury(&["grade", "./q", "a.txt", "--language", "text"], 0);
    assert!(did.out.contains("nothing is added to CPU time limits"), "{did:#?}");
    // Whatever a shard's machine measures, it is the plan that counts.
    world.jury(&["grade", "./q", "a.sh", "--plan", "plan.json"], 0);
    let mut plan = Plan::read(&std::fs::read(world.path("plan.json")).expect("read")).expect("one");
    let Work::Grade(work) = &mut plan.work else { panic!("{plan:?}") };
    work.problem.startups = Some([("bash".to_owned(), 2.5)].into());
    let text = serde_json::to_vec(&plan.finish(1).expect("a plan")).expect("JSON");
    std::fs::write(world.path("plan.json"), text).expect("written");
    world.jury(&["shard", "plan.json", "1"], 0);
    let did = world.jury(&["merge", "plan.json", "--json", "merged.json"], 0);
    assert!(did.out.contains("2.500 s longer, for the start of Bash"), "{did:#?}");
    let merged = limit(&report("merged.json"));
    assert!((merged - 7.5).abs() < 1e-9, "{merged}");
}
