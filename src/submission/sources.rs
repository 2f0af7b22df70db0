//! Reads the files of a submission and those that come along with it, whole, within bounds.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Submission;
use super::command::fill;
use super::constants::put_in;
use super::error::SubmissionError;
use super::folder::names;
use super::language::{Language, is_shells};
use super::leader::{Names, leader};
use super::outside::placed;
use super::setting::{Around, Setting};
use crate::digest::Digest;
use crate::problem::Conventions;
use crate::regular;
use crate::sandbox::BoxFile;

/// Most bytes of a submission.
const MOST_BYTES: u64 = 256 << 20;

/// The files of a submission.
#[derive(Debug)]
pub(super) struct Sources {
    /// The files, in byte order of their names.
    pub(super) files: Vec<Source>,
    /// Name of the file that leads.
    pub(super) main: String,
    /// The file or class to start, where the package says it.
    pub(super) entry_point: Option<String>,
    /// Whose conventions say what is started where the package does not.
    pub(super) conventions: Conventions,
    /// Words that the compiler is given behind the sources.
    pub(super) flags: Vec<String>,
    /// Whether the standard output of runs has no buffer.
    pub(super) is_unbuffered: bool,
    /// The first arguments of every run.
    pub(super) arguments: Vec<String>,
    /// The names of files that runs find in their working directory.
    pub(super) at_hand: Vec<String>,
    /// What its author should know, a line each.
    pub(super) remarks: Vec<String>,
}

/// One file.
#[derive(Debug)]
pub(super) struct Source {
    /// Its name during the build, below the folder of sources.
    pub(super) name: String,
    /// How the user knows it.
    pub(super) known_as: String,
    /// What it holds.
    pub(super) bytes: Vec<u8>,
    /// Whether it may be executed.
    pub(super) executable: bool,
    /// Whether the package put it over the submission's own files.
    pub(super) included: bool,
}

/// A file that is written into a folder: its path there, what it holds, and whether it may be executed.
pub(crate) type Written<'a> = (&'a Path, &'a [u8], bool);

impl Source {
    /// As it is written into a folder.
    pub(super) fn as_written(&self) -> Written<'_> {
        (Path::new(&self.name), &self.bytes, self.executable)
    }
}

impl Sources {
    /// What the files are called below the folder of sources, and how the user knows them.
    pub(super) fn names(&self) -> Vec<(String, String)> {
        self.files.iter().map(|file| (file.name.clone(), file.known_as.clone())).collect()
    }
}

impl Submission {
    /// A digest of its language and files, in hexadecimal digits: the same wherever it lies, and
    /// another one as soon as a byte of it changes, or of what its package adds to it.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn digest(&self) -> Result<String, SubmissionError> {
        let mut digest = Digest::default();
        digest.field("language", &self.language.name);
        let sources = Sources::read(self)?;
        sources.add_to(&mut digest);
        digest.list("entry point", sources.entry_point);
        digest.list("arguments", &sources.arguments);
        if !sources.flags.is_empty() {
            digest.list("flags", &sources.flags);
        }
        if sources.is_unbuffered {
            digest.field("buffer", "none");
        }
        Ok(digest.in_hexadecimal())
    }
}

impl Sources {
    /// Every file with its name and mode.
    pub(super) fn add_to(&self, digest: &mut Digest) {
        for source in &self.files {
            digest.field("file", &source.name);
            digest.field("executable", [u8::from(source.executable)]);
            digest.field("bytes", &source.bytes);
        }
    }

    /// Reads all files.
    pub(super) fn read(submission: &Submission) -> Result<Self, SubmissionError> {
        let Submission { path, real, language, setting, .. } = submission;
        let unreadable = |source| SubmissionError::Unreadable { path: path.clone(), source };
        let is_folder = fs::symlink_metadata(real).map_err(unreadable)?.is_dir();
        let own_name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let mut reading = Reading { setting, files: Vec::new(), size: 0 };
        if is_folder {
            reading.folder(if setting.unpacked.is_some() { real } else { path }, None)?;
        } else {
            reading.file(path, real, own_name.clone().unwrap_or_default(), None)?;
        }
        let mut own = std::mem::take(&mut reading.files);
        for (name, place) in &setting.beside {
            reading.file(place, place, name.clone(), None)?;
        }
        for folder in &setting.includes {
            let shown = setting.package.as_ref().and_then(|all| folder.strip_prefix(all).ok());
            reading.folder(folder, Some(shown.unwrap_or(folder)))?;
        }
        let added = std::mem::take(&mut reading.files);
        if let [single] = own.as_mut_slice()
            && !is_folder
        {
            single.name = match &setting.single {
                Some(name) => name.clone(),
                None => name_of_single(language, single, !added.is_empty()),
            };
        }
        let mut added = added;
        if let Some(Around { folder, files }) = &setting.around {
            let all = own.iter_mut().chain(added.iter_mut().filter(|file| !file.included));
            all.for_each(|file| file.name = placed(folder, &file.name));
            added.extend(reading.around(files)?);
        }
        let main = main(submission, &own, &added, own_name.as_deref().filter(|_| is_folder));
        let mut files = over(own, added);
        for (name, preface) in &setting.prefaces {
            put_before(if name.is_empty() { &main } else { name }, preface, &mut files);
        }
        let remarks = allow_scripts(language, &mut files);
        let (entry_point, arguments) = (setting.entry_point.clone(), setting.arguments.clone());
        let Setting { conventions, is_unbuffered, .. } = *setting;
        let (flags, at_hand) = (setting.flags.clone(), setting.at_hand.clone());
        Ok(Self {
            files,
            main,
            entry_point,
            conventions,
            flags,
            is_unbuffered,
            arguments,
            at_hand,
            remarks,
        })
    }

