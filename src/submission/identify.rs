//! Makes a submission of a path: what lies there, in which language, and what its problem adds.
//! Compiles nothing.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Submission;
use super::error::{LanguagesError, SubmissionError};
use super::folder::{Links, beside};
use super::headers::{Headers, headers, modules};
use super::language::{IdentifiedLanguage, Language};
use super::leader::{self, leader};
use super::outside::{in_package, outside};
use super::setting::{Around, Package, Setting, includes};
use super::shared;
use super::table::Languages;
use super::tell::{self, is_scripts};
use crate::machine::folder_of;
use crate::nearest::list;
use crate::problem::{
    Additions, Conventions, KeptSubmission, OutputBuffer, ProgramBuild, archive, is_open_to_links,
    surroundings,
};

/// The folder of generators in packages of the Kattis family.
const GENERATORS: &str = "generators";

impl Languages {
    /// What the file or folder is.
    ///
    /// A file's language is told by `language`, else by its ending, else by the first line of a script
    /// (`#!/usr/bin/env python3`); any other file that is a program or script and may be executed is an
    /// `executable`. A folder holds sources of one language. Where several languages claim an ending,
    /// the first line decides among them, else their order.
    ///
    /// A link may lead to what lies below its own folder and is not hidden, as in a folder of sources:
    /// messages of compilers show what a source holds, and whoever made the link must not choose among
    /// the user's files.
    ///
    /// # Errors
    /// The user's mistakes.
    pub fn identify(
        &self,
        path: &Path,
        language: Option<&str>,
    ) -> Result<Submission, SubmissionError> {
        self.identify_in(path, language, Setting::default())
    }

