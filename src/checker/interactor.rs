//! Interactors: programs of the package that talk with a submission and then decide. What follows for
//! the submission is the judge's matter.

use std::time::Duration;

use jury_checkers::{Files, Judgement, Opinion};
use signal_hook::consts::{SIGKILL, SIGPIPE};

use super::external::External;
use super::terms::{Decision, Terms};
use super::{Checker as _, PartFailure};
use crate::limits::Limits;
use crate::sandbox::{
    DialogueRules, Ending, Exchange, Finished, Input, Job, Limit, Run, SandboxError, Side, Slot,
    Transcript, converse,
};

/// Bytes that a submission may have written ahead before what lies unread is its own doing.
const FLOOD: u64 = 64 << 10;

/// Ended by somebody who is not told.
const KILLED: Ending = Ending::Signalled(SIGKILL);

/// An interactor, ready for any number of dialogues at once.
#[derive(Debug)]
pub struct Interactor {
    pub(super) program: External,
    /// Decides by what it wrote of a dialogue that it accepted.
    checker: Option<External>,
}

/// What came of a dialogue.
#[derive(Debug, Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts of two programs, which do not exclude each other"
)]
pub struct Interaction {
    /// The submission's run.
    pub run: Run,
    /// What the interactor decided; the error is the setter's: how it failed.
    pub decision: Result<Decision, String>,
    /// What the checker decided by what the interactor wrote, where that accepted and there is such a
    /// checker; the error is the setter's.
    pub checked: Option<Result<Decision, String>>,
    /// Whether the interactor ended before the submission.
    pub interactor_first: bool,
    /// Whether the interactor waited until its time was over, where its protocol counts that as the
    /// submission's time.
    pub interactor_waited: bool,
    /// How the interactor ended.
    pub interactor_ending: Ending,
    /// Whether it was writing when the submission was gone.
    pub was_cut_off: bool,
    /// Whether its protocol has it survive any submission: then its failure is the setter's, whatever
    /// the submission did before.
    pub must_survive: bool,
    /// Whether its protocol lets a submission go on that was refused: how that ends then counts before what the
    /// interactor decided, and its own failure before both.
    pub goes_on: bool,
    /// Whether the submission read all that it wrote.
    pub was_heard_out: bool,
    /// Whether it had more to read than a submission says that waits for a reply, when that one ended.
    pub was_flooded: bool,
    /// Whether the interactor ran out of its time over that.
    pub was_drowned: bool,
    /// CPU time of the interactor.
    pub interactor_cpu: Duration,
    /// What they said.
    pub transcript: Transcript,
    /// Who waited for whom when the submission ended: a lower-case fragment.
    pub standing: String,
}

impl Interaction {
    /// What was decided of a dialogue in which the submission did not fail.
    pub fn last_decision(&self) -> Result<&Decision, &String> {
        self.checked.as_ref().unwrap_or(&self.decision).as_ref()
    }

    /// Whether the interactor refused the submission, or failed, while that was still running: then
    /// whatever the submission did afterwards does not count. What fails after the submission's end
    /// may only have been startled by it.
    pub fn settled_first(&self) -> bool {
        let settles = |decision: &Decision| refuses(decision) && !self.goes_on;
        self.interactor_first && self.decision.as_ref().map_or(true, settles)
    }

    /// Whether either side was ended by a `SIGKILL` that was not ours: the machine may have done it.
    pub fn may_be_spoilt(&self) -> bool {
        self.interactor_ending == KILLED || self.run.ending == KILLED && !self.settled_first()
    }

    /// Whether the submission ended before it had heard all, where that may explain what the interactor
    /// decided.
    pub fn left_unheard(&self) -> bool {
        self.must_survive && !self.interactor_first && !self.was_heard_out
    }

    /// Whether the interactor ended by writing to a submission that was gone.
    pub fn is_startled(&self) -> bool {
        !self.interactor_first && self.was_cut_off
    }
}

