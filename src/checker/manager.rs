//! Managers: programs of the package that talk with the processes of a submission through named pipes, and
//! then decide (CMS, "Communication"; sinol's `soc`).

use std::time::Duration;

use jury_checkers::Judgement;
use signal_hook::consts::SIGPIPE;

use super::interactor::{Interaction, Interactor};
use super::terms::{Decision, Terms};
use crate::machine::TemporaryFolder;
use crate::sandbox::{
    BoxFile, Channels, Ending, Finished, Input, Job, Managed, Manager, Run, SandboxError, Slot,
    Talk, Transcript, manage,
};

/// What the input is called for a manager, which may open it or read its standard input.
const INPUT: &str = "input.txt";

impl Interactor {
    /// Lets the manager talk with processes of a submission's job, in slots like this one.
    ///
    /// # Errors
    /// As [`Slot::run`]; the manager's failure stands in the result.
    pub(super) fn manage(
        &self,
        (slot, job): (&Slot, &Job),
        channels: Channels,
        input: &[u8],
        terms: &Terms<'_>,
    ) -> Result<Interaction, SandboxError> {
        let program = &self.program;
        let mut desk = program.desk(&[(INPUT, input)])?;
        let files = desk.shown();
        let standard = Input::File(files.join(INPUT));
        let mut its_job = program.job(&[], terms, standard);
        its_job.files = [BoxFile { path: INPUT.into(), bytes: input.to_owned() }].into();
        // It has to outlast a submission that merely waits, or stands in line for a core.
        its_job.limits.wall += job.limits.longest_wall();
        let aside = TemporaryFolder::make().map_err(|source| SandboxError::Failed {
            step: "making a folder for named pipes".into(),
            source,
        })?;
        let manager = Manager { slot: &mut desk.slot, job: &its_job, files: &files };
        let done = manage(manager, (slot, job), channels, aside.path(), &program.interrupt)?;
        program.clear(desk);
        let Managed { manager, mut processes } = done;
        let mut decision = self.decision(&manager, terms);
        let is_of_sinol = channels.talk == Talk::Descriptors;
        if is_of_sinol {
            decision = as_sinol(decision, &manager, &mut processes);
        }
        let first_ended = processes.iter().map(|process| process.ended).min();
        // For sinol-make it decides whenever it ended.
        let decides = is_of_sinol && processes.iter().any(has_failed_by_itself);
        Ok(Interaction {
            checked: None,
            // A submission that failed has failed, whatever the manager said, but not where that had failed
            // before.
            interactor_first: decision.is_err() && !decides && first_ended > Some(manager.ended),
            decision,
            interactor_ending: manager.run.ending,
            must_survive: false,
            was_heard_out: true,
            was_flooded: false,
            interactor_cpu: manager.run.cpu,
            standing: "the submission and the manager waited for each other, or one of them for \
                       nobody"
                .into(),
            transcript: Transcript::default(),
            run: together(processes, is_of_sinol),
        })
    }
}

/// By writing to one that was gone.
fn is_startled(finished: &Finished) -> bool {
    finished.run.ending == Ending::Signalled(SIGPIPE)
}

fn has_failed_by_itself(process: &Finished) -> bool {
    process.run.ending != Ending::Exited(0) && !is_startled(process)
}

/// What sinol-make makes of a talk in which one side wrote to another that was gone: the interactor's word
/// against the process is a wrong answer, and without one the process ended too early.
fn as_sinol(
    decision: Result<Decision, String>,
    manager: &Finished,
    processes: &mut [Finished],
) -> Result<Decision, String> {
    match decision {
        Ok(decision) if processes.iter().any(is_startled) => {
            for process in processes.iter_mut().filter(|process| is_startled(process)) {
                process.run.ending = Ending::Exited(0);
            }
            Ok(Judgement::wrong(None, decision.message).into())
        }
        Err(_) if is_startled(manager) => {
            Ok(Judgement::wrong(None, "the submission ended too early").into())
        }
        decision => decision,
    }
}

/// The runs of several processes as one: times and memory add up, or count by the greatest, and the first that
/// failed decides.
fn together(processes: Vec<Finished>, by_greatest: bool) -> Run {
    let runs: Vec<Run> = processes.into_iter().map(|finished| finished.run).collect();
    let (cpu, memory) = if by_greatest {
        let cpu = runs.iter().map(|run| run.cpu).max().unwrap_or_default();
        (cpu, runs.iter().map(|run| run.memory).max().unwrap_or_default())
    } else {
        (runs.iter().map(|run| run.cpu).sum(), runs.iter().map(|run| run.memory).sum())
    };
    let wall: Duration = runs.iter().map(|run| run.wall).max().unwrap_or_default();
    let refused_processes = runs.iter().map(|run| run.refused_processes).sum();
    let failed = runs.iter().position(|run| run.ending != Ending::Exited(0));
    let mut runs = runs;
    let decides = runs.swap_remove(failed.unwrap_or(0));
    Run { cpu, memory, wall, refused_processes, output: Vec::new(), output_bytes: 0, ..decides }
}
