//! The history's file keeps what was saved: with many writers, after a kill, and untouched where it is
//! not ours, newer or damaged.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use jury::history::{CaseEntry, Entry, FILE, History, HistoryError, Wanted};
use jury::verdict::Verdict;
use proptest::prelude::*;

fn entry(problem: &str, submission: &str) -> Entry {
    Entry {
        tool: "0.1.0".into(),
        problem: problem.into(),
        data: "d".into(),
        submission: submission.into(),
        sources: "s".into(),
        language: "cpp".into(),
        verdict: Verdict::WrongAnswer,
        score: Some(0.5),
        cpu_seconds: Some(0.25),
        memory_bytes: Some(u64::MAX),
    }
}

fn cases(count: usize) -> Vec<CaseEntry> {
    let case = |index: usize| CaseEntry {
        case: format!("secret/{index:03}"),
        verdict: if index.is_multiple_of(2) { Verdict::Accepted } else { Verdict::WrongAnswer },
        score: Some(0.5),
        cpu_seconds: None,
        message: "line 1: \u{1b} no".into(),
    };
    (0..count).map(case).collect()
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn file(&self) -> PathBuf {
        self.0.path().join(FILE)
    }

    /// With one grade in it.
    fn with_a_grade() -> Self {
        let folder = Self::new();
        let mut history = History::open_or_make(&folder.file()).expect("made");
        assert_eq!(history.save(&[(entry("p", "a.cpp"), cases(200))]).expect("saved"), [1]);
        folder
    }
}

/// A journal that says that it belongs to a larger one: `SQLite` would delete the file that it names.
/// Or it lies elsewhere: `SQLite` would write there.
#[test]
fn a_journal_that_is_not_ours_does_no_harm() {
    let folder = Folder::with_a_grade();
    let victim = folder.0.path().join("victim");
    std::fs::write(&victim, "dear").expect("written");
    let name = victim.to_str().expect("text").as_bytes();
    let magic = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
    // No page to roll back; then where the larger journal lies, with its length and sum.
    let mut journal = magic.to_vec();
    for number in [0_u32, 0, 1, 512, 4096] {
        journal.extend(number.to_be_bytes());
    }
    journal.resize(512, 0);
    journal.extend(((1_u32 << 30) / 4096 + 1).to_be_bytes());
    journal.extend(name);
    journal.extend(u32::try_from(name.len()).expect("short").to_be_bytes());
    let sum: u32 = name.iter().map(|&byte| u32::from(byte)).sum();
    journal.extend(sum.to_be_bytes());
    journal.extend(magic);
    let mut path = folder.file().into_os_string();
    path.push("-journal");
    let path = PathBuf::from(path);
    std::fs::write(&path, &journal).expect("written");
    let refused = |error: HistoryError| {
        assert!(matches!(&error, HistoryError::Foreign(file) if *file == path), "{error}");
    };
    refused(History::open(&folder.file()).expect_err("refused"));
    refused(History::open_or_make(&folder.file()).expect_err("refused"));
    assert_eq!(std::fs::read(&victim).expect("still there"), b"dear");
    std::fs::remove_file(&path).expect("removed");
    std::os::unix::fs::symlink(folder.0.path().join("new"), &path).expect("linked");
    refused(History::open_or_make(&folder.file()).expect_err("refused"));
    assert!(!folder.0.path().join("new").exists());
    std::fs::remove_file(&path).expect("removed");
    assert!(History::open(&folder.file()).expect("opened").is_some());
}

#[test]
fn what_is_no_file_or_too_large_is_not_opened() {
    let folder = Folder::with_a_grade();
    let file = std::fs::File::options().write(true).open(folder.file()).expect("opened");
    file.set_len(3 << 30).expect("made longer");
    let error = History::open(&folder.file()).expect_err("refused").to_string();
    assert!(error.ends_with("expected at most 1.0 GiB, found 3.0 GiB"), "{error}");
    std::fs::remove_file(folder.file()).expect("removed");
    assert!(Command::new("mkfifo").arg(folder.file()).status().expect("started").success());
    let error = History::open(&folder.file()).expect_err("refused");
    assert!(matches!(&error, HistoryError::Foreign(_)), "{error}");
}

/// What `SQLite` itself says of the whole file.
#[track_caller]
fn assert_whole(file: &Path) {
    let connection = rusqlite::Connection::open(file).expect("opened");
    let check = connection.query_row("PRAGMA integrity_check", [], |row| row.get::<_, String>(0));
    assert_eq!(check.expect("checked"), "ok");
}

