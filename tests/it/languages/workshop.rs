//! A sandbox, a cache and a folder for one test.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use jury::limits::Limits;
use jury::sandbox::{Input, Interrupt, Job, Policy, Run, Sandbox};
use jury::submission::{
    BuildError, Built, Cache, Languages, Program, Submission, build, build_within,
};
use tempfile::TempDir;

/// What building and running needs.
pub(crate) struct Workshop {
    folder: TempDir,
    sandbox: Sandbox,
    cache: Cache,
    pub(crate) languages: Languages,
    interrupt: Interrupt,
}

impl Workshop {
    /// With a cache of its own, empty, and the strongest sandbox.
    pub(crate) fn new() -> Self {
        Self::with(Policy::Strongest)
    }

    /// With a sandbox by this policy.
    pub(crate) fn with(policy: Policy) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let executable = Path::new(env!("CARGO_BIN_EXE_jury"));
        let sandbox = Sandbox::probe_with(executable, policy);
        let sandbox = sandbox.unwrap_or_else(|error| panic!("{error}"));
        let cache = Cache::open(&folder.path().join("cache")).unwrap();
        let languages = Languages::shipped().unwrap();
        Self { folder, sandbox, cache, languages, interrupt: Interrupt::default() }
    }

    /// Asks everything to stop from now on.
    pub(crate) fn interrupt(&self) {
        self.interrupt.set();
    }

    /// A path in its folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file, making its folders.
    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// Builds what is at the path.
    pub(crate) fn try_build(&self, path: &Path) -> Result<Built, BuildError> {
        self.try_as(path, None)
    }

    /// Builds what was identified.
    pub(crate) fn try_submission(&self, submission: &Submission) -> Result<Built, BuildError> {
        build(submission, &self.sandbox, &self.cache, &self.interrupt, u64::MAX)
    }

    /// Builds what is at the path, in this language.
    fn try_as(&self, path: &Path, language: Option<&str>) -> Result<Built, BuildError> {
        let submission = self.languages.identify(path, language);
        self.try_submission(&submission.unwrap_or_else(|error| panic!("{error}")))
    }

    /// Builds what is at the path in this language, within these limits.
    pub(crate) fn try_within(
        &self,
        path: &Path,
        language: &str,
        limits: &Limits,
    ) -> Result<Built, BuildError> {
        let submission = self.languages.identify(path, Some(language));
        let submission = submission.unwrap_or_else(|error| panic!("{error}"));
        build_within(&submission, &self.sandbox, &self.cache, &self.interrupt, u64::MAX, limits)
    }

    /// Builds what must build.
    #[track_caller]
    pub(crate) fn build(&self, path: &Path) -> Program {
        built(path, self.try_build(path))
    }

    /// Builds what must build in this language.
    #[track_caller]
    pub(crate) fn build_as(&self, path: &Path, language: &str) -> Program {
        built(path, self.try_as(path, Some(language)))
    }

    /// What is said of what must not build.
    #[track_caller]
    pub(crate) fn complaint(&self, path: &Path) -> String {
        complaint(path, self.try_build(path))
    }

    /// The same of what must not build in this language.
    #[track_caller]
    pub(crate) fn complaint_as(&self, path: &Path, language: &str) -> String {
        complaint(path, self.try_as(path, Some(language)))
    }

    /// Runs a program on this input, within limits that a real problem might have.
    #[track_caller]
    pub(crate) fn run(&self, program: &Program, input: &str) -> Run {
        let limits = Limits {
            cpu: Duration::from_secs(10),
            wall: Duration::from_secs(30),
            ..Limits::default()
        };
        let input = self.write("input", input);
        let job = Job {
            argv: program.command(&limits),
            environment: program.environment.clone(),
            input: Input::File(input),
            files: Arc::default(),
            limits,
        };
        let mut slot = self.sandbox.open(&program.view).unwrap_or_else(|error| panic!("{error}"));
        slot.run(&job, &self.interrupt).unwrap_or_else(|error| panic!("{error}"))
    }

    /// What a program writes, which must end well.
    #[track_caller]
    pub(crate) fn output(&self, program: &Program, input: &str) -> String {
        let run = self.run(program, input);
        let words = String::from_utf8_lossy(&run.errors);
        assert_eq!(run.ending, jury::sandbox::Ending::Exited(0), "{program:?}: {words}");
        String::from_utf8(run.output).unwrap()
    }
}

#[track_caller]
fn complaint(path: &Path, built: Result<Built, BuildError>) -> String {
    match built {
        Ok(Built::Program(_)) => panic!("{} builds", path.display()),
        Ok(Built::Failed { message, .. }) => message,
        Err(error) => panic!("{}: {error}", path.display()),
    }
}

#[track_caller]
pub(crate) fn built(path: &Path, built: Result<Built, BuildError>) -> Program {
    match built {
        Ok(Built::Program(program)) => program,
        Ok(Built::Failed { message, .. }) => panic!("{}: {message}", path.display()),
        Err(error) => panic!("{}: {error}", path.display()),
    }
}

/// Sources kept beside the tests.
pub(crate) fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/languages").join(name)
}
