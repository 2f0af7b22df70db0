//! Managers: programs of the package that talk with the processes of a submission through named pipes, and
//! then decide (CMS, "Communication"; sinol's `soc`).

use std::time::Duration;

use jury_checkers::Judgement;
use signal_hook::consts::SIGPIPE;

use super::interactor::{Interaction, Interactor};
use super::terms::{Decision, Terms};
use crate::limits::Limits;
use crate::machine::TemporaryFolder;
use crate::sandbox::{
    BoxFile, Channels, Ending, Finished, Input, Job, Limit, Managed, Manager, Run, SandboxError,
    Slot, Talk, Transcript, manage,
};

/// Bytes in a pipe that say that whoever wrote them did not wait for a reply: half of what it holds.
const FLOOD: u64 = 32 << 10;

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
        let Managed { mut manager, mut processes, unread } = done;
        let is_of_sinol = channels.talk == Talk::Descriptors;
        let any_stop = stop(&manager.run, &its_job.limits);
        let stop = any_stop.filter(|_| is_of_sinol);
        if counts_although_it_waits(stop, &manager.run.output) {
            manager.run.ending = Ending::Exited(0);
        }
        let mut decision = self.decision(&manager, terms);
        let was_flooded = was_flooded(unread, &processes);
        let was_drowned = decision.is_err() && any_stop == Some(Stop::Computed) && was_flooded;
        if is_of_sinol {
            decision = as_sinol(decision, &manager, stop, &mut processes);
        }
        let first_ended = processes.iter().map(|process| process.ended).min();
        // What breaks on its end may be seen to end before it, since its pipes are closed by then. Only one that
        // ended much earlier can be what it computed after.
        let earlier = match stop {
            Some(Stop::Computed) => its_job.limits.cpu / 2,
            Some(Stop::Waited) | None => Duration::ZERO,
        };
        // For sinol-make it decides whenever it ended; but what one breaks on that was left by a manager that
        // computed is nobody's doing but the manager's. A limit of its own is none of that.
        let decides = |process: &Finished| match stop {
            Some(Stop::Computed) => matches!(process.run.ending, Ending::Stopped(_)),
            Some(Stop::Waited) | None => has_failed_by_itself(process),
        };
        let decides = is_of_sinol && processes.iter().any(decides);
        // Likewise a manager that breaks on the end of a process may be seen to end before that.
        let was_cut_off = was_cut_off(&manager);
        Ok(Interaction {
            interactor_waited: stop == Some(Stop::Waited) && decision.is_err(),
            checked: None,
            // A submission that failed has failed, whatever the manager said, but not where that had failed
            // before.
            interactor_first: decision.is_err()
                && !decides
                && !was_cut_off
                && (was_drowned
                    || first_ended.is_some_and(|ended| ended + earlier > manager.ended)),
            decision,
            interactor_ending: manager.run.ending,
            was_cut_off,
            must_survive: false,
            goes_on: false,
            was_heard_out: true,
            was_flooded,
            was_drowned,
            interactor_cpu: manager.run.cpu,
            standing: "the submission and the manager waited for each other, or one of them for \
                       nobody"
                .into(),
            transcript: Transcript::default(),
            run: together(processes, is_of_sinol),
        })
    }
}

/// Why a manager of sinol ran out of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stop {
    /// It used all of its CPU time.
    Computed,
    /// It only waited.
    Waited,
}

/// Why a manager under these limits ran out of time; `None` where it did not, or where the machine may have
/// been too busy to let it run.
fn stop(run: &Run, limits: &Limits) -> Option<Stop> {
    match run.ending {
        Ending::Stopped(Limit::Memory) => None,
        _ if run.cpu > limits.cpu => Some(Stop::Computed),
        Ending::Stopped(Limit::Wall) if !run.is_starved(Duration::ZERO) => Some(Stop::Waited),
        _ => None,
    }
}

/// Whether there is a first line to decide by.
fn has_spoken(output: &[u8]) -> bool {
    let first = output.split(|byte| *byte == b'\n').next().unwrap_or_default();
    !first.trim_ascii().is_empty()
}

/// Whether a manager of sinol has decided although it did not end: it only waited after its word.
fn counts_although_it_waits(stop: Option<Stop>, output: &[u8]) -> bool {
    stop == Some(Stop::Waited) && has_spoken(output)
}

/// Whether the submission left the manager more to read than one that waits for replies: so many bytes unread, or a
/// process that was still writing.
fn was_flooded(unread: u64, processes: &[Finished]) -> bool {
    unread > FLOOD || processes.iter().any(was_cut_off)
}

