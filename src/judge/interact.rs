//! Runs and decides one case of an interactive problem.
//!
//! The order of decision: what the interactor refused before the submission had ended is refused,
//! whatever the submission did then, except in protocols that let it go on; else what the
//! submission's run alone decides (a broken limit, a signal, a bad exit code); else what the
//! interactor decided. The interactor's own failure comes first, as a judge error; but after a
//! submission that failed it is only told, where the protocol lets interactors fail with a
//! submission, or where both had waited in vain until then.

use std::time::Duration;

use jury_checkers::Files;

use crate::checker::{Decision, Interaction, Interactor, NextPass};
use crate::limits::Limits;
use crate::sandbox::{Ending, Job, Run, SandboxError};
use crate::score::Score;
use crate::verdict::Verdict;

use super::case::{Bench, Turn, TurnResult, measured, unreadable};
use super::evidence::Evidence;
use super::noise::{Performance, with_window};
use super::outcome::outcome;
use super::reason::{self, Reason};
use super::runner::Runner;
use crate::ruling::{classify, seconds};

/// The result of a dialogue.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct End {
    pub(super) verdict: Verdict,
    score: Option<Score>,
    pub(super) message: String,
    next: Option<NextPass>,
}

impl End {
    /// One without a score, after which nothing follows.
    fn of(verdict: Verdict, message: String) -> Self {
        Self { verdict, score: None, message, next: None }
    }
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
    /// Judges one turn by a dialogue.
    pub(super) fn interact(
        &self,
        interactor: &Interactor,
        runner: &mut dyn Runner,
        turn: &Turn<'_>,
    ) -> Result<TurnResult, SandboxError> {
        let (input, answer) = match turn.read() {
            Ok(files) => files,
            Err((path, source)) => {
                return unreadable(turn.case, path, source).map(TurnResult::from);
            }
        };
        let mut talk = |job: &Job| {
            let slot = runner.slot().ok_or(SandboxError::Lost)?;
            interactor.talk(slot, job, (&input, answer.as_deref()), &turn.terms)
        };
        let first = {
            let _shared = self.machine.share();
            talk(turn.job)
        };
        // Once more, alone, where the machine may have had a hand in it.
        let may_be_spoilt = match &first {
            Ok(interaction) => interaction.may_be_spoilt(),
            Err(error) => matches!(error, SandboxError::Lost | SandboxError::OutOfMemory { .. }),
        };
        let first = if may_be_spoilt {
            let _alone = self.machine.alone();
            talk(turn.job)?
        } else {
            first?
        };
        // What ended before its time by the interactor's word says nothing of its time.
        let (interaction, window) = if first.settled_first() {
            (first, None)
        } else {
            self.repeat_if_near(&mut talk, turn.job, first)?
        };
        Ok(self.conclude(turn, &input, interaction, window.as_deref()))
    }

    fn conclude(
        &self,
        turn: &Turn<'_>,
        input: &[u8],
        interaction: Interaction,
        window: Option<&str>,
    ) -> TurnResult {
        let limits = &turn.job.limits;
        let reason = self.reason(&interaction.run);
        let End { verdict, score, message, next } = decide(&interaction, limits, reason);
        let mut facts = measured(&interaction.run, limits, window);
        if interaction.settled_first() {
            // Ours, if any.
            facts.signal = None;
        }
        let message = with_window(message, window);
        let mut outcome = outcome(turn.case, verdict, Some(facts), score, message);
        let Interaction { run: Run { errors, .. }, transcript, .. } = interaction;
        let (files, errors) =
            (Files { input, output: b"", answer: None }, self.program.as_known(&errors));
        let wanted = outcome.failed() || self.details.is_some_and(|details| details.dialogues);
        outcome.evidence = wanted.then(|| Evidence {
            transcript: Some(transcript),
            ..Evidence::collect(None, &files, &errors)
        });
        TurnResult { next, ..TurnResult::from(outcome) }
    }
}

