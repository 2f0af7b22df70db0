//! What users get wrong: a clear error with its place, the right status, nothing half done.

use std::fs::File;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use super::common::{World, run};

#[track_caller]
fn refused(world: &World, arguments: &[&str], parts: &[&str]) {
    let did = world.jury(arguments, 2);
    assert_eq!(did.out, "", "nothing on standard output");
    for part in parts {
        assert!(did.err.contains(part), "no {part:?} in {:?}", did.err);
    }
}

fn package(toml: &str) -> World {
    World::new(&[
        ("p/problem.toml", toml),
        ("p/data/sample/1.in", "1\n"),
        ("p/data/sample/1.ans", "1\n"),
        ("a.py", "print(1)\n"),
    ])
}

#[test]
fn a_broken_problem_toml_is_named_with_line_and_column() {
    refused(&package("name = \n"), &["grade", "p", "a.py"], &["problem.toml:1:", "error:"]);
    refused(
        &package("name = \"P\"\n\n[limits]\ntme = 1\n"),
        &["grade", "p", "a.py"],
        &["problem.toml:4:1", "tme", "time"],
    );
    refused(
        &package("name = \"P\"\n[limits]\ntime = -1\n"),
        &["grade", "p", "a.py"],
        &["problem.toml:3:8"],
    );
    refused(
        &package("name = \"P\"\n[checker]\nname = \"tokns\"\n"),
        &["grade", "p", "a.py"],
        &["problem.toml:3:8", "tokns", "tokens"],
    );
}

#[test]
fn a_missing_answer_and_an_empty_or_missing_folder_are_named() {
    let world =
        World::new(&[("p/1.in", "1\n"), ("p/2.in", "1\n"), ("p/2.ans", "1\n"), ("a.py", "")]);
    refused(&world, &["grade", "p", "a.py"], &["1.in"]);
    std::fs::create_dir(world.path("empty")).expect("a folder");
    refused(&world, &["grade", "empty", "a.py"], &["empty"]);
    refused(&world, &["grade", "nowhere", "a.py"], &["nowhere"]);
}

#[test]
fn submissions_that_cannot_be_graded_are_named() {
    let world = package("name = \"P\"\n");
    refused(&world, &["grade", "p", "b.py"], &["b.py"]);
    refused(&world, &["grade", "p", "a.py", "--language", "pyton"], &["pyton", "python"]);
    refused(&world, &["grade", "p", "a.py", "-j", "0"], &["--jobs", "from 1 to 256"]);
    refused(&world, &["grade", "p", "a.py", "-j", "100000"], &["--jobs", "from 1 to 256"]);
    std::fs::write(world.path("a.xyz"), "?").expect("written");
    refused(&world, &["grade", "p", "a.xyz"], &["a.xyz"]);
    std::fs::create_dir(world.path("large")).expect("a folder");
    let large = std::fs::File::create(world.path("large/a.c")).expect("made");
    large.set_len((256 << 20) + 1).expect("made longer");
    refused(&world, &["grade", "p", "large"], &["large/a.c is too large"]);
    std::fs::create_dir(world.path("nothing")).expect("a folder");
    refused(&world, &["grade", "p", "nothing"], &["nothing"]);
}

