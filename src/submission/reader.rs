//! What must be read out of sources before they can be built and run: code, where data cannot say it.

use std::path::Path;

use serde::Deserialize;

use super::command::Words;
use super::entry::{self, EntryFile};
use super::java;
use crate::problem::Conventions;

/// Reads the sources of one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Reader {
    /// `{public_class}` of a single file, which Java wants it to be called by, and `{class}`, the one
    /// to start.
    Java,
    /// `{class}`, the one that the function `main` is in.
    Kotlin,
    /// `{class}`, the object to start.
    Scala,
    /// `{module}`, which a single file is called by; in commands, the one to start.
    Erlang,
}

/// A source, as a reader is given it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Text<'a> {
    /// Its name during the build.
    pub(super) name: &'a str,
    /// How the user knows the file.
    pub(super) known_as: &'a str,
    /// What it holds.
    pub(super) bytes: &'a [u8],
    /// Whether the package put it over the submission's own files.
    pub(super) included: bool,
}

impl Reader {
    /// The words that the name of a single file may hold.
    pub(super) fn names_file_by(self) -> &'static [&'static str] {
        match self {
            Self::Java => &["public_class"],
            Self::Kotlin | Self::Scala => &[],
            Self::Erlang => &["module"],
        }
    }

    /// The words that commands may hold.
    pub(super) fn gives(self) -> &'static [&'static str] {
        match self {
            Self::Java | Self::Kotlin | Self::Scala => &["class"],
            Self::Erlang => &["module"],
        }
    }

    /// Words for the name of a single file, which may have this one, without ending, where it does not
    /// say.
    pub(super) fn of_single(self, source: &[u8], own: Option<&str>) -> Words {
        match self {
            Self::Java => {
                let types = java::types(source);
                let public = types.iter().find(|t| t.public).map(|t| t.name.as_str());
                let public = public.or(own).unwrap_or("Main");
                Words::from([("public_class".into(), vec![public.into()])])
            }
            Self::Kotlin | Self::Scala => Words::new(),
            Self::Erlang => {
                let text = String::from_utf8_lossy(source);
                let module = entry::erlang_module(&text).or(own).unwrap_or("main");
                Words::from([("module".into(), vec![module.into()])])
            }
        }
    }

    /// Words for the commands. `entry` is what the package says is to be started. The error, in words,
    /// is the contestant's.
    pub(super) fn of_all<'a>(
        self,
        sources: impl IntoIterator<Item = Text<'a>>,
        entry: Option<&str>,
        conventions: Conventions,
    ) -> Result<Words, String> {
        let find: fn(&[EntryFile<'_>]) -> Result<String, String> = match self {
            Self::Kotlin => entry::of_kotlin,
            Self::Scala => entry::of_scala,
            Self::Erlang => entry::of_erlang,
            Self::Java => {
                let file = |Text { known_as, bytes, included, .. }: Text<'a>| {
                    let stem = Path::new(known_as).file_stem().and_then(|stem| stem.to_str());
                    let stem = stem.unwrap_or_default().to_owned();
                    java::JavaFile { types: java::types(bytes), stem, included }
                };
                let files: Vec<_> = sources.into_iter().map(file).collect();
                let class = java::main_class(&files, entry, conventions)?;
                return Ok(Words::from([("class".into(), vec![class.into()])]));
            }
        };
        let started = if let Some(entry) = entry {
            entry.to_owned()
        } else {
            let sources: Vec<_> = sources.into_iter().collect();
            let texts: Vec<_> =
                sources.iter().map(|text| String::from_utf8_lossy(text.bytes)).collect();
            let files = sources.iter().zip(&texts);
            let files = files.map(|(&Text { name, included, .. }, text)| EntryFile {
                name,
                text,
                included,
            });
            find(&files.collect::<Vec<_>>())?
        };
        Ok(self.gives().iter().map(|&word| (word.to_owned(), vec![started.clone()])).collect())
    }
}
