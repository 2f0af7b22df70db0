//! The history's file: opening it, adding grades, reading them. What is not a history of ours, is of
//! another version or is damaged stays as it is, byte for byte.
//!
//! A line holds one save, so that it is there whole or not at all: a last line without its newline was
//! cut off by a kill or a full disk and never happened. Writers append under a lock of the file.

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::FlockOperation;
use serde::{Deserialize, Serialize};

use super::error::{HistoryError, VERSION};
use super::{CaseEntry, Entry, OLDER_FILE, Saved};
use crate::json;
use crate::machine::{self, date, lock};
use crate::regular;
use crate::verdict::Verdict;

/// Longest file that is read, in bytes.
const LARGEST: u64 = 1 << 30;
/// How long another process may take to save.
const PATIENCE: Duration = Duration::from_secs(30);

/// Which grades are wanted.
#[derive(Debug, Clone, Copy, Default)]
pub struct GradeFilter<'a> {
    /// Of this problem only.
    pub problem: Option<&'a str>,
    /// Of this submission only.
    pub submission: Option<&'a str>,
}

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
struct Header {
    /// Always [`VERSION`].
    history: u32,
}

/// Each other line: what was saved at one time.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Save {
    at: String,
    grades: Vec<Graded>,
}

/// A grade and its cases, in package order.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Graded {
    grade: Entry,
    cases: Vec<CaseEntry>,
}

/// An open history.
#[derive(Debug)]
pub struct History {
    file: File,
    path: PathBuf,
    /// All grades that were read or saved, each with its cases. The number of one is its place, from 1.
    grades: Vec<(Saved, Vec<CaseEntry>)>,
    /// Lines that were read, and their length in bytes.
    lines: usize,
    bytes: u64,
}

impl History {
    /// Opens the history, which is made where there is none, to save grades. Its folder is kept out
    /// of a repository around it.
    ///
    /// # Errors
    /// [`HistoryError`].
    pub fn open_or_make(path: &Path) -> Result<Self, HistoryError> {
        expect_free(path)?;
        if let Some(folder) = path.parent().filter(|folder| !folder.exists()) {
            fs::create_dir_all(folder)
                .and_then(|()| fs::write(folder.join(".gitignore"), "*\n"))
                .map_err(|source| HistoryError::Unmade { path: folder.into(), source })?;
        }
        if !path.exists() {
            make(path)?;
        }
        let opened = File::options().read(true).append(true).open(path);
        Self::read_whole(path, opened.map_err(|error| unopened(path, &error))?)
    }

    /// Opens the history to read it; `None` where nothing was saved yet.
    ///
    /// # Errors
    /// [`HistoryError`].
    pub fn open(path: &Path) -> Result<Option<Self>, HistoryError> {
        expect_free(path)?;
        if !path.exists() {
            return Ok(None);
        }
        let opened = File::open(path).map_err(|error| unopened(path, &error))?;
        Self::read_whole(path, opened).map(Some)
    }

    /// Looks at all that a file holds: what cannot be read back must not grow.
    fn read_whole(path: &Path, file: File) -> Result<Self, HistoryError> {
        let path = path.to_owned();
        let mut history = Self { file, path, grades: Vec::new(), lines: 0, bytes: 0 };
        history.read_on()?;
        if history.lines == 0 {
            return Err(if history.length()? == 0 {
                HistoryError::Empty(history.path)
            } else {
                HistoryError::Foreign(history.path)
            });
        }
        Ok(history)
    }

