//! Checkers and validators that a package brings, good and bad: what they decide, and that whatever
//! is wrong with them is told by name and never becomes a contestant's verdict.

use std::path::{Path, PathBuf};

use super::common::World;
use jury::report::document::{Case, Document};
use jury::verdict::Verdict;

/// The kept packages of this kind.
const PACKAGES: [&str; 4] = ["few-squares", "balance", "guess-testlib", "guess-icpc"];

pub(crate) fn package(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/problems").join(name)
}

/// The cases of the only submission of a report.
#[track_caller]
pub(crate) fn cases(text: &str) -> Vec<Case> {
    let document: Document = serde_json::from_str(text).expect("a strict document");
    document.submissions.into_iter().next().expect("a submission").cases
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn kept_packages_hold_what_they_promise() {
    let world = World::new(&[]);
    let folders = PACKAGES.map(|name| package(name).display().to_string());
    let mut words = vec!["verify"];
    words.extend(folders.iter().map(String::as_str));
    let did = world.jury(&words, 0);
    assert!(did.out.ends_with("4 of 4 problems verified\n"), "{}", did.out);
}

#[test]
fn points_are_partial_scores_with_the_checkers_words() {
    let folder = package("few-squares");
    let source = folder.join("submissions/partially_accepted/greedy.c").display().to_string();
    let folder = folder.display().to_string();
    for workers in ["1", "4"] {
        let words = ["grade", &folder, &source, "--json", "-", "-j", workers];
        let cases = cases(&World::new(&[]).jury(&words, 1).out);
        let found: Vec<_> =
            cases.iter().map(|case| (case.verdict, case.message.as_str())).collect();
        let expected = [
            "50 of 100 points: 8 squares",
            "50 of 100 points: 8 squares",
            "44.4444 of 100 points: 9 squares",
        ];
        assert_eq!(found, expected.map(|message| (Verdict::PartialScore, message)));
        assert_eq!(cases[0].score, Some(50.0));
    }
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn check_and_validate_call_the_packages_own_parts() {
    let world = World::new(&[("out", "2\n1 1\n"), ("in", "3\n"), ("bad", "x\n"), ("lr", "LRL")]);
    let folder = package("few-squares").display().to_string();
    let did = world.jury(&["check", &folder, "in", "out"], 1);
    assert_eq!(did.out, "WA the squares sum up to 2\n");
    let did = world.jury(&["validate", &folder, "in", "bad"], 1);
    let words = "bad:1: expected a number from 1 to 1000000 (stdin, line 1)\n";
    assert!(did.out.starts_with(words), "{did:#?}");
    let did = world.jury(&["check", &folder, "bad", "out"], 2);
    assert!(did.err.contains("bad input file: bad:1: expected a number"), "{did:#?}");
    let folder = package("balance");
    let input = folder.join("data/sample/1.in").display().to_string();
    let did = world.jury(&["check", &folder.display().to_string(), &input, "lr"], 1);
    assert_eq!(did.out, "PC score=0.333333 of 1 point: the sides differ by 2\n");
}

/// A package of one case whose checker is this program, and what a right submission gets.
#[track_caller]
fn judged(name: &str, source: &str, protocol: &str, status: i32) -> Case {
    let settings = format!(
        "name = 'P'\n[checker]\nprogram = '{name}'\nprotocol = '{protocol}'\ntime = 0.3\n\
         memory = '64 MiB'\n"
    );
    let world = World::new(&[
        ("p/problem.toml", &settings),
        (&format!("p/{name}"), source),
        ("p/data/secret/1.in", "1\n"),
        ("p/data/secret/1.ans", "1\n"),
        ("a.c", "#include <stdio.h>\nint main(void) { puts(\"1\"); }\n"),
    ]);
    let before = everything(&world.path("p"));
    let did = world.jury(&["grade", "./p", "a.c", "--json", "-"], status);
    assert_eq!(everything(&world.path("p")), before, "nothing of the package changes");
    cases(&did.out).remove(0)
}

/// All files below a folder with their contents.
fn everything(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let files = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter();
    let files = files.map(|entry| entry.expect("readable").into_path());
    files.map(|path| (path.clone(), std::fs::read(&path).unwrap_or_default())).collect()
}

/// A checker that must be named as the one that failed, with these words.
#[track_caller]
fn broken(name: &str, source: &str, protocol: &str, words: &str) {
    let case = judged(name, source, protocol, 2);
    assert_eq!(case.verdict, Verdict::JudgeError, "{case:?}");
    let expected = format!("checker `{name}`: {words}");
    assert!(case.message.starts_with(&expected), "{:?} is not {expected:?}", case.message);
}

fn main_of(body: &str) -> String {
    format!(
        "#define _GNU_SOURCE\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
         #include <unistd.h>\n#include <fcntl.h>\n#include <errno.h>\n#include <signal.h>\n\
         #include <sys/ptrace.h>\n#include <sys/stat.h>\n#include <sys/socket.h>\n\
         int main(int argc, char **argv) {{ {body} }}\n"
    )
}

#[track_caller]
fn broken_c(body: &str, protocol: &str, words: &str) {
    broken("checker.c", &main_of(body), protocol, words);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_checker_that_ends_badly_is_named_with_its_last_words() {
    let body = "fputs(\"first\\nlast words\\n\", stderr); abort();";
    broken_c(
        body,
        "testlib",
        "killed by signal 6 (SIGABRT); its standard error ends with: last words",
    );
    broken_c("return 5;", "testlib", "exit code 5: expected 0, 1, 2, 3 or 7");
    broken_c("return 7;", "testlib", "expected `points` and a number on standard error");
    broken_c("fputs(\"FAIL no answer\", stderr); return 3;", "testlib", "it failed (exit code 3)");
    broken_c("return 0;", "icpc", "exit code 0: expected 42 (accepted) or 43 (rejected)");
    broken(
        "c.py",
        "1 / 0\n",
        "testlib",
        "it crashed (exit code 1); its standard error ends with: ZeroDiv",
    );
    broken("c.py", "#!nothing\nimport nothing\n", "icpc", "exit code 1: expected 42");
}

#[test]
fn a_checker_beyond_its_limits_is_stopped_and_named() {
    broken_c("for (;;) {}", "testlib", "stopped: more than 0.3 s of CPU time");
    broken_c("sleep(100);", "testlib", "stopped: still running after 1.9 s");
    let flood = "static char text[1 << 16]; memset(text, 'x', sizeof text);";
    for stream in ["1", "2"] {
        let body = format!("{flood} for (;;) write({stream}, text, sizeof text);");
        broken_c(&body, "icpc", "stopped: more than 8.0 MiB of output");
    }
    let body = "for (;;) memset(malloc(1 << 20), 1, 1 << 20);";
    broken_c(body, "testlib", "stopped: more than 64.0 MiB of memory");
}

#[test]
fn a_checker_that_does_not_build_ends_the_command() {
    let world = World::new(&[
        ("p/problem.toml", "name = 'P'\n[checker]\nprogram = 'c.cpp'\nprotocol = 'icpc'\n"),
        ("p/c.cpp", "int main() { return nothing; }\n"),
        ("p/data/secret/1.in", "1\n"),
        ("a.py", "print(1)\n"),
    ]);
    let did = world.jury(&["grade", "./p", "a.py"], 2);
    assert!(did.err.contains("c.cpp does not build"), "{did:#?}");
    assert!(did.err.contains("nothing"), "{did:#?}");
}

#[test]
fn what_a_checker_writes_cannot_break_a_report() {
    let body = "fputs(\"wrong answer \\033[2J\\377\\a at \\t5\", stderr); return 1;";
    let case = judged("checker.c", &main_of(body), "testlib", 1);
    assert_eq!(case.verdict, Verdict::WrongAnswer);
    assert_eq!(case.message, "\\u{1b}[2J\\xff\\u{7} at  5");
    let body = "static char text[5000000]; memset(text, 'x', sizeof text); write(2, text, sizeof text); return 1;";
    let case = judged("checker.c", &main_of(body), "testlib", 1);
    assert!(case.message.chars().count() <= 301, "{} characters", case.message.len());
    let in_feedback = "if (chdir(argv[3])) return 1;";
    let links = "symlink(\"/etc/passwd\", \"judgemessage.txt\"); mkfifo(\"score.txt\", 0666);
                 mkdir(\"teammessage.txt\", 0777); return 42;";
    let case = judged("checker.c", &main_of(&format!("{in_feedback} {links}")), "icpc", 0);
    assert_eq!((case.verdict, case.message.as_str()), (Verdict::Accepted, ""));
    let huge = "FILE *f = fopen(\"judgemessage.txt\", \"w\");
                for (int i = 0; i < 20000000; i++) fputc('y', f); fclose(f); return 43;";
    let case = judged("checker.c", &main_of(&format!("{in_feedback} {huge}")), "icpc", 1);
    assert_eq!(case.verdict, Verdict::WrongAnswer);
    assert!(case.message.starts_with("yyyy") && case.message.ends_with('…'));
    let junk =
        "FILE *f = fopen(\"score.txt\", \"w\"); fputs(\"\\033many\", f); fclose(f); return 42;";
    let words = "expected a number in `score.txt`, found `\\u{1b}many`";
    broken_c(&format!("{in_feedback} {junk}"), "icpc", words);
}

#[test]
fn a_checker_sees_its_files_and_nothing_else() {
    let here = package("few-squares").display().to_string();
    let body = format!(
        "if (open(\"/etc/shadow\", O_RDONLY) >= 0 || open(\"{here}/problem.toml\", O_RDONLY) >= 0)
             return 5;
         if (open(\"/files/answer\", O_WRONLY) >= 0 || open(\"/files/new\", O_CREAT, 0600) >= 0)
             return 6;
         int fd = socket(AF_INET, SOCK_STREAM, 0);
         char address[16] = {{2, 0, 0, 53, 127, 0, 0, 1}};
         if (fd >= 0 && connect(fd, (void *)address, sizeof address) == 0) return 8;
         if (kill(-1, SIGKILL) == 0) return 9;
         int files = 0;
         for (int i = 1; i < argc; i++) files += open(argv[i], O_RDONLY) >= 0;
         return files == 3 ? 0 : 10;"
    );
    let case = judged("checker.c", &main_of(&body), "testlib", 0);
    assert_eq!(case.verdict, Verdict::Accepted, "{case:?}");
}

#[test]
fn children_that_a_checker_leaves_behind_are_cleared_away() {
    let body = "for (int i = 0; i < 200; i++) if (fork() == 0) for (;;) pause(); return 0;";
    let case = judged("checker.c", &main_of(body), "testlib", 0);
    assert_eq!(case.verdict, Verdict::Accepted, "{case:?}");
}

/// A package with this validator.
fn validated(source: &str, protocol: &str) -> World {
    let settings =
        format!("name = 'P'\n[validator]\nprogram = 'v.c'\nprotocol = '{protocol}'\ntime = 0.3\n");
    World::new(&[
        ("p/problem.toml", &settings),
        ("p/v.c", &main_of(source)),
        ("p/data/secret/1.in", "1\n"),
        ("p/data/secret/1.ans", "1\n"),
        ("p/data/secret/2.in", "2\n"),
        ("p/data/secret/2.ans", "1\n"),
    ])
}

#[test]
fn a_broken_validator_is_named_and_an_invalid_input_has_its_line() {
    let line = "fputs(\"line 7: expected 1\\n\", stderr); return getchar() == '1' ? 42 : 43;";
    let did = validated(line, "icpc").jury(&["validate", "./p"], 1);
    assert!(did.out.contains("2.in:7: expected 1\n1 of 2 inputs"), "{did:#?}");
    for (body, protocol, words) in [
        ("raise(SIGSEGV);", "testlib", "validator `v.c`: killed by signal 11 (SIGSEGV)"),
        ("for (;;) {}", "testlib", "validator `v.c`: stopped: more than 0.3 s of CPU time"),
        ("return 0;", "icpc", "validator `v.c`: exit code 0: expected 42"),
    ] {
        let world = validated(body, protocol);
        let before = everything(&world.path("p"));
        let did = world.jury(&["validate", "./p"], 2);
        assert!(did.err.contains(words), "{did:#?}");
        let did = world.jury(&["verify", "./p"], 1);
        assert!(did.out.contains(&format!("secret/1: {words}")), "{did:#?}");
        assert!(!did.out.contains("secret/2: "), "it is not called again: {did:#?}");
        assert_eq!(everything(&world.path("p")), before, "nothing of the package changes");
    }
}
