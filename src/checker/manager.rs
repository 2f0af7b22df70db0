//! Managers: programs of the package that talk with the processes of a submission through named pipes, and
//! then decide (CMS, "Communication").

use std::time::Duration;

use super::interactor::{Interaction, Interactor};
use super::terms::Terms;
use crate::machine::TemporaryFolder;
use crate::problem::Processes;
use crate::sandbox::{
    BoxFile, Channels, Ending, Finished, Input, Job, Managed, Manager, Run, SandboxError, Slot,
    Transcript, manage,
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
        Processes { count, by_streams }: Processes,
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
        let channels = Channels { processes: count, by_streams };
        let done = manage(manager, (slot, job), channels, aside.path(), &program.interrupt)?;
        program.clear(desk);
        let Managed { manager, processes } = done;
        let decision = self.decision(&manager, terms);
        let first_ended = processes.iter().map(|process| process.ended).min();
        Ok(Interaction {
            checked: None,
            // A submission that failed has failed, whatever the manager said, but not where that had failed
            // before.
            interactor_first: decision.is_err() && first_ended > Some(manager.ended),
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
            run: together(processes),
        })
    }
}

/// The runs of several processes as one: times and memory add up, and the first that failed decides.
fn together(processes: Vec<Finished>) -> Run {
    let runs: Vec<Run> = processes.into_iter().map(|finished| finished.run).collect();
    let cpu = runs.iter().map(|run| run.cpu).sum();
    let memory = runs.iter().map(|run| run.memory).sum();
    let wall: Duration = runs.iter().map(|run| run.wall).max().unwrap_or_default();
    let refused_processes = runs.iter().map(|run| run.refused_processes).sum();
    let failed = runs.iter().position(|run| run.ending != Ending::Exited(0));
    let mut runs = runs;
    let decides = runs.swap_remove(failed.unwrap_or(0));
    Run { cpu, memory, wall, refused_processes, output: Vec::new(), output_bytes: 0, ..decides }
}