#[cfg(test)]
impl Interaction {
    /// That of a submission that accomplished its task, and of an interactor that decided after it.
    pub(crate) fn of(decision: Result<Decision, String>) -> Self {
        Self {
            run: Run::ended(Ending::Exited(0)),
            decision,
            checked: None,
            interactor_first: false,
            interactor_waited: false,
            interactor_ending: Ending::Exited(0),
            was_cut_off: false,
            must_survive: false,
            goes_on: false,
            was_heard_out: true,
            was_flooded: false,
            was_drowned: false,
            interactor_cpu: Duration::ZERO,
            transcript: Transcript::default(),
            standing: String::new(),
        }
    }
}

fn refuses(decision: &Decision) -> bool {
    matches!(decision.opinion, Opinion::WrongAnswer | Opinion::OutputFormat)
}

impl Interactor {
    /// The program as an interactor, with the checker that decides by what it wrote, if there is one.
    pub fn new(program: External, checker: Option<External>) -> Self {
        Self { program, checker }
    }

    /// What it may use itself.
    pub(crate) fn limits(&self) -> &Limits {
        self.program.limits()
    }

    /// Lets a submission's job, in this slot, talk with the interactor about a case on these terms.
    ///
    /// # Errors
    /// As [`Slot::run`]; the interactor's failure stands in the result.
    pub fn talk(
        &self,
        slot: &mut Slot,
        job: &Job,
        files: (&[u8], Option<&[u8]>),
        terms: &Terms<'_>,
    ) -> Result<Interaction, SandboxError> {
        if let Some(channels) = self.program.channels() {
            return self.manage((slot, job), channels, files.0, terms);
        }
        let (interaction, written) = self.dialogue((slot, job), files, terms)?;
        let checked = self.checked(&interaction.decision, (files.0, &written, files.1), terms)?;
        Ok(Interaction { checked, ..interaction })
    }

    /// The same of a reference's job, where a checker decides by what the interactor writes: that, too. It is the
    /// jury's answer, as which the checker gets it.
    ///
    /// # Errors
    /// As [`Interactor::talk`].
    pub(crate) fn answer(
        &self,
        slot: &mut Slot,
        job: &Job,
        input: &[u8],
        terms: &Terms<'_>,
    ) -> Result<(Interaction, Vec<u8>), SandboxError> {
        let (interaction, written) = self.dialogue((slot, job), (input, None), terms)?;
        let files = (input, &*written, Some(&*written));
        let checked = self.checked(&interaction.decision, files, terms)?;
        Ok((Interaction { checked, ..interaction }, written))
    }

