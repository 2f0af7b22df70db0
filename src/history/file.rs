//! The history's file: opening it, adding grades, reading them. What is not a history of ours, is of
//! a newer version or is damaged stays as it is, byte for byte.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, MAIN_DB, OpenFlags, Row, TransactionBehavior, params};

use super::row::{CASES, GRADES, Unread, case, saved};
use super::{CaseEntry, Entry, Saved};
use crate::machine;
use crate::regular;
use crate::visible::visible;

/// Marks a database as a history of ours: `jury` in ASCII.
const APPLICATION: i32 = 0x6a75_7279;
/// The version of the tables.
const VERSION: i32 = 1;
/// Longest file that is read, in bytes: all that it holds is looked at.
const LARGEST: u64 = 1 << 30;
/// How long another process may take to save.
const PATIENCE: Duration = Duration::from_secs(30);

const TABLES: &str = "
CREATE TABLE grade (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL DEFAULT (datetime('now')),
    tool TEXT NOT NULL,
    problem TEXT NOT NULL,
    data TEXT NOT NULL,
    submission TEXT NOT NULL,
    sources TEXT NOT NULL,
    language TEXT NOT NULL,
    verdict TEXT NOT NULL,
    score REAL,
    cpu_seconds REAL,
    memory_bytes INTEGER
) STRICT;
CREATE INDEX grade_by_problem ON grade (problem, submission);
CREATE TABLE outcome (
    grade INTEGER NOT NULL REFERENCES grade (number),
    place INTEGER NOT NULL,
    name TEXT NOT NULL,
    verdict TEXT NOT NULL,
    score REAL,
    cpu_seconds REAL,
    message TEXT NOT NULL,
    PRIMARY KEY (grade, place)
) STRICT, WITHOUT ROWID;
";

/// Why the history cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// Some other file.
    #[error(
        "{} is no history of jury, and is left as it is; move it away to begin a new one",
        .0.display()
    )]
    Foreign(PathBuf),
    /// It holds more than our tables: views and triggers would work for whoever wrote them.
    #[error(
        "{} is no history of jury, as it holds {what}, and is left as it is; move it away to begin \
         a new one",
        path.display()
    )]
    Strange {
        /// The file.
        path: PathBuf,
        /// What it holds.
        what: String,
    },
    /// Of a version that we do not know.
    #[error(
        "{} has version {version}, and this jury knows {VERSION}: use the jury that wrote it, or \
         move the file away to begin a new one",
        path.display()
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: i32,
    },
    /// There is a file without a byte, which no history ever is: what it held is lost.
    #[error(
        "{} is empty: the grades that it held are lost; put a copy of it back, or remove it to begin \
         a new one",
        .0.display()
    )]
    Empty(PathBuf),
    /// It was a history.
    #[error(
        "{} is damaged ({why}), and is left as it is; put a copy of it back, mend it (`sqlite3 FILE \
         .recover` saves what can be read), or move it away to begin a new one",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// It, or its folder, cannot be made.
    #[error("cannot make {}", path.display())]
    Unmade {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// There is no right to open it.
    #[error("cannot open the history {}: check the rights of it and its folder", .0.display())]
    Unopened(PathBuf),
    /// There is no right to write it, or it lies on a medium that nobody can write to.
    #[error("the history {} is read-only: check the rights of it and its folder", .0.display())]
    Unwritable(PathBuf),
    /// Reading or writing failed; what was saved before is still there.
    #[error("cannot use the history {}: {why}", path.display())]
    Failed {
        /// The file.
        path: PathBuf,
        /// Why.
        why: String,
    },
}

/// Which grades are wanted.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wanted<'a> {
    /// Of this problem only.
    pub problem: Option<&'a str>,
    /// Of this submission only.
    pub submission: Option<&'a str>,
}