    /// The files that a run finds in its working directory: those of which the package says so; all, where packages of
    /// the family have others than sources among them (2025-09, "Working directory"). Where all are sources, none is
    /// looked for.
    pub(super) fn at_hand(&self, language: &Language) -> Arc<[BoxFile]> {
        let is_code = |file: &Source| {
            let is_header = [".h", ".hpp", ".hh"].iter().any(|ending| file.name.ends_with(ending));
            is_header || file.name == self.main || language.is_source(&file.name)
        };
        let is_plain = self.conventions != Conventions::Kattis || self.files.len() < 2;
        let are_all = !is_plain && !self.files.iter().all(is_code);
        let is_found = |file: &&Source| are_all || self.at_hand.contains(&file.name);
        let file =
            |file: &Source| BoxFile { path: PathBuf::from(&file.name), bytes: file.bytes.clone() };
        self.files.iter().filter(is_found).map(file).collect()
    }

    /// The files that are sources of the language: those that its compiler is given.
    pub(super) fn compiled(&self, language: &Language) -> Vec<&Source> {
        if let [single] = self.files.as_slice() {
            return vec![single];
        }
        let is_compiled = |file: &&Source| file.name == self.main || language.is_source(&file.name);
        self.files.iter().filter(is_compiled).collect()
    }
}

/// The file that leads. One that follows others by its text does not, unless the package names it.
fn main(submission: &Submission, own: &[Source], added: &[Source], folder: Option<&str>) -> String {
    let Submission { language, setting, .. } = submission;
    let names = |files: &[Source], is_meant: &dyn Fn(&Source) -> bool| {
        let names = files.iter().filter(|file| is_meant(file));
        names.map(|file| file.name.clone()).collect::<Vec<_>>()
    };
    let leading = match &language.follows {
        Some(sign) if setting.entry_point.is_none() => {
            names(own, &|file| language.is_source(&file.name) && !sign.is_in(&file.bytes))
        }
        _ => Vec::new(),
    };
    let own = if leading.is_empty() { names(own, &|file| !file.included) } else { leading };
    let included = names(added, &|file| file.included);
    let names = Names { own: &own, included: &included, folder };
    let leader = leader(language, setting, names);
    // A single file may have another name now than the one that the package knows.
    leader.or(own.first().map(String::as_str)).map(str::to_owned).unwrap_or_default()
}

/// The name of a single file during the build. Beside other files it keeps its own name, which they
/// may know, where no compiler can stumble over that.
fn name_of_single(language: &Language, file: &Source, beside_others: bool) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    let own = &file.known_as;
    let is_plain = own.chars().all(plain) && !own.starts_with(['.', '-']);
    let own = Some(own).filter(|own| beside_others && is_plain && language.is_source(own));
    match language.reader {
        None => own.unwrap_or(&language.single).clone(),
        Some(reader) => {
            let stem = own.and_then(|own| Path::new(own).file_stem()?.to_str());
            fill(&language.single, &reader.of_single(&file.bytes, stem))
        }
    }
}

/// Files with others put over them, in byte order of the names. A file goes where a folder of that name
/// is put, and a folder where a file is.
fn over(own: Vec<Source>, added: Vec<Source>) -> Vec<Source> {
    let named = |file: Source| (file.name.clone(), file);
    let mut files: BTreeMap<String, Source> = own.into_iter().map(named).collect();
    for file in added {
        files.retain(|other, _| !is_below(other, &file.name) && !is_below(&file.name, other));
        files.insert(file.name.clone(), file);
    }
    files.into_values().collect()
}

/// Puts a text before that of a file. Compilers quote lines of the file that a `#line` names: what the file was
/// before stands beside it, under a name that no compiler is given, and its author knows both as one.
fn put_before(name: &str, preface: &str, files: &mut Vec<Source>) {
    let Some(file) = files.iter_mut().find(|file| file.name == name) else {
        return;
    };
    let shown = Path::new(name).with_extension("txt").display().to_string();
    let with_preface = format!("{preface}#line 1 \"src/{shown}\"\n");
    let bytes = [with_preface.as_bytes(), &file.bytes].concat();
    let text = Source {
        name: shown,
        known_as: file.known_as.clone(),
        bytes: std::mem::replace(&mut file.bytes, bytes),
        executable: false,
        included: file.included,
    };
    files.push(text);
    files.sort_by(|one, other| one.name.cmp(&other.name));
}

