//! What is said of how a folder is to be read, beside what is in it: by the user, where the folder leaves a doubt, and
//! by the package's own programs.

use std::path::PathBuf;

/// How a folder is to be read; by default, as its own marks say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reading {
    /// The name of the format: `kattis`, or `plain` for a folder of inputs and answers.
    pub format: Option<String>,
    /// Which files of a plain folder are inputs and answers.
    pub patterns: Option<Patterns>,
    /// A folder with what the package's own programs say of its cases: tests that the package lacks
    /// ([`UnlistedCases`](super::UnlistedCases)), or what each of its
    /// [scripts](super::Listing::scripts) wrote, under its number among them: `0.txt`.
    pub made: Option<PathBuf>,
}

/// Which files of a plain folder are inputs and answers: paths below the folder with one `*`, which stands for
/// the name of the case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Patterns {
    /// Of inputs: `in/*.txt`.
    pub input: String,
    /// Of answers: `out/*.txt`.
    pub answer: String,
}

impl Patterns {
    /// What is wrong with them: a lower-case fragment.
    pub(super) fn mistake(&self) -> Option<String> {
        let wrong = |pattern: &&String| pattern.matches('*').count() != 1;
        if let Some(pattern) = [&self.input, &self.answer].into_iter().find(wrong) {
            return Some(format!("expected one `*` for the name of the case in `{pattern}`"));
        }
        (self.input == self.answer).then(|| "inputs and answers have the same pattern".to_owned())
    }
}

/// The name of the case that a file belongs to by a pattern.
pub(super) fn name_by<'f>(pattern: &str, file: &'f str) -> Option<&'f str> {
    let (before, behind) = pattern.split_once('*')?;
    let name = file.strip_prefix(before)?.strip_suffix(behind)?;
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_star_stands_for_the_name() {
        let case = |pattern, file, expected| assert_eq!(name_by(pattern, file), expected, "{file}");
        case("in/*.txt", "in/1.txt", Some("1"));
        case("in/*.txt", "in/a/b.txt", Some("a/b"));
        case("in/*.txt", "in/.txt", None);
        case("in/*.txt", "out/1.txt", None);
        case("*", "x", Some("x"));
        case("ab*ba", "aba", None);
    }

    #[test]
    fn patterns_must_tell_inputs_from_answers() {
        let mistake = |input: &str, answer: &str| {
            Patterns { input: input.to_owned(), answer: answer.to_owned() }.mistake()
        };
        assert_eq!(mistake("*.in", "*.out"), None);
        assert_eq!(mistake("*.in", "*.in").unwrap(), "inputs and answers have the same pattern");
        let words = "expected one `*` for the name of the case in `1.in`";
        assert_eq!(mistake("1.in", "*.out").unwrap(), words);
        assert!(mistake("*/*.in", "*.out").is_some());
    }
}
