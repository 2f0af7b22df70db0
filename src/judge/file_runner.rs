//! Runs programs that read their input from a file and write their output to one, as others run that use
//! the standard streams.

use std::path::PathBuf;
use std::sync::Arc;

use crate::limits::Limits;
use crate::problem::NamedFiles;
use crate::regular::read_case_file;
use crate::sandbox::{
    BoxFile, Ending, Finished, Input, Interrupt, Job, Keep, Level, Limit, Run, SandboxError, Slot,
};

use super::runner::Runner;

/// Room in the box beside an output of the largest size, so that its own limit decides.
const ROOM: u64 = 1 << 20;

/// A slot for programs with such files.
#[derive(Debug)]
pub(super) struct FileRunner {
    slot: Slot,
    files: NamedFiles,
    /// Whether files in the box count as memory of the run.
    counts_files: bool,
}

impl FileRunner {
    /// For a slot of this level.
    pub(super) fn new(slot: Slot, files: NamedFiles, level: Level) -> Self {
        let counts_files = matches!(level, Level::Full | Level::Contained);
        Self { slot, files, counts_files }
    }

    /// The facts of a run whose output lies in the file that was kept first.
    fn heard(&self, finished: Finished, limits: &Limits) -> Run {
        let Finished { mut run, kept, .. } = finished;
        let Some(name) = &self.files.output else { return run };
        let found = kept.into_iter().next().flatten();
        if found.is_none() {
            run.missing = Some(Arc::clone(name));
        }
        run.output = found.unwrap_or_default();
        run.output_bytes = run.output.len() as u64;
        if run.output_bytes > limits.output {
            run.output.truncate(usize::try_from(limits.output).unwrap_or(usize::MAX));
            if !matches!(run.ending, Ending::Stopped(_) | Ending::Stuck) {
                run.ending = Ending::Stopped(Limit::Output);
            }
        }
        run
    }
}

impl Runner for FileRunner {
    fn run(&mut self, job: &Job, interrupt: &Interrupt) -> Result<Run, SandboxError> {
        let (given, memory) = given(job, &self.files, self.counts_files)?;
        let names = self.files.output.as_deref();
        let keep = Keep {
            folder: None,
            files: names.as_slice(),
            most: job.limits.output.saturating_add(1),
            all: false,
        };
        let mut finished = self.slot.run_keeping(&given, names.map(|_| keep), interrupt)?;
        finished.run.memory = finished.run.memory.saturating_sub(memory);
        Ok(self.heard(finished, &job.limits))
    }

    fn reclaim(&mut self, output: Vec<u8>) {
        Slot::reclaim(&mut self.slot, output);
    }
}

/// The same job with its input in a file, and the memory in bytes that this takes where files in the box count.
fn given(job: &Job, files: &NamedFiles, counts_files: bool) -> Result<(Job, u64), SandboxError> {
    let mut job = job.clone();
    if files.output.is_some() {
        job.limits.files = job.limits.files.max(job.limits.output.saturating_add(ROOM));
    }
    let Some(name) = &files.input else { return Ok((job, 0)) };
    let bytes = match std::mem::replace(&mut job.input, Input::Empty) {
        Input::Empty => Vec::new(),
        Input::Bytes(bytes) => bytes.to_vec(),
        Input::File(path) => match read_case_file(&path) {
            Ok(bytes) => bytes,
            Err(source) => return Err(SandboxError::Input { path, source }),
        },
    };
    // The input of programs that read it from a stream is not their memory.
    let memory = if counts_files { bytes.len() as u64 } else { 0 };
    job.limits.memory = job.limits.memory.saturating_add(memory);
    let path = PathBuf::from(&**name);
    let others = job.files.iter().filter(|file| file.path != path).cloned();
    job.files = others.chain([BoxFile { path: path.clone(), bytes }]).collect();
    Ok((job, memory))
}

/// What was found of an output, and that the program left no such file, if it did not.
pub(super) fn with_missing(message: String, run: &Run) -> String {
    let Some(name) = &run.missing else { return message };
    let remark = format!("it left no file `{name}`, which counts as an empty output");
    if message.is_empty() { remark } else { format!("{message}; {remark}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, bytes: &[u8]) -> BoxFile {
        BoxFile { path: path.into(), bytes: bytes.to_vec() }
    }

    #[test]
    fn an_input_in_a_file_lies_beside_other_files_and_counts_as_memory_where_files_do() {
        let files = NamedFiles { input: Some("in.txt".into()), output: None };
        let job = Job {
            argv: Vec::new(),
            environment: Vec::new(),
            input: Input::Bytes((*b"12").into()),
            files: [file("in.txt", b"of another"), file("words", b"a")].into(),
            limits: Limits { memory: 100, ..Limits::default() },
        };
        for (counts_files, memory) in [(true, 2), (false, 0)] {
            let (given, taken) = given(&job, &files, counts_files).unwrap();
            assert_eq!(*given.files, [file("words", b"a"), file("in.txt", b"12")]);
            assert!(matches!(given.input, Input::Empty));
            assert_eq!((taken, given.limits.memory), (memory, 100 + memory));
        }
    }
}