fn is_below(name: &str, folder: &str) -> bool {
    name.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// The first line of a shell's script that has none (the family's table of languages calls them bash's).
const SHELL: &[u8; 12] = b"#!/bin/bash\n";

/// Makes scripts executable that were forgotten, or whose archive did not keep modes: their first line
/// says what runs them. The remarks on that.
fn allow_scripts(language: &Language, files: &mut [Source]) -> Vec<String> {
    let is_started = |file: &&mut Source| {
        let single = language.executables && file.name == language.single;
        single || (language.scripts && language.leaders.contains(&file.name))
    };
    let mut remarks = Vec::new();
    for file in files.iter_mut().filter(is_started) {
        if is_shells(Path::new(&file.known_as)) && !file.bytes.starts_with(b"#!") {
            file.bytes.splice(0..0, *SHELL);
            remarks.push(format!("`{}` has no `#!` line: it is run by bash", file.known_as));
        }
    }
    let forgotten = |file: &&mut Source| !file.executable && file.bytes.starts_with(b"#!");
    for file in files.iter_mut().filter(is_started).filter(forgotten) {
        file.executable = true;
        let name = &file.known_as;
        remarks.push(format!(
            "`{name}` is not executable: it is run by the program that its first line names"
        ));
    }
    remarks
}

/// Files being read.
struct Reading<'a> {
    setting: &'a Setting,
    files: Vec<Source>,
    /// Bytes so far.
    size: u64,
}

impl Reading<'_> {
    /// All files of a folder. Those of one that is included are known by its name there.
    fn folder(&mut self, folder: &Path, included: Option<&Path>) -> Result<(), SubmissionError> {
        let links = match included {
            Some(_) => self.setting.links_of_includes(),
            None => self.setting.links(),
        };
        for (name, place) in names(folder, links)? {
            let shown = included.unwrap_or(folder).join(&name);
            self.file(&shown, &place, name, included)?;
        }
        Ok(())
    }

    /// Files by their paths in the package.
    fn around(&mut self, files: &[(String, PathBuf)]) -> Result<Vec<Source>, SubmissionError> {
        for (name, place) in files {
            self.file(place, place, name.clone(), None)?;
        }
        Ok(std::mem::take(&mut self.files))
    }

    /// The file that messages call `path` and that lies at `place`.
    fn file(
        &mut self,
        path: &Path,
        place: &Path,
        name: String,
        included: Option<&Path>,
    ) -> Result<(), SubmissionError> {
        let unreadable = |source| SubmissionError::Unreadable { path: path.into(), source };
        let file = regular::open(place).map_err(unreadable)?;
        let state = file.metadata().map_err(unreadable)?;
        check_size(path, self.size.saturating_add(state.len()))?;
        let mut bytes = Vec::new();
        // It may have grown.
        file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        check_size(path, self.size.saturating_add(bytes.len() as u64))?;
        let most = usize::try_from(MOST_BYTES).unwrap_or(usize::MAX);
        let bytes = put_in(bytes, &self.setting.constants, most).ok_or_else(|| {
            let limit =
                format!("at most {MOST_BYTES} bytes are allowed after constants are substituted");
            SubmissionError::TooLarge { path: path.into(), limit }
        })?;
        self.size += bytes.len() as u64;
        check_size(path, self.size)?;
        self.files.push(Source {
            known_as: included
                .map_or_else(|| name.clone(), |shown| shown.join(&name).display().to_string()),
            name,
            bytes,
            executable: state.permissions().mode() & 0o111 != 0,
            included: included.is_some(),
        });
        Ok(())
    }
}

/// The submission must not be larger than this.
pub(super) fn check_size(path: &Path, bytes: u64) -> Result<(), SubmissionError> {
    if bytes <= MOST_BYTES {
        return Ok(());
    }
    let limit = format!("{bytes} bytes, at most {MOST_BYTES} are allowed");
    Err(SubmissionError::TooLarge { path: path.into(), limit })
}

#[cfg(test)]
mod tests {
    use super::super::Languages;
    use super::*;

    /// The file that leads in a folder of Pascal.
    #[track_caller]
    fn case(files: &[(&str, &str)], entry_point: Option<&str>, expected: &str) {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let entry_point = entry_point.map(str::to_owned);
        let conventions = Conventions::Kattis;
        let submission = Submission {
            path: folder.path().to_owned(),
            real: folder.path().to_owned(),
            language: Languages::shipped().unwrap().named("pascal").unwrap(),
            choice: None,
            setting: Setting { conventions, entry_point, ..Setting::default() },
        };
        assert_eq!(Sources::read(&submission).unwrap().main, expected, "{files:?}");
    }

    #[test]
    fn units_do_not_lead_where_there_is_a_program() {
        let unit = ("a.pp", "{ says }\n  UNIT a;\ninterface\nimplementation\nend.\n");
        let program = ("b.pas", "(* of one\nunit *)\nprogram b; uses a; begin end.\n");
        case(&[unit, program], None, "b.pas");
        case(&[unit, ("b.pas", "uses a; begin end."), ("c.txt", "")], None, "b.pas");
        case(&[unit, program], Some("a.pp"), "a.pp");
        case(&[unit], None, "a.pp");
    }
}
