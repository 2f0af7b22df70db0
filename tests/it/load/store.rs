//! Writing cases: every state that a killed writer can leave behind loads, and the next writer
//! clears it up.

use std::fs;
use std::time::{Duration, Instant};

use jury::problem::Layout;
use jury::problem::load::load;
use jury::problem::store::{Store, StoreError};

use super::folder::Folder;

/// A process that another test is just starting may hold the lock for a moment after it was given back.
fn try_open(folder: &Folder, layout: Layout) -> Result<Store, StoreError> {
    let began = Instant::now();
    let is_late = || began.elapsed() > Duration::from_mins(1);
    Store::open(&folder.path(), layout, &is_late)
}

fn open(folder: &Folder) -> Store {
    try_open(folder, Layout::OWN).unwrap()
}

const SETTINGS: (&str, &str) = ("problem.toml", "name = 'Sums'\n");

fn names(folder: &Folder) -> Vec<String> {
    folder.load().cases.into_iter().map(|case| case.name).collect()
}

/// A package with two cases and these files of a third, `data/secret/3`, left behind: it loads
/// without the third, and the next writer leaves these files of it and no hidden ones.
#[track_caller]
fn left_behind(files: &[(&str, &str)], afterwards: &[(&str, &str)]) {
    let folder = Folder::with(&[
        SETTINGS,
        ("data/secret/1.in", "1"),
        ("data/secret/1.ans", "1"),
        ("data/secret/2.in", "2"),
        ("data/secret/2.ans", "2"),
    ]);
    for (name, text) in files {
        folder.write(&format!("data/secret/{name}"), text.as_bytes());
    }
    assert_eq!(names(&folder), ["secret/1", "secret/2"], "{files:?}");
    drop(open(&folder));
    let mut left: Vec<(String, String)> = fs::read_dir(folder.path().join("data/secret"))
        .unwrap()
        .map(|entry| {
            let entry = entry.unwrap();
            let text = fs::read_to_string(entry.path()).unwrap();
            (entry.file_name().into_string().unwrap(), text)
        })
        .filter(|(name, _)| !["1.in", "1.ans", "2.in", "2.ans"].contains(&name.as_str()))
        .collect();
    left.sort_unstable();
    let afterwards: Vec<(String, String)> =
        afterwards.iter().map(|&(name, text)| (name.into(), text.into())).collect();
    assert_eq!(left, afterwards, "{files:?}");
    assert_eq!(names(&folder).len(), 2 + usize::from(!afterwards.is_empty()));
}

#[test]
fn what_a_killed_writer_leaves_loads_and_is_cleared_up() {
    left_behind(&[(".3.in.jury", "par")], &[]);
    left_behind(&[(".3.in.jury", "whole"), (".3.ans.jury", "par")], &[]);
    left_behind(&[(".3.in.jury", "whole"), (".3.ans.jury", "whole")], &[]);
    left_behind(&[("3.in", "in"), (".3.ans.jury", "ans")], &[("3.ans", "ans"), ("3.in", "in")]);
    left_behind(&[(".jury-aB3", "par")], &[]);
    left_behind(&[(".3.ans.jury", "alone")], &[]);
}

#[test]
fn what_is_left_beside_answers_in_a_folder_of_their_own_is_cleared_up() {
    let folder = Folder::with(&[("data/1.in", "1"), ("out/1.ans", "1"), ("out/.3.ans.jury", "a")]);
    let layout = Layout { answer_folder: Some("out"), ..Layout::OWN };
    drop(try_open(&folder, layout).unwrap());
    let left: Vec<_> =
        fs::read_dir(folder.path().join("out")).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left, ["1.ans"]);
}

#[test]
fn what_cannot_be_cleared_up_is_named() {
    let folder = Folder::with(&[SETTINGS, ("data/secret/.3.in.jury/file", "")]);
    let error = try_open(&folder, Layout::OWN).unwrap_err().to_string();
    assert!(error.contains("data/secret/.3.in.jury: "), "{error}");
}

#[test]
fn nothing_is_written_or_removed_behind_a_link_out_of_the_problem() {
    let folder = Folder::with(&[SETTINGS]);
    let outside = folder.outside().join("other");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join(".3.in.jury"), "somebody's").unwrap();
    folder.link("../../other", "data/secret");
    let store = open(&folder);
    for name in ["secret/4", "secret/deeper/4"] {
        let error = store.add(name, b"4", None).unwrap_err();
        assert!(matches!(error, StoreError::Outside(_)), "{name}: {error}");
    }
    let there: Vec<_> = fs::read_dir(&outside).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(there, [".3.in.jury"]);
    folder.write("data/real/1.in", b"");
    folder.link("real", "data/linked");
    store.add("linked/2", b"2", None).unwrap();
    assert!(folder.path().join("data/real/2.in").exists());
}

