//! Recalling runs: what is known is not run again, and every report says so.

use std::path::PathBuf;

use super::common::{self, Did, World};
use jury::report::document::Document;

/// With a cache of its own, so that nothing is known. Its programs are scripts, which start quickly.
fn package() -> World {
    World::new(&[
        (
            "p/problem.toml",
            "name = \"P\"\nreference = \"reference.sh\"\n[[generator]]\n\
             program = \"generators/seed.sh\"\nname = \"secret/g-{}\"\ncount = 2\n",
        ),
        ("p/generators/seed.sh", "echo \"${@: -1}\"\n"),
        ("p/data/secret/g-001.in", "1\n"),
        ("p/data/secret/g-001.ans", "1\n"),
        ("p/data/secret/g-002.in", "2\n"),
        ("p/data/secret/g-002.ans", "2\n"),
        ("p/data/secret/own.in", "3\n"),
        ("p/data/secret/own.ans", "3\n"),
        ("p/reference.sh", "read -r number\necho \"$number\"\n"),
        ("p/submissions/accepted/echo.sh", "read -r line && echo \"$line\"\n"),
        ("p/submissions/wrong_answer/one.sh", "echo 1\n"),
    ])
}

#[track_caller]
fn jury(world: &World, arguments: &[&str], status: i32) -> Did {
    let mut command = world.command(arguments);
    let did = common::run(command.env("JURY_CACHE", world.path("cache")).env_remove("JURY_FRESH"));
    assert_eq!(did.status, status, "jury {arguments:?}: {did:#?}");
    did
}

/// The lines of explanations that say so.
fn explained<'a>(did: &'a Did, words: &str) -> Vec<&'a str> {
    did.err.lines().filter(|line| line.contains(words)).collect()
}

/// What was said but for what was recalled.
fn without_marks(text: &str) -> String {
    text.lines().filter(|line| !line.contains("recalled: ")).collect::<Vec<_>>().join("\n")
}

const VERIFY: [&str; 4] = ["verify", "./p", "-v", "-j1"];

#[test]
fn a_second_verification_runs_nothing_and_says_the_same() {
    let world = package();
    let first = jury(&world, &VERIFY, 0);
    assert!(!first.out.contains("recalled"), "{first:#?}");
    // Two generated cases; three cases of the reference, an accepted and a wrong submission.
    let ran = explained(&first, ": not recalled: it was not run before");
    assert_eq!(ran.len(), 2 + 3 * 3, "{first:#?}");
    let second = jury(&world, &VERIFY, 0);
    assert_eq!(explained(&second, ": not recalled: "), [""; 0]);
    assert!(second.out.contains("\n  recalled: 11 runs, "), "{second:#?}");
    assert_eq!(without_marks(&second.out), without_marks(&first.out));
    let fresh = jury(&world, &["verify", "./p", "--fresh"], 0);
    assert_eq!(without_marks(&fresh.out), fresh.out.trim_end());
}

#[test]
fn what_changed_is_run_and_nothing_else() {
    let world = package();
    jury(&world, &VERIFY, 0);
    let write = |name: &str, text: &str| std::fs::write(world.path(name), text).expect("written");
    write("p/data/secret/own.in", "4\n");
    write("p/data/secret/own.ans", "4\n");
    write("p/data/secret/new.in", "5\n");
    write("p/data/secret/new.ans", "5\n");
    let did = jury(&world, &VERIFY, 0);
    let ran = explained(&did, "not recalled");
    assert!(ran.iter().any(|line| line.ends_with("secret/own: not recalled: input changed")));
    let new = "secret/new: not recalled: it was not run before";
    assert!(ran.iter().any(|line| line.ends_with(new)), "{did:#?}");
    let is_expected = |line: &&&str| line.contains("secret/own: ") || line.contains("secret/new: ");
    assert_eq!(ran.iter().filter(is_expected).count(), ran.len(), "{did:#?}");
    assert!(!explained(&did, ": recalled from 2").is_empty(), "{did:#?}");
    // A weaker level is another one.
    let contained = [&VERIFY[..], &["--sandbox", "contained"]].concat();
    let did = jury(&world, &contained, 0);
    if did.out.contains("sandbox contained") && !explained(&did, "full → contained").is_empty() {
        assert_eq!(explained(&did, "echo.sh secret/own: recalled from"), [""; 0]);
    }
}

