//! The formats of a report of grades that go to files: which were asked for, and where to.
//!
//! Adding one: its option, and its row in `chosen`.

use std::path::{Path, PathBuf};

use bytesize::ByteSize;

use crate::report::document::Document;
use crate::report::join::join;
use crate::report::{html, json, junit, markdown};

use super::output;
use super::status::Failure;
use super::values;

/// Files for machines and pages, each whole or not at all.
#[derive(Debug, Clone, clap::Args)]
#[command(
    next_help_heading = "Reports (FILE `-` is standard output; other text then goes to standard \
         error)"
)]
pub(super) struct Formats {
    /// Write the report as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the report as JUnit XML, for GitLab, Jenkins and others
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Write the report as Markdown, for GitHub and others
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Write the report as one HTML page, with every case on its board
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Size of the HTML page, beyond which files and drawings are left out, failures last
    #[arg(long, value_name = "SIZE", requires = "html", default_value_t = usual_size(), value_parser = values::size)]
    html_limit: ByteSize,
}

/// The size of a page where nobody says otherwise.
fn usual_size() -> ByteSize {
    ByteSize(html::PAGE_BYTES as u64)
}

/// Makes the text of a format.
type Render = fn(&Formats, &[Document]) -> Result<String, Failure>;

impl Formats {
    /// Each format asked for: where it goes, and how it is made.
    fn chosen(&self) -> impl Iterator<Item = (&Path, Render)> {
        let all: [(_, Render); 4] = [
            (&self.json, |_, documents| match documents {
                [document] => json::render(document).map_err(Failure::ours),
                several => {
                    let joined = join(several.to_vec()).map_err(Failure::usage)?;
                    json::render(&joined).map_err(Failure::ours)
                }
            }),
            (&self.junit, |_, documents| junit::render(documents).map_err(Failure::ours)),
            (&self.markdown, |_, documents| Ok(markdown::render(documents))),
            (&self.html, |formats, documents| {
                let limit = usize::try_from(formats.html_limit.as_u64()).unwrap_or(usize::MAX);
                html::render(documents, limit).map_err(Failure::ours)
            }),
        ];
        all.into_iter().filter_map(|(path, render)| Some((path.as_deref()?, render)))
    }

    /// The names of the options that were given.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        let all = [
            ("json", self.json.is_some()),
            ("junit", self.junit.is_some()),
            ("markdown", self.markdown.is_some()),
            ("html", self.html.is_some()),
        ];
        all.into_iter().filter_map(|(name, is_given)| is_given.then_some(name))
    }

    /// Where JSON goes to.
    pub(super) fn json(&self) -> Option<&Path> {
        self.json.as_deref()
    }

    /// Where JUnit XML goes to.
    pub(super) fn junit(&self) -> Option<&Path> {
        self.junit.as_deref()
    }

    /// Where Markdown goes to.
    pub(super) fn markdown(&self) -> Option<&Path> {
        self.markdown.as_deref()
    }

    /// The files that are written.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        self.chosen().map(|(path, _)| path).filter(|path| *path != Path::new("-"))
    }

    /// Whether no format was asked for.
    pub(super) fn is_empty(&self) -> bool {
        self.chosen().next().is_none()
    }

    /// Whether one of them takes standard output, so that words must go aside.
    pub(super) fn take_standard_output(&self) -> bool {
        self.chosen().any(|(path, _)| path == Path::new("-"))
    }

    /// As [`output::expect_reports`].
    pub(super) fn expect_writable(&self, read: &[impl AsRef<Path>]) -> Result<(), Failure> {
        let places: Vec<&Path> = self.chosen().map(|(path, _)| path).collect();
        output::expect_reports(&places, read)
    }

    /// Writes all that were asked for; all are made before the first is written.
    pub(super) fn write(&self, documents: &[Document]) -> Result<(), Failure> {
        let made = self.chosen().map(|(path, render)| Ok((path, render(self, documents)?)));
        for (path, text) in made.collect::<Result<Vec<_>, Failure>>()? {
            output::write_report(path, &text)?;
        }
        Ok(())
    }
}
