//! Which runs are recalled: asked once before a submission runs its cases, and told once after it.
//!
//! Not recalled is what noise could have decided (a run near its time limit, or one that waited until the
//! wall clock ran out), what the jury's part or the machine failed at, and what came to different outcomes
//! before. Everything else is as it was, times included.

use std::mem;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::machine::date;
use crate::machine::traits::Traits;
use crate::problem::{Case, Problem};
use crate::recall::{Aspect, Identity, Key, Lookup, Record, Records, Store, Value};
use crate::sandbox::Isolation;
use crate::score::Score;
use crate::submission::Cache;
use crate::verdict::Verdict;

use super::case::Bench;
use super::evidence::Evidence;
use super::file_digests::FileDigests;
use super::identity;
use super::outcome::{Measured, Outcome};

/// The share of the wall time limit from which on a run that ended by itself is near to it.
const NEAR_WALL: f64 = 0.9;

/// What is done with what is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// It is recalled, and what is run is kept.
    Recall,
    /// Everything is run and kept.
    Fresh,
}

/// Recalls runs on this machine, and keeps what is run.
#[derive(Debug)]
pub struct Recall {
    pub(super) store: Store,
    pub(super) mode: Mode,
    /// What is the same for all runs.
    pub(super) base: Identity,
    /// What inputs and answers hold, as far as it was asked before.
    pub(super) files: FileDigests,
    /// Whether somebody asks for explanations.
    pub explains: bool,
    explanations: Mutex<Vec<Explanation>>,
}

/// Whether a case was recalled, and why not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The submission's path.
    pub submission: String,
    /// The case.
    pub case: String,
    /// A lower-case fragment.
    pub words: String,
}

/// What is kept of a run's outcome; the rest of it is the case's.
#[derive(Debug, Serialize, Deserialize)]
struct KeptOutcome {
    verdict: Verdict,
    score: Option<Score>,
    measured: Measured,
    message: String,
    evidence: Option<Evidence>,
}

/// What came of the cases of a submission, by their indices.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ended<'a> {
    /// Those that were run.
    pub(super) ran: &'a [(usize, Outcome)],
    /// Those that were run to find the time limit.
    pub(super) taken_over: &'a [(usize, Outcome)],
    /// Those that were recalled.
    pub(super) recalled: &'a [(usize, Outcome)],
}

/// The runs of one submission.
#[derive(Debug)]
pub(super) struct Runs<'a> {
    recall: &'a Recall,
    bench: Bench<'a>,
    cases: &'a [Case],
    slug: &'a str,
    program: Identity,
    records: Records,
    /// For each case its identity, where it has one.
    identities: Vec<Option<Identity>>,
}

impl Recall {
    /// What is kept in this store of runs under this isolation, judged by this executable.
    pub fn new(
        store: Store,
        cache: &Cache,
        isolation: &Isolation,
        executable: &Path,
        mode: Mode,
    ) -> Self {
        let base = identity::rules(cache, executable)
            .and(&identity::machine(&Traits::of_this()))
            .and(&identity::isolation(isolation));
        let (files, explanations) = (FileDigests::default(), Mutex::default());
        Self { store, mode, base, files, explains: true, explanations }
    }

    /// What was recalled since this was asked for last, and what was not.
    pub fn explanations(&self) -> Vec<Explanation> {
        mem::take(&mut *self.explanations.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The runs of a program on these cases of a problem, decided by what has this digest.
    pub(super) fn runs<'a>(
        &'a self,
        problem: &'a Problem,
        cases: &'a [Case],
        bench: Bench<'a>,
        deciders: &Digest,
    ) -> Runs<'a> {
        let program =
            identity::of_program(&bench).and(&self.base).and(&identity::checker(deciders));
        let identity = |case: &Case| identity::of_case(&bench, case).map(|own| own.and(&program));
        let identities = cases.iter().map(identity).collect();
        let records = self.records(&program.part(Aspect::Sources));
        Runs { recall: self, bench, cases, slug: &problem.slug, program, records, identities }
    }

    /// What is known of a program's runs: of no use, and not read, where everything is run.
    pub(super) fn records(&self, program: &str) -> Records {
        match self.mode {
            Mode::Fresh => Records::default(),
            Mode::Recall => self.store.records(program),
        }
    }

    pub(super) fn explain(&self, submission: &Path, case: &str, words: String) {
        if !self.explains {
            return;
        }
        let submission = submission.display().to_string();
        let explanation = Explanation { submission, case: case.to_owned(), words };
        self.explanations.lock().unwrap_or_else(PoisonError::into_inner).push(explanation);
    }
}

