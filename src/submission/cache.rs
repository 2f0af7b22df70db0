//! Keeps what builds made, so that the same sources are not built twice by the same compiler. An
//! entry is complete or not there at all, whoever else builds at the same time; one that was
//! damaged is found out and built anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::Submission;
use super::collect::{create, make_folder};
use super::error::CacheError;
use super::failure::BuildError;
use super::language::{Language, Needs};
use super::precompiled::{Header, Headers};
use super::toolchain::{ToolchainError, locate};
use super::toolchain_files::ToolchainFiles;
use super::trust::{distrusted, expect_trusted};
use crate::machine::{self, HeldFolder};
use crate::sandbox::host::Host;
use crate::sandbox::judged::under_judgement;
use crate::sandbox::{BOXES, sweep};

mod notes;

/// Below the cache's folder: what is kept.
const BUILDS: &str = "builds";

/// Below the cache's folder: small facts about packages on this machine.
const NOTES: &str = "notes";

/// Below the cache's folder: what came of runs.
const RECALL: &str = "recall";

/// Below the cache's folder: cases and answers that packages lack.
const CASES: &str = "cases";

/// Below the cache's folder: what is being made.
const WORK: &str = "work";

/// In an entry: what a run sees as `/program`.
const PROGRAM: &str = "program";

/// In an entry: what must be there, and what the compiler said.
const MANIFEST: &str = "manifest.json";

/// In the working folder: how the names of drafts begin. They are held, so that those of killed
/// judges are told from those of living ones.
const DRAFT: &str = "draft-";

/// The build cache, and what was found out about the toolchains of this machine.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    kits: Mutex<Kits>,
    headers: Headers,
}

/// The toolchains found so far, and the folders that they were not to lie in.
#[derive(Debug, Default)]
struct Kits {
    found: Vec<(Needs, Arc<ToolchainFiles>)>,
    judged: BTreeSet<PathBuf>,
}

/// Free space in bytes below which a failed build says nothing of its source.
const LEAST_ROOM: u64 = 4 << 20;

/// Free space in bytes above which no build can have run out of it.
const AMPLE_ROOM: u64 = 2 << 30;

/// What compilers say when they ran out of room. They clean up then, so it may be there again.
const FULL: [&str; 4] = ["no space left on device", "quota exceeded", "bus error", "signal 7"];

/// What an entry holds, as written beside it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    /// What the compiler said.
    messages: String,
    /// Every file below `program` by name, with the digest of its bytes.
    files: BTreeMap<String, String>,
}

/// A finished build in the cache.
#[derive(Debug)]
pub(super) struct Entry {
    /// The folder that runs see as `/program`.
    pub(super) program: PathBuf,
    /// What the compiler said.
    pub(super) messages: String,
}

/// A place to build in, deleted at the end; by the next judge if this one is killed.
#[derive(Debug)]
pub(super) struct Draft {
    folder: HeldFolder,
}

impl Drop for Draft {
    fn drop(&mut self) {
        remove(self.path());
    }
}

impl Cache {
    /// Opens the cache in this folder, making it (for this user alone) if it is not there.
    pub fn open(folder: &Path) -> Result<Self, BuildError> {
        for below in [BUILDS, NOTES, RECALL, CASES, WORK] {
            let path = folder.join(below);
            let made = fs::DirBuilder::new().recursive(true).mode(0o700).create(&path);
            made.map_err(|source| CacheError { path, source })?;
        }
        let folder = fs::canonicalize(folder)
            .map_err(|source| CacheError { path: folder.into(), source })?;
        expect_trusted(
            &folder,
            &[BUILDS, NOTES, RECALL, CASES, WORK]
                .map(|below| folder.join(below))
                .into_iter()
                .chain([folder.clone()])
                .collect::<Vec<_>>(),
        )?;
        let cache = Self { folder, kits: Mutex::default(), headers: Headers::default() };
        cache.sweep();
        Ok(cache)
    }

    /// Where what came of runs is kept.
    pub fn recall_folder(&self) -> PathBuf {
        self.folder.join(RECALL)
    }

