//! How a program of a package is built, where its source alone does not tell.

use std::path::PathBuf;

/// What a package says of the build of one of its programs (DMOJ).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramBuild {
    /// The source that tells it, absolute.
    pub source: PathBuf,
    /// The other files that it is made of, absolute.
    pub along: Vec<PathBuf>,
    /// The language that it is built in, by the name that it has here; else its ending tells.
    pub language: Option<&'static str>,
    /// Words that its compiler is given behind the sources.
    pub flags: Vec<String>,
}
