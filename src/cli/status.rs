//! Exit statuses: one table, shown in `--help` and held by a test.

use std::fmt::{self, Write as _};
use std::process::ExitCode;

use crate::machine;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// All accepted, valid or as expected.
    Good,
    /// Something was not.
    NotAccepted,
    /// The command line or the package is wrong.
    Usage,
    /// The judge or the machine failed.
    Failed,
    /// The user interrupted.
    Interrupted,
}

/// Every status, its number and its meaning.
pub const TABLE: [(Status, u8, &str); 5] = [
    (Status::Good, 0, "all accepted / all as expected"),
    (Status::NotAccepted, 1, "something was not accepted, not valid or not as expected"),
    (Status::Usage, 2, "the command line or the problem package is wrong"),
    (Status::Failed, 3, "the judge or the machine failed"),
    (Status::Interrupted, 130, "interrupted"),
];

impl Status {
    /// The number that the shell sees.
    pub fn code(self) -> u8 {
        TABLE.iter().find(|(status, ..)| *status == self).map_or(3, |(_, code, _)| *code)
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status.code())
    }
}

/// What 0 and 1 mean, by the names of commands; "" for a status that a command never has.
const OF_COMMANDS: [(&str, [&str; 2]); 28] = [
    ("grade", ["all submissions were accepted", "a submission was not accepted"]),
    (
        "run",
        [
            "it ran well, and was accepted if it was checked",
            "it did not build, failed, or was not accepted",
        ],
    ),
    ("shard", ["the part is there, whatever the verdicts", ""]),
    (
        "merge",
        [
            "all is there, and all is accepted, verified or played",
            "something was not accepted or verified; with --sprt: not as strong as elo1",
        ],
    ),
    ("report", ["all was written, whatever the verdicts in the reports", ""]),
    ("history", ["done, whatever the grades", ""]),
    ("leaderboard", ["done, whatever the grades", ""]),
    ("check", ["the output is accepted (with --protocol, its own codes)", "it is not accepted"]),
    ("validate", ["all inputs are valid", "an input is not valid"]),
    ("verify", ["every problem is as it should be", "something was found in a problem"]),
    ("limits", ["the limits in force fit, or were written", "a limit in force does not fit"]),
    ("add", ["the case was added, or would be", "the case was not accepted, so nothing was added"]),
    ("new", ["done", ""]),
    (
        "generate",
        [
            "done; with --check: all is up to date",
            "a listed case was not made; with --check: something is out of date",
        ],
    ),
    ("stress", ["no input was found", "an input was found on which a submission fails"]),
    ("lint", ["the other judge's packages can say all of it", "something is refused or changed"]),
    ("export", ["the package was written", ""]),
    (
        "match",
        [
            "played to its end; with --sprt: the first bot is as strong as elo1",
            "only with --sprt: not as strong as elo1, or not decided",
        ],
    ),
    ("tournament", ["played to its end, whatever bots did", ""]),
    ("replay", ["done", ""]),
    ("perft", ["done", ""]),
    ("sprt", ["as strong as elo1", "not as strong as elo1, or not decided"]),
    ("reference", ["done", ""]),
    ("list", ["done", ""]),
    ("languages", ["done", ""]),
    ("doctor", ["programs can be judged here", ""]),
    ("completions", ["done", ""]),
    ("man", ["done", ""]),
];

/// What the other statuses mean where that is more, or where an engine that runs commands on many machines
/// acts by them.
const OTHERS: [(&str, Status, &str); 6] = [
    (
        "grade",
        Status::Usage,
        "the command line or the problem package is wrong, or a file is no submission; the others \
         are graded",
    ),
    (
        "verify",
        Status::Usage,
        "the command line or a problem package is wrong, or a file among its submissions is none; \
         the rest is verified",
    ),
    ("shard", Status::Usage, "the plan is damaged, or a file is not what it says: do not repeat"),
    ("shard", Status::Failed, "this machine cannot, or the judge failed: another one may"),
    (
        "doctor",
        Status::Failed,
        "programs cannot be judged here: no isolation works or one does not hold, the cache is broken, \
         or there is no compiler at all",
    ),
    ("merge", Status::Failed, "shards are missing, parts differ, or a test is not decided"),
];

/// The table as help text, of this command or of all.
pub fn help(command: Option<&str>) -> String {
    let own = OF_COMMANDS.iter().find(|(name, _)| Some(*name) == command);
    let of_shards = |wanted| {
        let found = OTHERS.iter().find(|(name, of, _)| Some(*name) == command && *of == wanted);
        found.map(|(.., meaning)| *meaning)
    };
    let mut text = String::from("Exit status:");
    for (status, code, meaning) in TABLE {
        let meaning = match (own, status) {
            (Some((_, [good, _])), Status::Good) => good,
            (Some((_, [_, not])), Status::NotAccepted) => not,
            _ => of_shards(status).unwrap_or(meaning),
        };
        if !meaning.is_empty() {
            let _ = write!(text, "\n  {code:>3}  {meaning}");
        }
    }
    text
}

/// An error that ends a command, with the status that it stands for.
#[derive(Debug)]
pub struct Failure {
    /// The status.
    pub status: Status,
    /// What happened, with its causes.
    pub error: anyhow::Error,
}

impl Failure {
    /// The command line or the package is wrong; unless the machine is, which shows in the causes.
    pub fn usage(error: impl Into<anyhow::Error>) -> Self {
        let error = error.into();
        let at_fault = machine::is_at_fault(error.as_ref());
        Self { status: if at_fault { Status::Failed } else { Status::Usage }, error }
    }

    /// The judge or the machine failed.
    pub fn ours(error: impl Into<anyhow::Error>) -> Self {
        Self { status: Status::Failed, error: error.into() }
    }
}

impl fmt::Display for Failure {
    /// With its causes in one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&machine::in_words(self.error.as_ref()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_machine_is_not_a_wrong_command_line() {
        let failure = |number| {
            let error = std::io::Error::from_raw_os_error(number);
            Failure::usage(anyhow::Error::new(error).context("cannot read x")).status
        };
        assert_eq!((failure(2), failure(24)), (Status::Usage, Status::Failed));
    }

    #[test]
    fn a_cause_is_told_once() {
        let cause = std::io::Error::from_raw_os_error(28);
        let words = format!("cannot write x: {cause}");
        let failure = Failure::ours(anyhow::Error::new(cause).context(words.clone()).context("y"));
        assert_eq!(failure.to_string(), format!("y: {words}"));
    }

    #[test]
    fn the_table_is_the_contract() {
        let codes = TABLE.map(|(status, code, _)| (status.code(), code));
        assert_eq!(codes, [(0, 0), (1, 1), (2, 2), (3, 3), (130, 130)]);
    }
}