#[test]
fn what_is_saved_is_read_back() {
    let folder = Folder::new();
    assert!(History::open(&folder.file()).expect("none").is_none());
    let mut history = History::open_or_make(&folder.file()).expect("made");
    assert!(History::open(&folder.file()).expect("opened").is_some());
    let failed = Entry { score: None, cpu_seconds: None, memory_bytes: None, ..entry("q", "b.py") };
    let grades = [(entry("p", "a.cpp"), cases(3)), (failed.clone(), Vec::new())];
    assert_eq!(history.save(&grades).expect("saved"), [1, 2]);
    assert_eq!(history.save(&[(entry("p", "b.py"), cases(1))]).expect("saved"), [3]);
    let again = History::open(&folder.file()).expect("opened").expect("a history");
    let all = again.grades(Wanted::default()).expect("read");
    assert_eq!(all.iter().map(|saved| saved.number).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!((&all[0].entry, all[0].cases, all[0].accepted), (&grades[0].0, 3, 2));
    assert_eq!((&all[1].entry, all[1].cases), (&failed, 0));
    assert_eq!(again.cases(1).expect("read"), cases(3));
    let numbers = |problem, submission| {
        let grades = again.grades(Wanted { problem, submission }).expect("read");
        grades.iter().map(|saved| saved.number).collect::<Vec<_>>()
    };
    assert_eq!(numbers(Some("p"), None), [1, 3]);
    assert_eq!(numbers(None, Some("b.py")), [2, 3]);
    assert_eq!(numbers(Some("p"), Some("b.py")), [3]);
    let ignored = std::fs::read_to_string(folder.0.path().join(".jury/.gitignore"));
    assert_eq!(ignored.expect("written"), "*\n");
}

/// Saves again and again and says each number: what the other tests start as processes.
#[test]
#[ignore = "a part of other tests"]
fn saver() {
    let Some(file) = std::env::var_os("HISTORY_FILE") else { return };
    let count: usize = std::env::var("HISTORY_COUNT").expect("a count").parse().expect("a number");
    for _ in 0..count {
        let mut history = History::open_or_make(Path::new(&file)).expect("opened");
        let numbers = history.save(&[(entry("p", "a.cpp"), cases(200))]).expect("saved");
        println!("saved {}", numbers[0]);
    }
}

fn start_saver(file: &Path, count: usize) -> std::process::Child {
    Command::new(std::env::current_exe().expect("this test"))
        .args(["--ignored", "--exact", "history::saver", "--nocapture"])
        .env("HISTORY_FILE", file)
        .env("HISTORY_COUNT", count.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .expect("started")
}

fn numbers(child: &mut std::process::Child) -> impl Iterator<Item = i64> + use<> {
    let lines = BufReader::new(child.stdout.take().expect("piped")).lines().map_while(Result::ok);
    // The first stands in the line that the test harness began.
    let number = |line: String| line.split_once("saved ").map(|(_, number)| number.parse());
    lines.filter_map(number).map(|number| number.expect("a number"))
}

#[test]
fn writers_side_by_side_lose_nothing() {
    let folder = Folder::new();
    let mut savers: Vec<_> = (0..8).map(|_| start_saver(&folder.file(), 3)).collect();
    let mut said: Vec<i64> = savers.iter_mut().flat_map(numbers).collect();
    for saver in &mut savers {
        assert!(saver.wait().expect("ended").success());
    }
    said.sort_unstable();
    assert_eq!(said, (1..=24).collect::<Vec<_>>());
    let history = History::open(&folder.file()).expect("opened").expect("a history");
    let grades = history.grades(Wanted::default()).expect("read");
    assert!(grades.len() == 24 && grades.iter().all(|saved| saved.cases == 200));
    assert_whole(&folder.file());
}

#[test]
fn what_was_committed_before_a_kill_is_there() {
    let folder = Folder::new();
    let mut said = Vec::new();
    for round in 1..=6 {
        let mut saver = start_saver(&folder.file(), 1000);
        // Read on after the kill, too: whatever was said was committed.
        let mut numbers = numbers(&mut saver);
        said.extend(numbers.by_ref().take(round));
        // Somewhere in the next saves.
        std::thread::sleep(std::time::Duration::from_millis(3 * round as u64));
        saver.kill().expect("killed");
        saver.wait().expect("ended");
        said.extend(numbers);
    }
    let history = History::open(&folder.file()).expect("opened").expect("a history");
    let grades = history.grades(Wanted::default()).expect("read");
    assert!(grades.iter().all(|saved| saved.cases == 200), "no grade is there in part");
    for number in said {
        assert!(grades.iter().any(|saved| saved.number == number), "grade {number} is lost");
    }
    assert_whole(&folder.file());
}

/// Opening it in either way is refused, and nothing in its folder changes.
#[track_caller]
fn refused(folder: &Folder, fits: impl Fn(&HistoryError) -> bool) {
    let all = || {
        let entries = std::fs::read_dir(folder.file().parent().expect("a folder")).expect("read");
        let mut all: Vec<_> = entries
            .map(|entry| entry.expect("an entry").path())
            .map(|path| (path.clone(), std::fs::read(path).expect("read")))
            .collect();
        all.sort();
        all
    };
    let before = all();
    let to_read = History::open(&folder.file()).expect_err("refused");
    let to_save = History::open_or_make(&folder.file()).expect_err("refused");
    assert!(fits(&to_read) && fits(&to_save), "{to_read:?} {to_save:?}");
    assert!(all() == before, "the file was touched");
}

#[test]
fn a_newer_history_is_refused_and_left_alone() {
    let folder = Folder::with_a_grade();
    let connection = rusqlite::Connection::open(folder.file()).expect("opened");
    connection.pragma_update(None, "user_version", 2).expect("set");
    drop(connection);
    refused(&folder, |error| matches!(error, HistoryError::Version { version: 2, .. }));
}

#[test]
fn what_is_no_history_is_refused_and_left_alone() {
    let write = |bytes: &[u8]| {
        let folder = Folder::with_a_grade();
        std::fs::write(folder.file(), bytes).expect("written");
        folder
    };
    let foreign = |error: &HistoryError| matches!(error, HistoryError::Foreign(_));
    refused(
        &write(b"not a database at all, but a text that is long enough to have a header"),
        foreign,
    );
    refused(&write(&[0; 4096]), foreign);
    refused(&write(b""), |error| matches!(error, HistoryError::Empty(_)));
    let folder = Folder::with_a_grade();
    std::fs::remove_file(folder.file()).expect("removed");
    let other = rusqlite::Connection::open(folder.file()).expect("opened");
    other.execute_batch("CREATE TABLE notes (text TEXT)").expect("made");
    drop(other);
    refused(&folder, foreign);
}

#[test]
fn a_damaged_history_is_refused_and_left_alone() {
    let spoilt = |spoil: &dyn Fn(&mut Vec<u8>)| {
        let folder = Folder::with_a_grade();
        let mut bytes = std::fs::read(folder.file()).expect("read");
        spoil(&mut bytes);
        std::fs::write(folder.file(), bytes).expect("written");
        folder
    };
    let damaged = |error: &HistoryError| matches!(error, HistoryError::Damaged { .. });
    refused(&spoilt(&|bytes| bytes.truncate(bytes.len() / 2)), damaged);
    refused(&spoilt(&|bytes| bytes.truncate(5000)), damaged);
    // Every page but the first: that of its tables.
    refused(&spoilt(&|bytes| bytes[4096..].fill(0xa5)), damaged);
    refused(&spoilt(&|bytes| bytes[8192..8292].fill(0)), damaged);
}

#[test]
fn a_history_whose_rows_or_tables_cannot_be_read_is_damaged() {
    #[track_caller]
    fn case(change: &str, words: &str) {
        let folder = Folder::with_a_grade();
        let connection = rusqlite::Connection::open(folder.file()).expect("opened");
        connection.execute_batch(change).expect("changed");
        drop(connection);
        let told = |error: &HistoryError| {
            let shown = error.to_string();
            let whole = shown.contains(words) && shown.contains("put a copy of it back");
            matches!(error, HistoryError::Damaged { .. }) && whole
        };
        refused(&folder, told);
    }
    case("UPDATE grade SET verdict = 'XX'", "(grade 1: `XX` is no verdict)");
    case("UPDATE grade SET cpu_seconds = -1e308", "(grade 1: cpu_seconds is -1e308)");
    case("UPDATE grade SET score = 9e999", "(grade 1: score is inf)");
    case(
        "UPDATE outcome SET verdict = '' WHERE place = 7",
        "(grade 1, case secret/007: `` is no verdict)",
    );
    case(
        "UPDATE outcome SET score = -1 WHERE place = 3",
        "(grade 1, case secret/003: score is -1e0)",
    );
    case("DROP TABLE outcome", "no such table: outcome");
}

/// What works for whoever wrote it: endless views, triggers that change what is saved, and checks and
/// indexes that are worked out when the file is looked at.
#[test]
fn a_history_that_holds_more_than_our_tables_is_refused_before_it_is_used() {
    #[track_caller]
    fn case(change: &str, what: &str) {
        let folder = Folder::with_a_grade();
        let connection = rusqlite::Connection::open(folder.file()).expect("opened");
        connection.execute_batch(change).expect("changed");
        drop(connection);
        let told = |error: &HistoryError| {
            matches!(error, HistoryError::Strange { .. })
                && error.to_string().contains(&format!("no history of jury, as it holds {what}, "))
        };
        refused(&folder, told);
    }
    let endless = "WITH RECURSIVE r (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r LIMIT 1000)";
    case(&format!("CREATE VIEW v AS {endless} SELECT x FROM r"), "the view `v`");
    case(
        "CREATE TRIGGER t AFTER INSERT ON grade BEGIN UPDATE grade SET verdict = 'AC'; END",
        "the trigger `t`",
    );
    case("CREATE INDEX i ON outcome (length(hex(zeroblob(1000))))", "the index `i` not of ours");
    case("ALTER TABLE grade RENAME COLUMN tool TO tools", "the table `grade` not of ours");
    case(
        "ALTER TABLE outcome ADD COLUMN more TEXT CHECK (more <> '')",
        "the table `outcome` not of ours",
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn a_spoilt_byte_never_makes_it_panic(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let folder = Folder::with_a_grade();
        let mut bytes = std::fs::read(folder.file()).expect("read");
        let at = at.index(bytes.len());
        bytes[at] = byte;
        std::fs::write(folder.file(), bytes).expect("written");
        if let Ok(Some(history)) = History::open(&folder.file()) {
            for saved in history.grades(Wanted::default()).unwrap_or_default() {
                let _ = history.cases(saved.number);
            }
        }
    }
}
