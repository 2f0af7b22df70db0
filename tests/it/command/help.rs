//! What helps to use the commands: examples in every help, a manual page each, and errors
//! that say what was wrong.

use std::os::unix::ffi::OsStrExt as _;

use super::common::{self, World};

/// Names of all commands, from the help.
fn commands(world: &World) -> Vec<String> {
    let help = world.jury(&["--help"], 0).out;
    let list = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next());
    let lines = list.expect("a list").lines().filter_map(|line| line.strip_prefix("  "));
    let names = lines.filter(|line| !line.starts_with(' ')).filter_map(|l| l.split(' ').next());
    let names: Vec<_> = names.filter(|name| *name != "help").map(str::to_owned).collect();
    assert!(names.len() > 12, "{names:?}");
    names
}

#[test]
fn every_help_has_examples_that_name_its_command() {
    let world = World::new(&[]);
    for name in commands(&world) {
        let help = world.jury(&[&name, "--help"], 0).out;
        let examples = help.split("\nExamples:\n").nth(1).unwrap_or_else(|| panic!("{name}"));
        let examples = examples.split("\n\n").next().expect("examples");
        assert!(examples.contains(&format!("jury {name}")), "{name}: {examples}");
        assert!(help.contains("\nExit status:\n"), "{name}");
    }
    assert!(world.jury(&["--help"], 0).out.contains("\nExamples:\n  jury grade"));
}

#[test]
fn every_command_has_a_manual_page() {
    let world = World::new(&[]);
    let did = world.jury(&["man", "deep/pages"], 2);
    assert!(did.err.contains("there is no folder deep"), "{did:#?}");
    std::fs::create_dir(world.path("deep")).expect("made");
    let did = world.jury(&["man", "deep/pages"], 0);
    let names = commands(&world);
    assert!(did.out.starts_with(&format!("{} pages ", names.len() + 1)), "{did:#?}");
    for name in &names {
        let page = world.path(&format!("deep/pages/jury-{name}.1"));
        let page = std::fs::read_to_string(page).expect(name);
        let title = format!(".TH \"JURY-{}\" \"1\" \"\" \"jury ", name.to_uppercase());
        assert!(page.contains(&title), "{name}: no title: {page}");
        let headings = page.lines().filter(|line| line.starts_with(".SH "));
        assert!(headings.clone().all(|line| !line.contains('(')), "{name}: {page}");
        let mut rest = page.as_str();
        for title in ["SYNOPSIS", "OPTIONS", "EXIT STATUS", "ENVIRONMENT", "EXAMPLES", "SEE ALSO"] {
            let titles = [format!(".SH {title}\n"), format!(".SH \"{title}\"\n")];
            let at = titles.iter().find_map(|title| rest.find(title));
            rest = &rest[at.unwrap_or_else(|| panic!("{name}: no {title} here: {rest}"))..];
        }
        assert!(page.contains("JURY_PROBLEMS: as \\-\\-problems"), "{name}: {page}");
        assert!(page.contains(concat!("\"jury ", env!("CARGO_PKG_VERSION"))), "{name}: {page}");
    }
    assert!(world.path("deep/pages/jury.1").is_file());
}

#[test]
fn a_negative_number_is_refused_as_a_number() {
    let world = World::new(&[]);
    let did = world.jury(&["stress", "p", "x", "--time", "-1"], 2);
    assert!(did.err.contains("`-1` is not a number of seconds"), "{did:#?}");
    let did = world.jury(&["grade", "p", "x", "-j", "-1"], 2);
    assert!(did.err.contains("from 1 to 256"), "{did:#?}");
}

#[test]
fn an_unknown_option_gets_a_tip_that_helps() {
    let world = World::new(&[]);
    let did = world.jury(&["verify", "--html", "report.html"], 2);
    let tip = "tip: `--html` is an option of `jury grade`, `jury merge`, `jury report`";
    assert!(did.err.contains(tip), "{did:#?}");
    assert!(!did.err.contains("as a value"), "{did:#?}");
    let did = world.jury(&["match", "--sprt", "elo0=0", "a.py", "b.py"], 2);
    assert!(did.err.contains("equals sign: `--sprt=elo0=0`"), "{did:#?}");
}

#[test]
fn every_help_says_what_its_statuses_mean() {
    let world = World::new(&[]);
    for (command, words, other) in [
        ("report", "0  all was written, whatever the verdicts", "\n    1  "),
        ("grade", "1  a submission was not accepted", "as expected"),
        ("verify", "1  something was found in a problem", "accepted / "),
        ("list", "0  done", "\n    1  "),
    ] {
        let help = world.jury(&[command, "--help"], 0).out;
        let statuses = help.split_once("Exit status:").expect("a table").1;
        assert!(statuses.contains(words) && !statuses.contains(other), "{command}: {statuses}");
    }
}

#[test]
fn usage_lines_are_those_of_the_command_and_words_are_named() {
    let world = World::new(&[]);
    let did = world.jury(&["perft"], 2);
    assert!(
        did.err.contains(
            "Usage: jury perft [OPTIONS] --depth <N> [POSITION]
"
        ),
        "{did:#?}"
    );
    let mut command = world.command(&["history", "--compare", "1"]);
    command.arg(std::ffi::OsStr::from_bytes(b"caf\xe9"));
    let did = common::run(&mut command);
    assert!(did.err.contains("`caf\\xe9` is no UTF-8"), "{did:#?}");
    let help = world.jury(&["match", "--help"], 0).out;
    assert!(help.contains("with --sprt: the first bot is as strong as elo1"), "{help}");
}

#[test]
fn no_line_of_words_ends_in_blanks() {
    let world = World::new(&[
        ("p/1.in", "1\n"),
        ("p/1.ans", "1\n"),
        ("a.py", "print(input())\n"),
        ("b.py", "print(2)\n"),
    ]);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/problems");
    for arguments in
        [&["list", "--problems", folder][..], &["languages"], &["grade", "./p", "a.py", "b.py"]]
    {
        let did = common::run(&mut world.command(arguments));
        let bad = did.out.lines().find(|line| line.ends_with(' '));
        assert_eq!(bad, None, "{arguments:?}");
    }
}
