//! Runs a compiler in the sandbox over sources that a contestant may have written: it is trusted no more
//! than his program.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::cache::Draft;
use super::collect::{create, make_folder};
use super::error::CacheError;
use super::failure::BuildError;
use super::message::{joined, shorten};
use super::sources::{Source, Written};
use super::toolchain_files::ToolchainFiles;
use super::unreliable::{self, UnreliableBuild};
use crate::limits::Limits;
use crate::sandbox::{
    Alone, BuildBox, Ending, Input, Interrupt, Job, Run, STUCK, Sandbox, Slot, View, Workspace,
};

/// A compiler, and where it runs.
pub(super) struct Compiler<'a> {
    pub(super) kit: &'a ToolchainFiles,
    pub(super) sandbox: &'a Sandbox,
    pub(super) interrupt: &'a Interrupt,
    /// Memory that it may use beside other builds, in bytes.
    pub(super) share: u64,
    pub(super) limits: &'a Limits,
}

/// What one call of the compiler works on.
pub(super) struct Compile<'a> {
    /// Where it takes place.
    pub(super) draft: &'a Draft,
    /// The name of its folder there.
    pub(super) folder: &'a str,
    pub(super) sources: &'a [Source],
    pub(super) command: &'a [String],
    pub(super) environment: &'a [(OsString, OsString)],
    /// The folder with a compiled header.
    pub(super) header: Option<PathBuf>,
}

impl Compiler<'_> {
    /// Runs the compiler, a second time alone where the machine was short of something, and gives the slot
    /// with its results and what it said. The inner error is why it failed.
    pub(super) fn compile(
        &self,
        compile: &Compile<'_>,
    ) -> Result<Result<(Slot, String), String>, BuildError> {
        let mut compiled = self.run(compile, compile.folder, &Company::Others);
        if compiled.as_ref().is_err_and(BuildError::spoils_one) {
            let alone = self.sandbox.alone();
            alone.settle();
            compiled =
                self.run(compile, &format!("{}-again", compile.folder), &Company::None(alone));
        }
        let (slot, run) = compiled?;
        Ok(self.said(&compile.command[0], &run)?.map(|messages| (slot, messages)))
    }

    /// Runs the compiler, and gives the slot too, in which its results are. What the machine brought
    /// about is an error.
    fn run(
        &self,
        compile: &Compile<'_>,
        folder: &str,
        company: &Company<'_>,
    ) -> Result<(Slot, Run), BuildError> {
        let failed = |source| CacheError { path: compile.draft.path().into(), source };
        let folder = make_box(
            &compile.draft.path().join(folder),
            compile.sources.iter().map(Source::as_written),
        );
        let memory = match company {
            Company::Others => self.share,
            Company::None(_) => self.sandbox.memory_to_give(),
        };
        let limits = Limits { memory: self.limits.memory.min(memory), ..*self.limits };
        let view = View {
            toolchains: self.kit.mounts.clone(),
            program: compile.header.clone(),
            files: None,
            workspace: Workspace::Build(BuildBox {
                folder: folder.map_err(failed)?,
                size: self.limits.files,
            }),
        };
        let job = Job {
            argv: compile.command.iter().map(Into::into).collect(),
            environment: compile.environment.to_vec(),
            input: Input::Empty,
            files: Arc::default(),
            limits,
        };
        let mut slot = self.sandbox.open(&view)?;
        let run = match company {
            Company::Others => slot.run(&job, self.interrupt)?,
            Company::None(alone) => slot.run_alone(alone, &job, self.interrupt)?,
        };
        match unreliable::how(&run, limits.memory, self.limits.memory) {
            None => Ok((slot, run)),
            Some(how) => Err(BuildError::UnreliableBuild(UnreliableBuild {
                command: compile.command[0].clone(),
                how,
            })),
        }
    }

    /// What the end of the compiler means.
    fn said(&self, command: &str, run: &Run) -> Result<Result<String, String>, BuildError> {
        let messages = messages(run);
        let failed = |why: String| {
            if messages.is_empty() { why } else { format!("{messages}\n{why}") }
        };
        Ok(match run.ending {
            Ending::Exited(0) => Ok(messages),
            Ending::Exited(_) if !messages.is_empty() => Err(messages),
            Ending::Exited(code) => {
                Err(format!("the compiler exited with code {code} and printed no message"))
            }
            Ending::Signalled(signal) => {
                Err(failed(format!("the compiler was killed by signal {signal}")))
            }
            Ending::Stopped(limit) => {
                Err(failed(format!("the compiler was stopped: {}", limit.words(self.limits))))
            }
            Ending::Stuck => Err(failed(format!("the compiler was stopped: {STUCK}"))),
            Ending::NotStarted(errno) => {
                return Err(BuildError::NotStarted {
                    command: command.to_owned(),
                    source: io::Error::from_raw_os_error(errno),
                });
            }
        })
    }
}

