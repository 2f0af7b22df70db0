//! Runs and decides one case of an interactive problem.
//!
//! The order of decision: the interactor's own failure is a judge error, always; what it refused
//! before the submission had ended is refused, whatever the submission did then; else what the
//! submission's run alone decides (a broken limit, a signal, a bad exit code); else what the
//! interactor decided.

use std::time::Duration;

use jury_checkers::{Files, Judgement};

use crate::checker::{Interaction, Interactor};
use crate::limits::Limits;
use crate::problem::Case;
use crate::sandbox::{Job, Run, SandboxError};
use crate::score::Score;
use crate::verdict::Verdict;

use super::case::{Bench, Performance, measured, read, with_window};
use super::evidence::Evidence;
use super::outcome::Outcome;
use super::runner::Runner;
use crate::ruling::{classify, seconds};

/// What a dialogue comes to.
#[derive(Debug, Clone, PartialEq)]
struct Decision {
    verdict: Verdict,
    score: Option<Score>,
    message: String,
}

impl Performance for Interaction {
    fn run(&self) -> &Run {
        &self.run
    }

    fn cpu_waited_for(&self) -> Duration {
        self.interactor_cpu
    }
}

impl Bench<'_> {
    /// Judges one case by a dialogue.
    pub(super) fn interact(
        &self,
        interactor: &Interactor,
        runner: &mut dyn Runner,
        case: &Case,
        job: &Job,
    ) -> Result<Outcome, SandboxError> {
        let (input, answer) = match read(case) {
            Ok(files) => files,
            Err((path, source)) => return self.unreadable(case, path, source),
        };
        let arguments = self.root.checker_arguments_of(case);
        let mut talk = |job: &Job| {
            let slot = runner.slot().ok_or(SandboxError::Lost)?;
            interactor.talk(slot, job, (&input, answer.as_deref()), arguments)
        };
        let first = {
            let _shared = self.machine.read();
            talk(job)
        };
        // Once more, alone, where the machine may have had a hand in it.
        let may_be_spoilt = match &first {
            Ok(interaction) => interaction.may_be_spoilt(),
            Err(error) => matches!(error, SandboxError::Lost | SandboxError::OutOfMemory { .. }),
        };
        let first = if may_be_spoilt {
            let _alone = self.machine.write();
            talk(job)?
        } else {
            first?
        };
        // What ended before its time by the interactor's word says nothing of its time.
        let (interaction, window) = if first.settled_first() {
            (first, None)
        } else {
            self.repeat_if_near(&mut talk, job, first)?
        };
        Ok(self.conclude(case, &job.limits, &input, interaction, window.as_deref()))
    }

    fn conclude(
        &self,
        case: &Case,
        limits: &Limits,
        input: &[u8],
        interaction: Interaction,
        window: Option<&str>,
    ) -> Outcome {
        let Decision { verdict, score, message } = decide(&interaction, limits);
        let mut facts = measured(&interaction.run, limits);
        if interaction.settled_first() {
            // Ours, if any.
            facts.signal = None;
        }
        let message = with_window(message, window);
        let mut outcome = self.outcome(case, verdict, Some(facts), score, message);
        let Interaction { run: Run { errors, .. }, transcript, .. } = interaction;
        outcome.evidence = outcome.failed().then(|| Evidence {
            transcript: Some(transcript),
            ..Evidence::collect(None, &Files { input, output: b"", answer: None }, &errors)
        });
        outcome
    }
}

fn decide(interaction: &Interaction, limits: &Limits) -> Decision {
    let Interaction { run, judgement, interactor_cpu, .. } = interaction;
    let error = |message| Decision { verdict: Verdict::JudgeError, score: None, message };
    let Some(ruling) = classify(run, limits).filter(|_| !interaction.settled_first()) else {
        return match judgement.clone() {
            Ok(Judgement { opinion, message, score, .. }) => {
                Decision { verdict: opinion.into(), score: score.map(Score::from), message }
            }
            Err(why) => error(why),
        };
    };
    let mut message = ruling.message;
    if ruling.verdict == Verdict::IdleLimit {
        // The submission cannot help it when the interactor is at work.
        if *interactor_cpu > run.wall / 2 {
            return error(format!(
                "the interactor used {} of CPU time while the submission waited {}",
                seconds(*interactor_cpu),
                seconds(run.wall)
            ));
        }
        message = format!("{message}; {}", interaction.standing);
    }
    if let Err(why) = judgement {
        // Its own failure counts first, and the setter's is told.
        message = format!("{message}; then {why}");
    }
    Decision { verdict: ruling.verdict, score: None, message }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::{Ending, Limit, Transcript};

    fn interaction(
        ending: Ending,
        judgement: Result<Judgement, String>,
        interactor_first: bool,
    ) -> Interaction {
        Interaction {
            run: Run {
                ending,
                cpu: Duration::from_millis(10),
                wall: Duration::from_secs(6),
                memory: 0,
                output: Vec::new(),
                output_bytes: 0,
                errors: Vec::new(),
                refused_processes: 0,
            },
            judgement,
            interactor_first,
            interactor_killed: false,
            interactor_cpu: Duration::ZERO,
            transcript: Transcript::default(),
            standing: "each waited".into(),
        }
    }

    #[track_caller]
    fn case(interaction: &Interaction, verdict: Verdict, message: &str) {
        let decision = decide(interaction, &Limits::default());
        assert_eq!((decision.verdict, decision.message.as_str()), (verdict, message));
    }

    #[test]
    fn who_ended_first_decides() {
        let (crash, fine) = (Ending::Signalled(11), Ending::Exited(0));
        let wrong = || Ok(Judgement::wrong(None, "too many"));
        let right = || Ok(Judgement::accepted("found"));
        let broken = || Err("interactor `i.py`: exit code 1".to_owned());
        case(&interaction(fine, right(), false), Verdict::Accepted, "found");
        case(&interaction(fine, wrong(), false), Verdict::WrongAnswer, "too many");
        case(&interaction(crash, wrong(), true), Verdict::WrongAnswer, "too many");
        case(&interaction(crash, wrong(), false), Verdict::RunTimeError, "signal 11 (SIGSEGV)");
        case(&interaction(crash, right(), true), Verdict::RunTimeError, "signal 11 (SIGSEGV)");
        for (ending, first) in [(fine, true), (fine, false), (crash, true)] {
            let what = interaction(ending, broken(), first);
            case(&what, Verdict::JudgeError, "interactor `i.py`: exit code 1");
        }
        // An interactor that did not survive the end of its input.
        let message = "signal 11 (SIGSEGV); then interactor `i.py`: exit code 1";
        case(&interaction(crash, broken(), false), Verdict::RunTimeError, message);
        let flood = Ending::Stopped(Limit::Output);
        case(&interaction(flood, wrong(), true), Verdict::WrongAnswer, "too many");
        let message = "more than 64.0 MiB of output";
        case(&interaction(flood, wrong(), false), Verdict::OutputLimit, message);
    }

    #[test]
    fn idleness_is_explained_and_never_the_fault_of_one_who_waits_for_us() {
        let idle = Ending::Stopped(Limit::Wall);
        let mut what = interaction(idle, Ok(Judgement::wrong(None, "eof")), false);
        let message =
            "waited: 0.010 s of CPU time in 6.000 s of wall time, limit 6.000 s; each waited";
        case(&what, Verdict::IdleLimit, message);
        what.interactor_cpu = Duration::from_secs(5);
        let message = "the interactor used 5.000 s of CPU time while the submission waited 6.000 s";
        case(&what, Verdict::JudgeError, message);
    }
}
