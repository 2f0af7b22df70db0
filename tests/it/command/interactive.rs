//! Interactive problems: who is to blame when two programs talk. Submissions that disturb, flood,
//! fall silent or leave early; interactors that break.

use super::common::World;
use super::parts::{cases, package};
use jury::report::document::{Case, Document};
use jury::sandbox::Speaker;
use jury::verdict::Verdict;

/// A submission in C to the game of `guess-testlib` with the number 500.
const PRELUDE: &str = "#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <unistd.h>
static char word[8];
static int ask(int guess) {
    printf(\"%d\\n\", guess);
    fflush(stdout);
    return scanf(\"%7s\", word) == 1 ? word[0] : EOF;
}
";

/// What a submission gets on the sample, with 1 MiB of output allowed.
#[track_caller]
fn played(body: &str, verdict: Verdict, words: &str) -> Case {
    let folder = package("guess-testlib");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("readable");
    let settings = read("problem.toml").replace("time = 0.2", "time = 0.2\noutput = \"1 MiB\"");
    let world = World::new(&[
        ("p/problem.toml", &settings),
        ("p/interactor.cpp", &read("interactor.cpp")),
        ("p/data/sample/1.in", "500\n"),
        ("a.c", &format!("{PRELUDE}int main(void) {{ {body} }}\n")),
    ]);
    let status = i32::from(verdict != Verdict::Accepted);
    let did = world.jury(&["grade", "./p", "a.c", "--json", "-"], status);
    let case = cases(&did.out).remove(0);
    assert_eq!(case.verdict, verdict, "{case:?}");
    assert!(case.message.contains(words), "{:?} does not tell {words:?}", case.message);
    assert_eq!(case.transcript.is_some(), verdict != Verdict::Accepted, "{case:?}");
    case
}

#[test]
fn a_submission_cannot_reach_the_interactor() {
    let body = "for (int i = 2; i < 100; i++) {
                    kill(i, i == getpid() ? 0 : SIGKILL);
                    ptrace(PTRACE_ATTACH, i, 0, 0);
                }
                kill(-1, SIGKILL);
                return ask(500) != '=';";
    played(body, Verdict::Accepted, "1 guesses");
    played("kill(0, SIGKILL);", Verdict::RunTimeError, "SIGKILL");
}

#[test]
fn a_dialogue_keeps_to_one_processor() {
    let body = "cpu_set_t all;
                if (sched_getaffinity(0, sizeof all, &all) != 0 || CPU_COUNT(&all) != 1) return 3;
                return ask(500) != '=';";
    played(body, Verdict::Accepted, "1 guesses");
}

#[test]
fn words_after_the_end_are_lost_and_kill_nobody() {
    let body = "ask(500); usleep(200000);
                for (int i = 0; i < 100000; i++) if (puts(\"499\") < 0) return 3;
                return fflush(stdout) != 0;";
    played(body, Verdict::Accepted, "1 guesses");
}

#[test]
fn leaving_early_is_seen_by_the_interactor() {
    played("return 0;", Verdict::OutputFormat, "expected guess 1");
    played("ask(1); return 0;", Verdict::OutputFormat, "expected guess 2");
    played("ask(1); return 3;", Verdict::RunTimeError, "exit code 3");
    played("ask(1); fclose(stdout); for (;;) pause();", Verdict::OutputFormat, "expected guess 2");
    let deaf = "fclose(stdin); for (int i = 0; i < 20; i++) { puts(\"1\"); fflush(stdout); }";
    played(deaf, Verdict::WrongAnswer, "more than ten guesses");
}

#[test]
fn a_refusal_stands_whatever_the_submission_does_then() {
    let loops = "while (ask(1) != EOF) {} for (;;) {}";
    let case = played(loops, Verdict::WrongAnswer, "more than ten guesses");
    assert_eq!(case.signal, None, "our own signal is no fact of the submission's");
    played("while (ask(1) != EOF) {} abort();", Verdict::WrongAnswer, "more than ten guesses");
    // The interactor has time to read what it refuses before a limit stops the flood.
    let floods = "for (int i = 0; i < 12; i++) puts(\"1\");
                  fflush(stdout); sleep(1); for (;;) puts(\"1\");";
    played(floods, Verdict::WrongAnswer, "more than ten guesses");
}

#[test]
fn limits_are_the_submissions_own() {
    played("for (;;) {}", Verdict::TimeLimit, "of CPU time, limit 0.200 s");
    let flood = "static char digits[1 << 16]; memset(digits, ' ', sizeof digits);
                 for (;;) write(1, digits, sizeof digits);";
    played(flood, Verdict::OutputLimit, "more than 1.0 MiB of output");
}

#[test]
fn silence_is_explained() {
    let words =
        "each waited for the other: neither wrote anything (did the submission forget to flush";
    played("scanf(\"%7s\", word);", Verdict::IdleLimit, words);
    played("printf(\"500\\n\"); scanf(\"%7s\", word);", Verdict::IdleLimit, words);
    let case =
        played("ask(1); scanf(\"%7s\", word);", Verdict::IdleLimit, "interactor last wrote at");
    let turns = case.transcript.expect("a transcript");
    let said: Vec<_> = turns.iter().map(|turn| (turn.by, turn.text.as_str())).collect();
    assert_eq!(said, [(Speaker::Submission, "1\n"), (Speaker::Interactor, ">\n")]);
    assert!(turns[0].seconds <= turns[1].seconds);
    let words = "the submission did not read 2 bytes that the interactor wrote";
    played("puts(\"1\"); fflush(stdout); sleep(100);", Verdict::IdleLimit, words);
    played("ask(500); sleep(100);", Verdict::IdleLimit, "the interactor had ended");
}

/// What comes of submissions, by file name, that talk with this interactor in C++ or Python: verdict,
/// message and wall seconds of each. A wall limit of 13 s is far beyond any of them, whatever the
/// language.
fn dialogues(
    interactor: (&str, &str),
    submissions: &[(&str, &str)],
) -> Vec<(Verdict, String, f64)> {
    let (name, text) = interactor;
    let settings = format!(
        "name = 'P'\n[limits]\ntime = 4\n[interactor]\nprogram = '{name}'\nprotocol = 'testlib'\n"
    );
    let program = format!("p/{name}");
    let mut files =
        vec![("p/problem.toml", &*settings), (&program, text), ("p/data/sample/1.in", "500\n")];
    files.extend(submissions);
    let world = World::new(&files);
    let mut words = vec!["grade", "./p", "--json", "-", "-j", "4"];
    words.extend(submissions.iter().map(|(name, _)| *name));
    let mut command = world.command(&words);
    let did = command.output().expect("it runs");
    let document: Document = serde_json::from_slice(&did.stdout).expect("a strict document");
    let graded = document.submissions.into_iter();
    let cases = graded.map(|mut submission| submission.cases.remove(0));
    cases.map(|case| (case.verdict, case.message, case.wall_seconds.expect("it ran"))).collect()
}

/// An interactor that reads a number first and then answers.
const READS_FIRST: (&str, &str) =
    ("i.py", "line = input()\nprint('ok', flush=True)\nexit(0 if line == '500' else 2)\n");

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn two_programs_that_wait_for_each_other_do_not_wait_for_the_clock() {
    let unflushed = "#include <cstdio>\nint main() { char b[9]; std::printf(\"500\\n\"); return \
                     std::scanf(\"%8s\", b) != 1; }\n";
    let reads_in_a_thread = "#include <cstdio>\n#include <thread>\nint main() { std::thread([] { char \
                             b[9]; std::printf(\"500\\n\"); std::scanf(\"%8s\", b); }).join(); }\n";
    let polls = "#include <cstdio>\n#include <poll.h>\nint main() { pollfd p{0, POLLIN, 0}; \
                 poll(&p, 1, -1); std::puts(\"500\"); }\n";
    let submissions = [
        ("unflushed.cpp", unflushed),
        ("thread.cpp", reads_in_a_thread),
        ("poll.cpp", polls),
        ("first.py", "import sys\nprint(500)\nsys.stdin.readline()\n"),
        (
            "thread.py",
            "import threading\nt = threading.Thread(target=input)\nt.start()\nt.join()\n",
        ),
    ];
    let expect = |interactor, submissions: &[(&str, &str)], words: &str| {
        for (verdict, message, seconds) in dialogues(interactor, submissions) {
            assert_eq!(verdict, Verdict::IdleLimit, "{message}");
            assert!(message.contains(words), "{message:?} does not tell {words:?}");
            assert!(seconds < 10.0, "{message}");
        }
    };
    let words =
        "each waited for the other: neither wrote anything (did the submission forget to flush";
    expect(READS_FIRST, &submissions, words);
    let unflushed = "import sys\nsys.stdin.readline()\nprint('ok')\nsys.stdin.readline()\n";
    let asks = [("asks.py", "print(500, flush=True)\ninput()\n")];
    expect(("i.py", unflushed), &asks, "the interactor never wrote (is its output flushed?)");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_program_that_goes_on_by_itself_is_left_alone() {
    let program = |head: &str, wait: &str| {
        format!(
            "#include <cstdio>\n#include <csignal>\n#include <ctime>\n#include <poll.h>\n\
             #include <sys/time.h>\n#include <sys/timerfd.h>\n#include <unistd.h>\n\
             void say(int = 0) {{ (void)!write(1, \"500\\n\", 4); }}\n{head}\n\
             void hear() {{ char b[9]; if (read(0, b, 9) < 1) _exit(3); }}\n\
             int main() {{ {wait} }}\n"
        )
    };
    let handles = "void handle(int signal) { struct sigaction a{}; a.sa_handler = say; \
                   a.sa_flags = SA_RESTART; sigaction(signal, &a, nullptr); }";
    let programs = [
        (
            "sleep.cpp",
            program("", "timespec t{1, 100000000}; nanosleep(&t, nullptr); say(); hear();"),
        ),
        ("poll.cpp", program("", "pollfd p{0, POLLIN, 0}; poll(&p, 1, 1100); say(); hear();")),
        ("alarm.cpp", program(handles, "handle(SIGALRM); alarm(1); hear();")),
        (
            "itimer.cpp",
            program(
                handles,
                "handle(SIGALRM); itimerval t{{0, 0}, {1, 100000}}; \
                 setitimer(ITIMER_REAL, &t, nullptr); hear();",
            ),
        ),
        (
            "timer.cpp",
            program(
                handles,
                "handle(SIGUSR1); sigevent e{}; e.sigev_notify = SIGEV_SIGNAL; e.sigev_signo = \
                 SIGUSR1; timer_t t; timer_create(CLOCK_MONOTONIC, &e, &t); itimerspec s{{0, 0}, \
                 {1, 100000000}}; timer_settime(t, 0, &s, nullptr); hear();",
            ),
        ),
        (
            "timerfd.cpp",
            program(
                "",
                "int f = timerfd_create(CLOCK_MONOTONIC, 0); itimerspec s{{0, 0}, {1, 100000000}}; \
                 timerfd_settime(f, 0, &s, nullptr); long n; (void)!read(f, &n, sizeof n); say(); \
                 hear();",
            ),
        ),
        (
            "child.cpp",
            program(
                "",
                "int p[2]; (void)!pipe(p); if (!fork()) { timespec now; do clock_gettime(\
                 CLOCK_PROCESS_CPUTIME_ID, &now); while (now.tv_sec * 10 + now.tv_nsec / 100000000 \
                 < 10); (void)!write(p[1], \"x\", 1); _exit(0); } char c; (void)!read(p[0], &c, 1); \
                 say(); hear();",
            ),
        ),
    ];
    let programs: Vec<(&str, &str)> =
        programs.iter().map(|(name, text)| (*name, &**text)).collect();
    for ((verdict, message, seconds), (name, _)) in
        dialogues(READS_FIRST, &programs).iter().zip(&programs)
    {
        assert_eq!(*verdict, Verdict::Accepted, "{name}: {message}");
        assert!(*seconds > 0.9, "{name}: it did not wait");
    }
}

/// What comes of a submission and an interactor that breaks.
fn with_broken(interactor: &str, protocol: &str, submission: &str, status: i32) -> Case {
    with_broken_after("1.0", (interactor, protocol), submission, status)
}

/// The same where the interactor may take this many seconds of CPU time.
fn with_broken_after(
    seconds: &str,
    (interactor, protocol): (&str, &str),
    submission: &str,
    status: i32,
) -> Case {
    let settings = format!(
        "name = 'P'\n[limits]\ntime = 0.2\n[interactor]\nprogram = 'i.c'\nprotocol = '{protocol}'\n\
         time = {seconds}\n"
    );
    let world = World::new(&[
        ("p/problem.toml", &settings),
        ("p/i.c", &format!("{PRELUDE}int main(void) {{ {interactor} }}\n")),
        ("p/data/sample/1.in", "500\n"),
        ("a.c", &format!("{PRELUDE}int main(void) {{ {submission} }}\n")),
    ]);
    let did = world.jury(&["grade", "./p", "a.c", "--json", "-"], status);
    cases(&did.out).remove(0)
}

/// An interactor that must be named as the one that failed.
#[track_caller]
fn broken(interactor: &str, protocol: &str, submission: &str, words: &str) {
    let case = with_broken(interactor, protocol, submission, 2);
    assert_eq!(case.verdict, Verdict::JudgeError, "{case:?}");
    let words = format!("interactor `i.c`: {words}");
    assert!(case.message.starts_with(&words), "{:?} is not {words:?}", case.message);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_broken_interactor_is_named() {
    let waits = "return ask(500) == EOF;";
    broken("abort();", "testlib", waits, "killed by signal 6 (SIGABRT)");
    broken("return 5;", "testlib", waits, "exit code 5: expected");
    broken("return 0;", "icpc", waits, "exit code 0: expected 42");
    broken("for (;;) {}", "testlib", waits, "stopped: more than 1 s of CPU time");
    let flood = "for (;;) puts(\"flood\");";
    // By the block: it must not run out of its own time first.
    let reads = "static char block[1 << 16]; while (read(0, block, sizeof block) > 0) {} return 0;";
    broken(flood, "testlib", reads, "stopped: more than 8.0 MiB of output");
    broken("scanf(\"%7s\", word); return 9;", "testlib", "return 0;", "exit code 9: expected");
}

/// Most interactors do not survive the end of their input.
#[test]
fn an_interactor_that_breaks_afterwards_does_not_hide_the_submissions_failure() {
    let failed = |submission: &str, verdict: Verdict, words: &str| {
        let startled = "return scanf(\"%7s\", word) == 1 ? 0 : 9;";
        let case = with_broken(startled, "testlib", submission, 1);
        assert_eq!(case.verdict, verdict, "{case:?}");
        let then = "; then interactor `i.c`: exit code 9: expected";
        assert!(case.message.starts_with(words) && case.message.contains(then), "{case:?}");
    };
    failed("abort();", Verdict::RunTimeError, "signal 6 (SIGABRT)");
    failed("return 3;", Verdict::RunTimeError, "exit code 3");
    failed("for (;;) {}", Verdict::TimeLimit, "");
    failed("sleep(100);", Verdict::IdleLimit, "waited");
    // What it says when nobody is left to hear it is no flood: more than it may say before.
    let replies = "while (scanf(\"%7s\", word) == 1) {} usleep(300000); \
                   for (int i = 0; i < 2000000; i++) puts(word); return 0;";
    let asks = "for (int i = 0; i < 1000; i++) puts(\"123456\"); return 0;";
    let case = with_broken(replies, "testlib", asks, 0);
    assert_eq!(case.verdict, Verdict::Accepted, "{case:?}");
}

/// Whoever must read that much may need any time, and did nothing wrong.
#[test]
fn an_interactor_that_runs_out_of_its_time_over_a_flood_is_not_to_blame() {
    let floods = "static char text[1 << 18]; memset(text, '1', sizeof text);
                  return write(1, text, sizeof text) != sizeof text;";
    let case =
        with_broken_after("0.3", ("if (getchar() != EOF) for (;;) {}", "testlib"), floods, 1);
    assert_eq!(case.verdict, Verdict::TimeLimit, "{case:?}");
    let words =
        "the interactor's time was over while the submission wrote without waiting for it: ";
    assert!(case.message.starts_with(words), "{case:?}");
}

/// It may have a megabyte of the submission's words still to read, and all the time in the world.
#[test]
fn nobody_waits_for_an_interactor_once_a_limit_has_stopped_the_submission() {
    let reads_on = "while (scanf(\"%7s\", word) == 1) {} sleep(100); return 0;";
    for protocol in ["testlib", "icpc"] {
        let case = with_broken(reads_on, protocol, "for (;;) {}", 1);
        assert_eq!(case.verdict, Verdict::TimeLimit, "{case:?}");
        assert!(!case.message.contains("interactor"), "{case:?}");
    }
}

#[test]
fn outputs_of_an_interactive_problem_are_not_checked_alone() {
    let folder = package("guess-testlib");
    let input = folder.join("data/sample/1.in").display().to_string();
    let words = ["check", &folder.display().to_string(), &input, &input];
    let did = World::new(&[]).jury(&words, 2);
    assert!(did.err.contains("the problem is interactive"), "{did:#?}");
}
