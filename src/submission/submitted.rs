//! A submission for those who read its files and do not run it.

use std::sync::Arc;

use super::Submission;
use super::error::SubmissionError;
use super::plan::text;
use super::sources::{Source, Sources};
use crate::sandbox::BoxFile;

/// The files of a submission, and how packages of the Kattis family call its language and its beginning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submitted {
    /// The code of the language; its own name where it has none.
    pub language: String,
    /// The file or class that it begins with.
    pub entry_point: String,
    /// The files, with those that the package adds, as they are built. No part of a name begins with a
    /// dot.
    pub files: Arc<[BoxFile]>,
}

impl Submission {
    /// Its files. A file that is all of it keeps its name.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn submitted(&self) -> Result<Submitted, SubmissionError> {
        let language = &self.language;
        let mut sources = Sources::read(self)?;
        let class = sources.entry_point.take().or_else(|| self.class(&sources));
        if let [Source { name, known_as, .. }] = sources.files.as_mut_slice()
            && !known_as.starts_with('.')
        {
            name.clone_from(known_as);
            sources.main.clone_from(known_as);
        }
        let file = |Source { name, bytes, .. }| BoxFile { path: name.into(), bytes };
        Ok(Submitted {
            language: language.kattis.first().unwrap_or(&language.name).clone(),
            entry_point: class.unwrap_or(sources.main),
            files: sources.files.into_iter().map(file).collect(),
        })
    }

    /// The class to start, where the language starts one.
    fn class(&self, sources: &Sources) -> Option<String> {
        let texts = sources.compiled(&self.language).into_iter().map(text);
        let words = self.language.reader?.of_all(texts, None, sources.conventions).ok()?;
        words.get("class")?.first().cloned()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::Languages;

    /// Language, entry point and names of a submission with these files: of one alone, or of a folder.
    #[track_caller]
    fn case(files: &[(&str, &str)], expected: &str) {
        let place = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(place.path().join(name), text).unwrap();
        }
        let path = match files {
            [(only, _)] => place.path().join(only),
            _ => place.path().to_owned(),
        };
        let submission = Languages::shipped().unwrap().identify(&path, None).unwrap();
        let submitted = submission.submitted().unwrap();
        let names = submitted.files.iter().map(|file| file.path.display().to_string());
        let names = names.collect::<Vec<_>>().join(" ");
        let found = format!("{} {}: {names}", submitted.language, submitted.entry_point);
        assert_eq!(found, expected);
    }

    #[test]
    fn languages_are_called_by_their_codes_and_files_by_their_names() {
        case(&[("add.py", "")], "python3 add.py: add.py");
        case(&[("main.py", ""), ("lib.py", "")], "python3 main.py: lib.py main.py");
        case(&[("a.cpp", ""), ("b.h", "")], "cpp a.cpp: a.cpp b.h");
        let java = "class Add { public static void main(String[] a) {} }";
        case(&[("x.java", java)], "java Add: x.java");
    }
}