#[test]
fn the_command_line_is_checked() {
    let world = package("name = \"P\"\n");
    refused(&world, &["grade", "p"], &["SUBMISSION"]);
    refused(&world, &["grade", "p", "a.py", "--case", "9*"], &["9*", "sample/1"]);
    refused(&world, &["grade", "p", "a.py", "--case", "["], &["["]);
    refused(&world, &["grade", "p", "a.py", "--time-limit", "nan"], &["nan"]);
    refused(&world, &["grade", "p", "a.py", "-j", "0"], &["0"]);
    refused(&world, &["grde"], &["grade"]);
    refused(&world, &["grade", "p", "--reference"], &["reference"]);
    refused(&world, &["validate", "p"], &["validator"]);
    for seed in ["-1", "abc"] {
        refused(&world, &["match", "a.py", "a.py", "--seed", seed], &["an integer from 0 to"]);
        refused(&world, &["stress", "p", "a.py", "--seed", seed], &["an integer from 0 to"]);
    }
    refused(&world, &["match", "a.py", "a.py", "--sprt="], &["--sprt", "expected elo0=E"]);
    refused(&world, &["man", "a.py"], &["into a.py: it is not a folder"]);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_faulty_jury_is_a_judge_error_and_not_the_contestants_failure() {
    let world = World::new(&[
        ("p/problem.toml", "name = \"P\"\n[checker]\nname = \"four-in-line\"\n"),
        ("p/data/sample/1.in", "1\n"),
        ("p/data/sample/1.ans", "many\n"),
        ("a.py", "print(1)\n"),
    ]);
    let did = world.jury(&["grade", "p", "a.py"], 2);
    assert!(did.out.contains("judge error"), "{did:#?}");
    assert!(did.out.contains("bad answer file"), "{did:#?}");
}

#[test]
fn a_report_that_cannot_be_written_is_refused_before_any_work() {
    let world = package("name = \"P\"\n");
    refused(
        &world,
        &["grade", "p", "a.py", "--json", "no/such/folder/r.json"],
        &["no/such/folder"],
    );
    refused(&world, &["grade", "p", "a.py", "--json", "p"], &["it is a folder"]);
    // Nobody makes files there. The name of the one that was tried is nobody's business.
    let no_folder_for_files =
        "cannot write /proc/report.json: No such file or directory (os error 2)\n";
    refused(&world, &["grade", "p", "a.py", "--json", "/proc/report.json"], &[no_folder_for_files]);
    refused(
        &world,
        &["grade", "p", "a.py", "--json", "./a.py"],
        &["the report would overwrite a.py"],
    );
    // `--html *.py` names the first of the sources.
    std::fs::write(world.path("b.py"), "print(2)\n").expect("written");
    refused(
        &world,
        &["grade", "p", "--html", "a.py", "b.py"],
        &["the report would overwrite a.py, a source file", "`--html page.html`"],
    );
    let source = std::fs::read_to_string(world.path("a.py")).expect("still there");
    assert_eq!(source, "print(1)\n");
}

#[test]
fn no_report_overwrites_what_a_command_reads() {
    let world = package("name = \"P\"\n");
    for (name, text) in [("fold/main.py", "print(1)\n"), ("p/generators/g.py", "print(5)\n")] {
        let path = world.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    }
    let stress = "[stress]\ngenerator = \"generators/g.py\"\n";
    std::fs::write(world.path("p/problem.toml"), format!("name = \"P\"\n{stress}"))
        .expect("written");
    let no = |arguments: &[&str], file: &str| {
        let before = std::fs::read(world.path(file)).expect("there");
        let did = world.jury(arguments, 2);
        let named = did.err.split_once("the report would overwrite ").expect("refused").1;
        assert!(named.trim_end().ends_with(file), "{did:#?}");
        assert_eq!(std::fs::read(world.path(file)).expect("there"), before, "{file}");
    };
    no(&["grade", "p", "a.py", "--json", "p/data/sample/1.in"], "p/data/sample/1.in");
    no(&["grade", "p", "a.py", "--html", "p/problem.toml"], "p/problem.toml");
    no(&["grade", "p", "fold", "--json", "fold/main.py"], "fold/main.py");
    no(&["verify", "p", "--matrix-json", "p/problem.toml"], "p/problem.toml");
    no(&["stress", "p", "a.py", "--output", "a.py"], "a.py");
    no(&["stress", "p", "a.py", "--output", "p/generators/g.py"], "p/generators/g.py");
    no(&["stress", "p", "a.py", "--against", "fold", "--output", "fold/main.py"], "fold/main.py");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_report_goes_through_links_and_into_devices() {
    let world = package("name = \"P\"\n");
    std::fs::write(world.path("real.json"), "old").expect("written");
    std::os::unix::fs::symlink("real.json", world.path("link.json")).expect("linked");
    world.jury(&["grade", "p", "a.py", "--json", "link.json"], 0);
    assert!(world.path("link.json").is_symlink());
    let text = std::fs::read_to_string(world.path("real.json")).expect("written");
    assert!(text.starts_with('{'), "{text}");
    std::os::unix::fs::symlink("new.json", world.path("dangling.json")).expect("linked");
    world.jury(&["grade", "p", "a.py", "--json", "dangling.json"], 0);
    assert!(world.path("dangling.json").is_symlink());
    assert!(world.path("new.json").is_file());
    world.jury(&["grade", "p", "a.py", "--json", "/dev/null"], 0);
    assert!(!std::fs::metadata("/dev/null").expect("still there").is_file());
}

#[test]
fn a_broken_problem_does_not_hide_the_others() {
    let world = World::new(&[
        ("problems/bad/problem.toml", "nme = \"B\"\n"),
        ("problems/good/problem.toml", "name = \"G\"\n"),
        ("problems/good/data/sample/1.in", "1\n"),
        ("problems/good/data/sample/1.ans", "1\n"),
    ]);
    for command in ["list", "verify"] {
        let did = world.jury(&[command], 2);
        assert!(did.out.contains("good"), "{did:#?}");
        assert!(did.err.contains("nme"), "{did:#?}");
    }
}

#[test]
fn packages_of_other_judges_are_refused_by_every_command() {
    let world = World::new(&[
        ("problems/hello/task.toml", "title = 'x'\n"),
        ("problems/hello/data/secret/1.in", "1\n"),
        ("problems/hello/data/secret/1.ans", "1\n"),
        ("problems/mine/problem.toml", "name = \"M\"\n"),
        ("a.py", "print(1)\n"),
    ]);
    let case = ["problems/hello/data/secret/1.in", "problems/hello/data/secret/1.ans"];
    let named = ["task.toml", "task-maker's settings in TOML are not read"];
    for problem in ["hello", "./problems/hello"] {
        refused(&world, &["grade", problem, "a.py"], &named);
        refused(&world, &["verify", problem], &named);
        refused(&world, &["check", problem, case[0], case[1], case[1]], &named);
        refused(&world, &["validate", problem], &named);
        refused(&world, &["add", problem, case[0]], &named);
        refused(&world, &["generate", problem], &named);
        refused(&world, &["stress", problem, "a.py"], &named);
    }
    let did = world.jury(&["list"], 2);
    assert!(did.out.contains("mine") && did.err.contains(named[0]), "{did:#?}");
    let several = ["2 problems in it", "`hello`, `mine`"];
    refused(&world, &["grade", "./problems", "a.py"], &several);
    // Of a folder of packages, each is proved, and a broken one does not hide the others.
    let did = world.jury(&["verify", "."], 2);
    assert!(did.out.contains("1 of 2 problems") && did.err.contains(named[0]), "{did:#?}");
}

#[test]
fn check_and_validate_tell_bad_files_from_wrong_ones() {
    let world = World::new(&[
        (
            "p/problem.toml",
            "name = \"P\"\nvalidator = \"four-in-line\"\n[checker]\nname = \"four-in-line\"\n",
        ),
        ("p/data/sample/1.in", "WWWW\nBBWB\nB.BB\nW.WB\n"),
        ("p/data/sample/1.ans", "0\n"),
        ("right.out", "0\n"),
        ("wrong.out", "4\n"),
        ("junk.out", "four\n"),
        ("bad.in", "WWWW\nBBWX\nB.BB\nW.WB\n"),
    ]);
    let (input, answer) = ("p/data/sample/1.in", "p/data/sample/1.ans");
    let did = world.jury(&["check", "p", input, "right.out", answer], 0);
    assert!(did.out.starts_with("AC"), "{did:#?}");
    assert!(world.jury(&["check", "p", input, "wrong.out", answer], 1).out.starts_with("WA "));
    assert!(world.jury(&["check", "p", input, "junk.out", answer], 1).out.starts_with("PE "));
    // No program runs, so that there need be no place for builds.
    let mut command = world.command(&["check", "p", input, "right.out", answer]);
    let did = run(command.env("JURY_CACHE", world.path("right.out")));
    assert_eq!(did.status, 0, "{did:#?}");
    world.jury(&["check", "p", input, "right.out", "junk.out"], 2);
    world.jury(&["check", "p", input, "missing.out", answer], 2);
    // The answer of a case is known, that of another input is not.
    world.jury(&["check", "p", input, "right.out"], 0);
    world.jury(&["check", "p", "wrong.out", "right.out"], 2);
    // Its name will do; an input that is not there is told before an answer that it would need.
    world.jury(&["check", "p", "sample/1", "right.out"], 0);
    let did = world.jury(&["check", "p", "sample/2", "right.out"], 2);
    assert!(did.err.contains("sample/2") && !did.err.contains("answer"), "{did:#?}");
    let did = world.jury(&["check", "p", "bad.in", "right.out", answer], 2);
    assert!(did.err.contains("bad.in:2:4: "), "{did:#?}");
    let did = world.jury(&["validate", "p", "bad.in"], 1);
    assert!(did.out.contains("bad.in:2:4: "), "{did:#?}");
    world.jury(&["validate", "p"], 0);
    world.jury(&["validate", "p", "missing.in"], 2);

    let testlib = |output| ["check", "p", "--protocol", "testlib", input, output, answer];
    assert!(world.jury(&testlib("right.out"), 0).err.starts_with("ok"));
    assert!(world.jury(&testlib("wrong.out"), 1).err.starts_with("wrong answer "));
    assert!(world.jury(&testlib("junk.out"), 2).err.starts_with("wrong output format "));
    assert!(world.jury(&testlib("missing.out"), 3).err.starts_with("FAIL "));
}

/// An interrupt ends a command that has read something from here and waits for more.
#[track_caller]
fn is_interrupted(mut child: Child, mut input: impl std::io::Write) {
    // More than a pipe holds: once it is written, the command is at its reading.
    input.write_all(&b" ".repeat(1 << 18)).expect("the command reads");
    kill_process(Pid::from_child(&child), Signal::INT).expect("it lives");
    assert_eq!(child.wait().expect("ended").code(), Some(130));
    drop(input);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn an_interrupt_is_heard_while_a_file_is_waited_for() {
    let world = package("name = \"P\"\n");
    std::fs::create_dir(world.path("feedback")).expect("a folder");
    let case = ["p/data/sample/1.in", "p/data/sample/1.ans"];
    let icpc = ["check", "--protocol", "icpc", "p", case[0], case[1], "feedback"];
    for arguments in [&["report", "-"][..], &["add", "p", "-"], &icpc] {
        let mut child = world.command(arguments).stdin(Stdio::piped()).spawn().expect("started");
        let input = child.stdin.take().expect("piped");
        is_interrupted(child, input);
    }
    let made = Command::new("mkfifo").arg(world.path("fifo")).status();
    assert!(made.expect("mkfifo runs").success());
    let testlib = ["check", "--protocol", "testlib", "p", case[0], "fifo", case[1]];
    for arguments in [&["replay", "fifo"][..], &["perft", "fifo", "-d", "2"], &testlib] {
        let child = world.command(arguments).spawn().expect("started");
        // Waits until the command has opened it.
        let input = File::options().write(true).open(world.path("fifo"));
        is_interrupted(child, input.expect("opened"));
    }
}

#[test]
fn what_nohup_started_hears_no_hangup() {
    let world = package("name = \"P\"\n");
    let made = Command::new("mkfifo").arg(world.path("fifo")).status();
    assert!(made.expect("mkfifo runs").success());
    // What started the tests may have been started by `nohup` itself.
    for (words, hears) in [
        ("trap '' HUP; exec \"$0\" replay fifo", false),
        ("exec env --default-signal=HUP \"$0\" replay fifo", true),
    ] {
        let mut child = Command::new("sh")
            .args(["-c", words, env!("CARGO_BIN_EXE_jury")])
            .current_dir(world.path(""))
            .stderr(Stdio::null())
            .spawn()
            .expect("started");
        // Waits until the command has opened it.
        let input = File::options().write(true).open(world.path("fifo")).expect("opened");
        kill_process(Pid::from_child(&child), Signal::HUP).expect("sent");
        if hears {
            assert_eq!(child.wait().expect("ended").code(), Some(130));
        } else {
            drop(input);
            assert_eq!(child.wait().expect("ended").code(), Some(2), "an empty record");
        }
    }
}

#[test]
fn a_full_device_is_told_by_every_command() {
    let world = package("name = \"P\"\n");
    for arguments in [["help"], ["--help"], ["--version"], ["languages"]] {
        let full = File::options().write(true).open("/dev/full").expect("opened");
        let did = run(world.command(&arguments).stdout(full));
        assert_eq!(did.status, 3, "{did:#?}");
        assert!(did.err.contains("cannot write to standard output"), "{did:#?}");
    }
}
