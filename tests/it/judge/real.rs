//! What only packages of foreign formats say (arguments and files of cases, passes, scores by group),
//! with real programs.

use jury::judge::{Grading, Outcome};
use jury::problem::{
    CaseSettings, Grader, Group, LegacyScore, Points, Problem, Scoring, load::load,
};
use jury::score::Score;
use jury::verdict::Verdict;

use super::tools::with_tools;

/// Of a case named `secret/1` whose input is `1`, decided by this checker or interactor in C. `change`
/// says what our own format cannot.
pub(super) struct Package {
    folder: tempfile::TempDir,
    problem: Problem,
}

const INCLUDES: &str = "#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
";

/// For programs by the protocol `icpc`: `end` writes the message and ends; `put` writes another file.
const FEEDBACK: &str = "static char **argv_;
static FILE *feedback(const char *name, const char *how) {
    char path[999];
    sprintf(path, \"%s%s\", argv_[3], name);
    return fopen(path, how);
}
static void put(const char *name, const char *text) {
    FILE *file = feedback(name, \"w\");
    fputs(text, file);
    fclose(file);
}
static int end(int code, const char *message) {
    put(\"judgemessage.txt\", message);
    exit(code);
}
static int number_in(FILE *file) {
    int number = -1;
    if (file == NULL || fscanf(file, \"%d\", &number) != 1) return -1;
    fclose(file);
    return number;
}
";

impl Package {
    fn new(kind: &str, body: &str, settings: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let here = folder.path().join("p");
        let write = |name: &str, text: &str| {
            let path = here.join(name);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            std::fs::write(path, text).expect("written");
        };
        let toml = format!(
            "name = 'P'\n[limits]\ntime = 0.5\n{settings}\n[{kind}]\nprogram = 'part.c'\n\
             protocol = 'icpc'\ntime = 2\n"
        );
        write("problem.toml", &toml);
        let source = format!(
            "{INCLUDES}{FEEDBACK}int main(int argc, char **argv) {{ argv_ = argv; {body} }}\n"
        );
        write("part.c", &source);
        write("data/secret/1.in", "1\n");
        write("data/secret/1.ans", "");
        let problem = load(&here).unwrap_or_else(|complaints| panic!("{complaints:?}"));
        Self { folder, problem }
    }

    /// With an output validator.
    fn checked(body: &str) -> Self {
        Self::new("checker", body, "")
    }

    /// With an interactor.
    pub(super) fn interactive(body: &str) -> Self {
        Self::new("interactor", body, "")
    }

    fn with(mut self, change: impl FnOnce(&mut Problem)) -> Self {
        change(&mut self.problem);
        self
    }

    pub(super) fn passes(self, most: u32) -> Self {
        self.with(|problem| problem.passes = Some(most))
    }

    fn points(self, points: Points) -> Self {
        self.with(|problem| {
            if let jury::problem::CheckerChoice::Programs(parts) = &mut problem.checker {
                parts[0].points = points;
            }
        })
    }

    /// What a submission with this `main` in C gets on all cases.
    fn outcomes(&self, body: &str) -> Vec<Outcome> {
        let source = format!("{INCLUDES}int main(int argc, char **argv) {{ {body} }}\n");
        self.graded("a.c", &source)
    }

    fn graded(&self, name: &str, source: &str) -> Vec<Outcome> {
        let path = self.folder.path().join(name);
        std::fs::write(&path, source).expect("written");
        let mut all = with_tools(|tools| {
            let submission = tools.languages.identify(&path, None).expect("a language");
            let grading = Grading::new(tools, &self.problem);
            let grading = grading.unwrap_or_else(|error| panic!("{error}"));
            grading.run(&[submission], &mut |_| {})
        });
        assert!(all.failure.is_none(), "{:?}", all.failure);
        let graded = all.submissions.remove(0);
        assert!(graded.compile.ok, "{}", graded.compile.message);
        graded.grade.outcomes
    }

    /// What a submission gets on the only case: the verdict, and a message with these words.
    #[track_caller]
    pub(super) fn gives(&self, body: &str, verdict: Verdict, words: &str) -> Outcome {
        let outcome = self.outcomes(body).remove(0);
        assert_eq!(outcome.verdict, verdict, "{outcome:?}");
        assert!(outcome.message.contains(words), "{:?} does not tell {words:?}", outcome.message);
        outcome
    }
}

/// Writes one more than it reads.
pub(super) const ADDS: &str = "int n; scanf(\"%d\", &n); printf(\"%d\\n\", n + 1); return 0;";

/// Wants one more than the input, and another pass with that until it has counted as many passes, in a
/// file of its own.
fn counts(passes: u32) -> String {
    format!(
        "int pass = number_in(feedback(\"state\", \"r\"));
         pass = pass < 0 ? 1 : pass + 1;
         char text[99];
         sprintf(text, \"%d\", pass);
         put(\"state\", text);
         if (feedback(\"nextpass.in\", \"r\")) end(9, \"the last input is still there\");
         int wanted = number_in(fopen(argv[1], \"r\")) + 1;
         if (number_in(stdin) != wanted) {{ sprintf(text, \"expected %d\", wanted); end(43, text); }}
         sprintf(text, \"%d\", wanted);
         if (pass < {passes}) put(\"nextpass.in\", text);
         end(42, \"fine\");"
    )
}

#[test]
fn a_case_ends_with_the_pass_after_which_none_is_asked_for() {
    let package = Package::checked(&counts(3)).passes(3);
    package.gives(ADDS, Verdict::Accepted, "pass 3: fine");
    let once = Package::checked(&counts(1)).passes(2);
    once.gives(ADDS, Verdict::Accepted, "pass 1: fine");
}

#[test]
fn the_first_pass_that_fails_decides_and_is_shown() {
    let package = Package::checked(&counts(3)).passes(3);
    let at_two = |what: &str| {
        format!("int n; scanf(\"%d\", &n); if (n == 2) {what} printf(\"%d\\n\", n + 1);")
    };
    let outcome = package.gives(&at_two("n = 7;"), Verdict::WrongAnswer, "pass 2: expected 3");
    let evidence = outcome.evidence.expect("evidence");
    assert_eq!(
        (evidence.input.lines, evidence.output.lines),
        (vec![b"2".to_vec()], vec![b"8".to_vec()])
    );
    package.gives(&at_two("return 3;"), Verdict::RunTimeError, "pass 2: exit code 3");
    package.gives(&at_two("for (;;) {}"), Verdict::TimeLimit, "pass 2: ");
}

#[test]
fn each_pass_has_limits_and_a_folder_of_its_own() {
    let package = Package::checked(&counts(3)).passes(3);
    // Half a second of time each, and three times nearly as much in all.
    let body = "if (fopen(\"mark\", \"r\") || !fopen(\"mark\", \"w\")) return 5;
                while (clock() < CLOCKS_PER_SEC / 4) {}
                int n; scanf(\"%d\", &n); printf(\"%d\\n\", n + 1); return 0;";
    let outcome = package.gives(body, Verdict::Accepted, "pass 3");
    let measured = outcome.measured.expect("run");
    assert!((0.2..0.5).contains(&measured.cpu.as_secs_f64()), "{measured:?}");
    // The figures are those of the highest pass, not of the last.
    let first = "int n; scanf(\"%d\", &n);
                 if (n == 1) while (clock() < CLOCKS_PER_SEC / 4) {}
                 printf(\"%d\\n\", n + 1); return 0;";
    let measured = package.gives(first, Verdict::Accepted, "pass 3").measured.expect("run");
    assert!(measured.cpu.as_secs_f64() > 0.2, "{measured:?}");
}

#[test]
fn another_pass_where_none_may_follow_is_the_packages_fault() {
    let package = Package::checked(&counts(3)).passes(2);
    let words = "it asks for another pass (`nextpass.in`) after the last of 2";
    package.gives(ADDS, Verdict::JudgeError, words);
    let rejects = "put(\"nextpass.in\", \"1\"); end(43, \"no\");";
    let words = "pass 1: checker `part.c`: it rejects the output and asks for another pass";
    Package::checked(rejects).passes(2).gives(ADDS, Verdict::JudgeError, words);
    let asks = "put(\"nextpass.in\", \"1\"); end(42, \"yes\");";
    let own = Package::checked(asks);
    own.gives(ADDS, Verdict::JudgeError, "which is not supported");
    let foreign = Package::checked(asks).points(Points::Legacy(LegacyScore::Never));
    foreign.gives(ADDS, Verdict::Accepted, "yes; `nextpass.in` is ignored");
}

#[test]
fn a_score_may_come_in_any_pass() {
    let always = Points::Legacy(LegacyScore::Always);
    let scored = |how: &str| {
        let body = format!("{how} {}", counts(2));
        let package = Package::checked(&body).passes(2).points(always);
        package.with(|problem| problem.root = Group::root(Scoring::Sum))
    };
    // Where the first pass writes it, it stays.
    let first = "if (!feedback(\"state\", \"r\")) put(\"score.txt\", \" -1.5e1\\n\");";
    let outcome = scored(first).gives(ADDS, Verdict::Accepted, "pass 2");
    assert_eq!(outcome.score, Score::written("-15"));
    scored("").gives(
        ADDS,
        Verdict::JudgeError,
        "pass 2: checker `part.c`: it accepts the output but gives no",
    );
}

#[test]
fn scores_keep_within_the_groups_of_2025_09() {
    let package = |text: &str| {
        let body = format!("put(\"{text}\"); end(42, \"\");");
        let package = Package::checked(&body).points(Points::Bounded);
        package.with(|problem| {
            let third = Score::ratio(100, 3).expect("a number");
            let worth = Score::ratio(100, 1);
            let name = "secret".to_owned();
            let secret = Group { name, worth, full: third, ..Group::root(Scoring::Sum) };
            let grader = Grader::Partial;
            problem.root = Group { groups: vec![secret], grader, ..Group::root(Scoring::Sum) };
        })
    };
    let given = |text: &str, verdict, words: &str| package(text).gives(ADDS, verdict, words).score;
    let share = given("score_multiplier.txt\", \"0.3", Verdict::PartialScore, "10 points");
    assert_eq!(share, Score::ratio(10, 1));
    let all = given("score_multiplier.txt\", \"1", Verdict::Accepted, "");
    assert_eq!(all, Score::ratio(100, 3));
    given(
        "score.txt\", \"34",
        Verdict::JudgeError,
        "`score.txt`: expected 0 to 33.333333, found 34",
    );
    let none = given("other.txt\", \"34", Verdict::Accepted, "");
    assert_eq!(none, Score::ratio(100, 3));
}

#[test]
fn arguments_and_files_of_a_case_reach_the_submission() {
    let body = "char text[99] = \"\"; fread(text, 1, 98, stdin); end(strcmp(text, \"a b+x|data\") ? 43 : 42, text);";
    let package = Package::checked(body);
    let files = package.problem.folder.join("data/secret/1.files");
    std::fs::create_dir_all(files.join("sub")).expect("a folder");
    std::fs::write(files.join("sub/name"), "data").expect("written");
    let package = package.with(|problem| {
        problem.cases[0].settings = CaseSettings {
            arguments: vec!["a b".into(), "x".into()],
            files: Some(files.clone()),
            ..CaseSettings::default()
        };
    });
    let prints =
        "char text[99] = \"\"; FILE *f = fopen(\"sub/name\", \"r\"); fread(text, 1, 98, f);
        printf(\"%s+%s|%s\", argv[1], argv[2], text); return 0;";
    package.gives(prints, Verdict::Accepted, "a b+x|data");
    std::os::unix::fs::symlink("/etc/passwd", files.join("passwd")).expect("a link");
    let words = "1.files/passwd: expected a file, found a link";
    package.gives(prints, Verdict::JudgeError, words);
}

#[test]
fn arguments_that_no_program_can_be_given_are_the_packages_fault() {
    let given = |arguments: Vec<String>| {
        let package = Package::checked("end(42, \"\");");
        let settings = CaseSettings { arguments, ..CaseSettings::default() };
        package.with(|problem| problem.cases[0].settings = settings)
    };
    let words = "an argument holds a NUL byte";
    given(vec!["a\0b".into()]).gives(ADDS, Verdict::JudgeError, words);
    let words = "the arguments are more than 32768 bytes";
    given(vec!["a".repeat(20_000); 2]).gives(ADDS, Verdict::JudgeError, words);
    given(vec!["a".repeat(30_000)]).gives(ADDS, Verdict::Accepted, "");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_languages_time_counts_as_the_problem_says() {
    for has_time_factors in [true, false] {
        let package = Package::checked("end(42, \"\");");
        let package = package.with(|problem| problem.has_time_factors = has_time_factors);
        let outcome = package.graded("a.py", "print(2)\n").remove(0);
        let limit = outcome.measured.expect("run").limits.cpu.as_secs_f64();
        assert!((limit - 0.5).abs() < 1e-9 || has_time_factors && limit > 1.0, "{limit}");
        assert_eq!(limit > 1.0, has_time_factors);
    }
}
