//! The record on disk: every event is a line, written at once, and on the disk itself at the end of
//! each game. It is locked while somebody writes to it.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use rustix::fs::FlockOperation;
use serde::Serialize;

use crate::arena::Record;
use crate::arena::record::{Event, Header};

use super::super::status::Failure;

/// How the names of records begin and end that nobody named.
const NAME: (&str, &str) = ("jury-record-", ".jsonl");
/// Records in one folder that nobody named.
const MOST: usize = 10_000;

/// A record that is being written.
#[derive(Debug)]
pub(super) struct RecordFile {
    path: PathBuf,
    file: File,
}

impl RecordFile {
    /// Begins a record: in this file, or in a new one of the working directory.
    pub(super) fn create(path: Option<&Path>, header: &Header) -> Result<Self, Failure> {
        let (path, file) = match path {
            Some(path) => (path.to_owned(), create_new(path).map_err(|e| refusal(path, e))?),
            None => create_next()?,
        };
        let mut record = Self { path, file };
        record.lock()?;
        let written = record.append(header).and_then(|()| record.file.sync_all());
        let shown = || format!("cannot write {}", record.path.display());
        written.with_context(shown).map_err(Failure::ours)?;
        Ok(record)
    }

    /// Goes on with a record. A line that was cut off is taken away.
    pub(super) fn resume(path: &Path) -> Result<(Self, Record), Failure> {
        let shown = || format!("cannot go on with {}", path.display());
        let file = File::options().read(true).write(true).open(path);
        let file = file.with_context(shown).map_err(Failure::usage)?;
        let mut record = Self { path: path.to_owned(), file };
        record.lock()?;
        let read = record.read_again()?;
        let whole = read.whole_bytes as u64;
        let cut = record.file.set_len(whole).and_then(|()| record.file.seek(SeekFrom::End(0)));
        cut.with_context(shown).map_err(Failure::ours)?;
        Ok((record, read))
    }

    /// What it says by now.
    pub(super) fn read_again(&mut self) -> Result<Record, Failure> {
        let mut bytes = Vec::new();
        let read = self.file.rewind().and_then(|()| self.file.read_to_end(&mut bytes));
        let shown = || format!("cannot read {}", self.path.display());
        read.with_context(shown).map_err(Failure::ours)?;
        Record::read(&bytes).map_err(|bad| Failure::usage(anyhow!("{}:{bad}", self.path.display())))
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Appends an event.
    ///
    /// # Errors
    /// When it cannot be written; what is there then is cut off by the next who goes on.
    pub(super) fn append_event(&mut self, event: &Event) -> io::Result<()> {
        self.append(event)?;
        if matches!(event, Event::End { .. }) {
            self.file.sync_data()?;
        }
        Ok(())
    }

    fn append(&mut self, line: &impl Serialize) -> io::Result<()> {
        let mut bytes = serde_json::to_vec(line)?;
        bytes.push(b'\n');
        self.file.write_all(&bytes)
    }

    fn lock(&self) -> Result<(), Failure> {
        match rustix::fs::flock(&self.file, FlockOperation::NonBlockingLockExclusive) {
            Err(rustix::io::Errno::WOULDBLOCK) => {
                Err(Failure::usage(anyhow!("another jury is writing to {}", self.path.display())))
            }
            // A file system without locks must do without.
            _ => Ok(()),
        }
    }
}

fn create_new(path: &Path) -> io::Result<File> {
    File::options().read(true).write(true).create_new(true).open(path)
}

fn refusal(path: &Path, error: io::Error) -> Failure {
    let path = path.display();
    if error.kind() == io::ErrorKind::AlreadyExists {
        return Failure::usage(anyhow!(
            "the record {path} is there already: go on with it by `--resume {path}`, or name another"
        ));
    }
    Failure::usage(anyhow!(error).context(format!("cannot write {path}")))
}

/// The first name that is free.
fn create_next() -> Result<(PathBuf, File), Failure> {
    for number in 1..=MOST {
        let path = PathBuf::from(format!("{}{number}{}", NAME.0, NAME.1));
        match create_new(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(refusal(&path, error)),
        }
    }
    Err(Failure::usage(anyhow!("there are {MOST} records here: name another by --record FILE")))
}
