//! Writes cases into a problem folder: input and answer, both or neither, whatever ends the
//! process.
//!
//! Two files cannot take their places in one step. So both are first written whole under hidden
//! names beside their places, the input as `.007.in.jury` and then the answer as `.007.ans.jury`;
//! then the input is renamed to `007.in`, which decides, and then the answer to `007.ans`. Whoever
//! was killed in between has left one of two things behind:
//!
//! - the hidden input: nothing was decided, and both hidden files go;
//! - the hidden answer alone: it is whole and its input is in its place, so it takes its own.
//!
//! The next [`Store`] clears this up. Loading, which may come in between and writes nothing, leaves
//! out an input whose answer is still hidden. One process at a time holds the [`Store`] of a
//! folder: a lock on the problem folder itself, which ends with its holder.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::fs::FlockOperation;
use tempfile::NamedTempFile;
use walkdir::WalkDir;

use super::layout::{Layout, with_ending};
use crate::machine;
use crate::regular::{self, LARGEST_CASE_FILE};

/// Ending of the hidden files.
const HIDDEN: &str = ".jury";

/// Beginning of the hidden name of a file that stands for itself.
const ALONE: &str = ".jury-";

/// How often a lock that somebody else holds is tried.
const STEP: Duration = Duration::from_millis(20);

/// How long a lock that somebody else holds is waited for: another judge has it while it answers and
/// writes a case. Whoever may read the folder can hold it, for ever if he likes.
const PATIENCE: Duration = Duration::from_mins(2);

/// Why a case was not written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is a file of this name already.
    #[error("the file {} already exists", .0.display())]
    Taken(PathBuf),
    /// A link would lead the case out of the problem folder.
    #[error(
        "cannot write cases into {}: it is a link that points outside the problem folder",
        .0.display()
    )]
    Outside(PathBuf),
    /// It is larger than any case may be.
    #[error("cannot write {}: {source}", path.display())]
    TooLarge {
        /// Where it was to go.
        path: PathBuf,
        /// Both figures.
        source: io::Error,
    },
    /// The caller did not want to wait any longer for another process.
    #[error("stopped waiting for another process that writes cases")]
    Stopped,
    /// Another process has the folder, and keeps it.
    #[error(
        "cannot write cases into {}: {holder} has held the lock on that folder for {} s; wait \
         until it ends, or stop it, and try again",
        folder.display(),
        PATIENCE.as_secs()
    )]
    Held {
        /// The problem folder.
        folder: PathBuf,
        /// Who, as far as the system tells.
        holder: String,
    },
    /// A file or folder cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// The right to write cases into one problem folder, held until dropped.
#[derive(Debug)]
pub struct Store {
    problem: PathBuf,
    layout: Layout,
    /// Locked; the lock goes with the descriptor.
    _lock: File,
}

