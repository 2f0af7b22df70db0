//! Whether a report that was read says one thing throughout: verdicts and scores that come of their
//! cases, figures of what ran and of nothing else, each case once. Whatever `jury grade` writes does;
//! what was edited or broken may not. Knows nothing of files, and only what the report itself tells: it
//! names no scoring, so that scores must come of some one of them.

use std::collections::HashSet;
use std::fmt::Display;
use std::time::Duration;

use serde::Serialize;

use super::{Case, Compile, Document, Evidence, Excerpt, Submission, Turn};
use crate::judge::{Grade, Outcome};
use crate::problem::{Expected, Group, Scoring};
use crate::sandbox::Speaker;
use crate::score::Score;
use crate::verdict::Verdict;
use crate::visible::first_line;

mod drawing;

/// Characters shown of a value that is not as expected.
const SHOWN: usize = 60;
/// Half a unit of the last decimal that reports write of a score, and a little for doubles.
const ROUNDING: f64 = 0.51e-6;
/// What doubles may add to a sum, as a share of it.
const DOUBLES: f64 = 1e-12;
/// Lines and columns are below: every reader of JSON holds such numbers exactly, and they may be
/// counted on from.
const FARTHEST: usize = 1 << 53;

/// A place of a report at which it says something else than elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}`{key}`: expected {expected}, found {found}")]
pub struct Contradiction {
    /// Submission and case, each with a comma after it; empty where it is the report's own.
    place: String,
    /// The key.
    key: &'static str,
    /// What the rest of the report asks for there.
    expected: String,
    /// What stands there, as in JSON.
    found: String,
}

type Sense = Result<(), Contradiction>;

impl Contradiction {
    /// The same, seen from what is around it.
    fn within(mut self, place: impl Display) -> Self {
        self.place = format!("{place}, {}", self.place);
        self
    }
}

impl Document {
    /// Whether all of it fits together.
    ///
    /// # Errors
    /// The first place that does not.
    pub fn check(&self) -> Result<(), Contradiction> {
        let mut walls = HashSet::new();
        for wall in &self.isolation.walls {
            expect(walls.insert(&wall.wall), "walls", "each wall once", &wall.wall)?;
        }
        let submissions = &self.submissions;
        expect(!submissions.is_empty(), "submissions", "a submission at least", submissions)?;
        let mut scorings = vec![Scoring::PassFail];
        if self.scored {
            scorings = vec![Scoring::Mean, Scoring::Sum, Scoring::Min];
        }
        for (number, submission) in (1..).zip(submissions) {
            self.submission(submission).and_then(|()| score(submission, &mut scorings)).map_err(
                |found| {
                    let path = first_line(submission.path.as_bytes(), SHOWN);
                    found.within(format_args!("submission {number} ({path})"))
                },
            )?;
        }
        Ok(())
    }

    fn submission(&self, submission: &Submission) -> Sense {
        let Submission { compile: Compile { ok, seconds, .. }, cases, expected, .. } = submission;
        time("seconds", *seconds).map_err(|found| found.within("`compile`"))?;
        expect(*ok != cases.is_empty(), "cases", if *ok { "some" } else { "none" }, cases)?;
        self.cases(cases)?;
        let folded = match ok {
            true => folded(cases, Scoring::PassFail).verdict,
            // Or it is not known whether it does: the machine failed.
            false if submission.verdict == Verdict::JudgeError => Verdict::JudgeError,
            false => Verdict::CompileError,
        };
        let by = if *ok { "by its cases" } else { "as it did not compile" };
        equal("verdict", by, &folded, &submission.verdict)?;
        if submission.verdict == Verdict::Skipped {
            let words = "a verdict of a case that ran, as nothing was interrupted";
            expect(self.interrupted, "verdict", words, &submission.verdict)?;
        }
        let never = [Verdict::JudgeError, Verdict::Skipped];
        let promised = |expected: &Expected| !never.iter().any(|&never| expected.permits(never));
        let promised = expected.as_ref().is_none_or(promised);
        expect(promised, "expected", "a verdict that a folder may name", expected)?;
        let as_expected = expected.unwrap_or(Verdict::Accepted.into()).permits(submission.verdict);
        equal("as_expected", "by verdict and `expected`", &as_expected, &submission.as_expected)?;
        let most = |left: f64, right: f64| left.max(right);
        let cpu = cases.iter().filter_map(|case| case.cpu_seconds).reduce(most);
        equal("max_cpu_seconds", "by its cases", &cpu, &submission.max_cpu_seconds)?;
        let memory = cases.iter().filter_map(|case| case.memory_bytes).max();
        equal("max_memory_bytes", "by its cases", &memory, &submission.max_memory_bytes)
    }