    /// Where cases and answers are kept that packages lack.
    pub fn cases_folder(&self) -> PathBuf {
        self.folder.join(CASES)
    }

    /// The toolchain of a language, found at the first time of asking, for building what lies at
    /// `path`. None that lies in the same repository is taken.
    pub(super) fn kit(
        &self,
        language: &Language,
        path: &Path,
    ) -> Result<Arc<ToolchainFiles>, ToolchainError> {
        let kits = || self.kits.lock().unwrap_or_else(PoisonError::into_inner);
        let judged: Vec<PathBuf> = {
            let mut kits = kits();
            kits.judged.extend(under_judgement(path));
            // One that was found before may lie in what has come under judgement since.
            let known = kits.found.iter().find(|(needs, _)| *needs == language.needs);
            let ours = |kit: &ToolchainFiles| !kits.judged.iter().any(|at| kit.lies_in(at));
            if let Some((_, kit)) = known.filter(|(_, kit)| ours(kit)) {
                return Ok(Arc::clone(kit));
            }
            kits.judged.iter().cloned().collect()
        };
        // Unlocked: other languages need not wait.
        let kit = Arc::new(locate(language, &Host::new(judged))?);
        let found = &mut kits().found;
        found.retain(|(needs, _)| *needs != language.needs);
        found.push((language.needs.clone(), Arc::clone(&kit)));
        Ok(kit)
    }

    /// The version of a language's tools, as [`toolchains`](super::toolchains) tells it.
    ///
    /// # Errors
    /// When they are not found.
    pub fn version(&self, language: &Language) -> Result<String, BuildError> {
        Ok(self.kit(language, Path::new("/"))?.version.clone())
    }

    /// Whether the submission's language is to be had here.
    ///
    /// # Errors
    /// What is missing.
    pub fn expect_toolchain(&self, submission: &Submission) -> Result<(), ToolchainError> {
        self.kit(&submission.language, &submission.path).map(|_| ())
    }

    /// The entry of this key, if there is a whole one. A damaged one is removed.
    pub(super) fn get(&self, key: &str) -> Result<Option<Entry>, CacheError> {
        let path = self.entry(key);
        match read(&path) {
            Ok(entry) => Ok(Some(entry)),
            Err(error) if error.kind() == io::ErrorKind::NotFound && !path.exists() => Ok(None),
            Err(source) if machine::is_at_fault(&source) => Err(CacheError { path, source }),
            Err(_) => {
                // Moved away first, so that nobody meets half of it.
                let draft = self.draft()?;
                match fs::rename(&path, draft.path().join("damaged")) {
                    Err(source) if source.kind() != io::ErrorKind::NotFound => {
                        Err(CacheError { path, source })
                    }
                    _ => Ok(None),
                }
            }
        }
    }

    /// What is known of the compiled header of this key.
    pub(super) fn header(&self, key: &str) -> Arc<Mutex<Header>> {
        self.headers.of(key)
    }

    /// Whether the file systems had room for a build on the host that failed with these words; a
    /// compiler that had none failed for that. Such builds lie in the cache or, where they are another
    /// user's, in a box.
    pub(super) fn room(&self, words: &str) -> Result<(), CacheError> {
        [&self.folder, Path::new(BOXES)].into_iter().try_for_each(|folder| room(folder, words))
    }

    /// A new place to build in.
    pub(super) fn draft(&self) -> Result<Draft, CacheError> {
        let path = self.folder.join(WORK);
        let folder = HeldFolder::make(&path, DRAFT);
        Ok(Draft { folder: folder.map_err(|source| CacheError { path, source })? })
    }

