//! A script of a package that makes its cases (sinol, `ingen.sh`). It runs where builds do, with copies of the
//! folders that it finds: most of them compile the programs that they start.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::BorrowedFd;
use std::path::Path;
use std::time::Duration;

use rustix::fs::{Dir, Mode, OFlags, openat};
use rustix::io::Errno;

use super::failure::JudgeFailure;
use super::tools::Tools;
use crate::checker::beside;
use crate::limits::Limits;
use crate::machine::TemporaryFolder;
use crate::problem::PackageScript;
use crate::regular;
use crate::sandbox::{BoxFile, BuildBox, Input, Job, Run, View, Workspace};
use crate::submission::{Program, make_box};

/// Where in the box a script has copies of the package's folders.
const PACKAGE: &str = "out";

/// Starts what follows the names of that folder and of one in it, in the latter.
const IN_FOLDER: &str = "cd \"$1\" && cp -R ../src/. . && mkdir -p \"$2\" && chmod -R u+rwX \"$2\"; \
                         cd \"$2\" && shift 2 && exec \"$@\"";

/// Longest script whose first line is looked at, in bytes.
const LONGEST_SCRIPT: u64 = 1 << 20;

/// Where a folder in the box is opened: what a script made of it is never followed.
const FOLDER: OFlags =
    OFlags::DIRECTORY.union(OFlags::RDONLY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// `NONBLOCK`, so that a pipe cannot hold us up.
const FILE: OFlags =
    OFlags::RDONLY.union(OFlags::NOFOLLOW).union(OFlags::NONBLOCK).union(OFlags::CLOEXEC);

/// A script that is to run.
pub(super) struct ScriptRun<'a> {
    /// The problem folder.
    pub(super) package: &'a Path,
    /// How it is started.
    pub(super) script: &'a PackageScript,
    /// Its file.
    pub(super) source: &'a Path,
    /// What it needs of the system.
    pub(super) program: &'a Program,
}

/// What came of a run, and the files of cases that it left; `None` where these hold more than it may write.
type Done = (Run, Option<Vec<BoxFile>>);

impl ScriptRun<'_> {
    /// Runs it, again where it was starved of the machine.
    ///
    /// # Errors
    /// Whatever fails on our side.
    pub(super) fn run(
        &self,
        tools: &Tools<'_>,
        limits: Limits,
        is_case: &dyn Fn(&Path) -> bool,
    ) -> Result<Done, JudgeFailure> {
        let done = self.attempt(tools, limits, is_case)?;
        if done.0.is_starved(Duration::ZERO) {
            return self.attempt(tools, limits.patient(), is_case);
        }
        Ok(done)
    }

    fn attempt(
        &self,
        tools: &Tools<'_>,
        limits: Limits,
        is_case: &dyn Fn(&Path) -> bool,
    ) -> Result<Done, JudgeFailure> {
        let aside = TemporaryFolder::make();
        let aside = aside.map_err(|source| JudgeFailure::Scratch {
            path: "a temporary folder".into(),
            source,
        })?;
        let place = aside.path().join("box");
        let files = package_files(self.package, self.script)?;
        let folder = make_box(&place, files.iter().map(|file| (&*file.path, &*file.bytes, true)))
            .map_err(|source| JudgeFailure::Scratch { path: place, source })?;
        let workspace = Workspace::Build(BuildBox { folder, size: limits.files });
        let view = View { workspace, ..self.program.view.clone() };
        let [.., works_in] = &self.script.folders;
        let shell = ["/bin/sh", "-c", IN_FOLDER, "sh", PACKAGE, works_in].map(str::to_owned);
        let words = shell.into_iter().chain(interpreter(self.source));
        let job = Job {
            argv: words.chain([self.script.name.clone()]).map(OsString::from).collect(),
            environment: self.program.environment.clone(),
            input: Input::Empty,
            files: [].into(),
            limits,
        };
        let mut slot = tools.sandbox.open(&view)?;
        let run = slot.run(&job, tools.interrupt)?;
        let left = left(slot.workspace()?, works_in, limits.files, is_case);
        let left = left.map_err(|source| JudgeFailure::File { path: works_in.into(), source })?;
        Ok((run, left))
    }
}

/// The words that start a script: what its first line names, which here is no program's own business, or a shell.
fn interpreter(script: &Path) -> Vec<String> {
    let text = regular::read(script, LONGEST_SCRIPT).unwrap_or_default();
    let text = String::from_utf8_lossy(&text).into_owned();
    let named = text.lines().next().and_then(|line| line.strip_prefix("#!"));
    let words: Vec<String> =
        named.unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    if words.is_empty() { vec!["/bin/sh".to_owned()] } else { words }
}

/// The files of the folders that a script finds.
pub(super) fn package_files(
    package: &Path,
    script: &PackageScript,
) -> Result<Vec<BoxFile>, JudgeFailure> {
    let mut all = Vec::new();
    for name in &script.folders {
        let folder = package.join(name);
        if !folder.is_dir() {
            continue;
        }
        let found = beside::read(&folder);
        let found = found.map_err(|(path, source)| JudgeFailure::File { path, source })?;
        let below =
            |file: &BoxFile| BoxFile { path: Path::new(name).join(&file.path), ..file.clone() };
        all.extend(found.iter().map(below));
    }
    Ok(all)
}

/// The regular files of cases in a folder of the box; `None` where they hold more than this many bytes.
fn left(
    place: BorrowedFd<'_>,
    folder: &str,
    most: u64,
    is_case: &dyn Fn(&Path) -> bool,
) -> io::Result<Option<Vec<BoxFile>>> {
    let mut files = Vec::new();
    let mut room = most;
    let package = openat(place, PACKAGE, FOLDER, Mode::empty());
    let folder = match package.and_then(|own| openat(own, folder, FOLDER, Mode::empty())) {
        Ok(folder) => folder,
        // The script has removed it.
        Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => return Ok(Some(files)),
        Err(error) => return Err(error.into()),
    };
    for entry in Dir::read_from(&folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().to_str() else { continue };
        if !is_case(Path::new(name)) {
            continue;
        }
        // A link is no file of its own: what it leads to is not looked at.
        let Ok(file) = openat(&folder, name, FILE, Mode::empty()) else { continue };
        let file = File::from(file);
        if !file.metadata()?.is_file() {
            continue;
        }
        let bytes = regular::read_opened(file, room)?;
        let Some(rest) = room.checked_sub(bytes.len() as u64) else { return Ok(None) };
        room = rest;
        files.push(BoxFile { path: name.into(), bytes });
    }
    Ok(Some(files))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_started_by_what_its_first_line_names_or_by_a_shell() {
        let place = tempfile::tempdir().unwrap();
        let script = place.path().join("ingen.sh");
        for (text, expected) in [
            ("#!/bin/bash\necho 1\n", &["/bin/bash"][..]),
            ("#! /usr/bin/env  python3 -I\r\n", &["/usr/bin/env", "python3", "-I"]),
            ("#!\n", &["/bin/sh"]),
            ("echo 1\n#!/bin/bash\n", &["/bin/sh"]),
            ("", &["/bin/sh"]),
        ] {
            std::fs::write(&script, text).unwrap();
            assert_eq!(interpreter(&script), expected, "{text:?}");
        }
        assert_eq!(interpreter(&place.path().join("none.sh")), ["/bin/sh"]);
    }
}