    /// The same for a program of a problem, such as its checker, in a language that may be the
    /// problem's own. In packages of the Kattis family it may be a folder with scripts `build` and
    /// `run` (2025-09, "Programs").
    ///
    /// # Errors
    /// The setter's mistakes.
    pub fn identify_part<'a>(
        &self,
        package: impl Into<Package<'a>>,
        path: &Path,
    ) -> Result<Submission, SubmissionError> {
        let package = package.into();
        let constants = package.additions.constants.clone();
        let setting = Setting { constants, ..Setting::default() };
        match package.additions.conventions {
            Conventions::Own => self.own_part(package, path, setting),
            Conventions::Kattis => self.kattis_part(package.folder, path, setting),
        }
    }

    /// The same for what is given for a problem, with its languages and what it adds. What the problem
    /// says of a submission kept with it counts; the links of such a one may lead to all of its folder.
    ///
    /// # Errors
    /// The user's and the setter's mistakes.
    pub fn identify_kept<'a>(
        &self,
        package: impl Into<Package<'a>>,
        path: &Path,
        language: Option<&str>,
    ) -> Result<Submission, SubmissionError> {
        let package = package.into();
        let Package { folder, additions, .. } = package;
        let languages = self.of_package(package)?;
        let kept = kept(package, path);
        let mut setting = Setting {
            conventions: additions.conventions,
            constants: additions.constants.clone(),
            entry_point: kept.and_then(|kept| kept.entry_point.clone()),
            files: additions.files.clone(),
            reads_only: additions.reads_only,
            ..Setting::default()
        };
        let wanted = match (language, kept.and_then(|kept| kept.language.as_deref())) {
            (Some(name), _) => Some(languages.named(name)?),
            (None, Some(name)) => Some(languages.of_code(name)?),
            (None, None) => None,
        };
        let is_named = wanted.is_some();
        let [own, all] = [folder_of(path), folder].map(|folder| fs::canonicalize(folder).ok());
        let (path, real) = match (own, &all) {
            (Some(own), Some(all)) if own.starts_with(all) => (path.to_owned(), real(path, all)?),
            _ => plain(path)?,
        };
        setting.package = all;
        let by_name = language.is_some();
        if additions.takes_answers && !by_name && archive::is_archive(&path) && real.is_file() {
            return languages.answers_in_archive(path, setting);
        }
        let mut told = match tell::tell(&languages, (&path, &real), wanted, &setting) {
            Err(error) if additions.takes_answers && !by_name && error.is_no_program() => {
                setting.constants.clear();
                languages.of_answers().ok_or(error)?
            }
            told => told?,
        };
        if additions.conventions == Conventions::Kattis && !by_name {
            if !is_named {
                told = languages.of_listed(told, additions.languages.as_deref(), &real);
            }
            told.language = languages.in_place_of(told.language, &path);
        }
        if let Some(all) = setting.package.as_ref().filter(|_| !told.language.answers) {
            setting.includes = includes(additions, all, &told.language)?;
        }
        if let Some(code) = additions.shared.as_ref().filter(|_| real.is_file()) {
            shared::add(code, (&path, &told.language), &mut setting)?;
        }
        if setting.single.is_none() && additions.conventions == Conventions::Own {
            self.along(package, kept, (&real, &told.language), &mut setting);
        }
        let submission = finish(path, real, told, setting)?;
        Ok(match additions.buffer {
            OutputBuffer::Usual => submission,
            OutputBuffer::None => submission.unbuffered(),
        })
    }

    /// Answers that come in an archive, which is unpacked: a folder in it that is all of it may be around
    /// them, or be one of those that cases have.
    fn answers_in_archive(
        &self,
        path: PathBuf,
        setting: Setting,
    ) -> Result<Submission, SubmissionError> {
        let unpacked = archive::unpack(&path)?;
        let name = unpacked.folder().file_name().and_then(|name| name.to_str());
        let is_group = matches!(name, Some("sample" | "secret"));
        let real = if is_group { unpacked.top() } else { unpacked.folder() }.to_owned();
        let none = || {
            let message = "there is no language of answers".to_owned();
            SubmissionError::UnknownLanguage { message }
        };
        let IdentifiedLanguage { language, why: choice } = self.of_answers().ok_or_else(none)?;
        let unpacked = Some(Arc::new(unpacked));
        let setting = Setting { unpacked, constants: Vec::new(), ..setting };
        Ok(Submission { path, real, language, choice, setting })
    }

    /// Adds what a submission is compiled together with, and what it includes where it may.
    fn along(
        &self,
        Package { folder, additions, .. }: Package<'_>,
        kept: Option<&KeptSubmission>,
        (real, language): (&Path, &Language),
        setting: &mut Setting,
    ) {
        if !real.is_file() || language.executables || language.answers {
            return;
        }
        let named = |file: &PathBuf| Some((file.file_name()?.to_str()?.to_owned(), file.clone()));
        let along = additions.along.iter().chain(kept.iter().flat_map(|kept| &kept.along));
        let is_meant =
            |(name, _): &(String, PathBuf)| language.is_source(name) || !self.is_source(name);
        setting.beside.extend(along.filter_map(named).filter(is_meant));
        let is_compiled = language.leaders.is_empty() && !language.build.is_empty();
        if kept.is_some() && additions.solutions_include && is_compiled {
            let mut own = setting.beside.clone();
            own.extend(named(&real.to_owned()));
            add_headers((folder, additions), (real, language), &own, setting);
        }
    }

    /// The languages of a package: ours may bring some, formats of others know no such thing.
    fn of_package(&self, package: Package<'_>) -> Result<Cow<'_, Self>, LanguagesError> {
        match package.additions.conventions {
            Conventions::Own => self.of_problem(package.folder),
            Conventions::Kattis => Ok(Cow::Borrowed(self)),
        }
    }

    fn identify_in(
        &self,
        path: &Path,
        language: Option<&str>,
        setting: Setting,
    ) -> Result<Submission, SubmissionError> {
        let (path, real) = plain(path)?;
        let wanted = language.map(|name| self.named(name)).transpose()?;
        let told = tell::tell(self, (&path, &real), wanted, &setting)?;
        finish(path, real, told, setting)
    }

    /// A program of a problem of ours, with the headers that it shares with others.
    fn own_part(
        &self,
        Package { folder, additions, .. }: Package<'_>,
        path: &Path,
        setting: Setting,
    ) -> Result<Submission, SubmissionError> {
        let build = additions.build_of(path);
        let language = build.and_then(|build| build.language);
        let mut part = self.of_problem(folder)?.identify_in(path, language, setting)?;
        let others = part.language.kattis_parts.iter().map(|name| self.named(name));
        part.setting.otherwise = others.collect::<Result<_, _>>()?;
        if part.language.leaders.is_empty() && !part.language.build.is_empty() {
            let name = part.real.file_name().map(|name| name.to_string_lossy().into_owned());
            let own = if part.real.is_dir() {
                super::folder::names(&part.real, Links::default())?
            } else {
                vec![(name.unwrap_or_default(), part.real.clone())]
            };
            add_headers((folder, additions), (&part.real, &part.language), &own, &mut part.setting);
        } else if part.real.is_file() && part.language.name.starts_with(PYTHON) {
            part.setting.beside = modules(folder, &part.real);
        }
        if let Some(ProgramBuild { along, flags, .. }) = build {
            part.setting.flags.clone_from(flags);
            part = part.with_files(along);
        }
        let package = fs::canonicalize(folder).unwrap_or_default();
        for (path, place) in &additions.at_hand {
            let (below, name) = path.rsplit_once('/').unwrap_or(("", path));
            if package.join(below) == folder_of(&part.real) {
                part.setting.beside.push((name.to_owned(), place.clone()));
                part.setting.at_hand.push(name.to_owned());
            }
        }
        Ok(part)
    }

    /// A validator or grader of a package of the Kattis family.
    fn kattis_part(
        &self,
        folder: &Path,
        path: &Path,
        mut setting: Setting,
    ) -> Result<Submission, SubmissionError> {
        tell::expect_supported(path)?;
        let unreadable = |source| SubmissionError::Unreadable { path: path.into(), source };
        let package = fs::canonicalize(folder).map_err(unreadable)?;
        let real = real(path, &package)?;
        setting.conventions = Conventions::Kattis;
        let shared = surroundings(&package);
        setting.package = Some(shared.clone());
        let scripts = self.iter().find(|language| language.scripts);
        let mut told = match scripts.filter(|scripts| is_scripts(&real, scripts)) {
            Some(scripts) => IdentifiedLanguage { language: Arc::clone(scripts), why: None },
            None => tell::tell_part(self, (path, &real), &setting)?,
        };
        let named = told.language.kattis_parts.iter().map(|name| self.named(name));
        let mut instead = named.collect::<Result<Vec<_>, _>>()?.into_iter();
        if let Some(first) = instead.next() {
            told.language = first;
            setting.otherwise = instead.collect();
        }
        // Modules beside a script come along; sources that would be compiled are programs of their own, and
        // generators say themselves what comes along.
        let is_generator =
            real.strip_prefix(&package).is_ok_and(|path| path.starts_with(GENERATORS));
        let is_script = !told.language.leaders.is_empty() && !is_generator;
        let comes_along =
            |name: &str| !self.is_source(name) || is_script && told.language.is_source(name);
        let beside_it = folder_of(&real);
        if real.is_file() && !told.language.executables && beside_it != package {
            setting.beside = beside(beside_it, &shared, &comes_along)?;
        }
        setting.around = around(&package, &real, &told.language, &setting)?;
        finish(path.into(), real, told, setting)
    }
}

