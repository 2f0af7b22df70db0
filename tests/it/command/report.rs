//! The formats of a report through the command: from a run and from a saved report alike, whole or
//! refused before the work, and what GitHub Actions is told.

use super::common::{self, World};
use jury::report::document::Document;
use serde_json::Value;

const RIGHT: &str = "print(input())\n";
const WRONG: &str = "print('::error::from a submission')\n";

fn world() -> World {
    World::new(&[
        ("problems/echo/problem.toml", "name = \"Echo\"\n"),
        ("problems/echo/data/sample/1.in", "1\n"),
        ("problems/echo/data/sample/1.ans", "1\n"),
        ("problems/echo/data/secret/2.in", "2\n"),
        ("problems/echo/data/secret/2.ans", "2\n"),
        ("problems/echo/submissions/wrong_answer/one.py", "print(1)\n"),
        ("right.py", RIGHT),
        ("wrong.py", WRONG),
    ])
}

fn read(world: &World, name: &str) -> String {
    std::fs::read_to_string(world.path(name)).expect(name)
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_saved_report_makes_the_formats_that_the_run_made() {
    let world = world();
    let formats = ["--json", "r.json", "--junit", "run.xml", "--markdown", "run.md"];
    let graded = [&["grade", "echo", "right.py", "wrong.py"], formats.as_slice()].concat();
    let words = world.jury(&graded, 1).out;
    let made = ["report", "r.json", "--junit", "saved.xml", "--markdown", "saved.md"];
    assert_eq!(world.jury(&made, 0).out, "");
    assert_eq!(read(&world, "run.xml"), read(&world, "saved.xml"));
    assert_eq!(read(&world, "run.md"), read(&world, "saved.md"));
    assert!(read(&world, "run.xml").contains("<testsuite name=\"echo/wrong.py\" tests=\"3\""));
    assert_eq!(world.jury(&["report", "r.json", "--json", "-"], 0).out, read(&world, "r.json"));
    let shown = world.jury(&["report", "r.json"], 0).out;
    assert_eq!(shown, words);
    let both = world.jury(&["report", "r.json", "r.json", "--junit", "-"], 0).out;
    assert_eq!(both.matches("<testsuite ").count(), 4);
    let mut piped = world.command(&["report", "-", "--markdown", "-"]);
    piped.stdin(std::fs::File::open(world.path("r.json")).expect("opened"));
    assert_eq!(common::run(&mut piped).out, read(&world, "run.md"));
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn what_is_no_report_is_refused_with_its_place() {
    let world = world();
    world.jury(&["grade", "echo", "right.py", "--json", "r.json"], 0);
    let text = read(&world, "r.json");
    let refused = |text: &str, part: &str| {
        std::fs::write(world.path("bad.json"), text).expect("written");
        let did = world.jury(&["report", "bad.json"], 2);
        assert!(did.out.is_empty() && did.err.contains(part), "no {part:?} in {did:#?}");
    };
    refused(&text[..text.len() / 2], "bad.json:");
    refused(&text[..text.len() / 2], "the report is cut off");
    refused("", "bad.json:1:1: the report is cut off");
    refused("{\n  \"schema\": 1,\n  \"tool\": 3\n}\n", "bad.json:3:11: not a report");
    refused(&text.replacen("\"schema\": 1", "\"schema\": 2", 1), "it has schema 2");
    refused("{\"schema\": 7, \"new\": true}", "it has schema 7");
    refused(&text.replacen("\"slug\"", "\"slag\"", 1), "unknown field `slag`");
    refused(&text.replacen("\"score\": null,", "", 1), "missing field `score`");
    let words = "unknown variant `XX`, expected one of `AC`";
    refused(&text.replacen("\"verdict\": \"AC\"", "\"verdict\": \"XX\"", 1), words);
    assert!(world.jury(&["report", "none.json"], 2).err.contains("none.json"));
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn reports_of_one_problem_make_one() {
    let world = world();
    world.jury(&["grade", "echo", "right.py", "--json", "a.json"], 0);
    world.jury(&["grade", "echo", "wrong.py", "--json", "b.json"], 1);
    world.jury(&["grade", "echo", "right.py", "wrong.py", "--json", "both.json"], 1);
    world.jury(&["report", "a.json", "b.json", "--json", "joined.json"], 0);
    let document = |name| {
        let mut document: Document = serde_json::from_str(&read(&world, name)).expect("strict");
        for submission in &mut document.submissions {
            submission.max_cpu_seconds = None;
            submission.max_memory_bytes = None;
            submission.compile.seconds = 0.0;
            for case in &mut submission.cases {
                (case.cpu_seconds, case.wall_seconds, case.memory_bytes) = (None, None, None);
            }
        }
        document
    };
    assert_eq!(document("joined.json"), document("both.json"));
    let other = read(&world, "b.json").replacen("\"slug\": \"echo\"", "\"slug\": \"other\"", 1);
    std::fs::write(world.path("other.json"), other).expect("written");
    let refused = world.jury(&["report", "a.json", "other.json", "--json", "-"], 2);
    assert!(refused.err.contains("different problems: `echo` and `other`"), "{refused:#?}");
    assert!(refused.out.is_empty());
}

/// A report may come from anywhere.
#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn no_text_of_a_report_acts_on_the_terminal() {
    let world = world();
    world.jury(&["grade", "echo", "wrong.py", "--json", "r.json"], 1);
    let mut report: Value = serde_json::from_str(&read(&world, "r.json")).expect("JSON");
    let evil = "\u{1b}[2J\n::error::x";
    report["problem"]["slug"] = evil.into();
    report["isolation"]["walls"][0]["by"] = evil.into();
    report["isolation"]["walls"][0]["strength"] = "none".into();
    report["isolation"]["memory_source"] = evil.into();
    let submission = &mut report["submissions"][0];
    for key in ["path", "language", "command"] {
        submission[key] = evil.into();
    }
    submission["cases"][0]["command"] = evil.into();
    for key in ["group", "case"] {
        submission["cases"][0][key] =
            format!("{evil}{}", ["/x", ""][usize::from(key == "group")]).into();
    }
    submission["cases"][0]["message"] = evil.into();
    submission["cases"][0]["evidence"]["errors"] = evil.into();
    std::fs::write(world.path("evil.json"), report.to_string()).expect("written");
    // With its own colours, as on a terminal.
    let mut command = world.command(&["report", "evil.json"]);
    let did = common::run(command.env("CLICOLOR_FORCE", "1"));
    assert!(did.status == 0 && did.out.contains("\u{1b}["), "{did:#?}");
    assert!(did.out.matches("\\u{1b}[2J").count() >= 9, "{did:#?}");
    assert!(!did.out.contains("\u{1b}[2J"), "{did:#?}");
    assert!(!did.out.lines().any(|line| line.trim_start().starts_with("::")), "{did:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn formats_go_to_different_places_that_can_be_written() {
    let world = world();
    let refused = |arguments: &[&str], part: &str| {
        let all = [&["grade", "echo", "right.py"], arguments].concat();
        let did = world.jury(&all, 2);
        assert!(did.out.is_empty() && did.err.contains(part), "no {part:?} in {did:#?}");
    };
    refused(&["--json", "-", "--junit", "-"], "two reports cannot both go to -");
    refused(&["--json", "r", "--junit", "./r"], "two reports cannot both go to ./r");
    refused(&["--markdown", "right.py"], "would overwrite right.py");
    let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, world.path(name));
    link("r", "link").and_then(|()| link("./link", "link-to-link")).expect("linked");
    refused(&["--json", "r", "--junit", "link-to-link"], "cannot both go to link-to-link");
    link("no/r", "astray").expect("linked");
    refused(&["--json", "astray"], "there is no folder");
    refused(&["--junit", "no/r.xml"], "there is no folder no");
    refused(&["--junit", "problems"], "it is a folder");
    refused(&["--junit", "/proc/r.xml"], "cannot write /proc/r.xml");
    assert!(!world.path("r").exists());
    world.jury(&["grade", "echo", "right.py", "--json", "r.json"], 0);
    world.jury(&["report", "r.json", "--markdown", "r.json"], 2);
    serde_json::from_str::<Document>(&read(&world, "r.json")).expect("still there");
}

/// `jury` as a step of GitHub Actions.
fn step(world: &World, arguments: &[&str]) -> common::Did {
    let mut command = world.command(arguments);
    command
        .env("GITHUB_ACTIONS", "true")
        .env("GITHUB_WORKSPACE", world.path("").canonicalize().expect("a folder"))
        .env("GITHUB_STEP_SUMMARY", world.path("summary.md"));
    common::run(&mut command)
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn github_is_told_what_failed_and_takes_no_commands_from_submissions() {
    let world = world();
    let wrong = world.path("wrong.py").display().to_string();
    let did = step(&world, &["grade", "echo", "right.py", &wrong]);
    let lines: Vec<&str> = did.out.lines().collect();
    assert!(lines[0].starts_with("::error file=wrong.py,title=echo%3A wrong answer::sample/1: "));
    let secret = lines[1].strip_prefix("::stop-commands::").expect("commands are stopped");
    assert_eq!(lines.last(), Some(&format!("::{secret}::").as_str()));
    assert!(did.out.contains("echo: 1 of 2 submissions accepted\n"), "{did:#?}");
    assert!(step(&world, &["grade", "echo", "right.py"]).out.starts_with("::stop-commands::"));
    let summary = read(&world, "summary.md");
    assert_eq!(summary.matches("## Echo\n").count(), 2, "each step adds: {summary}");

    assert_eq!(step(&world, &["verify", "echo"]).status, 0);
    std::fs::write(world.path("problems/echo/submissions/wrong_answer/one.py"), RIGHT)
        .expect("written");
    let did = step(&world, &["verify", "echo"]);
    let annotation = "::error file=problems/echo/submissions/wrong_answer/one.py,title=echo%3A \
                      wrong_answer/one.py::gets AC, expected WA\n";
    assert!(did.status == 1 && did.out.contains(annotation), "{did:#?}");
    assert!(read(&world, "summary.md").contains("| ❌ echo | 2 | 0 of 1 | 1 |"));
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn github_is_told_of_what_cannot_be_read_or_graded() {
    let world = world();
    let broken = "name = 'B'\n[limits]\ntiem = 1\n";
    std::fs::create_dir(world.path("problems/broken")).expect("made");
    std::fs::write(world.path("problems/broken/problem.toml"), broken).expect("written");
    let annotation =
        "::error file=problems/broken/problem.toml,line=3,title=problems/broken::unknown";
    let guarded = |did: &common::Did| {
        let (before, behind) = did.err.split_once("::stop-commands::").expect("guarded");
        before.contains(annotation) && behind.contains("error: problems/broken/problem.toml:3:1:")
    };
    let did = step(&world, &["verify", "echo", "broken"]);
    assert!(did.status == 2 && guarded(&did), "{did:#?}");
    let summary = read(&world, "summary.md");
    assert!(summary.contains("| ❌ problems/broken | | | could not be checked |\n"), "{summary}");
    assert!(summary.contains("- problems/broken/problem.toml"), "{summary}");

    let did = step(&world, &["grade", "broken", "right.py"]);
    assert!(did.status == 2 && guarded(&did), "{did:#?}");
    assert!(read(&world, "summary.md").contains("❌ **error:** problems/broken/"), "{did:#?}");

    std::fs::write(world.path("notes.txt"), "to do").expect("written");
    let did = step(&world, &["grade", "echo", "right.py", "notes.txt"]);
    assert!(did.out.starts_with("::error file=notes.txt,title=echo%3A not graded::cannot tell"));
    // Told once.
    assert!(did.err.starts_with("::stop-commands::"), "{did:#?}");
    assert!(read(&world, "summary.md").contains("| ❌ not graded | <code>notes.txt</code> |"));
}

/// A log is read for commands whatever it is a report of.
#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn no_report_holds_a_command_to_github() {
    let world = world();
    let words = r"one\n::error title=hi::from a compiler\n##[error]as well";
    let text = format!("compile_error!(\"{words}\");\nfn main() {{}}\n");
    std::fs::write(world.path("broken.rs"), text).expect("written");
    let text = "print('##[error]from-a-program')\n";
    std::fs::write(world.path("wrong.py"), text).expect("written");
    let did = step(&world, &["grade", "echo", "broken.rs", "wrong.py", "--json", "r.json"]);
    assert!(did.out.contains("from a compiler") && did.out.contains("from-a-program"), "{did:#?}");
    for format in ["--json", "--junit", "--markdown", "--html"] {
        let did = step(&world, &["report", "r.json", format, "-"]);
        let said = ["from a compiler", "from-a-program"].map(|words| did.out.contains(words));
        assert_eq!(said, [true; 2], "{format} {did:#?}");
        let command = |line: &str| line.trim_start().starts_with("::") || line.contains("##[");
        let commands: Vec<&str> = did.out.lines().filter(|line| command(line)).collect();
        assert!(commands.is_empty(), "{format}: {commands:?}");
    }
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn outside_of_github_nothing_is_said_to_it() {
    let world = world();
    let did = world.jury(&["grade", "echo", "wrong.py"], 1);
    assert!(!did.out.lines().any(|line| line.trim_start().starts_with("::")), "{did:#?}");
}
