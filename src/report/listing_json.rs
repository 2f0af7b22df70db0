//! The lists of problems and of languages as JSON, schema 1: mirror types, strict when read back. Every
//! key is always there; what does not apply is `null`.

use serde::{Deserialize, Serialize};

use super::document::Tool;
use super::json;
use crate::judge::StartupCost;
use crate::problem;
use crate::submission;

/// The version of this format.
pub const SCHEMA: u32 = 1;

/// The problems.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Problems {
    /// Always [`SCHEMA`].
    pub schema: u32,
    /// What made it.
    pub tool: Tool,
    /// Those that can be read, in byte order of their slugs.
    pub problems: Vec<Problem>,
}

/// One problem.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Problem {
    /// The folder's name.
    pub slug: String,
    /// Its second name.
    pub code: Option<String>,
    /// The title.
    pub name: String,
    /// The folder.
    pub folder: String,
    /// How many cases it has.
    pub cases: usize,
    /// How scores of cases fold.
    pub scoring: String,
    /// How many submissions are kept with it.
    pub submissions: usize,
}

/// The languages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Languages {
    /// Always [`SCHEMA`].
    pub schema: u32,
    /// What made it.
    pub tool: Tool,
    /// Each language, in the order in which endings are looked up.
    pub languages: Vec<Language>,
}

/// One language.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Language {
    /// The name for `--language`.
    pub name: String,
    /// Its name in prose.
    pub title: String,
    /// Endings of sources, without the dot.
    pub endings: Vec<String>,
    /// By how much time limits are multiplied.
    pub time_factor: f64,
    /// The user's file that added it.
    pub added_by: Option<String>,
    /// The version of its tools on this machine; `null` where they are missing.
    pub toolchain: Option<String>,
    /// What is missing and what to do about it.
    pub missing: Option<String>,
    /// What the start of its runtime costs; `null` where that was not measured on this machine.
    pub startup: Option<StartupCost>,
}

/// The problems as a JSON text, with a newline at its end.
///
/// # Errors
/// Only what `serde_json` cannot write; there is no such value here.
pub fn problems(all: &[&problem::Problem]) -> serde_json::Result<String> {
    let problem = |problem: &&problem::Problem| Problem {
        slug: problem.slug.clone(),
        code: problem.code.clone(),
        name: problem.name.clone(),
        folder: problem.folder.display().to_string(),
        cases: problem.count_of_cases(),
        scoring: problem.scoring().name().to_owned(),
        submissions: problem.submissions.len(),
    };
    let problems = all.iter().map(problem).collect();
    json::render(&Problems { schema: SCHEMA, tool: Tool::this(), problems })
}

/// The languages with what this machine has of them as a JSON text, with a newline at its end.
///
/// # Errors
/// Only what `serde_json` cannot write: a time factor that is no number.
pub fn languages(
    all: &[(&submission::Language, &submission::Toolchain, Option<StartupCost>)],
) -> serde_json::Result<String> {
    type Known<'a> = (&'a submission::Language, &'a submission::Toolchain, Option<StartupCost>);
    let language = |(language, found, startup): &Known<'_>| Language {
        name: language.name.clone(),
        title: language.title.clone(),
        endings: language.endings.clone(),
        time_factor: language.time_factor,
        added_by: language.added_by.as_ref().map(|file| file.display().to_string()),
        toolchain: found.version.clone().ok(),
        missing: found.version.clone().err(),
        startup: startup.clone(),
    };
    let languages = all.iter().map(language).collect();
    json::render(&Languages { schema: SCHEMA, tool: Tool::this(), languages })
}