impl Store {
    /// Takes the problem folder, waiting while another process has it, and clears up what a killed
    /// one left behind. `stop` is asked now and then whether to give up.
    ///
    /// # Errors
    /// [`StoreError::Stopped`], [`StoreError::Held`], or what fails on the machine's side.
    pub fn open(
        folder: &Path,
        layout: Layout,
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, StoreError> {
        Self::open_within(PATIENCE, folder, layout, stop)
    }

    fn open_within(
        patience: Duration,
        folder: &Path,
        layout: Layout,
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, StoreError> {
        let lock = File::open(folder).map_err(failed(folder))?;
        let started = Instant::now();
        while let Err(errno) = rustix::fs::flock(&lock, FlockOperation::NonBlockingLockExclusive) {
            if !matches!(errno, rustix::io::Errno::WOULDBLOCK | rustix::io::Errno::INTR) {
                return Err(failed(folder)(errno.into()));
            }
            if stop() {
                return Err(StoreError::Stopped);
            }
            if started.elapsed() >= patience {
                let holder =
                    machine::lock_holder(&lock).unwrap_or_else(|| "another process".into());
                return Err(StoreError::Held { folder: folder.to_owned(), holder });
            }
            std::thread::sleep(STEP);
        }
        let store = Self { problem: folder.to_owned(), layout, _lock: lock };
        store.clear()?;
        Ok(store)
    }

    /// Adds a case that is not there yet; `name` is a path below the folder of cases, without ending.
    ///
    /// # Errors
    /// [`StoreError::Taken`], or what fails on the machine's side; then nothing was added.
    pub fn add(
        &self,
        name: &str,
        input: &[u8],
        answer: Option<&[u8]>,
    ) -> Result<Vec<PathBuf>, StoreError> {
        let places = self.places(name);
        if let Some(taken) = [&places.input, &places.answer].into_iter().find(|p| p.exists()) {
            return Err(StoreError::Taken(taken.clone()));
        }
        let mut made = self.make_folder(&places.folder)?;
        made.extend(self.make_folder(machine::folder_of(&places.answer))?);
        let put = places.put(input, answer);
        if put.is_err() {
            // Only what was made just now, and only where it is empty.
            for folder in made.iter().rev() {
                let _ = fs::remove_dir(folder);
            }
        }
        put
    }

    /// Puts a case in its place, whatever was there.
    ///
    /// # Errors
    /// What fails on the machine's side.
    pub fn replace(
        &self,
        name: &str,
        input: &[u8],
        answer: Option<&[u8]>,
    ) -> Result<Vec<PathBuf>, StoreError> {
        let places = self.places(name);
        self.make_folder(&places.folder)?;
        self.make_folder(machine::folder_of(&places.answer))?;
        places.put(input, answer)
    }

    /// Puts an answer beside an input that is there.
    ///
    /// # Errors
    /// What fails on the machine's side.
    pub fn replace_answer(&self, name: &str, answer: &[u8]) -> Result<PathBuf, StoreError> {
        let places = self.places(name);
        self.make_folder(machine::folder_of(&places.answer))?;
        let hidden = written(tempfile::Builder::new().prefix(ALONE), &places.answer, answer)?;
        renamed(hidden, &places.answer)?;
        Ok(places.answer)
    }

    /// Puts a file in its place below the folder of cases, whatever was there.
    ///
    /// # Errors
    /// What fails on the machine's side.
    pub fn put(&self, path: &str, bytes: &[u8]) -> Result<PathBuf, StoreError> {
        let place = self.layout.data_in(&self.problem).join(path);
        self.make_folder(machine::folder_of(&place))?;
        let hidden = written(tempfile::Builder::new().prefix(ALONE), &place, bytes)?;
        renamed(hidden, &place)?;
        Ok(place)
    }

    /// Links a file of a case to that of another one, where nothing stands yet; returns what was made.
    ///
    /// # Errors
    /// What fails on the machine's side.
    pub fn link(
        &self,
        name: &str,
        target: &str,
        ending: &str,
    ) -> Result<Option<PathBuf>, StoreError> {
        let place = self.layout.data_in(&self.problem).join(format!("{name}.{ending}"));
        if fs::symlink_metadata(&place).is_ok() {
            return Ok(None);
        }
        self.make_folder(machine::folder_of(&place))?;
        let up = "../".repeat(name.split('/').count() - 1);
        symlink(format!("{up}{target}.{ending}"), &place).map_err(failed(&place))?;
        Ok(Some(place))
    }

    fn places(&self, name: &str) -> Places {
        let Self { problem, layout, .. } = self;
        let input = layout.input_in(problem, name);
        let own = Path::new(name).file_name().unwrap_or_default();
        Places {
            folder: input.parent().unwrap_or(problem).to_owned(),
            own: own.to_string_lossy().into_owned(),
            answer: layout.answer_in(problem, name),
            input,
            layout: *layout,
        }
    }

    /// Makes the folder and those above it; returns what was not there, outermost first.
    fn make_folder(&self, folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
        self.expect_inside(folder)?;
        let data = self.layout.data_in(&self.problem);
        let above = folder.ancestors().take_while(|above| above.starts_with(&data));
        let mut missing: Vec<PathBuf> =
            above.filter(|above| !above.exists()).map(Path::to_owned).collect();
        missing.reverse();
        fs::create_dir_all(folder).map_err(failed(folder))?;
        Ok(missing)
    }

    /// A case does not leave the problem by a link to a folder.
    fn expect_inside(&self, folder: &Path) -> Result<(), StoreError> {
        let there = folder.ancestors().find(|above| above.exists()).unwrap_or(folder);
        let real = |path: &Path| fs::canonicalize(path).map_err(failed(path));
        if real(there)?.starts_with(real(&self.problem)?) {
            return Ok(());
        }
        Err(StoreError::Outside(there.to_owned()))
    }

    /// Clears up after killed processes, as the opening words of this file say.
    fn clear(&self) -> Result<(), StoreError> {
        // What a link within the problem leads to has its own place there; others are not ours.
        let (input, answer) = (self.layout.input, self.layout.answer());
        let data = self.layout.data_in(&self.problem);
        let answers = self.layout.answers_in(&self.problem);
        let folders =
            std::iter::once(&data).chain(Some(&answers).filter(|folder| **folder != data));
        for entry in folders.flat_map(|folder| WalkDir::new(folder).into_iter().flatten()) {
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy());
            let remove = |path: &Path| match fs::remove_file(path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed(path)(error)),
                _ => Ok(()),
            };
            if name.starts_with(ALONE) && entry.file_type().is_file() {
                remove(path)?;
            } else if let Some(own) = hidden_name(&name, input) {
                // The answer first: left alone it would count as decided.
                remove(&moved(path, &data, &answers).with_file_name(hidden(own, answer)))?;
                remove(path)?;
            } else if let Some(own) = hidden_name(&name, answer)
                && !moved(path, &answers, &data).with_file_name(hidden(own, input)).exists()
                && path.exists()
            {
                let place = path.with_file_name(with_ending(own, answer));
                if moved(path, &answers, &data).with_file_name(with_ending(own, input)).exists() {
                    fs::rename(path, &place).map_err(failed(&place))?;
                } else {
                    remove(path)?;
                }
            }
        }
        Ok(())
    }
}