#[test]
fn no_case_is_larger_than_what_is_read() {
    let folder = Folder::with(&[SETTINGS]);
    let store = open(&folder);
    let error = store.add("secret/1", &vec![0; (256 << 20) + 1], None).unwrap_err();
    let expected = "1.in: expected at most 268435456 bytes, found 268435457 bytes";
    assert!(error.to_string().ends_with(expected), "{error}");
    assert!(!folder.path().join("data/secret").exists());
}

#[test]
fn a_case_that_is_replaced_is_the_old_or_the_new_one() {
    let folder = Folder::with(&[SETTINGS, ("data/secret/1.in", "old"), ("data/secret/1.ans", "o")]);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    // Killed before it was decided.
    folder.write("data/secret/.1.in.jury", b"new");
    folder.write("data/secret/.1.ans.jury", b"n");
    drop(open(&folder));
    assert_eq!((read("data/secret/1.in"), read("data/secret/1.ans")), ("old".into(), "o".into()));
    // And after.
    folder.write("data/secret/1.in", b"new");
    folder.write("data/secret/.1.ans.jury", b"n");
    drop(open(&folder));
    assert_eq!((read("data/secret/1.in"), read("data/secret/1.ans")), ("new".into(), "n".into()));
}

#[test]
fn what_is_written_stands_where_it_is_said_to() {
    let folder = Folder::with(&[SETTINGS, ("data/secret/1.in", "old"), ("data/secret/1.ans", "o")]);
    let store = open(&folder);
    let data = folder.path().join("data");
    let read = |name: &str| fs::read_to_string(data.join(name)).unwrap();
    let both = ["secret/1.in", "secret/1.ans"].map(|name| data.join(name));
    assert_eq!(store.replace("secret/1", b"new", Some(b"n")).unwrap(), both);
    assert_eq!((read("secret/1.in"), read("secret/1.ans")), ("new".into(), "n".into()));
    assert_eq!(store.replace_answer("secret/1", b"m").unwrap(), both[1]);
    assert_eq!(read("secret/1.ans"), "m");
    let place = data.join("secret/deep/1.hint");
    assert_eq!(store.put("secret/deep/1.hint", b"h").unwrap(), place);
    assert_eq!(read("secret/deep/1.hint"), "h");
    // By a path below the folder of cases, however deep the link lies.
    for name in ["2", "secret/deep/2"] {
        let place = data.join(format!("{name}.in"));
        assert_eq!(store.link(name, "secret/1", "in").unwrap(), Some(place));
        assert_eq!(read(&format!("{name}.in")), "new");
        assert_eq!(store.link(name, "secret/1", "in").unwrap(), None);
    }
}

#[test]
fn an_input_goes_with_its_answer_only_where_it_is_new() {
    // No answer can be written in the place of these folders.
    let folder = Folder::with(&[
        SETTINGS,
        ("data/secret/1.in", "old"),
        ("data/secret/1.ans/file", ""),
        ("data/secret/2.ans/file", ""),
    ]);
    let store = open(&folder);
    for (name, is_there) in [("secret/1", true), ("secret/2", false)] {
        let failed = store.replace(name, b"new", Some(b"n"));
        assert!(matches!(failed, Err(StoreError::Io { .. })), "{failed:?}");
        assert_eq!(folder.path().join(format!("data/{name}.in")).exists(), is_there, "{name}");
    }
}

#[test]
fn a_case_is_added_once_and_one_writer_is_there_at_a_time() {
    let folder = Folder::with(&[SETTINGS]);
    let store = open(&folder);
    store.add("secret/deep/1", b"in", Some(b"ans")).unwrap();
    let again = store.add("secret/deep/1", b"other", Some(b"other"));
    assert!(matches!(again, Err(StoreError::Taken(_))), "{again:?}");
    let second = Store::open(&folder.path(), Layout::OWN, &|| true);
    assert!(matches!(second, Err(StoreError::Stopped)), "{second:?}");
    drop(store);
    drop(open(&folder));
    let case = &load(&folder.path()).unwrap().cases[0];
    assert_eq!(case.name, "secret/deep/1");
    assert_eq!(fs::read(&case.input).unwrap(), b"in");
    assert_eq!(fs::read(case.answer.as_ref().unwrap()).unwrap(), b"ans");
}

#[test]
fn what_cannot_be_written_leaves_no_folder_behind() {
    let folder = Folder::with(&[SETTINGS, ("data/secret/1.in", "1"), ("data/secret/1.ans", "1")]);
    let store = open(&folder);
    let long = "x".repeat(300);
    let failed = store.add(&format!("secret/new/deep/{long}"), b"in", Some(b"ans"));
    assert!(matches!(failed, Err(StoreError::Io { .. })), "{failed:?}");
    assert!(!folder.path().join("data/secret/new").exists());
    // But what was there stays.
    fs::create_dir(folder.path().join("data/secret/empty")).unwrap();
    let failed = store.add(&format!("secret/empty/{long}"), b"in", Some(b"ans"));
    assert!(matches!(failed, Err(StoreError::Io { .. })), "{failed:?}");
    assert!(folder.path().join("data/secret/empty").exists());
}