/// An open history.
#[derive(Debug)]
pub struct History {
    connection: Connection,
    path: PathBuf,
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
        let history = Self::connect(path)?;
        let read_only = history.connection.is_readonly("main").map_err(|e| failed(path, e))?;
        if read_only {
            return Err(HistoryError::Unwritable(path.into()));
        }
        Ok(history)
    }

    /// Opens the history to read it; `None` where nothing was saved yet.
    ///
    /// # Errors
    /// [`HistoryError`].
    pub fn open(path: &Path) -> Result<Option<Self>, HistoryError> {
        expect_free(path)?;
        if path.exists() { Self::connect(path).map(Some) } else { Ok(None) }
    }

    /// Opens a file and looks at what it holds, all of it, since a damaged file must not be written.
    fn connect(path: &Path) -> Result<Self, HistoryError> {
        expect_own_journal(path)?;
        let bytes = path.metadata().map_or(LARGEST, |there| there.len());
        if bytes == 0 {
            return Err(HistoryError::Empty(path.into()));
        }
        regular::expect_at_most(bytes, LARGEST)
            .map_err(|why| HistoryError::Failed { path: path.into(), why: why.to_string() })?;
        // For writing, too, where only reading is wanted: what a killed process has left must be
        // rolled back. A file that cannot be written is opened all the same.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opened = Connection::open_with_flags(path, flags).and_then(|connection| {
            connection.busy_timeout(PATIENCE)?;
            connection.pragma_update(None, "foreign_keys", true)?;
            // What tables say of themselves may be anybody's.
            connection.pragma_update(None, "trusted_schema", false)?;
            connection.pragma_update(None, "cell_size_check", true)?;
            // A rename or removal of the journal must be on disk before a save counts as done.
            connection.pragma_update(None, "synchronous", "EXTRA")?;
            Ok(connection)
        });
        let mut history =
            Self { connection: opened.map_err(|error| failed(path, error))?, path: path.into() };
        history.expect_ours()?;
        // Every row too: what cannot be read back must not grow.
        history.grades(Wanted::default())?;
        history.read_cases(None)?;
        Ok(history)
    }

    fn expect_ours(&mut self) -> Result<(), HistoryError> {
        let path = self.path.clone();
        let looked = || -> rusqlite::Result<_> {
            let look = self.connection.transaction()?;
            let application = look.pragma_query_value(None, "application_id", |row| row.get(0))?;
            let version = look.pragma_query_value(None, "user_version", |row| row.get(0))?;
            let state: (i32, i32) = (application, version);
            if state != (APPLICATION, VERSION) {
                return Ok(Looked::Other(state));
            }
            // Before anything else: a check of the whole file works out what its schema says.
            let strange = things(&look)?.difference(&things(&empty()?)?).next().map(Thing::words);
            if let Some(what) = strange {
                return Ok(Looked::Strange(what));
            }
            look.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map(Looked::Checked)
        };
        match { looked }().map_err(|error| failed(&path, error))? {
            Looked::Checked(ok) if ok == "ok" => Ok(()),
            Looked::Checked(why) => {
                let why = why.lines().last().unwrap_or_default().to_owned();
                Err(HistoryError::Damaged { path, why })
            }
            Looked::Strange(what) => Err(HistoryError::Strange { path, what }),
            Looked::Other((APPLICATION, version)) => Err(HistoryError::Version { path, version }),
            Looked::Other(_) => Err(HistoryError::Foreign(path)),
        }
    }

    /// Saves grades with their cases in package order, all or none, and returns their numbers.
    ///
    /// # Errors
    /// [`HistoryError`]; then none was saved.
    pub fn save(&mut self, grades: &[(Entry, Vec<CaseEntry>)]) -> Result<Vec<i64>, HistoryError> {
        self.insert(grades).map_err(|error| failed(&self.path, error))
    }

    fn insert(&mut self, grades: &[(Entry, Vec<CaseEntry>)]) -> rusqlite::Result<Vec<i64>> {
        let saving = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut numbers = Vec::new();
        for (entry, cases) in grades {
            saving.execute(
                "INSERT INTO grade (tool, problem, data, submission, sources, language, verdict, \
                 score, cpu_seconds, memory_bytes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                params![
                    entry.tool,
                    entry.problem,
                    entry.data,
                    entry.submission,
                    entry.sources,
                    entry.language,
                    entry.verdict.code(),
                    entry.score,
                    entry.cpu_seconds,
                    entry.memory_bytes.map(u64::cast_signed),
                ],
            )?;
            let number = saving.last_insert_rowid();
            let mut insert = saving.prepare_cached(
                "INSERT INTO outcome (grade, place, name, verdict, score, cpu_seconds, message) \
                 VALUES (?, ?, ?, ?, ?, ?, ?)",
            )?;
            for (place, case) in (0_i64..).zip(cases) {
                insert.execute(params![
                    number,
                    place,
                    case.case,
                    case.verdict.code(),
                    case.score,
                    case.cpu_seconds,
                    case.message,
                ])?;
            }
            numbers.push(number);
        }
        saving.commit()?;
        Ok(numbers)
    }

    /// The grades that are wanted, in the order of saving.
    ///
    /// # Errors
    /// [`HistoryError`].
    pub fn grades(&self, wanted: Wanted<'_>) -> Result<Vec<Saved>, HistoryError> {
        self.rows(GRADES, params![wanted.problem, wanted.submission], saved)
    }

    /// The cases of a grade, in package order.
    ///
    /// # Errors
    /// [`HistoryError`].
    pub fn cases(&self, number: i64) -> Result<Vec<CaseEntry>, HistoryError> {
        self.read_cases(Some(number))
    }

    /// Those of all grades where no number is given.
    fn read_cases(&self, number: Option<i64>) -> Result<Vec<CaseEntry>, HistoryError> {
        self.rows(CASES, params![number], case)
    }

    fn rows<T>(
        &self,
        select: &str,
        wanted: impl rusqlite::Params,
        read: impl Fn(&Row<'_>) -> Result<T, Unread>,
    ) -> Result<Vec<T>, HistoryError> {
        let rows = || -> Result<Vec<T>, Unread> {
            let mut select = self.connection.prepare(select)?;
            select.query_and_then(wanted, read)?.collect()
        };
        rows().map_err(|unread| match unread {
            Unread::Sqlite(error) => failed(&self.path, error),
            Unread::Row(why) => HistoryError::Damaged { path: self.path.clone(), why },
        })
    }
}