/// The path of the same name below another folder.
fn moved(path: &Path, from: &Path, to: &Path) -> PathBuf {
    path.strip_prefix(from).map_or_else(|_| path.to_owned(), |below| to.join(below))
}

/// Whether an input without an answer beside it belongs to a case that is just being added.
pub fn is_being_added(input: &Path, layout: &Layout) -> bool {
    let answer = layout.answer();
    let own = input.file_stem().unwrap_or_default().to_string_lossy();
    // In this order: the answer is never at neither place. What is no file there is no answer, and
    // its case must not be passed over without a word.
    input.with_file_name(hidden(&own, answer)).is_file()
        || input.with_file_name(format!("{own}.{answer}")).is_file()
}

/// Where the files of a case go.
#[derive(Debug)]
struct Places {
    folder: PathBuf,
    /// The case's own name, without its group.
    own: String,
    input: PathBuf,
    answer: PathBuf,
    layout: Layout,
}

impl Places {
    fn put(&self, input: &[u8], answer: Option<&[u8]>) -> Result<Vec<PathBuf>, StoreError> {
        let hidden_input = self.hidden(self.layout.input, &self.input, input)?;
        let hidden_answer = answer
            .map(|answer| self.hidden(self.layout.answer(), &self.answer, answer))
            .transpose()?;
        let is_new = !self.input.exists();
        if let Err(error) = hidden_input.persist(&self.input) {
            // Before the hidden input, which goes with the error.
            drop(hidden_answer);
            return Err(failed(&self.input)(error.error));
        }
        let mut written = vec![self.input.clone()];
        if let Some(hidden) = hidden_answer {
            if let Err(error) = renamed(hidden, &self.answer) {
                if is_new {
                    let _ = fs::remove_file(&self.input);
                }
                return Err(error);
            }
            written.push(self.answer.clone());
        }
        machine::sync_folder(&self.folder).map_err(failed(&self.folder))?;
        Ok(written)
    }

    fn hidden(
        &self,
        ending: &str,
        place: &Path,
        bytes: &[u8],
    ) -> Result<NamedTempFile, StoreError> {
        let name = hidden(&self.own, ending);
        written(tempfile::Builder::new().prefix(&name).rand_bytes(0), place, bytes)
    }
}

/// `.007.in.jury`.
fn hidden(own: &str, ending: &str) -> String {
    format!(".{own}.{}{HIDDEN}", own_ending(ending))
}

/// The case's own name in such a name.
fn hidden_name<'a>(name: &'a str, ending: &str) -> Option<&'a str> {
    name.strip_prefix('.')?
        .strip_suffix(HIDDEN)?
        .strip_suffix(own_ending(ending))?
        .strip_suffix('.')
}

/// An ending as it stands in hidden names: paths of files by numbers have folders in them.
fn own_ending(ending: &str) -> &str {
    ending.rsplit_once('/').map_or(ending, |(_, own)| own)
}

/// A file of this name beside a place, to be renamed to it; else it goes away again.
fn written(
    name: &tempfile::Builder<'_, '_>,
    place: &Path,
    bytes: &[u8],
) -> Result<NamedTempFile, StoreError> {
    regular::expect_at_most(bytes.len() as u64, LARGEST_CASE_FILE)
        .map_err(|source| StoreError::TooLarge { path: place.to_owned(), source })?;
    let mut file =
        machine::make_in(name, machine::folder_of(place), 0o666).map_err(failed(place))?;
    let written = file.as_file_mut().write_all(bytes);
    written.and_then(|()| file.as_file().sync_all()).map_err(failed(place))?;
    Ok(file)
}

fn renamed(hidden: NamedTempFile, place: &Path) -> Result<(), StoreError> {
    hidden.persist(place).map_err(|error| failed(place)(error.error))?;
    Ok(())
}

fn failed(path: &Path) -> impl Fn(io::Error) -> StoreError {
    let path = path.to_owned();
    move |source| StoreError::Io { path: path.clone(), source }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_that_somebody_keeps_is_not_waited_for_for_ever() {
        let folder = tempfile::tempdir().unwrap();
        let kept = File::open(folder.path()).unwrap();
        rustix::fs::flock(&kept, FlockOperation::LockShared).unwrap();
        let error =
            Store::open_within(Duration::ZERO, folder.path(), Layout::OWN, &|| false).unwrap_err();
        let words = error.to_string();
        let own = format!("process {} has held the lock", std::process::id());
        assert!(matches!(error, StoreError::Held { .. }), "{words}");
        assert!(words.contains(&own) || words.contains("another process has held"), "{words}");
        drop(kept);
        Store::open_within(PATIENCE, folder.path(), Layout::OWN, &|| false).unwrap();
    }
}