/// The result, in the order of decision; with the reason of a crash, if there is one.
pub(super) fn decide(interaction: &Interaction, limits: &Limits, reason: Reason) -> End {
    let Interaction { run, decision, interactor_cpu, .. } = interaction;
    let error = |why: &String| End::of(Verdict::JudgeError, why.clone());
    let ruling = classify(run, limits).filter(|_| !interaction.settled_first());
    let ended = |decision: &Decision| {
        let Decision { opinion, message, score, next, .. } = decision.clone();
        let mut end = End { verdict: opinion.into(), score, message, next };
        if interaction.left_unheard() && end.verdict == Verdict::WrongAnswer {
            end.message += "; the submission did not read all that the interactor wrote";
        }
        end
    };
    let Some(ruling) = ruling else {
        return match interaction.last_decision() {
            Ok(decision) => ended(decision),
            Err(_) if interaction.is_startled() => {
                let message = "the submission ended while the interactor was still writing";
                End::of(Verdict::WrongAnswer, message.to_owned())
            }
            Err(why) if interaction.interactor_waited => {
                let message = "time was over while the interactor waited, for the submission or for \
                               nobody";
                End::of(Verdict::TimeLimit, format!("{message}: {why}"))
            }
            // Whoever is flooded may need any time.
            Err(why) if interaction.was_drowned => {
                let message = "the interactor's time was over while the submission wrote without \
                               waiting for it";
                End::of(Verdict::TimeLimit, format!("{message}: {why}"))
            }
            Err(why) => error(why),
        };
    };
    let ruling = reason::told(ruling, reason);
    let mut message = ruling.message;
    let waited = ruling.verdict == Verdict::IdleLimit;
    if waited {
        // The submission cannot help it when the interactor is at work, unless with its own flood.
        let both_waited = run.ending == Ending::Stuck || interaction.was_flooded;
        if *interactor_cpu > run.wall / 2 && !both_waited {
            return error(&format!(
                "the interactor used {} of CPU time while the submission waited {}",
                seconds(*interactor_cpu),
                seconds(run.wall)
            ));
        }
        message = format!("{message}; {}", interaction.standing);
    }
    let is_innocent = interaction.is_startled() || interaction.was_drowned;
    match decision {
        // What it does once a submission was stopped that both waited for is no word of its own.
        Err(why) if interaction.must_survive && !waited && !is_innocent => error(why),
        Err(why) if interaction.goes_on && !is_innocent => error(why),
        // The submission's failure counts first; the setter's is reported.
        Err(why) => End::of(ruling.verdict, format!("{message}; then {why}")),
        Ok(_) => End::of(ruling.verdict, message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jury_checkers::Judgement;

    use crate::judge::noise::{Closeness, closeness};
    use crate::sandbox::Limit;

    fn interaction(
        ending: Ending,
        decision: Result<Decision, String>,
        interactor_first: bool,
    ) -> Interaction {
        Interaction {
            run: Run {
                cpu: Duration::from_millis(10),
                wall: Duration::from_secs(6),
                ..Run::ended(ending)
            },
            interactor_first,
            standing: "each waited".into(),
            ..Interaction::of(decision)
        }
    }

    #[track_caller]
    fn case(interaction: &Interaction, verdict: Verdict, message: &str) {
        let end = decide(interaction, &Limits::default(), Reason::default());
        assert_eq!((end.verdict, end.message.as_str()), (verdict, message));
    }

    #[test]
    fn who_ended_first_decides() {
        let (crash, fine) = (Ending::Signalled(11), Ending::Exited(0));
        let wrong = || Ok(Judgement::wrong(None, "too many").into());
        let right = || Ok(Judgement::accepted("found").into());
        let broken = || Err("interactor `i.py`: exit code 1".to_owned());
        case(&interaction(fine, right(), false), Verdict::Accepted, "found");
        case(&interaction(fine, wrong(), false), Verdict::WrongAnswer, "too many");
        case(&interaction(crash, wrong(), true), Verdict::WrongAnswer, "too many");
        case(
            &interaction(crash, wrong(), false),
            Verdict::RunTimeError,
            "signal 11 (SIGSEGV): it used memory that is not its own",
        );
        let goes_on = Interaction { goes_on: true, ..interaction(crash, wrong(), true) };
        case(
            &goes_on,
            Verdict::RunTimeError,
            "signal 11 (SIGSEGV): it used memory that is not its own",
        );
        case(
            &Interaction { goes_on: true, ..interaction(fine, wrong(), true) },
            Verdict::WrongAnswer,
            "too many",
        );
        case(
            &interaction(crash, right(), true),
            Verdict::RunTimeError,
            "signal 11 (SIGSEGV): it used memory that is not its own",
        );
        // It fails before the end of a submission counts that its protocol lets go on.
        for ending in [crash, Ending::Stopped(Limit::Wall), Ending::Stopped(Limit::Cpu)] {
            let failed = Interaction { goes_on: true, ..interaction(ending, broken(), false) };
            case(&failed, Verdict::JudgeError, "interactor `i.py`: exit code 1");
        }
        for (ending, first) in [(fine, true), (fine, false), (crash, true)] {
            let what = interaction(ending, broken(), first);
            case(&what, Verdict::JudgeError, "interactor `i.py`: exit code 1");
        }
        // An interactor that did not survive the end of its input.
        let message = "signal 11 (SIGSEGV): it used memory that is not its own; then interactor `i.py`: exit code 1";
        case(&interaction(crash, broken(), false), Verdict::RunTimeError, message);
        let flood = Ending::Stopped(Limit::Output);
        case(&interaction(flood, wrong(), true), Verdict::WrongAnswer, "too many");
        let message = "more than 64.0 MiB of output";
        case(&interaction(flood, wrong(), false), Verdict::OutputLimit, message);
    }

    #[test]
    fn the_checker_decides_what_the_interactor_accepts() {
        let right = |message| Ok(Judgement::accepted(message).into());
        let after = |ending, checked, first| Interaction {
            checked: Some(checked),
            ..interaction(ending, right("found"), first)
        };
        let (crash, fine) = (Ending::Signalled(11), Ending::Exited(0));
        case(&after(fine, right("in 3"), true), Verdict::Accepted, "in 3");
        let wrong = || Ok(Judgement::wrong(None, "in 9").into());
        case(&after(fine, wrong(), false), Verdict::WrongAnswer, "in 9");
        // The interactor had accepted: what the submission did then counts.
        let message = "signal 11 (SIGSEGV): it used memory that is not its own";
        case(&after(crash, wrong(), true), Verdict::RunTimeError, message);
        let broken = || Err("checker `c.py`: it failed".to_owned());
        case(&after(fine, broken(), true), Verdict::JudgeError, "checker `c.py`: it failed");
        case(&after(crash, broken(), false), Verdict::RunTimeError, message);
    }

    #[test]
    fn an_interactor_that_must_survive_is_to_blame_for_its_end() {
        let error = || Err("interactor `i.py`: exit code 1".to_owned());
        let strict = |ending, decision, first| Interaction {
            must_survive: true,
            ..interaction(ending, decision, first)
        };
        for ending in [Ending::Exited(0), Ending::Exited(3), Ending::Signalled(11)] {
            for first in [true, false] {
                let what = strict(ending, error(), first);
                case(&what, Verdict::JudgeError, "interactor `i.py`: exit code 1");
            }
        }
        let late = strict(Ending::Stopped(Limit::Cpu), error(), false);
        case(&late, Verdict::JudgeError, "interactor `i.py`: exit code 1");
        let message = "waited: 0.010 s of CPU time in 6.000 s of wall time, limit 7.000 s; each \
                       waited; then interactor `i.py`: exit code 1";
        let idle = strict(Ending::Stopped(Limit::Wall), error(), false);
        case(&idle, Verdict::IdleLimit, message);
    }

    #[test]
    fn nobody_is_to_blame_for_writing_to_one_that_is_gone() {
        let startled = |ending, first| Interaction {
            must_survive: true,
            was_cut_off: true,
            ..interaction(ending, Err("interactor `i.py`: SIGPIPE".into()), first)
        };
        let message = "the submission ended while the interactor was still writing";
        case(&startled(Ending::Exited(0), false), Verdict::WrongAnswer, message);
        let message = "exit code 3; then interactor `i.py`: SIGPIPE";
        case(&startled(Ending::Exited(3), false), Verdict::RunTimeError, message);
        case(&startled(Ending::Exited(0), true), Verdict::JudgeError, "interactor `i.py`: SIGPIPE");
    }

    #[test]
    fn what_an_interactor_waits_for_in_vain_may_be_the_submissions_time() {
        let waiting = |ending, first| Interaction {
            interactor_waited: true,
            interactor_ending: Ending::Stopped(Limit::Wall),
            ..interaction(ending, Err("interactor `soc.py`: stopped".into()), first)
        };
        let message = "time was over while the interactor waited, for the submission or for nobody: \
                       interactor `soc.py`: stopped";
        for first in [true, false] {
            case(&waiting(Ending::Exited(0), first), Verdict::TimeLimit, message);
        }
        let message = "exit code 3; then interactor `soc.py`: stopped";
        case(&waiting(Ending::Exited(3), false), Verdict::RunTimeError, message);
    }

    #[test]
    fn who_floods_an_interactor_pays_for_its_time() {
        let drowned = |ending, first, must_survive| Interaction {
            must_survive,
            was_flooded: true,
            was_drowned: true,
            interactor_ending: Ending::Stopped(Limit::Cpu),
            ..interaction(ending, Err("interactor `i.py`: stopped".into()), first)
        };
        let message = "the interactor's time was over while the submission wrote without waiting \
                       for it: interactor `i.py`: stopped";
        for must_survive in [true, false] {
            for ending in [Ending::Exited(0), Ending::Exited(1), Ending::Signalled(13)] {
                case(&drowned(ending, true, must_survive), Verdict::TimeLimit, message);
            }
            case(&drowned(Ending::Exited(0), false, must_survive), Verdict::TimeLimit, message);
            let flood = Ending::Stopped(Limit::Output);
            let message = "more than 64.0 MiB of output; then interactor `i.py`: stopped";
            case(&drowned(flood, false, must_survive), Verdict::OutputLimit, message);
        }
    }

    #[test]
    fn words_left_unread_are_told_where_they_may_be_the_reason() {
        let left = |decision, first| Interaction {
            must_survive: true,
            was_heard_out: false,
            ..interaction(Ending::Exited(0), Ok(decision), first)
        };
        let wrong = || Judgement::wrong(None, "eof").into();
        let message = "eof; the submission did not read all that the interactor wrote";
        case(&left(wrong(), false), Verdict::WrongAnswer, message);
        case(&left(wrong(), true), Verdict::WrongAnswer, "eof");
        case(&left(Judgement::accepted("fine").into(), false), Verdict::Accepted, "fine");
    }

    #[test]
    fn idleness_is_explained_and_never_the_fault_of_one_who_waits_for_us() {
        let idle = Ending::Stopped(Limit::Wall);
        let mut what = interaction(idle, Ok(Judgement::wrong(None, "eof").into()), false);
        let message =
            "waited: 0.010 s of CPU time in 6.000 s of wall time, limit 7.000 s; each waited";
        case(&what, Verdict::IdleLimit, message);
        // Half of the time is not too much of it.
        what.interactor_cpu = Duration::from_secs(3);
        case(&what, Verdict::IdleLimit, message);
        what.interactor_cpu = Duration::from_secs(5);
        let message = "the interactor used 5.000 s of CPU time while the submission waited 6.000 s";
        case(&what, Verdict::JudgeError, message);
        // It works through what the submission wrote without waiting for a reply.
        what.was_flooded = true;
        let message =
            "waited: 0.010 s of CPU time in 6.000 s of wall time, limit 7.000 s; each waited";
        case(&what, Verdict::IdleLimit, message);
    }

    #[test]
    fn a_submission_that_waits_for_an_interactor_at_work_may_be_starved() {
        let wrong = || Ok(Judgement::wrong(None, "eof").into());
        let closeness_of = |ending, interactor_cpu| {
            let interactor_cpu = Duration::from_millis(interactor_cpu);
            let what = Interaction { interactor_cpu, ..interaction(ending, wrong(), false) };
            closeness(&what, &Limits::default())
        };
        let wall = Ending::Stopped(Limit::Wall);
        assert_eq!(closeness_of(wall, 0), Closeness::Far);
        assert_eq!(closeness_of(wall, 1000), Closeness::Far);
        assert_eq!(closeness_of(wall, 2000), Closeness::Starved);
        assert_eq!(closeness_of(Ending::Exited(0), 2000), Closeness::Far);
    }
}