#[test]
fn grading_recalls_where_it_is_asked_to_and_reports_tell_it() {
    let world = package();
    let grade = ["grade", "./p", "p/submissions/wrong_answer/one.sh", "-k", "-j1"];
    let reports =
        ["--json", "r.json", "--markdown", "r.md", "--junit", "r.xml", "--html", "r.html"];
    let run = |more: &[&str]| jury(&world, &[&grade[..], &reports, more].concat(), 1);
    let read = |name: &str| std::fs::read_to_string(world.path(name)).expect("a report");
    let document =
        || serde_json::from_str::<Document>(&read("r.json")).expect("a report that can be read");
    for _ in 0..2 {
        assert!(!run(&[]).out.contains("recalled"));
        for name in ["r.json", "r.md", "r.xml"] {
            assert!(!read(name).contains("recalled"), "{name}");
        }
    }
    let before = document();
    let did = run(&["--recall"]);
    assert!(did.out.contains("\n    recalled: 3 runs, "), "{did:#?}");
    let mut after = document();
    let cases = &mut after.submissions[0].cases;
    assert!(cases.iter_mut().all(|case| case.recalled.take().is_some()), "{cases:#?}");
    after.submissions[0].compile = before.submissions[0].compile.clone();
    assert_eq!(after, before);
    assert!(read("r.md").contains(", recalled: 3 runs, "), "{}", read("r.md"));
    assert!(
        read("r.xml").contains("<property name=\"recalled\" value=\"3\"/>"),
        "{}",
        read("r.xml")
    );
    assert!(read("r.html").contains("<i>recalled: 3 runs, "));
    // Where nothing was to be recalled, there is nothing to explain.
    let fresh = jury(&world, &[&grade[..], &["-v"]].concat(), 1);
    assert_eq!(explained(&fresh, "recalled"), [""; 0], "{fresh:#?}");
    // A report with less to show is another one.
    let brief = jury(&world, &[&grade[..], &["--recall", "-v"]].concat(), 1);
    assert!(!explained(&brief, "recalled").is_empty(), "{brief:#?}");
}

/// What is done to the bytes of a file.
type Damage = fn(&[u8]) -> Vec<u8>;

/// Every file of records.
fn files(world: &World) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(world.path("cache/recall")).into_iter().flatten();
    let files = entries.filter(|entry| entry.file_type().is_file());
    files.map(walkdir::DirEntry::into_path).filter(|path| !path.ends_with("lock")).collect()
}

#[test]
fn what_is_damaged_or_gone_is_run_again() {
    let world = package();
    jury(&world, &VERIFY, 0);
    let damages: [Damage; 4] = [
        |_| b"junk".to_vec(),
        |_| Vec::new(),
        |bytes| bytes[..bytes.len() / 2].to_vec(),
        |bytes| bytes.iter().map(|byte| byte ^ 1).collect(),
    ];
    for damage in damages {
        for file in files(&world) {
            let bytes = std::fs::read(&file).expect("records");
            std::fs::write(&file, damage(&bytes)).expect("written");
        }
        let did = jury(&world, &VERIFY, 0);
        assert!(!explained(&did, "not recalled").is_empty(), "{did:#?}");
        assert!(!did.err.contains("not kept"), "{did:#?}");
        assert_eq!(explained(&jury(&world, &VERIFY, 0), "not recalled"), [""; 0]);
    }
    std::fs::remove_dir_all(world.path("cache/recall")).expect("removed");
    assert!(!explained(&jury(&world, &VERIFY, 0), "not recalled").is_empty());
    assert_eq!(explained(&jury(&world, &VERIFY, 0), "not recalled"), [""; 0]);
}

