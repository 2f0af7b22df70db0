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
    let named: Vec<(String, &PathBuf)> =
        code.files.iter().filter_map(|file| Some((name_of(file)?, file))).collect();
    let is_main = |name: &str| {
        let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str());
        stem == Some(&code.main) && language.is_source(name)
    };
    let Some((main, _)) = named.iter().find(|(name, _)| is_main(name)) else {
        return Err(SubmissionError::NoSharedCode {
            path: path.to_owned(),
            language: language.title.clone(),
            main: code.main.clone(),
        });
    };
    let is_header = |name: &str| {
        let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str());
        stem != Some(&code.main)
    };
    setting.entry_point = match language.reader {
        // Java starts a class, which is called like its file.
        Some(_) => Some(code.main.clone()),
        None if language.leaders.is_empty() => None,
        None => Some(main.clone()),
    };
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    setting.single = Some(format!("{}.{ending}", code.name));
    let along = named.iter().filter(|(name, _)| name == main || is_header(name));
    setting.beside.extend(along.map(|(name, file)| (name.clone(), (*file).clone())));
    Ok(())
}