    /// Keeps what stands in the draft's [`Draft::program`] under this key.
    pub(super) fn keep(
        &self,
        key: &str,
        draft: &Draft,
        messages: String,
    ) -> Result<Entry, CacheError> {
        let path = self.entry(key);
        let failed = |source| CacheError { path: path.clone(), source };
        let files = digests(&draft.program()).map_err(failed)?;
        let manifest = Manifest { messages, files };
        let text = serde_json::to_vec(&manifest).map_err(|error| failed(error.into()))?;
        let entry = draft.path().join("entry");
        let written = create(&entry.join(MANIFEST), false);
        written.and_then(|mut file| file.write_all(&text)).map_err(failed)?;
        // A rename fails where an entry stands: then somebody else was faster. Theirs is as good,
        // or, if damaged, is gone now, and ours may take its place.
        for _ in 0..10 {
            match fs::rename(&entry, &path) {
                Ok(()) => {
                    let program = path.join(PROGRAM);
                    return Ok(Entry { program, messages: manifest.messages });
                }
                Err(error) => match self.get(key)? {
                    Some(theirs) => return Ok(theirs),
                    None if entry.exists() => drop(error),
                    None => return Err(failed(error)),
                },
            }
        }
        Err(failed(io::Error::from(io::ErrorKind::ResourceBusy)))
    }

    fn entry(&self, key: &str) -> PathBuf {
        self.folder.join(BUILDS).join(key)
    }

    /// Removes what killed judges left behind. Failure does no harm.
    fn sweep(&self) {
        machine::sweep(&self.folder.join(WORK), DRAFT, machine::is_own, remove);
    }
}

impl Draft {
    /// The whole place, for this user alone.
    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Where the program is to be put, once made by [`Draft::make_program`].
    pub(super) fn program(&self) -> PathBuf {
        self.path().join("entry").join(PROGRAM)
    }

    /// Makes the empty folder for the program.
    pub(super) fn make_program(&self) -> io::Result<PathBuf> {
        make_folder(&self.path().join("entry"))?;
        make_folder(&self.program())?;
        Ok(self.program())
    }
}

/// Removes a draft, in which a compiler fed by a contestant was at work.
fn remove(draft: &Path) {
    let _ = sweep::empty(draft);
    let _ = fs::remove_dir(draft);
}

/// The same for the file system of one folder.
fn room(folder: &Path, words: &str) -> Result<(), CacheError> {
    let failed = |source| CacheError { path: folder.to_owned(), source };
    let system = rustix::fs::statvfs(folder).map_err(|errno| failed(errno.into()))?;
    let bytes = system.f_bavail.saturating_mul(system.f_frsize);
    // Some file systems count no names, and say 0 of 0.
    let names = if system.f_files == 0 { u64::MAX } else { system.f_favail };
    let words = words.to_lowercase();
    let told = bytes < AMPLE_ROOM && FULL.iter().any(|full| words.contains(full));
    if bytes < LEAST_ROOM || names == 0 || told {
        return Err(failed(rustix::io::Errno::NOSPC.into()));
    }
    Ok(())
}

/// Reads an entry; an error where it is not exactly what its manifest says, or where others may have
/// written it while the cache was open to them.
fn read(path: &Path) -> io::Result<Entry> {
    for entry in walkdir::WalkDir::new(path).follow_links(false) {
        if distrusted(&entry?.metadata()?).is_some() {
            return Err(io::Error::from(io::ErrorKind::InvalidData));
        }
    }
    let manifest = fs::read(path.join(MANIFEST))?;
    let manifest: Manifest = serde_json::from_slice(&manifest)?;
    let program = path.join(PROGRAM);
    if digests(&program)? != manifest.files {
        return Err(io::Error::from(io::ErrorKind::InvalidData));
    }
    Ok(Entry { program, messages: manifest.messages })
}

/// Every file below a folder by name, with the digest of its bytes.
fn digests(folder: &Path) -> io::Result<BTreeMap<String, String>> {
    let mut digests = BTreeMap::new();
    for entry in walkdir::WalkDir::new(folder).follow_links(false) {
        let entry = entry?;
        if entry.file_type().is_dir() {
            continue;
        }
        let name = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        let mut hasher = blake3::Hasher::new();
        io::copy(&mut File::open(entry.path())?, &mut hasher)?;
        digests.insert(name.display().to_string(), hasher.finalize().to_hex().to_string());
    }
    Ok(digests)
}

#[cfg(test)]
mod tests;
