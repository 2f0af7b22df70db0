//! Standard input: programs get it whole, can never change it, whoever owns the file and whatever its
//! mode, and are not told where it stands.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};

use crate::home::Home;
use crate::zoo_support::{Zoo, is_root, job, levels, program_view, sandbox};
use crate::{MIB, assert_clean, limits};
use jury::limits::Limits;
use jury::sandbox::{BuildBox, Ending, Input, Interrupt, SandboxError, View, Workspace};

/// A small input and a large one, which go different ways.
const SIZES: [usize; 2] = [6, 400 << 10];

/// An input of this size in a folder.
fn make(folder: &Path, size: usize) -> PathBuf {
    let path = folder.join(format!("case-{size}.in"));
    let mut input = b"input\n".to_vec();
    input.resize(size, b'x');
    fs::write(&path, &input).unwrap();
    path
}

/// Lets the zoo's program at an input at every level.
fn assert_safe(path: &Path) {
    let (before, mode) = (fs::read(path).unwrap(), fs::metadata(path).unwrap().permissions());
    for level in levels() {
        let mut slot = sandbox(level).open(&program_view(Zoo::get())).unwrap();
        let mut job = job("rewrite_input", limits());
        job.input = Input::File(path.to_owned());
        let run = slot.run(&job, &Interrupt::default()).unwrap();
        let errors = String::from_utf8_lossy(&run.errors);
        assert!(fs::read(path).unwrap() == before, "{level:?}: {} was changed", path.display());
        assert_eq!(fs::metadata(path).unwrap().permissions(), mode, "{level:?}");
        assert_eq!(run.ending, Ending::Exited(0), "{level:?} {}: {errors}", path.display());
    }
}

#[test]
fn the_input_cannot_be_changed() {
    let folder = tempfile::tempdir().unwrap();
    for size in SIZES {
        let path = make(folder.path(), size);
        for mode in [0o644, 0o666] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            assert_safe(&path);
        }
    }
}

/// The judge is a plain user, and the file somebody else's who lets a group of the judge's write.
#[test]
fn the_input_of_another_cannot_be_changed_by_way_of_a_group() {
    if let Some(path) = std::env::var_os("JURY_TEST_INPUT") {
        let file = fs::File::options().append(true).open(&path);
        assert!(file.is_ok(), "the judge itself could not change it");
        return assert_safe(Path::new(&path));
    }
    if !is_root() {
        return;
    }
    let home = Home::make();
    for (owner, group, groups) in [(0, 65534, "--clear-groups"), (0, 12345, "--groups=12345")] {
        for size in SIZES {
            let path = make(home.path(), size);
            chown(&path, Some(owner), Some(group)).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o664)).unwrap();
            let output = home
                .plain_user(groups)
                .args([
                    "--exact",
                    "inputs::the_input_of_another_cannot_be_changed_by_way_of_a_group",
                ])
                .env("JURY_TEST_INPUT", &path)
                .output()
                .unwrap();
            let words = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{groups} {size}: {words}");
            assert!(words.contains("1 passed"), "{words}");
        }
    }
}

/// Neither of an input nor of a program or of what is built is told where it stands.
#[test]
fn nothing_of_the_host_is_told() {
    const WORD: &str = "telling-name";
    let place = tempfile::Builder::new().prefix(WORD).tempdir().unwrap();
    fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let below = |name: &str| {
        let folder = place.path().join(name);
        fs::create_dir_all(&folder).unwrap();
        folder
    };
    fs::copy(Zoo::get().directory().join("told"), below("built").join("told")).unwrap();
    fs::copy(Zoo::get().directory().join("told"), below("build/src").join("told")).unwrap();
    let build = BuildBox { folder: place.path().join("build"), size: 8 * MIB };
    let build = View { workspace: Workspace::Build(build), ..View::default() };
    let program = View { program: Some(place.path().join("built")), ..View::default() };
    for level in levels() {
        for (view, path) in [(&program, "/program/told"), (&build, "/box/src/told")] {
            let mut slot = sandbox(level).open(view).unwrap();
            for size in SIZES {
                let mut job = job("told", limits());
                job.argv = vec![path.into(), WORD.into()];
                job.input = Input::File(make(place.path(), size));
                let run = slot.run(&job, &Interrupt::default()).unwrap();
                let errors = String::from_utf8_lossy(&run.errors);
                assert_eq!(run.ending, Ending::Exited(0), "{level:?} {path} {size}: {errors}");
            }
        }
    }
}

#[test]
fn input_and_output_pass_through_whole() {
    let input: Vec<u8> = (0..3_000_000_u32).map(|i| (i % 251) as u8).collect();
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), &input).unwrap();
    for level in levels() {
        let mut slot = sandbox(level).open(&program_view(Zoo::get())).unwrap();
        let mut job = job("echo_input", Limits { output: 4 * MIB, ..limits() });
        job.input = Input::File(file.path().to_owned());
        let run = slot.run(&job, &Interrupt::default()).unwrap();
        assert_eq!(run.ending, Ending::Exited(0));
        assert!(run.output == input, "{level:?}: {} bytes came back", run.output.len());
        assert_eq!(run.output_bytes, input.len() as u64);
    }
}

#[test]
fn a_missing_input_is_our_error() {
    for level in levels() {
        let mut slot = sandbox(level).open(&program_view(Zoo::get())).unwrap();
        for path in ["/nowhere/at/all", "/dev"] {
            let mut job = job("exit_code", limits());
            job.input = Input::File(path.into());
            let result = slot.run(&job, &Interrupt::default());
            assert!(matches!(result, Err(SandboxError::Input { .. })), "{result:?}");
        }
        assert_clean(&mut slot, "a missing input");
    }
}
