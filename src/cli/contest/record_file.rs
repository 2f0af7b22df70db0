//! The record on disk: every event is a line, written at once, and on the disk itself at the end of
//! each game. It is locked while somebody writes to it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use serde::Serialize;
use tempfile::NamedTempFile;

use crate::arena::record::{Event, Header};
use crate::arena::{Record, RecordError};
use crate::machine::{self, lock};

use super::super::output;
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
    /// Begins a record: in this file, or in a new one of the working directory that is none of
    /// these reports. It is never there without its header.
    pub(super) fn create(
        path: Option<&Path>,
        header: &Header,
        reports: &[&Path],
    ) -> Result<Self, Failure> {
        let folder = path.map_or(Path::new("."), machine::folder_of);
        let half = begun(folder, header)
            .with_context(|| format!("cannot write a record into {}", folder.display()))
            .map_err(Failure::ours)?;
        let (path, file) = match path {
            Some(path) => (path.to_owned(), half.persist_noclobber(path).map_err(|e| e.error)),
            None => place_next(half, reports)?,
        };
        let file = file.map_err(|error| refusal(&path, error))?;
        machine::sync_folder(folder)
            .with_context(|| format!("cannot write the folder {}", folder.display()))
            .map_err(Failure::ours)?;
        let record = Self { path, file };
        record.lock()?;
        Ok(record)
    }

    /// Goes on with a record. A line that was cut off is taken away.
    pub(super) fn resume(path: &Path) -> Result<(Self, Record), Failure> {
        let shown = || format!("cannot resume {}", path.display());
        let file = File::options().read(true).write(true).open(path);
        let file = file.with_context(shown).map_err(Failure::usage)?;
        if !file.metadata().is_ok_and(|there| there.is_file()) {
            let shown = path.display();
            return Err(Failure::usage(anyhow!("cannot resume {shown}: it is not a regular file")));
        }
        let mut record = Self { path: path.to_owned(), file };
        record.lock()?;
        let read = record.read_again()?;
        let cut =
            record.file.set_len(read.whole_bytes).and_then(|()| record.file.seek(SeekFrom::End(0)));
        cut.with_context(shown).map_err(Failure::ours)?;
        Ok((record, read))
    }

    /// Puts another record in its place, all at once.
    pub(super) fn replaced(self, record: &Record) -> Result<Self, Failure> {
        let Self { path, file } = self;
        let shown = || format!("cannot write {}", path.display());
        let folder = machine::folder_of(&path);
        let text = record.write().map_err(Failure::ours)?;
        let written = || -> anyhow::Result<File> {
            let mut half = machine::half_written(folder)?;
            half.as_file_mut().write_all(&text)?;
            half.as_file().sync_all()?;
            let new = half.persist(&path).map_err(|failed| failed.error)?;
            machine::sync_folder(folder)?;
            Ok(new)
        };
        let new = Self { file: written().with_context(shown).map_err(Failure::ours)?, path };
        new.lock()?;
        // The old one was locked until now.
        drop(file);
        Ok(new)
    }

    /// What it says by now.
    pub(super) fn read_again(&mut self) -> Result<Record, Failure> {
        self.file
            .rewind()
            .with_context(|| format!("cannot read {}", self.path.display()))
            .map_err(Failure::ours)?;
        read(BufReader::new(&self.file), &self.path)
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
        append(&mut self.file, event)?;
        if matches!(event, Event::End { .. }) {
            self.file.sync_data()?;
        }
        Ok(())
    }

    fn lock(&self) -> Result<(), Failure> {
        if lock::hold_alone(&self.file, Duration::ZERO) {
            return Ok(());
        }
        let path = self.path.display();
        Err(Failure::usage(anyhow!("another jury process is writing to {path}")))
    }
}

/// Reads the record that lies there.
pub(in super::super) fn read(input: impl BufRead, path: &Path) -> Result<Record, Failure> {
    Record::read(input).map_err(|error| match error {
        RecordError::Bad(bad) => Failure::usage(anyhow!("{}:{bad}", path.display())),
        RecordError::Unread(error) => {
            Failure::usage(anyhow!(error).context(format!("cannot read {}", path.display())))
        }
    })
}

/// Whether a record can be begun there, or in the working directory: asked before bots are built.
pub(super) fn expect_free(path: Option<&Path>) -> Result<(), Failure> {
    let Some(path) = path else {
        let tried = machine::half_written(Path::new("."));
        let shown = "cannot write a record here: name a file with `--record FILE`";
        return tried.map(drop).context(shown).map_err(Failure::usage);
    };
    let shown = path.display();
    if path == Path::new("-") {
        return Err(Failure::usage(anyhow!(
            "a record cannot go to standard output: name a file (which `--resume` can continue)"
        )));
    }
    output::expect_writable(path)?;
    match path.symlink_metadata() {
        Err(_) => Ok(()),
        Ok(there) if there.is_file() => Err(refusal(path, io::ErrorKind::AlreadyExists.into())),
        Ok(_) => Err(Failure::usage(anyhow!(
            "a record cannot go to {shown}: it is not a regular file; name one that does not exist \
             yet"
        ))),
    }
}

fn refusal(path: &Path, error: io::Error) -> Failure {
    let path = path.display();
    if error.kind() == io::ErrorKind::AlreadyExists {
        return Failure::usage(anyhow!(
            "the record {path} already exists: continue it with `--resume {path}`, or name another \
             file"
        ));
    }
    Failure::usage(anyhow!(error).context(format!("cannot write {path}")))
}

/// A record with its header alone, under a name that nobody knows.
fn begun(folder: &Path, header: &Header) -> io::Result<NamedTempFile> {
    let mut half = machine::half_written(folder)?;
    append(half.as_file_mut(), header)?;
    half.as_file().sync_all()?;
    Ok(half)
}

fn append(file: &mut File, line: &impl Serialize) -> io::Result<()> {
    let mut bytes = serde_json::to_vec(line)?;
    bytes.push(b'\n');
    file.write_all(&bytes)
}

/// The place of a record that nobody named, by its number.
pub(super) fn unnamed(number: usize) -> PathBuf {
    PathBuf::from(format!("{}{number}{}", NAME.0, NAME.1))
}

/// Gives a record the first name that is free.
fn place_next(
    mut half: NamedTempFile,
    reports: &[&Path],
) -> Result<(PathBuf, io::Result<File>), Failure> {
    for number in 1..=MOST {
        let path = unnamed(number);
        if reports.iter().any(|report| output::is_same(report, &path)) {
            continue;
        }
        match half.persist_noclobber(&path) {
            Err(taken) if taken.error.kind() == io::ErrorKind::AlreadyExists => half = taken.file,
            placed => return Ok((path, placed.map_err(|failed| failed.error))),
        }
    }
    Err(Failure::usage(anyhow!("there are {MOST} records here: name a file with --record FILE")))
}