    /// What comes of a dialogue before a checker has seen what the interactor wrote of it.
    fn dialogue(
        &self,
        (slot, job): (&mut Slot, &Job),
        files: (&[u8], Option<&[u8]>),
        terms: &Terms<'_>,
    ) -> Result<(Interaction, Vec<u8>), SandboxError> {
        let program = &self.program;
        let (input, answer) = files;
        let shown = [("input", input), ("answer", answer.unwrap_or_default())];
        let mut desk = program.desk(&shown)?;
        let rules = program.rules();
        let call = rules.interactor();
        let keep = call.keep_on(terms);
        let mut its_job = program.job(call.arguments, terms, Input::Empty);
        // It has to outlast a submission that merely waits, or stands in line for a core.
        its_job.limits.wall += job.limits.longest_wall();
        let goes_on = rules.submission_goes_on();
        if goes_on {
            its_job.limits.cpu += job.limits.cpu;
        }
        let its_decision =
            |finished: &Finished| self.decision_within(finished, &its_job.limits, terms);
        let settles = |finished: &Finished| {
            its_decision(finished).map_or(true, |it| refuses(&it) && !goes_on)
        };
        let exchange = converse(
            Side { slot, job, keep: None },
            Side { slot: &mut desk.slot, job: &its_job, keep },
            &DialogueRules { settles: &settles, tells_early: !rules.interactor_survives() },
            &program.interrupt,
        )?;
        program.clear(desk);
        // What was stopped by us has nothing to say, and how it ended neither.
        let (decision, ending) = if exchange.was_dismissed {
            (Ok(Judgement::wrong(None, "").into()), Ending::Exited(0))
        } else {
            (its_decision(&exchange.interactor), exchange.interactor.run.ending)
        };
        let standing = standing(&exchange);
        let was_flooded = exchange.unread_by_interactor > FLOOD;
        let its_run = &exchange.interactor.run;
        let was_drowned =
            was_flooded && !exchange.was_dismissed && ran_out(its_run, &its_job.limits);
        let written = exchange.interactor.kept.into_iter().next().flatten().unwrap_or_default();
        let interaction = Interaction {
            checked: None,
            decision,
            interactor_first: exchange.interactor.ended < exchange.submission.ended,
            interactor_waited: false,
            interactor_ending: ending,
            was_cut_off: ending == Ending::Signalled(SIGPIPE),
            must_survive: rules.interactor_survives(),
            goes_on,
            was_heard_out: exchange.was_heard_out,
            was_flooded,
            was_drowned,
            interactor_cpu: exchange.interactor.run.cpu,
            standing,
            transcript: exchange.transcript,
            run: exchange.submission.run,
        };
        Ok((interaction, written))
    }

    /// What the checker says of what an interactor wrote that accepts: the first file that is kept.
    fn checked(
        &self,
        decision: &Result<Decision, String>,
        (input, output, answer): (&[u8], &[u8], Option<&[u8]>),
        terms: &Terms<'_>,
    ) -> Result<Option<Result<Decision, String>>, SandboxError> {
        let accepts = |decision: &Decision| decision.opinion == Opinion::Accepted;
        let Some(checker) = &self.checker else { return Ok(None) };
        if !decision.as_ref().is_ok_and(accepts) {
            return Ok(None);
        }
        match checker.check(&Files { input, output, answer }, terms) {
            Ok(decision) => Ok(Some(Ok(decision))),
            Err(PartFailure::Setter(why)) => Ok(Some(Err(why))),
            Err(PartFailure::Sandbox(error)) => Err(error),
        }
    }

    /// What an interactor that has ended decided.
    pub(super) fn decision(
        &self,
        finished: &Finished,
        terms: &Terms<'_>,
    ) -> Result<Decision, String> {
        self.decision_within(finished, self.limits(), terms)
    }

    /// The same of one that ran under these limits.
    fn decision_within(
        &self,
        finished: &Finished,
        limits: &Limits,
        terms: &Terms<'_>,
    ) -> Result<Decision, String> {
        let program = &self.program;
        let errors = &finished.run.errors;
        if let Some(why) = External::broke(&finished.run, limits) {
            return Err(program.fault(&why, errors));
        }
        let decision = program.decision(&program.heard(finished.clone()), terms);
        decision.map_err(|why| program.fault(&why, errors))
    }
}

/// Whether a run under these limits took more than its time, or was stopped for it.
fn ran_out(run: &Run, limits: &Limits) -> bool {
    run.cpu > limits.cpu || matches!(run.ending, Ending::Stopped(Limit::Cpu | Limit::Wall))
}