#[test]
fn two_judges_at_once_share_what_they_know() {
    let world = package();
    std::thread::scope(|scope| {
        let judges = [(); 2].map(|()| scope.spawn(|| jury(&world, &VERIFY, 0)));
        for judge in judges {
            let did = judge.join().expect("no panic");
            assert!(!did.err.contains("not kept"), "{did:#?}");
        }
    });
    assert_eq!(explained(&jury(&world, &VERIFY, 0), "not recalled"), [""; 0]);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_program_that_comes_to_different_outcomes_is_always_run() {
    let world = package();
    let flaky = "import os\nprint(input() if os.urandom(1)[0] % 2 else 0)\n";
    std::fs::write(world.path("flaky.py"), flaky).expect("written");
    let grade = ["grade", "./p", "flaky.py", "--case", "secret/own", "-v"];
    let once = |more: &[&str]| {
        let mut command = world.command(&[&grade[..], more].concat());
        common::run(command.env("JURY_CACHE", world.path("cache")))
    };
    // That all come to the same is less likely than that this machine breaks down.
    let first = once(&[]).status;
    assert!((0..100).any(|_| once(&[]).status != first));
    for _ in 0..3 {
        let did = once(&["--recall"]);
        let words = "two runs that should be the same came to different outcomes";
        assert_eq!(explained(&did, words).len(), 1, "{did:#?}");
    }
}

#[test]
fn checks_by_programs_of_the_package_are_recalled() {
    let world = package();
    let toml = std::fs::read_to_string(world.path("p/problem.toml")).expect("there");
    let toml =
        toml.replace("[[gen", "[validator]\nprogram = \"valid.sh\"\nprotocol = \"icpc\"\n[[gen");
    let write = |name: &str, text: &str| std::fs::write(world.path(name), text).expect("written");
    let valid = "[[ $(cat; echo .) == [1-9]$'\\n.' ]] && exit 42\nexit 43\n";
    write("p/problem.toml", &toml);
    write("p/valid.sh", valid);
    let first = jury(&world, &VERIFY, 0);
    assert_eq!(explained(&first, "checks secret/").len(), 3, "{first:#?}");
    let second = jury(&world, &VERIFY, 0);
    assert_eq!(explained(&second, "not recalled"), [""; 0]);
    assert_eq!(without_marks(&second.out), without_marks(&first.out));
    write("p/valid.sh", &valid.replace("[1-9]", "[1-8]"));
    let changed = jury(&world, &VERIFY, 0);
    assert_eq!(explained(&changed, "not recalled").len(), 4, "{changed:#?}");
    assert_eq!(explained(&changed, ": not recalled: checker changed").len(), 4, "{changed:#?}");
    // What is wrong is found each time.
    write("p/valid.sh", &valid.replace("[1-9]", "[1-2]"));
    for _ in 0..2 {
        let found = jury(&world, &VERIFY, 1);
        assert!(found.out.contains("  data/secret/own.in: "), "{found:#?}");
    }
}

#[test]
fn checks_by_answer_validators_are_recalled_as_long_as_these_are_the_same() {
    let world = World::new(&[
        ("p/problem.yaml", "limits: {time_limit: 1}\n"),
        ("p/answer_validators/small.sh", "read -r answer\n(( answer < 10 )) && exit 42\nexit 43\n"),
        ("p/data/sample/1.in", "1\n"),
        ("p/data/sample/1.ans", "7\n"),
    ]);
    let first = jury(&world, &VERIFY, 0);
    assert_eq!(explained(&first, "checks sample/1: not recalled").len(), 1, "{first:#?}");
    let second = jury(&world, &VERIFY, 0);
    assert_eq!(explained(&second, "not recalled"), [""; 0], "{second:#?}");
    let smaller = "read -r answer\n(( answer < 5 )) && exit 42\nexit 43\n";
    std::fs::write(world.path("p/answer_validators/small.sh"), smaller).expect("written");
    let found = jury(&world, &VERIFY, 1);
    assert!(found.out.contains("sample/1: the answer validator rejects"), "{found:#?}");
}
