//! Code of a package that submissions are compiled together with: graders and stubs.
//!
//! In C and C++ all files are compiled; in languages that start from one file, that of the package is
//! started and imports the submission by its name.

use std::path::{Path, PathBuf};

use super::error::SubmissionError;
use super::language::Language;
use super::setting::Setting;
use crate::problem::SharedCode;

/// Puts the package's code beside a submission of one file, which is called as the code knows it.
pub(super) fn add(
    code: &SharedCode,
    (path, language): (&Path, &Language),
    setting: &mut Setting,
) -> Result<(), SubmissionError> {
    if language.executables || language.answers {
        return Ok(());
    }
    let name_of = |file: &PathBuf| Some(file.file_name()?.to_str()?.to_owned());
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let single = format!("{}.{ending}", code.name);
    let lacks = || SubmissionError::NoSharedCode {
        path: path.to_owned(),
        language: language.title.clone(),
        main: code.mains.join("` or `"),
    };
    setting.single = Some(single.clone());
    if let Some(prefaces) = &code.prefaces {
        if !is_c_or_cpp(language) {
            return Err(lacks());
        }
        let main = format!("{}.{ending}", code.mains.first().map_or("", String::as_str));
        let texts = [(single, &prefaces.submission), (main.clone(), &prefaces.main)];
        setting.prefaces = texts.map(|(name, text)| (name, text.clone())).into();
        setting.grader = code.files.first().map(|file| (main.clone(), file.clone()));
        let names = std::iter::once(Some(main)).chain(code.files.iter().skip(1).map(name_of));
        let beside = names.zip(&code.files).filter_map(|(name, file)| Some((name?, file.clone())));
        setting.beside.extend(beside);
        return Ok(());
    }
    let named: Vec<(String, &PathBuf)> =
        code.files.iter().filter_map(|file| Some((name_of(file)?, file))).collect();
    let stem = |name: &str| Path::new(name).file_stem()?.to_str().map(str::to_owned);
    let is_main =
        |name: &str, main: &String| stem(name).as_ref() == Some(main) && language.is_source(name);
    let of_language = |main: &String| {
        let (name, file) = named.iter().find(|(name, _)| is_main(name, main))?;
        Some((main.clone(), name, *file))
    };
    let Some((main_stem, main, file)) = code.mains.iter().find_map(of_language) else {
        return Err(lacks());
    };
    // The main programs of other languages stay away.
    let is_header = |name: &str| {
        let stem = stem(name);
        let is_other = stem.as_ref().is_some_and(|stem| code.mains.contains(stem));
        stem.as_ref() != Some(&main_stem) && (!is_other || language.is_source(name))
    };
    setting.grader = is_c_or_cpp(language).then(|| (main.clone(), file.clone()));
    setting.entry_point = match language.reader {
        // Java starts a class, which is called like its file.
        Some(_) => Some(main_stem.clone()),
        None if language.leaders.is_empty() => None,
        None => Some(main.clone()),
    };
    let along = named.iter().filter(|(name, _)| name == main || is_header(name));
    setting.beside.extend(along.map(|(name, file)| (name.clone(), (*file).clone())));
    Ok(())
}

/// Whether texts of this language go through the preprocessor of C.
pub(super) fn is_c_or_cpp(language: &Language) -> bool {
    language.is_source("a.c") || language.is_source("a.cpp")
}