    /// The cases of a submission: those of every other that was run, each once.
    fn cases(&self, cases: &[Case]) -> Sense {
        let mut names = HashSet::new();
        for case in cases {
            let once = expect(names.insert(&case.case), "case", "each case once", &case.case);
            once.and_then(|()| self.case(case)).map_err(|found| {
                found.within(format_args!("case {}", first_line(case.case.as_bytes(), SHOWN)))
            })?;
        }
        let names = |cases: &[Case]| cases.iter().map(|case| case.case.clone()).collect::<Vec<_>>();
        let first = self.submissions.iter().find(|submission| submission.compile.ok);
        match first.map(|first| names(&first.cases)) {
            Some(first) if !cases.is_empty() && first != names(cases) => {
                let words = "those of the first submission, in the same order";
                expect(false, "cases", words, &names(cases))
            }
            _ => Ok(()),
        }
    }

    fn case(&self, case: &Case) -> Sense {
        let verdict = case.verdict;
        let folder = case.case.rsplit_once('/').map_or("", |(folder, _)| folder);
        equal("group", "the folder of its name", folder, &case.group)?;
        expect(verdict != Verdict::CompileError, "verdict", "a verdict of a case", &verdict)?;
        // Where the jury failed, it may have been before the run.
        let unrun = verdict == Verdict::JudgeError && case.cpu_seconds.is_none();
        let ran = verdict != Verdict::Skipped && !unrun;
        there("limits", ran, case.limits.as_ref())?;
        there("cpu_seconds", ran, case.cpu_seconds.as_ref())?;
        there("wall_seconds", ran, case.wall_seconds.as_ref())?;
        there("memory_bytes", ran, case.memory_bytes.as_ref())?;
        there("output_bytes", ran, case.output_bytes.as_ref())?;
        case.cpu_seconds.map_or(Ok(()), |value| time("cpu_seconds", value))?;
        case.wall_seconds.map_or(Ok(()), |value| time("wall_seconds", value))?;
        if let Some(limits) = &case.limits {
            time("cpu_seconds", limits.cpu_seconds)
                .and_then(|()| time("wall_seconds", limits.wall_seconds))
                .map_err(|found| found.within("`limits`"))?;
        }
        ending(case)?;
        scores(case, self.scored)?;
        if !ran {
            there("evidence", false, case.evidence.as_ref())?;
        }
        if let Some(evidence) = &case.evidence {
            self::evidence(evidence).map_err(|found| found.within("`evidence`"))?;
        }
        let failed = verdict != Verdict::Accepted && case.evidence.is_some();
        if let Some(turns) = &case.transcript {
            expect(failed, "transcript", "no such key, as it is no failure that is shown", turns)?;
            turns.iter().try_for_each(turn).map_err(|found| found.within("`transcript`"))?;
        }
        if let Some(drawing) = &case.drawing {
            let shown = case.evidence.is_some();
            expect(shown, "drawing", "no such key, as there is no evidence", drawing)?;
            drawing::check(drawing).map_err(|found| found.within("`drawing`"))?;
        }
        Ok(())
    }
}

/// How the run ended: by its exit code, by a signal or by neither, and well where it was right.
fn ending(case: &Case) -> Sense {
    let &Case { exit_code, signal, cpu_seconds, limits, .. } = case;
    if cpu_seconds.is_none() || signal.is_some() {
        there("exit_code", false, exit_code.as_ref())?;
    }
    if cpu_seconds.is_none() {
        there("signal", false, signal.as_ref())?;
    }
    if !matches!(case.verdict, Verdict::Accepted | Verdict::PartialScore) {
        return Ok(());
    }
    equal("exit_code", "as its output was right", &Some(0), &exit_code)?;
    let within = cpu_seconds <= limits.map(|limits| limits.cpu_seconds);
    expect(within, "cpu_seconds", "a time within the limit, as its output was right", &cpu_seconds)
}

/// The scores of a case, which only scored problems have, and only for what is right in part.
fn scores(case: &Case, scored: bool) -> Sense {
    there("score", scored && case.verdict != Verdict::Skipped, case.score.as_ref())?;
    if !scored || case.evidence.is_none() {
        there("reference_score", false, case.reference_score.as_ref())?;
    }
    for (key, score) in [("score", case.score), ("reference_score", case.reference_score)] {
        expect(score.is_none_or(|score| score >= 0.0), key, "no score below 0", &score)?;
    }
    match (case.verdict, case.score) {
        (Verdict::Accepted | Verdict::PartialScore, _) | (_, None) => Ok(()),
        (_, Some(score)) => equal("score", "by its verdict", &0.0, &score),
    }
}