    /// Reads what was saved since it was read last.
    fn read_on(&mut self) -> Result<(), HistoryError> {
        regular::expect_at_most(self.length()?, LARGEST).map_err(|error| self.failed(&error))?;
        let mut text = Vec::new();
        self.file
            .seek(SeekFrom::Start(self.bytes))
            .and_then(|_| (&self.file).take(LARGEST).read_to_end(&mut text))
            .map_err(|error| self.failed(&error))?;
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            let Some(line) = line.strip_suffix(b"\n") else { break };
            if self.lines == 0 {
                self.expect_ours(line)?;
            } else {
                self.take(line)?;
            }
            self.lines += 1;
            self.bytes += line.len() as u64 + 1;
        }
        Ok(())
    }

    fn expect_ours(&self, line: &[u8]) -> Result<(), HistoryError> {
        match serde_json::from_slice(line) {
            Ok(Header { history: VERSION }) => Ok(()),
            Ok(Header { history: version }) => {
                Err(HistoryError::Version { path: self.path.clone(), version })
            }
            Err(_) => Err(HistoryError::Foreign(self.path.clone())),
        }
    }

    /// Takes in the grades of a line.
    fn take(&mut self, line: &[u8]) -> Result<(), HistoryError> {
        let damaged = |column, why| HistoryError::Damaged {
            path: self.path.clone(),
            line: self.lines + 1,
            column,
            why,
        };
        let save: Save = json::parse(line).map_err(|bad| damaged(bad.column, bad.words))?;
        for graded in &save.grades {
            impossible(graded).map_err(|why| damaged(1, why))?;
        }
        self.add(save);
        Ok(())
    }

    /// Numbers the grades and keeps them: their numbers.
    fn add(&mut self, save: Save) -> Vec<i64> {
        let mut numbers = Vec::new();
        for Graded { grade, cases } in save.grades {
            let number = i64::try_from(self.grades.len()).unwrap_or(i64::MAX - 1) + 1;
            let count = |counts: fn(Verdict) -> bool| {
                cases.iter().filter(|case| counts(case.verdict)).count() as u64
            };
            let saved = Saved {
                number,
                at: save.at.clone(),
                entry: grade,
                cases: cases.len() as u64,
                run: count(|verdict| verdict != Verdict::Skipped),
                accepted: count(|verdict| verdict == Verdict::Accepted),
            };
            self.grades.push((saved, cases));
            numbers.push(number);
        }
        numbers
    }

    /// Saves grades with their cases in package order, all or none, and returns their numbers.
    ///
    /// # Errors
    /// [`HistoryError`]; then none was saved.
    pub fn save(&mut self, grades: &[(Entry, Vec<CaseEntry>)]) -> Result<Vec<i64>, HistoryError> {
        if grades.is_empty() {
            return Ok(Vec::new());
        }
        let whole = |(grade, cases): &(Entry, Vec<CaseEntry>)| Graded {
            grade: grade.clone(),
            cases: cases.clone(),
        };
        let save = Save { at: date::now(), grades: grades.iter().map(whole).collect() };
        self.lock()?;
        let appended = self.read_on().and_then(|()| self.append(&save));
        // A file system without locks has nothing to unlock.
        let _ = rustix::fs::flock(&self.file, FlockOperation::Unlock);
        let length = appended?;
        self.lines += 1;
        self.bytes += length;
        Ok(self.add(save))
    }

    /// Writes a line behind all whole ones, and returns its length.
    fn append(&mut self, save: &Save) -> Result<u64, HistoryError> {
        let mut line = serde_json::to_vec(save).map_err(|error| self.failed(&error.into()))?;
        line.push(b'\n');
        // What was cut off goes first: nothing may stand between two lines.
        let written = self
            .file
            .set_len(self.bytes)
            .and_then(|()| self.file.write_all(&line))
            .and_then(|()| self.file.sync_data());
        written.map_err(|error| {
            // Half a line would be taken away by the next save, too.
            let _ = self.file.set_len(self.bytes);
            self.failed(&error)
        })?;
        Ok(line.len() as u64)
    }

    /// Waits until nobody else saves.
    fn lock(&self) -> Result<(), HistoryError> {
        if lock::hold_alone(&self.file, PATIENCE) {
            return Ok(());
        }
        Err(self.failed(&io::Error::other("another jury process is saving to it")))
    }

    /// The grades that are wanted, in the order of saving.
    pub fn grades(&self, wanted: GradeFilter<'_>) -> Vec<Saved> {
        let fits = |wanted: Option<&str>, own: &str| wanted.is_none_or(|wanted| wanted == own);
        let saved = self.grades.iter().map(|(saved, _)| saved);
        saved
            .filter(|Saved { entry, .. }| {
                fits(wanted.problem, &entry.problem) && fits(wanted.submission, &entry.submission)
            })
            .cloned()
            .collect()
    }

    /// The cases of a grade, in package order; none where there is no such grade.
    pub fn cases(&self, number: i64) -> &[CaseEntry] {
        let place = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        place.and_then(|place| self.grades.get(place)).map_or(&[], |(_, cases)| cases)
    }

    fn length(&self) -> Result<u64, HistoryError> {
        Ok(self.file.metadata().map_err(|error| self.failed(&error))?.len())
    }

    fn failed(&self, error: &io::Error) -> HistoryError {
        HistoryError::Failed { path: self.path.clone(), why: error.to_string() }
    }
}

