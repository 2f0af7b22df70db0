//! What must be read out of sources before they can be built and run: code, where data cannot say it.

use serde::Deserialize;

use super::command::Words;
use super::java;

/// Reads the sources of one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Reader {
    /// `{public_class}` of a single file, which Java wants it to be called by, and `{class}`, the one
    /// to start.
    Java,
}

impl Reader {
    /// The words that the name of a single file may hold.
    pub(super) fn names_file_by(self) -> &'static [&'static str] {
        match self {
            Self::Java => &["public_class"],
        }
    }

    /// The words that commands may hold.
    pub(super) fn gives(self) -> &'static [&'static str] {
        match self {
            Self::Java => &["class"],
        }
    }

    /// Words for the name of a single file.
    pub(super) fn of_single(self, source: &[u8]) -> Words {
        match self {
            Self::Java => {
                let types = java::types(source);
                let public = types.iter().find(|t| t.public).map_or("Main", |t| &t.name);
                Words::from([("public_class".into(), vec![public.into()])])
            }
        }
    }

    /// Words for the commands. The error, in words, is the contestant's.
    pub(super) fn of_all<'a>(
        self,
        sources: impl IntoIterator<Item = &'a [u8]>,
    ) -> Result<Words, String> {
        match self {
            Self::Java => {
                let types: Vec<_> = sources.into_iter().flat_map(java::types).collect();
                let class = java::main_class(&types);
                let class =
                    class.ok_or("no class with `public static void main(String[] args)`")?;
                Ok(Words::from([("class".into(), vec![class.into()])]))
            }
        }
    }
}
