//! Files that stand in a box before a run, and those that are taken out of it afterwards.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jury::sandbox::{
    BoxFile, Ending, Input, Interrupt, Job, Keep, Level, Policy, Sandbox, View, Workspace,
};

use crate::limits;
use crate::zoo_support::{executable, levels};

fn shell(script: &str, files: &[BoxFile]) -> Job {
    Job {
        argv: ["/bin/sh", "-c", script].map(Into::into).into(),
        environment: vec![("PATH".into(), "/bin:/usr/bin".into())],
        input: Input::Empty,
        files: files.into(),
        limits: limits(),
    }
}

fn file(path: &str, bytes: &[u8]) -> BoxFile {
    BoxFile { path: path.into(), bytes: bytes.into() }
}

/// A sandbox of each level that can be had here, those on the host's own files too.
fn sandboxes() -> Vec<(Level, Sandbox)> {
    let others = [Level::Fenced, Level::Watched].into_iter();
    let try_one =
        |level| Some((level, Sandbox::probe_with(&executable(), Policy::Require(level)).ok()?));
    let found: Vec<_> = levels().into_iter().chain(others).filter_map(try_one).collect();
    assert!(levels().iter().all(|level| found.iter().any(|(found, _)| found == level)));
    found
}

const FOLDER: Keep<'static> =
    Keep { folder: Some("feedback"), files: &["feedback/a"], most: 10, all: true };

#[test]
fn each_run_gets_copies_of_its_own() {
    let files = [file("plain", b"one\n"), file("a/b/c", b"two\n"), file("empty", b"")];
    for (level, sandbox) in sandboxes() {
        let mut slot = sandbox.open(&View::default()).unwrap();
        let script = "cat plain a/b/c empty && echo more >> plain && rm a/b/c && echo x > new";
        for round in 0..2 {
            let run = slot.run(&shell(script, &files), &Interrupt::default()).unwrap();
            let errors = String::from_utf8_lossy(&run.errors);
            assert_eq!(run.ending, Ending::Exited(0), "{level:?} {round}: {errors}");
            assert_eq!(run.output, b"one\ntwo\n", "{level:?} {round}");
        }
        let run = slot.run(&shell("ls", &[]), &Interrupt::default()).unwrap();
        assert_eq!(String::from_utf8_lossy(&run.output), "", "{level:?}");
    }
}

#[test]
fn in_a_closed_box_files_can_be_read_only() {
    let files = [file("plain", b"one\n")];
    for (level, sandbox) in sandboxes() {
        let view = View { workspace: Workspace::ReadOnly, ..View::default() };
        let mut slot = sandbox.open(&view).unwrap();
        // Nothing closes the folders of the host there.
        let places = if level == Level::Watched { "." } else { ". /tmp /dev/shm" };
        let script = format!(
            "for place in {places}; do (echo > $place/new) 2> /dev/null && exit 1; done
            cat plain 2> /dev/null; exit 0"
        );
        for files in [&[], &files[..], &[], &files[..]] {
            let run = slot.run(&shell(&script, files), &Interrupt::default()).unwrap();
            assert_eq!(run.ending, Ending::Exited(0), "{level:?}");
            let expected: &[u8] = if files.is_empty() { b"" } else { b"one\n" };
            assert_eq!(run.output, expected, "{level:?}");
        }
    }
}

#[test]
fn they_take_no_room_from_what_a_run_may_write() {
    let large = usize::try_from(limits().files).unwrap();
    let files = [file("large", &vec![7; large])];
    for (level, sandbox) in sandboxes() {
        let mut slot = sandbox.open(&View::default()).unwrap();
        let script = "head -c 4000000 /dev/zero > own && wc -c < large && wc -c < own";
        let run = slot.run(&shell(script, &files), &Interrupt::default()).unwrap();
        let output = String::from_utf8_lossy(&run.output);
        assert_eq!(
            output.split_whitespace().collect::<Vec<_>>(),
            ["8388608", "4000000"],
            "{level:?}"
        );
    }
}

#[test]
fn a_folder_goes_from_one_run_to_the_next() {
    for (level, sandbox) in sandboxes() {
        let mut slot = sandbox.open(&View::default()).unwrap();
        let mut files: Arc<[BoxFile]> = Arc::default();
        for pass in 1..=3 {
            let script = "echo x >> feedback/a && mkdir -p feedback/d && echo y >> feedback/d/b \
                          && echo lost > outside && ! test -e feedback/link \
                          && ln -s /etc/passwd feedback/link && wc -l < feedback/a";
            let job = Job { files: Arc::clone(&files), ..shell(script, &[]) };
            let finished = slot.run_keeping(&job, Some(FOLDER), &Interrupt::default()).unwrap();
            let errors = String::from_utf8_lossy(&finished.run.errors);
            let output = String::from_utf8_lossy(&finished.run.output);
            assert_eq!(output.trim(), pass.to_string(), "{level:?}: {errors}");
            let mut left = finished.left.expect("not too much");
            left.sort_unstable_by(|left, right| left.path.cmp(&right.path));
            let paths: Vec<&Path> = left.iter().map(|file| file.path.as_path()).collect();
            assert_eq!(paths, ["feedback/a", "feedback/d/b"].map(Path::new), "{level:?}");
            assert_eq!(left[1].bytes, b"y\n".repeat(pass), "{level:?}");
            files = left.into();
        }
    }
}

/// Files without blocks cost nothing to make, and would fill the judge's memory.
#[test]
fn no_more_is_taken_than_a_run_may_write() {
    for (level, sandbox) in sandboxes() {
        let mut slot = sandbox.open(&View::default()).unwrap();
        let script = "for i in 1 2 3; do truncate -s 4M feedback/$i || exit 1; done; echo ok";
        let finished = slot.run_keeping(&shell(script, &[]), Some(FOLDER), &Interrupt::default());
        let finished = finished.unwrap();
        assert_eq!(finished.run.output, b"ok\n", "{level:?}");
        assert_eq!(finished.left, None, "{level:?}");
        let script = "rmdir feedback; ln -s /etc feedback";
        let finished = slot.run_keeping(&shell(script, &[]), Some(FOLDER), &Interrupt::default());
        assert_eq!(finished.unwrap().left, Some(Vec::new()), "{level:?}");
    }
}

#[test]
fn no_file_leaves_the_box() {
    let outside = tempfile::tempdir().unwrap();
    let path: PathBuf = outside.path().join("made");
    let escape = file(&format!("../../../../../..{}/file", path.display()), b"");
    for (level, sandbox) in sandboxes() {
        let mut slot = sandbox.open(&View::default()).unwrap();
        let run = slot.run(&shell("true", std::slice::from_ref(&escape)), &Interrupt::default());
        assert!(run.is_err(), "{level:?}");
        assert!(!fs::exists(&path).unwrap());
    }
}