/// What sources that are compiled together include from out of their folder, in the Kattis family.
fn around(
    package: &Path,
    real: &Path,
    language: &Language,
    setting: &Setting,
) -> Result<Option<Around>, SubmissionError> {
    let is_folder = real.is_dir();
    let Some(below) = below(package, real, language).filter(|below| !below.is_empty()) else {
        return Ok(None);
    };
    let mut own = setting.beside.clone();
    if is_folder {
        own.extend(super::folder::names(real, setting.links())?);
    } else if let Some(name) = real.file_name().and_then(|name| name.to_str()) {
        own.push((name.to_owned(), real.to_owned()));
    }
    let mut files = outside(below, &own, &|path, _| in_package(package, path));
    // Those would be compiled, too.
    files.retain(|(name, _)| !language.is_source(name));
    Ok((!files.is_empty()).then(|| Around { folder: below.to_owned(), files }))
}

/// The languages whose scripts import modules beside them.
const PYTHON: &str = "python";

/// The folder of the package that sources lie in which are compiled together.
fn below<'a>(package: &Path, real: &'a Path, language: &Language) -> Option<&'a str> {
    let folder = if real.is_dir() { real } else { folder_of(real) };
    let is_compiled = language.leaders.is_empty() && !language.build.is_empty();
    folder.strip_prefix(package).ok().and_then(Path::to_str).filter(|_| is_compiled)
}