/// By writing to one that was gone.
fn is_startled(finished: &Finished) -> bool {
    finished.run.ending == Ending::Signalled(SIGPIPE)
}

/// Whether it was writing when the other side was gone. Where writing does not end a program, what it leaves on
/// standard error says so in the words of the system.
fn was_cut_off(finished: &Finished) -> bool {
    const WORDS: &[u8] = b"roken pipe";
    let says_so = || finished.run.errors.windows(WORDS.len()).any(|words| words == WORDS);
    match finished.run.ending {
        Ending::Exited(code) => code != 0 && says_so(),
        _ => is_startled(finished),
    }
}

/// Whether it ends with the exit code by which shells tell of one that the signal ended, as interactors of sinol do
/// that are to tell of a process that is gone.
fn ends_as_cut_off(manager: &Finished) -> bool {
    manager.run.ending == Ending::Exited(128 + SIGPIPE)
}

fn has_failed_by_itself(process: &Finished) -> bool {
    process.run.ending != Ending::Exited(0) && !is_startled(process)
}

/// What sinol-make makes of a talk in which one side wrote to another that was gone: the interactor's word
/// against the process is a wrong answer, and without one the process ended too early. Nobody can help it
/// that it wrote to an interactor that ran out of time.
fn as_sinol(
    decision: Result<Decision, String>,
    manager: &Finished,
    stop: Option<Stop>,
    processes: &mut [Finished],
) -> Result<Decision, String> {
    let were_startled = processes.iter().any(is_startled);
    if decision.is_ok() || stop.is_some() {
        for process in processes.iter_mut().filter(|process| is_startled(process)) {
            process.run.ending = Ending::Exited(0);
        }
    }
    match decision {
        Ok(_) if !has_spoken(&manager.run.output) => {
            Err("it ended without a word on standard output".to_owned())
        }
        Ok(decision) if were_startled => Ok(Judgement::wrong(None, decision.message).into()),
        Err(_) if was_cut_off(manager) || ends_as_cut_off(manager) => {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(ending: Ending) -> Finished {
        Finished { run: Run::ended(ending), kept: Vec::new(), left: None, ended: Duration::ZERO }
    }

    #[test]
    fn what_a_manager_ran_out_of_is_told_by_its_cpu_time() {
        let limits = Limits { cpu: Duration::from_secs(2), ..Limits::default() };
        let why = |ending, cpu: f64| {
            let times = (Duration::from_secs_f64(cpu), Duration::from_secs(10));
            stop(&Run { cpu: times.0, wall: times.1, ..Run::ended(ending) }, &limits)
        };
        let [wall, cpu] = [Limit::Wall, Limit::Cpu].map(Ending::Stopped);
        assert_eq!(why(wall, 0.1), Some(Stop::Waited));
        assert_eq!(why(wall, 1.0), None, "the machine kept it waiting");
        assert_eq!(why(cpu, 3.1), Some(Stop::Computed));
        assert_eq!(why(wall, 2.1), Some(Stop::Computed));
        assert_eq!(why(Ending::Exited(0), 2.1), Some(Stop::Computed));
        assert_eq!(why(Ending::Exited(0), 2.0), None, "all of it, and no more");
        assert_eq!(why(Ending::Exited(0), 0.1), None);
        assert_eq!(why(Ending::Stopped(Limit::Memory), 2.1), None);
    }

    #[test]
    fn who_was_writing_when_the_manager_was_gone_is_told_by_its_end() {
        let cut_off = |ending, errors: &str| {
            let finished = finished(ending);
            let run = Run { errors: errors.into(), ..finished.run };
            was_cut_off(&Finished { run, ..finished })
        };
        let words = "BrokenPipeError: [Errno 32] Broken pipe";
        assert!(cut_off(Ending::Signalled(SIGPIPE), ""));
        assert!(cut_off(Ending::Exited(1), words));
        assert!(!cut_off(Ending::Exited(1), "EOFError: EOF when reading a line"));
        assert!(!cut_off(Ending::Exited(0), words), "it did not mind");
        assert!(!cut_off(Ending::Stopped(Limit::Cpu), words), "its own limit decides");
    }

    #[test]
    fn processes_count_together_and_the_first_that_failed_decides() {
        let process = |ending, units: u32| {
            let run = Run {
                cpu: Duration::from_secs(units.into()),
                wall: Duration::from_secs(units.into()),
                memory: units.into(),
                refused_processes: units.into(),
                output: b"said".into(),
                output_bytes: 4,
                ..Run::ended(ending)
            };
            Finished { run, ..finished(ending) }
        };
        let both = |by_greatest| {
            let all = vec![
                process(Ending::Exited(0), 3),
                process(Ending::Exited(1), 1),
                process(Ending::Exited(2), 2),
            ];
            together(all, by_greatest)
        };
        let [sum, greatest] = [both(false), both(true)];
        assert_eq!((sum.cpu.as_secs(), sum.memory), (6, 6));
        assert_eq!((greatest.cpu.as_secs(), greatest.memory), (3, 3));
        for run in [sum, greatest] {
            assert_eq!(run.ending, Ending::Exited(1));
            assert_eq!((run.wall.as_secs(), run.refused_processes), (3, 6));
            assert_eq!((run.output.as_slice(), run.output_bytes), (b"".as_slice(), 0));
        }
    }

    #[test]
    fn a_process_that_wrote_to_a_manager_that_is_gone_has_not_failed_by_itself() {
        for (ending, expected) in [
            (Ending::Exited(0), false),
            (Ending::Exited(1), true),
            (Ending::Signalled(11), true),
            (Ending::Stopped(Limit::Cpu), true),
            (Ending::Signalled(SIGPIPE), false),
        ] {
            assert_eq!(has_failed_by_itself(&finished(ending)), expected, "{ending:?}");
        }
    }

    #[test]
    fn a_manager_of_sinol_that_says_nothing_has_failed() {
        let right = || Ok(Judgement::accepted("").into());
        let mut processes = [finished(Ending::Exited(0))];
        let silent = as_sinol(right(), &finished(Ending::Exited(0)), None, &mut processes);
        assert_eq!(silent, Err("it ended without a word on standard output".to_owned()));
        let speaks = finished(Ending::Exited(0));
        let speaks = Finished { run: Run { output: b"OK".into(), ..speaks.run }, ..speaks };
        assert_eq!(as_sinol(right(), &speaks, None, &mut processes), right());
    }

    #[test]
    fn a_word_counts_although_the_manager_waits_and_not_where_it_breaks() {
        let waited = Some(Stop::Waited);
        assert!(counts_although_it_waits(waited, b"OK\n"));
        assert!(!counts_although_it_waits(waited, b""));
        assert!(!counts_although_it_waits(Some(Stop::Computed), b"OK\n"));
        assert!(!counts_although_it_waits(None, b"OK\n"));
    }

    #[test]
    fn a_flood_is_much_that_is_unread_or_a_process_that_still_writes() {
        let quiet = || finished(Ending::Exited(0));
        assert!(!was_flooded(32_768, &[quiet()]));
        assert!(was_flooded(32_769, &[quiet()]));
        assert!(was_flooded(0, &[quiet(), finished(Ending::Signalled(SIGPIPE))]));
    }

    #[test]
    fn only_a_first_line_is_a_word() {
        for (output, expected) in [("OK", true), (" OK\n", true), ("", false), ("\nOK\n", false)] {
            assert_eq!(has_spoken(output.as_bytes()), expected, "{output:?}");
        }
    }

    #[test]
    fn a_manager_that_writes_to_one_that_is_gone_has_not_failed() {
        let told = |errors: &str| {
            let startled = finished(Ending::Exited(1));
            let run = Run { errors: errors.into(), ..startled.run };
            let manager = Finished { run, ..startled };
            as_sinol(Err("broken".into()), &manager, None, &mut [finished(Ending::Exited(0))])
        };
        let wrong = Judgement::wrong(None, "the submission ended too early");
        assert_eq!(told("BrokenPipeError: [Errno 32] Broken pipe"), Ok(wrong.into()));
        assert_eq!(told("ValueError"), Err("broken".to_owned()));
        let says_so = finished(Ending::Exited(141));
        let told =
            as_sinol(Err("broken".into()), &says_so, None, &mut [finished(Ending::Exited(0))]);
        let wrong = Judgement::wrong(None, "the submission ended too early");
        assert_eq!(told, Ok(wrong.into()));
    }

    #[test]
    fn who_writes_to_a_manager_that_was_stopped_has_not_failed() {
        let startled = || [finished(Ending::Signalled(SIGPIPE)), finished(Ending::Exited(3))];
        let endings = |stop| {
            let (mut processes, manager) = (startled(), finished(Ending::Exited(4)));
            let decision = as_sinol(Err("broken".into()), &manager, stop, &mut processes);
            assert_eq!(decision.map(|_| ()), Err("broken".to_owned()));
            processes.map(|process| process.run.ending)
        };
        let calm = [Ending::Exited(0), Ending::Exited(3)];
        assert_eq!(endings(Some(Stop::Computed)), calm);
        assert_eq!(endings(Some(Stop::Waited)), calm);
        assert_eq!(endings(None), startled().map(|process| process.run.ending));
    }
}