/// Makes a history without grades, unless another process was faster. It is never there without its
/// tables: an empty file is thus one that was cut off.
fn make(path: &Path) -> Result<(), HistoryError> {
    let image = image().map_err(|error| failed(path, error))?;
    let folder = machine::folder_of(path);
    let made = || -> io::Result<()> {
        let mut half = machine::half_written(folder)?;
        half.as_file_mut().write_all(&image)?;
        half.as_file().sync_all()?;
        match half.persist_noclobber(path) {
            Err(taken) if taken.error.kind() == io::ErrorKind::AlreadyExists => return Ok(()),
            placed => placed.map_err(|failed| failed.error)?,
        };
        machine::sync_folder(folder)
    };
    made().map_err(|source| HistoryError::Unmade { path: path.into(), source })
}

/// What a first look at a file found.
enum Looked {
    /// Another application, or another version of ours.
    Other((i32, i32)),
    /// What our tables do not have.
    Strange(String),
    /// Our tables, and what a check of the whole file says.
    Checked(String),
}

/// A table, index, view or trigger.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Thing {
    kind: String,
    name: String,
    of_table: String,
    made_by: Option<String>,
}

impl Thing {
    fn words(&self) -> String {
        let of_ours =
            if self.kind == "view" || self.kind == "trigger" { "" } else { " not of ours" };
        format!("the {} `{}`{of_ours}", self.kind, visible(self.name.as_bytes()))
    }
}

/// All that a database holds, by the statements that made it.
fn things(connection: &Connection) -> rusqlite::Result<BTreeSet<Thing>> {
    let mut select = connection.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema")?;
    let thing = |row: &Row<'_>| {
        let [kind, name, of_table] = [row.get(0)?, row.get(1)?, row.get(2)?];
        Ok(Thing { kind, name, of_table, made_by: row.get(3)? })
    };
    select.query_map([], thing)?.collect()
}

/// A history without grades, in memory.
fn empty() -> rusqlite::Result<Connection> {
    let new = Connection::open_in_memory()?;
    new.execute_batch(TABLES)?;
    Ok(new)
}

/// The bytes of a history without grades.
fn image() -> rusqlite::Result<Vec<u8>> {
    let new = empty()?;
    new.pragma_update(None, "application_id", APPLICATION)?;
    new.pragma_update(None, "user_version", VERSION)?;
    Ok(new.serialize(MAIN_DB)?.to_vec())
}

/// Nothing else stands in the place of the history's folder or of its file.
fn expect_free(path: &Path) -> Result<(), HistoryError> {
    let file_for_folder = path.parent().filter(|folder| folder.exists() && !folder.is_dir());
    match file_for_folder.or(Some(path).filter(|path| path.exists() && !path.is_file())) {
        Some(other) => Err(HistoryError::Foreign(other.into())),
        None => Ok(()),
    }
}

/// The last bytes of a journal that is part of a larger one.
const OF_A_LARGER_ONE: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];

/// No journal lies beside the history that `SQLite` would take for part of a larger one. Ours never is;
/// and `SQLite` deletes the file that such a journal names, whatever that is.
fn expect_own_journal(path: &Path) -> Result<(), HistoryError> {
    let mut journal = path.as_os_str().to_owned();
    journal.push("-journal");
    let journal = PathBuf::from(journal);
    let foreign = || HistoryError::Foreign(journal.clone());
    let mut last = [0; OF_A_LARGER_ONE.len()];
    let mut file = match fs::canonicalize(machine::folder_of(&journal)) {
        Ok(folder) => match regular::open(&folder.join(journal.file_name().unwrap_or_default())) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(_) => return Err(foreign()),
        },
        Err(_) => return Ok(()),
    };
    let read = file.seek(SeekFrom::End(-8)).and_then(|_| file.read_exact(&mut last));
    if read.is_ok() && last == OF_A_LARGER_ONE { Err(foreign()) } else { Ok(()) }
}

#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
fn failed(path: &Path, source: rusqlite::Error) -> HistoryError {
    // SQLite's words may have several lines, the last of which tells most.
    let words = match &source {
        // Without the statement, which is ours.
        rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
        other => other.to_string(),
    };
    let (path, why) = (path.to_owned(), words.lines().last().unwrap_or_default().to_owned());
    match source.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => HistoryError::Foreign(path),
        // Without a code: a value of another type than was wanted. With that of a statement that does
        // not fit the tables: one of them is not as it was made.
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::Unknown) | None => {
            HistoryError::Damaged { path, why }
        }
        Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => HistoryError::Unopened(path),
        Some(ErrorCode::ReadOnly) => HistoryError::Unwritable(path),
        _ => HistoryError::Failed { path, why },
    }
}
