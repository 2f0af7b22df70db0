//! One worker's place: runs the submission, and the rival, on one input after another.

use std::path::PathBuf;
use std::time::Instant;

use super::super::answer::{AnswerRequest, Answered};
use super::super::case::Bench;
use super::super::set_aside::write;
use super::super::{JudgeFailure, Outcome, Runner};
use super::{Comparand, Like, Role, StressRequest, Trial};
use crate::problem::{Case, CaseSettings};
use crate::submission::Program;
use crate::verdict::Verdict;

/// What came of examining an input.
pub(super) enum Examined {
    /// The submission was judged.
    Judged(Box<Trial>),
    /// It cannot be judged on this input; why.
    Unusable(String),
}

/// Warm slots and a folder for the files.
pub(super) struct Testbed<'a> {
    hunt: &'a StressRequest<'a>,
    submission: Box<dyn Runner>,
    rival: Option<(Comparand<'a>, Box<dyn Runner>)>,
    case: Case,
    answer: PathBuf,
    until: Instant,
}

impl<'a> Testbed<'a> {
    /// Opens the slots of worker `number`. No run is repeated after `until`.
    pub(super) fn open(
        hunt: &'a StressRequest<'a>,
        number: usize,
        until: Instant,
    ) -> Result<Self, JudgeFailure> {
        let file = |ending: &str| hunt.scratch.join(format!("{number}.{ending}"));
        let case = Case {
            name: "stress".to_owned(),
            group: String::new(),
            input: file("in"),
            answer: None,
            limits: hunt.problem.widest_limits(),
            settings: CaseSettings::default(),
        };
        let rival = hunt.rival.map(|rival| Ok((rival, hunt.tools.open(rival.program)?)));
        Ok(Self {
            hunt,
            submission: hunt.tools.open(hunt.program)?,
            rival: rival.transpose().map_err(|error: JudgeFailure| error)?,
            case,
            answer: file("ans"),
            until,
        })
    }

    /// Runs the rival and the submission on an input.
    pub(super) fn examine(&mut self, input: &[u8], like: &Like) -> Result<Examined, JudgeFailure> {
        write(&self.case.input, input)?;
        self.case.group.clone_from(&like.group);
        self.case.settings.clone_from(&like.settings);
        let mut to_beat = None;
        match &mut self.rival {
            None => {}
            Some((rival, runner)) if rival.role == Role::Answers => {
                let Case { name, input, limits, settings, .. } = &self.case;
                let question = AnswerRequest { input, name, limits, settings };
                let StressRequest { tools, problem, .. } = self.hunt;
                match tools.answer(problem, runner.as_mut(), rival.program, &question)? {
                    Answered::Output(output) => {
                        write(&self.answer, &output)?;
                        self.case.answer = Some(self.answer.clone());
                        to_beat = Some((output, None));
                    }
                    Answered::Failed(why) => return Ok(Examined::Unusable(why)),
                }
            }
            Some((rival, runner)) => {
                let bench = bench(self.hunt, rival.program, self.until)?;
                let (outcome, output) = bench.judge_keeping(runner.as_mut(), &self.case)?;
                if outcome.verdict != Verdict::Accepted {
                    let why = format!("it gets {}: {}", outcome.verdict, outcome.message);
                    return Ok(Examined::Unusable(why));
                }
                to_beat = Some((output, Some(outcome)));
            }
        }
        let bench = bench(self.hunt, self.hunt.program, self.until)?;
        let (mut outcome, output) = bench.judge_keeping(self.submission.as_mut(), &self.case)?;
        if outcome.verdict == Verdict::JudgeError {
            return Ok(Examined::Unusable(outcome.message));
        }
        let (answer, rival) = to_beat.map_or((None, None), |(output, rival)| (Some(output), rival));
        if let Some(rival) = rival {
            compare(&mut outcome, &rival);
        }
        Ok(Examined::Judged(Box::new(Trial { outcome, output, answer })))
    }
}

fn bench<'a>(
    hunt: &StressRequest<'a>,
    program: &'a Program,
    until: Instant,
) -> Result<Bench<'a>, JudgeFailure> {
    Ok(Bench { until: Some(until), ..hunt.tools.bench(hunt.problem, hunt.parts, program)? })
}

/// An accepted output with a lower score than the rival's is a partial score.
fn compare(outcome: &mut Outcome, rival: &Outcome) {
    if let (Verdict::Accepted, Some(own), Some(other)) =
        (outcome.verdict, &outcome.score, &rival.score)
        && own < other
    {
        outcome.verdict = Verdict::PartialScore;
        outcome.message = format!(
            "{}, score {own}; the other: {}, score {other}",
            outcome.message, rival.message
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;

    #[test]
    fn only_a_lower_score_than_the_others_is_a_partial_score() {
        use Verdict::{Accepted, PartialScore, WrongAnswer};
        let outcome = |verdict, quarters: Option<u64>| Outcome {
            score: quarters.and_then(|quarters| Score::ratio(quarters, 4)),
            message: "seen".into(),
            ..Outcome::of(verdict)
        };
        let rival = outcome(Accepted, Some(2));
        for (verdict, quarters, expected) in [
            (Accepted, Some(1), PartialScore),
            (Accepted, Some(2), Accepted),
            (Accepted, Some(3), Accepted),
            (Accepted, None, Accepted),
            (WrongAnswer, Some(0), WrongAnswer),
        ] {
            let mut own = outcome(verdict, quarters);
            compare(&mut own, &rival);
            assert_eq!(own.verdict, expected, "{verdict} {quarters:?}");
            let is_told = own.message == "seen, score 0.25; the other: seen, score 0.5";
            assert_eq!(is_told, expected == PartialScore, "{}", own.message);
        }
    }
}