/// Who shares the machine with a build.
enum Company<'a> {
    /// Other builds, which may use as much memory each.
    Others,
    /// Nobody.
    None(Alone<'a>),
}

/// Makes the folder that a compiler, or what compiles, sees as `/box`, with the sources in it.
///
/// # Errors
/// What the system says.
pub(crate) fn make_box<'a>(
    place: &Path,
    files: impl IntoIterator<Item = Written<'a>>,
) -> io::Result<PathBuf> {
    make_folder(place)?;
    let sources = place.join("src");
    make_folder(&sources)?;
    write(&sources, files)?;
    for name in ["out", "tmp"] {
        let folder = place.join(name);
        make_folder(&folder)?;
        // The compiler runs as another user. Nobody else gets here: the draft is ours alone.
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o777))?;
    }
    Ok(place.to_owned())
}

/// Writes sources into a folder, with the folders that their names need. A name that leads out of it is an error.
pub(super) fn write<'a>(
    folder: &Path,
    files: impl IntoIterator<Item = Written<'a>>,
) -> io::Result<()> {
    for (path, bytes, executable) in files {
        if leads_out(path) {
            let words =
                format!("the name `{}` of a source leads out of its folder", path.display());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, words));
        }
        let mut below = folder.to_owned();
        for part in path.parent().into_iter().flat_map(Path::components) {
            below.push(part);
            if !below.is_dir() {
                make_folder(&below)?;
            }
        }
        create(&folder.join(path), executable)?.write_all(bytes)?;
    }
    Ok(())
}

/// Whether a relative path, or what is none, leads out of the folder that it begins in.
fn leads_out(path: &Path) -> bool {
    let mut depth = 0_usize;
    path.components().any(|part| {
        let next = match part {
            Component::Normal(_) => depth.checked_add(1),
            Component::CurDir => Some(depth),
            Component::ParentDir => depth.checked_sub(1),
            Component::RootDir | Component::Prefix(_) => None,
        };
        depth = next.unwrap_or_default();
        next.is_none()
    })
}

/// What a compiler wrote, errors first, as text of bounded length.
fn messages(run: &Run) -> String {
    let both = [&run.errors, &run.output].map(|bytes| String::from_utf8_lossy(bytes));
    shorten(&joined(both.iter().map(|text| text.trim_end())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_source_is_written_elsewhere() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("src");
        make_folder(&folder).unwrap();
        let one = |name: &str| write(&folder, [(Path::new(name), &b"x"[..], false)]);
        let outside = place.path().join("b.c");
        for name in ["../b.c", "a/../../b.c", outside.to_str().unwrap()] {
            assert_eq!(one(name).unwrap_err().kind(), io::ErrorKind::InvalidInput, "{name}");
        }
        assert!(!outside.exists());
        for name in ["b.c", "a/c.c", "./d.c", "a/../e.c"] {
            one(name).unwrap();
        }
        assert!(folder.join("e.c").exists());
    }
}