impl Runs<'_> {
    /// What is known of cases that were not run to find the time limit, by their indices.
    pub(super) fn known(&self, taken_over: &[(usize, Outcome)]) -> Vec<(usize, Outcome)> {
        if self.recall.mode == Mode::Fresh {
            return Vec::new();
        }
        let open = |index: &usize| taken_over.iter().all(|(taken, _)| taken != index);
        let recalled = |index| Some((index, self.recalled(index).ok()?));
        (0..self.cases.len()).filter(open).filter_map(recalled).collect()
    }

    /// The outcome of a case, or why it has to be run.
    fn recalled(&self, index: usize) -> Result<Outcome, String> {
        let case = &self.cases[index];
        let Some(identity) = &self.identities[index] else {
            return Err(
                "nothing is kept of cases without a run, or with files that cannot be read".into(),
            );
        };
        match self.records.look_up(identity, &self.subject(case)) {
            Lookup::Known(record, bytes) => {
                let kept = postcard::from_bytes::<KeptOutcome>(bytes);
                let kept = kept.map_err(|_| "what was kept of it is damaged".to_owned())?;
                Ok(kept.recalled(case, &record.at))
            }
            Lookup::Run(why) => Err(why),
        }
    }

    /// Keeps what was run, and notes what was recalled. What was taken over from measuring the time limit
    /// is kept too: it is what came of runs under other limits.
    pub(super) fn keep(&self, ended: &Ended<'_>) {
        let Ended { ran, taken_over, recalled } = ended;
        for (index, outcome) in *recalled {
            let at = outcome.recalled.as_deref().unwrap_or_default();
            self.explain(*index, format!("recalled from {at} UTC"));
        }
        let mut records = Vec::new();
        for (index, outcome) in *ran {
            // Where everything is run, nobody asks why.
            if self.recall.mode == Mode::Recall {
                let why = self.recalled(*index).err().unwrap_or_default();
                self.explain(*index, format!("not recalled: {why}"));
            }
            records.extend(self.record(*index, outcome));
        }
        // Where scores count, they hold points of the case's group that the checker did not give.
        if !self.bench.root.is_scored() {
            records.extend(taken_over.iter().filter_map(|(index, one)| self.record(*index, one)));
        }
        self.write(records, recalled);
    }

    fn write(&self, records: Vec<Record>, recalled: &[(usize, Outcome)]) {
        let key = |(index, _): &(usize, Outcome)| Some(self.identities[*index].as_ref()?.key());
        let used: Vec<Key> = recalled.iter().filter_map(key).collect();
        if records.is_empty() && used.is_empty() {
            return;
        }
        let program = self.program.part(Aspect::Sources);
        if let Err(error) = self.recall.store.keep(&program, records, &used) {
            let path = &self.bench.program.submission.path;
            self.recall.explain(path, "", format!("not kept: {error}"));
        }
    }

    fn explain(&self, index: usize, words: String) {
        let path = &self.bench.program.submission.path;
        self.recall.explain(path, &self.cases[index].name, words);
    }

    /// What is kept of a run. `None` of one that says nothing, or whose files changed meanwhile.
    fn record(&self, index: usize, outcome: &Outcome) -> Option<Record> {
        let case = &self.cases[index];
        let identity = self.identities[index].as_ref()?;
        let now = identity::of_case(&self.bench, case)?.and(&self.program);
        let value = value(outcome).filter(|_| now.key() == identity.key())?;
        Some(Record {
            subject: self.subject(case),
            at: date::now(),
            identity: now,
            outcome: essence(outcome),
            value,
        })
    }

    fn subject(&self, case: &Case) -> String {
        format!("{}/{}", self.slug, case.name)
    }
}

impl KeptOutcome {
    /// As the outcome of this case.
    fn recalled(self, case: &Case, at: &str) -> Outcome {
        let Self { verdict, score, measured, message, evidence } = self;
        Outcome {
            verdict,
            score,
            measured: Some(measured),
            message,
            evidence,
            recalled: Some(at.to_owned()),
            ..Outcome::skipped(case, "")
        }
    }
}

/// What of an outcome may be recalled; `None` where nothing was run, or not by the program's doing.
fn value(outcome: &Outcome) -> Option<Value> {
    let measured = outcome.measured?;
    let noisy = |why: &str| Some(Value::Noisy(why.to_owned()));
    let ended = measured.exit_code.is_some() || measured.signal.is_some();
    let is_near_wall = ended && measured.wall >= measured.limits.wall.mul_f64(NEAR_WALL);
    match outcome.verdict {
        Verdict::JudgeError => noisy("was a judge error"),
        Verdict::IdleLimit => noisy("waited until the wall clock ran out"),
        _ if measured.is_noisy || is_near_wall => noisy("came near to a limit"),
        verdict => {
            let kept = KeptOutcome {
                verdict,
                score: outcome.score.clone(),
                measured,
                message: outcome.message.clone(),
                evidence: outcome.evidence.clone(),
            };
            postcard::to_stdvec(&kept).ok().map(Value::Known)
        }
    }
}

/// What all runs of one identity must share.
fn essence(outcome: &Outcome) -> String {
    let score = outcome.score.as_ref().map_or_else(String::new, ToString::to_string);
    let ending = outcome.measured.map(|run| (run.exit_code, run.signal));
    let (exit_code, signal) = ending.unwrap_or_default();
    let number = |number: Option<i32>| number.map_or_else(String::new, |number| number.to_string());
    [outcome.verdict.code(), &score, &number(exit_code), &number(signal)].join(" ")
}

#[cfg(test)]
mod tests;