/// What no jury ever wrote: scores and times are neither negative nor infinite.
fn impossible(graded: &Graded) -> Result<(), String> {
    let Graded { grade, cases } = graded;
    let expect = |place: &str, name: &str, value: Option<f64>| match value {
        Some(value) if !value.is_finite() || value < 0.0 => {
            Err(format!("{place}{name} is {value:e}"))
        }
        _ => Ok(()),
    };
    expect("", "score", grade.score)?;
    expect("", "cpu_seconds", grade.cpu_seconds)?;
    for case in cases {
        let place = format!("case {}: ", case.case);
        expect(&place, "score", case.score)?;
        expect(&place, "cpu_seconds", case.cpu_seconds)?;
    }
    Ok(())
}

/// Makes a history without grades, unless another process was faster. It is never there without its
/// first line: an empty file is thus one that was cut off.
fn make(path: &Path) -> Result<(), HistoryError> {
    let folder = machine::folder_of(path);
    let made = || -> io::Result<()> {
        let mut half = machine::half_written(folder)?;
        serde_json::to_writer(half.as_file_mut(), &Header { history: VERSION })?;
        half.as_file_mut().write_all(b"\n")?;
        half.as_file().sync_all()?;
        match half.persist_noclobber(path) {
            Err(taken) if taken.error.kind() == io::ErrorKind::AlreadyExists => return Ok(()),
            placed => placed.map_err(|failed| failed.error)?,
        };
        machine::sync_folder(folder)
    };
    made().map_err(|source| HistoryError::Unmade { path: path.into(), source })
}

/// Nothing else stands in the place of the history's folder or of its file, and no history of an older
/// jury beside it would be forgotten.
fn expect_free(path: &Path) -> Result<(), HistoryError> {
    let file_for_folder = path.parent().filter(|folder| folder.exists() && !folder.is_dir());
    if let Some(other) =
        file_for_folder.or(Some(path).filter(|path| path.exists() && !path.is_file()))
    {
        return Err(HistoryError::Foreign(other.into()));
    }
    let older = path.with_file_name(OLDER_FILE);
    if !path.exists() && older.exists() {
        return Err(HistoryError::Version { path: older, version: 1 });
    }
    Ok(())
}

fn unopened(path: &Path, error: &io::Error) -> HistoryError {
    match error.kind() {
        io::ErrorKind::PermissionDenied if File::open(path).is_ok() => {
            HistoryError::Unwritable(path.into())
        }
        io::ErrorKind::ReadOnlyFilesystem => HistoryError::Unwritable(path.into()),
        io::ErrorKind::PermissionDenied => HistoryError::Unopened(path.into()),
        _ => HistoryError::Failed { path: path.into(), why: error.to_string() },
    }
}