/// Who waited for whom when the submission ended, and since when.
fn standing(exchange: &Exchange) -> String {
    let said = |last: Option<Duration>| match last {
        Some(at) => format!("last wrote at {:.3} s", at.as_secs_f64()),
        None => "never wrote".to_owned(),
    };
    let last = exchange.last_wrote;
    let (submission, interactor) = (said(last.submission), said(last.interactor));
    if exchange.interactor.ended < exchange.submission.ended {
        return format!("the interactor had ended; the submission {submission} and did not end");
    }
    match (exchange.unread_by_submission, exchange.unread_by_interactor) {
        (0, 0) if last.submission.is_none() && last.interactor.is_none() => {
            "each waited for the other: neither wrote anything (did the submission forget to \
             flush, or does it read before it should write?)"
                .to_owned()
        }
        (0, 0) => {
            let hint = " (is its output flushed?)";
            let hints = match (last.submission, last.interactor) {
                (None, _) => [hint, ""],
                (Some(_), None) => ["", hint],
                (Some(_), Some(_)) => ["", ""],
            };
            format!(
                "each waited for the other: the submission {submission}{}, the interactor \
                 {interactor}{}",
                hints[0], hints[1]
            )
        }
        (unread, 0) => format!(
            "the submission did not read {unread} bytes that the interactor wrote; it \
             {submission}, the interactor {interactor}"
        ),
        (0, unread) => format!(
            "the interactor did not read {unread} bytes that the submission wrote; it \
             {interactor}, the submission {submission}"
        ),
        (mine, theirs) => format!(
            "both wrote and neither read: {mine} bytes unread by the submission, {theirs} by the \
             interactor"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One after which the interactor decided so.
    fn interaction(opinion: Opinion) -> Interaction {
        let message = String::new();
        let decision = Decision { opinion, message, score: None, place: None, next: None };
        Interaction::of(Ok(decision))
    }

    #[test]
    fn only_who_is_killed_by_a_stranger_is_tried_again() {
        let usual = || interaction(Opinion::WrongAnswer);
        assert!(!usual().may_be_spoilt());
        assert!(Interaction { interactor_ending: KILLED, ..usual() }.may_be_spoilt());
        let killed = || Interaction { run: Run::ended(KILLED), ..usual() };
        assert!(killed().may_be_spoilt());
        // After a refusal the judge ends it.
        assert!(!Interaction { interactor_first: true, ..killed() }.may_be_spoilt());
    }

    #[test]
    fn a_refusal_before_the_submissions_end_settles_it() {
        use Opinion::{Accepted, OutputFormat, PartialScore, WrongAnswer};
        for (opinion, settles) in
            [(WrongAnswer, true), (OutputFormat, true), (Accepted, false), (PartialScore, false)]
        {
            let first = || Interaction { interactor_first: true, ..interaction(opinion) };
            assert_eq!(first().settled_first(), settles, "{opinion:?}");
            assert!(!Interaction { goes_on: true, ..first() }.settled_first());
            assert!(!interaction(opinion).settled_first());
        }
    }

    #[test]
    fn what_was_not_heard_counts_where_the_submission_ended_first() {
        let unheard = |must_survive, interactor_first| {
            let usual = interaction(Opinion::WrongAnswer);
            Interaction { must_survive, interactor_first, was_heard_out: false, ..usual }
        };
        assert!(unheard(true, false).left_unheard());
        assert!(!unheard(false, false).left_unheard());
        assert!(!unheard(true, true).left_unheard());
        assert!(!Interaction { was_heard_out: true, ..unheard(true, false) }.left_unheard());
        let cut_off = || Interaction { was_cut_off: true, ..interaction(Opinion::Accepted) };
        assert!(cut_off().is_startled());
        assert!(!Interaction { interactor_first: true, ..cut_off() }.is_startled());
    }

    #[test]
    fn time_runs_out_by_a_limit_or_beyond_it() {
        let limits = Limits { cpu: Duration::from_secs(1), ..Limits::default() };
        let after = |millis, ending| {
            ran_out(&Run { cpu: Duration::from_millis(millis), ..Run::ended(ending) }, &limits)
        };
        assert!(!after(1000, Ending::Exited(0)));
        assert!(after(1001, Ending::Exited(0)));
        assert!(after(0, Ending::Stopped(Limit::Cpu)));
        assert!(after(0, Ending::Stopped(Limit::Wall)));
        assert!(!after(0, Ending::Stopped(Limit::Memory)));
    }
}