/// What a program of ours, or a submission that may, includes: headers that it shares with others,
/// and files of the package by paths out of its folder, as far as these are not its own.
fn add_headers(
    (folder, additions): (&Path, &Additions),
    (real, language): (&Path, &Language),
    own: &[(String, PathBuf)],
    setting: &mut Setting,
) {
    let is_source = |name: &str| language.is_source(name);
    setting.beside.extend(headers(folder, real, own, &is_source, additions));
    let Ok(package) = fs::canonicalize(folder) else { return };
    let Some(below) = below(&package, real, language) else { return };
    let all = [own, setting.beside.as_slice()].concat();
    let shared = Headers::of(&package, real, additions);
    let mut files = outside(below, &all, &|path, written| {
        let made = additions.made_at(Path::new(path)).cloned();
        made.or_else(|| in_package(&package, path)).or_else(|| shared.file(written))
    });
    files.retain(|(name, _)| !language.is_source(name));
    if !files.is_empty() {
        setting.around = Some(Around { folder: below.to_owned(), files });
    }
}

/// What the package says of this submission, where it is kept with it.
fn kept<'a>(package: Package<'a>, path: &Path) -> Option<&'a KeptSubmission> {
    // Not where it leads: a link may be kept under another name than what it leads to.
    let real = |path: &Path| Some(fs::canonicalize(folder_of(path)).ok()?.join(path.file_name()?));
    let wanted = real(path)?;
    let by_name = package.submissions.iter().find(|kept| kept.path == wanted);
    by_name.or_else(|| {
        package.submissions.iter().find(|kept| real(&kept.path) == Some(wanted.clone()))
    })
}

/// A path that stands alone, and where it leads: below its own folder.
fn plain(path: &Path) -> Result<(PathBuf, PathBuf), SubmissionError> {
    let path: PathBuf = path.components().collect();
    let real = real(&path, folder_of(&path))?;
    Ok((path, real))
}

/// The submission, in which a source leads.
fn finish(
    path: PathBuf,
    real: PathBuf,
    told: IdentifiedLanguage,
    setting: Setting,
) -> Result<Submission, SubmissionError> {
    let IdentifiedLanguage { language, why } = told;
    expect_leader(&path, &real, &language, &setting)?;
    Ok(Submission { path, real, language, choice: why, setting })
}

/// One of the sources leads, or is named as the entry point.
fn expect_leader(
    path: &Path,
    real: &Path,
    language: &Language,
    setting: &Setting,
) -> Result<(), SubmissionError> {
    let names = |folder: &Path, links: Links<'_>| {
        let names = super::folder::names(folder, links)?;
        Ok::<_, SubmissionError>(names.into_iter().map(|(name, _)| name).collect::<Vec<_>>())
    };
    let is_folder = real.is_dir();
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_default();
    let own = if is_folder { names(path, setting.links())? } else { vec![name.clone()] };
    let included = setting.includes.iter().map(|folder| names(folder, setting.links_of_includes()));
    let included: Vec<String> =
        included.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
    let folder = is_folder.then_some(name.as_str());
    if leader(language, setting, leader::Names { own: &own, included: &included, folder }).is_some()
    {
        return Ok(());
    }
    let path = path.to_owned();
    Err(if let Some(entry) = setting.entry_point.clone() {
        SubmissionError::NoEntryPoint { path, entry }
    } else {
        let expected = list(language.leaders.iter().map(String::as_str)).unwrap_or_default();
        SubmissionError::NoMain { path, expected }
    })
}

/// Where a path leads, which is below `folder` if it is a link.
fn real(path: &Path, folder: &Path) -> Result<PathBuf, SubmissionError> {
    let unreadable = |source| SubmissionError::Unreadable { path: path.into(), source };
    let is_link = fs::symlink_metadata(path).map_err(unreadable)?.is_symlink();
    let real = fs::canonicalize(path).map_err(unreadable)?;
    let folder = fs::canonicalize(folder).map_err(unreadable)?;
    if is_link && !is_open_to_links(&real, &folder, path) {
        return Err(SubmissionError::LeadsOut { path: path.into(), target: real });
    }
    Ok(real)
}