/// The score of a submission comes of its cases' scores by one of these scorings; those that it does
/// not come of are taken out.
fn score(submission: &Submission, scorings: &mut Vec<Scoring>) -> Sense {
    let scored = !scorings.contains(&Scoring::PassFail);
    there("score", scored && submission.compile.ok, submission.score.as_ref())?;
    let Some(score) = submission.score else { return Ok(()) };
    let cases = &submission.cases;
    let folded: Vec<(Scoring, Score)> =
        scorings.iter().filter_map(|&by| Some((by, folded(cases, by).score?))).collect();
    let expected: Vec<_> =
        folded.iter().map(|(by, folded)| format!("{folded} ({})", by.name())).collect();
    *scorings = folded
        .into_iter()
        .filter(|(by, folded)| comes_of(score, *by, folded, cases.len()))
        .map(|(by, _)| by)
        .collect();
    expect(!scorings.is_empty(), "score", expected.join(" or "), &score)
}

/// What the judge makes of these cases.
fn folded(cases: &[Case], scoring: Scoring) -> Grade {
    let outcome = |case: &Case| Outcome {
        case: String::new(),
        group: String::new(),
        verdict: case.verdict,
        score: case.score.map(Score::from_f64),
        measured: None,
        message: String::new(),
        evidence: None,
    };
    Grade::fold(cases.iter().map(outcome).collect(), &Group::root(scoring))
}

/// Whether that is the score, but for what rounding it and its parts may take or add.
#[expect(clippy::cast_precision_loss, reason = "there are never so many cases")]
fn comes_of(score: f64, scoring: Scoring, folded: &Score, parts: usize) -> bool {
    let rounded = if scoring == Scoring::Sum { parts } else { 1 };
    let folded = folded.to_f64();
    (score - folded).abs() <= ROUNDING * (rounded + 1) as f64 + DOUBLES * folded
}

fn evidence(evidence: &Evidence) -> Sense {
    if let Some(place) = evidence.place {
        number("line", place.line)
            .and_then(|()| number("column", place.column))
            .map_err(|found| found.within("`place`"))?;
    }
    let named = [("`input`", Some(&evidence.input)), ("`output`", Some(&evidence.output))];
    for (name, excerpt) in named.into_iter().chain([("`answer`", evidence.answer.as_ref())]) {
        excerpt.map_or(Ok(()), self::excerpt).map_err(|found| found.within(name))?;
    }
    Ok(())
}

fn excerpt(excerpt: &Excerpt) -> Sense {
    number("first_line", excerpt.first_line)?;
    number("first_column", excerpt.first_column)
}

fn turn(turn: &Turn) -> Sense {
    let names = [Speaker::Submission, Speaker::Interactor].map(Speaker::name);
    expect(names.contains(&turn.by.as_str()), "by", names.join(" or "), &turn.by)?;
    time("seconds", turn.seconds)
}

/// A number of a line or column.
fn number(key: &'static str, number: usize) -> Sense {
    let words = format!("a number from 1 to {}", FARTHEST - 1);
    expect((1..FARTHEST).contains(&number), key, words, &number)
}

fn time(key: &'static str, seconds: f64) -> Sense {
    expect(Duration::try_from_secs_f64(seconds).is_ok(), key, "a time in seconds", &seconds)
}

/// A value where there must be one, and `null` where there must not.
fn there<T: Serialize>(key: &'static str, wanted: bool, value: Option<&T>) -> Sense {
    let expected = if wanted { "a value" } else { "null" };
    expect(value.is_some() == wanted, key, expected, &value)
}

fn equal<T: Serialize + PartialEq<U> + ?Sized, U: Serialize>(
    key: &'static str,
    why: &str,
    expected: &T,
    found: &U,
) -> Sense {
    let holds = expected == found;
    expect(holds, key, format_args!("{}, {why}", json(expected)), found)
}

fn expect(
    holds: bool,
    key: &'static str,
    expected: impl Display,
    found: &(impl Serialize + ?Sized),
) -> Sense {
    if holds {
        return Ok(());
    }
    let (expected, found) = (expected.to_string(), json(found));
    Err(Contradiction { place: String::new(), key, expected, found })
}

/// The beginning of a value as it stands in the report.
fn json(value: &(impl Serialize + ?Sized)) -> String {
    let text = serde_json::to_string(value).unwrap_or_default();
    first_line(text.as_bytes(), SHOWN)
}
