//! The history's file keeps what was saved: with many writers, after a kill, and untouched where it is
//! not ours, newer or damaged.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use jury::history::{CaseEntry, Entry, FILE, GradeFilter, History, HistoryError};
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
    let all = again.grades(GradeFilter::default());
    assert_eq!(all.iter().map(|saved| saved.number).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!((&all[0].entry, all[0].cases, all[0].accepted), (&grades[0].0, 3, 2));
    assert_eq!((&all[1].entry, all[1].cases), (&failed, 0));
    assert_eq!(again.cases(1), cases(3));
    let numbers = |problem, submission| {
        let grades = again.grades(GradeFilter { problem, submission });
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
    let grades = history.grades(GradeFilter::default());
    assert!(grades.len() == 24 && grades.iter().all(|saved| saved.cases == 200));
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
    let grades = history.grades(GradeFilter::default());
    assert!(grades.iter().all(|saved| saved.cases == 200), "no grade is there in part");
    for number in said {
        assert!(grades.iter().any(|saved| saved.number == number), "grade {number} is lost");
    }
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

/// A history with one grade whose bytes were changed.
fn changed(change: impl Fn(&mut Vec<u8>)) -> Folder {
    let folder = Folder::with_a_grade();
    let mut bytes = std::fs::read(folder.file()).expect("read");
    change(&mut bytes);
    std::fs::write(folder.file(), bytes).expect("written");
    folder
}

#[test]
fn a_history_of_another_version_is_refused_and_left_alone() {
    let newer = changed(|bytes| *bytes = b"{\"history\":3,\"more\":true}\n".to_vec());
    refused(&newer, |error| matches!(error, HistoryError::Version { version: 3, .. }));
    let older = Folder::with_a_grade();
    std::fs::rename(older.file(), older.file().with_file_name("history.sqlite")).expect("renamed");
    refused(&older, |error| {
        let named = error.to_string().contains("history.sqlite has format version 1");
        named && matches!(error, HistoryError::Version { version: 1, .. })
    });
}

#[test]
fn what_is_no_history_is_refused_and_left_alone() {
    let foreign = |error: &HistoryError| matches!(error, HistoryError::Foreign(_));
    for text in [&b"not a history at all\n"[..], b"{\"history\":2}", b"{}\n", b"\n", &[0; 4096]] {
        refused(&changed(|bytes| *bytes = text.to_vec()), foreign);
    }
    refused(&changed(Vec::clear), |error| matches!(error, HistoryError::Empty(_)));
}

#[test]
fn a_damaged_history_is_refused_and_left_alone() {
    #[track_caller]
    fn case(from: &str, to: &str, words: &str) {
        let folder = changed(|bytes| {
            let text = String::from_utf8(bytes.clone()).expect("text");
            assert!(text.contains(from), "{from}");
            *bytes = text.replacen(from, to, 1).into_bytes();
        });
        refused(&folder, |error| {
            let shown = error.to_string();
            let whole = shown.contains(words) && shown.contains("restore it from a copy");
            assert!(whole, "{shown}");
            matches!(error, HistoryError::Damaged { line: 2, .. })
        });
    }
    case("\"WA\"", "\"XX\"", "(unknown variant `XX`, expected one of `AC`");
    case("\"cpu_seconds\":0.25", "\"cpu_seconds\":-1e308", "(cpu_seconds is -1e308)");
    case("\"score\":0.5", "\"score\":9e999", "(number out of range)");
    let third = "\"case\":\"secret/003\",\"verdict\":\"WA\",\"score\":";
    case(&format!("{third}0.5"), &format!("{third}-1"), "(case secret/003: score is -1e0)");
    case("\"at\":", "\"more\":1,\"at\":", "(unknown field `more`");
    case("\"language\":\"cpp\",", "", "(missing field `language`");
    case("{\"at\"", "\n{\"at\"", "(EOF while parsing a value)");
}

#[test]
fn a_line_that_was_cut_off_never_happened_and_goes_with_the_next_save() {
    let folder = Folder::with_a_grade();
    let whole = std::fs::read(folder.file()).expect("read");
    let second = whole.split_inclusive(|&byte| byte == b'\n').nth(1).expect("a line");
    for length in [1, 2, second.len() / 2, second.len() - 1] {
        let cut = [&whole, &second[..length]].concat();
        std::fs::write(folder.file(), &cut).expect("written");
        let history = History::open(&folder.file()).expect("opened").expect("a history");
        assert_eq!(history.grades(GradeFilter::default()).len(), 1);
        assert_eq!(std::fs::read(folder.file()).expect("read"), cut, "reading changes nothing");
        let mut history = History::open_or_make(&folder.file()).expect("opened");
        assert_eq!(history.save(&[(entry("q", "b.py"), cases(2))]).expect("saved"), [2]);
        let again = History::open(&folder.file()).expect("opened").expect("a history");
        assert_eq!(again.cases(2), cases(2));
        assert!(std::fs::read(folder.file()).expect("read").starts_with(&whole));
    }
}

/// Each save numbers its grades by what others have saved meanwhile.
#[test]
fn two_that_are_open_at_once_see_each_other() {
    let folder = Folder::with_a_grade();
    let open = || History::open_or_make(&folder.file()).expect("opened");
    let (mut one, mut other) = (open(), open());
    let grade = [(entry("p", "a.cpp"), cases(1))];
    assert_eq!(one.save(&grade).expect("saved"), [2]);
    assert_eq!(other.save(&[grade.clone(), grade.clone()].concat()).expect("saved"), [3, 4]);
    assert_eq!(one.save(&grade).expect("saved"), [5]);
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
            for saved in history.grades(GradeFilter::default()) {
                let _ = history.cases(saved.number);
            }
        }
    }
}
